// What the pages of tournaments say alike: phases, what somebody's entry is, the clock, standings and tables.
import { html } from "./html.js";
import { lasted } from "./lasted.js";
import { money } from "./money.js";
import { Time } from "./time.js";

export const PHASES = { announced: "Announced", entry: "Entries open", running: "Running", finished: "Finished", cancelled: "Cancelled" };
export const STATUSES = {
  applied: "waits to be accepted", refused: "refused", reserve: "reserve", entered: "entered", seated: "playing", eliminated: "out",
  withdrawn: "withdrawn", forfeited: "did not come", disqualified: "disqualified", placed: "placed",
};
const DAY_MS = 86_400_000;
export const count = (number, noun) => `${number.toLocaleString("en-AU")} ${noun}${number === 1 ? "" : "s"}`;
export const capital = (word) => word && word[0].toUpperCase() + word.slice(1);
export const page = (name, more = "") => `/tournaments/${encodeURIComponent(name)}${more}`;
export const chips = (cents) => (cents === null ? "–" : money(cents));

// A countdown for what is near, a date for what is not.
export function Until({ ms, now, words = "in" }) {
  if (ms <= now) return html`<span>now</span>`;
  return ms - now < DAY_MS ? html`<span>${words} <span class="tm-clock">${lasted(ms - now)}</span></span>` : html`<${Time} ms=${ms} seconds=${false} />`;
}

// The session that comes next: of those that are drawn and do not play yet, the first.
export const nextSession = (tournament) => tournament.sessions.filter((one) => one.status === "drawn").sort((one, other) => one.starts_at - other.starts_at)[0];

// What comes next and when; where nothing does, when it started.
export function Clock({ tournament, now }) {
  const next = nextSession(tournament);
  const before = ["announced", "entry"].includes(tournament.phase);
  if (!next && !before) return html`<div><dt>Started</dt><dd class="tm-date"><${Time} ms=${tournament.starts_at} seconds=${false} /></dd></div>`;
  return html`<div><dt>${next ? `Next: ${sessionName(next)}` : "Starts"}</dt><dd><${Until} ms=${next ? next.starts_at : tournament.starts_at} now=${now} words="" /></dd></div>`;
}

export const sessionName = (session) => `${capital(session.name)}${session.play_off ? ", play-off" : ""}`;

// How far a table is: "round 7 of 20", "12:05 left", "counted".
export function progress(table, now) {
  if (table.status === "counted") return "counted";
  if (table.status === "drawn") return "drawn";
  if (table.over) return "over, to be counted";
  if (table.ends_at) return `${lasted(table.ends_at - now)} left`;
  return table.rounds ? `round ${table.round} of ${table.rounds}` : `round ${table.round}`;
}

// Everybody at a table, the one with the most chips first.
export function TableAtAGlance({ table, now, me = "", href }) {
  const players = [...table.players].sort((one, other) => one.out - other.out || one.rank - other.rank || one.box - other.box);
  return html`<li class="tm-table ${table.halted ? "tm-halted" : ""}" data-table=${table.table}>
    <div class="tm-table-head"><h3><a href=${href}>Table <bdi>${table.table}</bdi></a></h3><span class="cc-tag">${progress(table, now)}</span></div>
    ${table.halted && html`<p class="tm-wait">Play waits: <bdi>${table.halted}</bdi></p>`}
    <ol class="tm-players">${players.map((one) => html`<li key=${one.number} class=${`${one.out ? "tm-out" : ""} ${one.player === me ? "tm-me" : ""}`}>
      <span><bdi>${one.player}</bdi>${table.turn === one.player && html` <b class="tm-turn">to bet</b>`}</span><span class="tm-chips">${one.out ? "out" : chips(one.chips)}</span></li>`)}</ol></li>`;
}

export function Standings({ rows, most = 0, me = "" }) {
  const shown = most ? rows.slice(0, most) : rows;
  if (!shown.length) return html`<p class="cc-muted" role="status">Nobody has entered yet.</p>`;
  return html`<div class="cc-scroll tm-scroll" tabindex="0" role="group" aria-label="Standings"><table class="cc-table"><thead><tr><th scope="col">Place</th><th scope="col">Player</th><th scope="col">Chips</th><th scope="col">Table</th><th scope="col">State</th></tr></thead>
    <tbody>${shown.map((one) => html`<tr key=${one.number} class=${one.player === me ? "tm-me" : ""}><td>${one.place || "–"}</td><th scope="row"><bdi>${one.player}</bdi></th>
      <td class="cc-number">${chips(one.chips)}</td><td>${one.table ? html`<a href="/table/${encodeURIComponent(one.table)}"><bdi>${one.table}</bdi></a>, box ${one.box}` : ""}</td>
      <td>${one.prize ? html`<b>${money(one.prize)}</b>` : one.out ? "out" : STATUSES[one.status] ?? one.status}</td></tr>`)}</tbody></table></div>
    ${most > 0 && rows.length > most && html`<p class="cc-muted cc-small">and ${count(rows.length - most, "more entrant")}</p>`}`;
}

// What has been awarded: with that the pool is empty.
export const awarded = (tournament) => tournament.standings.reduce((sum, one) => sum + one.prize, 0);

export function Prizes({ tournament }) {
  if (!tournament.prizes.length || awarded(tournament)) return null;
  return html`<ol class="tm-prizes">${tournament.prizes.map((one) => html`<li key=${one.place}><span>${ordinal(one.place)}</span> <b>${tournament.pool ? money(one.cents) : `${one.per_million / 10000} %`}</b></li>`)}</ol>`;
}

export function ordinal(number) {
  const last = number % 10;
  const ending = Math.floor(number / 10) % 10 === 1 ? "th" : last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th";
  return `${number}${ending}`;
}
