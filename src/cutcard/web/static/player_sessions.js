// A player's sessions: how they end, how likely the money runs out, and what leaving early or a promotion is worth. Asked for by a button, as they are simulated.
import { BarChart } from "./chart.js";
import { html, useState } from "./html.js";
import { Told, useAnswer, useOpened } from "./odds_answer.js";
import { TextField } from "./odds_form.js";
import { path } from "./odds_question.js";

const FIELDS = [
  ["bankroll", "Bankroll, wagers"], ["rounds", "Rounds of a session"], ["loss_limit", "Leave after losing, wagers"], ["win_goal", "Leave after winning, wagers"],
  ["rebate", "Part of a loss given back, 0 to 1"], ["gift", "Given at the start, wagers"],
];
const USUAL = { bankroll: "50", rounds: "500", loss_limit: "", win_goal: "", rebate: "", gift: "" };
const number = (value, digits) => value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace("-", "−");
const signed = (value, digits = 2) => `${value > 0 ? "+" : ""}${number(value, digits)}`;
const percent = (part, digits = 2) => `${number(100 * part, digits)} %`;

export function PlayerSessions({ question }) {
  const [open, onOpen] = useOpened(JSON.stringify(question));
  const [fields, setFields] = useState(USUAL);
  const asked = FIELDS.map(([name]) => [name, fields[name].trim()]).filter(([, text]) => text);
  const answer = useAnswer(open ? path(question, "/sessions", asked) : "");
  return html`<section class="cc-panel cc-stack" aria-labelledby="sessions-title" data-part="sessions">
    <h2 id="sessions-title">A player's sessions</h2>
    <div class="odds-picks">${FIELDS.map(([name, label]) => html`<${TextField} key=${name} label=${label} value=${fields[name]} inputmode="decimal" onChange=${(text) => setFields((before) => ({ ...before, [name]: text }))} />`)}</div>
    ${!open && html`<p class="cc-row"><button type="button" class="cc-button" onClick=${onOpen}>Play many sessions</button></p>`}
    ${open && html`<${Told} of=${answer} shown=${(found) => html`<${Ends} found=${found} />`} />`}
  </section>`;
}

function Ends({ found }) {
  const bars = found.columns.map((each) => ({ name: signed((each.least + each.most) / 2, 0), values: [each.share] }));
  const runs = found.losing_runs.map((each) => ({ name: String(each.rounds), values: [each.share] }));
  return html`<div class="cc-stack" data-sessions=${found.sessions}>
    <p>${number(found.sessions, 0)} sessions end at ${signed(found.mean)} ± ${number(found.mean_error, 2)} wagers on the average, with a deviation of ${number(found.sd, 1)}; ${percent(found.ahead)} ± ${percent(found.ahead_error)} of them end ahead.
      In <b data-ruined>${percent(found.ruined)}</b> ± ${percent(found.ruined_error)} the money runs out. Leaving early and what is given are worth ${signed(found.value)} wagers a session.</p>
    <${BarChart} title="How sessions end" x="Won or lost, wagers" y="Part of the sessions" bars=${bars} yFormat=${(value) => percent(value, 1)} />
    <details class="cc-more"><summary>Quantiles and losing runs</summary>
      <div class="cc-scroll" tabindex="0" role="group" aria-label="Quantiles of sessions"><table class="cc-table">
        <caption class="cc-hidden">Quantiles of sessions</caption>
        <thead><tr><th scope="col" class="cc-number">Of the sessions</th><th scope="col" class="cc-number">end at this or less, wagers</th></tr></thead>
        <tbody>${Object.entries(found.quantiles).map(([name, value]) => html`<tr key=${name}><th scope="row" class="cc-number">${name}</th><td class="cc-number">${signed(value, 1)}</td></tr>`)}</tbody>
      </table></div>
      <${BarChart} title="The longest run of lost rounds" x="Rounds lost in a row" y="Part of the sessions" bars=${runs} yFormat=${(value) => percent(value, 1)} /></details>
    <p class="cc-small cc-muted">${found.method[0].toUpperCase()}${found.method.slice(1)}.</p>
  </div>`;
}
