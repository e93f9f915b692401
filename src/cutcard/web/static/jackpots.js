// The public display of jackpots: what every meter shows, who plays for it, and what was won last.
import { pageData } from "./api.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { followJackpots } from "./jackpot_feed.js";
import { Meter, exact } from "./meter.js";
import { money } from "./money.js";
import { local } from "./time.js";

const WIN_SHOWN_MS = 90_000; // for which a win stands across its link
const WINS_MOST = 3; // that are listed
const LONG = 11; // letters, from which an amount is written smaller
const CHANGES = {
  join: (sign) => html`Table <bdi>${sign.table}</bdi> joins`,
  leave: (sign) => html`Table <bdi>${sign.table}</bdi> leaves`,
  move: (sign) => html`Table <bdi>${sign.table}</bdi> moves to <bdi>${sign.to}</bdi>`,
  close: () => html`This jackpot closes`,
};

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
const capital = (word) => word[0].toUpperCase() + word.slice(1);
const clock = (ms) => local(ms, false).slice(11);

// What wins how much of which meter; a link of one meter needs no name for it.
function Prizes({ link }) {
  const parts = link.prizes.filter((prize) => prize.meter);
  if (!parts.length) return null;
  return html`<ul class="jp-prizes">${parts.map((prize) => html`<li key=${prize.outcome}><b>${capital(prize.title)}</b> ${prize.share === "all" ? "wins it all" : `wins ${prize.share}`}</li>`)}</ul>`;
}

function Wins({ link }) {
  const wins = link.wins.filter((win) => win.stage !== "cancelled").slice(0, WINS_MOST);
  if (!wins.length) return null;
  return html`<div class="jp-wins"><h3>Last won</h3><ul>${wins.map((win) => html`<li key=${win.number}>
    <b>${money(win.prize)}</b> ${capital(win.outcome_title)} · table <bdi>${win.table}</bdi> · ${clock(win.at)}</li>`)}</ul></div>`;
}

// A win stands across its link for a while, with what the meter starts again from.
function WinMessage({ link, now }) {
  const win = link.wins.find((one) => one.stage !== "cancelled" && now - one.at < WIN_SHOWN_MS);
  if (!win) return null;
  const meter = link.meters.find((one) => one.meter === win.meter);
  const each = win.boxes.length > 1 ? ` each, ${count(win.boxes.length, "winner")}` : "";
  return html`<div class="jp-won" role="status"><p class="jp-won-title">Jackpot won</p><p class="jp-won-amount">${money(win.prize)}${each}</p>
    <p>${capital(win.outcome_title)} at table <bdi>${win.table}</bdi>${meter && html`. The meter goes on from ${exact(meter.cents)}.`}</p></div>`;
}

function Signs({ link }) {
  if (!link.signs.length) return null;
  return html`<ul class="jp-signs">${link.signs.map((sign) => html`<li key=${`${sign.table} ${sign.change}`}>${CHANGES[sign.change](sign)}, not before ${clock(sign.holds_from)}</li>`)}</ul>`;
}

function Link({ link, now }) {
  const seeds = [...new Set(link.meters.map((meter) => money(meter.seed)))];
  return html`<section class="jp-link ${link.failed ? "jp-failed" : ""}" data-link=${link.link} aria-label=${`${link.title}, ${link.link}`}>
    <div class="jp-head"><h2>${link.title}</h2><p class="jp-about"><bdi>${link.link}</bdi> · ${capital(link.casino)}${link.play_money && " · play money"}</p></div>
    <dl class="jp-meters">${link.meters.map((meter) => html`<div class="jp-meter" key=${meter.meter} data-meter=${meter.meter}><dt>${meter.title.replace(link.title, "").trim() || "Jackpot"}</dt>
      <dd><${Meter} cents=${meter.cents} className=${`jp-amount ${exact(meter.cents).length > LONG ? "jp-long" : ""}`} /></dd></div>`)}</dl>
    <${WinMessage} link=${link} now=${now} />
    <p class="jp-promo">${link.failed ? "Not offered at the moment" : html`<b>${money(link.price)}</b> plays for it at ${count(link.tables.length, "table")}`}</p>
    <${Prizes} link=${link} />
    <p class="jp-seed">Never less than ${seeds.join(", ")}</p>
    <${Signs} link=${link} /><${Wins} link=${link} />
  </section>`;
}

function Display({ first, alone }) {
  const [links, setLinks] = useState(first.links);
  const [lost, setLost] = useState("");
  const [, tick] = useState(0);
  const skew = useRef(first.now - Date.now()); // of the service's clock
  const seen = useRef(first.now);
  useEffect(() => {
    followJackpots({
      onState: setLost,
      onLinks: (all, now) => { skew.current = now - Date.now(); seen.current = now; setLinks(all); },
    });
    const timer = setInterval(() => tick((number) => number + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const open = links.filter((link) => link.phase === "open" && (!alone || link.link === alone));
  const now = Date.now() + skew.current;
  return html`<div class="jp-top"><h1>${alone ? "Jackpot" : "Jackpots"}</h1><p class="jp-ways">${alone && html`<a href="/jackpots">All jackpots</a>`}<a href="/">Tables</a></p></div>
    ${lost && html`<p class="jp-lost" role="alert">${lost} What is shown was so at ${clock(seen.current)}.</p>`}
    ${!open.length && html`<p class="jp-none" role="status">${alone ? "No link of this name is open." : "No jackpot is open at the moment."}</p>`}
    <div class="jp-links jp-of-${Math.min(open.length, 4)}">${open.map((link) => html`<${Link} key=${link.link} link=${link} now=${now} />`)}</div>`;
}

const data = pageData();
render(html`<${Display} first=${data.shown} alone=${data.link} />`, document.getElementById("jackpots"));
