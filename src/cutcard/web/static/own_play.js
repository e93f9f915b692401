// "Your play": sessions as a graph, decisions against the exact best play, and what side bets cost.
import { get, pageData, sentence } from "./api.js";
import { LineChart, percent } from "./chart.js";
import { html, render, useEffect, useState } from "./html.js";
import { gain, money } from "./money.js";
import { Time, utc } from "./time.js";

const NOTHING = 0.0005; // of a wager: too little to mention
const WORST = 10;
const kindOf = (amount) => (amount > 0 ? "won" : amount < 0 ? "lost" : "even");
const roundUrl = (each) => `/history/${encodeURIComponent(each.table)}/${each.round}`;
const Gain = ({ cents }) => html`<span class="round-gain" data-kind=${kindOf(cents)}>${gain(cents)}</span>`;

function Session({ session, open }) {
  const points = [[0, 0], ...session.rounds.map((each, at) => [at + 1, each.total])];
  return html`<details class="cc-panel own-session" open=${open}>
    <summary><span class="own-session-title"><${Time} ms=${session.began} seconds=${false} /></span>
      <span>${session.rounds.length === 1 ? "1 round" : `${session.rounds.length} rounds`}</span> <span class="cc-muted">${money(session.staked)} staked</span> <${Gain} cents=${session.net} /></summary>
    <${LineChart} title="Won and lost after each round" x="Round of the session" y="Won or lost" series=${[{ name: "You", points }]} xFormat=${(at) => (Number.isInteger(at) ? String(at) : "")} yFormat=${money} zero=${true} height=${220} />
    <details class="cc-more"><summary>The rounds</summary><div class="cc-scroll history-scroll" tabindex="0" role="region" aria-label=${`Rounds of the session that began ${utc(session.began)}`}><table class="cc-table">
      <thead><tr><th scope="col">Round</th><th scope="col">Time</th><th scope="col">Game</th><th scope="col" class="number">Staked</th><th scope="col" class="number">Net</th></tr></thead>
      <tbody>${session.rounds.map((each) => html`<tr key=${roundUrl(each)}><th scope="row"><a href=${roundUrl(each)}><bdi>${each.table}</bdi> ${each.round}</a></th>
        <td><${Time} ms=${each.at} /></td><td>${each.title}</td><td class="number">${money(each.staked)}</td><td class="number"><${Gain} cents=${each.net} /></td></tr>`)}</tbody>
    </table></div></details>
  </details>`;
}

function SideBets({ rows }) {
  if (rows.length === 0) return html`<p>You have made no side bets in these rounds.</p>`;
  return html`<div class="cc-scroll history-scroll" tabindex="0" role="region" aria-label="Side bets, all of them"><table class="cc-table">
    <thead><tr><th scope="col">Side bet</th><th scope="col">Game</th><th scope="col" class="number">Bets</th><th scope="col" class="number">Staked</th><th scope="col" class="number">Returned</th>
      <th scope="col" class="number">Net</th><th scope="col" class="number">Expected</th><th scope="col" class="number">House edge</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr key=${`${row.game} ${row.title}`}><th scope="row">${row.title}</th><td>${row.game}</td><td class="number">${row.placed}</td><td class="number">${money(row.staked)}</td>
      <td class="number">${money(row.returned)}</td><td class="number"><${Gain} cents=${row.net} /></td>
      <td class="number">${row.expected === null ? "not known" : row.expected_gain}</td><td class="number">${row.edge === null ? "" : percent(row.edge, 2)}</td></tr>`)}</tbody></table></div>
    <p class="cc-small cc-muted">“Expected” is exact: the average result of these stakes over every possible deal. The rest is luck.</p>`;
}

function Worst({ decisions }) {
  const found = decisions.filter((each) => each.cost !== null && each.cost >= NOTHING).sort((a, b) => b.cost_cents - a.cost_cents).slice(0, WORST);
  if (found.length === 0) return null;
  return html`<h3>What cost most</h3><div class="cc-scroll history-scroll" tabindex="0" role="region" aria-label="Decisions that cost most"><table class="cc-table">
    <thead><tr><th scope="col">Round</th><th scope="col">Hand</th><th scope="col">You chose</th><th scope="col">Better</th><th scope="col" class="number">Cost</th></tr></thead>
    <tbody>${found.map((each) => html`<tr key=${`${roundUrl(each)} ${each.version}`}><th scope="row"><a href=${roundUrl(each)}><bdi>${each.table}</bdi> ${each.round}</a></th><td>${each.title}</td>
      <td>${each.label}</td><td>${each.choices[0].label}</td><td class="number">${money(each.cost_cents)}</td></tr>`)}</tbody></table></div>`;
}

// Decisions are weighed some rounds at a time, newest first, for as long as somebody looks and has not stopped it.
function Decisions({ rounds }) {
  const [state, setState] = useState({ running: false, weighed: 0, refused: "", decisions: [], before: "", wrong: "" });
  useEffect(() => {
    if (!state.running) return undefined;
    let gone = false;
    get(`/api/me/play/decisions?most=5${state.before ? `&before=${encodeURIComponent(state.before)}` : ""}`).then((page) => {
      if (gone) return;
      const more = page.rounds.flatMap((each) => each.decisions.map((one) => ({ ...one, table: each.table, round: each.round })));
      const weighed = state.weighed + page.rounds.length;
      setState({ ...state, weighed, refused: state.refused || (page.rounds.find((each) => each.refused)?.refused ?? ""),
        decisions: [...state.decisions, ...more], before: page.before, running: page.before !== null && weighed < rounds, wrong: "" });
    }, (error) => { if (!gone) setState({ ...state, running: false, wrong: sentence(error.message) }); });
    return () => { gone = true; };
  }, [state.running, state.before]);
  const known = state.decisions.filter((each) => each.cost !== null);
  const best = known.filter((each) => each.cost < NOTHING).length;
  const cost = known.reduce((sum, each) => sum + each.cost_cents, 0);
  const done = state.before === null || state.weighed >= rounds;
  return html`<p class="cc-muted">Compares each decision with the exact best play for the cards that you saw, and shows what it cost on average.</p>
    <div class="cc-row">${!done && html`<button type="button" class="cc-button cc-main" onClick=${() => setState({ ...state, running: !state.running })}>${state.running ? "Stop" : state.weighed ? "Continue" : "Check my decisions"}</button>`}
      ${state.weighed > 0 && html`<progress class="cc-progress" max=${rounds} value=${state.weighed} aria-label="Rounds checked"></progress>`}</div>
    <div role="status">${state.weighed > 0 && html`<dl class="cc-facts"><div><dt>Rounds checked</dt><dd>${state.weighed} of ${rounds}</dd></div>
      <div><dt>Best decisions</dt><dd>${best} of ${known.length}</dd></div><div><dt>The others cost</dt><dd>${money(cost)}</dd></div></dl>`}</div>
    ${state.wrong && html`<p class="cc-sentence cc-wrong" role="alert">${state.wrong}</p>`}
    ${state.refused && html`<p class="cc-sentence cc-told">${sentence(state.refused)}</p>`}
    <${Worst} decisions=${state.decisions} />`;
}

function Page({ play }) {
  if (play.rounds === 0) return html`<section class="cc-panel cc-stack"><p>You have finished no round yet.</p><p><a class="cc-button cc-main" href="/">Find a table</a></p></section>`;
  return html`<section class="cc-stack" aria-labelledby="own-sessions"><h2 id="own-sessions">Sessions</h2>
      <p class="cc-muted">Another session begins after half an hour without a round.${play.before !== null && ` These are your last ${play.rounds} rounds.`}</p>
      ${play.sessions.map((session, at) => html`<${Session} key=${session.began} session=${session} open=${at === 0} />`)}
      ${play.before !== null && html`<p><a class="cc-button" href=${`/me/play?before=${encodeURIComponent(play.before)}`}>Earlier rounds</a></p>`}</section>
    <section class="cc-panel cc-stack" aria-labelledby="own-decisions"><h2 id="own-decisions">Decisions</h2><${Decisions} rounds=${play.rounds} /></section>
    <section class="cc-panel cc-stack" aria-labelledby="own-side-bets"><h2 id="own-side-bets">Side bets</h2><${SideBets} rows=${play.side_bets} /></section>`;
}

render(html`<${Page} play=${pageData()} />`, document.getElementById("own-play"));
