// Opening a link of tables with a jackpot: first which, then what the document leaves open. All fields come from the service.
import { pageData } from "./api.js";
import { Clause } from "./clause.js";
import { Inputs } from "./form_fields.js";
import { html, render } from "./html.js";
import { useOpeningForm } from "./opening_form.js";
import { Answer } from "./staff_commands.js";

function OpenLink({ first }) {
  const { form, answer, fetched, element, choose, send } = useOpeningForm(first, {
    address: "/api/open-link",
    query: ({ book, bet, pay_table = "" }) => ({ book, bet, pay_table }), // another jackpot has other meters
    to: "/api/jackpots",
    id: "open",
    page: ({ link }) => `/staff/links/${encodeURIComponent(link.trim())}`,
  });
  const which = `${fetched} ${form.book}`;
  return html`<form ref=${element} class="cc-stack" onSubmit=${send}>
    <section class="cc-panel cc-stack" aria-labelledby="open-bet"><h2 id="open-bet">The jackpot</h2>
      <${Inputs} key=${`bet ${which}`} fields=${form.bet} onChange=${choose} /></section>
    ${!form.allowed && html`<p class="cc-sentence cc-told" role="status">${form.why} <${Clause} book=${form.book} clause=${form.clause} /></p>`}
    ${form.allowed && html`<section class="cc-panel cc-stack" aria-labelledby="open-link"><h2 id="open-link">The link</h2>
      <${Inputs} key=${`link ${which}`} fields=${form.link} /></section>
    <section class="cc-panel cc-stack" aria-labelledby="open-meters"><h2 id="open-meters">Its meters</h2>
      <${Inputs} key=${`meters ${which}`} fields=${form.meters} /></section>
    <${Answer} said=${answer} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Open the link</button></div>`}
  </form>`;
}

render(html`<${OpenLink} first=${pageData()} />`, document.getElementById("open"));
