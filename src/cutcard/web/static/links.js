// The jackpots of a casino for its staff: a tile for each link, what is not as it should be first.
import { pageData, sentence } from "./api.js";
import { html, render, useEffect, useState } from "./html.js";
import { followJackpots } from "./jackpot_feed.js";
import { Meter } from "./meter.js";
import { money } from "./money.js";

const UNPAID = ["won", "determined"];
const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const open = (link) => link.wins.filter((win) => UNPAID.includes(win.stage)).length;
const urgency = (link) => (link.phase !== "open" ? 3 : link.failed ? 0 : open(link) ? 1 : 2);

function Tile({ link }) {
  const level = ["stop", "call", "calm", "calm"][urgency(link)];
  const due = link.signs.filter((sign) => sign.holds_from <= Date.now()).length;
  return html`<li class="pit-tile pit-level-${level}" data-link=${link.link}>
    <div class="pit-head"><h2><a href="/staff/links/${encodeURIComponent(link.link)}"><bdi>${link.link}</bdi></a></h2>
      <span class="cc-tag">${link.phase === "open" ? (link.currency === "play" ? "play money" : link.currency.toUpperCase()) : "closed"}</span></div>
    <p class="cc-muted cc-small">${link.title} · ${money(link.price)} a wager · ${count(link.tables.length, "table")}</p>
    ${link.failed && html`<p class="pit-need pit-stop"><span class="pit-mark">Not working</span> <bdi>${link.failed}</bdi></p>`}
    ${open(link) > 0 && html`<p class="pit-need">${count(open(link), "prize")} not paid yet</p>`}
    ${link.signs.length > 0 && html`<p class="pit-need">${count(link.signs.length, "sign")} up${due ? `, ${due} of them long enough` : ""}</p>`}
    <dl class="link-meters">${link.meters.map((meter) => html`<div key=${meter.meter}><dt>${meter.title}</dt><dd><${Meter} cents=${meter.cents} /></dd></div>`)}</dl>
  </li>`;
}

function Links({ first, casino }) {
  const [links, setLinks] = useState(first.links);
  const [lost, setLost] = useState("");
  useEffect(() => followJackpots({ onLinks: (all) => setLinks(all), onState: setLost }), []);
  const own = links.filter((link) => !casino || link.casino === casino).sort((one, other) => urgency(one) - urgency(other));
  return html`${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${own.length ? html`<ul class="pit-wall">${own.map((link) => html`<${Tile} key=${link.link} link=${link} />`)}</ul>`
      : html`<p class="cc-panel" role="status">No link has been opened yet.</p>`}`;
}

const data = pageData();
render(html`<${Links} first=${data.shown} casino=${data.casino} />`, document.getElementById("links"));
