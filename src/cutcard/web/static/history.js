// The history page: local times beside UTC, and a round record that somebody brings, replayed in place.
import { post, sentence } from "./api.js";
import { html, render, useRef, useState } from "./html.js";
import { Round } from "./round.js";
import { local, showLocalTimes } from "./time.js";

const NO_RECORD = "This is not a round record: it must be one JSON object.";
const CHARACTERS_MOST = 60_000;

function read(text) {
  let record = null;
  try { record = JSON.parse(text); } catch { throw new Error(NO_RECORD); }
  if (record === null || typeof record !== "object" || Array.isArray(record)) throw new Error(NO_RECORD);
  return record;
}

function Brought() {
  const [text, setText] = useState("");
  const [state, setState] = useState(null);
  const asked = useRef(0);
  const settle = async () => {
    const mine = ++asked.current;
    try {
      const record = read(text);
      const replay = await post("/api/replay", { record });
      if (mine === asked.current) setState({ replay, record, key: mine });
    } catch (error) {
      if (mine === asked.current) setState({ wrong: sentence(error.message) });
    }
  };
  const fromDisk = async (event) => {
    const [file] = event.target.files;
    if (file) setText((await file.text()).slice(0, CHARACTERS_MOST));
    event.target.value = "";
  };
  const there = state?.record && typeof state.record.table === "string" && Number.isInteger(state.record.round);
  return html`<div class="cc-field"><label for="record">A record as JSON, as a round's page gives it</label>
      <textarea class="cc-input history-paste" id="record" rows="5" spellcheck="false" maxlength=${CHARACTERS_MOST} value=${text} onInput=${(event) => setText(event.target.value)} /></div>
    <div class="cc-field"><label for="record-file">Or a file from your disk</label><input class="cc-input" id="record-file" type="file" accept=".json,application/json" onChange=${fromDisk} /></div>
    <p><button type="button" class="cc-button cc-main" onClick=${settle}>Settle and replay it</button></p>
    ${state?.wrong && html`<p class="cc-sentence cc-wrong" role="alert">${state.wrong}</p>`}
    ${there && html`<p><a href=${`/history/${encodeURIComponent(state.record.table)}/${state.record.round}`}>Round ${state.record.round} at table <bdi>${state.record.table}</bdi> in this store</a></p>`}
    ${state?.replay && html`<div class="cc-stack" key=${state.key}><${Round} replay=${state.replay} ways=${{}} weigh=${() => post("/api/replay/decisions", { record: state.record })} /></div>`}`;
}

// The fields take UTC, which the casino's papers have; what that is here stands below.
for (const input of document.querySelectorAll("input[type=datetime-local]")) {
  const here = document.createElement("p");
  here.className = "cc-small cc-muted";
  const say = () => {
    const at = Date.parse(`${input.value}Z`);
    here.hidden = Number.isNaN(at);
    here.textContent = here.hidden ? "" : `${local(at, false)} where you are`;
  };
  input.after(here);
  input.addEventListener("input", say);
  say();
}
showLocalTimes();
render(html`<${Brought} />`, document.getElementById("brought"));
