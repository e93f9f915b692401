// What a press on a spot of the felt does, from the controls that the service sends with the table.
import { money } from "./money.js";

export function marksOf(desk) {
  const marks = {};
  for (const button of desk?.free_boxes ?? []) {
    const box = button.commands?.[0]?.box;
    if (box) marks[`${box}:main`] = { does: "Sit here", enabled: button.enabled !== false, why: button.why ?? "" };
  }
  const bets = desk?.bets;
  for (const spot of bets?.spots ?? []) {
    marks[`${spot.box}:${spot.bet}`] = { does: bets.chosen ? `Lay ${money(bets.chosen)}` : "Lay a chip", enabled: Boolean(spot.enabled), why: spot.why ?? "" };
  }
  return marks;
}
