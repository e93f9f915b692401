// What a meter shows: it counts up to its new value, and a smaller one, after a prize, is there at once.
import { html, useLayoutEffect, useRef } from "./html.js";

const COUNTS_MS = 1800;
const still = () => document.hidden || document.documentElement.dataset.motion === "off";

// Always with cents, as a meter has them: $10,000.05.
export const exact = (cents) => `$${Math.floor(cents / 100).toLocaleString("en-AU")}.${String(cents % 100).padStart(2, "0")}`;

export function Meter({ cents, className = "" }) {
  const element = useRef(null);
  const shown = useRef(null);
  useLayoutEffect(() => {
    const show = (value) => { shown.current = value; element.current.textContent = exact(value); };
    const from = shown.current;
    if (from === null || cents <= from || still()) { show(cents); return undefined; }
    let frame = 0;
    let began = 0;
    const step = (now) => {
      began ||= now;
      const part = Math.min(1, (now - began) / COUNTS_MS);
      show(from + Math.floor((cents - from) * part));
      if (part < 1 && !still()) frame = requestAnimationFrame(step);
      else show(cents);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [cents]);
  return html`<span ref=${element} class=${className}></span>`; // its text is not drawn by Preact: it changes many times a second
}
