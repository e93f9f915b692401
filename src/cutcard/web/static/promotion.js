// A player's own part in a promotion: entries, entering by the form, and what they have won.
import { get, pageData, post } from "./api.js";
import { newId } from "./feed.js";
import { html, render, useState } from "./html.js";
import { cents, money } from "./money.js";
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

// The winner of a large sum says how much of it they want by each means.
function Payment({ win, give }) {
  const [wanted, setWanted] = useState({});
  const send = (event) => { event.preventDefault(); give({ do: "choose-payment", win: win.win, payments: Object.fromEntries(win.chosen_from.map((means) => [means, cents(wanted[means])]).filter(([, amount]) => amount > 0)) }); };
  const chosen = Object.entries(win.chosen);
  return html`<details class="cc-more" id=${`payment-${win.win}`}><summary>${chosen.length ? `Paid as you chose: ${chosen.map(([means, amount]) => `${money(amount)} by ${means}`).join(", ")}` : "Choose how it is paid"}</summary>
    <form class="cc-stack" onSubmit=${send}><p>${money(win.value)} in all, in one of these ways or some of each.</p>
      ${win.chosen_from.map((means) => html`<div class="cc-field" key=${means}><label for=${`${means}-${win.win}`}>Dollars by ${means}</label><input class="cc-input" id=${`${means}-${win.win}`} type="number" min="0" step="0.01" value=${wanted[means] ?? ""} onInput=${(event) => setWanted({ ...wanted, [means]: event.target.value })} /></div>`)}
      <div class="cc-row"><button class="cc-button" type="submit">Choose</button></div></form></details>`;
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
      ${win.status === "won" && win.offered > 0 && !win.taken && html` <button class="cc-button" type="button" onClick=${() => give({ do: "take-alternative", win: win.win })}>Take ${money(win.offered)} instead</button>`}
      ${win.status === "won" && win.chosen_from.length > 0 && html`<${Payment} win=${win} give=${give} />`}</li>`)}</ul>`}
    <${Complain} complaints=${own.complaints} me=${me} give=${give} /><${Answer} said=${said} /></section>`;
}

const { details, me } = pageData();
render(html`<${Own} first=${details} me=${me} />`, document.getElementById("promotion-own"));
