// "What if I had …": every decision of a round with its alternatives, their exact values, and what the one taken cost.
import { sentence } from "./api.js";
import { Clause } from "./clause.js";
import { html, useState } from "./html.js";
import { money } from "./money.js";
import { momentBefore } from "./replay_model.js";

const NOTHING = 0.0005; // of a wager: too little to mention

function Choices({ decision }) {
  return html`<table class="what-if-choices"><caption class="cc-hidden">Alternatives: ${decision.title}</caption>
    <thead><tr><th scope="col">Choice</th><th scope="col" class="number">Value</th><th scope="col" class="number">In money</th></tr></thead>
    <tbody>${decision.choices.map((choice) => html`<tr key=${choice.act} class=${choice.taken ? "taken" : ""}>
      <th scope="row">${choice.label}${choice.best && html` <span class="cc-tag">best</span>`}${choice.taken && html` <span class="cc-tag">taken</span>`}</th>
      <td class="number">${choice.text}</td><td class="number">${choice.money}</td></tr>`)}</tbody></table>`;
}

function Decision({ decision, here, onShow, whose }) {
  const wrong = decision.cost !== null && decision.cost >= NOTHING;
  return html`<li class="what-if-decision" data-wrong=${wrong ? "yes" : "no"} aria-current=${here ? "step" : null}>
    <div class="cc-row"><h3>${whose && html`<bdi>${decision.player}</bdi>, `}${decision.title}</h3>
      <button type="button" class="cc-button" onClick=${onShow} aria-label=${`Show this moment: ${decision.title}`}>${here ? "Shown now" : "Show"}</button></div>
    ${decision.choices.length > 0 && html`<${Choices} decision=${decision} />`}
    <p>${decision.verdict || `${decision.label} was chosen.`}</p>
    ${decision.note && html`<p class="cc-small cc-muted">${decision.note}</p>`}
  </li>`;
}

function Sum({ decisions }) {
  const known = decisions.filter((each) => each.cost !== null);
  const cost = known.reduce((sum, each) => sum + each.cost_cents, 0);
  const best = known.filter((each) => each.cost < NOTHING).length;
  if (decisions.length === 0) return html`<p>There was nothing to decide.</p>`;
  if (best && best === known.length) return html`<p><b>${best === 1 ? "The decision" : `All ${best} decisions`}</b> ${best === 1 ? "was" : "were"} the best possible.</p>`;
  return html`<p><b>${best} of ${known.length}</b> decisions were the best possible; the others cost <b>${money(cost)}</b> on average.</p>`;
}

// `weigh` asks the service; it works them out when somebody wants to know.
export function WhatIf({ replay, at, onMove, weigh, whose = false }) {
  const [state, setState] = useState({ kind: "unasked" });
  const ask = async () => {
    setState({ kind: "waiting" });
    try {
      setState({ kind: "told", decisions: (await weigh()).decisions });
    } catch (error) {
      setState({ kind: "refused", error });
    }
  };
  return html`<section class="cc-panel cc-stack what-if" aria-labelledby="what-if">
    <h2 id="what-if">What if …?</h2>
    <p class="cc-muted">The exact value of every choice at each decision, per dollar of the hand's wager, from a full shoe without the cards that were on the table by then.</p>
    ${state.kind === "unasked" && html`<p><button type="button" class="cc-button cc-main" onClick=${ask}>Compare the choices</button></p>`}
    <div role="status" class="cc-stack">
      ${state.kind === "waiting" && html`<p>They are being worked out; the first time on a service this can take a minute.</p>`}
      ${state.kind === "told" && html`<${Sum} decisions=${state.decisions} />`}
    </div>
    ${state.kind === "refused" && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(state.error.message)} <${Clause} book=${replay.book} clause=${state.error.clause} /></p>
      <p><button type="button" class="cc-button" onClick=${ask}>Try again</button></p>`}
    ${state.kind === "told" && html`<ol class="what-if-list" role="list">${state.decisions.map((decision) => {
      const moment = momentBefore(replay, decision.version);
      return html`<${Decision} key=${`${decision.version}-${decision.box}-${decision.player}`} decision=${decision} here=${at === moment} whose=${whose} onShow=${() => onMove(moment)} />`;
    })}</ol>`}
  </section>`;
}
