// The chart of best play: a table for hard totals, soft totals and pairs, read with the eyes, a screen reader or the arrow keys.
import { html, useRef, useState } from "./html.js";

const HINT = "A small second letter is what to do where the first is not allowed. Tap a cell, or walk with the arrow keys, to see what each choice is worth.";
const DEPARTURES = 40;
const MOVES = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

const key = (section, row, column) => `${section}|${row}|${column}`;

function lettersOf(chart) {
  const found = new Map();
  for (const section of chart.sections)
    for (const row of section.rows) row.cells.forEach((cell, at) => found.set(key(section.name, row.name, chart.columns[at]), cell.code));
  return found;
}

// `other`: the chart of the game beside this one, whose different cells are ringed.
export function BestPlay({ charts, other = null, title = "" }) {
  const [first, ...rest] = charts;
  return html`<div class="cc-stack">
    ${title && html`<h3>${title}</h3>`}
    <${Chart} chart=${first} other=${other?.[0] ?? null} />
    ${rest.map((chart) => html`<details class="cc-more" key=${chart.wager}><summary>${chart.wager}</summary><${Chart} chart=${chart} other=${null} /></details>`)}
  </div>`;
}

function Chart({ chart, other }) {
  const [says, setSays] = useState("");
  const others = other ? lettersOf(other) : null;
  const differs = (section, row, column, code) => others !== null && (others.get(key(section, row, column)) ?? code) !== code;
  const count = others ? [...lettersOf(chart)].filter(([at, code]) => (others.get(at) ?? code) !== code).length : 0;
  return html`<div class="cc-stack">
    <ul class="play-legend">${chart.legend.map(({ code, action }) => html`<li key=${code}><span class=${`play play-${action}`} aria-hidden="true">${code}</span>${action}</li>`)}</ul>
    ${count > 0 && html`<p class="cc-small">${count === 1 ? "1 cell differs from the other chart; it is ringed." : `${count} cells differ from the other chart; they are ringed.`}</p>`}
    <p class="play-says" role="status">${says || HINT}</p>
    <div class="play-charts">${chart.sections.map((section) => html`<${Section} key=${section.name} section=${section} columns=${chart.columns} differs=${differs} onRead=${setSays} />`)}</div>
    ${chart.departures.length > 0 && html`<details class="cc-more"><summary>Hands better played differently (${chart.departures.length})</summary>
      <ul class="odds-list">${chart.departures.slice(0, DEPARTURES).map((each) => html`<li key=${each}>${each}</li>`)}
        ${chart.departures.length > DEPARTURES && html`<li>and ${chart.departures.length - DEPARTURES} more that matter less</li>`}</ul>
    </details>`}
  </div>`;
}

function Section({ section, columns, differs, onRead }) {
  const body = useRef(null);
  const move = (event) => {
    const step = MOVES[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    const row = cell.parentElement.rowIndex - 1 + step[0];
    body.current.rows[row]?.cells[cell.cellIndex + step[1]]?.focus();
  };
  const read = (cell) => cell.says && onRead(cell.says);
  return html`<table class="play-chart" onKeyDown=${move}>
    <caption>${section.name} <span class="cc-muted">against the dealer's card</span></caption>
    <thead><tr><td><span class="cc-hidden">Hand</span></td>${columns.map((up) => html`<th scope="col" key=${up}>${[...up].join(" ").replace("T", "10")}</th>`)}</tr></thead>
    <tbody ref=${body}>${section.rows.map((row, line) => html`<tr key=${row.name}><th scope="row">${row.name.replaceAll("T", "10")}</th>
      ${row.cells.map((cell, at) => html`<td key=${at} tabindex=${line === 0 && at === 0 ? 0 : -1} data-code=${cell.code}
        class=${`play play-${cell.action || "none"}${differs(section.name, row.name, columns[at], cell.code) ? " play-differs" : ""}`}
        onFocus=${() => read(cell)} onClick=${() => read(cell)} onPointerEnter=${() => read(cell)}>
        <span aria-hidden="true">${cell.code.slice(0, 1) || "·"}<small>${cell.code.slice(1)}</small></span>
        <span class="cc-hidden">${cell.action || "no such hand"}${cell.otherwise ? `, or ${cell.otherwise}` : ""}</span></td>`)}</tr>`)}</tbody>
  </table>`;
}
