// The display of the meters at a linked table: what each shows, and what was just won of it.
import { html, useEffect, useState } from "./html.js";
import { followJackpots } from "./jackpot_feed.js";
import { Meter } from "./meter.js";
import { money } from "./money.js";

const WIN_SHOWN_MS = 60_000;

// The links that a table is in, with what their meters show; followed from when it is in one.
export function useLinks(view, first) {
  const names = (view?.links ?? []).map((one) => one.link);
  const [links, setLinks] = useState(first ?? []);
  const [skew, setSkew] = useState(0);
  const linked = names.length > 0;
  useEffect(() => {
    if (linked) followJackpots({ onLinks: (all, now) => { setLinks(all); setSkew(now - Date.now()); }, onState: () => {} });
  }, [linked]);
  return { links: links.filter((link) => names.includes(link.link)), now: Date.now() + skew };
}

// The view with what the meters show by now, for the sign on the cloth.
export function withMeters(view, links) {
  if (!links.length) return view;
  const live = Object.fromEntries(links.flatMap((link) => link.meters.map((one) => [one.meter, one.cents])));
  return { ...view, meters: { ...view.meters, ...live } };
}

function won(link, now) {
  return link.wins.find((win) => win.stage !== "cancelled" && now - win.at < WIN_SHOWN_MS);
}

export function TableMeters({ links, now }) {
  if (!links.length) return null;
  return html`<ul class="bar-meters" aria-label="Jackpots">${links.map((link) => {
    const win = won(link, now);
    return html`${link.meters.map((one) => html`<li key=${one.meter} data-meter=${one.meter}>${one.title} <b><${Meter} cents=${one.cents} /></b></li>`)}
      ${win && html`<li key="won" class="bar-won" role="status">Won: ${money(win.prize)} at table <bdi>${win.table}</bdi></li>`}`;
  })}</ul>`;
}
