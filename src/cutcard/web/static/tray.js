// The chip tray: choose a chip, tap a spot. A chip lays what it says; one that cannot be laid says why before the click.

import { DeskButton } from "./desk.js";
import { html } from "./html.js";
import { money } from "./money.js";

function Chip({ chip, model }) {
  const chosen = chip.value === model.chip;
  return html`<button type="button" role="radio" class="chip" id=${`chip-${chip.value}`} data-value=${chip.value} aria-checked=${String(chosen)}
      aria-disabled=${chip.enabled ? undefined : "true"} aria-label=${`${chip.label} chip${chip.enabled ? "" : `: ${chip.why}`}`} title=${chip.enabled ? undefined : chip.why}
      tabindex=${chosen ? 0 : -1} onClick=${() => model.pick(chip)} onKeyDown=${(event) => arrows(event, model)}>
    <span aria-hidden="true">${chip.label}</span></button>`;
}

// Arrow keys go from chip to chip, as in every group of which one is chosen.
function arrows(event, model) {
  const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  nextChip(model, step);
  requestAnimationFrame(() => document.getElementById(`chip-${model.chip}`)?.focus());
}

export function nextChip(model, step) {
  const chips = model.desk?.bets?.chips.filter((chip) => chip.enabled) ?? [];
  const next = chips[chips.findIndex((chip) => chip.value === model.chip) + step];
  if (next) model.pick(next);
  return Boolean(next);
}

// A spot of the viewer's own as a button: for fingers, and for people who do not see the felt.
function Spot({ spot, model }) {
  const side = spot.bet !== "main";
  return html`<div class="spot"><button type="button" class="do lay" id=${`lay-${spot.box}-${spot.bet}`} data-kind="plain" aria-disabled=${spot.enabled ? undefined : "true"}
      title=${spot.enabled ? undefined : spot.why} onClick=${() => model.lay(spot)}>
      <b>${spot.title}</b><span class="detail">${spot.laid ? money(spot.laid) : side ? "side bet" : "your bet"}</span></button>
    <button type="button" class="pays" aria-label=${`What ${spot.title} pays`} onClick=${() => model.show({ kind: "pays", bet: spot.bet })}>i</button></div>`;
}

// The viewer's own boxes, and wherever they have laid something; behind others one bets on the felt.
function ownSpots({ bets, seat }) {
  return bets.spots.filter((spot) => spot.laid > 0 || seat?.boxes.includes(spot.box));
}

export function Tray({ model }) {
  const { bets } = model.desk;
  return html`<div class="tray">
    <div class="chips" role="radiogroup" aria-label="Chips" data-tour="chips">${bets.chips.map((chip) => html`<${Chip} key=${chip.value} chip=${chip} model=${model} />`)}</div>
    <div class="spots" role="group" aria-label="Spots" data-tour="spots">${ownSpots(model.desk).map((spot) => html`<${Spot} key=${`${spot.box}-${spot.bet}`} spot=${spot} model=${model} />`)}</div>
    <div class="choices bets" role="group" aria-label="Bets" data-tour="bets">${bets.buttons.map((button) => html`<${DeskButton} key=${button.id} button=${button} model=${model} />`)}</div>
    ${bets.note ? html`<p class="hint">${bets.note}</p>` : null}
  </div>`;
}
