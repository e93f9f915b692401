// Seals of shoes as this browser saw them before the first card, so that a shoe can be held against what was shown then.

const KEPT = 200; // the newest
const NAME = "cutcard-seals";
let memory = null; // private windows may keep nothing

function notes() {
  if (memory === null) {
    try { memory = JSON.parse(localStorage.getItem(NAME) ?? "{}"); } catch { memory = {}; }
    if (memory === null || typeof memory !== "object") memory = {};
  }
  return memory;
}

const keyOf = (table, shoe) => `${shoe}:${table}`;

// Note a seal that is shown now; the first one noted for a shoe stays.
export function noteShoe(table, shoe, commitment, now = Date.now()) {
  const all = notes();
  if (!commitment || all[keyOf(table, shoe)]) return;
  all[keyOf(table, shoe)] = { seal: commitment, at: now };
  const names = Object.keys(all);
  for (const old of names.sort((a, b) => all[a].at - all[b].at).slice(0, Math.max(0, names.length - KEPT))) delete all[old];
  try { localStorage.setItem(NAME, JSON.stringify(all)); } catch { /* refused: this page remembers */ }
}

// {seal, at} as it was noted, or null.
export function notedShoe(table, shoe) {
  return notes()[keyOf(table, shoe)] ?? null;
}
