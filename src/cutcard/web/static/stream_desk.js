// What the desks of a jackpot's link and of a tournament share: what needs attention, sections with their commands, history.
import { sentence } from "./api.js";
import { html, useState } from "./html.js";
import { Command, CommandForm, useQuestion } from "./staff_commands.js";
import { Time } from "./time.js";

export function Needs({ needs }) {
  if (!needs.length) return html`<p role="status">Nothing needs attention.</p>`;
  return html`<ul class="link-needs">${needs.map((need) => html`<li class="link-need" key=${need.text}><bdi>${need.text}</bdi>
    ${need.who && html` <b>${need.who}</b>`}${need.table && html` <a href="/staff/${encodeURIComponent(need.table)}">Table <bdi>${need.table}</bdi></a>`}</li>`)}</ul>`;
}

export function History({ events, about = "" }) {
  return html`<section class="cc-panel" aria-labelledby="desk-history"><h2 id="desk-history">History</h2>
    ${about && html`<p class="cc-small cc-muted">${about}</p>`}
    <ol class="link-history" tabindex="0" aria-label="History, newest first">${[...events].reverse().map((one) => html`<li key=${one.version}><${Time} ms=${one.at} />
      ${one.by && html` <b><bdi>${one.by}</bdi></b>:`} <bdi>${sentence(one.text)}</bdi></li>`)}</ol></section>`;
}

function Section({ section, commands, opened, onOpen, form, children }) {
  if (!commands.length && !children) return null;
  return html`<section class="cc-panel" id=${`section-${section.group}`} aria-labelledby=${`title-${section.group}`}><h2 id=${`title-${section.group}`}>${section.title}</h2>${children}
    <div class="staff-commands">${commands.map((one) => html`<${Command} key=${one.do} command=${one} open=${opened === one.do} twice=${true} onOpen=${onOpen} />`)}</div>
    ${form}</section>`;
}

// Every section of a desk with its commands, given to `path`; `parts` has what else stands in a section, by its group.
export function Sections({ desk, path, parts, onDone }) {
  const { ask, dialog } = useQuestion();
  const [opened, setOpened] = useState("");
  // What bars somebody from all of them stands above the sections: it is not said again under each command.
  const quieter = (one) => (desk.barred && sentence(one.why) === sentence(desk.barred) ? { ...one, why: "" } : one);
  const section = (one) => {
    const commands = desk.commands.filter((each) => each.group === one.group).map(quieter);
    const command = commands.find((each) => each.do === opened);
    const form = command && html`<${CommandForm} key=${opened} path=${path} command=${command} ask=${ask} twice=${true} onDone=${onDone} onClose=${() => setOpened("")} />`;
    return html`<${Section} key=${one.group} section=${one} commands=${commands} opened=${opened} form=${form} onOpen=${(word) => setOpened((was) => (was === word ? "" : word))}>${parts[one.group]}<//>`;
  };
  return html`${desk.sections.map(section)}${dialog}`;
}
