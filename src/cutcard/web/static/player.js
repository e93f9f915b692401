// The step player: what happened at a table, shown one thing after the other as at a real one. A card slides and turns, then its
// total is written, then the words are told. It knows neither the page nor the time: a clock and a stage are given to it.

// Milliseconds at normal speed: until what moves lies, and the rest before the next step begins.
const TIMES = {
  first: [170, 20], // a card of the initial deal
  drawn: [320, 160],
  dealer: [380, 320],
  laid: [200, 0],
  paid: [400, 140],
  taken: [300, 60],
  returned: [180, 80], // a stand-off: the chips stay where they are
  undone: [140, 0],
  turn: [0, 120],
  shuffle: [0, 900],
  clear: [350, 120],
  win: [0, 900],
  lose: [0, 350],
  even: [0, 250],
};
const SPEEDS = { calm: 1.6, normal: 1, quick: 0.45, instant: 0 };
const LAGS = [[15_000, 0], [6_000, 0.12], [2_500, 0.4]]; // when the next message has waited this long, play that much faster
const MOST = 400; // steps that may wait before everything is shown at once

// The view after a step.
export function applied(view, step) {
  const { boxes, ...rest } = step.change ?? {};
  return { ...view, ...rest, boxes: boxes ? view.boxes.map((box) => boxes[box.number] ?? box) : view.boxes };
}

// The view while a card comes to lie: it is there, but no total, no result and no payment tells of it yet.
export function dealt(view, step) {
  const after = applied(view, step), { cue } = step;
  const shown = { ...view, shoe: after.shoe };
  if (cue.box === null) return { ...shown, dealer: { ...view.dealer, cards: after.dealer.cards } };
  return { ...shown, boxes: view.boxes.map((box, at) => (box.number === cue.box ? untold(box, after.boxes[at]) : box)) };
}

function untold(box, after) {
  const before = new Map(box.hands.map((hand) => [hand.number, hand]));
  const hands = after.hands.map((hand) => {
    const { words = "", total = null, soft = false, ended = "", turn = false, collected = false } = before.get(hand.number) ?? {};
    return { ...hand, words, total, soft, ended, turn, collected };
  });
  return { ...box, hands };
}

// What kind of step it is, for its time; null: nothing moves.
function kindOf(view, step) {
  const { cue } = step;
  if (!cue) return null;
  if (cue.kind === "card") return cardKind(view, cue);
  const kind = cue.kind === "chips" ? chipsKind(cue) : cue.kind === "result" ? cue.outcome : cue.kind;
  return kind in TIMES ? kind : null;
}

function chipsKind(cue) {
  if (cue.from === "tray") return "paid";
  if (cue.to === "tray") return "taken";
  if (cue.from === "player") return "laid";
  return cue.outcome ? "returned" : "undone";
}

function cardKind(view, cue) {
  if (cue.box === null) return view.dealer.cards.length < 1 || cue.card === null ? "first" : "dealer";
  const hands = view.boxes.find((box) => box.number === cue.box)?.hands ?? [];
  return hands.length < 2 && (hands[0]?.cards.length ?? 0) < 2 ? "first" : "drawn";
}

const SHOWN_FIRST = new Set(["first", "drawn", "dealer", "laid"]); // these come to lie; anything else leaves, and is gone when it has left
const ALWAYS = new Set(["turn", "result"]); // cues that also count when nothing moves

/* clock: { now() -> ms, after(ms, call) -> cancel }
   stage: { move(cue, ms), settle() }, which moves what is drawn and can be told to stop
   speed: () -> "calm" | "normal" | "quick" | "instant" */
export function createPlayer({ clock, stage, speed, onChange, onSay, onCue, onDone, onIdle }) {
  let view = null, lines = [];
  let queue = [], current = null, cancel = null;
  let playing = null; // the step whose words have not been told yet

  function factor() {
    const chosen = SPEEDS[speed()] ?? 1;
    if (!chosen || queue.length > MOST) return 0;
    const next = queue.find((item) => item.message !== current);
    const waited = next ? clock.now() - next.arrived : 0;
    return chosen * (LAGS.find(([after]) => waited > after)?.[1] ?? 1);
  }

  function tell(step) {
    if (step.new_round) lines = [];
    if (step.lines?.length) lines = [...lines, ...step.lines];
  }

  // Everything that is to be shown at once, in one change.
  function atOnce(items) {
    const cues = [];
    for (const { step } of items) {
      if (!step) continue;
      view = applied(view, step);
      tell(step);
      if (ALWAYS.has(step.cue?.kind)) cues.push(step);
    }
    onChange?.(view, lines);
    if (cues.length) onCue?.(cues[cues.length - 1].cue, cues[cues.length - 1]);
    for (const { step, message, last } of items) {
      if (step?.say) onSay?.(step.say);
      if (last) onDone?.(message);
    }
  }

  function wait(ms, call) {
    if (ms <= 0) { call(); return; }
    cancel = clock.after(ms, () => { cancel = null; call(); });
  }

  function next() {
    if (cancel) return;
    let now = []; // what is shown without moving anything, up to the next thing that moves
    while (queue.length) {
      const pace = factor(), item = queue.shift();
      current = item.message;
      if (pace && now.length) { atOnce(now); now = []; }
      const kind = pace && item.step ? kindOf(view, item.step) : null;
      if (kind) { play(item, kind, pace); return; }
      now.push(item);
    }
    if (now.length) atOnce(now);
    onIdle?.();
  }

  function play(item, kind, pace) {
    const [lands, rest] = TIMES[kind];
    const { step } = item;
    onCue?.(step.cue, step);
    if (SHOWN_FIRST.has(kind)) onChange?.(kind === "laid" ? applied(view, step) : dealt(view, step), lines);
    if (lands) stage.move(step.cue, lands * pace);
    wait(lands * pace, () => {
      view = applied(view, step);
      tell(step);
      onChange?.(view, lines);
      if (!lands) stage.move(step.cue, rest * pace);
      if (step.say) onSay?.(step.say);
      if (item.last) onDone?.(item.message);
      playing = null;
      wait(rest * pace, next);
    });
    if (cancel && lands) playing = item;
  }

  return {
    get busy() { return queue.length > 0 || cancel !== null; },
    get view() { return view; },
    get lines() { return lines; },
    // The present at once: the first message, or after a lost connection.
    show({ table, story }) {
      cancel?.();
      cancel = null;
      playing = null;
      queue = [];
      stage.settle();
      view = table;
      lines = story ?? [];
      onChange?.(view, lines);
      onIdle?.();
    },
    // What a command did; a message without steps only brings other controls.
    push(message) {
      const steps = message.steps?.length ? message.steps : [null];
      steps.forEach((step, at) => queue.push({ step, message, last: at === steps.length - 1, arrived: clock.now() }));
      next();
    },
    // Everything that waits is shown now, in its order: nobody is looking, or somebody is in a hurry.
    hurry() {
      if (!this.busy) return;
      cancel?.();
      cancel = null;
      stage.settle();
      const items = playing ? [playing, ...queue] : queue;
      playing = null;
      queue = [];
      if (items.length) atOnce(items);
      onIdle?.();
    },
  };
}
