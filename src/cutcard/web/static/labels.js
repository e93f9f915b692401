// Short words on the felt and their equivalents for screen readers, put together from what the view says.
import { money } from "./money.js";

const HAND_BETS = new Set(["main", "double", "split"]);
const GENERAL = new Set(["BLACKJACK", "BET", "BLACKJACKS", "JACKPOTS"]); // words that do not distinguish side bets

export const onHand = (wager) => HAND_BETS.has(wager.bet);
// Whether a wager's chips are still on the table: not after it is lost or taken back.
export const lies = (wager) => wager.returned === null || wager.returned > 0;
export const won = (wager) => (wager.returned !== null && wager.returned > wager.staked ? wager.returned - wager.staked : 0);
export const isToken = (wager) => wager.staked === 0 && wager.worth > 0;
export const sumOf = (wagers) => wagers.reduce((sum, wager) => sum + wager.worth + won(wager), 0);

// "a, b and c"
export function listed(words) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

export function cut(words, most) {
  const letters = [...words];
  return letters.length > most ? `${letters.slice(0, Math.max(1, most - 1)).join("")}…` : words;
}

// Somebody's name within a label: one that may be written from right to left is kept apart from the words around it.
const apart = (name) => (/^[ -~]*$/.test(name) ? name : `\u2068${name}\u2069`);

// The word on the spot of each of these side bets, all different: "Perfect Pairs", "Star Pairs" -> "Perfect", "Star".
export function spotWords(titles) {
  const words = titles.map((title) => {
    const own = title.split(" ").filter((word) => !GENERAL.has(word.toUpperCase()));
    return own.length ? own : title.split(" ").slice(-1); // "Blackjack Jackpots" -> "Jackpots"
  });
  const last = words.map((each) => each[each.length - 1]);
  return words.map((each, at) => (last.filter((word) => word === last[at]).length === 1 ? last[at] : each[0]));
}

// The result of a box's wagers once all are settled, only the viewer's if they have any; null before.
export function net(box, mine) {
  if (!box.wagers.length || box.wagers.some((wager) => wager.returned === null)) return null;
  const own = box.wagers.filter((wager) => wager.player === mine);
  return (own.length ? own : box.wagers).reduce((sum, wager) => sum + wager.returned - wager.staked, 0);
}

// Who plays on a box, the seated one first.
export function playersOf(box) {
  const names = [...new Set(box.wagers.map((wager) => wager.player))];
  return box.holder === null ? names : [box.holder, ...names.filter((name) => name !== box.holder)];
}

// A box for screen readers: who sits there, and the wagers.
export function boxSaid(box, titles, mine) {
  const called = (name) => (name === mine ? "you" : apart(name));
  const who = box.holder !== null ? called(box.holder) : box.reserved_for ? `kept for ${called(box.reserved_for)}` : "free";
  const wagers = box.wagers.map((wager) => `${called(wager.player)} ${money(wager.worth)}${on(wager, titles)}`);
  return `Box ${box.number}, ${who}${box.marker ? `, ${box.marker}` : ""}${wagers.length ? `; wagers: ${listed(wagers)}` : ""}`;
}

function on(wager, titles) {
  if (titles[wager.bet]) return ` on ${titles[wager.bet]}`;
  return wager.bet === "main" ? "" : ` ${wager.bet}`;
}

// The sign's lines: limits of the game and of every side bet, prize meters and the decks. On a small sign those are left
// out that stand elsewhere: what side bets cost, and meters of links, which have a strip of their own beside the felt.
export function limits(table, small = false) {
  const said = [];
  const game = range(table.minimum, table.maximum || null);
  if (game) said.push(`${game} a box`);
  for (const bet of small ? [] : table.side_bets) said.push(`${bet.title} ${range(bet.minimum, bet.maximum)}`.trim());
  for (const [meter, amount] of small && table.links?.length ? [] : Object.entries(table.meters)) said.push(`${meter.replaceAll("-", " ")}${meter.includes("jackpot") ? "" : " jackpot"} ${money(amount)}`);
  for (const { seeds } of table.links ?? []) {
    const least = listed(Object.values(seeds).map(money));
    said.push(...(small ? ["never less than", least] : [`never less than ${least}`]));
  }
  if (!small || !table.links?.length) said.push(`${table.decks} decks`);
  return said;
}

export function range(low, high) {
  if (low && low === high) return money(low);
  if (high !== null) return low ? `${money(low)} to ${money(high)}` : `up to ${money(high)}`;
  return low > 1 ? `${money(low)} and more` : ""; // a minimum of one cent is none
}
