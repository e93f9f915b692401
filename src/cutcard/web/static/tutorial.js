// A first hand at the real table: one step at a time, each beside the thing it speaks of. It can be left at any moment.

import { html, useEffect, useLayoutEffect, useRef, useState } from "./html.js";
import { pref, setPref } from "./prefs.js";

const seated = (model) => Boolean(model.desk?.seat?.boxes.length);
const laid = (model) => Boolean(model.desk?.bets?.spots.some((spot) => spot.laid > 0));
const deciding = (model) => Boolean(model.desk?.mine && model.desk.groups.length && !model.desk.cut);

// `done` moves on by itself once it is true; a step without it has a button.
const STEPS = [
  { at: "[data-tour=felt]", title: "This is the table", text: "The dealer stands at the top. Each circle is a box, where one person plays against the dealer. You want to come nearer to 21 than the dealer, and not over it." },
  { at: "[data-tour=seats]", title: "Take a box", text: "Press a free box, here or on the felt. The chips are play money.", done: seated },
  { at: "[data-tour=chips]", title: "Choose a chip", text: "A chip lays exactly what it says. One that is too small or too large here is grey and says why." },
  { at: "[data-tour=spots]", title: "Lay it down", text: "Press your box, here or on the felt. Each press lays one more chip. Undo takes the last one back.", done: (model) => laid(model) || deciding(model) },
  { at: "[data-tour=bets]", title: "Deal", text: "Deal now if you are alone, or wait until the time is up.", done: (model) => deciding(model) || Boolean(model.headline) },
  { at: "[data-tour=coach]", title: "The coach", text: "Switch it on: it knows the exact value of each choice, and afterwards what your decision has cost." },
  { at: "[data-tour=desk]", title: "Decide", text: "Hit takes a card, stand takes none. What you may not do is grey and says why.", done: (model) => Boolean(model.headline) || Boolean(model.desk?.bets) },
  { at: "[data-tour=story]", title: "What happened", text: "Every line about money opens its whole explanation, with the clause that decides it. From now on, repeat and deal plays the same bet again." },
];

export class Tutorial {
  constructor(model) {
    this.model = model;
    this.step = -1;
    this.invited = pref("tutorial") === "";
    model.subscribe(() => this.look());
  }

  get shown() { return STEPS[this.step] ?? null; }

  begin() { this.step = 0; this.seen(); this.skipDone(); }

  seen() { this.invited = false; setPref("tutorial", "seen"); this.model.tell(); }

  next() { this.step += 1; this.skipDone(); this.model.tell(); }

  leave() { this.step = -1; this.seen(); }

  skipDone() {
    while (this.shown?.done?.(this.model)) this.step += 1;
    if (this.shown) this.model.say(`${this.shown.title}. ${this.shown.text}`);
    else this.step = -1;
  }

  look() {
    if (this.shown?.done?.(this.model)) queueMicrotask(() => { if (this.shown?.done?.(this.model)) this.next(); });
  }
}

export function Invitation({ tutorial, model }) {
  const { desk } = model;
  if (!tutorial.invited || tutorial.shown || !model.view.play_money || desk.watching || desk.seat?.boxes.length) return null;
  return html`<div class="invitation"><p>New here?</p><button type="button" class="do" data-kind="quiet" id="tutorial-begin" onClick=${() => tutorial.begin()}><b>Show me a first hand</b></button>
    <button type="button" class="do" data-kind="quiet" id="tutorial-no" aria-label="No tutorial" onClick=${() => tutorial.leave()}><b>No</b></button></div>`;
}

// Where the words go so that they hide neither their target nor the window's edge.
function placeBeside(target, card) {
  const gap = 12;
  const height = card.offsetHeight, width = card.offsetWidth;
  const below = target.bottom + gap + height <= innerHeight;
  const above = target.top - gap - height >= 0;
  const top = below ? target.bottom + gap : above ? target.top - gap - height : Math.max(gap, Math.min(target.top + gap, innerHeight - height - gap));
  const left = Math.max(gap, Math.min(target.left + target.width / 2 - width / 2, innerWidth - width - gap));
  return { top: `${top}px`, left: `${left}px` };
}

export function TutorialCard({ tutorial }) {
  const card = useRef(null), ring = useRef(null);
  const [, again] = useState(0);
  const step = tutorial.shown;
  useEffect(() => {
    const moved = () => again((count) => count + 1);
    addEventListener("resize", moved);
    return () => removeEventListener("resize", moved);
  }, []);
  useLayoutEffect(() => {
    if (!card.current || !step) return;
    const target = document.querySelector(step.at)?.getBoundingClientRect() ?? { top: 80, bottom: 80, left: innerWidth / 2, width: 0, height: 0 };
    Object.assign(card.current.style, placeBeside(target, card.current));
    Object.assign(ring.current.style, { top: `${target.top - 4}px`, left: `${target.left - 4}px`, width: `${target.width + 8}px`, height: `${target.height + 8}px` });
  });
  if (!step) return null;
  return html`<div class="tour"><div class="tour-ring" ref=${ring} aria-hidden="true"></div>
    <section class="tour-card" ref=${card} aria-label="Tutorial"><h2>${step.title}</h2><p>${step.text}</p><div class="choices">
      <button type="button" class="do" data-kind="quiet" id="tutorial-leave" onClick=${() => tutorial.leave()}><b>Leave</b></button>
      <button type="button" class="do" data-kind="primary" id="tutorial-next" onClick=${() => tutorial.next()}><b>${step.done ? "Skip" : tutorial.step === STEPS.length - 1 ? "Done" : "Next"}</b></button>
    </div></section></div>`;
}
