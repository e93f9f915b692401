// Hands on the felt: a single one with overlapping cards, several in columns side by side, and the total above each.
import { COMPACT, Card, HIGH, WIDE, spoken } from "./cards.js";
import { html } from "./html.js";
import { listed } from "./labels.js";

const INDEX = 27; // how much of a covered card is visible: its rank and suit
const COMPACT_INDEX = 34; // on a small card
const LEAST_INDEX = 22; // where many cards share a little space
const DOWN = 31; // the same if the next card is below it
const COMPACT_DOWN = 40;
const LEAST = 0.3; // the smallest card whose rank can be read
const PILL = 22; // height of a total, with the space below it
const OVER = new Set(["bust", "surrendered", "void"]);

// Whether the last card lies sideways: the only one that a doubled hand or a split ace gets.
const crossed = (hand) => (hand.doubled && hand.cards.length > 2) || (hand.ended === "one-card" && hand.cards.length === 2);

// Where the cards and the total of each hand lie.
function laidOut(hands, place) {
  if (hands.length === 1) return [single(hands[0], place)];
  const gap = place.scale < 0.5 ? 2 : 5;
  const each = (place.spread + gap) / hands.length - gap;
  const most = Math.max(...hands.map((hand) => hand.cards.length));
  const within = (shown) => Math.min(place.scale * 0.94, each / WIDE, (place.high - PILL) / (HIGH + shown * (most - 1)));
  const large = within(DOWN);
  const scale = Math.max(LEAST, large < COMPACT ? within(COMPACT_DOWN) : large);
  const step = hands.length > 1 ? Math.min((WIDE * scale) + gap, (place.spread - WIDE * scale) / (hands.length - 1)) : 0;
  return hands.map((hand, at) => column(hand, (at - (hands.length - 1) / 2) * step, scale, place, step));
}

function single(hand, place) {
  const count = hand.cards.length;
  const cross = crossed(hand) ? 1 : 0;
  const plain = count - cross;
  const shown = plain === 2 ? COMPACT_INDEX : plain === 3 ? INDEX : LEAST_INDEX;
  const scale = Math.max(LEAST, Math.min(place.scale, place.spread / (WIDE + shown * (plain - 1))));
  const index = scale < COMPACT ? COMPACT_INDEX : INDEX;
  const step = plain > 1 ? Math.min(index * scale, (place.spread - WIDE * scale) / (plain - 1)) : 0;
  const cards = hand.cards.map((_, at) => ({ x: (at - (plain - 1) / 2) * step, y: (-HIGH / 2) * scale, turn: 0, scale }));
  if (cross) cards[count - 1] = { x: step / 2, y: (-WIDE / 2) * scale, turn: 90, scale };
  return { hand, cards, x: 0, top: -HIGH * scale, room: place.spread };
}

function column(hand, x, scale, place, room) {
  const count = hand.cards.length;
  const step = count > 1 ? Math.min((scale < COMPACT ? COMPACT_DOWN : DOWN) * scale, Math.max(5, (place.high - PILL - HIGH * scale) / (count - 1))) : 0;
  const cards = hand.cards.map((_, at) => ({ x, y: (-HIGH / 2) * scale - step * (count - 1 - at), turn: 0, scale }));
  if (crossed(hand)) cards[count - 1] = { x, y: (-WIDE / 2) * scale * 0.7, turn: 90, scale: Math.max(scale * 0.7, 0.25) };
  return { hand, cards, x, top: -HIGH * scale - step * (count - 1), room: Math.min(room, place.spread) };
}

// A place beside the anchor of a hand, turned with it.
function turned(place, x, y) {
  const turn = (place.turn * Math.PI) / 180;
  return { x: place.x + x * Math.cos(turn) - y * Math.sin(turn), y: place.bottom + x * Math.sin(turn) + y * Math.cos(turn) };
}

function kind(hand, dealer) {
  if (dealer) return "plain";
  if (hand.ended === "natural" || hand.ended === "won") return "won";
  if (hand.ended === "bust" || hand.ended === "surrendered") return "lost";
  return hand.turn ? "turn" : "plain";
}

// What the pill says: the words of the view, or the bare total where there is no room for them.
function pillWords(hand, room, letter) {
  if (hand.words.length * letter + 12 <= room || !hand.total) return hand.words;
  const both = hand.words.includes(" or ") ? hand.words.replace(" or ", "/") : String(hand.total);
  return both.length * letter + 8 <= room ? both : String(hand.total);
}

function Pill({ hand, at, size, room, dealer }) {
  const letter = size * 0.58;
  const words = pillWords(hand, room, letter);
  if (!words) return null;
  const wide = Math.max(size * 1.9, words.length * letter + size * 0.9), high = size * 1.55;
  return html`<g class=${`felt-pill felt-pill-${kind(hand, dealer)}`} transform=${`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}>
    <rect x=${-wide / 2} y=${-high / 2} width=${wide} height=${high} rx=${high / 2} />
    <text y=${size * 0.36} font-size=${size}>${words}</text>
  </g>`;
}

// A hand for screen readers.
function handSaid(hand) {
  const cards = listed(hand.cards.map(spoken)) || "no cards";
  return `${cards}${hand.words ? `: ${hand.words}` : ""}${hand.doubled ? ", doubled" : ""}${hand.collected ? ", collected" : ""}`;
}

// The cards of a box ("3") or of the dealer ("dealer") and their totals.
export function Hands({ of, hands, place, size }) {
  const lying = hands.filter((hand) => hand.cards.length);
  if (!lying.length) return null;
  const dealer = of === "dealer";
  return laidOut(lying, place).map(({ hand, cards, x, top, room }) => {
    const whose = dealer ? "Dealer" : `Box ${of}${hand.split || lying.length > 1 ? `, hand ${hand.number}` : ""}`;
    const last = cards.reduce((far, card) => Math.max(far, card.x), 0) + (WIDE * place.scale) / 2;
    const pill = place.aside ? turned(place, last + 26, -HIGH * place.scale * 0.5) : dealer ? turned(place, x, size) : turned(place, x, top - size * 0.95);
    return html`<g key=${hand.number} class=${hand.collected ? "felt-collected" : null} role="img" aria-label=${`${whose}: ${handSaid(hand)}`} data-hand=${`${of}-${hand.number}`}>
      ${cards.map((spot, at) => html`<${Card} key=${at} card=${hand.cards[at]} at=${`${of}-${hand.number}-${at}`} dim=${OVER.has(hand.ended)}
        spot=${{ ...turned(place, spot.x, spot.y), turn: spot.turn + place.turn, scale: spot.scale }} />`)}
      <${Pill} hand=${hand} at=${pill} size=${size} room=${dealer ? 200 : room} dealer=${dealer} />
    </g>`;
  });
}
