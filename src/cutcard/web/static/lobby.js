// The lobby's tables, drawn from GET /api/lobby and asked for again every few seconds while somebody looks.
import { get, pageData, sentence } from "./api.js";
import { html, render, useEffect, useState } from "./html.js";
import { Meter } from "./meter.js";
import { money } from "./money.js";

const AGAIN_MS = 2000;
const ANSWER_MS = 15_000; // that an answer may take: on a dead connection none would ever come
const WORKING = "The exact edge of each game is worked out once; the first takes about a minute.";

function oddsUrl({ book, game, decks, options }) {
  const said = new URLSearchParams({ book, game });
  if (decks !== null) said.append("decks", decks);
  for (const option of options) said.append("option", option);
  return `/odds?${said}`;
}

const gameUrl = ({ book, game }) => `/games/${encodeURIComponent(book)}/${encodeURIComponent(game)}`;

const has = (table, casino, words) => {
  const text = [table.about, casino.name, table.table, ...table.tags, ...casino.books.map((each) => each.book)].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
};

function Way({ way, table }) {
  const at = encodeURIComponent(table.table);
  const label = `${way.label}: ${table.about}, table ${table.table}`;
  const kind = `cc-button ${way.main ? "cc-main" : ""}`;
  if (way.do === "guest") {
    return html`<form method="post" action="/guest"><input type="hidden" name="next" value="/table/${at}" />
      <button class=${kind} type="submit" aria-label=${label}>${way.label}</button></form>`;
  }
  const staff = way.do === "run" || way.do === "inspect";
  const url = way.do === "log-in" ? `/login?next=/table/${at}` : staff ? `/staff/${at}` : `/table/${at}`;
  return html`<a class=${kind} href=${url} aria-label=${label}>${way.label}</a>`;
}

function Fact({ name, children }) {
  return html`<div><dt>${name}</dt><dd>${children}</dd></div>`;
}

function Table({ table }) {
  const edge = table.edge === null ? html`<span class="lobby-wait" title=${WORKING}>working it out…</span>`
    : html`<a href=${oddsUrl(table.odds)}>${table.edge}</a>`;
  return html`<article class="cc-panel lobby-card" data-table=${table.table}>
    <div>
      <h3>${table.title} ${table.side_bets.length > 0 && html`<span class="lobby-sides">${table.about.slice(table.title.length + 1)}</span>`}</h3>
      <p class="cc-small cc-muted">Table <bdi>${table.table}</bdi> · ${table.decks === 1 ? "1 deck" : `${table.decks} decks`} · <a href=${gameUrl(table.odds)} aria-label="How ${table.title} differs: table ${table.table}">How it differs</a></p>
      <p class="lobby-tags">${table.tags.map((tag) => html`<span class="cc-tag">${tag}</span>`)}</p>
    </div>
    <dl class="lobby-facts">
      <${Fact} name="Limits">${money(table.minimum)}–${money(table.maximum)}<//>
      <${Fact} name="Seats free">${table.free ? `${table.free} of ${table.boxes}` : "none"}<//>
      <${Fact} name="Players">${table.players}<//>
      <${Fact} name="House edge">${edge}<//>
    </dl>
    ${table.jackpots.length > 0 && html`<ul class="lobby-meters" aria-label="Jackpots">${table.jackpots.map((one) => html`<li key=${one.title}>${one.title} <b><${Meter} cents=${one.cents} /></b></li>`)}</ul>`}
    ${table.closing && html`<p class="cc-small"><b>This table closes soon.</b></p>`}
    <div class="lobby-ways">${table.ways.map((way) => html`<${Way} way=${way} table=${table} />`)}</div>
  </article>`;
}

function Casino({ casino, tables }) {
  return html`<section class="lobby-casino" aria-label=${casino.name}>
    <div>
      <h2>${casino.name}</h2>
      <p class="cc-muted cc-small">Played by ${casino.books.map((each, at) => html`${at ? " · " : ""}<a href="/rulebook/${encodeURIComponent(each.book)}">${each.edition}</a>`)}</p>
    </div>
    <div class="cc-grid">${tables.map((table) => html`<${Table} key=${table.table} table=${table} />`)}</div>
  </section>`;
}

function Search({ lobby, typed, onType }) {
  const tables = lobby.casinos.flatMap((casino) => casino.tables);
  const names = [new Set(tables.map((table) => table.title)), new Set(tables.flatMap((table) => table.side_bets))];
  return html`<div class="cc-field lobby-find"><label for="find-table">Find a game or side bet</label>
      <input class="cc-input" id="find-table" type="search" placeholder="Pontoon, Perfect Pairs, Sydney…" autocomplete="off"
        value=${typed} onInput=${(event) => onType(event.target.value)} /></div>
    <div class="cc-chips-row" role="group" aria-label="Show only">${names.flatMap((some) => [...some].sort()).map((name) => {
      const on = typed.toLowerCase() === name.toLowerCase();
      return html`<button type="button" class="cc-chip" key=${name} aria-pressed=${on} onClick=${() => onType(on ? "" : name)}>${name}</button>`;
    })}</div>`;
}

function Lobby({ first }) {
  const [lobby, setLobby] = useState(first);
  const [typed, setTyped] = useState("");
  const [stale, setStale] = useState(false);
  useEffect(() => refresh((found) => { setLobby(found); setStale(false); }, () => setStale(true)), []);
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = lobby.casinos
    .map((casino) => ({ casino, tables: casino.tables.filter((table) => has(table, casino, words)) }))
    .filter(({ tables }) => tables.length > 0);
  return html`${lobby.casinos.length > 0 && html`<${Search} lobby=${lobby} typed=${typed} onType=${setTyped} />`}
    ${stale && html`<p class="cc-sentence cc-wrong" role="alert">The service cannot be reached. What stands here may have changed; it is asked again by itself.</p>`}
    ${lobby.alarm && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lobby.alarm)}</p>`}
    ${lobby.out_of_order.map(({ table, error }) => html`<p class="cc-sentence cc-wrong" role="alert" key=${table}>Table <bdi>${table}</bdi> is out of order${error ? `: error ${error} in the service's log` : ""}.</p>`)}
    ${!lobby.casinos.length && html`<p class="cc-sentence cc-told" role="status">No table is open at the moment.</p>`}
    ${shown.map(({ casino, tables }) => html`<${Casino} key=${casino.casino} casino=${casino} tables=${tables} />`)}
    ${words.length > 0 && !shown.length && html`<p class="cc-sentence cc-told lobby-none" role="status">No open table has all these words.</p>`}`;
}

// Ask again while the page is looked at; a call that fails is tried again later, and one that finds the login ended is the last.
function refresh(show, fail) {
  let timer = 0;
  const again = async () => {
    try {
      if (!document.hidden) show(await get("/api/lobby", AbortSignal.timeout(ANSWER_MS)));
    } catch (error) {
      if (error.status === 401) return;
      if (error.status !== 429) fail();
    }
    timer = setTimeout(again, AGAIN_MS);
  };
  timer = setTimeout(again, AGAIN_MS);
  return () => clearTimeout(timer);
}

render(html`<${Lobby} first=${pageData()} />`, document.getElementById("lobby"));
