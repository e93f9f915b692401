// The simulation on the odds page: rounds played by the service, told line by line, whose mean closes in on the exact figure.
import { ApiError, sentence } from "./api.js";
import { LineChart, percent, short } from "./chart.js";
import { Clause } from "./clause.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Choice, TextField } from "./odds_form.js";

const DEALINGS = [
  ["fresh", "a full shoe every round, as the exact figure has it"],
  ["shoe", "a shoe with a cutting card"],
  ["shuffler", "a continuous shuffler"],
];
const NEXT_POINT = 1.03; // a point is kept each time the number of rounds has grown by this

// The lines of an answer of JSON lines, as they come.
async function* lines(answer) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}

async function begun(body, signal) {
  let answer;
  try {
    answer = await fetch("/api/simulations", { method: "POST", headers: { "Content-Type": "application/json" }, credentials: "same-origin", body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, { message: "The service cannot be reached at the moment." });
  }
  if (answer.ok) return answer;
  const said = await answer.json().catch(() => null);
  throw new ApiError(answer.status, said?.error);
}

export function Simulation({ question, exact }) {
  const [rounds, setRounds] = useState("1e8");
  const [seed, setSeed] = useState("1");
  const [dealing, setDealing] = useState("fresh");
  const [progress, setProgress] = useState(null); // the last line
  const [points, setPoints] = useState([]);
  const [wrong, setWrong] = useState(null);
  const [played, setPlayed] = useState("fresh");
  const running = useRef(null);
  const [isRunning, setIsRunning] = useState(false);
  const stop = () => running.current?.abort();
  useEffect(() => () => stop(), []);
  useEffect(() => { // another game was chosen
    stop();
    setProgress(null);
    setPoints([]);
    setWrong(null);
  }, [JSON.stringify(question)]);

  const start = async () => {
    const aborter = new AbortController();
    running.current = aborter;
    setWrong(null);
    setPoints([]);
    setProgress(null);
    setPlayed(dealing);
    if (!/^\d{1,18}$/.test(seed.trim())) return setWrong({ message: `A seed is a whole number of at most 18 digits, not '${seed.slice(0, 40)}'` });
    setIsRunning(true);
    try {
      const options = Object.entries(question.options).map(([name, value]) => `${name}=${value}`);
      const body = { book: question.book, game: question.game, decks: question.decks, options, rounds: rounds.trim(), seed: Number(seed), dealing };
      const kept = [];
      for await (const line of lines(await begun(body, aborter.signal))) {
        if (aborter.signal.aborted) break;
        if (line.state === "failed") { setWrong(line.error); break; }
        setProgress(line);
        if (line.state === "starting") continue;
        if (!kept.length || line.rounds >= NEXT_POINT * kept.at(-1).rounds) kept.push(line);
        setPoints(kept.at(-1) === line ? [...kept] : [...kept, line]);
      }
    } catch (error) {
      if (error.name !== "AbortError") setWrong(error);
    } finally {
      if (running.current === aborter) setIsRunning(false);
    }
    return null;
  };

  const compared = played === "fresh" ? exact : null;
  return html`<section class="cc-panel cc-stack" aria-labelledby="simulation-title" data-part="simulation">
    <h2 id="simulation-title">Play it and see</h2>
    <div class="odds-picks">
      <${TextField} label="Rounds, such as 1e8" value=${rounds} onInput=${setRounds} />
      <${Choice} label="Cards from" value=${dealing} options=${DEALINGS} onChange=${setDealing} />
      <${TextField} label="Seed" value=${seed} inputmode="numeric" onInput=${setSeed} />
    </div>
    <div class="cc-row">
      <button type="button" class="cc-button cc-main" onClick=${isRunning ? stop : start}>${isRunning ? "Stop" : "Start the simulation"}</button>
      <progress class="odds-progress" max="1" value=${progress ? progress.rounds / progress.of : 0} aria-label="Rounds played"></progress>
    </div>
    ${wrong && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(wrong.message)} <${Clause} book=${question.book} clause=${wrong.clause} /></p>`}
    <div data-simulated=${progress?.state ?? ""}>${progress && html`<p role=${progress.state === "running" ? "presentation" : "status"}>${progress.says}${apart(progress, compared)}</p>`}</div>
    ${points.length > 1 && html`<${Closing} points=${points} exact=${compared} />`}
  </section>`;
}

function apart(line, exact) {
  if (exact === null || !line.se) return "";
  return ` Exact: ${percent(exact)}, ${(Math.abs(line.ev - exact) / line.se).toFixed(1)} standard errors away.`;
}

function Closing({ points, exact }) {
  const series = [{
    name: "simulated, with two standard errors", points: points.map((each) => [each.rounds, 100 * each.ev]),
    band: points.map((each) => [each.rounds, 100 * (each.ev - 2 * each.se), 100 * (each.ev + 2 * each.se)]),
  }];
  if (exact !== null) series.push({ name: "exact", points: [[points[0].rounds, 100 * exact], [points.at(-1).rounds, 100 * exact]] });
  return html`<${LineChart} title="Simulated mean with its error" x="Rounds" y="Player's expectation, %" series=${series} xFormat=${short} yFormat=${(value) => value.toFixed(3).replace("-", "−")} logX=${true} />`;
}
