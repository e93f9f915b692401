// What a spot pays: the words on the cloth for the main wager, the pay table of a side bet.

import { Dialog } from "./dialog.js";
import { html } from "./html.js";
import { money } from "./money.js";

const limits = (bet) => (bet.minimum === bet.maximum ? `${money(bet.minimum)} a wager` : bet.maximum === null ? `from ${money(bet.minimum)}` : `${money(bet.minimum)} to ${money(bet.maximum)}`);

function Side({ bet }) {
  return html`<section class="pay-table"><h3>${bet.title}</h3><p class="hint">${limits(bet)}</p>
    <table><thead><tr><th scope="col">Outcome</th><th scope="col">Pays</th></tr></thead>
      <tbody>${bet.in_words.map(([outcome, pays]) => html`<tr key=${outcome}><td>${outcome}</td><td>${pays}</td></tr>`)}</tbody></table>
    ${bet.prizes.length ? html`<p class="hint">Prizes for each dollar: ${bet.prizes.map((prize) => money(prize)).join(", ")}.</p>` : null}</section>`;
}

export function PayTableDialog({ view, bet, onClose }) {
  const side = view.side_bets.find((each) => each.bet === bet);
  const shown = side ? [side] : view.side_bets;
  return html`<${Dialog} title=${side ? `What ${side.title} pays` : "What the bets pay"} onClose=${onClose}>
    ${side ? null : html`<section class="pay-table"><h3>${view.title}</h3><p class="hint">${money(view.minimum)} to ${money(view.maximum)} a box</p>
      <ul>${view.cloth.filter(Boolean).map((words) => html`<li key=${words}>${words}</li>`)}</ul>
      <p><a href=${`/games/${encodeURIComponent(view.book)}/${encodeURIComponent(view.game)}`}>How this game differs</a></p></section>`}
    ${side || !view.layout ? null : html`<section class="pay-table"><h3>This table</h3>
      <ul>${view.layout.words.map((words) => html`<li key=${words}>${words}</li>`)}</ul>
      <p><a href=${`/rulebook/${encodeURIComponent(view.book)}?game=${encodeURIComponent(view.game)}`}>The rules of the house</a></p></section>`}
    ${shown.map((each) => html`<${Side} key=${each.bet} bet=${each} />`)}
  <//>`;
}
