// Announcing a tournament: the document and the game first, then its terms. All fields come from the service.
import { pageData } from "./api.js";
import { Clause } from "./clause.js";
import { Inputs } from "./form_fields.js";
import { html, render } from "./html.js";
import { useOpeningForm } from "./opening_form.js";
import { Answer } from "./staff_commands.js";

const PARTS = [["tournament", "The tournament"], ["stages", "Its stages"], ["statements", "What else the terms say"]];

function Announce({ first }) {
  const { form, answer, element, choose, send } = useOpeningForm(first, {
    address: "/api/announce-tournament",
    query: ({ book, game }) => ({ book, game }),
    to: "/api/tournaments",
    id: "announce",
    page: ({ tournament }) => `/staff/tournaments/${encodeURIComponent(tournament.trim())}`,
  });
  return html`<form ref=${element} class="cc-stack" onSubmit=${send}>
    <section class="cc-panel cc-stack" aria-labelledby="open-which"><h2 id="open-which">The document</h2><${Inputs} key=${form.book} fields=${form.which} onChange=${choose} /></section>
    ${!form.allowed && html`<p class="cc-sentence cc-told" role="status">${form.why} <${Clause} book=${form.book} clause=${form.clause} /></p>`}
    ${form.allowed && html`${PARTS.map(([part, title]) => form[part].length > 0 && html`<section class="cc-panel cc-stack" key=${part} aria-labelledby=${`open-${part}`}><h2 id=${`open-${part}`}>${title}</h2>
        ${part === "statements" && html`<p class="cc-small cc-muted">Anything left empty gets the usual wording.</p>`}<${Inputs} key=${`${part} ${form.book}`} fields=${form[part]} /></section>`)}
    <${Answer} said=${answer} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Announce the tournament</button></div>`}
  </form>`;
}

render(html`<${Announce} first=${pageData()} />`, document.getElementById("open"));
