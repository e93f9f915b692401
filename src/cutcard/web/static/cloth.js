// The table itself: edge and cloth, what is printed on it, the sign, the shoe and the discard rack.
import { Component, html } from "./html.js";
import { limits } from "./labels.js";

class Still extends Component { // drawn again only when something it is given has changed
  shouldComponentUpdate(next) {
    for (const name in next) if (next[name] !== this.props[name]) return true;
    return false;
  }
}

export class Cloth extends Still {
  render({ places, words, id }) {
    const styles = ["felt-pays", "felt-dealt", "felt-insurance"];
    return html`<g>
      <defs>
        <radialGradient id="felt-shade" cx="50%" cy="18%" r="85%"><stop offset="0" stop-color="#22805a" /><stop offset=".55" stop-color="#14603f" /><stop offset="1" stop-color="#0b4430" /></radialGradient>
        <linearGradient id="felt-wood" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7a5030" /><stop offset=".5" stop-color="#5b3a22" /><stop offset="1" stop-color="#3f2614" /></linearGradient>
        ${places.lines.map((line, nth) => html`<path id=${`felt-line-${id}-${nth}`} d=${line.d} />`)}
      </defs>
      <path d=${places.edge} class="felt-edge" /><path d=${places.cloth} class="felt-ground" />
      ${words.map((line, nth) => line && html`<${Along} words=${line} nth=${nth} id=${id} line=${places.lines[nth]} style=${styles[nth]} plain=${places.size === "phone" || places.size === "short"} />`)}
    </g>`;
  }
}

// Words along a curve: many letters are set smaller, and closer once they cannot get smaller.
function Along({ words, nth, id, line, style, plain }) {
  const letter = nth === 0 ? 0.86 : plain ? 0.54 : 0.8; // of the font's size, capitals with their spacing
  const size = Math.max(11, Math.min(line.size, line.wide / (words.length * letter)));
  const tight = words.length * size * letter > line.wide;
  const squeezed = tight && words.length * size * 0.53 > line.wide;
  return html`<text class=${`${style}${tight ? " felt-tight" : ""}`} font-size=${size.toFixed(1)}><textPath href=${`#felt-line-${id}-${nth}`} startOffset="50%"
    ...${squeezed ? { textLength: line.wide - 2, lengthAdjust: "spacingAndGlyphs" } : {}}>${words}</textPath></text>`;
}

// The lines on the cloth; on small screens the last two in one where they fit.
export function clothLines(table, size) {
  const [first, second, third] = table.cloth;
  const joined = [second, third].filter(Boolean).join(" · ");
  if ((size === "phone" || size === "short") && joined.length <= 64) return [first, joined];
  return [first, second, third].filter(Boolean);
}

// -------------------------------------------------------------------------------------------------------------- sign

export class TableSign extends Still {
  render({ place, title, lines, label, small }) {
    const size = small ? 11 : 11.5, gap = size * 1.36;
    const names = wrapped(title.toUpperCase(), Math.floor((place.width - 14) / (size * 0.74)));
    const room = Math.max(1, Math.floor((place.high - 14) / gap) - names.length);
    const rows = lines.slice(0, room);
    const high = 12 + gap * (names.length + rows.length);
    const middle = place.width / 2;
    return html`<g class="felt-sign-at" transform=${`translate(${place.x} ${place.y})`} role="img" aria-label=${label}>
      <rect width=${place.width} height=${high} rx="7" class="felt-sign" />
      ${names.map((line, nth) => html`<text class="felt-sign-title" x=${middle} y=${gap * (nth + 1) + 2} font-size=${size}>${line}</text>`)}
      ${rows.map((line, nth) => html`<text class="felt-sign-line" x=${middle} y=${gap * (names.length + nth + 1) + 3} font-size=${size} ...${fit(line, place.width - 12, size)}>${line}</text>`)}
    </g>`;
  }
}

function wrapped(title, most) {
  const lines = [];
  for (const word of title.split(" ")) {
    const last = lines[lines.length - 1];
    if (last !== undefined && `${last} ${word}`.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const fit = (words, wide, size) => (words.length * size * 0.53 > wide ? { textLength: wide, lengthAdjust: "spacingAndGlyphs" } : {});

export const signLines = (table, size) => limits(table, size === "phone" || size === "short");
export const signLabel = (table) => `Sign: ${table.title}; ${table.sign.join("; ")}; ${table.decks} decks`;

// ----------------------------------------------------------------------------------------------- the shoe and the rack

export class Shoe extends Still {
  render({ shoe, place, small }) {
    const wide = place.width, high = wide * 0.46, inside = wide - 16;
    const left = shoe.cards ? (inside * shoe.left) / shoe.cards : 0;
    const behind = shoe.behind === null || !shoe.cards ? null : (inside * Math.min(shoe.behind, shoe.left)) / shoe.cards;
    const [first, second] = shoeWords(shoe, small);
    const cutting = shoe.behind === null ? "" : `, the cutting card ${Math.max(0, shoe.left - shoe.behind)} cards on`;
    const lines = Array.from({ length: Math.max(0, Math.floor((left - 2) / 4)) }, (_, nth) => `M${11 + nth * 4} 8V${high - 8}`).join("");
    return html`<g class="felt-shoe-at" transform=${`translate(${place.x} ${place.y})`} role="img" data-shoe=""
      aria-label=${`Shoe ${shoe.number}: ${shoe.left} of ${shoe.cards} cards left${cutting}; ${second}`}>
      <rect width=${wide} height=${high} rx="7" class="felt-shoe" /><rect x="6" y="5" width=${wide - 12} height=${high - 10} rx="4" class="felt-shoe-inside" />
      ${left > 0 && html`<rect x="8" y="7" width=${Math.max(left, 3)} height=${high - 14} rx="2.5" class="felt-stock" /><path d=${lines} class="felt-stock-lines" />`}
      ${behind !== null && html`<rect x=${6 + behind} y="2" width="4" height=${high - 4} rx="1" class="felt-cutting" data-share=${(Math.min(shoe.behind, shoe.left) / shoe.cards).toFixed(4)} />`}
      <text class="felt-shoe-words" x=${wide / 2} y=${high + 14} font-size=${small ? 11 : 12}>${first}</text>
      ${!small && html`<text class="felt-shoe-words felt-quiet" x=${wide / 2} y=${high + 29} font-size="11.5">${second}</text>`}
    </g>`;
  }
}

// How many cards are left, and below that what to know about the shoe.
function shoeWords(shoe, small) {
  if (!shoe.number) return ["no shoe yet", "no cards are in it"];
  const count = small ? `${shoe.left} cards` : `${shoe.left} of ${shoe.cards} cards`;
  if (shoe.due) return [small ? "shuffle comes" : count, "shuffle comes next"];
  return [count, shoe.commitment ? `shoe ${shoe.number} · ${shoe.commitment.slice(0, 8)}…` : `shoe ${shoe.number}`];
}

export class Rack extends Still {
  render({ shoe, place }) {
    const cards = shoe.discards + shoe.burned, wide = place.width, high = wide * 1.12;
    const full = shoe.cards ? ((high - 6) * cards) / shoe.cards : 0;
    return html`<g class="felt-rack-at" transform=${`translate(${place.x} ${place.y})`} role="img" aria-label=${`Discard rack: ${cards} cards`} data-rack="">
      <path d=${`M0 0V${high - 4}Q0 ${high} 4 ${high}H${wide - 4}Q${wide} ${high} ${wide} ${high - 4}V0`} class="felt-rack" />
      ${full > 0 && html`<rect x="4" y=${high - 4 - full} width=${wide - 8} height=${Math.max(full, 2)} rx="1.5" class="felt-stock" />`}
      <text class="felt-shoe-words" x=${wide / 2} y=${high + 14} font-size="11">${cards} out</text>
    </g>`;
  }
}
