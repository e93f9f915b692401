// The viewer's own seat: chips, limits, the session so far, and how to leave.

import { Dialog } from "./dialog.js";
import { AnyButton } from "./desk.js";
import { html } from "./html.js";
import { LimitsLeft } from "./limits_left.js";
import { money } from "./money.js";

const signed = (cents) => (cents > 0 ? `+${money(cents)}` : money(cents));
const kindOf = (cents) => (cents > 0 ? "win" : cents < 0 ? "lose" : "even");
const rounds = (count) => `${count} ${count === 1 ? "round" : "rounds"}`;

export function Balance({ model }) {
  const { seat } = model.desk;
  if (!seat) return null;
  return html`<p class="balance" id="balance"><span class="cc-hidden">You have </span><b>${money(seat.chips)}</b>${seat.tokens ? html` <span>and ${money(seat.tokens)} in tokens</span>` : html` <span>in chips</span>`}</p>`;
}

export function Session({ model }) {
  const { session } = model.desk;
  if (!session) return null;
  return html`<p class="session" id="session"><span class="session-rounds">${rounds(session.rounds)}, </span><b class="gain" data-kind=${kindOf(session.net)}>${signed(session.net)}</b></p>`;
}

// `further` has the boxes that one may take besides; on the felt they can be pressed at any time.
function SeatButtons({ model, further = false }) {
  const { seat, free_boxes: free } = model.desk;
  const ways = further && seat.boxes.length ? [...free, ...seat.buttons] : seat.buttons;
  return html`<div class="choices" role="group" aria-label="Your seat">${ways.map((button) => html`<${AnyButton} key=${button.id} button=${button} model=${model} kind="quiet" />`)}</div>`;
}

// `brief` leaves the ways to go away to a dialog.
export function SeatPanel({ model, brief }) {
  const { seat } = model.desk;
  if (!seat) return null;
  const head = html`<div class="seat-head"><${Balance} model=${model} /><${Session} model=${model} /></div>`;
  if (brief) return html`<section class="seat" aria-label="Your seat">${head}<button type="button" class="tool" aria-haspopup="dialog" onClick=${() => model.show({ kind: "seat" })}>Seat</button></section>`;
  return html`<section class="seat" aria-label="Your seat">${head}
    ${seat.limits ? html`<p class="hint">Your limits: ${seat.limits}</p>` : null}<${LimitsLeft} model=${model} /><${SeatButtons} model=${model} /></section>`;
}

export function SeatDialog({ model, onClose }) {
  const { seat } = model.desk;
  return html`<${Dialog} title="Your seat" onClose=${onClose}><div class="seat"><${Balance} model=${model} /><${Session} model=${model} />
    ${seat?.limits ? html`<p class="hint">Your limits: ${seat.limits}</p>` : null}${seat ? html`<${LimitsLeft} model=${model} />` : null}${seat ? html`<${SeatButtons} model=${model} further />` : null}</div><//>`;
}
