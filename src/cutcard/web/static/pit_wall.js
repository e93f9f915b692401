// The pit wall: a tile for each table, those that need attention first.
import { pageData, sentence } from "./api.js";
import { follow } from "./feed.js";
import { html, render, useEffect, useMemo, useState } from "./html.js";
import { lasted } from "./lasted.js";
import { Meter } from "./meter.js";
import { gain, money } from "./money.js";

const LEVELS = { stop: "Stopped", call: "Needs attention", slow: "Waiting long" };
const ORDER = ["stop", "call", "slow"];

const urgency = (tile) => {
  const need = tile.needs[0];
  if (!need) return 10;
  return 2 * ORDER.indexOf(need.level) + (tile.needs.some((one) => one.yours) ? 0 : 1);
};
const byUrgency = (one, other) => urgency(one) - urgency(other) || one.table.localeCompare(other.table, undefined, { numeric: true });

const percent = (part) => (part === null ? "–" : `${(100 * part).toFixed(1)}%`.replace("-", "−"));

function Figure({ title, children, className = "" }) {
  return html`<div class=${className}><dt>${title}</dt><dd>${children}</dd></div>`;
}

function Needs({ needs }) {
  return html`<ul class="pit-needs">${needs.map((need) => html`<li key=${need.text} class="pit-need pit-${need.level}">
    <span class="pit-mark">${LEVELS[need.level]}</span> <bdi>${need.text}</bdi>
    ${need.yours && html` <strong class="pit-yours">You can do it.</strong>`}</li>`)}</ul>`;
}

function Tile({ tile, now }) {
  const level = tile.needs[0]?.level ?? "calm";
  const name = html`<h2><a href="/staff/${encodeURIComponent(tile.table)}"><bdi>${tile.table}</bdi></a></h2>`;
  if (tile.out_of_order) {
    return html`<li class="pit-tile pit-level-stop" data-table=${tile.table}>${name}<p class="cc-muted">${tile.title}</p><${Needs} needs=${tile.needs} /></li>`;
  }
  const won = tile.win > 0 ? "pit-up" : tile.win < 0 ? "pit-down" : "";
  return html`<li class="pit-tile pit-level-${level}" data-table=${tile.table}>
    <div class="pit-head">${name}<span class="cc-tag">${tile.kind}</span></div>
    <p class="cc-muted cc-small">${tile.title}, ${tile.casino} · ${money(tile.minimum)} to ${money(tile.maximum)}</p>
    <p class="pit-waits"><span><bdi>${tile.waits_for}</bdi></span> <span class="pit-clock">${tile.waits_since ? lasted(now - tile.waits_since) : ""}</span></p>
    ${tile.needs.length > 0 && html`<${Needs} needs=${tile.needs} />`}
    ${tile.jackpots.length > 0 && html`<ul class="pit-meters" aria-label="Jackpots">${tile.jackpots.map((one) => html`<li key=${`${one.link} ${one.title}`}>
      <a href="/staff/links/${encodeURIComponent(one.link)}">${one.title}</a> <b><${Meter} cents=${one.cents} /></b></li>`)}</ul>
      ${tile.reconciles && html`<p class="cc-small pit-agrees">Agrees with its history to the cent</p>`}`}
    <dl class="pit-figures">
      <${Figure} title="Players">${tile.players}<span class="cc-muted"> / ${tile.boxes}</span><//>
      <${Figure} title="Rounds an hour">${tile.rounds_an_hour}<//>
      <${Figure} title="Round">${tile.round}<//>
      <${Figure} title="Float">${money(tile.float_cents)}<//>
      <${Figure} title="Win" className=${won}>${gain(tile.win)}<//>
      <${Figure} title="Hold">${percent(tile.hold)}<//>
    </dl>
  </li>`;
}

function Filters({ tiles, chosen, setChosen }) {
  const casinos = [...new Set(tiles.map((tile) => tile.casino))].sort();
  const set = (name) => (event) => setChosen({ ...chosen, [name]: event.target.type === "checkbox" ? event.target.checked : event.target.value });
  return html`<form class="pit-filters" onSubmit=${(event) => event.preventDefault()}>
    <div class="cc-field"><label for="pit-find">Find a table or a game</label>
      <input id="pit-find" class="cc-input" type="search" autocomplete="off" value=${chosen.find} onInput=${set("find")} /></div>
    ${casinos.length > 1 && html`<div class="cc-field"><label for="pit-casino">Casino</label>
      <select id="pit-casino" class="cc-select" value=${chosen.casino} onChange=${set("casino")}>
        <option value="">All casinos</option>${casinos.map((casino) => html`<option value=${casino}>${casino}</option>`)}</select></div>`}
    <div class="cc-check"><input id="pit-needy" type="checkbox" checked=${chosen.needy} onChange=${set("needy")} />
      <label for="pit-needy">Only tables that need attention</label></div>
  </form>`;
}

function fits(tile, { find, casino, needy }) {
  const text = `${tile.table} ${tile.title} ${tile.kind}`.toLowerCase();
  return (!casino || tile.casino === casino) && (!needy || tile.needs.length > 0) && text.includes(find.trim().toLowerCase());
}

function Wall({ first }) {
  const [tiles, setTiles] = useState(() => Object.fromEntries(first.tiles.map((tile) => [tile.table, tile])));
  const [fault, setFault] = useState(first.audit_fault);
  const [state, setState] = useState("");
  const [skew, setSkew] = useState(() => first.now - Date.now());
  const [, tick] = useState(0);
  const [chosen, setChosen] = useState({ find: "", casino: "", needy: false });
  useEffect(() => {
    follow("/api/pit/live", {
      onState: setState,
      onMessage: (message, first) => {
        setSkew(message.now - Date.now());
        setFault(message.audit_fault);
        setTiles((known) => {
          const next = first ? {} : { ...known }; // the first one has all tables
          for (const tile of message.tiles) next[tile.table] = tile;
          for (const name of message.gone) delete next[name];
          return next;
        });
      },
    });
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const all = useMemo(() => Object.values(tiles).sort(byUrgency), [tiles]);
  const shown = all.filter((tile) => fits(tile, chosen));
  const needy = all.filter((tile) => tile.needs.length > 0);
  const players = all.reduce((sum, tile) => sum + tile.players, 0);
  const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  return html`
    <div class="pit-top"><p class="pit-sum" role="status">${needy.length ? `${count(needy.length, "table")} ${needy.length === 1 ? "needs" : "need"} attention` : "No table needs attention"}</p>
      <p class="cc-muted">${count(all.length, "table")}, ${count(players, "player")}</p>
      <${Filters} tiles=${all} chosen=${chosen} setChosen=${setChosen} /></div>
    ${state && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(state)}</p>`}
    ${fault && html`<p class="cc-sentence cc-wrong" role="alert">The last audit found a fault in the store: <code>cutcard audit</code> says which.</p>`}
    ${shown.length === 0 ? html`<p class="cc-panel">${all.length ? "No table matches." : "No table is open."}</p>`
      : html`<ul class="pit-wall">${shown.map((tile) => html`<${Tile} key=${tile.table} tile=${tile} now=${Date.now() + skew} />`)}</ul>`}`;
}

render(html`<${Wall} first=${pageData()} />`, document.getElementById("pit"));
