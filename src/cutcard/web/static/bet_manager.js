// The Personal Bet Manager: the balance for jackpot wagers, the bet button, and how money gets on and off it.

import { AnyButton } from "./desk.js";
import { html } from "./html.js";

export function BetManager({ model }) {
  const device = model.desk.bet_manager;
  return html`<section class="bet-manager" aria-label="Bet manager">
    <p><b>${device.title || "Bet manager"}</b> <output id="device-balance" aria-label="Balance">${device.shown}</output></p>
    <div class="choices" role="group" aria-label="Bet manager">${device.buttons.map((button) => html`<${AnyButton} key=${button.id} button=${button} model=${model} />`)}</div>
  </section>`;
}
