// Opening a table: first the game, then what the document asks about it. All fields and words come from the service.
import { get, pageData, post } from "./api.js";
import { Clause } from "./clause.js";
import { newId } from "./feed.js";
import { Inputs, entriesOf } from "./form_fields.js";
import { html, render, useRef, useState } from "./html.js";

function Refusal({ said }) {
  return said && html`<p class="cc-sentence cc-wrong" role="alert">${said.message} <${Clause} book=${said.book} clause=${said.clause} /></p>`;
}

function Options({ form, onChange }) {
  return html`<details class="cc-more"><summary>Options and readings (${form.options.length})</summary>
    <div class="form-options">${form.options.map((option) => html`<div key=${option.field.name} class="form-option">
      <${Inputs} fields=${[option.field]} onChange=${onChange} />
      <p class="cc-small cc-muted">${option.why} <${Clause} book=${form.book} clause=${option.clause} /></p></div>`)}</div></details>`;
}

function OpenTable({ first }) {
  const [form, setForm] = useState(first);
  const [said, setSaid] = useState(null);
  const [asked, setAsked] = useState(0);
  const element = useRef(null);
  const busy = useRef(false);
  // Another game asks other things: the form is fetched again, with what was chosen so far.
  const chosen = async (event) => {
    const entries = entriesOf(element.current);
    const query = new URLSearchParams({ book: entries.book, game: entries.game });
    if (!["book", "game"].includes(event.target.name)) { // another game has decks and options of its own
      query.set("decks", entries.decks);
      for (const [name, value] of Object.entries(entries)) if (name.startsWith("option:")) query.append("option", `${name.slice(7)}=${value}`);
    }
    try {
      setForm(await get(`/api/open-table?${query}`));
      setAsked((count) => count + 1);
      setSaid(null);
    } catch (error) { setSaid(error); }
  };
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const entries = entriesOf(element.current);
    try {
      await post("/api/tables", { id: newId("open"), entries });
      location.assign(`/staff/${encodeURIComponent(entries.table.trim())}`);
    } catch (error) { setSaid(error); } finally { busy.current = false; }
  };
  if (!form.allowed) {
    return html`<p class="cc-sentence cc-told" role="status">${form.why} <${Clause} book=${form.book} clause=${form.clause} /></p>`;
  }
  const game = `${asked} ${form.book}`;
  return html`<form ref=${element} class="cc-stack" onSubmit=${send}>
    <section class="cc-panel cc-stack" aria-labelledby="open-game"><h2 id="open-game">The game</h2>
      <${Inputs} key=${game} fields=${form.game} onChange=${chosen} />
      <${Options} key=${`options ${game}`} form=${form} onChange=${chosen} /></section>
    <section class="cc-panel cc-stack" aria-labelledby="open-table"><h2 id="open-table">The table</h2>
      <${Inputs} fields=${form.table} /></section>
    ${form.side_bets.length > 0 && html`<section class="cc-panel cc-stack" aria-labelledby="open-sides"><h2 id="open-sides">Side bets</h2>
      <${Inputs} key=${`sides ${game}`} fields=${form.side_bets} /></section>`}
    <section class="cc-panel cc-stack" aria-labelledby="open-kind"><h2 id="open-kind">What kind of table</h2>
      <${Inputs} fields=${form.checks} /></section>
    <${Refusal} said=${said} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Open the table</button></div>
  </form>`;
}

render(html`<${OpenTable} first=${pageData()} />`, document.getElementById("open"));
