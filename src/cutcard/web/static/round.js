// The page of one finished round: the replay, what could have been done, the account, the shoe's seal, and what to keep of it.
import { get, pageData, post, sentence } from "./api.js";
import { html, render, useRef, useState } from "./html.js";
import { Replay } from "./replay.js";
import { Settlement } from "./settlement.js";
import { ShoesOfRound } from "./shoe_panel.js";
import { PaymentDialog } from "./story.js";
import { showLocalTimes } from "./time.js";
import { WhatIf } from "./decisions.js";

function Share({ path }) {
  const [made, setMade] = useState(null);
  const [said, setSaid] = useState("");
  const field = useRef(null);
  const make = async () => {
    try {
      setMade(new URL((await post(path)).path, location.href).href);
      setSaid("");
    } catch (error) {
      setSaid(sentence(error.message));
    }
  };
  const copy = async () => {
    field.current.select();
    try {
      await navigator.clipboard.writeText(made);
      setSaid("Copied.");
    } catch { // without a secure connection a browser lets nobody copy
      setSaid("Selected: copy it with your keyboard or menu.");
    }
  };
  return html`<div class="cc-stack"><h3>Share it</h3>
    <p class="cc-muted">Anybody who has the link sees this round and its decisions; other players are called by their boxes.</p>
    ${made === null ? html`<p><button type="button" class="cc-button" onClick=${make}>Make a link</button></p>`
      : html`<div class="cc-field"><label for="share-link">Link to this round</label><input class="cc-input" id="share-link" ref=${field} readonly value=${made} /></div>
        <p><button type="button" class="cc-button" onClick=${copy}>Copy</button></p>`}
    <p role="status">${said}</p></div>`;
}

function Keep({ replay, ways }) {
  if (!ways.share && !ways.record) return null;
  return html`<section class="cc-panel cc-stack" aria-labelledby="keep"><h2 id="keep">Keep it</h2>
    ${ways.record && html`<p><a class="cc-button" href=${ways.record} download=${`${replay.table_name}-${replay.round}.json`}>Download the record</a></p>
      <p class="cc-small cc-muted"><code>cutcard settle</code> settles it again, and the history page replays it.</p>`}
    ${ways.share && html`<${Share} path=${ways.share} />`}</section>`;
}

// A replay with everything below it. `ways`: the addresses for decisions (or a function that asks), sharing and the record.
export function Round({ replay, ways, weigh }) {
  const [at, setAt] = useState(0);
  const [paid, setPaid] = useState(null);
  const ask = weigh ?? (() => get(ways.decisions));
  return html`<${Replay} replay=${replay} at=${at} onMove=${setAt} onPay=${setPaid} you=${Boolean(ways.share)} />
    <${WhatIf} replay=${replay} at=${at} onMove=${setAt} weigh=${ask} whose=${replay.mine === null} />
    <${Settlement} replay=${replay} onPay=${setPaid} />
    ${replay.opened_ms !== null && html`<${ShoesOfRound} replay=${replay} />`}
    <${Keep} replay=${replay} ways=${ways} />
    ${paid && html`<${PaymentDialog} line=${paid} onClose=${() => setPaid(null)} />`}`;
}

const place = document.getElementById("round");
if (place) {
  const { replay, ways } = pageData();
  render(html`<${Round} replay=${replay} ways=${ways} />`, place);
  showLocalTimes();
}
