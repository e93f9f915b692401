// The log of a table, newest first: local time with UTC beside it, who gave which command, and what it led to.
import { get } from "./api.js";
import { Clause } from "./clause.js";
import { html, useState } from "./html.js";
import { Time } from "./time.js";

function Line({ line }) {
  return html`<li><${Time} ms=${line.at} /><div><b><bdi>${line.by}</bdi></b> <span class="cc-muted">${line.role}</span>: ${line.command}
      <span class="cc-small"> <${Clause} book=${line.book} clause=${line.clause} /></span>
      ${line.came_of.length > 0 && html` → <bdi>${line.came_of.join("; ")}</bdi>`}
      ${line.payments.length > 0 && html`<ul>${line.payments.map((one) => html`<li><bdi>${one.who}: ${one.text}</bdi> <b>${one.gain}</b> <${Clause} book=${line.book} clause=${one.clause} /></li>`)}</ul>`}</div></li>`;
}

export function Log({ table, lines, onEarlier }) {
  const [oldest, setOldest] = useState(0); // the version of the first line that there is, once it is known
  const [says, setSays] = useState("");
  const earlier = async () => {
    try {
      const page = await get(`/api/tables/${encodeURIComponent(table)}/log?before=${lines.at(-1).version}`);
      const older = page.lines.filter((line) => line.version < lines.at(-1).version);
      if (page.earlier === null || older.length === 0) setOldest((older.at(-1) ?? lines.at(-1)).version);
      onEarlier(older);
    } catch (error) { setSays(error.message); }
  };
  return html`<section class="cc-panel staff-log" aria-labelledby="log-title"><h2 id="log-title">Log</h2>
    <ol tabindex="0" aria-label="What happened, newest first">${lines.map((line) => html`<${Line} key=${line.version} line=${line} />`)}</ol>
    ${says && html`<p class="cc-sentence cc-wrong" role="alert">${says}</p>`}
    ${lines.length > 0 && lines.at(-1).version !== oldest && html`<button type="button" class="cc-button" onClick=${earlier}>Earlier</button>`}</section>`;
}
