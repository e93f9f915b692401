// The settlement of a round: every wager with its result, why, and by which clause; and what everybody won or lost.
import { Clause } from "./clause.js";
import { html } from "./html.js";

const kindOf = (amount) => (amount > 0 ? "won" : amount < 0 ? "lost" : "even");

export function Settlement({ replay, onPay }) {
  const line = (row) => ({ gain: row.net, who: row.player, text: row.why, book: replay.book, payment: row.payment });
  return html`<section class="cc-panel cc-stack" aria-labelledby="settlement">
    <h2 id="settlement">The settlement</h2>
    ${(replay.corrected || []).map((said) => html`<p key=${said} class="cc-sentence">${said}.</p>`)}
    <div class="cc-scroll history-scroll" tabindex="0" role="region" aria-label="Settlement"><table class="cc-table">
      <thead><tr><th scope="col">Box</th><th scope="col">Player</th><th scope="col">Wager</th><th scope="col" class="number">Net</th><th scope="col">Cards</th><th scope="col">Why</th>
        <th scope="col" class="number">Returned</th><th scope="col">Clause</th></tr></thead>
      <tbody>${replay.settlement.map((row, at) => html`<tr key=${at} class=${row.mine ? "settlement-own" : ""}>
        <th scope="row">${row.box}</th><td><bdi>${row.player}</bdi></td><td>${row.wager}</td>
        <td class="number"><span class="round-gain" data-kind=${kindOf(row.net_cents)}>${row.net}</span></td><td class="settlement-cards">${row.cards}</td>
        <td>${row.why} <button type="button" class="round-why" aria-label=${`Why: ${row.wager}, ${row.why}`} onClick=${() => onPay(line(row))}>Why?</button></td>
        <td class="number">${row.returned}</td>
        <td><${Clause} book=${replay.book} clause=${row.clause} /></td></tr>`)}</tbody>
    </table></div>
    <dl class="cc-facts">${replay.nets.map((each) => html`<div key=${each.who}><dt><bdi>${each.who}</bdi></dt><dd><span class="round-gain" data-kind=${kindOf(each.amount)}>${each.gain}</span></dd></div>`)}</dl>
    ${replay.clauses.length > 0 && html`<details class="cc-more"><summary>The clauses in our own words</summary>
      <ul class="round-clauses">${replay.clauses.map((each) => html`<li key=${each.clause}><${Clause} book=${replay.book} clause=${each.clause} /> ${each.says}</li>`)}</ul></details>`}
    ${replay.verdict && html`<p class=${`cc-sentence cc-${replay.verdict.holds ? "good" : "wrong"}`} role=${replay.verdict.holds ? "status" : "alert"}>${replay.verdict.says}</p>`}
  </section>`;
}
