// The parts of the odds page that show an answer: the edge, what differs, results and decks as charts, side bets.
import { BarChart, LineChart, percent } from "./chart.js";
import { Clause } from "./clause.js";
import { html } from "./html.js";

export const nameOf = (odds, books) => {
  const book = books.find((each) => each.id === odds.rulebook);
  return [`${odds.title}, ${book.casino[0].toUpperCase()}${book.casino.slice(1)}, ${book.edition}`, `${odds.decks} decks`, ...odds.chosen].join("; ");
};

export function Edge({ odds, books }) {
  const book = books.find((each) => each.id === odds.rulebook);
  return html`<section class="cc-panel cc-felt odds-edge" aria-label=${nameOf(odds, books)} data-edge=${String(odds.house_edge)}>
    <h2>${odds.title}</h2>
    <p class="cc-muted">${[book.title, book.edition, `${odds.decks} decks`, ...odds.chosen].join(" · ")}</p>
    <div class="odds-numbers"><p class="odds-figure"><span class="cc-small">House edge</span> <strong>${odds.edge}</strong></p>
      <dl class="cc-facts">
        <div><dt>Player's expectation</dt><dd>${odds.expectation}</dd></div>
        <div><dt>Standard deviation of a round</dt><dd>${odds.deviation}</dd></div>
      </dl></div>
    <p>${odds.says} <span class="cc-muted">The edge is ${odds.exactness}, from a full shoe.</span></p>
    <p class="cc-row"><a href=${`/games/${odds.rulebook}/${odds.game}`}>How this game differs</a> <a href=${`/rulebook/${odds.rulebook}?game=${odds.game}`}>Every rule</a></p>
  </section>`;
}

export function Notes({ odds, title }) {
  return html`<div class="cc-stack">
    ${title && html`<h3>${title}</h3>`}
    <p class="cc-small cc-muted">${[...odds.insurance, ...(odds.even_money ? [odds.even_money] : [])].map((each) => each.says).join(" ")}</p>
    <details class="cc-more"><summary>How this was worked out</summary><ul class="odds-list">${odds.notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul></details>
  </div>`;
}

export function Differs({ compared }) {
  const { game, against, differences } = compared.rules;
  const heads = [game, against].map((each) => `${each.title}, ${each.book === game.book && each.book === against?.book ? each.game.replaceAll("-", " ") : each.edition}`);
  return html`<section class="cc-panel cc-stack" aria-labelledby="differs-title" data-part="differs">
    <h2 id="differs-title">What differs</h2>
    <p>${compared.says}</p>
    ${differences.length === 0 ? html`<p>The rules of play say the same in both.</p>` : html`<div class="cc-scroll" tabindex="0" role="group" aria-label="Rules of play that differ"><table class="cc-table">
      <caption>Rules of play that differ</caption>
      <thead><tr><th scope="col">Rule</th><th scope="col">${heads[0]}</th><th scope="col">${heads[1]}</th></tr></thead>
      <tbody>${differences.map((line) => html`<tr key=${line.path}><th scope="row">${line.title}</th>
        <td><span class="odds-lines">${line.here}</span> <${Clause} book=${game.book} clause=${line.here_clause} /></td>
        <td><span class="odds-lines">${line.there}</span> <${Clause} book=${against.book} clause=${line.there_clause} /></td></tr>`)}</tbody>
    </table></div>`}
  </section>`;
}

const units = (net) => (net === 0 ? "0" : `${net > 0 ? "+" : "−"}${Math.abs(net)}`);

export function Results({ all, books }) {
  const nets = [...new Set(all.flatMap((odds) => odds.distribution.map(([net]) => net)))].sort((a, b) => a - b);
  const chances = all.map((odds) => new Map(odds.distribution));
  const bars = nets.map((net) => ({ name: units(net), values: chances.map((each) => each.get(net) ?? NaN) }));
  const share = (part) => `${Number((100 * part).toPrecision(3))} %`;
  return html`<${BarChart} title="The chance of each result of a round" x="Won or lost, in first wagers" y="Chance" bars=${bars} series=${all.map((odds) => nameOf(odds, books))} yFormat=${share} logY=${true} />`;
}

export function ByDecks({ series, waiting }) {
  const shown = series.filter((each) => each.points.length);
  if (!shown.length) return waiting;
  const lines = shown.map((each) => ({ ...each, points: each.points.map(([decks, edge]) => [decks, 100 * edge]) }));
  return html`<${LineChart} title="House edge by number of decks" x="Decks" y="House edge, %" series=${lines} yFormat=${(value) => value.toFixed(3).replace("-", "−")} marks=${true} />`;
}

// --------------------------------------------------------------------------------------------------------- side bets

export function SideBets({ bets, title }) {
  const decks = [...new Set(bets.edges.flatMap((line) => line.by_decks.map((each) => each.decks)))].sort((a, b) => a - b);
  if (!bets.side_bets.length) return html`<p>${title}: no side bets.</p>`;
  return html`<div class="cc-stack">
    <div class="cc-scroll" tabindex="0" role="group" aria-label=${`House edge of side bets, ${title}`}><table class="cc-table odds-edges">
      <caption>House edge of side bets, ${title}</caption>
      <thead><tr><th scope="col">Side bet</th>${decks.map((each) => html`<th scope="col" class="cc-number" key=${each}>${each} decks</th>`)}</tr></thead>
      <tbody>${bets.edges.map((line) => html`<tr key=${`${line.bet} ${line.table}`}><th scope="row">${line.title} ${line.table}</th>
        ${decks.map((each) => html`<td class="cc-number" key=${each}>${line.by_decks.find((edge) => edge.decks === each)?.edge ?? "–"}</td>`)}</tr>`)}</tbody>
    </table></div>
    <div>${bets.side_bets.map((bet) => html`<${SideBet} key=${bet.id} bet=${bet} book=${bets.rulebook} decks=${bets.decks} />`)}</div>
    <p class="cc-small cc-muted">${bets.note}</p>
  </div>`;
}

function SideBet({ bet, book, decks }) {
  const several = bet.tables.length > 1 ? `${bet.tables.length} pay tables, ` : "";
  return html`<details class="cc-more" data-bet=${bet.id}><summary><span>${bet.title} <span class="cc-muted cc-small">${several}${bet.edge}, ${decks} decks</span></span></summary>
    <div class="cc-stack">${bet.tables.map((table) => html`<${PayTable} key=${table.table} bet=${bet} table=${table} book=${book} />`)}</div>
  </details>`;
}

function PayTable({ bet, table, book }) {
  const name = table.table ? `${bet.title}, pay table ${table.table}: ${table.edge}` : `${bet.title}: ${table.edge}`;
  const others = table.plays.map((play) => `The edge is ${play.edge} with this play: ${play.says}`);
  return html`<div class="cc-stack"><div class="cc-scroll" tabindex="0" role="group" aria-label=${name}><table class="cc-table">
      <caption>${name}</caption>
      <thead><tr><th scope="col">Outcome</th><th scope="col">Pays</th><th scope="col" class="cc-number">Chance</th><th scope="col">Clause</th></tr></thead>
      <tbody>${table.outcomes.map((outcome) => html`<tr key=${outcome.name}><th scope="row">${outcome.title}</th><td>${outcome.odds || "–"}</td>
        <td class="cc-number">${percent(outcome.p, 5)}</td><td><${Clause} book=${book} clause=${outcome.clause} /></td></tr>`)}</tbody>
    </table></div>
    ${(table.notes.length > 0 || others.length > 0) && html`<ul class="odds-list cc-small">${[...others, ...table.notes].map((note) => html`<li key=${note}>${note}</li>`)}</ul>`}
  </div>`;
}
