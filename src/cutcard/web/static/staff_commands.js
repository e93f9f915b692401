// The commands of the staff, from the service's catalogue: found by typing, given by their forms, confirmed where something is at stake.
import { post, sentence } from "./api.js";
import { Clause } from "./clause.js";
import { Dialog } from "./dialog.js";
import { newId } from "./feed.js";
import { Inputs, entriesOf } from "./form_fields.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Time } from "./time.js";

const PLACES_MOST = 12; // commands that a search shows

export function Answer({ said }) {
  if (!said) return null;
  return html`<p class="cc-sentence cc-${said.kind}" role=${said.kind === "wrong" ? "alert" : "status"}>${said.text} <${Clause} book=${said.book} clause=${said.clause} /></p>`;
}
export const refusalOf = (error, more = "") => ({ kind: "wrong", text: sentence(error.message) + more, clause: error.clause, book: error.book });

export const tableForm = (table) => `/api/tables/${encodeURIComponent(table)}/form`;

// Gives a command by its form to what `path` is of; what is at stake is asked about with `ask(confirmation)`, which answers yes or no.
export async function giveForm(path, command, entries, ask) {
  const body = { id: newId("form"), do: command, entries };
  const answer = await post(path, body);
  if (!answer.confirm) return { kind: "good", text: answer.says };
  if (!await ask(answer.confirm)) return { kind: "told", text: "Nothing was done." };
  const done = await post(path, { ...body, confirmed: true });
  return { kind: "good", text: done.says };
}

function Confirm({ asked, onAnswer }) {
  return html`<${Dialog} title=${asked.title} className="staff-confirm" onClose=${() => onAnswer(false)}>
    <ul class="staff-facts">${asked.facts.map((fact) => html`<li key=${fact}><bdi>${fact}</bdi></li>`)}</ul>
    <div class="cc-row"><button type="button" class="cc-button cc-main" data-yes onClick=${() => onAnswer(true)}>${asked.label}</button>
      <button type="button" class="cc-button" onClick=${() => onAnswer(false)}>Do nothing</button></div><//>`;
}

// A question that is answered in a dialog: `ask` gives a promise of yes or no.
export function useQuestion() {
  const [asked, setAsked] = useState(null);
  const ask = (confirm) => new Promise((resolve) => setAsked({ confirm, resolve }));
  const answer = (yes) => { setAsked(null); asked.resolve(yes); };
  return { ask, dialog: asked && html`<${Confirm} asked=${asked.confirm} onAnswer=${answer} />` };
}

// A command's form with its answer beside the button; one without fields is given as soon as it is opened, unless it has to be
// pressed `twice`: a slip of the finger would do it, and nothing asks about it once more.
export function CommandForm({ path, command, ask, twice = false, onClose, onDone = () => {} }) {
  const button = command.fields.length > 0 || (twice && !command.stake);
  const [said, setSaid] = useState(null);
  const [filled, setFilled] = useState(0);
  const element = useRef(null);
  const busy = useRef(false);
  const send = async (event) => {
    event?.preventDefault();
    if (busy.current) return;
    busy.current = true;
    try {
      const done = await giveForm(path, command.do, element.current ? entriesOf(element.current) : {}, ask);
      setSaid(done);
      if (done.kind === "good") { setFilled((count) => count + 1); onDone(); }
    } catch (error) { setSaid(refusalOf(error)); } finally { busy.current = false; }
  };
  const close = () => { // who came by the keyboard is where they were
    onClose();
    document.querySelector(`button[data-do="${command.do}"]`)?.focus();
  };
  useEffect(() => {
    if (!button) send();
    else element.current.querySelector("input, select, button")?.focus();
  }, []);
  return html`<form ref=${element} class="staff-form" data-form=${command.do} onSubmit=${send}>
    <h3>${command.label} <span class="cc-small">${command.clause && html`clause <${Clause} book=${command.book} clause=${command.clause} />`}</span></h3>
    <${Inputs} key=${filled} fields=${command.fields} />
    ${command.two_people && html`<p class="cc-small cc-muted">It takes a second person to approve it.</p>`}
    <div class="cc-row">${button && html`<button class="cc-button cc-main" type="submit">${command.label}</button>`}
      <button class="cc-button" type="button" onClick=${close}>Close</button></div>
    <${Answer} said=${said} /></form>`;
}

// A command as a button; one that may not be given looks so, and says who may and why.
export function Command({ command, open, twice = false, onOpen }) {
  const more = command.fields.length || twice ? "…" : "";
  return html`<div class="staff-command">
    <button type="button" class="cc-button" data-do=${command.do} aria-disabled=${!command.allowed} aria-expanded=${open} onClick=${() => { if (command.allowed) onOpen(command.do); }}>${command.label}${command.allowed ? more : ""}</button>
    <small>${command.allowed ? html`${command.clause && html`Clause <${Clause} book=${command.book} clause=${command.clause} />`}${command.two_people && html` · two people`}`
      : html`${command.why}${command.why && " "}<${Clause} book=${command.book} clause=${command.why_clause || command.clause} />${command.who && !command.role_in_why && html` · ${command.who}`}`}</small></div>`;
}

// All words have to be in a command's own, or its clause begins with what is typed.
export function found(commands, text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const hay = (one) => `${one.label} ${one.phrase} ${one.group_title} ${one.do}`.toLowerCase();
  const starts = (one) => (one.label.toLowerCase().startsWith(words[0]) ? 0 : 1);
  return commands.filter((one) => words.every((word) => hay(one).includes(word) || one.clause.toLowerCase().startsWith(word)))
    .sort((one, other) => one.nobody - other.nobody || other.allowed - one.allowed || starts(one) - starts(other));
}

export function Search({ commands, input, open, onOpen, form }) {
  const [text, setText] = useState("");
  const fit = text.trim() ? found(commands, text) : [];
  const first = (event) => {
    if (event.key === "Escape") { setText(""); onOpen("", "search"); }
    const best = fit.find((one) => one.allowed);
    if (event.key === "Enter" && best) { event.preventDefault(); onOpen(best.do, "search"); }
  };
  return html`<section class="cc-panel staff-search" aria-label="Find a command">
    <div class="cc-field"><label for="find">Find a command, by its words or its clause <kbd>/</kbd></label>
      <input ref=${input} id="find" class="cc-input" type="search" autocomplete="off" value=${text} onInput=${(event) => setText(event.target.value)} onKeyDown=${first} placeholder="void, fill, 18.9" /></div>
    ${text.trim() && html`<p class="cc-small cc-muted" role="status">${fit.length ? `${fit.length} found` : "No command matches."}</p>
      <div class="staff-commands">${fit.slice(0, PLACES_MOST).map((one) => html`<${Command} key=${one.do} command=${one} open=${open === one.do} onOpen=${(word) => onOpen(word, "search")} />`)}</div>`}
    ${form}</section>`;
}

function Facts({ facts }) {
  return facts.length > 0 && html`<ul class="staff-list">${facts.map((fact) => html`<li key=${fact.text}><bdi>${fact.text}</bdi>${fact.at !== null && html` <${Time} ms=${fact.at} />`}</li>`)}</ul>`;
}

function Rows({ rows, title }) {
  return rows && html`<div class="cc-scroll" tabindex="0" role="group" aria-label=${title}><table class="cc-table"><thead><tr>${rows.head.map((each) => html`<th scope="col">${each}</th>`)}</tr></thead>
    <tbody>${rows.rows.map((row, n) => html`<tr key=${n}>${row.map((each) => html`<td><bdi>${each}</bdi></td>`)}</tr>`)}</tbody></table></div>`;
}

export function Section({ section, commands, unfolded, open, onOpen, form, children }) {
  const may = commands.filter((one) => !one.nobody);
  const nobody = commands.filter((one) => one.nobody);
  return html`<details class="cc-panel cc-more staff-section" id=${`section-${section.group}`} open=${unfolded}>
    <summary><h2>${section.title}</h2></summary>
    <${Facts} facts=${section.facts} /><${Rows} rows=${section.rows} title=${section.title} />${children}
    ${may.length > 0 && html`<div class="staff-commands">${may.map((one) => html`<${Command} key=${one.do} command=${one} open=${open === one.do} onOpen=${(word) => onOpen(word, section.group)} />`)}</div>`}
    ${form}
    ${nobody.length > 0 && html`<ul class="staff-nobody cc-small cc-muted">${nobody.map((one) => html`<li key=${one.do}>${one.label}: ${one.why} <${Clause} book=${one.book} clause=${one.why_clause} /></li>`)}</ul>`}
  </details>`;
}
