// The keys: everything a player does can be done with them. Those of choices come with the buttons; these are the page's own.

import { Dialog } from "./dialog.js";
import { html } from "./html.js";
import { pref } from "./prefs.js";
import { nextChip } from "./tray.js";

const LIST = [
  ["H, S, D, P, R", "hit, stand, double, split, surrender"],
  ["I, E, J, X", "insurance, even money, join a split or double, rescue"],
  ["N", "no: let an offer or the cut go by"],
  ["1 to 9", "sit down at that box, or lay the chosen chip on it"],
  ["Shift and 1 to 9", "lay the chosen chip on that box's side bet"],
  ["W", "choose the next side bet for those keys"],
  ["+ and −", "choose a larger or smaller chip"],
  ["the key on a button", "press that button"],
  ["K", "coach on or off"],
  ["Escape", "stop autoplay, close what is open"],
  ["?", "this list"],
];

export function KeysDialog({ onClose }) {
  return html`<${Dialog} title="Keys" onClose=${onClose}><dl class="keys">${LIST.map(([key, words]) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${words}</dd></div>`)}</dl>
    <p class="hint">Single keys can be switched off in the settings. Tab and Enter always work.</p><//>`;
}

function allButtons(desk) {
  const grouped = desk.groups.flatMap((group) => group.buttons);
  return [...grouped, ...(desk.bets?.buttons ?? []), ...(desk.bet_manager?.buttons ?? []), ...desk.free_boxes, ...(desk.seat?.buttons ?? [])];
}

function digit(model, box, side) {
  const { desk } = model;
  const spots = desk.bets?.spots.filter((spot) => spot.box === box) ?? [];
  if (side) {
    const sides = spots.filter((spot) => spot.bet !== "main");
    const spot = sides[model.side % Math.max(sides.length, 1)];
    if (spot) model.lay(spot);
    return Boolean(spot);
  }
  const main = spots.find((spot) => spot.bet === "main");
  if (main) { model.lay(main); return true; }
  const seat = desk.free_boxes.find((button) => button.commands[0]?.box === box);
  if (seat) model.press(seat);
  return Boolean(seat);
}

function nextSide(model) {
  const sides = model.view.side_bets.filter((side) => !side.on_device);
  if (sides.length < 2) return false;
  model.side = (model.side + 1) % sides.length;
  model.refuse(`Side bet of the keys: ${sides[model.side].title}.`, "", "", "told");
  return true;
}

// Carry a key out; answers whether it meant anything.
function act(model, event) {
  const number = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
  if (event.key === "?") { model.show({ kind: "keys" }); return true; }
  if (number && digit(model, Number(number), event.shiftKey)) return true;
  if (event.key === "+" || event.key === "-") return nextChip(model, event.key === "+" ? 1 : -1);
  const key = event.key.toUpperCase();
  const button = allButtons(model.desk).find((each) => each.key.toUpperCase() === key);
  if (button) { document.getElementById(`do-${button.id}`)?.click(); return true; } // the button knows its amount
  if (key === "K" && model.desk.coach.offered) { model.switchCoach(); return true; }
  return key === "W" && nextSide(model);
}

export function listenToKeys(model, autoplay) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && autoplay.running) { autoplay.stopByHand(); return; }
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.defaultPrevented || !model.desk) return;
    if (event.target.closest?.("input, select, textarea, dialog[open]") || pref("keys") !== "on") return;
    if (event.key === "Enter" || event.key === " " || event.key === "Tab") return;
    if (act(model, event)) event.preventDefault();
  });
}
