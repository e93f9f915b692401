// The marks of an answer, and the sum of a drill, with the clauses in our own words.
import { Clause } from "./clause.js";
import { sentence } from "./api.js";
import { html, useEffect, useRef } from "./html.js";

export function Marks({ book, marked, last, onNext }) {
  const heading = useRef(null);
  useEffect(() => { heading.current?.focus(); heading.current?.scrollIntoView({ block: "nearest" }); }, []);
  return html`<section class="cc-panel cc-stack train-marks" data-right=${marked.right ? "yes" : "no"} aria-labelledby="marks">
    <h3 id="marks" tabindex="-1" ref=${heading}>${marked.right ? "Right" : "Not quite"}: ${marked.words.toLowerCase()}</h3>
    ${marked.says && html`<p>${sentence(marked.says)}</p>`}
    <ul class="train-points" role="list">${marked.marks.map((mark, i) => html`<li key=${i} data-right=${mark.right ? "yes" : "no"}>
      <span class="train-sign" aria-hidden="true">${mark.right ? "✓" : "✗"}</span>
      <div><p><span class="cc-hidden">${mark.right ? "Right. " : "Wrong. "}</span><b>${mark.about}:</b> ${mark.due}${mark.clauses.length > 0 && html` <${Clause} book=${book} clause=${mark.clauses.join(", ")} />`}</p>
        ${!mark.right && html`<p class="cc-small cc-muted">You said: ${mark.given}.</p>`}
        ${mark.why && html`<p class="cc-small cc-muted">${mark.why}</p>`}</div></li>`)}</ul>
    ${marked.clauses.length > 0 && html`<dl class="train-clauses">${marked.clauses.map((each) => html`<div key=${each.clause}><dt><${Clause} book=${book} clause=${each.clause} /></dt><dd>${each.says}</dd></div>`)}</dl>`}
    <div class="cc-row"><button type="button" class="cc-button cc-main" onClick=${onNext}>${last ? "See the result" : "Next question"}</button></div>
  </section>`;
}

const share = (score) => `${score.points} of ${score.out_of}`;

function Scores({ title, first, scores, named }) {
  return html`<div class="cc-scroll" tabindex="0" role="region" aria-label=${title}><table class="cc-table"><caption>${title}</caption>
    <thead><tr><th scope="col">${first}</th><th scope="col" class="cc-number">Points</th></tr></thead>
    <tbody>${scores.map((score) => html`<tr key=${score.name} data-weak=${score.points < score.out_of ? "yes" : "no"}><th scope="row">${named(score)}</th><td class="cc-number">${share(score)}</td></tr>`)}</tbody></table></div>`;
}

export function Summary({ book, summary, heading, onAgain }) {
  const weak = summary.by_kind.filter((score) => score.points < score.out_of && score.name !== "none").map((score) => score.name);
  return html`<section class="cc-panel cc-stack train-sum" aria-labelledby="sum" data-passed=${summary.passed ? "yes" : "no"}>
    <h2 id="sum" tabindex="-1" ref=${heading}>${summary.passed ? "Passed" : "Not passed yet"}</h2>
    <dl class="cc-facts"><div><dt>questions right</dt><dd>${summary.right} of ${summary.answered}</dd></div><div><dt>points</dt><dd>${share({ points: summary.points, out_of: summary.out_of })}</dd></div></dl>
    <p class="cc-muted">Four points of five pass.</p>
    <div class="train-scores">
      <${Scores} title="By kind" first="Kind" scores=${summary.by_kind} named=${(score) => score.words} />
      ${summary.by_clause.length > 0 && html`<${Scores} title="By clause, the weakest first" first="Clause" scores=${summary.by_clause} named=${(score) => html`<${Clause} book=${book} clause=${score.name} /><span class="train-says">${score.words}</span>`} />`}
    </div>
    <div class="cc-row">${weak.length > 0 && html`<button type="button" class="cc-button cc-main" onClick=${() => onAgain(weak)}>Train what went wrong</button>`}
      <button type="button" class="cc-button ${weak.length ? "" : "cc-main"}" onClick=${() => onAgain([])}>New drill</button></div>
  </section>`;
}
