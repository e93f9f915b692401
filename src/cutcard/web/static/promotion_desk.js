// The desk of a promotion: what is due, entries, claims and complaints, and every command of it.
import { get, pageData, post, sentence } from "./api.js";
import { newId } from "./feed.js";
import { html, render, useEffect, useState } from "./html.js";
import { money } from "./money.js";
import { Answer, refusalOf } from "./staff_commands.js";
import { History, Needs, Sections } from "./stream_desk.js";
import { Time } from "./time.js";

const HISTORY_MOST = 200;

function useDesk(first) {
  const [desk, setDesk] = useState(first);
  const [history, setHistory] = useState([]);
  const [lost, setLost] = useState("");
  const path = `/api/promotions/${encodeURIComponent(first.details.promotion.promotion)}`;
  const again = async () => {
    try {
      const now = await get(`${path}/desk`);
      setDesk(now);
      setHistory((await get(`${path}/log?after=${Math.max(0, now.details.version - HISTORY_MOST)}&most=${HISTORY_MOST}`)).events);
      setLost("");
    } catch (error) { setLost(error.message); }
  };
  useEffect(() => { again(); }, []);
  return { desk, history, path, lost, again };
}

function People({ entries }) {
  const names = Object.keys(entries);
  if (!names.length) return html`<p class="cc-muted">Nobody has an entry yet.</p>`;
  return html`<div class="cc-scroll tm-scroll" tabindex="0" role="group" aria-label="Entries"><table class="cc-table"><thead><tr><th scope="col">Player</th><th scope="col">Entries</th></tr></thead>
    <tbody>${names.map((name) => html`<tr key=${name}><th scope="row"><bdi>${name}</bdi></th><td class="cc-number">${entries[name]}</td></tr>`)}</tbody></table></div>`;
}

function Listed({ rows, nothing, words }) {
  if (!rows.length) return html`<p class="cc-muted">${nothing}</p>`;
  return html`<ol class="tm-rulings">${rows.map((one) => html`<li key=${one.number}><${Time} ms=${one.at} /> <b><bdi>${one.player}</bdi></b>: <bdi>${words(one)}</bdi></li>`)}</ol>`;
}

function Amend({ path, promotion, onDone }) {
  const [text, setText] = useState("");
  const [said, setSaid] = useState(null);
  const send = async (event) => {
    event.preventDefault();
    try { await post(`${path}/conditions`, { id: newId("amend"), promotion, text }); setSaid(null); setText(""); onDone(); } catch (error) { setSaid(refusalOf(error)); }
  };
  return html`<details class="cc-panel cc-more"><summary>Amend the conditions</summary><form class="cc-stack" onSubmit=${send}>
    <div class="cc-field"><label for="amend-text">The whole of the new conditions, as the text of a file</label><textarea class="cc-input promotion-text" id="amend-text" rows="16" spellcheck="false" required maxlength="40000" value=${text} onInput=${(event) => setText(event.target.value)}></textarea></div>
    <${Answer} said=${said} /><div class="cc-row"><button class="cc-button" type="submit">Amend</button></div></form></details>`;
}

function Desk({ first }) {
  const { desk, history, path, lost, again } = useDesk(first);
  const { promotion } = desk.details;
  const page = `/promotions/${encodeURIComponent(promotion.promotion)}`;
  const claims = html`<${Listed} rows=${desk.claims} nothing="Nobody has claimed a prize yet." words=${(one) => `prize ${one.prize}, ${one.status}${one.reasons && `: ${one.reasons}`}`} />`;
  const complaints = html`<${Listed} rows=${desk.complaints} nothing="Nobody has complained." words=${(one) => `${one.about}${one.decision && ` – decided: ${one.decision}`}`} />`;
  const parts = { entries: html`<${People} entries=${desk.entries} />`, winners: claims, complaints };
  return html`
    <p class="cc-muted staff-about"><bdi>${promotion.title}</bdi>, ${promotion.book} · <a href=${page}>public page</a> · <a href="${path}/results">results as JSON</a> · <a href="/staff/promotions">all promotions</a></p>
    ${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${desk.barred && html`<p class="cc-sentence cc-told" role="status">${sentence(desk.barred)}</p>`}
    <p class="cc-panel"><b>${sentence(promotion.postponed ? "postponed" : promotion.phase).slice(0, -1)}</b>, prizes worth ${money(promotion.value)}. It starts at <${Time} ms=${promotion.starts_at} />, entries close at <${Time} ms=${promotion.entries_close_at} />, and prizes are drawn at <${Time} ms=${promotion.draw_at} />.</p>
    <div class="link-page"><div class="link-column">
        <section class="cc-panel" aria-labelledby="desk-needs"><h2 id="desk-needs">What is due</h2><${Needs} needs=${desk.needs} /></section>
        <${Sections} desk=${desk} path=${`${path}/form`} parts=${parts} onDone=${again} />
        ${!desk.barred && html`<${Amend} path=${path} promotion=${promotion.promotion} onDone=${again} />`}
      </div><div class="link-column"><${History} events=${history} about="Play is in the records of the tables." /></div></div>`;
}

render(html`<${Desk} first=${pageData()} />`, document.getElementById("promotion-desk"));
