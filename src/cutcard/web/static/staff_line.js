// The dealer's line: what is typed is sent in the order in which it was typed, however fast, and a refused line comes back.
import { post } from "./api.js";
import { newId } from "./feed.js";
import { html, useRef, useState } from "./html.js";

// Lines wait for each other. What was typed after a line that is refused was meant for another moment: it is not sent.
export function lineSender(table, { onDone, onRefused }) {
  const waiting = [];
  let sending = false;
  const next = async () => {
    if (sending) return;
    sending = true;
    while (waiting.length) {
      const text = waiting[0];
      try {
        const answer = await post(`/api/tables/${encodeURIComponent(table)}/line`, { id: newId("line"), text });
        waiting.shift();
        onDone(answer.says);
      } catch (error) {
        const unsent = waiting.splice(0).slice(1);
        onRefused(text, error, unsent);
      }
    }
    sending = false;
  };
  return (text) => { waiting.push(text); return next(); };
}

function Pad({ staff, onCard }) {
  const [rank, setRank] = useState("");
  const suit = (value) => { if (rank) onCard(`${rank}${value}`); setRank(""); };
  return html`<div class="staff-pad" role="group" aria-label="Cards">
    <div>${staff.ranks.map((each) => html`<button type="button" class="cc-button" key=${each.value} data-rank=${each.value} aria-pressed=${rank === each.value} onClick=${() => setRank(each.value)}>${each.label}</button>`)}</div>
    <div>${staff.suits.map((each) => html`<button type="button" class="cc-button staff-suit-${each.value}" key=${each.value} data-suit=${each.value} aria-label=${each.title} onClick=${() => suit(each.value)}>${each.label}</button>`)}</div>
  </div>`;
}

const marked = (input) => input.value && input.selectionEnd - input.selectionStart === input.value.length;

export function DealersLine({ staff, input, onLine, onEmpty }) {
  const pad = useRef(null);
  const enter = (event) => {
    event?.preventDefault();
    const text = input.current.value.trim();
    if (!text) { onEmpty(); return; }
    input.current.value = ""; // so that the next line can be typed at once
    onLine(text);
  };
  const card = (text) => {
    const line = input.current;
    line.value = `${marked(line) ? "" : line.value.trim()} ${text}`.trim();
  };
  const escape = (event) => { if (event.key === "Escape") event.currentTarget.value = ""; };
  return html`<form class="staff-line" onSubmit=${enter}>
      <div class="cc-field"><label for="line">Type cards, wagers and calls, and Enter</label>
        <input ref=${input} class="cc-input" id="line" autocomplete="off" autocapitalize="none" spellcheck=${false} maxlength="300" placeholder="As Td 5h, or ann 1 20, or h" onKeyDown=${escape} /></div>
      <button type="submit" class="cc-button">Enter</button></form>
    <details class="cc-more cc-small" ref=${pad}><summary>Cards by touch</summary><${Pad} staff=${staff} onCard=${card} /></details>
    <details class="cc-more cc-small"><summary>What may be typed</summary>
      <ul class="staff-typed">${staff.typed.map((row) => html`<li key=${row.means}>${row.examples.map((each) => html`<kbd>${each}</kbd> `)}${row.means}</li>`)}
        <li><kbd>Enter</kbd> on the empty line does the next step; <kbd>/</kbd> finds a command</li></ul></details>`;
}
