// Words for what the register of players says, for players and staff alike.
import { html } from "./html.js";
import { money } from "./money.js";
import { Time } from "./time.js";

export const KINDS = { loss: "Losses", deposit: "Money paid in", time: "Time of play", declined: "No limits wanted" };
export const PERIODS = { day: "day", week: "week", month: "month" };
export const STATUSES = { valid: "valid", suspended: "suspended", lost: "lost", withdrawn: "withdrawn", stands: "stands", ended: "ended" };
export const CAUSES = { break: "break", suspension: "suspension", "limit-reset": "a limit is reset", assessment: "stopped by the staff" };
export const ORDERS = { voluntary: "own wish", house: "the casino", regulator: "the regulator", police: "the police", "other-casino": "another casino" };
export const FINDINGS = { "card-of-another": "with another's card", "for-another": "for another person", "limit-passed": "beyond the loss limit", bought: "chips bought", brought: "chips brought", remaining: "chips remaining" };
export const NOTICES = { assessment: "Staff must check on them: they have played for a long time", "casino-told": "The other casino must be told of the exclusion", "told-about-limits": "They must be told about limits again" };
export const PROMOTION_NOTICES = { "submit-conditions": "The regulator is given the conditions", "notify-winner": "The winner is told", "notify-inspector": "The inspector is told that it is postponed or cancelled", "refuse-claim": "The claimant is told the reasons", "advise-complainant": "The complainant is told of the inspector" };
const CHIPS = { aud: "", play: " of play money", "": "" };

export const minutes = (count) => (count < 60 ? `${count} min` : `${Math.floor(count / 60)} h${count % 60 ? ` ${count % 60} min` : ""}`);
export const amount = (kind, value) => (kind === "time" ? minutes(value) : money(value));

// How much of a limit is left, in each kind of chips; play money only where some was used.
function Left({ limit }) {
  const shown = limit.left.filter((one) => one.currency !== "play" || one.used !== 0);
  return html`<p class="players-left">${shown.map((one, at) => html`${at ? " · " : ""}<b>${amount(limit.kind, one.left)}</b> left${CHIPS[one.currency] ?? ""}`)}
    <small class="cc-muted"> of ${amount(limit.kind, limit.most)} a ${PERIODS[limit.period]}</small></p>
    ${shown.map((one) => html`<progress class="cc-progress" key=${one.currency} max=${limit.most} value=${Math.max(0, Math.min(one.used, limit.most))} aria-label=${`Used of the limit${CHIPS[one.currency] ?? ""}`}></progress>`)}`;
}

export function Limits({ player, children }) {
  if (!player.limits.length) return html`<p class="cc-muted">${player.limits_declined_at ? html`Limits were declined on <${Time} ms=${player.limits_declined_at} seconds=${false} />.` : "No limits are set."}</p>`;
  return html`<ul class="players-limits">${player.limits.map((limit) => html`<li class="players-limit" key=${`${limit.kind} ${limit.period}`} data-limit=${`${limit.kind}-${limit.period}`}>
    <div class="players-limit-head"><h3>${KINDS[limit.kind]}, by ${PERIODS[limit.period]}</h3>${children?.(limit)}</div>
    <${Left} limit=${limit} /><p class="cc-small cc-muted">A new ${PERIODS[limit.period]} begins <${Time} ms=${limit.renewed_at} seconds=${false} />.</p></li>`)}</ul>`;
}

export function Waiting({ player }) {
  if (!player.waiting.length) return null;
  return html`<ul class="players-list">${player.waiting.map((one) => html`<li key=${`${one.kind} ${one.period}`} class="cc-sentence cc-told">${KINDS[one.kind]}, by ${PERIODS[one.period]}:
    ${one.most === null ? " no limit" : ` ${amount(one.kind, one.most)}`} from <${Time} ms=${one.in_force_at} seconds=${false} />.</li>`)}</ul>`;
}

export function Stops({ player }) {
  const orders = player.exclusions.filter((one) => one.stands);
  if (!player.rests.length && !orders.length) return null;
  return html`<ul class="players-list">
    ${orders.map((one) => html`<li key=${one.number} class="cc-sentence cc-wrong">Excluded from every table (${ORDERS[one.kind]}) since <${Time} ms=${one.since} seconds=${false} />${one.until === null ? ", until it is lifted" : html`, until <${Time} ms=${one.until} seconds=${false} />`}.${one.clause && ` Clause ${one.clause}.`}</li>`)}
    ${player.rests.map((one) => html`<li key=${one.since} class="cc-sentence cc-told">No play until <${Time} ms=${one.until} seconds=${false} />: ${CAUSES[one.cause] ?? one.cause}.${one.clause && ` Clause ${one.clause}.`}</li>`)}</ul>`;
}

export function Facts({ player }) {
  const { card } = player;
  return html`<dl class="cc-facts">
    <div><dt>Card</dt><dd>${card ? html`<span class="players-card">${card.number}</span> <span class="cc-tag">${STATUSES[card.status]}</span>${["lost", "withdrawn"].includes(card.status) && html` <small class="cc-muted">The desk issues a new one: bring an identity document.</small>`}` : html`none yet <small class="cc-muted">The desk issues it: bring an identity document.</small>`}</dd></div>
    <div><dt>Registered in</dt><dd>${player.casino[0].toUpperCase() + player.casino.slice(1)}${player.law && html` <small class="cc-muted">law of ${player.law.title}</small>`}</dd></div>
    <div><dt>Played</dt><dd>${minutes(player.played.day ?? 0)} <small class="cc-muted">today, ${minutes(player.played.week ?? 0)} this week</small></dd></div>
    <div><dt>Card in at</dt><dd>${player.tables.length ? player.tables.map((name, at) => html`${at ? ", " : ""}<a href="/table/${encodeURIComponent(name)}"><bdi>${name}</bdi></a>`) : "no table"}</dd></div></dl>`;
}
