// Charts as SVG: lines and bars with a title, a description for screen readers, and all their numbers in a table that unfolds.
// A chart is drawn in CSS pixels for the width that it has, so that its letters never shrink. Pages load chart.css beside it.
import { html, useId, useLayoutEffect, useRef, useState } from "./html.js";

const MARGIN = { top: 12, right: 16, bottom: 44, left: 80 }; // on the left the axis' name, and numbers such as −0.6000
const TABLE_ROWS = 60; // of a long line: enough to follow it
const DASHES = ["", "7 4", "2 4", "10 4 2 4", "14 4"];

// -------------------------------------------------------------------------------------------------------------- numbers

// A part as per cent with a true minus sign, as the service writes it: percent(-0.0043058) is "−0.4306 %".
export const percent = (part, digits = 4) => `${(100 * part).toFixed(digits)} %`.replace("-", "−");

// A count in short: 1.5M.
export function short(count) {
  for (const [unit, sign] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]])
    if (Math.abs(count) >= unit) return `${Number((count / unit).toPrecision(3))}${sign}`;
  return String(Number(count.toPrecision(3)));
}

const plain = (value) => String(Number(value.toPrecision(6))).replace("-", "−");

// Round numbers that divide a range into about so many steps.
function ticks(low, high, about = 5) {
  if (!(high > low)) return [low];
  const rough = (high - low) / about;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough);
  const found = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1) found.push(at * step);
  return found;
}

// Marks of a logarithmic axis: three to six of them, as round as possible, no two alike.
export function logTicks(low, high) {
  const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
  for (const steps of [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9]]) {
    const found = [];
    for (let power = first; power <= last; power += 1)
      for (const step of steps) {
        const value = step * 10 ** power;
        if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) found.push(value);
      }
    if (found.length >= 3) return found.filter((_, at) => at % Math.ceil(found.length / 6) === 0);
  }
  return low === high ? [low] : [low, high];
}

// ---------------------------------------------------------------------------------------------------------------- frame

// The width that a chart has, kept up when the page is turned or resized.
function useWidth() {
  const place = useRef(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measure = () => setWidth(Math.max(260, Math.floor(place.current?.clientWidth || 0)));
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(place.current);
    return () => watching.disconnect();
  }, []);
  return [place, width];
}

function Figure({ title, describe, legend, head, rows, height, children }) {
  const [place, width] = useWidth();
  const id = useId();
  return html`<figure class="cc-chart-figure" ref=${place}>
    <figcaption>${title}</figcaption>
    ${legend.length > 1 && html`<ul class="cc-chart-legend">
      ${legend.map((name, at) => html`<li key=${name}><svg width="28" height="12" aria-hidden="true"><line class=${`cc-series-${at % 5}`} x1="1" x2="27" y1="6" y2="6" stroke-dasharray=${DASHES[at % 5]} /></svg>${name}</li>`)}
    </ul>`}
    ${width > 0 && html`<svg class="cc-chart-svg" role="img" aria-labelledby=${`${id}-title ${id}-says`} width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}>
      <title id=${`${id}-title`}>${title}</title>
      <desc id=${`${id}-says`}>${describe}</desc>
      ${children(width)}
    </svg>`}
    <details class="cc-more cc-chart-table"><summary>As a table<span class="cc-hidden">: ${title}</span></summary>
      <div class="cc-scroll" tabindex="0" role="group" aria-label=${title}><table class="cc-table"><caption class="cc-hidden">${title}</caption>
        <thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>${rows.map((row) => html`<tr key=${row[0]}>${row.map((cell, at) => (at ? html`<td class="cc-number">${cell}</td>` : html`<th scope="row">${cell}</th>`))}</tr>`)}</tbody>
      </table></div>
    </details>
  </figure>`;
}

function Axes({ width, height, xTicks, yTicks, xAt, yAt, xFormat, yFormat, x, y, zero }) {
  const bottom = height - MARGIN.bottom, right = width - MARGIN.right;
  const room = Math.max(1, Math.floor((right - MARGIN.left) / 54));
  const every = Math.ceil(xTicks.length / room);
  return html`<g class="cc-chart-axes" aria-hidden="true">
    ${yTicks.map((value) => html`<g key=${value}>
      <line class=${zero && value === 0 ? "cc-chart-zero" : "cc-chart-grid"} x1=${MARGIN.left} x2=${right} y1=${yAt(value)} y2=${yAt(value)} />
      <text x=${MARGIN.left - 8} y=${yAt(value) + 4} text-anchor="end">${yFormat(value)}</text></g>`)}
    ${xTicks.map((value, at) => at % every === 0 && html`<text key=${value} x=${xAt(value)} y=${bottom + 18} text-anchor="middle">${xFormat(value)}</text>`)}
    ${x && html`<text class="cc-chart-name" x=${(MARGIN.left + right) / 2} y=${height - 6} text-anchor="middle">${x}</text>`}
    ${y && html`<text class="cc-chart-name" x=${14} y=${(MARGIN.top + bottom) / 2} text-anchor="middle" transform=${`rotate(-90 14 ${(MARGIN.top + bottom) / 2})`}>${y}</text>`}
  </g>`;
}

// ---------------------------------------------------------------------------------------------------------------- lines

// series: [{ name, points: [[x, y], …], band: [[x, low, high], …] (optional), dashed (optional) }]; `marks` draws a dot at each point.
export function LineChart({ title, x = "", y = "", series, xFormat = plain, yFormat = plain, logX = false, zero = false, marks = false, height = 280, describe = "" }) {
  const xs = series.flatMap((each) => each.points.map(([value]) => value));
  const ys = series.flatMap((each) => [...each.points.map(([, value]) => value), ...(each.band || []).flatMap(([, low, high]) => [low, high])]);
  if (zero) ys.push(0);
  const [xLow, xHigh] = xs.length ? [Math.min(...xs), Math.max(...xs)] : [0, 1];
  let [yLow, yHigh] = ys.length ? [Math.min(...ys), Math.max(...ys)] : [0, 1];
  if (yLow === yHigh) [yLow, yHigh] = [yLow - Math.abs(yLow || 1) * 0.1, yHigh + Math.abs(yHigh || 1) * 0.1];
  const spare = (yHigh - yLow) * 0.06;
  [yLow, yHigh] = [yLow - spare, yHigh + spare];
  const scale = logX ? Math.log10 : (value) => value;
  const drawn = (width) => {
    const right = width - MARGIN.right, bottom = height - MARGIN.bottom;
    const span = scale(xHigh) - scale(xLow) || 1;
    const inset = marks ? 14 : 0;
    const xAt = (value) => MARGIN.left + inset + ((scale(value) - scale(xLow)) / span) * (right - MARGIN.left - 2 * inset);
    const yAt = (value) => bottom - ((value - yLow) / (yHigh - yLow)) * (bottom - MARGIN.top);
    const path = (points) => points.map(([a, b], at) => `${at ? "L" : "M"}${xAt(a).toFixed(1)} ${yAt(b).toFixed(1)}`).join("");
    const xTicks = marks && new Set(xs).size <= 12 ? [...new Set(xs)].sort((a, b) => a - b) : logX ? logTicks(xLow, xHigh) : ticks(xLow, xHigh, Math.max(2, Math.floor((right - MARGIN.left) / 90)));
    return html`
      <${Axes} ...${{ width, height, xTicks, yTicks: ticks(yLow, yHigh), xAt, yAt, xFormat, yFormat, x, y, zero }} />
      ${series.map((each, at) => each.band?.length > 1 && html`<path class=${`cc-band-${at % 5}`} d=${`${path(each.band.map(([a, , high]) => [a, high]))}${path([...each.band].reverse().map(([a, low]) => [a, low])).replace("M", "L")}Z`} />`)}
      ${series.map((each, at) => html`<g key=${each.name} class=${`cc-series-${at % 5}`}>
        <path fill="none" d=${path(each.points)} stroke-dasharray=${DASHES[at % 5]} />
        ${marks && each.points.map(([a, b]) => html`<circle key=${a} cx=${xAt(a)} cy=${yAt(b)} r="5"><title>${`${each.name}: ${xFormat(a)}, ${yFormat(b)}`}</title></circle>`)}
      </g>`)}`;
  };
  const shown = [...new Set(series.flatMap((each) => each.points.map(([value]) => value)))].sort((a, b) => a - b);
  const every = Math.ceil(shown.length / TABLE_ROWS) || 1;
  const byX = series.map((each) => new Map(each.points));
  const rows = shown.filter((_, at) => at % every === 0 || at === shown.length - 1)
    .map((value) => [xFormat(value), ...byX.map((points) => (points.has(value) ? yFormat(points.get(value)) : "–"))]);
  return html`<${Figure} title=${title} describe=${describe || said(series, yFormat)} legend=${series.map((each) => each.name)} head=${[x || "x", ...series.map((each) => each.name)]} rows=${rows} height=${height}>${drawn}<//>`;
}

const said = (series, yFormat) => series.filter((each) => each.points.length).map((each) => {
  const values = each.points.map(([, value]) => value);
  return `${each.name}: ${yFormat(values[0])} at first, ${yFormat(values.at(-1))} at last, between ${yFormat(Math.min(...values))} and ${yFormat(Math.max(...values))}.`;
}).join(" ");

// ----------------------------------------------------------------------------------------------------------------- bars

// bars: [{ name, values: [one for each series] }]; `logY` for values that differ by powers of ten.
export function BarChart({ title, x = "", y = "", bars, series = [""], yFormat = plain, logY = false, height = 300, describe = "" }) {
  const values = bars.flatMap((bar) => bar.values).filter((value) => Number.isFinite(value) && (!logY || value > 0));
  const top = values.length ? Math.max(...values, logY ? 0 : 0) : 1;
  const low = logY ? 10 ** Math.floor(Math.log10(Math.min(...values, top))) : Math.min(0, ...values);
  const high = top === low ? low + 1 : top;
  const drawn = (width) => {
    const right = width - MARGIN.right, bottom = height - MARGIN.bottom;
    const scale = logY ? (value) => Math.log10(Math.max(value, low)) : (value) => value;
    const yAt = (value) => bottom - ((scale(value) - scale(low)) / (scale(high) - scale(low))) * (bottom - MARGIN.top);
    const slot = (right - MARGIN.left) / Math.max(1, bars.length);
    const wide = Math.max(1, (slot * 0.76) / series.length);
    const xAt = (at) => MARGIN.left + slot * (at + 0.5);
    const yTicks = logY ? powers(low, high) : ticks(low, high);
    return html`
      <${Axes} ...${{ width, height, xTicks: bars.map((_, at) => at), yTicks, xAt, yAt, xFormat: (at) => bars[at].name, yFormat, x, y, zero: !logY }} />
      ${bars.map((bar, at) => bar.values.map((value, each) => Number.isFinite(value) && (!logY || value > 0) && html`
        <rect key=${`${at}-${each}`} class=${`cc-bar-${each % 5}`} x=${xAt(at) - (wide * series.length) / 2 + each * wide} width=${wide}
          y=${Math.min(yAt(value), yAt(logY ? low : 0))} height=${Math.max(1, Math.abs(yAt(value) - yAt(logY ? low : 0)))}>
          <title>${`${bar.name}${series[each] ? `, ${series[each]}` : ""}: ${yFormat(value)}`}</title></rect>`))}`;
  };
  const rows = bars.map((bar) => [bar.name, ...series.map((_, at) => (Number.isFinite(bar.values[at]) ? yFormat(bar.values[at]) : "–"))]);
  const about = describe || `${bars.length} bars; the table below has their values.`;
  return html`<${Figure} title=${title} describe=${about} legend=${series} head=${[x || "", ...series.map((name) => name || y || "Value")]} rows=${rows} height=${height}>${drawn}<//>`;
}

function powers(low, high) {
  const found = [];
  for (let power = Math.round(Math.log10(low)); 10 ** power <= high * 1.0001; power += 1) found.push(10 ** power);
  return found;
}
