// What a changed rule is worth, as `cutcard odds --what-if` says it: pick a rule and a value in words, or write it as there.
import { Clause } from "./clause.js";
import { html, useMemo, useState } from "./html.js";
import { Wrong, useAnswer } from "./odds_answer.js";
import { Choice, TextField } from "./odds_form.js";
import { path } from "./odds_question.js";

const MOST = 4; // as many as the service takes at a time

export function WhatIf({ question, changes, answers, wrong, onAgain, onChange }) {
  const offered = useAnswer(path({ ...question, decks: null }, "/what-if"));
  const rules = offered.found ?? [];
  return html`<section class="cc-panel cc-stack" aria-labelledby="what-if-title" data-part="what-if">
    <h2 id="what-if-title">What if a rule were different?</h2>
    ${changes.length > 1 && html`<p class="cc-small cc-muted">Each rule is changed by itself.</p>`}
    ${changes.length > 0 && html`<ul class="what-if-rows">${changes.map((change) => html`<${Changed} key=${change} change=${change} answer=${answers.find((each) => each.change === change)} waits=${!wrong} onRemove=${() => onChange(changes.filter((each) => each !== change))} />`)}</ul>`}
    ${wrong && html`<${Wrong} error=${wrong} book=${question.book} onAgain=${onAgain} />`}
    ${offered.wrong && html`<${Wrong} error=${offered.wrong} onAgain=${offered.again} />`}
    ${changes.length < MOST ? rules.length > 0 && html`<${Adding} book=${question.book} rules=${rules} onAdd=${(change) => onChange([...changes.filter((each) => each !== change), change])} />`
      : html`<p class="cc-small cc-muted">${MOST} changes at a time: remove one to add another.</p>`}
  </section>`;
}

function Changed({ change, answer, waits, onRemove }) {
  return html`<li class="what-if-row" data-change=${change}>
    <div><p class="what-if-title">${answer ? html`${answer.title}: <strong>${answer.value}</strong>` : html`<code>${change}</code>`}</p>
      <p class="cc-small cc-muted" role="status">${answer ? html`House edge <strong>${answer.edge}</strong>. ${answer.says}` : waits ? "Working it out…" : "There is no answer to this yet."}</p></div>
    <button type="button" class="cc-button" onClick=${onRemove} aria-label=${`Remove ${answer ? answer.title : change}`}>Remove</button>
  </li>`;
}

function Adding({ book, rules, onAdd }) {
  const [chosen, setChosen] = useState("natural.pays");
  const [value, setValue] = useState("");
  const rule = useMemo(() => rules.find((each) => each.path === chosen) ?? rules[0], [rules, chosen]);
  const other = rule.choices.find((each) => !each.now);
  const picked = value || (rule.choices.length ? other.value : "");
  const pick = (path_) => { setChosen(path_); setValue(""); };
  const add = (event) => {
    event.preventDefault();
    if (picked) onAdd(`${rule.path}=${picked.trim()}`);
  };
  const grouped = rules.map((each) => [each.path, each.title, each.group]);
  return html`<form class="what-if-form" onSubmit=${add}>
    <${Choice} label="Rule" value=${rule.path} options=${grouped} onChange=${pick} />
    ${rule.choices.length
      ? html`<${Choice} label="Instead" value=${picked} options=${rule.choices.map((each) => [each.value, each.now ? `${each.text} (as it is)` : each.text])} onChange=${setValue} />`
      : html`<${TextField} key=${rule.path} label="Instead" value=${value} onInput=${setValue} placeholder=${rule.example} hint=${`Written as ${rule.example}, which it is now.`} />`}
    <button type="submit" class="cc-button cc-main">Add</button>
    <p class="cc-small cc-muted what-if-now">As it is: ${rule.now} <${Clause} book=${book} clause=${rule.clause} /></p>
  </form>`;
}
