// The coach: what each choice is worth exactly, and what the last decision cost. At play-money tables only.

import { Clause } from "./clause.js";
import { Dialog } from "./dialog.js";
import { html } from "./html.js";

function CoachSwitch({ model }) {
  const { on } = model.coach;
  return html`<button type="button" class="switch" id="coach-switch" role="switch" aria-checked=${String(on)} aria-keyshortcuts="K" onClick=${() => model.switchCoach()}>
    <span class="switch-word">Coach</span><span class="knob" aria-hidden="true"></span></button>`;
}

function Values({ advice }) {
  return html`<ol class="values">${advice.choices.map((choice) => html`<li key=${choice.act} data-best=${choice.act === advice.best ? "yes" : "no"}>
    <span>${choice.label}</span><b>${choice.text}</b><small>${choice.money}</small></li>`)}</ol>`;
}

function Words({ model }) {
  const { advice, asked, last, on } = model.coach;
  const { coach } = model.desk;
  if (!coach.offered) return html`<p class="hint">${coach.text}${coach.clause ? html` <${Clause} book=${model.view.book} clause=${coach.clause} />` : null}</p>`;
  if (!on) return html`<p class="hint">Switch it on for the exact best play with the cards that you see.</p>`;
  return html`${advice ? html`<${Values} advice=${advice} />${advice.note ? html`<p class="hint">${advice.note}</p>` : null}`
    : html`<p class="hint">${asked ? "It is being worked out." : "It speaks when it is your turn."}</p>`}
    ${last ? html`<p class="last" id="last-decision">${last}</p>` : null}`;
}

// The panel of wide windows.
export function CoachPanel({ model }) {
  const offered = model.desk.coach.offered;
  return html`<section class="coach" id="coach" aria-labelledby="coach-title" data-tour="coach"><div class="coach-head"><h2 id="coach-title">Coach</h2>
    ${offered ? html`<${CoachSwitch} model=${model} />` : null}</div><${Words} model=${model} /></section>`;
}

// One line for small windows: the best choice and what it is worth; the rest is a tap away.
export function CoachLine({ model }) {
  const { advice, asked, last, on } = model.coach;
  const best = advice?.choices.find((choice) => choice.act === advice.best);
  const words = best ? `Best: ${best.label} ${best.text}` : advice?.note || (asked ? "It is being worked out." : last || (on ? "It speaks on your turn." : "off"));
  return html`<section class="coach-line" id="coach" aria-label="Coach" data-tour="coach">
    ${model.desk.coach.offered ? html`<${CoachSwitch} model=${model} />` : null}
    <button type="button" class="line" aria-haspopup="dialog" onClick=${() => model.show({ kind: "coach" })}>${model.desk.coach.offered ? words : "No coach here"}</button></section>`;
}

export function CoachDialog({ model, onClose }) {
  return html`<${Dialog} title="Coach" onClose=${onClose}><div class="coach"><${Words} model=${model} /></div><//>`;
}
