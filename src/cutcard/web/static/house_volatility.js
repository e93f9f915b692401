// For the house: how much its win varies by number of rounds, and which results that comes from; win, hold and mistakes below it.
import { HouseSide } from "./house_side.js";
import { html } from "./html.js";
import { Told, useAnswer, useOpened } from "./odds_answer.js";
import { path } from "./odds_question.js";

const number = (value, digits) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
const percent = (value, digits = 3) => number(100 * value, digits);

export function HouseVolatility({ question, sides }) {
  const [open, onOpen] = useOpened(JSON.stringify(question));
  const answer = useAnswer(open ? path(question, "/volatility") : "");
  return html`<section class="cc-panel cc-stack" aria-labelledby="house-title" data-part="house">
    <h2 id="house-title">For the house</h2>
    ${!open && html`<p class="cc-row"><button type="button" class="cc-button" onClick=${onOpen}>Work out how much its win varies</button></p>`}
    ${open && html`<${Told} of=${answer} shown=${(found) => html`<${Periods} found=${found} />`} />
      <${HouseSide} key=${JSON.stringify(question)} question=${question} sides=${sides} />`}
  </section>`;
}

function Periods({ found }) {
  const edge = found.error_bound ? `known to ${percent(found.error_bound, 6)} %` : "exact";
  const deviation = found.sd_error ? `known to ${found.sd_error.toPrecision(1)}` : "exact";
  const levels = Object.keys(found.periods[0].bands);
  return html`<p>House edge ${percent(found.house_edge, 4)} % (${edge}), deviation of a round ${number(found.sd, 4)} wagers (${deviation}).</p>
    <div class="cc-scroll" tabindex="0" role="group" aria-label="The house's win by number of rounds"><table class="cc-table">
      <caption>The house's win on one box (${found.method})</caption>
      <thead><tr><th scope="col" class="cc-number">Rounds</th><th scope="col" class="cc-number">Expected, wagers</th><th scope="col" class="cc-number">Deviation, wagers</th>
        ${levels.map((level) => html`<th scope="col" class="cc-number">In ${level} of periods, % of wagers</th>`)}</tr></thead>
      <tbody>${found.periods.map((each) => html`<tr key=${each.rounds} data-rounds=${each.rounds}><th scope="row" class="cc-number">${each.rounds.toLocaleString("en")}</th>
        <td class="cc-number">${number(each.expected, 1)}</td><td class="cc-number">${number(each.sd, 1)}</td>
        ${levels.map((level) => html`<td class="cc-number">${each.bands[level].map((end) => percent(end, 2)).join(" to ")}</td>`)}</tr>`)}</tbody>
    </table></div>
    <details class="cc-more"><summary>Results of a round and their part of the variance</summary>
      <div class="cc-scroll" tabindex="0" role="group" aria-label="Results of a round"><table class="cc-table">
        <caption class="cc-hidden">Results of a round</caption>
        <thead><tr><th scope="col" class="cc-number">Player's result, wagers</th><th scope="col" class="cc-number">Chance, %</th><th scope="col" class="cc-number">Part of the variance, %</th></tr></thead>
        <tbody>${found.outcomes.map((each) => html`<tr key=${each.net}><th scope="row" class="cc-number">${number(each.net, 1)}</th><td class="cc-number">${percent(each.chance)}</td><td class="cc-number">${percent(each.part_of_variance, 2)}</td></tr>`)}</tbody>
      </table></div></details>`;
}
