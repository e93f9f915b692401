// A player's statement: won and lost over time as a chart, then by game and bet against what was expected.
import { get, sentence } from "./api.js";
import { LineChart } from "./chart.js";
import { Choice } from "./fields.js";
import { html, useEffect, useState } from "./html.js";
import { gain, money } from "./money.js";
import { minutes } from "./player_words.js";
import { Time } from "./time.js";

const DAY_MS = 86_400_000;
const SPANS = [["1", "the last 24 hours"], ["7", "the last 7 days"], ["31", "the last 31 days"], ["366", "the last year"]];
const CHIPS = { aud: "Dollars", play: "Play money" };
const MOVES = { "buy-in": "bought chips", "cash-out": "cashed chips", voucher: "voucher", brought: "brought", "taken away": "took away", "entry fee": "paid an entry fee in cash", "entry fee back": "got an entry fee back in cash", prize: "was paid a prize in cash" };
const expected = (cents) => (cents === null ? "not known" : gain(Math.round(cents)));

function Days({ days, currency }) {
  if (!days?.length) return null;
  let sum = 0;
  const points = [[0, 0], ...days.map((one, at) => [at + 1, (sum += one.net)])];
  const name = (at) => (at === 0 ? "before" : Number.isInteger(at) ? days[at - 1]?.day ?? "" : "");
  return html`<${LineChart} title=${`Won and lost over time, ${CHIPS[currency].toLowerCase()}`} x="Day" y="Won or lost" series=${[{ name: "You", points }]} xFormat=${name} yFormat=${money} zero=${true} marks=${points.length < 32} height=${240} />`;
}

function Account({ account }) {
  return html`<h3>${CHIPS[account.currency] ?? account.currency}</h3>
    <dl class="cc-facts"><div><dt>Time</dt><dd>${minutes(account.minutes)}</dd></div><div><dt>Rounds</dt><dd>${account.rounds}</dd></div><div><dt>Turnover</dt><dd>${money(account.turnover)}</dd></div>
      <div><dt>Won</dt><dd>${money(account.won)}</dd></div><div><dt>Lost</dt><dd>${money(account.lost)}</dd></div><div><dt>Net</dt><dd>${gain(account.net)}</dd></div><div><dt>Expected</dt><dd>${expected(account.expected)}</dd></div></dl>
    ${account.games.length > 0 && html`<div class="cc-scroll" tabindex="0" role="region" aria-label="By game and bet"><table class="cc-table"><thead><tr><th scope="col">Game</th><th scope="col">Bet</th><th scope="col" class="number">Wagers</th><th scope="col" class="number">Staked</th>
      <th scope="col" class="number">Won or lost</th><th scope="col" class="number">Expected</th></tr></thead><tbody>${account.games.map((one) => html`<tr key=${`${one.book} ${one.game} ${one.bet}`}><th scope="row">${one.title}</th><td>${one.bet_title}</td><td class="number">${one.wagers}</td>
      <td class="number">${money(one.staked)}</td><td class="number">${gain(one.net)}</td><td class="number">${expected(one.expected)}</td></tr>`)}</tbody></table></div>`}
    ${account.moves.length > 0 && html`<details class="cc-more"><summary>Money and chips exchanged</summary><ul class="players-list">${account.moves.map((one, at) => html`<li key=${at}><${Time} ms=${one.at} seconds=${false} /> ${MOVES[one.kind] ?? one.kind} ${money(one.amount)}${one.table && html`, table <bdi>${one.table}</bdi>`}</li>`)}</ul></details>`}`;
}

export function Statement({ path }) {
  const [span, setSpan] = useState("31");
  const [state, setState] = useState({ days: {}, statement: null, wrong: "" });
  const since = Math.floor((Date.now() - Number(span) * DAY_MS) / DAY_MS) * DAY_MS;
  useEffect(() => {
    let gone = false;
    setState((was) => ({ ...was, statement: null, wrong: "" }));
    Promise.all([get(`${path}/days`), get(`${path}/statement?since=${since}`)]).then(([{ days }, statement]) => { if (!gone) setState({ days, statement, wrong: "" }); },
      (error) => { if (!gone) setState({ days: {}, statement: null, wrong: error.message }); });
    return () => { gone = true; };
  }, [span]);
  const { days, statement, wrong } = state;
  const first = new Date(since).toISOString().slice(0, 10);
  const within = (list) => list?.filter((one) => one.day >= first);
  return html`<section class="cc-panel" aria-labelledby="own-statement" id="statement"><h2 id="own-statement">Statement</h2>
    <div class="players-span"><${Choice} label="For" options=${SPANS} value=${span} onChange=${(event) => setSpan(event.target.value)} /></div>
    ${Object.keys(days).map((currency) => html`<${Days} key=${currency} days=${within(days[currency])} currency=${currency} />`)}
    ${wrong && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(wrong)}</p>`}
    ${!statement && !wrong && html`<p role="status">Your statement is being prepared.</p>`}
    ${statement && (statement.accounts.length ? statement.accounts.map((one) => html`<${Account} key=${one.currency} account=${one} />`) : html`<p role="status">Nothing was played in this time.</p>`)}
    <p class="cc-row"><a class="cc-button" href=${`${path}/statement.csv?since=${since}`}>As CSV</a><a class="cc-button" href=${`${path}/statement.html?since=${since}`}>To print</a></p></section>`;
}
