// The clauses of a book: the service finds and ranks, the page shows just that, in that order, with the words marked.
import { get, pageData, sentence } from "./api.js";

const WAIT_MS = 120; // after a letter typed, before the service is asked
const { book, total } = pageData();
const by = (id) => document.getElementById(id);
const list = by("clauses");
const entries = [...list.children];
const entryOf = new Map(entries.map((entry) => [entry.dataset.clause, entry]));
const FILTERS = ["topic", "duty", "tested"];
let asked = 0;
let waiting = 0;

// -------------------------------------------------------------------------------------------------------------- search

const question = () => {
  const words = new URLSearchParams({ q: by("find").value.trim() });
  for (const id of FILTERS) words.set(id, by(id).value);
  return words;
};

async function search() {
  const number = (asked += 1);
  const words = question();
  remember(words);
  try {
    const found = await get(`/api/rulebooks/${book}/clauses?${words}`);
    if (number === asked) show(found);
  } catch (error) {
    if (number === asked) by("found").textContent = sentence(error.message);
  }
}

function show(found) {
  for (const entry of entries) {
    entry.hidden = true;
    unmark(entry);
  }
  for (const { clause, marks } of found.clauses) {
    const entry = entryOf.get(clause);
    entry.hidden = false;
    mark(entry.querySelector(".cc-says"), marks);
    list.append(entry); // the best first
  }
  by("none").hidden = found.found > 0;
  by("found").textContent = found.found === total ? `${total} clauses` : `${found.found} of ${total} clauses`;
  document.documentElement.dataset.searched = found.q; // for who waits for it
}

function mark(paragraph, marks) {
  const text = paragraph.textContent;
  const parts = [];
  let at = 0;
  for (const [from, to] of marks) {
    const marked = document.createElement("mark");
    marked.textContent = text.slice(from, to);
    parts.push(text.slice(at, from), marked);
    at = to;
  }
  if (marks.length) paragraph.replaceChildren(...parts, text.slice(at));
}

function unmark(entry) {
  const paragraph = entry.querySelector(".cc-says");
  if (paragraph.firstElementChild) paragraph.textContent = paragraph.textContent;
}

function remember(words) {
  const kept = new URLSearchParams([...words].filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}${kept.size ? `?${kept}` : ""}${kept.size ? "" : location.hash}`);
}

// ------------------------------------------------------------------------------------------------- a clause by its address

function goTo() {
  const entry = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!entry || !entry.matches(".cc-entry")) return;
  if (entry.hidden || by("find").value) {
    asked += 1;
    by("find").value = "";
    for (const id of FILTERS) by(id).value = "";
    for (const each of entries) {
      each.hidden = false;
      unmark(each);
      list.append(each);
    }
    by("none").hidden = true;
    by("found").textContent = `${total} clauses`;
  }
  for (const marked of document.querySelectorAll(".cc-marked")) marked.classList.remove("cc-marked");
  entry.classList.add("cc-marked");
  entry.scrollIntoView({ block: "center" });
  entry.focus({ preventScroll: true });
}

// ---------------------------------------------------------------------------------------------------------------- keys

function step(from, by_) {
  const seen = [...list.children].filter((entry) => !entry.hidden);
  const at = seen.indexOf(from) + by_;
  if (at < 0) return by("find").focus();
  return seen[Math.min(at, seen.length - 1)]?.focus();
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const typing = event.target.matches("input, select, textarea");
  const entry = event.target.closest?.(".cc-entry");
  if (event.key === "/" && !typing) by("find").focus();
  else if (event.key === "Escape" && (entry || event.target === by("find"))) {
    by("find").value = "";
    by("find").focus();
    search();
  } else if (event.key === "ArrowDown" && (entry || event.target === by("find"))) step(entry, 1);
  else if (event.key === "ArrowUp" && entry) step(entry, -1);
  else return;
  event.preventDefault();
}

by("search").addEventListener("submit", (event) => { event.preventDefault(); search(); });
by("find").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(search, WAIT_MS); });
for (const id of FILTERS) by(id).addEventListener("change", search);
document.addEventListener("keydown", pressed);
window.addEventListener("hashchange", goTo);
const given = new URLSearchParams(location.search);
for (const id of FILTERS) if (given.get(id)) by(id).value = given.get(id);
by("find").value = given.get("q") || "";
if (given.size) search(); else goTo();
