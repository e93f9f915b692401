// The chance to reach a limit with your usual play, from the exact odds, before you set it.
import { post } from "./api.js";
import { LineChart, percent } from "./chart.js";
import { Choice, Field, Form } from "./fields.js";
import { html, useState } from "./html.js";
import { cents, money } from "./money.js";


function Found({ found }) {
  const [limit] = found.limits;
  const points = [[0, 0], ...limit.by_round.map((one) => [one.rounds, one.chance])];
  return html`<div role="status" id="chance"><p>With ${money(cents(found.wager))} a round you lose ${money(cents(limit.limit))} or more within ${found.rounds} rounds in <b>${percent(limit.chance, 1)}</b> of all such times.
      Without a limit these rounds bring ${money(Math.round(found.expected * 100))} on the average.</p>
    <${LineChart} title="Chance to have reached the limit" x="Rounds" y="Chance" series=${[{ name: "Reached", points }]} yFormat=${(value) => percent(value, 0)} zero=${true} height=${220} />
    <details class="cc-more"><summary>What is assumed</summary><ul>${found.assumed.map((text) => html`<li key=${text}>${text}</li>`)}</ul></details></div>`;
}

export function Chance({ book }) {
  const [found, setFound] = useState(null);
  const send = async (fields) => {
    setFound(null);
    setFound(await post("/api/players/limit-chances", { book: book.book, game: fields.game, wager: cents(fields.wager), limits: [cents(fields.limit)], hours: Number(fields.hours), rounds_an_hour: Number(fields.rounds) }));
    return "";
  };
  return html`<section class="cc-panel" aria-labelledby="own-chance"><h2 id="own-chance">What would a limit do?</h2>
    <p class="cc-muted">How likely you are to reach a limit on losses with your usual play. The first answer about a game may take a minute.</p>
    <${Form} onSend=${send} button="Work it out" meanwhile="This is being worked out; the first answer about a game may take a minute" className="players-form">
      <${Choice} label="Game" name="game" options=${book.games.map((one) => [one.game, one.title])} />
      <${Field} label="Wager a round, in dollars" name="wager" type="number" inputmode="decimal" min="0.5" step="0.01" value="10" required />
      <${Field} label="Limit, in dollars" name="limit" type="number" inputmode="decimal" min="1" step="0.01" value="200" required />
      <${Field} label="Hours" name="hours" type="number" inputmode="decimal" min="0.5" max="100" step="0.5" value="4" required />
      <${Field} label="Rounds an hour" name="rounds" type="number" inputmode="numeric" min="1" max="400" step="1" value="60" required /><//>
    ${found && html`<${Found} found=${found} />`}</section>`;
}
