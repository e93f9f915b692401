// A session of a tournament at its table: how far it is, everybody's chips and rank, the pass card and the undisclosed wager.

import { AnyButton } from "./desk.js";
import { Dialog } from "./dialog.js";
import { newId } from "./feed.js";
import { html, useEffect, useState } from "./html.js";
import { lasted } from "./lasted.js";
import { cents, money } from "./money.js";

// "Round 7 of 20", "12:05 left", "Shoe 2 of 3".
function played(session, now) {
  if (session.over) return "Session over";
  if (session.ends_at) return `${lasted(session.ends_at - now)} left`;
  if (session.shoes) return `Shoe ${Math.min(session.shoes_done + 1, session.shoes)} of ${session.shoes}`;
  return `Round ${session.round}${session.rounds ? ` of ${session.rounds}` : ""}`;
}

function useSeconds(on) {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!on) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [on]);
}

const title = (session) => `${session.stage[0].toUpperCase()}${session.stage.slice(1)}${session.play_off ? ", play-off" : ""}`;
const turn = (session) => session.players.find((one) => one.box === session.turn);

// One line above the felt; pressed, it shows everybody's chips.
export function SessionBar({ model }) {
  const { session } = model.view;
  useSeconds(Boolean(session?.ends_at));
  if (!session) return null;
  const own = session.players.find((one) => one.player === model.me);
  const facts = [title(session), played(session, model.now()), `${money(session.minimum)} to ${money(session.maximum)}`,
    session.next_limits && !session.over && `from round ${session.next_limits[0]} ${money(session.next_limits[1])} to ${money(session.next_limits[2])}`,
    session.marker > 0 && `marker on box ${session.marker}`, own && !own.out && `you are ${own.rank} of ${session.players.length}`, own?.out && "you are out", session.halted && "play waits"].filter(Boolean);
  return html`<div class="bar-session" role="group" aria-label="Tournament session"><span>${facts.join(" · ")}</span>
    <button type="button" class="tool" id="open-chips" aria-haspopup="dialog" onClick=${() => model.show({ kind: "chips" })}>Chips</button>
    <a class="tool bar-link" href="/tournaments/${encodeURIComponent(session.tournament)}">Tournament</a></div>`;
}

// Everybody's chips, those with the most first; players who are out come last.
function SessionPlayers({ model }) {
  const { session } = model.view;
  const players = [...session.players].sort((one, other) => one.out - other.out || one.rank - other.rank || one.box - other.box);
  const forms = new Map(session.forms.handed_in.map((one) => [one.player, one]));
  const next = turn(session);
  const about = (one) => [one.out && "out", one.passed && "passes", forms.has(one.player) && (forms.get(one.player).indicator ? "undisclosed wager" : "form handed in"), one.box === session.marker && "marker",
    one.missed > 0 && `missed ${one.missed}`, one.warned > 0 && `warned ${one.warned}×`].filter(Boolean);
  return html`<ol class="session-players">${players.map((one) => html`<li key=${one.player} data-player=${one.player} data-me=${one.player === model.me ? "yes" : undefined} data-out=${one.out ? "yes" : undefined}>
    <span class="rank">${one.out ? "–" : one.rank}</span><span class="who"><bdi>${one.player}</bdi> <small>box ${one.box}${next === one && !session.over ? ", to bet" : ""}${about(one).map((each) => `, ${each}`).join("")}</small></span>
    <span class="has"><b>${money(one.chips + one.wagered)}</b>${one.wagered > 0 && html` <small>${money(one.wagered)} bet</small>`}</span></li>`)}</ol>
    ${session.forms.read.length > 0 && html`<p class="hint">Read out: ${session.forms.read.map((one, at) => html`${at ? "; " : ""}<bdi>${one.player}</bdi> ${one.void ? "void" : money(one.counted)}${one.counted !== one.written && !one.void ? ` (written ${money(one.written)})` : ""}`)}</p>`}`;
}

export function SessionPanel({ model }) {
  if (!model.view.session) return null;
  return html`<section class="session-panel" aria-labelledby="session-chips"><h2 id="session-chips">Everybody's chips</h2><${SessionPlayers} model=${model} /></section>`;
}

export function SessionDialog({ model, onClose }) {
  return html`<${Dialog} title="Everybody's chips" onClose=${onClose}>${model.view.session ? html`<${SessionPlayers} model=${model} />` : html`<p>No session is played here now.</p>`}<//>`;
}

// The form of an undisclosed wager: it is sent once, and what it says stays between its writer and the supervisor.
function UndisclosedForm({ model, desk }) {
  const [open, setOpen] = useState(false);
  const [bet, setBet] = useState("main");
  const { form, hidden } = desk;
  const limits = hidden.find((one) => one.bet === bet) ?? desk.limits;
  const send = (event) => {
    event.preventDefault();
    const said = Object.fromEntries(new FormData(event.currentTarget));
    const command = { do: "hand-in-form", bet: said.bet ?? "main", amount: cents(said.amount), open: cents(said.open) };
    model.press({ ...form, id: newId("form"), commands: [command] });
    setOpen(false);
  };
  const off = !form.enabled || !model.ready;
  const toggle = html`<button type="button" class="do" id="open-form" data-kind="plain" aria-expanded=${open} aria-disabled=${off ? "true" : undefined} title=${form.enabled ? undefined : form.why}
    onClick=${() => { if (!off) setOpen(!open); }}><b>Undisclosed wager</b><span class="detail">${form.detail}</span></button>`;
  if (!open || off) return toggle;
  return html`${toggle}<form class="undisclosed" onSubmit=${send}>
    ${hidden.length > 0 && html`<label>On <select name="bet" value=${bet} onChange=${(event) => setBet(event.target.value)}><option value="main">main wager</option>${hidden.map((one) => html`<option key=${one.bet} value=${one.bet}>${one.title}</option>`)}</select></label>`}
    <label>Wager in dollars <input name="amount" type="number" inputmode="decimal" required min=${limits.least / 100} max=${limits.most / 100} step="any" autocomplete="off" /></label>
    <label>Openly beside it <input name="open" type="number" inputmode="decimal" required=${bet !== "main"} min=${bet === "main" ? 0 : desk.limits.least / 100} step="any" placeholder="0" autocomplete="off" /></label>
    <button type="submit" class="do" data-kind="primary"><b>Hand in</b></button></form>`;
}

// What a player of the session may do besides betting.
export function SessionChoices({ model }) {
  const { tournament } = model.desk;
  if (!tournament) return null;
  return html`<div class="session-choices">${tournament.written && html`<p class="hint" id="own-form">${tournament.written}</p>`}
    ${(tournament.buttons.length > 0 || tournament.form) && html`<div class="choices" role="group" aria-label="Tournament">${tournament.buttons.map((button) => html`<${AnyButton} key=${button.id} button=${button} model=${model} />`)}
      ${tournament.form && html`<${UndisclosedForm} model=${model} desk=${tournament} />`}</div>`}</div>`;
}
