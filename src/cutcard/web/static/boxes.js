// Boxes: the circle on the cloth, its wagers, its players, its hands, and what a press does there.
import { Stack } from "./chips.js";
import { Hands } from "./hands.js";
import { Component, html } from "./html.js";
import { boxSaid, cut, isToken, lies, net, onHand, playersOf, spotWords, sumOf, won } from "./labels.js";
import { gain, money } from "./money.js";
import { moves } from "./prefs.js";

const STACKS_MOST = 4; // on a box, before they are combined
const TOUCH = 22; // radius that a finger finds

const at = (x, y, scale = 1) => `translate(${x.toFixed(1)} ${y.toFixed(1)})${scale === 1 ? "" : ` scale(${scale.toFixed(3)})`}`;

// Something on the felt that can be pressed, by mouse, finger, Enter or Space.
function Place({ x, y, r, label, mark, box, bet, press, kind, children }) {
  const does = mark?.enabled ? `: ${mark.does}` : "";
  const key = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (!event.repeat) press(box, bet);
  };
  return html`<g class=${`felt-place ${kind}${mark?.enabled ? " felt-act" : ""}`} transform=${at(x, y)} role="button" tabindex="0"
    aria-label=${label + does} data-box=${box} data-bet=${bet} onClick=${() => press(box, bet)} onKeyDown=${key}>
    <circle class="felt-hit" r=${Math.max(r + 1, TOUCH)} />${children}</g>`;
}

export class Box extends Component {
  shouldComponentUpdate(next) {
    for (const name in next) if (next[name] !== this.props[name]) return true;
    return false;
  }

  render({ box, place, mine, titles, bets, words, marks, turn, until, clock, away, press }) {
    const own = mine !== null && box.holder === mine;
    const style = `felt-box${own ? " felt-mine" : ""}${turn ? " felt-turn" : ""}`;
    return html`<g class=${style} role="group" aria-label=${boxSaid(box, titles, mine)} data-of=${box.number}>
      <circle class="felt-glow" cx=${place.x} cy=${place.y} r=${place.r + 7} />
      <${Place} x=${place.x} y=${place.y} r=${place.r} kind="felt-main" label=${boxSaid(box, titles, mine)} mark=${marks?.main} box=${box.number} bet="main" press=${press}>
        <circle class="felt-spot" r=${place.r} />
        ${turn && html`<${Ring} r=${place.r + 5} until=${until} clock=${clock} />`}
        ${!box.wagers.some(lies) && html`<${Empty} mark=${marks?.main} number=${box.number} r=${place.r} />`}
      <//>
      ${place.spots ? bets.map((bet, nth) => html`<${SideSpot} key=${bet} box=${box} bet=${bet} title=${titles[bet]} word=${words[nth]}
        spot=${place.spots[nth]} mark=${marks?.[bet]} press=${press} />`) : html`<${SideSum} box=${box} titles=${titles} place=${place} />`}
      <${OnBox} box=${box} place=${place} />
      <${Insured} box=${box} place=${place} />
      ${box.marker && html`<${Marker} words=${box.marker} x=${place.x} y=${place.y - place.r} />`}
      <${Names} box=${box} place=${place} mine=${mine} away=${away} />
      <${Hands} of=${String(box.number)} hands=${box.hands} place=${place.hands} size=${place.small ? 11.5 : own ? 15 : 13} />
    </g>`;
  }
}

function Empty({ mark, number, r }) {
  const does = mark?.enabled ? (r > 30 ? mark.does : mark.does.split(" ")[0]) : "";
  return html`<text class="felt-number" y=${does ? -3 : 5} font-size=${r > 25 ? 15 : 13}>${number}</text>
    ${does && html`<text class="felt-empty" y=${r > 25 ? 14 : 12} font-size="11">${cut(does, Math.floor((2 * r - 4) / 6))}</text>`}`;
}

// The ring around the box whose turn it is shrinks as time runs out.
class Ring extends Component {
  componentDidMount() { this.run(); }

  componentDidUpdate(before) { if (before.until !== this.props.until || before.r !== this.props.r) this.run(); }

  componentWillUnmount() { this.stop(); }

  stop() {
    this.running?.cancel();
    clearInterval(this.ticking);
    this.ring?.removeAttribute("stroke-dashoffset");
  }

  // Without motion it still tells the seconds, by a timer: an animation has the whole felt painted sixty times a second.
  run() {
    this.stop();
    const { until, r, clock } = this.props;
    if (until === null || !this.ring) return;
    const length = 2 * Math.PI * r, left = Math.max(1, until - clock());
    if (moves()) {
      this.running = this.ring.animate([{ strokeDashoffset: 0 }, { strokeDashoffset: length }], { duration: left, fill: "forwards" });
      return;
    }
    const began = performance.now(), seconds = Math.ceil(left / 1000);
    const tick = () => this.ring?.setAttribute("stroke-dashoffset", length * Math.min(1, Math.round((performance.now() - began) / 1000) / seconds));
    tick();
    this.ticking = setInterval(tick, 1000);
  }

  render({ r, until }) {
    return html`<circle class="felt-ring-ground" r=${r} />
      <circle class="felt-ring" r=${r} transform="rotate(-90)" stroke-dasharray=${2 * Math.PI * r} data-until=${until} ref=${(node) => { this.ring = node; }} />`;
  }
}

// --------------------------------------------------------------------------------------------------------- side bets

function SideSpot({ box, bet, title, word, spot, mark, press }) {
  const wagers = box.wagers.filter((wager) => wager.bet === bet);
  const there = wagers.filter(lies);
  const said = wagers.map((wager) => `${wager.player} ${money(wager.worth)}`).join(", ");
  const short = cut(word, 9), fits = spot.r * 1.86;
  return html`<${Place} x=${spot.x} y=${spot.y} r=${spot.r} kind="felt-side" label=${`${title}, box ${box.number}${said ? `: ${said}` : ""}`}
    mark=${mark} box=${box.number} bet=${bet} press=${press}>
    <circle class="felt-side-spot" r=${spot.r - 1} />
    ${!there.length && html`<text class="felt-side-word" y="4" font-size="11" ...${short.length * 6.2 > fits ? { textLength: fits, lengthAdjust: "spacingAndGlyphs" } : {}}>${short}</text>`}
    ${there.map((wager, nth) => html`<${Chips} key=${wager.player} wager=${wager} x=${(nth - (there.length - 1) / 2) * 12} y=${-2} scale=${spot.r / 27} />`)}
    ${there.length > 0 && html`<${Amount} cents=${sumOf(there)} y=${spot.r - 8} size=${11} />`}
  <//>`;
}

// Side bets of a box that has no room for their spots: what lies there in one amount.
function SideSum({ box, titles, place }) {
  const there = box.wagers.filter((wager) => titles[wager.bet] && lies(wager));
  if (!there.length) return null;
  return html`<g class="felt-side-sum" transform=${at(place.x + place.r * 0.72, place.y - place.r * 0.86)}>
    ${there.map((wager) => html`<g key=${`${wager.bet}-${wager.player}`} data-chips=${`${box.number}:${wager.bet}:${wager.player}`} />`)}
    <${Amount} cents=${sumOf(there)} y=${0} size=${11} plus />
  </g>`;
}

// ------------------------------------------------------------------------------------------------------------- chips

function Amount({ cents, y, size, plus = false, x = 0 }) {
  const said = `${plus ? "+" : ""}${money(cents)}`;
  const wide = said.length * size * 0.57 + size * 0.7;
  return html`<g class="felt-sum" transform=${at(x, y)}><rect x=${-wide / 2} y=${-size * 0.68} width=${wide} height=${size * 1.36} rx=${size * 0.68} />
    <text y=${size * 0.36} font-size=${size}>${said}</text></g>`;
}

// A wager's chips, and what it won beside them.
function Chips({ wager, x, y, scale }) {
  const gained = won(wager);
  return html`<g class="felt-chips" transform=${at(x, y, scale)} data-chips=${`${wager.box}:${wager.bet}:${wager.player}`} data-amount=${wager.worth}>
    <g class="felt-lies" transform=${gained ? "translate(-13 0)" : undefined}><${Stack} amount=${wager.worth} token=${isToken(wager)} scale=${scale} /></g>
    ${gained > 0 && html`<g transform="translate(15 5)"><g class="felt-lies felt-winnings"><${Stack} amount=${gained} /></g></g>`}
    ${wager.carried && html`<g class="felt-stays" transform=${at(0, -14, 1 / scale)}><rect x="-21" y="-8" width="42" height="16" rx="3" class="felt-marker" />
      <text y="4" class="felt-marker-word" font-size="11">STAYS</text></g>`}
  </g>`;
}

// The wagers on a box's hands: a stack for each, and their sum.
function OnBox({ box, place }) {
  const there = gathered(box.wagers.filter((wager) => onHand(wager) && lies(wager)));
  if (!there.length) return null;
  const size = (place.r / 41) * (there.length === 1 ? 1.2 : there.length <= 3 ? 0.86 : 0.66);
  const step = Math.min(26, 60 / Math.max(there.length - 1, 1)) * (place.r / 41);
  return html`<g class="felt-on-box">
    ${there.map((wager, nth) => html`<${Chips} key=${`${wager.bet}-${wager.hand ?? 1}-${wager.player}`} wager=${wager}
      x=${place.x + (nth - (there.length - 1) / 2) * step} y=${place.y + (place.small ? -1 : 2)} scale=${size} />`)}
    <${Amount} cents=${sumOf(there)} x=${place.x} y=${place.y + place.r * (place.small ? 0.62 : 0.64)} size=${place.small ? 11 : 12.5} />
  </g>`;
}

// The stacks of a box; if there are too many, one for each player and one for their tokens.
function gathered(there) {
  if (there.length + there.filter(won).length <= STACKS_MOST) return there;
  const found = new Map();
  for (const wager of there) {
    const key = `${wager.player}-${isToken(wager)}`, before = found.get(key);
    if (!before) { found.set(key, wager); continue; }
    const returned = before.returned === null || wager.returned === null ? null : before.returned + wager.returned;
    found.set(key, { ...before, staked: before.staked + wager.staked, worth: before.worth + wager.worth, returned });
  }
  return [...found.values()];
}

function Insured({ box, place }) {
  const there = box.wagers.filter((wager) => wager.bet === "insurance" && lies(wager));
  if (!there.length) return null;
  const { x, y } = place.insurance;
  return html`<g class="felt-insured">
    ${!place.small && there.map((wager, nth) => html`<${Chips} key=${wager.player} wager=${wager} x=${x + nth * 10} y=${y - 8} scale=${0.62} />`)}
    ${place.small && there.map((wager) => html`<g key=${wager.player} data-chips=${`${wager.box}:${wager.bet}:${wager.player}`} />`)}
    <g class="felt-insurance-sum"><${Amount} cents=${sumOf(there)} x=${x} y=${y + 5} size=${11} /></g>
  </g>`;
}

function Marker({ words, x, y }) {
  const wide = 12 + 6.2 * words.length;
  return html`<g transform=${at(x, y)}><rect x=${-wide / 2} y="-9" width=${wide} height="18" rx="3" class="felt-marker" />
    <text y="4" class="felt-marker-word" font-size="11">${words}</text></g>`;
}

// ------------------------------------------------------------------------------------------------------------- names

function Names({ box, place, mine, away }) {
  const names = playersOf(box).map((name) => (name === mine ? "you" : name));
  const kept = !names.length && box.reserved_for ? ["for ", box.reserved_for] : null;
  const size = place.small ? 11 : place.own ? 14 : 12.5;
  const came = net(box, mine);
  const style = `felt-name${names.includes("you") ? " felt-you" : ""}${away ? " felt-away" : ""}`;
  const below = place.result.y > place.name.y;
  const said = kept ?? shortened(names, Math.floor(place.name.wide / (size * 0.55)));
  return html`<g>
    ${(came === null || below) && html`<text class=${style} x=${place.name.x} y=${place.name.y} font-size=${size}>${said.map((part) => html`<tspan class="felt-who">${part}</tspan>`)}</text>`}
    ${came !== null && html`<${Result} cents=${came} at=${place.result} size=${place.small ? 11.5 : 13.5} />`}
  </g>`;
}

// Names with a plus between them, as many letters as there is room for.
function shortened(names, most) {
  const parts = names.flatMap((name, nth) => (nth ? [" + ", name] : [name]));
  let left = most;
  return parts.map((part) => {
    const shown = left > 0 ? cut(part, left) : "";
    left -= [...part].length;
    return shown;
  });
}

function Result({ cents, at: spot, size }) {
  const kind = cents > 0 ? "won" : cents < 0 ? "lost" : "plain", said = gain(cents);
  const wide = said.length * size * 0.6 + size;
  return html`<g class=${`felt-pill felt-result felt-pill-${kind}`} transform=${at(spot.x, spot.y)}>
    <rect x=${-wide / 2} y=${-size * 0.8} width=${wide} height=${size * 1.5} rx=${size * 0.75} /><text y=${size * 0.3} font-size=${size}>${said}</text></g>`;
}

export { spotWords };
