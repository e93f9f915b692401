// The director's desk: what needs attention, entries, tables at a glance, the clock, rulings, and every command of the tournament.
import { get, pageData, post, sentence } from "./api.js";
import { Clause } from "./clause.js";
import { newId } from "./feed.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { money } from "./money.js";
import { useNow } from "./now.js";
import { Answer, refusalOf } from "./staff_commands.js";
import { History, Needs, Sections } from "./stream_desk.js";
import { Time } from "./time.js";
import { followTournament } from "./tournament_feed.js";
import { Clock, PHASES, STATUSES, Standings, TableAtAGlance, awarded, capital, count, page } from "./tournament_words.js";

const HISTORY_MOST = 200;
const REQUESTS_MS = 10000; // what waits for a second person is told to staff only, who ask for it now and then
const COUNTED = (one) => `${one.table}:${one.status}:${one.over}:${one.halted}`;

// The desk is read again when something of the tournament itself has changed; chips and rounds come by themselves.
function useDesk(first) {
  const [desk, setDesk] = useState(first);
  const [history, setHistory] = useState([]);
  const [tournament, setTournament] = useState(first.details.tournament);
  const [said, setSaid] = useState({ now: first.now, lost: "" });
  const path = `/api/tournaments/${encodeURIComponent(first.details.tournament.tournament)}`;
  const known = useRef("");
  const again = async () => {
    try {
      setDesk(await get(`${path}/desk`));
      const { events, version } = await get(`${path}/log?most=1`);
      setHistory(events.length ? (await get(`${path}/log?after=${Math.max(0, version - HISTORY_MOST)}&most=${HISTORY_MOST}`)).events : []);
    } catch (error) { setSaid((was) => ({ ...was, lost: error.message })); }
  };
  useEffect(() => followTournament(first.details.tournament.tournament, {
    onState: (lost) => setSaid((was) => ({ ...was, lost })),
    onTournament: (all, now) => {
      setTournament(all);
      setSaid((was) => ({ ...was, now }));
      const { standings, tables, ...rest } = all;
      const state = JSON.stringify([rest, tables.map(COUNTED), standings.map((one) => one.status).join()]);
      if (state !== known.current) { known.current = state; again(); }
    },
  }), []);
  useEffect(() => { const timer = setInterval(again, REQUESTS_MS); return () => clearInterval(timer); }, []);
  return { desk, tournament, history, path, again, now: said.now, lost: said.lost };
}

function Entries({ entries }) {
  const [text, setText] = useState("");
  if (!entries.length) return html`<p class="cc-muted">Nobody has entered yet.</p>`;
  const words = text.trim().toLowerCase();
  const fit = entries.filter((one) => !words || `${one.number} ${one.player} ${STATUSES[one.status]}`.toLowerCase().includes(words));
  return html`<div class="cc-field"><label for="find-entry">Find an entry</label><input class="cc-input" id="find-entry" type="search" autocomplete="off" value=${text} onInput=${(event) => setText(event.target.value)} /></div>
    <div class="cc-scroll tm-scroll" tabindex="0" role="group" aria-label="Entries"><table class="cc-table"><thead><tr><th scope="col">No.</th><th scope="col">Player</th><th scope="col">State</th><th scope="col">Paid</th><th scope="col">About it</th></tr></thead>
      <tbody>${fit.map((one) => html`<tr key=${one.number}><td>${one.number}</td><th scope="row"><bdi>${one.player}</bdi></th><td>${STATUSES[one.status] ?? one.status}</td><td class="cc-number">${money(one.paid)}</td>
        <td>${[one.signed && "signed", one.employee && "employee", one.earned, one.buy_backs > 0 && `${one.buy_backs} × bought back`, one.place > 0 && `place ${one.place}`, one.prize > 0 && money(one.prize), one.reason].filter(Boolean).map((each, at) => html`${at ? ", " : ""}<bdi>${each}</bdi>`)}</td></tr>`)}</tbody></table></div>`;
}

function Rulings({ rulings, book }) {
  if (!rulings.length) return html`<p class="cc-muted">Nothing has been ruled on yet.</p>`;
  return html`<ol class="tm-rulings">${[...rulings].reverse().map((one) => html`<li key=${one.number}><${Time} ms=${one.at} /> <b><bdi>${one.by}</bdi></b>, <bdi>${one.about}</bdi>: <bdi>${sentence(one.ruling)}</bdi> <${Clause} book=${book} clause=${one.clause} /></li>`)}</ol>`;
}

// The terms as the text of a file: all of them are there to be changed, and the whole is given back.
function Amend({ path, tells, onDone }) {
  const [text, setText] = useState("");
  const [said, setSaid] = useState(null);
  const opened = async (event) => {
    if (!event.currentTarget.open || text) return;
    try { setText(await (await fetch(`${path}/terms.toml`)).text()); } catch (error) { setSaid(refusalOf(error)); }
  };
  const send = async (event) => {
    event.preventDefault();
    const told = Object.fromEntries(tells.map((office) => [office, new FormData(event.currentTarget).get(office).trim()]));
    try { await post(`${path}/terms`, { id: newId("amend"), text, told }); setSaid(null); setText(""); onDone(); } catch (error) { setSaid(refusalOf(error)); }
  };
  return html`<details class="cc-panel cc-more" onToggle=${opened}><summary>Amend the terms</summary><form class="cc-stack" onSubmit=${send}>
    <div class="cc-field"><label for="amend-text">The whole of the new terms, as the text of a file</label><textarea class="cc-input" id="amend-text" rows="16" spellcheck="false" required maxlength="40000" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></div>
    ${tells.map((office) => html`<div class="cc-field" key=${office}><label for="told-${office}">Told: ${office}</label><input class="cc-input" id="told-${office}" name=${office} maxlength="64" autocomplete="off" /></div>`)}
    <${Answer} said=${said} /><div class="cc-row"><button class="cc-button" type="submit">Amend</button></div></form></details>`;
}

function Desk({ first }) {
  const { desk, tournament, history, path, again, now: said, lost } = useDesk(first);
  const now = useNow(said);
  const tables = html`${tournament.tables.length > 0 ? html`<ul class="tm-tables">${tournament.tables.map((table) => html`<${TableAtAGlance} key=${table.table} table=${table} now=${now} href=${`/staff/${encodeURIComponent(table.table)}`} />`)}</ul>`
    : html`<p class="cc-muted">${desk.designated.length ? html`Designated: ${desk.designated.map((name, at) => html`${at ? ", " : ""}<a href="/staff/${encodeURIComponent(name)}"><bdi>${name}</bdi></a>`)}` : "No table is designated yet."}</p>`}`;
  const parts = { entries: html`<${Entries} entries=${desk.entries} />`, tables, rulings: html`<${Rulings} rulings=${desk.rulings} book=${tournament.book} />` };
  return html`
    <p class="cc-muted staff-about"><bdi>${tournament.title}</bdi>, ${tournament.game_title}, ${tournament.book} · run by ${tournament.directors.length ? tournament.directors.map((name, at) => html`${at ? ", " : ""}<bdi>${name}</bdi>`) : "nobody yet"} · <a href=${page(tournament.tournament)}>public page</a> ·${" "}
      <a href=${page(tournament.tournament, "/board")}>board</a> · <a href=${page(tournament.tournament, "/terms")}>terms</a> · <a href="${path}/results.csv">results as CSV</a> · <a href="${path}/results.json">JSON</a> · <a href="/staff/tournaments">all tournaments</a></p>
    ${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${desk.barred && html`<p class="cc-sentence cc-told" role="status">${sentence(desk.barred)}</p>`}
    <dl class="cc-facts cc-panel"><div><dt>State</dt><dd>${PHASES[tournament.phase] ?? tournament.phase}${tournament.stage && html` <small class="cc-muted">${capital(tournament.stage)}</small>`}</dd></div>
      <${Clock} tournament=${tournament} now=${now} />
      <div><dt>Entrants</dt><dd>${tournament.entrants} <small class="cc-muted">of ${tournament.fewest} to ${tournament.most}</small></dd></div><div><dt>${awarded(tournament) ? "Prizes" : "Prize pool"}</dt><dd>${money(awarded(tournament) || tournament.pool)}</dd></div></dl>
    <div class="link-page"><div class="link-column">
        <section class="cc-panel" aria-labelledby="desk-needs"><h2 id="desk-needs">Needs attention</h2><${Needs} needs=${desk.needs} /></section>
        <${Sections} desk=${desk} path=${`${path}/form`} parts=${parts} onDone=${again} />
        ${!desk.barred && ["announced", "entry"].includes(tournament.phase) && !tournament.sessions.length && html`<${Amend} path=${path} tells=${desk.tells} onDone=${again} />`}
      </div><div class="link-column">
        <section class="cc-panel" aria-labelledby="desk-standings"><h2 id="desk-standings">Standings, ${count(tournament.entrants, "entrant")}</h2><${Standings} rows=${tournament.standings} /></section>
        <${History} events=${history} about="Play is in the records of the tables." />
      </div></div>`;
}

render(html`<${Desk} first=${pageData()} />`, document.getElementById("tournament-desk"));
