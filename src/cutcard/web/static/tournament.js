// A tournament for everybody: the clock, entering it, your own table, every table at a glance, standings and prizes.
import { get, pageData, post, sentence } from "./api.js";
import { Clause } from "./clause.js";
import { newId } from "./feed.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { money } from "./money.js";
import { useNow } from "./now.js";
import { followTournament } from "./tournament_feed.js";
import { Clock, PHASES, Prizes, STATUSES, Standings, TableAtAGlance, Until, awarded, capital, count, ordinal, page, progress, sessionName } from "./tournament_words.js";

const OPEN = ["applied", "reserve", "entered", "seated"];

function useTournament(first) {
  const [tournament, setTournament] = useState(first.tournament);
  const [own, setOwn] = useState(first.own);
  const [said, setSaid] = useState({ now: first.now, lost: "" });
  const name = first.tournament.tournament;
  const again = async () => {
    try { setOwn((await get(`/api/tournaments/${encodeURIComponent(name)}`)).own); } catch (error) { setSaid((was) => ({ ...was, lost: error.message })); }
  };
  const known = useRef("");
  useEffect(() => followTournament(name, {
    onState: (lost) => setSaid((was) => ({ ...was, lost })),
    onTournament: (all, now) => {
      setTournament(all);
      setSaid((was) => ({ ...was, now }));
      const state = `${all.phase} ${all.entrants} ${all.stage_number}`;
      if (state !== known.current) { known.current = state; again(); }
    },
  }), []);
  return { tournament, own, again, now: said.now, lost: said.lost };
}

// Entering: the terms are there to read, and are agreed to before anything is sent.
function Enter({ tournament, onDone }) {
  const [agrees, setAgrees] = useState(false);
  const [said, setSaid] = useState(null);
  const busy = useRef(false);
  const id = useRef(newId("enter"));
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      await post(`/api/tournaments/${encodeURIComponent(tournament.tournament)}/commands`, { id: id.current, command: { do: "apply-to-enter", agrees, cash: tournament.play_money } });
      setSaid(null);
      onDone();
    } catch (error) { setSaid(error); id.current = newId("enter"); } finally { busy.current = false; }
  };
  return html`<form class="cc-panel cc-stack" onSubmit=${send} aria-labelledby="enter"><h2 id="enter">Enter</h2>
    <p>${tournament.entry_fee ? html`The entry fee is <b>${money(tournament.entry_fee)}</b>.` : "There is no entry fee."} Entries close <${Until} ms=${tournament.entries_close_at} now=${Date.now()} />.</p>
    <div class="cc-check"><input type="checkbox" id="agrees" required checked=${agrees} onChange=${(event) => setAgrees(event.target.checked)} /><label for="agrees">I have read the <a href=${page(tournament.tournament, "/terms")}>terms and conditions</a> and agree to them</label></div>
    <div class="cc-row"><button class="cc-button cc-main" type="submit">Enter${tournament.entry_fee ? ` for ${money(tournament.entry_fee)}` : ""}</button></div>
    ${said && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(said.message)} <${Clause} book=${said.book} clause=${said.clause} /></p>`}</form>`;
}

// An action on your own entry: the page says what it does before it is sent.
function Choice({ tournament, choice, onDone }) {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState(null);
  const busy = useRef(false);
  const id = useRef(newId("own"));
  const send = async (event) => {
    event.preventDefault();
    if (busy.current) return;
    busy.current = true;
    const form = new FormData(event.currentTarget);
    const filled = Object.fromEntries(choice.fields.map((one) => [one.name, one.kind === "check" ? form.has(one.name) : form.get(one.name).trim()]));
    try {
      await post(`/api/tournaments/${encodeURIComponent(tournament.tournament)}/commands`, { id: id.current, command: { ...choice.command, ...filled } });
      setOpen(false);
      setSaid(null);
      onDone();
    } catch (error) { setSaid(error); } finally { busy.current = false; id.current = newId("own"); }
  };
  const name = `${choice.command.do}-${choice.command.number ?? choice.command.entrant}`;
  if (!open) return html`<button class="cc-button" type="button" data-do=${choice.command.do} onClick=${() => setOpen(true)}>${choice.label}</button>`;
  return html`<form class="cc-panel cc-stack" onSubmit=${send} aria-label=${choice.label}>${choice.note && html`<p>${choice.note}</p>`}
    ${choice.fields.map((one) => (one.kind === "check" ? html`<div class="cc-check" key=${one.name}><input type="checkbox" required id="${name}-${one.name}" name=${one.name} /><label for="${name}-${one.name}">${one.label}</label></div>`
      : html`<div class="cc-field" key=${one.name}><label for="${name}-${one.name}">${one.label}</label><input type="text" required maxlength="64" autocomplete="off" id="${name}-${one.name}" name=${one.name} /></div>`))}
    <div class="cc-row"><button class="cc-button cc-main" type="submit">${choice.label}</button><button class="cc-button" type="button" onClick=${() => { setOpen(false); setSaid(null); }}>Not now</button></div>
    ${said && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(said.message)} <${Clause} book=${said.book} clause=${said.clause} /></p>`}</form>`;
}

// Your own entry: the table, your chips and rank there, what is left, and whose turn it is.
function Own({ entry, tournament, now, again }) {
  const row = tournament.standings.find((one) => one.number === entry.number);
  const table = row?.table && tournament.tables.find((one) => one.table === row.table);
  const seat = table && table.players.find((one) => one.number === entry.number);
  return html`<section class="cc-panel tm-own" aria-label=${`Your entry ${entry.number}`}>
    <h2>Your entry, number ${entry.number}</h2>
    <p>You are <b>${STATUSES[entry.status] ?? entry.status}</b>${entry.reason && html`: <bdi>${entry.reason}</bdi>`}${row?.place ? html`, ${ordinal(row.place)}` : ""}${row?.prize ? html`, with a prize of <b>${money(row.prize)}</b>` : ""}${entry.goods.map((one) => html` and <bdi>${one}</bdi>`)}.</p>
    ${seat && html`<dl class="cc-facts"><div><dt>Your chips</dt><dd>${seat.chips === null ? "–" : money(seat.chips)}</dd></div>
        <div><dt>Rank at the table</dt><dd>${seat.chips === null ? "–" : `${seat.rank} of ${table.players.length}`}</dd></div>
        <div><dt>Played</dt><dd>${progress(table, now)}</dd></div><div><dt>To bet</dt><dd>${table.turn ? (table.turn === seat.player ? "you" : html`<bdi>${table.turn}</bdi>`) : "–"}</dd></div></dl>
      <p class="cc-row"><a class="cc-button cc-main" href="/table/${encodeURIComponent(table.table)}">To table ${table.table}, box ${seat.box}</a></p>`}
    ${entry.choices.length > 0 && html`<div class="cc-row">${entry.choices.map((one) => html`<${Choice} key=${one.label} tournament=${tournament} choice=${one} onDone=${again} />`)}</div>`}</section>`;
}

function Sessions({ tournament, now }) {
  if (!tournament.sessions.length) return null;
  const states = { drawn: "drawn", playing: "being played", over: "over" };
  return html`<section class="cc-panel" aria-labelledby="sessions"><h2 id="sessions">Sessions</h2><ol class="tm-sessions">${tournament.sessions.map((one) => html`<li key=${one.number}>
    <b>${sessionName(one)}</b> at ${count(one.tables.length, "table")}, ${one.status === "drawn" ? html`starts <${Until} ms=${one.starts_at} now=${now} />` : states[one.status]}</li>`)}</ol></section>`;
}

function Page({ first, me, plays, bars }) {
  const { tournament, own, again, now: said, lost } = useTournament(first);
  const now = useNow(said);
  const entered = own.some((one) => OPEN.includes(one.status));
  const may = plays && tournament.phase === "entry" && !entered && !bars;
  return html`
    <p class="cc-muted">${capital(tournament.casino)} · <bdi>${tournament.place}</bdi> · ${tournament.game_title}${tournament.play_money && " · play money"} · <a href=${page(tournament.tournament, "/board")}>board</a> ·${" "}
      <a href=${page(tournament.tournament, "/terms")}>terms and conditions</a> · <a href="/tournaments">all tournaments</a></p>
    ${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${tournament.halted && html`<p class="cc-sentence cc-told" role="status">Play waits: <bdi>${sentence(tournament.halted)}</bdi></p>`}
    <dl class="cc-facts cc-panel"><div><dt>State</dt><dd>${PHASES[tournament.phase] ?? tournament.phase}</dd></div>
      <${Clock} tournament=${tournament} now=${now} />
      <div><dt>Entrants</dt><dd>${tournament.entrants} <small class="cc-muted">of ${tournament.most}</small></dd></div>
      <div><dt>${awarded(tournament) ? "Prizes" : "Prize pool"}</dt><dd>${money(awarded(tournament) || tournament.pool)}</dd></div></dl>
    ${own.map((entry) => html`<${Own} key=${entry.number} entry=${entry} tournament=${tournament} now=${now} again=${again} />`)}
    ${may && html`<${Enter} tournament=${tournament} onDone=${again} />`}
    ${!me && tournament.phase === "entry" && html`<p class="cc-panel"><a class="cc-button cc-main" href="/login?next=${encodeURIComponent(page(tournament.tournament))}">Log in to enter</a></p>`}
    ${plays && bars && tournament.phase === "entry" && html`<p class="cc-sentence cc-told" role="status">${sentence(bars)}</p>`}
    ${tournament.tables.length > 0 && html`<section class="cc-panel" aria-labelledby="tables"><h2 id="tables">Tables</h2><ul class="tm-tables">${tournament.tables.map((table) => html`
      <${TableAtAGlance} key=${table.table} table=${table} now=${now} me=${me} href=${`/table/${encodeURIComponent(table.table)}`} />`)}</ul></section>`}
    <div class="cc-two"><section class="cc-panel" aria-labelledby="standings"><h2 id="standings">Standings</h2><${Standings} rows=${tournament.standings} me=${me} /></section>
      <div class="cc-stack"><section class="cc-panel" aria-labelledby="prizes"><h2 id="prizes">Prizes</h2>
          <p class="cc-muted">${tournament.guaranteed > 0 && html`At least ${money(tournament.guaranteed)} in all. `}${awarded(tournament) ? `${money(awarded(tournament))} has been awarded.` : `The pool holds ${money(tournament.pool)}.`}</p><${Prizes} tournament=${tournament} />
          <p class="cc-row"><a class="cc-button" href="/api/tournaments/${encodeURIComponent(tournament.tournament)}/results.csv">Results as CSV</a><a class="cc-button" href="/api/tournaments/${encodeURIComponent(tournament.tournament)}/results.json">Results as JSON</a></p></section>
        <${Sessions} tournament=${tournament} now=${now} /></div></div>`;
}

const data = pageData();
render(html`<${Page} first=${data.details} me=${data.me} plays=${data.plays} bars=${data.bars} />`, document.getElementById("tournament"));
