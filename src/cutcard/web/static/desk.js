// The desk: what the viewer may do now. Every word and every choice on it comes ready from the service.

import { BetManager } from "./bet_manager.js";
import { Clause } from "./clause.js";
import { html, useEffect, useState } from "./html.js";
import { isOfTheRegister } from "./limits_left.js";
import { money } from "./money.js";
import { isFor } from "./presses.js";
import { SessionChoices } from "./table_session.js";
import { Tray } from "./tray.js";

// How many seconds are left, by the service's clock; a screen reader is told by the prompt, not by every second.
function Timer({ until, skew }) {
  const left = () => Math.max(0, Math.ceil((until - skew - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 250);
    return () => clearInterval(timer);
  }, [until, skew]);
  return html`<span class="timer" data-low=${seconds <= 5 ? "yes" : "no"} aria-hidden="true">${seconds} s</span>`;
}

function Prompt({ model }) {
  const { desk, next, ready, skew } = model;
  const until = ready ? next?.until : null;
  const playing = ready ? desk.prompt : "The cards are coming.";
  return html`<div class="prompt" data-mine=${ready && desk.mine ? "yes" : "no"} tabindex="-1" id="prompt">
    <p>${playing}</p>${until ? html`<${Timer} until=${until} skew=${skew} />` : null}
  </div>`;
}

// A button that can be focused even when it is off, and then says why.
export function DeskButton({ button, model, value, best = false, kind = "" }) {
  const busy = model.presses.isBusy(button.id);
  const waits = Boolean(button.moment) && !model.ready;
  const off = !button.enabled || waits;
  return html`<button type="button" class="do" id=${`do-${button.id}`} data-kind=${kind || button.kind} data-best=${best ? "yes" : undefined}
      aria-disabled=${off ? "true" : undefined} aria-busy=${busy ? "true" : undefined} aria-keyshortcuts=${button.key || undefined}
      title=${button.enabled ? undefined : button.why} onClick=${() => model.press(button, value)}>
    <b>${button.label}</b>${button.detail ? html`<span class="detail">${button.detail}</span>` : null}${button.key ? html`<kbd aria-hidden="true">${button.key}</kbd>` : null}
  </button>`;
}

// A button for which less than the most may be wagered, with a field for how much.
function AmountButton({ button, model, best }) {
  const { least, most, step, value } = button.amount;
  const [amount, setAmount] = useState(value);
  useEffect(() => setAmount(value), [button.id, button.moment, value]);
  const shown = { ...button, detail: money(amount) };
  const change = (event) => {
    const cents = Math.round(Number(event.target.value) * 100);
    if (Number.isFinite(cents)) setAmount(Math.max(least, Math.min(most, Math.round(cents / step) * step)));
  };
  return html`<span class="with-amount"><${DeskButton} button=${shown} model=${model} value=${amount} best=${best} />
    <label><span class="cc-hidden">${button.label} for how many dollars, ${money(least)} to ${money(most)}</span><span aria-hidden="true">$</span>
      <input type="number" inputmode="decimal" min=${least / 100} max=${most / 100} step=${step / 100} value=${amount / 100} onChange=${change} />
    </label></span>`;
}

export function AnyButton({ button, model, best = false, kind = "" }) {
  const less = button.enabled && button.amount && button.amount.least < button.amount.most;
  if (less) return html`<${AmountButton} key=${button.id} button=${button} model=${model} best=${best} />`;
  return html`<${DeskButton} key=${button.id} button=${button} model=${model} best=${best} kind=${kind} />`;
}

function Groups({ model }) {
  const { groups } = model.desk;
  const best = model.coach.on ? model.coach.advice?.best : "";
  return groups.map((group) => html`<div class="choices" role="group" key=${group.label} aria-label=${group.label || "Your choices"}>
    ${groups.length > 1 && group.label ? html`<span class="of" aria-hidden="true">${group.label}</span>` : null}
    ${group.buttons.map((button) => html`<${AnyButton} key=${button.id} button=${button} model=${model} best=${isFor(button, best)} />`)}
  </div>`);
}

// The stack with the cutting card: the button says the number, and that number is sent.
function Cut({ model }) {
  const { cut } = model.desk;
  const [at, setAt] = useState(cut.value);
  const button = model.desk.groups.flatMap((group) => group.buttons).find((each) => each.amount);
  const others = model.desk.groups.flatMap((group) => group.buttons).filter((each) => each !== button);
  const shown = button && { ...button, detail: `${at} cards in front` };
  return html`<div class="cut">
    <label for="cut-at">Cards in front of the cutting card</label>
    <input type="range" id="cut-at" min=${cut.least} max=${cut.most} step="1" value=${at} onInput=${(event) => setAt(Number(event.target.value))} />
    <div class="choices" role="group" aria-label="The cut">${shown ? html`<${DeskButton} button=${shown} model=${model} value=${at} />` : null}
      ${others.map((each) => html`<${DeskButton} key=${each.id} button=${each} model=${model} />`)}</div>
  </div>`;
}

function Hints({ hints, book }) {
  return hints.map((hint) => html`<p class="hint" key=${hint.text}>${hint.text}${hint.clause ? html` <${Clause} book=${hint.book || book} clause=${hint.clause} />` : null}</p>`);
}

// For those who do not play here: how they can, or where their own page is.
function Watching({ model }) {
  const { watching } = model.desk;
  const here = `/table/${encodeURIComponent(model.name)}`;
  return html`<div class="watching"><p class="hint">${watching.text}</p><div class="choices">
    ${watching.guest ? html`<form method="post" action="/guest"><input type="hidden" name="next" value=${here} />
      <button type="submit" class="do" data-kind="primary"><b>Play as guest</b><span class="detail">play money, no account</span></button></form>` : null}
    ${watching.log_in ? html`<a class="do" data-kind="plain" href=${`/login?next=${encodeURIComponent(here)}`}><b>Log in</b></a>` : null}
    ${watching.staff ? html`<a class="do" data-kind="plain" href=${`/staff/${encodeURIComponent(model.name)}`}><b>Staff page</b></a>` : null}
  </div></div>`;
}

function FreeBoxes({ model }) {
  return html`<div class="choices seats" role="group" aria-label="Free boxes" data-tour="seats">
    ${model.desk.free_boxes.map((button) => html`<${DeskButton} key=${button.id} button=${button} model=${model} />`)}
  </div>`;
}

// What was refused or cannot be done, in one sentence with its clause, where one looks.
function Notice({ model }) {
  const { notice, connection } = model;
  const shown = connection.state === "open" || connection.state === "connecting" ? notice : { text: connection.text, clause: "", kind: "refused" };
  if (!shown) return html`<div class="notice" id="notice" data-kind="none"></div>`;
  return html`<div class="notice" id="notice" data-kind=${shown.kind}><p>${shown.text}${shown.clause ? html` <${Clause} book=${shown.book} clause=${shown.clause} />` : null}
    ${connection.state === "ended" ? html` <a href=${`/login?next=${encodeURIComponent(location.pathname)}`}>Log in</a>` : null}
    ${isOfTheRegister(shown) ? html` <a href="/me">Your card and limits</a>` : null}
    ${connection.state === "gone" ? html` <a href="/">All tables</a>` : null}</p></div>`;
}

export function Desk({ model }) {
  const { desk } = model;
  return html`<section class="desk" aria-label="Your choices" data-tour="desk" data-ready=${model.ready ? "yes" : "no"}>
    <${Prompt} model=${model} /><${Notice} model=${model} />
    ${desk.cut ? html`<${Cut} model=${model} />` : html`<${Groups} model=${model} />`}
    ${desk.bets && !desk.cut ? html`<${Tray} model=${model} />` : null}
    ${desk.tournament && !desk.cut ? html`<${SessionChoices} model=${model} />` : null}
    ${desk.bet_manager && !desk.cut ? html`<${BetManager} model=${model} />` : null}
    ${desk.free_boxes.length && !desk.watching && !desk.seat?.boxes.length ? html`<${FreeBoxes} model=${model} />` : null}
    ${desk.watching ? html`<${Watching} model=${model} />` : null}
    <${Hints} hints=${desk.hints} book=${model.view.book} />
  </section>`;
}
