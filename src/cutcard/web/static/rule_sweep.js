// A rule with each of its values by number of decks, as a chart. Asked for by a button, as each combination is solved.
import { LineChart } from "./chart.js";
import { html, useState } from "./html.js";
import { Told, useAnswer, useOpened } from "./odds_answer.js";
import { Choice } from "./odds_form.js";
import { path } from "./odds_question.js";

const VALUES_MOST = 4;

export function RuleSweep({ question, decks }) {
  const offered = useAnswer(path({ ...question, decks: null }, "/what-if"));
  const rules = (offered.found ?? []).filter((each) => each.choices.length > 1 && each.choices.length <= VALUES_MOST);
  const [chosen, setChosen] = useState("dealer.hits_soft_17");
  const [open, onOpen] = useOpened(JSON.stringify([question.book, question.game, question.options]));
  const rule = rules.find((each) => each.path === chosen) ?? rules[0];
  const asked = rule ? [...decks.map((each) => ["decks", String(each)]), ["vary", `${rule.path}=${rule.choices.map((each) => each.value).join("|")}`]] : [];
  const answer = useAnswer(open && rule ? path({ ...question, decks: null }, "/sweep", asked) : "");
  if (!rule) return null;
  return html`<section class="cc-panel cc-stack" aria-labelledby="sweep-title" data-part="sweep">
    <h2 id="sweep-title">A rule by number of decks</h2>
    <div class="cc-row"><${Choice} label="The rule that varies" value=${rule.path} options=${rules.map((each) => [each.path, each.title, each.group])} onChange=${setChosen} />
      ${!open && html`<button type="button" class="cc-button" onClick=${onOpen}>Work out every combination</button>`}</div>
    ${open && html`<${Told} of=${answer} shown=${(found) => html`<${Edges} found=${found} rule=${rule} />`} />`}
  </section>`;
}

function Edges({ found, rule }) {
  const series = rule.choices.map(({ value, text }) => ({ name: text, points: found.lines.filter((line) => line.values[0] === value).map((line) => [line.decks, 100 * line.house_edge]) }));
  const off = Math.max(...found.lines.map((line) => line.error_bound));
  return html`<${LineChart} title=${`House edge by number of decks: ${rule.title}`} x="Decks" y="House edge, %" series=${series} yFormat=${(value) => value.toFixed(4).replace("-", "−")} marks=${true} />
    <p class="cc-small cc-muted">Each combination has its own best play; ${off ? `the edges are known to ${(100 * off).toPrecision(1)} %` : "the edges are exact"}, from a full shoe.</p>`;
}
