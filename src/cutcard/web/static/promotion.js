// A player's own part in a promotion: entries, entering by the form, and what they have won.
import { get, pageData, post } from "./api.js";
import { newId } from "./feed.js";
import { html, render, useState } from "./html.js";
import { money } from "./money.js";
import { Answer, refusalOf } from "./staff_commands.js";
import { Time } from "./time.js";

function Complain({ complaints, me, give }) {
  const [about, setAbout] = useState("");
  const send = async (event) => { event.preventDefault(); if (await give({ do: "record-complaint", player: me, about })) setAbout(""); };
  return html`<details class="cc-more" id="complain"><summary>Complain about this promotion</summary>
    ${complaints.length > 0 && html`<ul>${complaints.map((one) => html`<li key=${one.complaint}><${Time} ms=${one.at} seconds=${false} />: <bdi>${one.about}</bdi> – ${one.decision ? html`decided: <bdi>${one.decision}</bdi>` : "not decided yet"}${one.advised ? ". You may complain to the regulator's inspector about that." : ""}</li>`)}</ul>`}
    <form class="cc-stack" onSubmit=${send}><div class="cc-field"><label for="complaint">What is wrong about it</label><textarea class="cc-input" id="complaint" rows="3" required maxlength="500" value=${about} onInput=${(event) => setAbout(event.target.value)}></textarea></div>
      <div class="cc-row"><button class="cc-button" type="submit">Complain</button></div></form></details>`;
}

const WON = { won: "to be claimed", paid: "paid", refused: "refused" };

function Own({ first, me }) {
  const [details, setDetails] = useState(first);
  const [said, setSaid] = useState(null);
  const { promotion, own } = details;
  if (!own) return null;
  const path = `/api/promotions/${encodeURIComponent(promotion.promotion)}`;
  const give = async (command) => {
    let done = true;
    try { await post(`${path}/commands`, { id: newId("promotion"), command }); setSaid(null); } catch (error) { done = false; setSaid(refusalOf(error)); }
    try { setDetails(await get(path)); } catch (error) { setSaid(refusalOf(error)); }
    return done;
  };
  return html`<section class="cc-panel" aria-labelledby="own-title"><h2 id="own-title">Your entries</h2>
    <p role="status">You have <b>${own.entries}</b> ${own.entries === 1 ? "entry" : "entries"}. Play at tables is counted from time to time.</p>
    ${promotion.by_form && !own.entered && promotion.phase === "running" && html`<p><button class="cc-button cc-main" type="button" onClick=${() => give({ do: "enter-promotion", player: me })}>Hand in the entry form</button></p>`}
    ${own.wins.length > 0 && html`<h3>You have won</h3><ul>${own.wins.map((win) => html`<li key=${win.win}><bdi>${win.name}</bdi>, worth ${money(win.value)}: ${win.taken ? `${money(win.taken)} instead` : WON[win.status] ?? win.status}
      ${win.status === "won" && html` <button class="cc-button" type="button" onClick=${() => give({ do: "claim-prize", player: me, prize: win.prize })}>Claim it</button>`}
      ${win.status === "won" && win.offered > 0 && !win.taken && html` <button class="cc-button" type="button" onClick=${() => give({ do: "take-alternative", win: win.win })}>Take ${money(win.offered)} instead</button>`}</li>`)}</ul>`}
    <${Complain} complaints=${own.complaints} me=${me} give=${give} /><${Answer} said=${said} /></section>`;
}

const { details, me } = pageData();
render(html`<${Own} first=${details} me=${me} />`, document.getElementById("promotion-own"));
