// The shoe that a round was dealt from: its seal, and the check of it in this browser once it has ended.
import { get, sentence } from "./api.js";
import { html, useState } from "./html.js";
import { checkShoe } from "./shoe_check.js";
import { notedShoe } from "./shoe_notes.js";
import { Time } from "./time.js";

const MARKS = new Map([[true, "✓"], [false, "✗"], [null, "–"]]);
const WORDS = new Map([[true, "holds"], [false, "does not hold"], [null, "not checked"]]);

// What a check found, step by step.
export function Verdict({ found }) {
  return html`<div class="cc-stack shoe-verdict">
    <ol class="shoe-steps" role="list">${found.steps.map((each) => html`<li key=${each.step} data-holds=${String(each.holds)}>
      <span aria-hidden="true" class="shoe-mark">${MARKS.get(each.holds)}</span>
      <div><b>${each.step}</b><span class="cc-hidden"> ${WORDS.get(each.holds)}:</span> ${each.says}
        ${each.made && html`<div class="cc-small shoe-hash">made here <code>${each.made}</code><br />in the file <code>${each.seal}</code></div>`}</div></li>`)}</ol>
    <p class=${`cc-sentence cc-${found.holds ? "good" : "wrong"}`} role=${found.holds ? "status" : "alert"}>${found.holds
      ? "The shoe holds: it was sealed before its first card, and dealt in that order."
      : "The shoe does not hold."}</p>
  </div>`;
}

// A button that fetches the shoe's file and checks it here.
function CheckButton({ table, shoe }) {
  const [state, setState] = useState(null);
  const run = async () => {
    try {
      const file = await get(`/api/tables/${encodeURIComponent(table)}/shoes/${shoe}`);
      setState({ found: checkShoe(file, notedShoe(table, shoe)?.seal ?? null) });
    } catch (error) {
      setState({ wrong: sentence(error.message) });
    }
  };
  return html`<p><button type="button" class="cc-button cc-main" onClick=${run}>Check shoe ${shoe} in this browser</button></p>
    ${state?.wrong && html`<p class="cc-sentence cc-wrong" role="alert">${state.wrong}</p>`}
    ${state?.found && html`<${Verdict} found=${state.found} />`}`;
}

function Shoe({ table, each }) {
  const noted = notedShoe(table, each.shoe);
  const url = `/api/tables/${encodeURIComponent(table)}/shoes/${each.shoe}`;
  return html`<div class="cc-stack">
    <p>Shoe ${each.shoe} was sealed at <${Time} ms=${each.sealed_ms} />, before its first card:</p>
    <p class="shoe-hash"><code>${each.commitment}</code></p>
    ${noted && html`<p class="cc-small cc-muted">This browser noted a seal of this shoe while it was in play.</p>`}
    ${each.ended_ms === null ? html`<p>Its order is revealed when the shoe has ended, to be checked against this seal.</p>`
      : html`<p>It ended at <${Time} ms=${each.ended_ms} />, and its order is open to all.</p>
        <${CheckButton} table=${table} shoe=${each.shoe} />
        <p><a class="cc-button" href=${url} download=${`${table}-shoe-${each.shoe}.json`}>Download shoe ${each.shoe}</a></p>
        <p class="cc-small cc-muted"><code>cutcard verify-shoe</code> checks the file as well, and so does <a href="/shoe">the page for a file from your disk</a>.</p>`}
  </div>`;
}

export function ShoesOfRound({ replay }) {
  const { shoes } = replay;
  return html`<section class="cc-panel cc-stack" aria-labelledby="shoes">
    <h2 id="shoes">${shoes.length > 1 ? "The shoes of this round" : "The shoe of this round"}</h2>
    ${shoes.length === 0 && html`<p>The cards of this round came from a real shoe: no order was sealed beforehand.</p>`}
    ${shoes.map((each) => html`<${Shoe} key=${each.shoe} table=${replay.table_name} each=${each} />`)}
  </section>`;
}
