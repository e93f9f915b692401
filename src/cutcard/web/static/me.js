// One's own page: card, limits with the chance of reaching them, a break, suspension, exclusion, and the statement.
import { get, pageData, post, sentence } from "./api.js";
import { newId } from "./feed.js";
import { Choice, Field, Form, Sentence } from "./fields.js";
import { html, render, useState } from "./html.js";
import { Chance } from "./limit_chance.js";
import { cents } from "./money.js";
import { Facts, KINDS, Limits, PERIODS, Stops, Waiting, amount } from "./player_words.js";
import { useQuestion } from "./staff_commands.js";
import { Statement } from "./statement.js";

const give = (command) => post("/api/players/me/commands", { id: newId("me"), command });

function usePage(first) {
  const [shown, setShown] = useState(first);
  const again = async () => setShown(await get("/api/players/me"));
  return { player: shown.player, again };
}

// A form that gives one command and shows the page as it is then; `asks` is asked about first, where something cannot be taken back.
function Give({ button, command, done, again, asks, ask, main = true, children }) {
  const send = async (fields) => {
    const made = command(fields);
    if (asks && !await ask({ title: asks.title, label: button, facts: asks.facts(fields) })) return "Nothing was done";
    await give(made);
    await again();
    return done;
  };
  return html`<${Form} onSend=${send} button=${button} main=${main} className="players-form">${children}<//>`;
}

function Register({ name, books, again }) {
  return html`<section class="cc-panel"><h2>You are in no register yet</h2>
    <p>Once you are registered with a casino you can set limits, take breaks and have a card. Cards are issued at the desk of the casino.</p>
    <${Give} button="Register" done="You are registered" again=${again} command=${(fields) => ({ do: "register-player", player: name, book: fields.book })}>
      <${Choice} label="Casino and document" name="book" options=${books.map((one) => [one.book, one.title])} /><//></section>`;
}

function SetLimit({ again, wait }) {
  const [kind, setKind] = useState("loss");
  const made = (fields) => ({ do: "set-limit", kind: fields.kind, period: fields.period, ...(fields.kind === "time" ? { minutes: Math.round(Number(fields.most)) } : { amount: cents(fields.most) }) });
  return html`<h3>Set a limit</h3><${Give} button="Set this limit" done="The limit is recorded" again=${again} command=${made}>
      <${Choice} label="Of what" name="kind" options=${["loss", "deposit", "time"].map((one) => [one, KINDS[one]])} onChange=${(event) => setKind(event.target.value)} />
      <${Choice} label="For a" name="period" options=${Object.entries(PERIODS)} />
      <${Field} label=${kind === "time" ? "At most, in minutes" : "At most, in dollars"} name="most" type="number" inputmode="decimal" min="1" step=${kind === "time" ? "1" : "0.01"} required /><//>
    <p class="cc-small cc-muted">A lower limit applies at once; raising or removing one takes ${wait} hours. Limits apply at all tables together.</p>`;
}

function LimitsPanel({ player, again }) {
  const [said, setSaid] = useState({ text: "" });
  const tell = async (command, text) => {
    try { await give(command); await again(); setSaid({ text, kind: "good" }); } catch (error) { setSaid({ text: error.message, kind: "wrong" }); }
  };
  const giveUp = (limit) => html`<button type="button" class="cc-button" onClick=${() => tell({ do: "remove-limit", kind: limit.kind, period: limit.period }, `The limit of ${amount(limit.kind, limit.most)} ends after the wait`)}>Give it up</button>`;
  return html`<section class="cc-panel" aria-labelledby="own-limits"><h2 id="own-limits">Limits</h2>
    <${Limits} player=${player}>${giveUp}<//><${Waiting} player=${player} />
    ${!player.limits.length && !player.limits_declined_at && html`<div class="cc-row"><button type="button" class="cc-button" onClick=${() => tell({ do: "decline-limits" }, "Your choice to have no limits is recorded")}>I want no limits</button></div>`}
    <${Sentence} ...${said} /><${SetLimit} again=${again} wait=${player.law.raise_wait_hours} /></section>`;
}

function Pauses({ player, again }) {
  const { ask, dialog } = useQuestion();
  const least = player.law.suspension_least_hours;
  const final = ["Your wagers that no card has closed go back; what is in play is played to its end.", "This is not taken back before its time."];
  return html`<section class="players-three" aria-label="Not to play for a while">
    <div class="cc-panel"><h2>A break</h2><p>Stop playing at every table for a while.</p><${Give} button="Take a break" done="Your break has begun" again=${again} ask=${ask} command=${(fields) => ({ do: "take-break", minutes: Number(fields.minutes) })}
      asks=${{ title: "Take a break?", facts: (fields) => [`No wager of yours is taken for ${fields.minutes} minutes, at any table.`, ...final] }}>
      <${Choice} label="For" name="minutes" options=${[["15", "15 minutes"], ["30", "30 minutes"], ["60", "1 hour"], ["240", "4 hours"], ["1440", "a day"]]} /><//></div>
    <div class="cc-panel"><h2>A suspension</h2><p>Have your card suspended, for ${least} hours or longer.</p><${Give} button="Suspend my card" done="Your card is suspended" again=${again} ask=${ask} command=${(fields) => ({ do: "suspend-myself", hours: Number(fields.days) * 24 })}
      asks=${{ title: "Suspend your card?", facts: (fields) => [`No wager of yours is taken for ${fields.days} ${fields.days === "1" ? "day" : "days"}, at any table.`, ...final] }}>
      <${Choice} label="For" name="days" options=${[["1", "1 day"], ["7", "7 days"], ["30", "30 days"], ["90", "90 days"], ["365", "365 days"]].filter(([days]) => Number(days) * 24 >= least)} /><//></div>
    <div class="cc-panel"><h2>Exclusion</h2><p>You are kept from every table until the casino lifts the exclusion. Your card is withdrawn.</p><${Give} button="Exclude me" main=${false} done="You are excluded" again=${again} ask=${ask} command=${(fields) => ({ do: "exclude", kind: "voluntary", ...(fields.days ? { days: Number(fields.days) } : {}) })}
      asks=${{ title: "Exclude yourself?", facts: () => ["From now on you may not play at any table of this casino.", "You cannot take this back yourself.", "Gambling Help is there day and night: 1800 858 858."] }}>
      <${Choice} label="For" name="days" options=${[["", "until lifted"], ["180", "half a year"], ["365", "a year"], ["1095", "three years"]]} /><//></div>${dialog}</section>`;
}

const LOST_CARD = { title: "Is your card lost?", facts: () => ["It works at no table any more, even if you find it again.", "A new one is issued at the desk of the casino."] };

function Page({ shown, books }) {
  const { player, again } = usePage(shown);
  const { ask, dialog } = useQuestion();
  if (!player.registered) return html`<${Register} name=${player.player} books=${books} again=${again} />`;
  const book = books.find((one) => one.book === player.book) ?? books[0];
  const lost = player.card && ["valid", "suspended"].includes(player.card.status);
  return html`${player.refused && html`<p class="cc-sentence cc-wrong" role="status" id="refused">${sentence(player.refused)}${player.refused_clause && html` <span class="cc-small">Clause ${player.refused_clause}</span>`}</p>`}
    <${Stops} player=${player} />
    <section class="cc-panel" aria-labelledby="own-card"><h2 id="own-card">Card</h2><${Facts} player=${player} />
      ${lost && html`<${Give} button="My card is lost" main=${false} done="Your card no longer works at any table" again=${again} ask=${ask} asks=${LOST_CARD} command=${() => ({ do: "report-card-lost" })} />`}</section>
    <div class="players-two"><${LimitsPanel} player=${player} again=${again} /><${Chance} book=${book} /></div>
    <${Pauses} player=${player} again=${again} />
    <${Statement} path="/api/players/me" />${dialog}`;
}

const data = pageData();
const guest = html`<section class="cc-panel"><p>Guests play for play money and are in no register. With an account of your own you can set limits, take breaks and read a statement.</p></section>`;
render(data.guest ? guest : html`<${Page} ...${data} />`, document.getElementById("me"));
