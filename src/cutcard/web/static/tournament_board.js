// The board of a tournament, for a large screen: leaders, the clock, what comes next, every table in a line.
import { pageData } from "./api.js";
import { html, render, useEffect, useState } from "./html.js";
import { lasted } from "./lasted.js";
import { money } from "./money.js";
import { useNow } from "./now.js";
import { local } from "./time.js";
import { followTournament } from "./tournament_feed.js";
import { PHASES, awarded, capital, chips, count, nextSession, ordinal, page, progress, sessionName } from "./tournament_words.js";

const LEADERS = 12;
const TABLES = 24;
const DAY_MS = 86_400_000;

// What the clock counts to: the next session, or the end of one that goes by time.
function Clock({ tournament, now }) {
  const next = nextSession(tournament);
  const ends = tournament.tables.filter((one) => one.status === "playing" && one.ends_at).map((one) => one.ends_at);
  const playing = tournament.tables.filter((one) => one.status === "playing" && !one.over);
  const left = playing.map((one) => one.rounds_left).filter((one) => one !== null);
  const [words, shown] = ends.length ? ["This session ends in", lasted(Math.min(...ends) - now)]
    : playing.length && left.length ? ["Rounds left", Math.min(...left) === Math.max(...left) ? left[0] : `${Math.min(...left)} to ${Math.max(...left)}`]
      : next ? [`${sessionName(next)} starts`, until(next.starts_at, now)]
        : ["announced", "entry"].includes(tournament.phase) ? ["Starts", until(tournament.starts_at, now)] : ["", ""];
  return words && html`<section class="bd-clock" aria-label="Clock"><p>${words}</p><p class="bd-time">${shown}</p></section>`;
}

const until = (ms, now) => (ms <= now ? "now" : ms - now < DAY_MS ? lasted(ms - now) : local(ms, false));

function Leaders({ rows, over }) {
  const shown = rows.filter((one) => !one.out || one.place).slice(0, LEADERS);
  if (!shown.length) return html`<p class="bd-none">Nobody has entered yet.</p>`;
  return html`<ol class="bd-leaders">${shown.map((one, at) => html`<li key=${one.number} data-entrant=${one.number}><span class="bd-place">${one.place ? ordinal(one.place) : at + 1}</span>
    <bdi class="bd-name">${one.player}</bdi><span class="bd-where">${one.table && html`table <bdi>${one.table}</bdi>`}</span><b>${one.prize ? money(one.prize) : over ? "" : chips(one.chips)}</b></li>`)}</ol>`;
}

function Next({ tournament, now }) {
  const next = nextSession(tournament);
  if (!next) return null;
  const names = tournament.tables.filter((one) => next.tables.includes(one.table)).flatMap((one) => one.players.map((player) => ({ ...player, table: one.table })));
  return html`<section class="bd-next" aria-labelledby="bd-next"><h2 id="bd-next">Next: ${sessionName(next)}, ${until(next.starts_at, now)}</h2>
    <p>${count(next.tables.length, "table")}: ${next.tables.map((name, at) => html`${at ? ", " : ""}<bdi>${name}</bdi>`)}</p>
    ${names.length > 0 && names.length <= 28 && html`<ul class="bd-names">${names.map((one) => html`<li key=${one.number}><bdi>${one.player}</bdi> <span>${one.table}, box ${one.box}</span></li>`)}</ul>`}</section>`;
}

function Tables({ tournament, now }) {
  const shown = tournament.tables.filter((one) => one.status !== "drawn").slice(0, TABLES);
  if (!shown.length) return null;
  return html`<section aria-labelledby="bd-tables"><h2 id="bd-tables">Tables</h2><ul class="bd-tables">${shown.map((one) => {
    const first = [...one.players].sort((a, b) => a.rank - b.rank)[0];
    return html`<li key=${one.table}><b><bdi>${one.table}</bdi></b><span>${one.halted ? "play waits" : progress(one, now)}</span><span><bdi>${first?.player}</bdi> ${chips(first?.chips ?? null)}</span></li>`;
  })}</ul></section>`;
}

function Board({ first }) {
  const [tournament, setTournament] = useState(first.tournament);
  const [said, setSaid] = useState({ now: first.now, lost: "" });
  useEffect(() => followTournament(first.tournament.tournament, {
    onState: (lost) => setSaid((was) => ({ ...was, lost })),
    onTournament: (all, now) => { setTournament(all); setSaid((was) => ({ ...was, now })); },
  }), []);
  const now = useNow(said.now);
  const stage = tournament.stage ? capital(tournament.stage) : PHASES[tournament.phase] ?? tournament.phase;
  return html`<header class="bd-top"><div><h1><bdi>${tournament.title}</bdi></h1><p>${["finished", "cancelled"].includes(tournament.phase) ? PHASES[tournament.phase] : stage} · ${count(tournament.entrants, "entrant")} · ${awarded(tournament) ? `prizes ${money(awarded(tournament))}` : `pool ${money(tournament.pool)}`}</p></div>
      <${Clock} tournament=${tournament} now=${now} /></header>
    ${said.lost && html`<p class="jp-lost" role="alert">${said.lost} What is shown was so at ${local(said.now, false).slice(11)}.</p>`}
    ${tournament.halted && html`<p class="bd-halted" role="status">Play waits: <bdi>${tournament.halted}</bdi></p>`}
    <div class="bd-parts"><section aria-labelledby="bd-leaders"><h2 id="bd-leaders">${tournament.phase === "finished" ? "Results" : "Leaders"}</h2><${Leaders} rows=${tournament.standings} over=${tournament.phase === "finished"} /></section>
      <div class="bd-side"><${Next} tournament=${tournament} now=${now} /><${Tables} tournament=${tournament} now=${now} /></div></div>
    <p class="jp-ways"><a href=${page(tournament.tournament)}>This tournament</a><a href="/tournaments">All tournaments</a></p>`;
}

render(html`<${Board} first=${pageData()} />`, document.getElementById("board"));
