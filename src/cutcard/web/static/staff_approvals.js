// What waits for a second person: somebody else approves or rejects it, and the person who asked can withdraw it.
import { html, useState } from "./html.js";
import { Answer, giveForm, refusalOf, tableForm } from "./staff_commands.js";
import { Time } from "./time.js";

function Approval({ one, table, ask, onSaid }) {
  const give = async (word) => {
    try {
      onSaid(await giveForm(tableForm(table), word, { number: String(one.number) }, ask));
    } catch (error) { onSaid(refusalOf(error)); }
  };
  return html`<li class="staff-approval" data-approval=${one.number}>
    <p><b>${one.number}. ${one.label}</b>${one.asked && html`: <bdi>${one.asked}</bdi>`}</p>
    <p class="cc-small cc-muted">Asked for by <bdi>${one.by}</bdi> (${one.role}), <${Time} ms=${one.at} /></p>
    <div class="cc-row">
      <button type="button" class="cc-button ${one.may_decide ? "cc-main" : ""}" aria-disabled=${!one.may_decide} onClick=${() => { if (one.may_decide) give("approve"); }}>Approve</button>
      <button type="button" class="cc-button" aria-disabled=${!one.may_decide} onClick=${() => { if (one.may_decide) give("reject-approval"); }}>Reject</button>
      ${one.may_withdraw && html`<button type="button" class="cc-button" onClick=${() => give("withdraw-approval")}>Withdraw</button>`}
    </div>
    ${one.why && html`<p class="cc-small cc-muted">${one.why}</p>`}</li>`;
}

export function Approvals({ table, staff, ask }) {
  const [said, setSaid] = useState(null);
  return html`<ul class="staff-approvals">${staff.approvals.map((one) => html`<${Approval} key=${one.number} one=${one} table=${table} ask=${ask} onSaid=${setSaid} />`)}</ul>
    <${Answer} said=${said} />`;
}
