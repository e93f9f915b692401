// How things move on the felt: cards from the shoe, chips to and from the tray, and the moment of a result. Only what is drawn
// already is moved, by the Web Animations API; nothing here changes what lies there.

const SVG = "http://www.w3.org/2000/svg";
const OUT = "cubic-bezier(0.2, 0.8, 0.3, 1)";
const LINGER_MS = 150; // that something which has left stays out of sight, until it is no longer drawn
const running = new Set();

// Everything in its place at once.
export function settle() {
  for (const each of [...running]) each.finish();
  running.clear();
}

function animate(element, frames, options) {
  if (!element?.animate) return null;
  const made = element.animate(frames, options);
  running.add(made);
  made.addEventListener("cancel", () => running.delete(made));
  made.addEventListener("finish", () => {
    running.delete(made);
    if (options.fill) setTimeout(() => made.cancel(), LINGER_MS);
  });
  return made;
}

const middle = (element) => {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

// A way on the screen in the units of an element's own content.
function way(element, [dx, dy]) {
  const { a, b, c, d } = element.getScreenCTM();
  const size = a * d - b * c || 1;
  return [(d * dx - c * dy) / size, (a * dy - b * dx) / size];
}

const moved = (x, y, more = "") => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${more}`;

// ------------------------------------------------------------------------------------------------------------- cards

// The last card of a hand comes from the shoe, face down, and turns over where it lies; a hole card lies there already.
function dealCard(felt, cue, ms) {
  const hand = felt.querySelector(`[data-hand="${cue.box ?? "dealer"}-${cue.box === null ? 1 : cue.hand ?? 1}"]`);
  const cards = hand?.querySelectorAll(".felt-card") ?? [];
  const card = cards[cards.length - 1], shoe = felt.querySelector("[data-shoe]");
  const lies = card?.querySelector(".felt-lies");
  if (!lies || !shoe) return;
  if (cue.turned) { turnOver(lies, ms); return; }
  const [sx, sy] = middle(shoe), [x, y] = middle(card);
  const [dx, dy] = way(card, [sx - x, sy - y]);
  animate(lies, [{ transform: moved(dx, dy, " rotate(30deg)"), opacity: 0.4 }, { opacity: 1, offset: 0.15 }, { transform: "none" }], { duration: ms, easing: OUT });
  if (card.dataset.card !== "back") turnOver(lies, ms);
}

function turnOver(lies, ms) {
  const face = lies.lastElementChild, back = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x: -27, y: -40, width: 54, height: 80, rx: 4, class: "felt-back" })) back.setAttribute(name, value);
  lies.append(back);
  animate(face, [{ opacity: 0 }, { opacity: 0, offset: 0.72 }, { opacity: 1, offset: 0.73 }, { opacity: 1 }], { duration: ms });
  const turning = animate(lies.firstElementChild, [{ transform: "scaleX(1)" }, { transform: "scaleX(1)", offset: 0.52 }, { transform: "scaleX(0.05)", offset: 0.72 }, { transform: "scaleX(1)" }], { duration: ms });
  const hiding = animate(back, [{ transform: "scaleX(1)" }, { transform: "scaleX(1)", offset: 0.52 }, { transform: "scaleX(0.05)", offset: 0.72 }, { transform: "scaleX(0)", offset: 0.73 }, { transform: "scaleX(0)" }], { duration: ms, fill: "forwards" });
  const gone = () => back.remove();
  if (!turning || !hiding) { gone(); return; }
  hiding.addEventListener("finish", gone);
  hiding.addEventListener("cancel", gone);
}

// Cards go to the rack and chips to their owner; the cards that come next are drawn once these are gone.
export function clear(felt, ms) {
  const rack = felt.querySelector("[data-rack]") ?? felt.querySelector("[data-shoe]");
  const to = rack && middle(rack);
  for (const lies of felt.querySelectorAll(".felt-card > .felt-lies")) {
    const card = lies.parentNode;
    const [x, y] = middle(card), [dx, dy] = to ? way(card, [to[0] - x, to[1] - y]) : [0, -120];
    animate(lies, [{ transform: "none", opacity: 1 }, { transform: moved(dx, dy), opacity: 0 }], { duration: ms, easing: "ease-in", fill: "forwards" });
  }
  for (const chips of felt.querySelectorAll(".felt-on-box .felt-chips, .felt-side .felt-chips")) leave(chips, "player", felt, ms);
}

// ------------------------------------------------------------------------------------------------------------- chips

const trayAt = (felt) => { const box = felt.getBoundingClientRect(); return [box.x + box.width / 2, box.y + 8]; };

function stacks(felt, cue) {
  const found = [...felt.querySelectorAll("[data-chips]")].filter((each) => each.dataset.chips === `${cue.box}:${cue.bet}:${cue.player}`);
  return found.length ? found : [...felt.querySelectorAll(`[data-of="${cue.box}"] .felt-on-box .felt-chips`)];
}

function leave(chips, to, felt, ms) {
  const [x, y] = middle(chips), [tx, ty] = trayAt(felt);
  const [dx, dy] = way(chips, to === "tray" ? [tx - x, ty - y] : [0, 70]);
  for (const lies of chips.querySelectorAll(".felt-lies")) {
    animate(lies, [{ transform: lies.getAttribute("transform") ? moved(-13, 0) : "none", opacity: 1 }, { transform: moved(dx, dy), opacity: 0 }], { duration: ms, easing: "ease-in-out", fill: "forwards" });
  }
}

// Chips are laid from the player's side.
function layChips(felt, cue, ms) {
  const laid = stacks(felt, cue), lies = laid[laid.length - 1]?.querySelector(".felt-lies");
  if (lies) animate(lies, [{ transform: moved(0, 60), opacity: 0 }, { transform: "none", opacity: 1 }], { duration: ms, easing: OUT });
}

// Lost chips go to the tray, and chips that somebody takes back to them; what is returned, or left of it, only stirs.
function takeChips(felt, cue, ms) {
  for (const chips of stacks(felt, cue)) {
    const stays = cue.to === "player" && (cue.outcome || cue.amount < Number(chips.dataset.amount ?? 0));
    if (stays) stir(chips, ms);
    else leave(chips, cue.to === "player" ? "player" : "tray", felt, ms);
  }
}

function stir(chips, ms) {
  for (const lies of chips.querySelectorAll(".felt-lies")) animate(lies, [{ translate: "0 0" }, { translate: "0 5px" }, { translate: "0 0" }], { duration: ms, easing: "ease-in-out" });
}

// A payment comes from the tray: a likeness of the stack it pays travels there, until the payment itself is drawn.
function payChips(felt, cue, ms) {
  const [chips] = stacks(felt, cue);
  const ghosts = felt.querySelector(".felt-ghosts");
  const lies = chips?.querySelector(".felt-lies");
  if (!lies || !ghosts) return;
  const ghost = document.createElementNS(SVG, "g"), matrix = chips.getCTM(), over = ghosts.getCTM().inverse();
  const own = over.multiply(matrix);
  ghost.setAttribute("transform", `matrix(${own.a} ${own.b} ${own.c} ${own.d} ${own.e} ${own.f})`);
  const copy = lies.cloneNode(true);
  ghost.append(copy);
  ghosts.append(ghost);
  const [x, y] = middle(chips), [tx, ty] = trayAt(felt), [dx, dy] = way(chips, [tx - x, ty - y]);
  const coming = animate(copy, [{ transform: moved(dx, dy), opacity: 0 }, { opacity: 1, offset: 0.2 }, { transform: moved(15, 5), opacity: 1 }], { duration: ms, easing: OUT });
  const gone = () => ghost.remove();
  if (!coming) { gone(); return; }
  coming.addEventListener("finish", gone);
  coming.addEventListener("cancel", gone);
}

// ----------------------------------------------------------------------------------------------------------- moments

// A win glows; a loss only makes the box quiet for a moment.
export function result(felt, cue, ms) {
  for (const box of felt.querySelectorAll(".felt-mine")) {
    if (cue.outcome === "win") {
      animate(box.querySelector(".felt-glow"), [{ opacity: 0, strokeWidth: "4px" }, { opacity: 0.95, strokeWidth: "14px", offset: 0.3 }, { opacity: 0, strokeWidth: "30px" }], { duration: ms, easing: "ease-out" });
      for (const chips of box.querySelectorAll(".felt-winnings")) animate(chips, [{ transform: "none" }, { transform: moved(0, -9), offset: 0.25 }, { transform: "none" }], { duration: ms * 0.6, easing: "ease-out" });
    } else if (cue.outcome === "lose") animate(box, [{ opacity: 1 }, { opacity: 0.55, offset: 0.4 }, { opacity: 1 }], { duration: ms, easing: "ease-in-out" });
  }
}

export function turn(felt, cue, ms) {
  const glow = felt.querySelector(`[data-of="${cue.box}"] .felt-glow`);
  animate(glow, [{ opacity: cue.mine ? 0.8 : 0.35 }, { opacity: 0 }], { duration: Math.max(ms, 120) * (cue.mine ? 4 : 2), easing: "ease-out" });
}

export function shuffle(felt, ms) {
  const shoe = felt.querySelector("[data-shoe] .felt-stock");
  animate(shoe, [0, 3, -3, 3, -3, 0].map((x) => ({ transform: moved(x, 0) })), { duration: ms });
}

// What a cue moves.
export function move(felt, cue, ms) {
  if (cue.kind === "card") dealCard(felt, cue, ms);
  else if (cue.kind === "chips") chipsMove(felt, cue, ms);
  else if (cue.kind === "clear") clear(felt, ms);
  else if (cue.kind === "result") result(felt, cue, ms);
  else if (cue.kind === "turn") turn(felt, cue, ms);
  else if (cue.kind === "shuffle") shuffle(felt, ms);
}

function chipsMove(felt, cue, ms) {
  if (cue.from === "player" && cue.to === "layout") layChips(felt, cue, ms);
  else if (cue.from === "tray") payChips(felt, cue, ms);
  else takeChips(felt, cue, ms);
}
