// Autoplay by the exact best play, with limits at which it stops, at play-money tables only; any press stops it at once.

import { Dialog } from "./dialog.js";
import { html, useState } from "./html.js";
import { money } from "./money.js";
import { isFor } from "./presses.js";

const AGAIN_MS = 2000;
const named = (buttons, id) => buttons.find((button) => button.id === id);

export class Autoplay {
  constructor(model) {
    this.model = model;
    this.running = false;
    this.limits = { rounds: 20, loss: 20_000, win: 20_000 };
    this.from = { rounds: 0, net: 0 };
    this.acted = ""; // the moment that has been answered
    model.onHand = () => this.stopByHand();
    model.subscribe(() => this.look());
  }

  start(limits) {
    this.limits = limits;
    this.from = { ...(this.model.desk.session ?? { rounds: 0, net: 0 }) };
    this.running = true;
    this.acted = "";
    this.model.say("Autoplay is on. Escape stops it.");
    this.look();
  }

  stop(why) {
    if (!this.running) return;
    this.running = false;
    this.model.refuse(`Autoplay is off. ${why}`, "", "", "told");
  }

  stopByHand() { this.stop("You have stopped it."); }

  get played() { return (this.model.desk?.session?.rounds ?? 0) - this.from.rounds; }

  get net() { return (this.model.desk?.session?.net ?? 0) - this.from.net; }

  // Why to stop before another round; empty to go on.
  enough() {
    if (this.played >= this.limits.rounds) return `${this.played} rounds have been played.`;
    if (this.net <= -this.limits.loss) return `The loss has reached ${money(-this.net)}.`;
    if (this.net >= this.limits.win) return `The win has reached ${money(this.net)}.`;
    return "";
  }

  look() {
    const { desk, ready, busy } = this.model;
    if (!this.running || !desk || !ready || busy || this.model.desk !== this.model.next) return;
    if (!desk.can_autoplay) { this.stop("It is not offered here now."); return; }
    const now = `${desk.moment}:${this.model.version}`;
    if (this.acted === now) return;
    this.acted = now;
    queueMicrotask(() => this.act(desk));
  }

  act(desk) {
    if (!this.running || desk !== this.model.desk) return;
    const buttons = desk.groups.flatMap((group) => group.buttons).filter((button) => button.enabled);
    if (desk.cut) this.press(named(buttons, "decline-cut"));
    else if (named(buttons, "press")) this.press(named(buttons, "press"));
    else if (desk.mine && buttons.length) this.decide(desk, buttons);
    else this.bet(desk, [...buttons, ...(desk.bets?.buttons ?? []).filter((button) => button.enabled)]);
  }

  async decide(desk, buttons) {
    const known = this.model.coach.advice;
    const advice = known && !known.again ? known : await this.model.adviceNow();
    if (!this.running || desk !== this.model.desk) return;
    if (advice.again) { // the coach is busy: it is asked once more
      this.acted = "";
      setTimeout(() => this.look(), AGAIN_MS);
      return;
    }
    const best = buttons.find((button) => isFor(button, advice.best)) ?? named(buttons, "decline");
    if (best) this.press(best);
    else this.stop(advice.note || "The best play is not known here.");
  }

  bet(desk, buttons) {
    const laid = Boolean(desk.bets?.spots.some((spot) => spot.laid > 0));
    const button = laid ? named(buttons, "deal") : named(buttons, "repeat-deal") ?? named(buttons, "repeat");
    const why = laid ? "" : this.enough();
    if (why && (button || desk.bets)) this.stop(why);
    else if (button) this.press(button);
    else if (desk.bets && !laid) this.stop("There is no last bet to repeat: lay one first.");
  }

  press(button) {
    if (button) this.model.press(button, button.amount?.value, false);
  }
}

const dollars = (text) => Math.max(0, Math.round(Number(text) * 100));

export function AutoplayDialog({ model, autoplay, onClose }) {
  const [limits, setLimits] = useState(autoplay.limits);
  const field = (name, label, value, read) => html`<label>${label}<input type="number" min="1" value=${value} onInput=${(event) => setLimits({ ...limits, [name]: read(event.target.value) })} /></label>`;
  const begin = (event) => { event.preventDefault(); onClose(); autoplay.start(limits); };
  return html`<${Dialog} title="Autoplay" onClose=${onClose}><form class="autoplay" onSubmit=${begin}>
    <p>Repeats your last bet and plays every hand by its exact best play. Stops at the first limit, or at once when you press Stop or Escape.</p>
    ${field("rounds", "Rounds", limits.rounds, (text) => Math.max(1, Math.round(Number(text))))}
    ${field("loss", "Stop at a loss of $", limits.loss / 100, dollars)}
    ${field("win", "Stop at a win of $", limits.win / 100, dollars)}
    <button type="submit" class="do" data-kind="primary" id="autoplay-start"><b>Start</b></button></form><//>`;
}

export function AutoplayBar({ autoplay }) {
  if (!autoplay.running) return null;
  return html`<div class="autoplay-bar"><p>Autoplay: round ${autoplay.played + 1} of ${autoplay.limits.rounds}</p>
    <button type="button" class="do" data-kind="primary" id="autoplay-stop" onClick=${() => autoplay.stopByHand()}><b>Stop</b><kbd aria-hidden="true">Esc</kbd></button></div>`;
}
