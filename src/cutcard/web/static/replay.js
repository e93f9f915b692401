// A finished round on the felt, stepped through with buttons, keys or a slider, or played by itself.
import { Clause } from "./clause.js";
import { Felt } from "./felt.js";
import { html, useEffect, useMemo, useRef, useState } from "./html.js";
import { pref } from "./prefs.js";
import { PACES, viewsOf } from "./replay_model.js";
import { livePlayer } from "./stage.js";

const TYPED_INTO = "input, select, textarea, dialog, [role=slider]";
const FIRST_WORDS = "The wagers are down.";

function kindOf(amount) {
  if (amount === null) return "";
  return amount > 0 ? "won" : amount < 0 ? "lost" : "even";
}

function Line({ line, now, onPay }) {
  const said = html`<b><bdi>${line.who}</bdi></b> <bdi>${line.text}</bdi> ${line.gain && html`<span class="round-gain" data-kind=${kindOf(line.amount)}>${line.gain}</span>`}`;
  return html`<li class=${now ? "replay-now" : ""}>${said} ${line.clause && html`<${Clause} book=${line.book} clause=${line.clause} />`}
    ${line.payment && html` <button type="button" class="round-why" onClick=${() => onPay(line)} aria-label=${`Why: ${line.who} ${line.text}`}>Why?</button>`}</li>`;
}

// Keys of the whole page, as long as nobody is typing.
export function useKeys(keys) {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const pressed = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPED_INTO)) return;
      if (event.key === " " && event.target.closest?.("button, a, summary")) return;
      const act = latest.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

// Drawn, because not every font has these signs.
const SIGNS = {
  Start: "M5 4h2.5v16H5zM20 4v16L8.5 12z", Back: "M17 4v16L6 12z", Forward: "M7 4v16l11-8z", End: "M16.5 4H19v16h-2.5zM4 4v16l11.5-8z",
};

export function Controls({ at, last, playing, go, play }) {
  const button = (name, to, off) => html`<button type="button" class="cc-button" aria-label=${name} title=${name} disabled=${off} onClick=${() => go(to)}>
    <svg viewBox="0 0 24 24" aria-hidden="true"><path d=${SIGNS[name]} /></svg></button>`;
  return html`<div class="replay-controls" role="group" aria-label="Step through the round">
    ${button("Start", 0, at === 0)}
    ${button("Back", at - 1, at === 0)}
    <button type="button" class="cc-button cc-main replay-play" onClick=${play}>${playing ? "Pause" : "Play"}</button>
    ${button("Forward", at + 1, at === last)}
    ${button("End", last, at === last)}
    <label class="replay-slider"><span class="cc-hidden">Moment</span>
      <input type="range" min="0" max=${last} value=${at} aria-valuetext=${`${at} of ${last}`} onInput=${(event) => go(Number(event.target.value))} /></label>
    <span class="replay-count cc-muted" aria-hidden="true">${at} of ${last}</span>
  </div>`;
}

// What is drawn and told at a moment: one step on is played as at the table, anything else is shown at once.
export function useShown(replay, views, at, root) {
  const [view, setView] = useState(views[at]);
  const [told, setTold] = useState(at);
  const player = useRef(null);
  const shown = useRef(at);
  useEffect(() => {
    player.current = livePlayer({ onChange: setView, onDone: (message) => setTold(message.at) }, root.current);
    player.current.show({ table: views[at] });
    return () => player.current.end();
  }, [replay]);
  useEffect(() => {
    const next = at === shown.current + 1 && !player.current.busy;
    if (at === shown.current) return;
    shown.current = at;
    if (next) {
      player.current.push({ steps: [replay.steps[at - 1]], at });
    } else {
      player.current.show({ table: views[at] });
      setTold(at);
    }
  }, [at]);
  return { view, told };
}

// `at` is the moment that is shown and `onMove` is told of another; `onPay` opens the explanation of a payment; with `you` the
// reader is the player as whose round it is told.
export function Replay({ replay, at, onMove, onPay, you = false }) {
  const views = useMemo(() => viewsOf(replay), [replay]);
  const [playing, setPlaying] = useState(false);
  const root = useRef(null);
  const { view, told } = useShown(replay, views, at, root);
  const story = useRef(null);
  const last = replay.steps.length;
  const go = (to) => onMove(Math.max(0, Math.min(last, to)));
  const play = () => {
    if (!playing && at === last) go(0);
    setPlaying(!playing);
  };
  useKeys({
    ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last), " ": play,
  });
  useEffect(() => {
    if (!playing) return undefined;
    if (told !== at) return undefined; // what moves has to lie first
    if (at >= last) { setPlaying(false); return undefined; }
    const timer = setTimeout(() => go(at + 1), PACES[pref("speed")]);
    return () => clearTimeout(timer);
  }, [playing, at, told]);
  useEffect(() => {
    const now = story.current?.querySelector(".replay-now:last-of-type");
    if (story.current) story.current.scrollTop = now ? now.offsetTop - story.current.clientHeight / 2 : 0;
  }, [told]);
  const step = told > 0 ? replay.steps[told - 1] : null;
  const lines = replay.steps.slice(0, told).flatMap((each, i) => each.lines.map((line) => ({ line, now: i === told - 1 })));
  return html`<section class="replay" aria-label="The round, step by step">
    <div class="replay-felt" ref=${root}><${Felt} table=${view} mine=${you ? replay.mine : null} /></div>
    <p class="replay-words" role="status"><span>${step ? step.say : FIRST_WORDS}</span></p>
    <${Controls} at=${at} last=${last} playing=${playing} go=${(to) => { setPlaying(false); go(to); }} play=${play} />
    <p class="cc-small cc-muted replay-keys">Keys: <kbd>←</kbd> <kbd>→</kbd> step, <kbd>Space</kbd> plays, <kbd>Home</kbd> and <kbd>End</kbd>.</p>
    <ol class="replay-story" ref=${story} tabindex="0" role="list" aria-label="The story so far">
      ${lines.length === 0 && html`<li class="cc-muted">Nothing has been dealt yet.</li>`}
      ${lines.map(({ line, now }) => html`<${Line} key=${line.id} line=${line} now=${now} onPay=${onPay} />`)}
    </ol>
  </section>`;
}
