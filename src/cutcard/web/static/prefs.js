// What a person has chosen, kept in the browser. `theme` and `motion` are drawn by frame.js, which runs before anything is shown.

export const CHOICES = {
  theme: ["system", "light", "dark"],
  motion: ["system", "on", "off"],
  sound: ["off", "on"],
  haptics: ["on", "off"],
  speed: ["normal", "calm", "quick", "instant"],
  coach: ["off", "on"],
  keys: ["on", "off"],
};
const memory = new Map(); // private windows may keep nothing

// The choice, or the first of its list; for a name that is not in CHOICES the text that was kept, or `otherwise`.
export function pref(name, otherwise = "") {
  let kept = memory.get(name) ?? null;
  try { kept = localStorage.getItem(`cutcard-${name}`) ?? kept; } catch { /* refused */ }
  const known = CHOICES[name];
  if (known) return known.includes(kept) ? kept : known[0];
  return kept ?? otherwise;
}

export function setPref(name, value) {
  memory.set(name, String(value));
  try { localStorage.setItem(`cutcard-${name}`, String(value)); } catch { /* refused: this page remembers */ }
  window.dispatchEvent(new CustomEvent("cutcard-pref", { detail: { name, value } }));
}

// Calls back whenever a choice changes, in this window or another; returns what ends it.
export function onPref(call) {
  const here = (event) => call(event.detail.name);
  const elsewhere = (event) => { if (event.key?.startsWith("cutcard-")) call(event.key.slice("cutcard-".length)); };
  window.addEventListener("cutcard-pref", here);
  window.addEventListener("storage", elsewhere);
  return () => { window.removeEventListener("cutcard-pref", here); window.removeEventListener("storage", elsewhere); };
}

// Whether things may move: what was chosen, else what the system asks for.
export function moves() {
  const chosen = pref("motion");
  return chosen === "system" ? !matchMedia("(prefers-reduced-motion: reduce)").matches : chosen === "on";
}
