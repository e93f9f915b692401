// Opening a link of tables with a jackpot: first which, then what the document leaves open. All fields come from the service.
import { get, pageData, post } from "./api.js";
import { Clause } from "./clause.js";
import { newId } from "./feed.js";
import { Inputs, entriesOf } from "./form_fields.js";
import { html, render, useRef, useState } from "./html.js";
import { Answer, refusalOf } from "./staff_commands.js";

function OpenLink({ first }) {
  const [form, setForm] = useState(first);
  const [said, setSaid] = useState(null);
  const [asked, setAsked] = useState(0);
  const element = useRef(null);
  const busy = useRef(false);
  const chosen = async () => { // another jackpot has other meters
    const { book, bet, pay_table: table = "" } = entriesOf(element.current);
    try {
      setForm(await get(`/api/open-link?${new URLSearchParams({ book, bet, pay_table: table })}`));
      setAsked((count) => count + 1);
      setSaid(null);
    } catch (error) { setSaid(refusalOf(error)); }
  };
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const entries = entriesOf(element.current);
    try {
      await post("/api/jackpots", { id: newId("open"), entries });
      location.assign(`/staff/links/${encodeURIComponent(entries.link.trim())}`);
    } catch (error) { setSaid(refusalOf(error)); } finally { busy.current = false; }
  };
  const which = `${asked} ${form.book}`;
  return html`<form ref=${element} class="cc-stack" onSubmit=${send}>
    <section class="cc-panel cc-stack" aria-labelledby="open-bet"><h2 id="open-bet">The jackpot</h2>
      <${Inputs} key=${`bet ${which}`} fields=${form.bet} onChange=${chosen} /></section>
    ${!form.allowed && html`<p class="cc-sentence cc-told" role="status">${form.why} <${Clause} book=${form.book} clause=${form.clause} /></p>`}
    ${form.allowed && html`<section class="cc-panel cc-stack" aria-labelledby="open-link"><h2 id="open-link">The link</h2>
      <${Inputs} key=${`link ${which}`} fields=${form.link} /></section>
    <section class="cc-panel cc-stack" aria-labelledby="open-meters"><h2 id="open-meters">Its meters</h2>
      <${Inputs} key=${`meters ${which}`} fields=${form.meters} /></section>
    <${Answer} said=${said} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Open the link</button></div>`}
  </form>`;
}

render(html`<${OpenLink} first=${pageData()} />`, document.getElementById("open"));
