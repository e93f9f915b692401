// The odds page: what is asked stands in its address; the parts fill as their answers come, the edge first.
import { pageData, sentence } from "./api.js";
import { BestPlay } from "./best_play.js";
import { CardCounting } from "./card_counting.js";
import { Clause } from "./clause.js";
import { HouseVolatility } from "./house_volatility.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { Link } from "./odds_link.js";
import { GameForm } from "./odds_form.js";
import { ByDecks, Differs, Edge, Notes, Results, SideBets, nameOf } from "./odds_parts.js";
import { address, comparedPath, path, same, worked } from "./odds_question.js";
import { PlayerSessions } from "./player_sessions.js";
import { RuleSweep } from "./rule_sweep.js";
import { Simulation } from "./simulation.js";
import { WhatIf } from "./what_if.js";

const NOTHING = { odds: [], compared: null, charts: [], decks: [], sides: [], values: [], changed: [] };

function OddsPage({ books, asked }) {
  const [question, setQuestion] = useState(asked.question);
  const [beside, setBeside] = useState(asked.beside);
  const [changes, setChanges] = useState(asked.changes);
  const [link, setLink] = useState(asked.link);
  const [found, setFound] = useState(NOTHING);
  const [wrong, setWrong] = useState(asked.wrong);
  const [wrongChange, setWrongChange] = useState(null);
  const [working, setWorking] = useState("");
  const number = useRef(0); // of what is asked: an answer to something older is dropped
  const changeNumber = useRef(0);

  const ask = async () => {
    const mine = (number.current += 1);
    const wanted = () => mine === number.current;
    const say = (words) => wanted() && setWorking(words);
    const put = (part) => wanted() && setFound((before) => ({ ...before, ...part }));
    const questions = beside && !same(beside, question) ? [question, beside] : [question];
    const all = (part, working = () => {}) => Promise.all(questions.map((each) => worked(path(each, part), working, wanted)));
    setFound(NOTHING);
    setWorking("Working it out…");
    try {
      const odds = await all("", say);
      if (!wanted()) return;
      put({ odds });
      say("");
      if (beside) put({ compared: await worked(comparedPath(question, beside), () => {}, wanted) });
      if (wanted()) put({ charts: await all("/strategy") });
      if (wanted()) put({ sides: await all("/side-bets") });
      await byDecks(questions, odds, put, wanted);
      for (const each of questions) {
        if (!wanted()) return;
        const value = await worked(path(each, "/strategy/value"), () => {}, wanted);
        if (value) setFound((before) => (wanted() ? { ...before, values: [...before.values, value] } : before));
      }
    } catch (error) {
      if (wanted()) setWrong([error]);
      say("");
    }
  };
  const byDecks = async (questions, odds, put, wanted) => {
    const series = questions.map((_, at) => ({ name: nameOf(odds[at], books).replace(/; \d+ decks/, ""), points: [] }));
    for (const [at, each] of questions.entries()) {
      const game = books.find((book) => book.id === each.book).games.find((one) => one.id === each.game);
      for (const decks of game.decks) {
        const answer = await worked(path({ ...each, decks }), () => {}, wanted);
        if (!wanted() || !answer) return;
        series[at].points.push([decks, answer.house_edge]);
        put({ decks: series.map((line) => ({ ...line, points: [...line.points] })) });
      }
    }
  };
  const askChanges = async () => {
    const mine = (changeNumber.current += 1);
    const wanted = () => mine === changeNumber.current;
    for (const change of changes) {
      try {
        const answer = await worked(path(question, "", [["what_if", change]]), () => {}, wanted);
        if (!wanted()) return;
        setFound((before) => ({ ...before, changed: [...before.changed.filter((each) => each.change !== change), ...answer.what_if] }));
      } catch (error) {
        if (!wanted()) return;
        setWrongChange(error);
        setChanges((before) => before.filter((each) => each !== change));
      }
    }
  };

  const here = JSON.stringify([question, beside]);
  useEffect(() => { ask(); }, [here]);
  useEffect(() => { askChanges(); }, [JSON.stringify([question, changes])]);
  useEffect(() => { history.replaceState(null, "", address(question, beside, changes, link)); }, [here, JSON.stringify([changes, link])]);
  const pick = (set) => (next) => { setWrong([]); setWrongChange(null); set(next); };
  const pickGame = (next) => { if (next.book !== question.book || next.game !== question.game) setLink(null); pick(setQuestion)(next); };

  const titles = found.odds.map((odds) => nameOf(odds, books));
  return html`
    <section class="cc-panel cc-stack" aria-label="Choose a game">
      <${GameForm} books=${books} question=${question} onChange=${pickGame} />
      ${beside && html`<fieldset class="odds-second"><legend>Compared with</legend>
        <${GameForm} books=${books} question=${beside} onChange=${pick(setBeside)} />
        <button type="button" class="cc-button" onClick=${() => pick(setBeside)(null)}>Remove it</button></fieldset>`}
      <div class="cc-row">
        ${!beside && html`<button type="button" class="cc-button" onClick=${() => pick(setBeside)({ ...question })}>Compare</button>`}
        <${CopyLink} />
      </div>
    </section>
    ${wrong.map((each) => html`<p key=${each.message} class="cc-sentence cc-wrong" role="alert">${sentence(each.message)} <${Clause} book=${each.book || question.book} clause=${each.clause} /></p>`)}
    ${working && html`<p class="cc-panel cc-felt odds-working" role="status">${working}</p>`}
    ${found.odds.length > 0 && html`<div class=${found.odds.length > 1 ? "cc-two" : ""}>${found.odds.map((odds, at) => html`<${Edge} key=${at} odds=${odds} books=${books} />`)}</div>`}
    ${found.compared && html`<${Differs} compared=${found.compared} />`}
    ${found.odds.length > 0 && html`
      <${WhatIf} question=${question} changes=${changes} answers=${found.changed} wrong=${wrongChange} onChange=${pick(setChanges)} />
      <section class="cc-panel cc-stack" aria-labelledby="play-title" data-part="play"><h2 id="play-title">How to play it</h2>
        ${found.charts.length ? html`<div class=${found.charts.length > 1 ? "cc-two" : ""}>${found.charts.map((each, at) => html`<${BestPlay} key=${at} charts=${each.charts} title=${titles.length > 1 ? titles[at] : ""} other=${found.charts[1 - at]?.charts} />`)}</div>` : html`<p role="status">Working it out…</p>`}
        ${found.values.map((each, at) => html`<p key=${at} class="cc-small cc-muted" data-chart-value>${titles.length > 1 ? `${titles[at]}: ` : ""}${each.says}</p>`)}
        ${found.odds.map((odds, at) => html`<${Notes} key=${at} odds=${odds} title=${titles.length > 1 ? titles[at] : ""} />`)}
      </section>
      <div class="cc-two">
        <section class="cc-panel" aria-label="By number of decks" data-part="decks"><${ByDecks} series=${found.decks} /></section>
        <section class="cc-panel" aria-label="What a round comes to" data-part="results"><${Results} all=${found.odds} books=${books} /></section>
      </div>
      <section class="cc-panel cc-stack" aria-labelledby="sides-title" data-part="sides"><h2 id="sides-title">Side bets</h2>
        ${found.sides.length ? html`<div class=${found.sides.length > 1 ? "cc-two" : ""}>${found.sides.map((each, at) => html`<${SideBets} key=${at} bets=${each} title=${titles[at]} />`)}</div>` : html`<p role="status">Working it out…</p>`}
      </section>`}
    ${found.odds.length > 0 && html`<${RuleSweep} question=${question} decks=${books.find((book) => book.id === question.book).games.find((one) => one.id === question.game).decks} />
      <${CardCounting} question=${question} sides=${found.sides[0]?.side_bets ?? []} /><${PlayerSessions} question=${question} /><${HouseVolatility} question=${question} sides=${found.sides[0]?.side_bets ?? []} />`}
    <${Link} question=${question} asked=${link} onChange=${setLink} />
    <${Simulation} question=${question} exact=${found.odds[0]?.ev ?? null} />`;
}

function CopyLink() {
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setSaid("Copied.");
    } catch {
      setSaid("Copy it from the address bar.");
    }
  };
  return html`<button type="button" class="cc-button" onClick=${copy}>Copy a link to this</button><span role="status" class="cc-small cc-muted">${said}</span>`;
}

const place = document.getElementById("odds");
place.replaceChildren();
render(html`<${OddsPage} ...${pageData()} />`, place);
