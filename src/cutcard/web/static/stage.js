// The step player on a page: the browser's clock, the felt that is drawn there, the visitor's choices.
import { move, settle } from "./motion.js";
import { createPlayer } from "./player.js";
import { moves, onPref, pref } from "./prefs.js";
import { sounded } from "./sound.js";

const clock = {
  now: () => performance.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms);
    return () => clearTimeout(timer);
  },
};

// How fast things go: at once where nobody looks or nothing may move.
const speedNow = () => (document.hidden || !moves() ? "instant" : pref("speed"));

// `root` is the element that holds the felt. Returns the player, with `end()` to let go of the page.
export function livePlayer({ onCue, ...callbacks }, root) {
  const stage = {
    settle,
    move(cue, ms) { // once what has changed is drawn, before it is painted
      requestAnimationFrame(() => {
        const felt = root.querySelector("svg.felt");
        if (felt) move(felt, cue, ms);
      });
    },
  };
  const player = createPlayer({ clock, stage, speed: speedNow, onCue(cue, step) { sounded(cue); onCue?.(cue, step); }, ...callbacks });
  const hurry = () => { if (speedNow() === "instant") player.hurry(); };
  document.addEventListener("visibilitychange", hurry);
  const ended = onPref(hurry);
  player.end = () => { document.removeEventListener("visibilitychange", hurry); ended(); };
  return player;
}
