// The training page: choose a drill, answer its questions, see the marks. The service keeps nothing; the answers so far go with
// every call, and which drill it is stands in the address.
import { get, pageData, post, sentence } from "./api.js";
import { html, render, useEffect, useRef, useState } from "./html.js";
import { Choice } from "./odds_form.js";
import { MistakeQuestion } from "./training_mistake.js";
import { PaymentQuestion } from "./training_payment.js";
import { Marks, Summary } from "./training_marks.js";

const ABOUT = [
  ["mistakes", "What went wrong?", "A round is dealt with a mistake in it, or with none. Find it, and say what is done about it and who decides."],
  ["payments", "What is paid?", "A settled box: what does the dealer pay or take for each wager?"],
];
const SEED_MOST = 2 ** 31 - 1;
const LENGTHS = [5, 10, 20, 50];

// The drill of the address, as far as there is one.
function addressed(books) {
  const asked = new URLSearchParams(location.search);
  const book = books.find((each) => each.id === asked.get("book")) ?? books[0];
  const game = book.games.find((each) => each.id === asked.get("game")) ?? book.games[0];
  const whole = (name, most) => (/^\d{1,10}$/.test(asked.get(name) ?? "") ? Math.min(Number(asked.get(name)), most) : null);
  return {
    book: book.id, game: game.id, about: asked.get("about") === "payments" ? "payments" : "mistakes",
    kinds: (asked.get("kinds") ?? "").split(",").filter(Boolean), questions: Math.max(whole("questions", 50) ?? 10, 1), seed: whole("seed", SEED_MOST),
  };
}

function keepInAddress(drill) {
  const words = new URLSearchParams({ book: drill.book, game: drill.game, about: drill.about, questions: drill.questions });
  if (drill.seed !== null) words.set("seed", drill.seed);
  if (drill.kinds.length) words.set("kinds", drill.kinds.join(","));
  history.replaceState(null, "", `${location.pathname}?${words}`);
}

// The drill that this window was in, so that a page that is loaded again can go on with it.
const KEPT = "cutcard-training";

function kept() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)); } catch { return null; } // a browser may forbid it
}

function keep(found) {
  try { sessionStorage.setItem(KEPT, JSON.stringify(found)); } catch { /* then it is not kept */ }
}

function Start({ books, drill, offered, onChange, onBegin, begun, onGoOn, wrong }) {
  const book = books.find((each) => each.id === drill.book);
  const kinds = offered?.[drill.about] ?? [];
  const toggle = (id) => onChange({ ...drill, kinds: drill.kinds.includes(id) ? drill.kinds.filter((each) => each !== id) : [...drill.kinds, id] });
  const begin = (event) => { event.preventDefault(); onBegin(); };
  return html`<form class="cc-panel cc-stack" onSubmit=${begin}>
    <h2>Your drill</h2>
    <fieldset class="train-about"><legend class="cc-hidden">What it is about</legend>
      ${ABOUT.map(([id, title, says]) => html`<label key=${id} class="train-card"><input type="radio" name="about" value=${id} checked=${drill.about === id} onChange=${() => onChange({ ...drill, about: id, kinds: [] })} />
        <span><b>${title}</b><span class="cc-muted cc-small">${says}</span></span></label>`)}
    </fieldset>
    <div class="train-picks">
      <${Choice} label="Book" value=${drill.book} options=${books.map((each) => [each.id, each.title])}
        onChange=${(id) => onChange({ ...drill, book: id, game: books.find((each) => each.id === id).games[0].id, kinds: [] })} />
      <${Choice} label="Game" value=${drill.game} options=${book.games.map((each) => [each.id, each.title])} onChange=${(id) => onChange({ ...drill, game: id, kinds: [] })} />
      <${Choice} label="Questions" value=${String(drill.questions)} options=${[...new Set([...LENGTHS, drill.questions])].sort((a, b) => a - b).map((each) => [String(each), String(each)])}
        onChange=${(number) => onChange({ ...drill, questions: Number(number) })} />
    </div>
    <details class="cc-more" open=${drill.kinds.length > 0}><summary>Only some kinds (${drill.kinds.length || "all"} of ${kinds.length})</summary>
      <div class="train-kinds">${kinds.map((kind) => html`<label class="cc-check" key=${kind.id}><input type="checkbox" checked=${drill.kinds.includes(kind.id)} onChange=${() => toggle(kind.id)} />${kind.words}</label>`)}</div>
    </details>
    ${wrong && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(wrong)}</p>`}
    <div class="cc-row"><button type="submit" class="cc-button cc-main">Begin</button>
      ${begun && html`<button type="button" class="cc-button" onClick=${onGoOn}>Go on with question ${begun.answers.length + 1}</button>`}
      ${drill.seed !== null && html`<span class="cc-muted cc-small">Drill ${drill.seed} <button type="button" class="cc-button" onClick=${() => onChange({ ...drill, seed: null })}>Take another</button></span>`}</div>
  </form>`;
}

function Progress({ stands, number }) {
  const { answered, points, out_of: outOf } = stands.summary;
  return html`<div class="train-progress">
    <progress max=${stands.questions} value=${answered} aria-label="Questions answered"></progress>
    <p class="cc-muted cc-small">${number} of ${stands.questions}${outOf > 0 ? ` · ${points} of ${outOf} points` : ""}</p>
  </div>`;
}

function Training({ books }) {
  const [drill, setDrill] = useState(() => addressed(books));
  const [offered, setOffered] = useState(null);
  const [running, setRunning] = useState(null); // the drill that has begun
  const [answers, setAnswers] = useState([]);
  const [stands, setStands] = useState(null); // what the service said last
  const [shown, setShown] = useState(null); // the question on the page; it stays while its marks are read
  const [marked, setMarked] = useState(null);
  const [wrong, setWrong] = useState("");
  const top = useRef(null);
  useEffect(() => {
    let wanted = true;
    setOffered(null);
    get(`/api/training/${encodeURIComponent(drill.book)}/${encodeURIComponent(drill.game)}`).then((found) => wanted && setOffered(found), (error) => wanted && setWrong(error.message));
    return () => { wanted = false; };
  }, [drill.book, drill.game]);
  const ask = async (which, given) => {
    try {
      const found = await post("/api/training", { ...which, answers: given });
      setWrong("");
      setStands(found);
      setAnswers(given);
      return found;
    } catch (error) {
      setWrong(error.message);
      return null;
    }
  };
  const begin = async (which = drill, given = []) => {
    const made = { ...which, seed: which.seed ?? Math.floor(Math.random() * SEED_MOST) };
    const found = await ask(made, given);
    if (!found) return;
    keepInAddress(made);
    keep({ drill: made, answers: given });
    setDrill(made);
    setRunning(made);
    setMarked(null);
    setShown(found.question);
  };
  const answer = async (given) => {
    const all = [...answers, given];
    const found = await ask(running, all);
    if (!found) return;
    keep({ drill: running, answers: all });
    setMarked(found.marked);
  };
  const next = () => { setMarked(null); setShown(stands.question); };
  const leave = (kinds = []) => { keep(null); setRunning(null); setStands(null); setMarked(null); setDrill({ ...drill, seed: null, kinds }); };
  useEffect(() => { if (running) top.current?.focus(); }, [shown, running]);
  if (!running) {
    const before = kept();
    const begun = before?.answers.length && before.answers.length < before.drill.questions && JSON.stringify(before.drill) === JSON.stringify(drill) ? before : null;
    return html`<${Start} books=${books} drill=${drill} offered=${offered} onChange=${setDrill} onBegin=${() => begin()} begun=${begun} onGoOn=${() => begin(begun.drill, begun.answers)} wrong=${wrong} />`;
  }
  if (!shown) return html`<${Summary} book=${running.book} about=${running.about} summary=${stands.summary} heading=${top} onAgain=${leave} />`;
  const Question = running.about === "payments" ? PaymentQuestion : MistakeQuestion;
  return html`<section class="cc-stack" aria-labelledby="question">
    <div class="train-head"><h2 id="question" tabindex="-1" ref=${top}>Question ${shown.number}</h2><${Progress} stands=${stands} number=${shown.number} />
      <button type="button" class="cc-button" onClick=${() => leave(running.kinds)}>Leave</button></div>
    <${Question} key=${shown.number} question=${shown} offered=${offered} marked=${marked} onAnswer=${answer} />
    ${wrong && html`<p class="cc-sentence cc-wrong" role="alert">${sentence(wrong)}</p>`}
    ${marked && html`<${Marks} book=${running.book} marked=${marked} last=${stands.question === null} onNext=${next} />`}
  </section>`;
}

const place = document.getElementById("training");
place.replaceChildren();
render(html`<${Training} books=${pageData().books} />`, place);
