// What the odds page asks: a game with decks and options, as in the page's address, and how it is asked of the service.
import { get } from "./api.js";

const AGAIN_MS = 700; // until the service is asked again for what it is still working out

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

// An answer of the solver, asked for until it is there; `working` is called with a sentence meanwhile, `wanted` says whether to go on.
export async function worked(where, working, wanted) {
  for (;;) {
    const answer = await get(where);
    if (!answer?.working) return answer;
    if (!wanted()) return null;
    working(answer.says);
    await new Promise((done) => setTimeout(done, AGAIN_MS));
    if (!wanted()) return null;
  }
}

export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
