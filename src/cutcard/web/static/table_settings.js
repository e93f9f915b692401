// How the table is shown in this browser: speed, sound, motion, keys.

import { Dialog } from "./dialog.js";
import { html } from "./html.js";
import { CHOICES, pref, setPref } from "./prefs.js";

const WORDS = {
  speed: ["Speed", { calm: "Calm", normal: "Normal", quick: "Quick", instant: "Instant" }],
  sound: ["Sound", { off: "Off", on: "On" }],
  haptics: ["Vibration on phones", { on: "On", off: "Off" }],
  motion: ["Motion", { system: "As the system", on: "On", off: "Off" }],
  keys: ["Single keys", { on: "On", off: "Off" }],
};

function Setting({ name }) {
  const [title, words] = WORDS[name];
  const known = Object.keys(words).filter((value) => CHOICES[name]?.includes(value));
  return html`<fieldset class="setting"><legend>${title}</legend><div class="segments">${known.map((value) => html`<label key=${value}>
    <input type="radio" name=${name} value=${value} checked=${pref(name) === value} onChange=${() => setPref(name, value)} /><span>${words[value]}</span></label>`)}</div></fieldset>`;
}

export function SettingsDialog({ model, tutorial, onClose }) {
  const learn = () => { onClose(); tutorial.begin(); };
  return html`<${Dialog} title="Settings" onClose=${onClose}>
    ${Object.keys(WORDS).map((name) => html`<${Setting} key=${name} name=${name} />`)}
    <div class="choices">${model.view.play_money ? html`<button type="button" class="do" data-kind="plain" id="tutorial-again" onClick=${learn}><b>Show me a first hand</b></button>` : null}
      <button type="button" class="do" data-kind="plain" onClick=${() => model.show({ kind: "keys" })}><b>Keys</b><kbd aria-hidden="true">?</kbd></button></div><//>`;
}
