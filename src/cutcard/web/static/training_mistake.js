// A round as the dealer dealt it: on the felt step by step, as a list to name the wrong step in, and the answer's form.
import { Felt } from "./felt.js";
import { html, useEffect, useMemo, useRef, useState } from "./html.js";
import { Choice } from "./odds_form.js";
import { pref } from "./prefs.js";
import { Controls, useKeys, useShown } from "./replay.js";
import { PACES, viewsOf } from "./replay_model.js";

const NOTHING = 0; // the step of "nothing was wrong"

export function MistakeQuestion({ question, offered, marked, onAnswer }) {
  const views = useMemo(() => viewsOf(question), [question]);
  const last = question.steps.length;
  const [at, setAt] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [seen, setSeen] = useState(0);
  const root = useRef(null);
  const { view, told } = useShown(question, views, at, root);
  const go = (to) => setAt(Math.max(0, Math.min(last, to)));
  const play = () => {
    if (!playing && at === last) go(0);
    setPlaying(!playing);
  };
  useKeys({ ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(last), " ": play });
  useEffect(() => { if (told > seen) setSeen(told); }, [told]);
  useEffect(() => {
    if (!playing || told !== at) return undefined; // what moves has to lie first
    if (at >= last) { setPlaying(false); return undefined; }
    const timer = setTimeout(() => go(at + 1), PACES[pref("speed")]);
    return () => clearTimeout(timer);
  }, [playing, at, told]);
  return html`<div class="train-round">
    <div class="train-felt" ref=${root}><${Felt} table=${view} /></div>
    <p class="replay-words" role="status"><span>${told > 0 ? question.steps[told - 1].say : "The game is about to begin. Step through it, or let it play."}</span></p>
    <${Controls} at=${at} last=${last} playing=${playing} go=${(to) => { setPlaying(false); go(to); }} play=${play} />
    <${Answer} question=${question} seen=${seen} told=${told} offered=${offered} marked=${marked} onAnswer=${onAnswer} onLook=${(step) => { setPlaying(false); go(step); }} />
  </div>`;
}

function Answer({ question, seen, told, offered, marked, onAnswer, onLook }) {
  const [step, setStep] = useState(null);
  const [said, setSaid] = useState({ kind: "", ruling: "", role: "" });
  const [busy, setBusy] = useState(false);
  const list = useRef(null);
  const stopped = seen >= question.steps.length;
  const whole = step === NOTHING || (step !== null && said.kind && said.ruling && said.role);
  useEffect(() => {
    const now = list.current?.querySelector(".train-now");
    if (now) list.current.scrollTop = now.offsetTop - list.current.clientHeight / 2;
  }, [told]);
  const send = async (event) => {
    event.preventDefault();
    if (!whole || busy || marked) return;
    setBusy(true);
    await onAnswer(step === NOTHING ? { step: null } : { step, ...said });
    setBusy(false);
  };
  const pick = (name, label, options) => html`<${Choice} label=${label} value=${said[name]} options=${[["", "Choose…"], ...(options ?? []).map((each) => [each.id, each.words])]} onChange=${(value) => setSaid({ ...said, [name]: value })} />`;
  return html`<form class="train-answer" onSubmit=${send}>
    <fieldset class="train-steps"><legend>${question.asks}</legend>
      <ol ref=${list} tabindex="0" aria-label="Steps so far">
        ${seen === 0 && html`<li class="cc-muted train-none">Nothing has been done yet.</li>`}
        ${question.steps.slice(0, seen).map((each, i) => html`<li key=${i} class=${i + 1 === told ? "train-now" : ""}><label><input type="radio" name="step" value=${i + 1} checked=${step === i + 1} disabled=${Boolean(marked)} onChange=${() => { setStep(i + 1); onLook(i + 1); }} /><span class="train-number">${i + 1}</span><span>${each.say}</span></label></li>`)}
      </ol>
      ${stopped ? html`<p class="train-stopped">The game is stopped here.</p>` : html`<p class="cc-muted cc-small">More is to come. <button type="button" class="cc-button" onClick=${() => onLook(question.steps.length)}>Show all steps</button></p>`}
      ${stopped && html`<label class="train-nothing"><input type="radio" name="step" value="0" checked=${step === NOTHING} disabled=${Boolean(marked)} onChange=${() => setStep(NOTHING)} /><span>Nothing was wrong</span></label>`}
    </fieldset>
    ${step !== null && step !== NOTHING && html`<fieldset class="train-rule" disabled=${Boolean(marked)}><legend class="cc-hidden">About step ${step}</legend>
      ${pick("kind", `What went wrong at step ${step}?`, offered?.mistakes)}
      ${pick("ruling", "What is done about it?", offered?.rulings)}
      ${pick("role", "Who decides that, at the lowest rank?", offered?.roles)}</fieldset>`}
    ${!marked && html`<div class="cc-row"><button type="submit" class="cc-button cc-main" aria-disabled=${!whole || busy}>Answer</button></div>`}
  </form>`;
}
