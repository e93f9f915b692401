// The registers of players: one at a time, as a table, and as a file.
import { get, pageData, sentence } from "./api.js";
import { html, render, useEffect, useState } from "./html.js";
import { CAUSES, FINDINGS, KINDS, NOTICES, ORDERS, PROMOTION_NOTICES, amount } from "./player_words.js";
import { Time } from "./time.js";

const WORDS = { ...KINDS, ...CAUSES, ...ORDERS, ...NOTICES, ...FINDINGS, ...PROMOTION_NOTICES };

function Cell({ column, row }) {
  const value = row[column.name];
  if (value === null || value === undefined || value === "") return column.name === "most" && row.kind !== "declined" ? "no limit" : "–";
  if (column.kind === "time") return html`<${Time} ms=${value} seconds=${false} />`;
  if (column.kind === "limit") return amount(row.kind, value);
  if (column.name === "player" || column.name === "other") return html`<a href="/staff/players/${encodeURIComponent(value)}"><bdi>${value}</bdi></a>`;
  if (column.name === "promotion") return html`<a href="/staff/promotions/${encodeURIComponent(value)}"><bdi>${value}</bdi></a>`;
  return html`<bdi>${column.name === "kind" ? WORDS[value] ?? value : value}</bdi>`;
}

function Registers({ registers }) {
  const [chosen, setChosen] = useState(registers[0].name);
  const [pages, setPages] = useState([""]);  // where each page begins that was opened, this one last
  const [shown, setShown] = useState(null);
  const [wrong, setWrong] = useState("");
  const query = `after=${encodeURIComponent(pages.at(-1))}`;
  const choose = (name) => { setPages([""]); setChosen(name); };
  useEffect(() => {
    let gone = false;
    get(`/api/player-registers/${chosen}?${query}`).then((found) => { if (!gone) { setShown(found); setWrong(""); } }, (error) => { if (!gone) setWrong(error.message); });
    return () => { gone = true; };
  }, [chosen, query]);
  return html`<div class="players-tabs" role="group" aria-label="Registers">${registers.map((one) => html`<button type="button" key=${one.name} class="cc-button ${one.name === chosen ? "cc-main" : ""}" aria-pressed=${one.name === chosen} onClick=${() => choose(one.name)}>${one.title}</button>`)}</div>
    ${wrong && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(wrong)}</p>`}
    ${shown && html`<section class="cc-panel" aria-labelledby="register" data-register=${shown.register_name}><h2 id="register">${shown.title}</h2>
      ${shown.rows.length ? html`<div class="cc-scroll" tabindex="0" role="group" aria-label=${shown.title}><table class="cc-table"><thead><tr>${shown.columns.map((one) => html`<th scope="col" key=${one.name}>${one.title}</th>`)}</tr></thead>
        <tbody>${shown.rows.map((row, at) => html`<tr key=${at}>${shown.columns.map((one) => html`<td key=${one.name}><${Cell} column=${one} row=${row} /></td>`)}</tr>`)}</tbody></table></div>` : html`<p role="status">There is nothing in this register.</p>`}
      ${(shown.next || pages.length > 1) && html`<p class="cc-small cc-muted">This is page ${pages.length}; the command <code>cutcard registers</code> has all in one.</p>`}
      <p class="cc-row">${pages.length > 1 && html`<button class="cc-button" type="button" onClick=${() => setPages(pages.slice(0, -1))}>Page before</button>`}
        ${shown.next && html`<button class="cc-button" type="button" onClick=${() => setPages([...pages, shown.next])}>Next page</button>`}
        <a class="cc-button" href=${`/api/player-registers/${shown.register_name}/csv?${query}`}>As CSV</a></p></section>`}`;
}

render(html`<${Registers} ...${pageData()} />`, document.getElementById("player-registers"));
