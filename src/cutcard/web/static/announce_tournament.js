// Announcing a tournament: the document and the game first, then its terms. All fields come from the service.
import { get, pageData, post } from "./api.js";
import { Clause } from "./clause.js";
import { newId } from "./feed.js";
import { Inputs, entriesOf } from "./form_fields.js";
import { html, render, useRef, useState } from "./html.js";
import { Answer, refusalOf } from "./staff_commands.js";

const PARTS = [["tournament", "The tournament"], ["stages", "Its stages"], ["statements", "What else the terms say"]];

function Announce({ first }) {
  const [form, setForm] = useState(first);
  const [said, setSaid] = useState(null);
  const element = useRef(null);
  const busy = useRef(false);
  const chosen = async () => {
    const { book, game } = entriesOf(element.current);
    try { setForm(await get(`/api/announce-tournament?${new URLSearchParams({ book, game })}`)); setSaid(null); } catch (error) { setSaid(refusalOf(error)); }
  };
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const entries = entriesOf(element.current);
    try {
      await post("/api/tournaments", { id: newId("announce"), entries });
      location.assign(`/staff/tournaments/${encodeURIComponent(entries.tournament.trim())}`);
    } catch (error) { setSaid(refusalOf(error)); } finally { busy.current = false; }
  };
  return html`<form ref=${element} class="cc-stack" onSubmit=${send}>
    <section class="cc-panel cc-stack" aria-labelledby="open-which"><h2 id="open-which">The document</h2><${Inputs} key=${form.book} fields=${form.which} onChange=${chosen} /></section>
    ${!form.allowed && html`<p class="cc-sentence cc-told" role="status">${form.why} <${Clause} book=${form.book} clause=${form.clause} /></p>`}
    ${form.allowed && html`${PARTS.map(([part, title]) => form[part].length > 0 && html`<section class="cc-panel cc-stack" key=${part} aria-labelledby=${`open-${part}`}><h2 id=${`open-${part}`}>${title}</h2>
        ${part === "statements" && html`<p class="cc-small cc-muted">Anything left empty gets the usual wording.</p>`}<${Inputs} key=${`${part} ${form.book}`} fields=${form[part]} /></section>`)}
    <${Answer} said=${said} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Announce the tournament</button></div>`}
  </form>`;
}

render(html`<${Announce} first=${pageData()} />`, document.getElementById("open"));
