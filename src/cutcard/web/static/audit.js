// The audit page: what the scheduled audit found, and one that somebody runs, followed line by line.
import { pageData, sentence } from "./api.js";
import { html, render, useState } from "./html.js";
import { Time } from "./time.js";

// Each line of JSON that an answer brings, as it comes.
async function* lines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}

async function run(onProgress) {
  const answer = await fetch("/api/audit", { method: "POST", credentials: "same-origin", headers: { "Content-Type": "application/json" }, body: "{}" });
  if (!answer.ok) throw new Error((await answer.json()).error.message);
  for await (const said of lines(answer)) {
    if (said.verdict) return said.verdict;
    onProgress(said.of ? said.done / said.of : 0);
  }
  throw new Error("The audit was cut off: run it again.");
}

function Verdict({ found }) {
  const kind = found.holds === true ? "good" : found.holds === false ? "wrong" : "told";
  return html`<p class=${`cc-sentence cc-${kind}`} role=${found.holds ? "status" : "alert"}>${sentence(found.says)}</p>
    ${(found.unchecked ?? []).map((each) => html`<p class="cc-sentence cc-told">Not checked: ${each}</p>`)}
    ${found.head && html`<p class="cc-small shoe-hash">Head <code>${found.head}</code>. Kept elsewhere, it proves later that nothing was cut off.</p>`}`;
}

function Scheduled({ shown }) {
  if (!shown.every_hours) return html`<p>The service runs no audits by itself: the setting <code>audit_every_hours</code> is 0.</p>`;
  const every = `The service audits its store every ${shown.every_hours} hours.`;
  if (shown.last_ms === null) return html`<p>${every} Since it was started it has not done so yet.</p>`;
  return html`<p>${every} The last time was <${Time} ms=${shown.last_ms} />.</p>
    ${shown.fault ? html`<p class="cc-sentence cc-wrong" role="alert">There is a fault: <code>cutcard audit</code> says which.</p>`
      : html`<p class="cc-sentence cc-good">The store is sound.</p>`}`;
}

function Page({ shown, runs }) {
  const [state, setState] = useState({ part: null, found: shown.last, wrong: "" });
  const start = async () => {
    setState({ part: 0, found: null, wrong: "" });
    try {
      const found = await run((part) => setState({ part, found: null, wrong: "" }));
      setState({ part: null, found, wrong: "" });
    } catch (error) {
      setState({ part: null, found: null, wrong: sentence(error.message) });
    }
  };
  return html`<section class="cc-panel cc-stack" aria-labelledby="scheduled"><h2 id="scheduled">By itself</h2><${Scheduled} shown=${shown} /></section>
    ${runs && html`<section class="cc-panel cc-stack" aria-labelledby="asked"><h2 id="asked">Now</h2>
      <p class="cc-muted">Checks every row's hash, replays and settles every round again, and adds up the ledger. Play goes on meanwhile.</p>
      <div class="cc-row"><button type="button" class="cc-button cc-main" disabled=${state.part !== null} onClick=${start}>Run the audit</button>
        ${state.part !== null && html`<progress class="cc-progress" max="1" value=${state.part} aria-label="Audit"></progress>`}</div>
      ${state.wrong && html`<p class="cc-sentence cc-wrong" role="alert">${state.wrong}</p>`}
      ${state.found && html`<${Verdict} found=${state.found} />`}</section>`}`;
}

const { shown, runs } = pageData();
render(html`<${Page} shown=${shown} runs=${runs} />`, document.getElementById("audit"));
