// The house's side besides its volatility: win and hold by boxes, a side bet beside the main wager, and what dealers' mistakes cost.
import { sentence } from "./api.js";
import { Clause } from "./clause.js";
import { html, useState } from "./html.js";
import { Told, useAnswer } from "./odds_answer.js";
import { Choice } from "./odds_form.js";
import { path } from "./odds_question.js";

const number = (value, digits) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
const signed = (value, digits) => `${value > 0 ? "+" : ""}${number(value, digits)}`;

export function HouseSide({ question, sides }) {
  const win = useAnswer(path(question, "/win"));
  const [mistakes, setMistakes] = useState(false);
  const wrong = useAnswer(mistakes ? path(question, "/mistakes") : "");
  return html`<${Told} of=${win} shown=${(found) => html`<${Win} found=${found} />`} />
    ${sides.length > 0 && html`<${Beside} question=${question} sides=${sides} />`}
    ${!mistakes && html`<p class="cc-row"><button type="button" class="cc-button" onClick=${() => setMistakes(true)}>Work out what dealers' mistakes cost</button></p>`}
    ${mistakes && html`<${Told} of=${wrong} shown=${(found) => html`<${Mistakes} found=${found} />`} />`}`;
}

function Win({ found }) {
  return html`<div class="cc-stack" data-win>
    <div class="cc-scroll" tabindex="0" role="group" aria-label="Win and hold by boxes"><table class="cc-table">
      <caption>What a table wins in an hour, in wagers, and the hold of a buy-in of ${found.buy_in} wagers that is played for ${found.stays} hours</caption>
      <thead><tr><th scope="col" class="cc-number">Boxes</th><th scope="col" class="cc-number">Rounds</th><th scope="col" class="cc-number">Win</th><th scope="col" class="cc-number">Deviation</th>
        <th scope="col" class="cc-number">Rounds of a buy-in</th><th scope="col" class="cc-number">All lost, %</th><th scope="col" class="cc-number">Hold, %</th></tr></thead>
      <tbody>${found.boxes.map((each) => html`<tr key=${each.boxes} data-boxes=${each.boxes}><th scope="row" class="cc-number">${each.boxes}</th><td class="cc-number">${number(each.rounds_an_hour, 0)}</td>
        <td class="cc-number">${signed(each.win, 3)}</td><td class="cc-number">${number(each.sd, 2)}</td><td class="cc-number">${number(each.rounds_of_a_buy_in, 0)}</td>
        <td class="cc-number">${number(100 * each.chance_all_lost, 1)}</td><td class="cc-number">${number(100 * each.hold, 2)}</td></tr>`)}</tbody>
    </table></div>
    <p class="cc-small cc-muted">${sentence(found.method)}</p>
  </div>`;
}

// `sides` are the game's side bets with their pay tables.
function Beside({ question, sides }) {
  const [bet, setBet] = useState("");
  const answer = useAnswer(bet ? path(question, "/covariances", [["side_bet", bet]]) : "");
  const tables = sides.flatMap((side) => side.tables.map(({ table }) => [table ? `${side.id}=${table}` : side.id, `${side.title} ${table}`]));
  return html`<div class="cc-stack" data-beside>
    <div class="cc-row"><${Choice} label="A side bet beside the main wager" value=${bet} options=${[["", "none"], ...tables]} onChange=${setBet} /></div>
    ${bet && html`<${Told} of=${answer} shown=${(found) => html`<${Together} one=${found.side_bets[0]} />`} />`}
  </div>`;
}

function Together({ one }) {
  const error = one.standard_error ? ` ± ${number(one.standard_error, 3)}` : "";
  return html`<p>The correlation with the main wager is ${signed(one.correlation, 4)}, the covariance ${signed(one.covariance, 4)}${error} squared wagers (${one.error}); by itself the bet has a deviation of ${number(one.sd, 3)} wagers.</p>`;
}

function Mistakes({ found }) {
  return html`<div class="cc-stack" data-mistakes>
    <div class="cc-scroll" tabindex="0" role="group" aria-label="Dealers' mistakes"><table class="cc-table">
      <caption>Dealers' mistakes: what one costs the house, in wagers; below nothing the player loses it</caption>
      <thead><tr><th scope="col">Clause</th><th scope="col">Occasion</th><th scope="col">Mistake</th><th scope="col" class="cc-number">Occasions in 100 rounds</th><th scope="col" class="cc-number">One costs</th></tr></thead>
      <tbody>${found.mistakes.map((each) => html`<tr key=${`${each.clause} ${each.occasion} ${each.mistake}`}><td>${each.clause.split(", ").map((clause) => html`<${Clause} book=${found.rulebook} clause=${clause} /> `)}</td>
        <th scope="row">${each.occasion}</th><td>${each.mistake}</td><td class="cc-number">${number(100 * each.chance, 2)} ± ${number(100 * each.chance_error, 2)}</td>
        <td class="cc-number">${signed(each.cost, 3)} ± ${number(each.cost_error, 3)}</td></tr>`)}</tbody>
    </table></div>
    <p class="cc-small cc-muted">${sentence(found.method)}</p>
  </div>`;
}
