// A jackpot's link for its staff: meters, what needs attention, signs with their countdown, prizes, reconciliation, history.
import { get, pageData, sentence } from "./api.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { followJackpots } from "./jackpot_feed.js";
import { lasted } from "./lasted.js";
import { Meter } from "./meter.js";
import { money } from "./money.js";
import { useNow } from "./now.js";
import { History, Needs, Sections } from "./stream_desk.js";
import { Time } from "./time.js";

const HISTORY_MOST = 200;
const CHANGES = { join: "joins this link", leave: "leaves this link", move: "moves to", close: "the link closes" };
const OPEN = ["won", "determined"];

// The desk, read again when something of the link but its meters has changed; what the meters show comes by itself.
function useDesk(first) {
  const [desk, setDesk] = useState(first);
  const [history, setHistory] = useState([]);
  const [meters, setMeters] = useState(first.details.link.meters);
  const [lost, setLost] = useState("");
  const name = first.details.link.link;
  const known = useRef("");
  const again = async () => {
    try {
      setDesk(await get(`/api/jackpots/${encodeURIComponent(name)}/desk`));
      setHistory((await get(`/api/jackpots/${encodeURIComponent(name)}/history?most=${HISTORY_MOST}`)).events);
    } catch (error) { setLost(error.message); }
  };
  useEffect(() => followJackpots({
    onState: setLost,
    onLinks: (links) => {
      const link = links.find((one) => one.link === name);
      if (!link) return;
      setMeters(link.meters);
      const { meters: _, ...rest } = link;
      const said = JSON.stringify(rest);
      if (said !== known.current) { known.current = said; again(); }
    },
  }), []);
  return { desk, meters, history, lost, again };
}

function Signs({ link, now }) {
  if (!link.signs.length) return html`<p class="cc-muted">No sign is up.</p>`;
  return html`<ul class="link-signs">${link.signs.map((sign) => html`<li key=${`${sign.table} ${sign.change}`}>
    Table <bdi>${sign.table}</bdi>: ${CHANGES[sign.change]}${sign.change === "move" && html` <bdi>${sign.to}</bdi>`}, up since <${Time} ms=${sign.posted_at} />.
    ${sign.holds_from > now ? html` It may be done in <span class="link-countdown">${lasted(sign.holds_from - now)}</span>.` : html` <span class="link-holds">It may be done now.</span>`}</li>`)}</ul>`;
}

function Prizes({ prizes }) {
  if (!prizes.length) return html`<p class="cc-muted">Nothing has been won yet.</p>`;
  return html`<ul class="link-signs">${prizes.map((prize) => html`<li key=${prize.number} class=${OPEN.includes(prize.stage) ? "link-need" : ""}>
    <b>${prize.number}.</b> <bdi>${prize.words}</bdi>. The meter showed ${money(prize.value)}. ${sentence(prize.stage_words)} <${Time} ms=${prize.at} />
    ${OPEN.includes(prize.stage) && html` <a href="/staff/${encodeURIComponent(prize.table)}">To its table</a>`}</li>`)}</ul>`;
}

// Where every cent comes from: what went in, what went out, and what is left of it.
const LINES = [["seed", "Seed"], ["resets", "Resets to the seed"], ["contributions", "From wagers"], ["transfers_in", "From closed links"],
  ["transfers_out", "To other links", -1], ["adjustments", "Adjustments"], ["won", "Prizes won", -1]];
// Only where there were any: prizes of wagers that were void or invalid, with their resets, and what a closed link gives back.
const RARE_LINES = [["cancelled", "Prizes cancelled"], ["given_back", "Prizes given back"], ["reset_back", "Resets back to the house", -1], ["returned", "Seed back to the house", -1]];

function Reconciliation({ sums, link }) {
  if (!sums) return null;
  const title = (meter) => (link.meters.find((one) => one.meter === meter)?.title ?? meter).replace(link.title, "").trim() || "Jackpot";
  const signed = (cents, sign = 1) => (cents ? (sign * cents < 0 ? "−" : "+") + money(Math.abs(cents)) : "–");
  return html`<section class="cc-panel" aria-labelledby="link-sums"><h2 id="link-sums">Where every cent comes from</h2>
    <p role="status" class=${sums.holds ? "link-holds" : "link-fault"}>${sums.holds ? "Every meter agrees with its history to the cent." : "A meter does not agree with its history."}</p>
    ${sums.faults.length > 0 && html`<ul>${sums.faults.map((fault) => html`<li key=${fault} class="link-fault">${sentence(fault)}</li>`)}</ul>`}
    <div class="cc-scroll" tabindex="0" role="group" aria-label="Where every cent comes from"><table class="cc-table link-sum">
      <thead><tr><th scope="col">Meter</th>${sums.meters.map((one) => html`<th scope="col">${title(one.meter)}</th>`)}</tr></thead>
      <tbody>${[...LINES, ...RARE_LINES.filter(([name]) => sums.meters.some((one) => one[name]))].map(([name, words, sign]) => html`<tr key=${name}><th scope="row">${words}</th>${sums.meters.map((one) => html`<td>${signed(one[name], sign)}</td>`)}</tr>`)}
        <tr><th scope="row">It shows</th>${sums.meters.map((one) => html`<td><b>${money(one.display)}</b></td>`)}</tr>
        <tr><th scope="row">Won and not paid yet</th>${sums.meters.map((one) => html`<td>${money(one.reserved)}</td>`)}</tr></tbody></table></div></section>`;
}

function Device({ link }) {
  if (!link.commitment) return null;
  return html`<p>Boxes are picked in ${link.selected_per_million.toLocaleString("en-AU")} of a million rounds of a table. Device ${link.device} has committed to its draws:${" "}
    <span class="link-seal">${link.commitment}</span></p>`;
}

function LinkPage({ first }) {
  const { desk, meters, history, lost, again } = useDesk(first);
  const now = useNow(first.now);
  const { link, reconciliation } = desk.details;
  const path = `/api/jackpots/${encodeURIComponent(link.link)}/form`;
  const parts = { prizes: html`<${Prizes} prizes=${desk.prizes} />`, signs: html`<${Signs} link=${link} now=${now} />`, device: link.commitment && html`<${Device} link=${link} />` };
  const state = link.phase === "open" ? "" : " · closed";
  return html`
    <p class="cc-muted staff-about">${link.title}, ${link.book} · ${money(link.price)} a wager${link.pay_table && ` · pay table ${link.pay_table}`}${state} · <a href="/jackpots?link=${encodeURIComponent(link.link)}">display</a> · <a href="/staff/links">all jackpots</a> · <a href="/staff">the pit</a></p>
    ${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${desk.barred && html`<p class="cc-sentence cc-told" role="status">${sentence(desk.barred)}</p>`}
    <div class="link-page"><div class="link-column">
        <section class="cc-panel" aria-label="Meters"><dl class="link-meters">${meters.map((meter) => html`<div key=${meter.meter} data-meter=${meter.meter}><dt>${meter.title}</dt><dd><${Meter} cents=${meter.cents} /></dd></div>`)}</dl>
          <p class="cc-muted">${link.tables.length ? html`Tables: ${link.tables.map((one, at) => html`${at ? ", " : ""}<a href="/staff/${encodeURIComponent(one.table)}"><bdi>${one.table}</bdi></a>`)}` : "No table is linked yet."}</p></section>
        <section class="cc-panel" aria-labelledby="link-needs"><h2 id="link-needs">Needs attention</h2><${Needs} needs=${desk.needs} /></section>
        <${Sections} desk=${desk} path=${path} parts=${parts} onDone=${again} />
      </div><div class="link-column">
        <${Reconciliation} sums=${reconciliation} link=${link} />
        <${History} events=${history} about="All but the wagers, which are in the records of their tables." />
      </div></div>`;
}

render(html`<${LinkPage} first=${pageData()} />`, document.getElementById("link"));
