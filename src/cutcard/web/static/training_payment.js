// A settled box: its cards on the felt, and for each wager what the dealer pays or takes.
import { Felt } from "./felt.js";
import { html, useState } from "./html.js";
import { gain } from "./money.js";

const WAYS = [["pay", "pays"], ["take", "takes"], ["leave", "leaves it"]];

const begun = (wager) => {
  if (wager.dealer === null) return { way: "", text: "" };
  if (wager.dealer === 0) return { way: "leave", text: "" };
  return { way: wager.dealer > 0 ? "pay" : "take", text: (Math.abs(wager.dealer) / 100).toFixed(2).replace(/\.00$/, "") };
};

// Cents, or null where it is not an amount of dollars.
function centsOf({ way, text }) {
  if (way === "leave") return 0;
  const match = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(",", ""));
  if (!match || !way) return null;
  const amount = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return way === "take" ? -amount : amount;
}

export function PaymentQuestion({ question, marked, onAnswer }) {
  const [given, setGiven] = useState(() => question.wagers.map(begun));
  const [busy, setBusy] = useState(false);
  const amounts = given.map(centsOf);
  const whole = amounts.every((each) => each !== null);
  const send = async (event) => {
    event.preventDefault();
    if (!whole || busy || marked) return;
    setBusy(true);
    await onAnswer({ amounts });
    setBusy(false);
  };
  const change = (at, part) => setGiven(given.map((each, i) => (i === at ? { ...each, ...part } : each)));
  return html`<div class="train-round train-paying">
    <div class="train-felt"><${Felt} table=${question.table} still=${true} /></div>
    <form class="train-answer" onSubmit=${send}>
      <p><b>Box ${question.box}.</b> The dealer has ${question.dealer}. ${question.asks}</p>
      <fieldset class="train-wagers" disabled=${Boolean(marked)}><legend class="cc-hidden">The wagers of box ${question.box}</legend>
        ${question.wagers.map((wager, i) => html`<${Wager} key=${i} wager=${wager} given=${given[i]} place=${i} onChange=${(part) => change(i, part)} />`)}
      </fieldset>
      ${!marked && html`<div class="cc-row"><button type="submit" class="cc-button cc-main" aria-disabled=${!whole || busy}>${question.wagers[0].dealer === null ? "Answer" : "That is right"}</button>
        <span class="cc-muted cc-small">What the player wins or loses; a stake that only comes back is left.</span></div>`}
    </form>
  </div>`;
}

function Wager({ wager, given, place, onChange }) {
  const id = `wager-${place}`;
  return html`<div class="train-wager" role="group" aria-labelledby=${id}>
    <p id=${id}><b>${wager.title}</b> <span class="cc-muted">${wager.player}, ${wager.cards}</span>${wager.dealer !== null && html` <span class="cc-tag">dealer: ${gain(wager.dealer)}</span>`}</p>
    <div class="train-ways">${WAYS.map(([way, words]) => html`<label key=${way} class="train-way"><input type="radio" name=${`${id}-way`} value=${way} checked=${given.way === way} onChange=${() => onChange({ way })} /><span>${words}</span></label>`)}
      ${given.way !== "leave" && html`<span class="train-amount"><span aria-hidden="true">$</span><input class="cc-input" type="text" inputmode="decimal" maxlength="12" autocomplete="off" aria-label=${`Dollars for ${wager.title}`} value=${given.text} onInput=${(event) => onChange({ text: event.target.value })} /></span>`}</div>
  </div>`;
}
