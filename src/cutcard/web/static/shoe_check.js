// The check of `cutcard verify-shoe` in the browser: was a virtual shoe dealt in the order that was sealed before its first card?
import { sha256 } from "./sha256.js";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const CARD = /^[2-9TJQKA][cdhs]$/;

const cardsOf = (text) => (typeof text === "string" ? text.split(/\s+/).filter(Boolean) : null);

function wholeShoe(decks, removed) {
  const counts = new Map();
  for (const rank of RANKS) if (!removed.includes(rank)) for (const suit of SUITS) counts.set(rank + suit, decks);
  return counts;
}

// How an order differs from a whole shoe, in words; "" where it does not.
function difference(order, wanted) {
  const left = new Map(wanted);
  const extra = [];
  for (const card of order) {
    if ((left.get(card) ?? 0) > 0) left.set(card, left.get(card) - 1);
    else extra.push(card);
  }
  const missing = [...left].flatMap(([card, count]) => Array(count).fill(card));
  if (missing.length) return `${missing.length} cards are missing, ${missing.sort()[0]} among them`;
  return extra.length ? `${extra.length} cards are too many, ${extra.sort()[0]} among them` : "";
}

function counted(shoe, order) {
  const { decks, removed_ranks: removed = "" } = shoe;
  if (decks === undefined) return { step: "Cards", holds: null, says: "The file does not say how many decks it has: its cards were not counted." };
  if (!Number.isInteger(decks) || decks < 1 || decks > 8) return { step: "Cards", holds: false, says: "The number of decks must be from 1 to 8." };
  const wrong = difference(order, wholeShoe(decks, [...removed].join("")));
  if (wrong) return { step: "Cards", holds: false, says: `This is not a complete shoe of ${decks} decks: ${wrong}.` };
  return { step: "Cards", holds: true, says: `${order.length} cards: a whole shoe of ${decks} ${decks === 1 ? "deck" : "decks"}.` };
}

function sealed(shoe, order) {
  const made = sha256(`${shoe.salt}\n${order.join(" ")}`);
  const holds = made === String(shoe.commitment);
  const says = holds ? "The hash of salt and order is the seal in the file." : "The order and the salt are not those that were sealed.";
  return { step: "Seal", holds, says, made, seal: String(shoe.commitment) };
}

function dealt(shoe, order) {
  if (!("dealt" in shoe)) return { step: "Deal", holds: null, says: "The file does not have the cards as they were dealt." };
  const cut = shoe.cut ?? 0;
  if (!Number.isInteger(cut) || cut < 0 || cut > order.length) return { step: "Deal", holds: false, says: "The cut must be a number of cards within the shoe." };
  const lay = [...order.slice(cut), ...order.slice(0, cut)];
  const came = cardsOf(shoe.dealt);
  if (!came || !came.every((card) => CARD.test(card))) return { step: "Deal", holds: false, says: "The cards dealt are not cards." };
  const at = came.findIndex((card, place) => lay[place] !== card);
  if (at >= 0) return { step: "Deal", holds: false, says: `Card ${at + 1} was ${came[at]}, and the order has ${lay[at] ?? "nothing"} there.` };
  return { step: "Deal", holds: true, says: `All ${came.length} cards came in the sealed order, cut at ${cut}.` };
}

function compared(shoe, noted) {
  if (!noted) return { step: "Your note", holds: null, says: "This browser did not see the seal before the first card. Compare it with what you noted elsewhere." };
  const holds = noted === shoe.commitment;
  return { step: "Your note", holds, says: holds ? "The seal is the one that this browser was shown while the shoe was in play." : "This browser was shown another seal while the shoe was in play." };
}

// What is wrong with a text as a file of a revealed shoe; "" where it is one.
function misread(shoe) {
  if (shoe === null || typeof shoe !== "object" || Array.isArray(shoe)) return "This is not a revealed shoe.";
  if (!["order", "salt", "commitment"].every((key) => key in shoe)) return "This is not a revealed shoe: it needs order, salt and commitment.";
  const order = cardsOf(shoe.order);
  if (!order || !order.every((card) => CARD.test(card))) return "The order must be cards such as Ks 9d, with blanks between them.";
  return "";
}

// Every step of the check, and whether all of them hold; `noted` is the seal that somebody noted before, if anybody did.
export function checkShoe(shoe, noted = null) {
  const wrong = misread(shoe);
  if (wrong) return { holds: false, steps: [{ step: "File", holds: false, says: wrong }] };
  const order = cardsOf(shoe.order);
  const steps = [counted(shoe, order), sealed(shoe, order), dealt(shoe, order), compared(shoe, noted)];
  return { holds: steps.every((each) => each.holds !== false), steps };
}
