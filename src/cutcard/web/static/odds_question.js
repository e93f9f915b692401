// What the odds page asks: a game with decks and options, as in the page's address, and how it is asked of the service.
import { get, sentence } from "./api.js";

const AGAIN_MS = 700; // until the service is asked again for what it is still working out
const ANSWER_MS = 45_000; // that an answer may take: the service says after 15 s that it is still at work
const FAILURES_MOST = 3; // one after another, until somebody has to say that it be tried again

// The query of a question: `option=resplit=true` for each option that is not as usual.
export function query(question, prefix = "") {
  const words = [];
  if (question.decks !== null) words.push([`${prefix}decks`, String(question.decks)]);
  for (const [name, value] of Object.entries(question.options)) words.push([`${prefix}option`, `${name}=${value}`]);
  return words;
}

// The page's own address, to be sent to somebody.
export function address(question, beside, changes, link = null) {
  const words = [["book", question.book], ["game", question.game], ...query(question)];
  if (beside) words.push(["with", `${beside.book}/${beside.game}`], ...query(beside, "with-"));
  for (const change of changes) words.push(["what-if", change]);
  if (link) words.push(["link", link.bet], ...linkWords(link).map(([name, value]) => [`link-${name}`, value]));
  return `/odds?${encoded(words)}`;
}

const encoded = (words) => words.map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%3D", "=").replaceAll("%3A", ":").replaceAll("%2C", ",")}`).join("&");

export const path = (question, part = "", more = []) =>
  `/api/odds/${encodeURIComponent(question.book)}/${encodeURIComponent(question.game)}${part}?${encoded([...query(question), ...more])}`;

const linkWords = ({ settings, meters }) => [...Object.entries(settings), ...Object.entries(meters).map(([meter, { seed, increment }]) => ["meter", `${meter}=${seed},${increment}`])];

export const linkPath = (question, link) => path({ ...question, decks: null, options: {} }, `/links/${encodeURIComponent(link.bet)}`, linkWords(link));

export function comparedPath(question, beside) {
  const other = query(beside).map(([name, value]) => [`other_${name}`, value]);
  return path(question, "/compared", [["other", `${beside.book}/${beside.game}`], ...other]);
}

// An answer of the solver, asked for until it is there, or null once `signal` says that nobody wants it any more; `working` is called
// with a sentence meanwhile. A service that is busy with earlier questions is asked until it is free, one that fails a few times.
export async function worked(where, working, signal) {
  for (let failures = 0; !signal.aborted;) {
    try {
      const answer = await inTime(where, signal);
      if (signal.aborted) return null;
      if (!answer?.working) return answer;
      failures = 0;
      working(answer.says);
      await pause(AGAIN_MS, signal);
    } catch (error) {
      if (signal.aborted) return null;
      const busy = error.status === 429;
      if (!error.passes || (!busy && failures === FAILURES_MOST)) throw error;
      working(busy ? "Earlier questions are worked out first…" : `${sentence(error.message)} It is asked again by itself.`);
      failures += busy ? 0 : 1;
      await pause(Math.max(1000 * error.wait, AGAIN_MS * 2 ** failures), signal);
    }
  }
  return null;
}

// A call that is taken back with `signal`, or when no answer comes: a connection may be dead without anybody noticing.
async function inTime(where, signal) {
  const calling = new AbortController();
  const end = () => calling.abort();
  const timer = setTimeout(end, ANSWER_MS);
  signal.addEventListener("abort", end);
  try {
    return await get(where, calling.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

// Some time, or less if `signal` comes before.
export function pause(ms, signal) {
  return new Promise((done) => {
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", () => { clearTimeout(timer); done(); }, { once: true });
  });
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
