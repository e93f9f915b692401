// Opening a table: first the game, then what the document asks about it. All fields and words come from the service.
import { pageData } from "./api.js";
import { Clause } from "./clause.js";
import { Inputs } from "./form_fields.js";
import { html, render } from "./html.js";
import { useOpeningForm } from "./opening_form.js";
import { Answer } from "./staff_commands.js";

// Another game asks other things, with what was chosen so far.
function choicesSoFar(entries, event) {
  const query = [["book", entries.book], ["game", entries.game]];
  if (["book", "game"].includes(event.target.name)) return query; // another game has decks and options of its own
  const options = Object.entries(entries).filter(([name]) => name.startsWith("option:"));
  return [...query, ["decks", entries.decks], ...options.map(([name, value]) => ["option", `${name.slice(7)}=${value}`])];
}

function Options({ form, onChange }) {
  return html`<details class="cc-more"><summary>Options and readings (${form.options.length})</summary>
    <div class="form-options">${form.options.map((option) => html`<div key=${option.field.name} class="form-option">
      <${Inputs} fields=${[option.field]} onChange=${onChange} />
      <p class="cc-small cc-muted">${option.why} <${Clause} book=${form.book} clause=${option.clause} /></p></div>`)}</div></details>`;
}

function OpenTable({ first }) {
  const { form, answer, fetched, element, choose, send } = useOpeningForm(first, {
    address: "/api/open-table",
    query: choicesSoFar,
    to: "/api/tables",
    id: "open",
    page: ({ table }) => `/staff/${encodeURIComponent(table.trim())}`,
  });
  if (!form.allowed) {
    return html`<p class="cc-sentence cc-told" role="status">${form.why} <${Clause} book=${form.book} clause=${form.clause} /></p>`;
  }
  const game = `${fetched} ${form.book}`;
  return html`<form ref=${element} class="cc-stack" onSubmit=${send}>
    <section class="cc-panel cc-stack" aria-labelledby="open-game"><h2 id="open-game">The game</h2>
      <${Inputs} key=${game} fields=${form.game} onChange=${choose} />
      <${Options} key=${`options ${game}`} form=${form} onChange=${choose} /></section>
    <section class="cc-panel cc-stack" aria-labelledby="open-table"><h2 id="open-table">The table</h2>
      <${Inputs} fields=${form.table} /></section>
    ${form.side_bets.length > 0 && html`<section class="cc-panel cc-stack" aria-labelledby="open-sides"><h2 id="open-sides">Side bets</h2>
      <${Inputs} key=${`sides ${game}`} fields=${form.side_bets} /></section>`}
    <section class="cc-panel cc-stack" aria-labelledby="open-kind"><h2 id="open-kind">What kind of table</h2>
      <${Inputs} fields=${form.checks} /></section>
    <${Answer} said=${answer} />
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Open the table</button></div>
  </form>`;
}

render(html`<${OpenTable} first=${pageData()} />`, document.getElementById("open"));
