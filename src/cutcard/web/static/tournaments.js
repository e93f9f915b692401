// Which tournaments there are: what is on, what is to come, what is over; and one that the house runs, at one click.
import { pageData, post, sentence } from "./api.js";
import { follow } from "./feed.js";
import { html, render, useEffect, useState } from "./html.js";
import { money } from "./money.js";
import { useNow } from "./now.js";
import { PHASES, Until, capital, count, page } from "./tournament_words.js";

function Card({ one, now, to }) {
  const when = { announced: html`starts <${Until} ms=${one.starts_at} now=${now} />`, entry: html`starts <${Until} ms=${one.starts_at} now=${now} />` }[one.phase];
  return html`<li class="cc-panel tm-card" data-tournament=${one.tournament}>
    <div class="tm-card-head"><h2><a href=${to(one.tournament)}><bdi>${one.title}</bdi></a></h2><span class="cc-tag">${PHASES[one.phase] ?? one.phase}</span></div>
    <p class="cc-muted">${capital(one.casino)} · <bdi>${one.place}</bdi>${one.play_money && " · play money"}</p>
    <p>${when}${when && " · "}${count(one.entrants, "entrant")} of at most ${one.most.toLocaleString("en-AU")}${one.stage && html` · ${one.stage}`}</p>
    <dl class="cc-facts"><div><dt>Entry</dt><dd>${one.entry_fee ? money(one.entry_fee) : "free"}</dd></div>${one.phase !== "finished" && html`<div><dt>Prize pool</dt><dd>${money(one.pool)}</dd></div>`}</dl>
    ${one.halted && html`<p class="tm-wait">Play waits: <bdi>${one.halted}</bdi></p>`}
    <p class="cc-row"><a class="cc-button" href=${to(one.tournament)}>${one.phase === "entry" ? "View and enter" : "View"}</a><a class="cc-button" href=${page(one.tournament, "/board")}>The board</a></p></li>`;
}

// A tournament that the house runs with players of its own; the person who starts it may play in it as well.
function Demonstration({ entrants, known }) {
  const [said, setSaid] = useState({ busy: false, text: "" });
  const start = async () => {
    if (said.busy) return;
    setSaid({ busy: true, text: "" });
    try {
      const made = await post("/api/tournaments/demonstration");
      location.assign(page(made.tournament));
    } catch (error) { setSaid({ busy: false, text: error.message }); }
  };
  return html`<section class="cc-panel cc-felt tm-demo" aria-labelledby="demo"><h2 id="demo">A tournament of ${entrants}, now</h2>
    <p>The house announces it, fills it with its own players, draws the seats and deals. It is for play money.</p>
    ${known ? html`<div class="cc-row"><button type="button" class="cc-button cc-main" aria-disabled=${said.busy} onClick=${start}>${said.busy ? "Starting it…" : `Start a tournament of ${entrants}`}</button></div>`
      : html`<form method="post" action="/guest" class="cc-row"><input type="hidden" name="next" value="/tournaments" /><button type="submit" class="cc-button cc-main">Play as guest to start it</button></form>`}
    ${said.text && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(said.text)}</p>`}</section>`;
}

function List({ first, casino, to, demonstration = 0, known = false }) {
  const [shown, setShown] = useState(first);
  const [lost, setLost] = useState("");
  useEffect(() => follow("/api/tournaments/live", { onMessage: setShown, onState: setLost }), []);
  const now = useNow(shown.now);
  const own = shown.tournaments.filter((one) => !casino || one.casino === casino);
  return html`${lost && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(lost)}</p>`}
    ${demonstration > 0 && html`<${Demonstration} entrants=${demonstration} known=${known} />`}
    ${own.length ? html`<ul class="tm-list">${own.map((one) => html`<${Card} key=${one.tournament} one=${one} now=${now} to=${to} />`)}</ul>`
      : html`<p class="cc-panel" role="status">No tournament has been announced.</p>`}`;
}

const data = pageData();
const to = data.staff ? (name) => `/staff/tournaments/${encodeURIComponent(name)}` : (name) => page(name);
render(html`<${List} first=${data.shown} casino=${data.casino} demonstration=${data.demonstration} known=${data.known} to=${to} />`, document.getElementById("tournaments"));
