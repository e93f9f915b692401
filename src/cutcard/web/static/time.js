// Local time with UTC beside it: people read the first, and the casino's papers have the second.
import { html } from "./html.js";

const two = (number) => String(number).padStart(2, "0");

// 2026-11-16 01:59:07 in UTC, as Python's `utc` writes it; without seconds if asked.
export function utc(ms, seconds = true) {
  const text = new Date(ms).toISOString();
  return `${text.slice(0, 10)} ${text.slice(11, seconds ? 19 : 16)}`;
}

export function local(ms, seconds = true) {
  const at = new Date(ms);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ""}`;
}

// The day is said once where it is the same.
const besides = (here, there) => `${there.slice(0, 10) === here.slice(0, 10) ? there.slice(11) : there} UTC`;

export function Time({ ms, seconds = true }) {
  const here = local(ms, seconds);
  const there = utc(ms, seconds);
  const beside = here === there ? "" : html` <span class="cc-utc">${besides(here, there)}</span>`;
  return html`<time class="cc-time" dateTime=${new Date(ms).toISOString()}>${here}${here === there ? " UTC" : ""}${beside}</time>`;
}

// Times that a template has written in UTC (`<time class="cc-time" data-ms>`): put the local time before them.
export function showLocalTimes(root = document) {
  for (const element of root.querySelectorAll("time[data-ms]:not([data-local])")) {
    const ms = Number(element.dataset.ms);
    const seconds = element.dataset.seconds !== "no";
    element.dataset.local = "yes";
    const here = local(ms, seconds);
    if (here === utc(ms, seconds)) continue;
    const there = document.createElement("span");
    there.className = "cc-utc";
    there.textContent = besides(here, utc(ms, seconds));
    element.replaceChildren(`${here} `, there);
  }
}
