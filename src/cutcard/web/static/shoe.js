// The page for checking a shoe: one of a table, or a file from the disk, also against a seal that somebody noted.
import { get, pageData, sentence } from "./api.js";
import { html, render, useState } from "./html.js";
import { checkShoe } from "./shoe_check.js";
import { notedShoe } from "./shoe_notes.js";
import { Verdict } from "./shoe_panel.js";

const BYTES_MOST = 100_000;

async function readFile(file) {
  if (file.size > BYTES_MOST) throw new Error("This file is too large to be a shoe.");
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new Error("This file is not JSON.");
  }
}

function Page({ asked }) {
  const [table, setTable] = useState(asked.table);
  const [number, setNumber] = useState(asked.shoe);
  const [typed, setTyped] = useState("");
  const [state, setState] = useState(null);
  const check = async (read) => {
    try {
      const shoe = await read();
      const noted = typed.trim().toLowerCase() || notedShoe(shoe?.table, shoe?.shoe)?.seal || null;
      setState({ found: checkShoe(shoe, noted), name: shoe?.table ? `Shoe ${shoe.shoe} of table ${shoe.table}` : "The shoe" });
    } catch (error) {
      setState({ wrong: sentence(error.message) });
    }
  };
  const ofTable = (event) => {
    event.preventDefault();
    check(() => get(`/api/tables/${encodeURIComponent(table)}/shoes/${encodeURIComponent(number)}`));
  };
  const fromDisk = (event) => {
    const [file] = event.target.files;
    if (file) check(() => readFile(file));
    event.target.value = "";
  };
  return html`<div class="cc-two">
    <form class="cc-panel cc-stack" onSubmit=${ofTable}><h2>A shoe of a table</h2>
      <div class="cc-field"><label for="shoe-table">Table</label><input class="cc-input" id="shoe-table" maxlength="64" required value=${table} onInput=${(e) => setTable(e.target.value)} /></div>
      <div class="cc-field"><label for="shoe-number">Shoe</label><input class="cc-input" id="shoe-number" type="number" min="1" max="2147483647" required value=${number} onInput=${(e) => setNumber(e.target.value)} /></div>
      <p><button class="cc-button cc-main" type="submit">Check it</button></p></form>
    <div class="cc-panel cc-stack"><h2>A file from your disk</h2>
      <div class="cc-field"><label for="shoe-file">The shoe's file, as the page of a round gives it</label><input class="cc-input" id="shoe-file" type="file" accept=".json,application/json" onChange=${fromDisk} /></div>
      <p class="cc-small cc-muted">It is read here and sent nowhere.</p>
      <div class="cc-field"><label for="shoe-noted">The seal that you noted before the first card (optional)</label>
        <input class="cc-input" id="shoe-noted" maxlength="64" spellcheck="false" autocomplete="off" value=${typed} onInput=${(e) => setTyped(e.target.value)} /></div></div>
  </div>
  ${state && html`<section class="cc-panel cc-stack" aria-label="The verdict">
    ${state.wrong ? html`<p class="cc-sentence cc-wrong" role="alert">${state.wrong}</p>` : html`<h2><bdi>${state.name}</bdi></h2><${Verdict} found=${state.found} />`}</section>`}`;
}

render(html`<${Page} asked=${pageData()} />`, document.getElementById("shoe"));
