// Answers of the odds that take seconds: asked for, waited for and shown in one way.
import { sentence } from "./api.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { worked } from "./odds_question.js";

// An answer that is worked out for an address: what was found, what is said meanwhile, or what is wrong.
export function useAnswer(where) {
  const [answer, setAnswer] = useState({});
  const now = useRef("");
  useEffect(() => {
    now.current = where;
    setAnswer({});
    if (!where) return;
    const wanted = () => now.current === where;
    const put = (part) => wanted() && setAnswer(part);
    worked(where, (says) => put({ says }), wanted).then((found) => found && put({ found }), (error) => put({ wrong: error.message }));
  }, [where]);
  return answer;
}

export function Told({ of, shown }) {
  if (of.wrong) return html`<p class="cc-sentence cc-wrong" role="alert">${sentence(of.wrong)}</p>`;
  return of.found ? shown(of.found) : html`<p role="status">${of.says || "Working it out…"}</p>`;
}
