// Answers of the odds that take seconds: asked for, waited for and shown in one way.
import { sentence } from "./api.js";
import { Clause } from "./clause.js";
import { html, useEffect, useState } from "./html.js";
import { worked } from "./odds_question.js";

// Work that is done again when what it depends on changes; its signal takes it back.
export function useWork(work, dependsOn) {
  useEffect(() => {
    const working = new AbortController();
    work(working.signal);
    return () => working.abort();
  }, dependsOn);
}

// An answer that is worked out for an address: what was `found`, what is said meanwhile, or what is wrong. `again` asks once more.
export function useAnswer(where) {
  const [answer, setAnswer] = useState({ of: "" });
  const [tries, setTries] = useState(0);
  useWork((signal) => {
    setAnswer({ of: where });
    const put = (part) => !signal.aborted && setAnswer({ of: where, ...part });
    if (where) worked(where, (says) => put({ says }), signal).then((found) => put({ found }), (wrong) => put({ wrong }));
  }, [where, tries]);
  return { ...(answer.of === where ? answer : {}), again: () => setTries(tries + 1) };
}

// Whether a part has been opened for what is asked about now: it opens by a press, and is shut again when something else is asked.
export function useOpened(asked) {
  const [opened, setOpened] = useState(null);
  return [opened === asked, () => setOpened(asked)];
}

export function Told({ of, shown, book = "" }) {
  if (of.wrong) return html`<${Wrong} error=${of.wrong} book=${book} onAgain=${of.again} />`;
  return of.found ? shown(of.found) : html`<p role="status">${of.says || "Working it out…"}</p>`;
}

// What is wrong in a sentence; what may well succeed a little later can be tried again.
export function Wrong({ error, book = "", onAgain }) {
  return html`<div class="cc-stack"><p class="cc-sentence cc-wrong odds-lines" role="alert">${sentence(error.message)} <${Clause} book=${error.book || book} clause=${error.clause} /></p>
    ${error.passes && html`<p class="cc-row"><button type="button" class="cc-button" onClick=${onAgain}>Try again</button></p>`}</div>`;
}
