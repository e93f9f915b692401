// A replay as the API gives it, made ready to step through: the table after each step, and the words said by then.

import { applied } from "./player.js";

// Milliseconds to read a step before the next one, when a round plays by itself.
export const PACES = { calm: 1300, normal: 800, quick: 350, instant: 120 };

// The table at every moment: first with its wagers down, then after each step.
export function viewsOf(replay) {
  const views = [replay.table];
  for (const step of replay.steps) views.push(applied(views.at(-1), step));
  return views;
}

// The moment just before something of a round was done, by the version of its event.
export function momentBefore(replay, version) {
  const at = replay.steps.findIndex((step) => step.version >= version);
  return at < 0 ? replay.steps.length : at;
}
