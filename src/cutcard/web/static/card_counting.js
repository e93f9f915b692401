// For those who count cards: what each card is worth, how well counting systems follow it, and index numbers. Asked for by a button, as it takes seconds.
import { sentence } from "./api.js";
import { BarChart } from "./chart.js";
import { html, useEffect, useId, useRef, useState } from "./html.js";
import { Choice } from "./odds_form.js";
import { path, worked } from "./odds_question.js";

const signed = (value, digits) => `${value > 0 ? "+" : ""}${value.toFixed(digits)}`.replace("-", "−");

export function CardCounting({ question }) {
  const [open, setOpen] = useState(false);
  const [system, setSystem] = useState("hi-lo");
  const [averse, setAverse] = useState(false);
  const effects = useAnswer(open ? path(question, "/effects") : "");
  const indices = useAnswer(open ? path(question, "/indices", [["system", system], ["risk_averse", String(averse)]]) : "");
  const id = useId();
  useEffect(() => setOpen(false), [JSON.stringify(question)]);
  return html`<section class="cc-panel cc-stack" aria-labelledby="counting-title" data-part="counting">
    <h2 id="counting-title">For those who count cards</h2>
    ${!open && html`<p class="cc-row"><button type="button" class="cc-button" onClick=${() => setOpen(true)}>Work out what each card is worth</button></p>`}
    ${open && html`<${Told} of=${effects} shown=${(found) => html`<${Effects} found=${found} />`} />
      <div class="cc-row">
        ${effects.found && html`<${Choice} label="Index numbers by" value=${system} options=${effects.found.systems.filter((each) => each.name !== "best").map((each) => [each.name, each.title])} onChange=${setSystem} />`}
        <label for=${id}><input id=${id} type="checkbox" checked=${averse} onChange=${(event) => setAverse(event.target.checked)} /> Weigh the risk of each play</label>
      </div>
      <${Told} of=${indices} shown=${(found) => html`<${Indices} found=${found} />`} />`}
  </section>`;
}

// An answer that is worked out for an address: what was found, what is said meanwhile, or what is wrong.
function useAnswer(where) {
  const [answer, setAnswer] = useState({});
  const now = useRef("");
  useEffect(() => {
    now.current = where;
    setAnswer({});
    if (!where) return;
    const wanted = () => now.current === where;
    const put = (part) => wanted() && setAnswer(part);
    worked(where, (says) => put({ says }), wanted).then((found) => found && put({ found }), (error) => put({ wrong: error.message }));
  }, [where]);
  return answer;
}

function Told({ of, shown }) {
  if (of.wrong) return html`<p class="cc-sentence cc-wrong" role="alert">${sentence(of.wrong)}</p>`;
  return of.found ? shown(of.found) : html`<p role="status">${of.says || "Working it out…"}</p>`;
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
        <td>${Object.entries(each.tags).map(([rank, tag]) => `${rank} ${tag ? signed(tag, tag % 1 ? 1 : 0) : 0}`).join(", ")}</td></tr>`)}</tbody>
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
