// One player at the desk: how they stand, what is due, and every command about them, with their history.
import { get, pageData, post, sentence } from "./api.js";
import { Choice, Field, Form } from "./fields.js";
import { html, render, useEffect, useState } from "./html.js";
import { Facts, Limits, NOTICES, Stops, Waiting } from "./player_words.js";
import { History, Sections } from "./stream_desk.js";
import { Time } from "./time.js";

const HISTORY_MOST = 200;

function Due({ notices }) {
  if (!notices.length) return html`<p role="status">Nothing is due.</p>`;
  return html`<ul class="link-needs">${notices.map((one) => html`<li class="link-need" key=${`${one.what} ${one.number}`}>${NOTICES[one.what] ?? one.what}${one.number > 0 && ` (order ${one.number})`}, since <${Time} ms=${one.since} seconds=${false} />.${one.clause && ` Clause ${one.clause}.`}</li>`)}</ul>`;
}

const DOCUMENTS = { passport: "Passport", "driver-licence": "Driver licence", "proof-of-age-card": "Proof of age card", other: "Another document" };

// Who they are, as their document says: it is recorded and never shown again.
function Identity({ identity, mayIdentify, path, onDone }) {
  const send = async (fields, form) => {
    await post(`${path}/identity`, fields);
    form.reset();
    await onDone();
    return "Their identity is recorded";
  };
  const known = identity && html`<p role="status">Recorded from a document (${(DOCUMENTS[identity.document] ?? identity.document).toLowerCase()}) on <${Time} ms=${identity.recorded_at} seconds=${false} /> by <bdi>${identity.by}</bdi>.
    ${identity.alike.length > 0 && html` <b>Perhaps the same person, by what is recorded: ${identity.alike.map((name, at) => html`${at ? ", " : ""}<a href="/staff/players/${encodeURIComponent(name)}"><bdi>${name}</bdi></a>`)}</b>`}</p>`;
  return html`<section class="cc-panel" aria-labelledby="identity"><h2 id="identity">Who they are</h2>
    ${known || html`<p>Nothing is recorded yet. A card is issued against an identity document, and one document has one card.</p>`}
    ${mayIdentify && html`<details class="players-identity cc-more" open=${!identity}><summary>${identity ? "Record another document" : "Record their document"}</summary>
      <${Form} onSend=${send} button="Record" className="players-form">
        <${Choice} label="Document" name="document" options=${Object.entries(DOCUMENTS)} />
        <${Field} label="Its number" name="document_number" required maxlength="200" /><${Field} label="Issued by (country or state)" name="issued_by" required maxlength="200" />
        <${Field} label="Full name" name="full_name" required maxlength="200" /><${Field} label="Date of birth" name="birth_date" type="date" required />
        <${Field} label="Address" name="address" required maxlength="200" /><${Field} label="Telephone or mail" name="contact" required maxlength="200" /><//></details>`}</section>`;
}

function Desk({ first }) {
  const [desk, setDesk] = useState(first);
  const [events, setEvents] = useState([]);
  const [wrong, setWrong] = useState("");
  const { player, version } = desk.page;
  const path = `/api/players/${encodeURIComponent(player.player)}`;
  const read = async (last) => {
    try { setEvents((await get(`${path}/log?after=${Math.max(0, last - HISTORY_MOST)}&most=${HISTORY_MOST}`)).events); } catch (error) { setWrong(error.message); }
  };
  const again = async () => {
    try { const now = await get(`${path}/desk`); setDesk(now); await read(now.page.version); } catch (error) { setWrong(error.message); }
  };
  useEffect(() => { read(version); }, []);
  const parts = { limits: html`<${Limits} player=${player} /><${Waiting} player=${player} />`, exclusions: null };
  return html`<p class="cc-muted"><a href="/staff/players">All players</a> · <a href="/staff/player-registers">registers</a> · <a href="${path}/statement.html">statement to print</a> · <a href="${path}/statement.csv">CSV</a></p>
    ${wrong && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(wrong)}</p>`}
    ${desk.barred && html`<p class="cc-sentence cc-told" role="status">${sentence(desk.barred)}</p>`}
    <${Stops} player=${player} />
    <section class="cc-panel" aria-label="How they stand"><${Facts} player=${player} /></section>
    <div class="link-page"><div class="link-column">
        <section class="cc-panel" aria-labelledby="due"><h2 id="due">What is due</h2><${Due} notices=${desk.notices} /></section>
        <${Identity} identity=${desk.identity} mayIdentify=${desk.may_identify} path=${path} onDone=${again} />
        <${Sections} desk=${desk} path=${`${path}/form`} parts=${parts} onDone=${again} />
      </div><div class="link-column"><${History} events=${events} about="Rounds are in the records of the tables." /></div></div>`;
}

render(html`<${Desk} first=${pageData()} />`, document.getElementById("player-desk"));
