// Our own playing cards: 52 faces and a back, each drawn from a few shapes around its middle, 64 by 90.
import { Component, html } from "./html.js";

export const WIDE = 64;
export const HIGH = 90;
export const COMPACT = 0.56; // drawn smaller than this, a card has a large rank over its suit and nothing else

// Suits in a square of 24 around the middle.
const SUITS = {
  h: "M0 10.5C-3.2 7-11 2.2-11-4.2-11-8.2-8.2-10.5-5.4-10.5-3-10.5-1-9.2 0-7 1-9.2 3-10.5 5.4-10.5 8.2-10.5 11-8.2 11-4.2 11 2.2 3.2 7 0 10.5Z",
  d: "M0-11.5C2.6-7 5.8-3.4 9 0 5.8 3.4 2.6 7 0 11.5-2.6 7-5.8 3.4-9 0-5.8-3.4-2.6-7 0-11.5Z",
  s: "M0-11.2C3-7 11-3 11 3.2 11 6.6 8.6 8.4 6 8.4 4 8.4 2.4 7.4 1.4 5.8 1.6 8.4 2.4 10.2 3.8 11.4L-3.8 11.4C-2.4 10.2-1.6 8.4-1.4 5.8-2.4 7.4-4 8.4-6 8.4-8.6 8.4-11 6.6-11 3.2-11-3-3-7 0-11.2Z",
  c: "M0-11.2A5.2 5.2 0 0 1 4.1-2.8 5.3 5.3 0 1 1 1.3 4.6C1.5 7.6 2.3 10 3.8 11.4L-3.8 11.4C-2.3 10-1.5 7.6-1.3 4.6A5.3 5.3 0 1 1-4.1-2.8 5.2 5.2 0 0 1 0-11.2Z",
};
// The headwear of the three court cards, in a square of 24.
const COURTS = {
  K: "M-11 8-12-6-6-1 0-11 6-1 12-6 11 8ZM-11 10H11V13H-11Z",
  Q: "M-10 8-11-4-5 1-3.5-8A3.5 3.5 0 1 1 3.5-8L5 1 11-4 10 8ZM-10 10H10V13H-10Z",
  J: "M-10 9C-11 0-7-9 3-11 1-8 2-6 4-5 9-3 11 2 10 9 6 6-5 6-10 9ZM-11 11H11V13.5H-11Z",
};
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

// A card as it is said aloud: "ace of hearts".
export function spoken(card) {
  if (!card) return "a card face down";
  return `${RANKS[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;
}

const Suit = ({ suit, x, y, scale }) => html`<path d=${SUITS[suit]} transform=${`translate(${x} ${y}) scale(${scale})`} />`;

function Full({ rank, suit }) {
  const said = rank === "T" ? "10" : rank;
  const middle = COURTS[rank]
    ? html`<rect x="-5" y="-37" width="31" height="74" rx="4" class="felt-court" />
        <path d=${COURTS[rank]} transform="translate(10.5 -14) scale(.95)" class="felt-crown" />
        <${Suit} suit=${suit} x=${10.5} y=${16} scale=${1.2} />`
    : html`<${Suit} suit=${suit} x=${10} y=${15} scale=${rank === "A" ? 1.9 : 1.6} />`;
  return html`<text x="-17.5" y="-18" class=${rank === "T" ? "felt-rank felt-ten" : "felt-rank"}>${said}</text>
    <${Suit} suit=${suit} x=${-17.5} y=${-4} scale=${0.72} />${middle}`;
}

function Small({ rank, suit }) {
  const said = rank === "T" ? "10" : rank;
  return html`<text x=${rank === "T" ? -12.5 : -13} y="-4" class=${rank === "T" ? "felt-rank-large felt-ten" : "felt-rank-large"}>${said}</text>
    <${Suit} suit=${suit} x=${4} y=${22} scale=${1.7} />`;
}

function Back() {
  return html`<rect x="-27" y="-40" width="54" height="80" rx="4" class="felt-back" />
    <path d=${LATTICE} class="felt-back-lines" />`;
}

const LATTICE = lattice(23, 36);

// Crossing lines, cut off at the frame.
function lattice(edge, top) {
  const lines = [];
  for (let at = -60; at <= 60; at += 12) lines.push(within(at - 24, at + 24, edge, top), within(at + 24, at - 24, edge, top));
  return lines.join("");
}

function within(x1, x2, edge, top) {
  const ends = [(-edge - x1) / (x2 - x1), (edge - x1) / (x2 - x1)].sort((a, b) => a - b);
  const low = Math.max(ends[0], 0), high = Math.min(ends[1], 1);
  if (low >= high) return "";
  const point = (at) => `${(x1 + at * (x2 - x1)).toFixed(1)} ${(2 * top * at - top).toFixed(1)}`;
  return `M${point(low)}L${point(high)}`;
}

// A card where it lies. Its place moves by itself when the hand grows; how it came there is motion.js's part.
export class Card extends Component {
  shouldComponentUpdate(next) {
    const { card, at, spot, dim } = this.props;
    return card !== next.card || at !== next.at || dim !== next.dim || !same(spot, next.spot);
  }

  render({ card, at, spot, dim }) {
    const place = { transform: `translate(${spot.x.toFixed(1)}px, ${spot.y.toFixed(1)}px) rotate(${spot.turn.toFixed(1)}deg) scale(${spot.scale.toFixed(3)})` };
    const ink = card ? (card[1] === "h" || card[1] === "d" ? "felt-red" : "felt-black") : "";
    const Face = !card ? Back : spot.scale < COMPACT ? Small : Full;
    return html`<g class=${dim ? "felt-card felt-dim" : "felt-card"} style=${place} data-card=${card ?? "back"} data-at=${at}>
      <g class="felt-lies">
        <rect x=${-WIDE / 2} y=${-HIGH / 2} width=${WIDE} height=${HIGH} rx="6.5" class="felt-paper" />
        <g class=${ink}><${Face} rank=${card?.[0]} suit=${card?.[1]} /></g>
      </g>
    </g>`;
  }
}

function same(one, other) {
  return one.x === other.x && one.y === other.y && one.turn === other.turn && one.scale === other.scale;
}
