// The live region: what a screen reader says, in the order in which the cards come. It is fed by the step player and by the
// desk's prompt, and by nothing that is ahead of them.

import { html } from "./html.js";

export function Announcer({ said }) {
  return html`<div id="announcer" class="cc-hidden" role="log" aria-live="polite" aria-relevant="additions" aria-label="What happens at the table">
    ${said.map((line) => html`<p key=${line.id} data-said=${line.id}>${line.text}</p>`)}
  </div>`;
}
