// For those who count cards: what each card is worth, how well counting systems follow it, index numbers, what bets by a count win, and side bets by a count.
// Asked for by a button, as it takes seconds.
import { sentence } from "./api.js";
import { BarChart, LineChart } from "./chart.js";
import { html, useId, useState } from "./html.js";
import { Told, useAnswer, useOpened } from "./odds_answer.js";
import { Choice, TextField } from "./odds_form.js";
import { path } from "./odds_question.js";

const SPREADS = [["1:2,2:4,3:8", "1 to 8"], ["1:2,2:4,3:8,4:12", "1 to 12"], ["1:2,2:3,3:4", "1 to 4"], ["kelly=1", "the best for the bankroll"], ["kelly=0.5", "half of the best"]];
const signed = (value, digits) => `${value > 0 ? "+" : ""}${value.toFixed(digits)}`.replace("-", "−");
const chance = (part) => `${(100 * part).toFixed(2)} %`;

// `sides` are the game's side bets with their pay tables.
export function CardCounting({ question, sides }) {
  const [open, onOpen] = useOpened(JSON.stringify(question));
  const [system, setSystem] = useState("hi-lo");
  const [averse, setAverse] = useState(false);
  const effects = useAnswer(open ? path(question, "/effects") : "");
  const indices = useAnswer(open ? path(question, "/indices", [["system", system], ["risk_averse", String(averse)]]) : "");
  const [spread, setSpread] = useState(SPREADS[0][0]);
  const [bankroll, setBankroll] = useState("500");
  const [goal, setGoal] = useState("");
  const [rounds, setRounds] = useState("1000");
  const money = bankroll.trim() ? [["bankroll", bankroll], ["goal", goal], ["rounds", rounds]].filter(([, text]) => text.trim()) : [];
  const [side, setSide] = useState("");
  const [bet, table] = side.split("=");
  const counted = useAnswer(open && side ? path(question, `/side-bets/${encodeURIComponent(bet)}/counts`, [["system", system], ["table", table]]) : "");
  const tables = sides.flatMap((each) => each.tables.map((one) => [`${each.id}=${one.table}`, `${each.title} ${one.table}`]));
  const bets = useAnswer(open ? path(question, "/bets", [["system", system], spread.startsWith("kelly=") ? spread.split("=") : ["spread", spread], ...money]) : "");
  const id = useId();
  return html`<section class="cc-panel cc-stack" aria-labelledby="counting-title" data-part="counting">
    <h2 id="counting-title">For those who count cards</h2>
    ${!open && html`<p class="cc-row"><button type="button" class="cc-button" onClick=${onOpen}>Work out what each card is worth</button></p>`}
    ${open && html`<${Told} of=${effects} shown=${(found) => html`<${Effects} found=${found} />`} />
      <div class="cc-row">
        ${effects.found && html`<${Choice} label="Index numbers by" value=${system} options=${effects.found.systems.filter((each) => each.name !== "best").map((each) => [each.name, each.title])} onChange=${setSystem} />`}
        <div class="cc-check"><input id=${id} type="checkbox" checked=${averse} onChange=${(event) => setAverse(event.target.checked)} /><label for=${id}>Weigh the risk of each play</label></div>
      </div>
      <${Told} of=${indices} shown=${(found) => html`<${Indices} found=${found} />`} />
      <div class="cc-row"><${Choice} label="Bets" value=${spread} options=${SPREADS} onChange=${setSpread} />
        <${TextField} label="Bankroll, smallest wagers" value=${bankroll} inputmode="decimal" onChange=${setBankroll} />
        <${TextField} label="To win, smallest wagers" value=${goal} inputmode="decimal" onChange=${setGoal} />
        <${TextField} label="Within this many rounds" value=${rounds} inputmode="numeric" onChange=${setRounds} /></div>
      <${Told} of=${bets} shown=${(found) => html`<${Bets} found=${found} />`} />
      ${tables.length > 0 && html`<div class="cc-row"><${Choice} label="A side bet by the count" value=${side} options=${[["", "none"], ...tables]} onChange=${setSide} /></div>`}
      ${side && html`<${Told} of=${counted} shown=${(found) => html`<${SideCounts} found=${found} />`} />`}`}
  </section>`;
}

function Effects({ found }) {
  const bars = found.effects.map((each) => ({ name: each.rank, values: [100 * each.best, 100 * each.chart] }));
  const number = (value) => signed(value, 4);
  return html`<${BarChart} title="What removing one card changes for the player, % of the wager (exact)" x="Card" y="%" bars=${bars} series=${["best play", "play by the chart"]} yFormat=${number} />
    <div class="cc-scroll" tabindex="0" role="group" aria-label="Counting systems"><table class="cc-table">
      <caption>How well counting systems follow that (${found.systems_error})</caption>
      <thead><tr><th scope="col">System</th><th scope="col" class="cc-number">Betting</th><th scope="col" class="cc-number">Playing</th><th scope="col" class="cc-number">Insurance</th><th scope="col">Tags</th></tr></thead>
      <tbody>${found.systems.map((each) => html`<tr key=${each.name} data-system=${each.name}><th scope="row">${each.title}</th>
        ${[each.betting_correlation, each.playing_efficiency, each.insurance_correlation].map((value) => html`<td class="cc-number">${value === null ? "–" : value.toFixed(3)}</td>`)}
        <td class="odds-tags">${Object.entries(each.tags).map(([rank, tag]) => `${rank} ${tag ? signed(tag, tag % 1 ? 1 : 0) : 0}`).join(", ")}</td></tr>`)}</tbody>
    </table></div>`;
}

function Indices({ found }) {
  return html`<div class="cc-stack">
    ${found.insurance !== null && html`<p>Insurance pays from a true count of ${signed(found.insurance, 1)}.</p>`}
    <details class="cc-more" data-indices><summary>Plays that change with the count (${found.plays.length})</summary>
      <div class="cc-scroll" tabindex="0" role="group" aria-label="Index numbers"><table class="cc-table">
        <caption class="cc-hidden">Index numbers</caption>
        <thead><tr><th scope="col">Hand</th><th scope="col">Against</th><th scope="col">At 0</th><th scope="col">Below</th><th scope="col">From a true count of</th></tr></thead>
        <tbody>${found.plays.map((each) => html`<tr key=${`${each.hand} ${each.up}`}><th scope="row">${each.hand}</th><td>${each.up}</td><td>${each.play}</td><td>${each.below}</td>
          <td>${each.changes.map((one) => `${signed(one.from_count, 1)} ${one.play}`).join(", ")}</td></tr>`)}</tbody>
      </table></div></details>
    <p class="cc-small cc-muted">${sentence(found.method)}</p>
  </div>`;
}

function Bets({ found }) {
  const often = found.counts.filter((each) => each.chance >= 0.0005);
  return html`<div class="cc-stack" data-bets>
    <p>In 100 rounds such bets win ${signed(found.win_per_100_rounds, 2)} smallest wagers, with a deviation of ${found.sd_per_100_rounds.toFixed(1)}. The DI is ${found.di.toFixed(2)}, the SCORE ${found.score.toFixed(2)},
      and N0 ${found.n0 === null ? "does not exist, as nothing is won" : `${Math.round(found.n0).toLocaleString("en")} rounds`}; ${(100 * found.penetration).toFixed(0)} % of the shoe is dealt.</p>
    ${found.ruin.ever !== undefined && html`<p data-ruin>The bankroll is lost with a chance of ${chance(found.ruin.ever)} if play goes on for ever${found.ruin.in_session === undefined ? "" : `, of ${chance(found.ruin.in_session)} within these rounds`}${found.ruin.before_goal === undefined ? "" : `, and of ${chance(found.ruin.before_goal)} before so much is won`} (as a Brownian motion).</p>`}
    <details class="cc-more"><summary>By true count</summary>
      <div class="cc-scroll" tabindex="0" role="group" aria-label="Bets by true count"><table class="cc-table">
        <caption class="cc-hidden">How often each true count comes, and what a round is worth there</caption>
        <thead><tr><th scope="col" class="cc-number">True count</th><th scope="col" class="cc-number">Rounds, %</th><th scope="col" class="cc-number">Worth, % of the wager</th><th scope="col" class="cc-number">Wager</th></tr></thead>
        <tbody>${often.map((each) => html`<tr key=${each.true_count}><th scope="row" class="cc-number">${signed(each.true_count, 0)}</th><td class="cc-number">${(100 * each.chance).toFixed(2)}</td>
          <td class="cc-number">${signed(100 * each.worth, 2)}</td><td class="cc-number">${each.wager}</td></tr>`)}</tbody>
      </table></div></details>
    <p class="cc-small cc-muted">${sentence(found.method)}</p>
  </div>`;
}

function SideCounts({ found }) {
  const often = found.counts.filter((each) => each.chance >= 0.0005);
  const worth = [{ name: "worth", points: often.map((each) => [each.true_count, 100 * each.worth]) }, { name: "even", points: often.map((each) => [each.true_count, 0]) }];
  const pays = found.pays_from === null ? "It pays at no count." : `It pays from a true count of ${signed(found.pays_from, 0)}: placed only there, in ${chance(found.placed)} of the rounds, it wins ${signed(found.win_per_100_rounds, 3)} stakes in 100 rounds.`;
  return html`<div class="cc-stack" data-side-counts>
    <p>${pays} What the tags follow of its cards is a correlation of ${found.correlation.toFixed(3)}.</p>
    <${LineChart} title="What the side bet is worth at each true count" x="True count" y="% of the stake" series=${worth} xFormat=${(value) => signed(value, 0)} yFormat=${(value) => signed(value, 2)} />
    <p class="cc-small cc-muted">${sentence(found.error)}</p>
  </div>`;
}
