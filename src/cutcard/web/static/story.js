// The round in words. A line about money opens the whole explanation of the payment.

import { Clause } from "./clause.js";
import { Dialog } from "./dialog.js";
import { html, useEffect, useRef } from "./html.js";

const kindOf = (amount) => (amount > 0 ? "win" : amount < 0 ? "lose" : "even");

function Line({ line, model }) {
  const gain = line.gain ? html`<span class="gain" data-kind=${kindOf(line.amount)}>${line.gain}</span> ` : null;
  const words = html`${gain}<b><bdi>${line.who}</bdi></b> <bdi>${line.text}</bdi>`;
  const clause = line.clause ? html` <${Clause} book=${line.book} clause=${line.clause} />` : null;
  if (!line.payment) return html`<li data-mine=${line.mine ? "yes" : "no"} id=${line.id}><p>${words}${clause}</p></li>`;
  return html`<li data-mine=${line.mine ? "yes" : "no"} id=${line.id}><button type="button" class="payment" aria-haspopup="dialog"
      onClick=${() => model.show({ kind: "payment", line })}><span>${words}</span><span class="why">Why?</span></button></li>`;
}

export function Story({ model }) {
  const list = useRef(null);
  const last = model.lines.at(-1)?.id;
  useEffect(() => { if (list.current) list.current.scrollTop = list.current.scrollHeight; }, [last]);
  return html`<section class="story" aria-labelledby="story-title" data-tour="story"><h2 id="story-title">${model.desk.bets ? "Last round" : "This round"}</h2>
    ${model.lines.length === 0 ? html`<p class="hint">Nothing has happened yet.</p>` : null}
    <ol ref=${list} tabindex="0" aria-labelledby="story-title">${model.lines.map((line) => html`<${Line} key=${line.id} line=${line} model=${model} />`)}</ol>
  </section>`;
}

// Everything about one payment: hand, dealer, reason, the sum, and the clause in our own words.
export function PaymentDialog({ line, onClose }) {
  const { payment } = line;
  return html`<${Dialog} title=${`${line.gain} ${line.who}`} onClose=${onClose}>
    <p>${line.text}</p>
    <dl class="explained">${payment.rows.map(([label, words]) => html`<div key=${label}><dt>${label}</dt><dd>${words}</dd></div>`)}
      ${payment.clause ? html`<div><dt>Clause</dt><dd><${Clause} book=${line.book} clause=${payment.clause} /> ${payment.says}</dd></div>` : null}</dl>
  <//>`;
}
