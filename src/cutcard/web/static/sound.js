// Sounds for a card, a chip, a win and your turn, made in the browser; off until chosen. A phone also shakes a little where
// that was chosen.
import { pref } from "./prefs.js";

let context = null;

// Browsers start sound only after somebody has touched the page.
function audio() {
  if (pref("sound") !== "on" || typeof AudioContext === "undefined") return null;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

// A short hiss, as of paper on cloth.
function hiss(made, after, seconds, pitch, loud) {
  const noise = made.createBuffer(1, Math.ceil(made.sampleRate * seconds), made.sampleRate), wave = noise.getChannelData(0);
  for (let at = 0; at < wave.length; at += 1) wave[at] = (Math.random() * 2 - 1) * (1 - at / wave.length) ** 2;
  const source = made.createBufferSource(), filter = made.createBiquadFilter(), gain = made.createGain();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(made.destination);
  source.start(made.currentTime + after);
}

function tone(made, pitch, after, seconds, loud, type = "sine") {
  const source = made.createOscillator(), gain = made.createGain(), start = made.currentTime + after;
  source.type = type;
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0005, start + seconds);
  source.connect(gain).connect(made.destination);
  source.start(start);
  source.stop(start + seconds + 0.02);
}

const SOUNDS = {
  card: (made) => hiss(made, 0, 0.09, 2600, 0.35),
  chip: (made) => { tone(made, 3100, 0, 0.05, 0.09, "triangle"); tone(made, 2500, 0.045, 0.05, 0.07, "triangle"); },
  win: (made) => [523, 659, 784, 1047].forEach((pitch, at) => tone(made, pitch, at * 0.09, 0.35, 0.09)),
  turn: (made) => { tone(made, 660, 0, 0.18, 0.1); tone(made, 880, 0.12, 0.25, 0.1); },
  shuffle: (made) => [0, 1, 2].forEach((at) => hiss(made, at * 0.25, 0.3, 1800, 0.12)),
};
const SHAKES = { turn: [35], win: [20, 50, 20] };

// Which sound belongs to a cue; a loss is quiet.
export function soundOf(cue) {
  if (cue.kind === "card" || cue.kind === "shuffle") return cue.kind;
  if (cue.kind === "chips") return "chip";
  if (cue.kind === "turn") return cue.mine ? "turn" : null;
  return cue.kind === "result" && cue.outcome === "win" ? "win" : null;
}

export function sounded(cue) {
  const name = soundOf(cue);
  if (!name) return;
  const made = audio();
  if (made) SOUNDS[name](made);
  const touched = navigator.userActivation?.hasBeenActive;
  if (SHAKES[name] && touched && pref("haptics") === "on") navigator.vibrate?.(SHAKES[name]);
}
