// The odds page: what is asked stands in its address; the parts fill as their answers come, the edge first.
import { pageData, sentence } from "./api.js";
import { BestPlay } from "./best_play.js";
import { CardCounting } from "./card_counting.js";
import { Clause } from "./clause.js";
import { HouseVolatility } from "./house_volatility.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { Wrong, useWork } from "./odds_answer.js";
import { Link } from "./odds_link.js";
import { GameForm } from "./odds_form.js";
import { ByDecks, Differs, Edge, Notes, Results, SideBets, nameOf } from "./odds_parts.js";
import { address, comparedPath, path, pause, same, worked } from "./odds_question.js";
import { PlayerSessions } from "./player_sessions.js";
import { RuleSweep } from "./rule_sweep.js";
import { Simulation } from "./simulation.js";
import { WhatIf } from "./what_if.js";

const NOTHING = { odds: [], compared: null, charts: [], decks: [], sides: [], values: [] };
const SETTLE_MS = 250; // that somebody who goes through a list may take from one choice to the next

function OddsPage({ books, asked }) {
  const [question, setQuestion] = useState(asked.question);
  const [beside, setBeside] = useState(asked.beside);
  const [changes, setChanges] = useState(asked.changes);
  const [link, setLink] = useState(asked.link);
  const [found, setFound] = useState(NOTHING);
  const [changed, setChanged] = useState([]); // what changed rules are worth, each with the question that it was asked about
  const [wrong, setWrong] = useState(asked.wrong);
  const [failed, setFailed] = useState(null);
  const [wrongChange, setWrongChange] = useState(null);
  const [working, setWorking] = useState("");
  const [tries, setTries] = useState(0);
  const began = useRef(false);

  // `signal` comes as soon as something else is asked: what is under way is taken back, and what it would have answered is dropped.
  const ask = async (signal) => {
    const say = (words) => !signal.aborted && setWorking(words);
    const put = (part) => !signal.aborted && setFound((before) => ({ ...before, ...part }));
    const questions = beside && !same(beside, question) ? [question, beside] : [question];
    const all = (part, working = () => {}) => Promise.all(questions.map((each) => worked(path(each, part), working, signal)));
    setFound(NOTHING);
    setFailed(null);
    setWorking("Working it out…");
    if (began.current) await pause(SETTLE_MS, signal);
    began.current = true;
    try {
      const odds = await all("", say);
      if (signal.aborted) return;
      put({ odds });
      say("");
      if (beside) put({ compared: await worked(comparedPath(question, beside), () => {}, signal) });
      put({ charts: await all("/strategy") });
      put({ sides: await all("/side-bets") });
      await byDecks(questions, odds, put, signal);
      for (const each of questions) {
        const value = await worked(path(each, "/strategy/value"), () => {}, signal);
        if (value) setFound((before) => (signal.aborted ? before : { ...before, values: [...before.values, value] }));
      }
    } catch (error) {
      if (!signal.aborted) setFailed(error);
      say("");
    }
  };
  const byDecks = async (questions, odds, put, signal) => {
    const series = questions.map((_, at) => ({ name: nameOf(odds[at], books).replace(/; \d+ decks/, ""), points: [] }));
    for (const [at, each] of questions.entries()) {
      const game = books.find((book) => book.id === each.book).games.find((one) => one.id === each.game);
      for (const decks of game.decks) {
        const answer = await worked(path({ ...each, decks }), () => {}, signal);
        if (!answer) return;
        series[at].points.push([decks, answer.house_edge]);
        put({ decks: series.map((line) => ({ ...line, points: [...line.points] })) });
      }
    }
  };
  const askChanges = async (signal) => {
    setWrongChange((before) => (before?.passes ? null : before));
    for (const change of changes) {
      if (changed.some((each) => each.of === about && each.change === change)) continue;
      try {
        const answer = await worked(path(question, "", [["what_if", change]]), () => {}, signal);
        if (!answer) return;
        setChanged((before) => [...before.filter((each) => each.of === about && each.change !== change), ...answer.what_if.map((each) => ({ ...each, of: about }))]);
      } catch (error) {
        if (signal.aborted) return;
        setWrongChange(error);
        if (error.passes) return;
        setChanges((before) => before.filter((each) => each !== change));
      }
    }
  };

  const about = JSON.stringify(question);
  const here = JSON.stringify([question, beside]);
  useWork(ask, [here, tries]);
  useWork(askChanges, [about, JSON.stringify(changes), tries]);
  useEffect(() => { history.replaceState(null, "", address(question, beside, changes, link)); }, [here, JSON.stringify([changes, link])]);
  const pick = (set) => (next) => { setWrong([]); setWrongChange(null); set(next); };
  const pickGame = (next) => { if (next.book !== question.book || next.game !== question.game) setLink(null); pick(setQuestion)(next); };

  const again = () => setTries(tries + 1);
  const waiting = html`<p role="status">${failed ? "There is no answer to this yet." : "Working it out…"}</p>`;
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
    ${failed && html`<${Wrong} error=${failed} book=${question.book} onAgain=${again} />`}
    ${wrong.map((each) => html`<p key=${each.message} class="cc-sentence cc-wrong" role="alert">${sentence(each.message)} <${Clause} book=${each.book || question.book} clause=${each.clause} /></p>`)}
    ${working && html`<p class="cc-panel cc-felt odds-working" role="status">${working}</p>`}
    ${found.odds.length > 0 && html`<div class=${found.odds.length > 1 ? "cc-two" : ""}>${found.odds.map((odds, at) => html`<${Edge} key=${at} odds=${odds} books=${books} />`)}</div>`}
    ${found.compared && html`<${Differs} compared=${found.compared} />`}
    ${found.odds.length > 0 && html`
      <${WhatIf} question=${question} changes=${changes} answers=${changed.filter((each) => each.of === about)} wrong=${wrongChange} onAgain=${again} onChange=${pick(setChanges)} />
      <section class="cc-panel cc-stack" aria-labelledby="play-title" data-part="play"><h2 id="play-title">How to play it</h2>
        ${found.charts.length ? html`<div class=${found.charts.length > 1 ? "cc-two" : ""}>${found.charts.map((each, at) => html`<${BestPlay} key=${at} charts=${each.charts} title=${titles.length > 1 ? titles[at] : ""} other=${found.charts[1 - at]?.charts} />`)}</div>` : waiting}
        ${found.values.map((each, at) => html`<p key=${at} class="cc-small cc-muted" data-chart-value>${titles.length > 1 ? `${titles[at]}: ` : ""}${each.says}</p>`)}
        ${found.odds.map((odds, at) => html`<${Notes} key=${at} odds=${odds} title=${titles.length > 1 ? titles[at] : ""} />`)}
      </section>
      <div class="cc-two">
        <section class="cc-panel" aria-label="By number of decks" data-part="decks"><${ByDecks} series=${found.decks} waiting=${waiting} /></section>
        <section class="cc-panel" aria-label="What a round comes to" data-part="results"><${Results} all=${found.odds} books=${books} /></section>
      </div>
      <section class="cc-panel cc-stack" aria-labelledby="sides-title" data-part="sides"><h2 id="sides-title">Side bets</h2>
        ${found.sides.length ? html`<div class=${found.sides.length > 1 ? "cc-two" : ""}>${found.sides.map((each, at) => html`<${SideBets} key=${at} bets=${each} title=${titles[at]} />`)}</div>` : waiting}
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
