// What comes next at a table that is run by hand: the step, a number that goes with it, and the calls of players.
import { Clause } from "./clause.js";
import { html, useEffect, useRef } from "./html.js";

function Number_({ number, enabled, onGive }) {
  const input = useRef(null);
  const send = (event) => {
    event.preventDefault();
    if (enabled && input.current.value) onGive({ ...number.command, [number.field]: Number(input.current.value) });
  };
  return html`<form class="staff-number" onSubmit=${send}>
    <div class="cc-field"><label for="step-number">${number.label}</label>
      <input ref=${input} id="step-number" class="cc-input" type="number" inputmode="numeric" required min=${number.least} max=${number.most} defaultValue=${number.value ?? ""} disabled=${!enabled} /></div>
    <button class="cc-button ${enabled ? "cc-main" : ""}" type="submit" aria-disabled=${!enabled}>${number.button}</button></form>`;
}

// The button is also what Enter on the empty line presses: `press` is filled in with it.
export function NextStep({ staff, press, onGive, onForm }) {
  const { step } = staff;
  const label = step.label || step.words;
  const doable = !step.runs_itself && step.enabled && (step.command || step.form);
  useEffect(() => {
    press.current = () => {
      if (doable && step.command) onGive(step.command);
      else if (doable) onForm(step.form);
      else document.querySelector("#step-number:not([disabled])")?.form.requestSubmit();
    };
  });
  const button = (step.command || step.form) && !step.runs_itself;
  return html`<div class="staff-step">
    ${(step.words !== label || !button) && html`<p class="staff-words">${step.words}</p>`}
    ${step.runs_itself && html`<p class="cc-small cc-muted">This table runs itself: the house does it.</p>`}
    ${step.number && html`<${Number_} key=${`${staff.moment} ${step.number.field}`} number=${step.number} enabled=${step.enabled} onGive=${onGive} />`}
    ${button && html`<button type="button" class="cc-button cc-main staff-button" data-step aria-disabled=${!step.enabled} onClick=${() => { if (doable) press.current(); }}>${label}</button>`}
    ${step.clause && html`<p class="cc-small cc-muted">${step.why || "Enter does it."} Clause <${Clause} book=${staff.table.book} clause=${step.clause} /></p>`}
  </div>`;
}

export function Calls({ staff, onGive }) {
  return staff.calls.map((calls) => html`<div role="group" class="staff-calls" aria-label=${calls.label} key=${calls.label}>
    <h2><bdi>${calls.label}</bdi></h2>
    <div class="staff-row">${[...calls.buttons].sort((one, other) => other.enabled - one.enabled).map((call) => html`<div key=${call.label}>
      <button type="button" class="cc-button" data-call=${call.command.do} aria-disabled=${!call.enabled} onClick=${() => { if (call.enabled) onGive(call.command); }}>
        ${call.enabled && html`<kbd>${call.key}</kbd>`} ${call.label}</button>
      ${call.why && html`<small>${call.why} <${Clause} book=${staff.table.book} clause=${call.clause} /></small>`}</div>`)}</div></div>`);
}
