// Chips: an amount as a stack of its denominations, seen a little from above; and a single one from above, to choose it.
import { html } from "./html.js";

const DENOMINATIONS = [ // with the name of a colour
  [1_000_000, "ivory"], [500_000, "brown"], [100_000, "gold"], [50_000, "violet"], [10_000, "black"], [5_000, "orange"], [2_500, "green"],
  [1_000, "blue"], [500, "red"], [100, "white"], [50, "rose"], [25, "copper"], [5, "copper"], [1, "copper"],
];
const COLOURS = new Map(DENOMINATIONS);
const TALLEST = 7; // chips in a stack before another is started beside it
const MOST = 3 * TALLEST;
const THICK = 5;
const HALF = 16; // of a chip's width

// An amount in as few chips as possible, largest first: 3500 is [2500, 1000].
export function chipsOf(amount) {
  const made = [];
  let left = amount;
  for (const [value] of DENOMINATIONS) {
    for (; left >= value; left -= value) made.push(value);
  }
  return made;
}

const colour = (value) => `felt-chip felt-chip-${COLOURS.get(value) ?? "copper"}`;

function Chip({ value, x, y }) {
  return html`<g class=${colour(value)}>
    <path d=${`M${x - HALF} ${y}v${THICK}a${HALF} 7 0 0 0 ${2 * HALF} 0v-${THICK}Z`} class="felt-chip-side" />
    <ellipse cx=${x} cy=${y} rx=${HALF} ry="7" class="felt-chip-top" />
    <ellipse cx=${x} cy=${y} rx=${HALF - 2.4} ry="5.6" class="felt-chip-spots" />
    <ellipse cx=${x} cy=${y} rx=${HALF - 6.5} ry="3.6" class="felt-chip-heart" />
  </g>`;
}

// A free bet token: a flat disc with its word on a ribbon.
function Token({ size }) {
  return html`<g><circle cy="-3" r="16" class="felt-token" /><rect x=${-size * 1.35} y=${-3 - size * 0.62} width=${size * 2.7} height=${size * 1.24} rx=${size * 0.3} class="felt-token-ribbon" />
    <text y=${-3 + size * 0.36} class="felt-token-word" font-size=${size}>FREE</text></g>`;
}

// An amount as stacks whose lowest chip lies at the origin; a free bet token has its own shape.
export function Stack({ amount, token, scale = 1 }) {
  if (token) return html`<${Token} size=${Math.max(11.5, 11.5 / scale)} />`;
  const made = chipsOf(amount).slice(0, MOST);
  const columns = Math.max(1, Math.ceil(made.length / TALLEST));
  const step = 2 * HALF * 0.92;
  return html`<g>${made.map((value, at) => html`<${Chip} value=${value} x=${(Math.floor(at / TALLEST) - (columns - 1) / 2) * step} y=${-THICK * (at % TALLEST)} />`)}</g>`;
}
