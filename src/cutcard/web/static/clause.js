// A clause's number as a link to its text in the rulebook; clauses separated by commas become a link each. A clause that is
// of no rulebook, as those of laws are, stands there by itself.
import { html } from "./html.js";

const clauseAnchor = (clause) => clause.replaceAll('"', "").trim().split(/\s+/).join("_");
const clauseUrl = (book, clause) => `/rulebook/${encodeURIComponent(book)}#${encodeURIComponent(clauseAnchor(clause))}`;

export function Clause({ book, clause }) {
  if (!clause) return null;
  if (!book) return html`<span class="cc-muted">${clause}</span>`;
  return clause.split(", ").map((each, at) => html`${at ? ", " : ""}<a class="cc-clause" href=${clauseUrl(book, each)}>${each}</a>`);
}
