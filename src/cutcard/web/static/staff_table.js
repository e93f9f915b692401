// The staff's page of a table: what comes next, the dealer's line, what waits, commands and facts, and the log.
import { pageData, post, sentence } from "./api.js";
import { Felt } from "./felt.js";
import { follow, newId } from "./feed.js";
import { html, render, useEffect, useMemo, useRef, useState } from "./html.js";
import { Approvals } from "./staff_approvals.js";
import { Answer, CommandForm, Search, Section, refusalOf, tableForm, useQuestion } from "./staff_commands.js";
import { DealersLine, lineSender } from "./staff_line.js";
import { Log } from "./staff_log.js";
import { Calls, NextStep } from "./staff_next.js";

// Sections that are open at first: all that fit beside the table, and on a small screen what somebody waits for.
const UNFOLDED = matchMedia("(min-width: 72rem)").matches ? ["approvals", "seats", "limits", "chips"] : ["approvals"];

// What the service sends, put together: the table, the catalogue by command, and the log.
function useStaff(table) {
  const [staff, setStaff] = useState(null);
  const [commands, setCommands] = useState({});
  const [lines, setLines] = useState([]);
  const [lost, setLost] = useState("");
  useEffect(() => follow(`/api/tables/${encodeURIComponent(table)}/staff/live`, {
    onState: setLost,
    onMessage: (message, first) => { // after a break the first one has all that is known: between older lines and these some may be missing
      setStaff(message.staff);
      setCommands((known) => ({ ...(first ? {} : known), ...Object.fromEntries(message.commands.map((one) => [one.do, one])) }));
      setLines((known) => {
        const newest = first ? 0 : known[0]?.version ?? 0;
        return [...message.log.filter((line) => line.version > newest), ...(first ? [] : known)];
      });
    },
  }), [table]);
  const earlier = (older) => setLines((known) => [...known, ...older]);
  return { staff, commands, lines, lost, earlier };
}

// What is typed anywhere is meant for the line; "/" finds a command; Enter does the next step.
function useKeys(line, search, press) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.target.closest("input:not([type=checkbox]), select, textarea")) return;
      if (event.key === "/") { event.preventDefault(); search.current?.focus(); return; }
      if (/^[a-z0-9]$/i.test(event.key)) line.current?.focus();
      if (event.key === "Enter" && !event.target.closest("input, button, a, summary")) { event.preventDefault(); press.current?.(); }
    };
    document.addEventListener("keydown", pressed);
    return () => document.removeEventListener("keydown", pressed);
  }, []);
}

function Now({ table, staff, said, setSaid, press, line, onForm }) {
  const giving = useRef(false); // the second half of a double click means nothing more
  const give = async (command) => {
    if (giving.current) return;
    giving.current = true;
    const body = { id: newId(command.do), command, moment: staff.moment };
    try {
      const done = await post(`/api/tables/${encodeURIComponent(table)}/commands`, body);
      const waits = done.waits_for_approval ? `It waits for a second person, as number ${done.waits_for_approval}.` : "";
      setSaid(waits ? { kind: "told", text: waits } : null);
    } catch (error) { setSaid(refusalOf(error)); } finally { giving.current = false; }
  };
  const sender = useMemo(() => lineSender(table, {
    onDone: (says) => setSaid({ kind: "good", text: says }),
    onRefused: (text, error, unsent) => {
      const more = unsent.length ? ` What was typed after it was not sent: ${unsent.join(", ")}.` : "";
      setSaid(refusalOf(error, more));
      if (!line.current.value) { line.current.value = text; line.current.select(); } // the next one takes its place
    },
  }), [table]);
  return html`<section class="cc-panel staff-now" aria-label="What comes next">
    <${NextStep} staff=${staff} press=${press} onGive=${give} onForm=${onForm} />
    <${Calls} staff=${staff} onGive=${give} />
    ${staff.ranks.length > 0 && html`<${DealersLine} staff=${staff} input=${line} onLine=${sender} onEmpty=${() => press.current?.()} />`}
    <${Answer} said=${said} />
  </section>`;
}

function StaffTable({ table, reports }) {
  const { staff, commands, lines, lost, earlier } = useStaff(table);
  const { ask, dialog } = useQuestion();
  const [said, setSaid] = useState(null);
  const [opened, setOpened] = useState({ do: "", place: "" });
  const [line, search, press] = [useRef(null), useRef(null), useRef(null)];
  useKeys(line, search, press);
  if (!staff) return html`<p class="cc-panel" role="status">${lost || "Loading the table…"}</p>`;
  const all = Object.values(commands);
  const open = (word, place) => setOpened((was) => (was.do === word && was.place === place ? { do: "", place: "" } : { do: word, place }));
  const form = (place) => opened.place === place && commands[opened.do]
    && html`<${CommandForm} key=${opened.do} path=${tableForm(table)} command=${commands[opened.do]} ask=${ask} onClose=${() => setOpened({ do: "", place: "" })} />`;
  const onForm = (word) => { setOpened({ do: word, place: "search" }); };
  return html`
    <p class="cc-muted staff-about">${staff.table.title}, ${staff.table.book} · ${staff.kind} · <a href="/table/${encodeURIComponent(table)}">players' page</a> · <a href="/history?table=${encodeURIComponent(table)}">its rounds</a> · <a href="/staff">the pit</a></p>
    ${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${staff.audit_fault && html`<p class="cc-sentence cc-wrong" role="alert">The last audit found a fault in the store: <code>cutcard audit</code> says which.</p>`}
    ${staff.barred && html`<p class="cc-sentence cc-told" role="status">${staff.barred}</p>`}
    <div class="staff-page">
      <div class="staff-main">
        ${!staff.barred && html`<${Now} table=${table} staff=${staff} said=${said} setSaid=${setSaid} press=${press} line=${line} onForm=${onForm} />`}
        ${staff.barred && html`<section class="cc-panel" aria-label="What comes next"><p class="staff-words">${staff.step.words}</p></section>`}
        <div class="staff-felt cc-felt"><${Felt} table=${staff.table} mine=${null} marks=${{}} still=${true} /></div>
      </div>
      <div class="staff-side">
        ${!staff.barred && html`<${Search} commands=${all} input=${search} open=${opened.place === "search" ? opened.do : ""} onOpen=${open} form=${form("search")} />`}
        ${staff.sections.map((section) => html`<${Section} key=${section.group} section=${section} unfolded=${UNFOLDED.includes(section.group)}
          commands=${staff.barred || section.group === "approvals" ? [] : all.filter((one) => one.group === section.group)}
          open=${opened.place === section.group ? opened.do : ""} onOpen=${open} form=${form(section.group)}>
          ${section.group === "payments" && reports && html`<p><a href="/reports/wrong-payments">The report of the month</a></p>`}
          ${section.group === "approvals" && html`<${Approvals} table=${table} staff=${staff} ask=${ask} />`}<//>`)}
      </div>
      <${Log} table=${table} lines=${lines} onEarlier=${earlier} />
    </div>
    ${dialog}`;
}

render(html`<${StaffTable} ...${pageData()} />`, document.getElementById("staff"));
