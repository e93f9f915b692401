"""Mistakes that are put right, so that the round is as it would have been: only the record says what happened."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from .cards import DECK
from .games import GAMES
from .referee import start
from .rounds import Record

# The clause by which each mistake is dealt with, by city; the earlier Sydney document counts chapter 16 as 17.
FACED = {"sydney": "16.1", "canberra": "14.1", "melbourne": "9.2"}
OUT_OF_TURN = {"sydney": "16.2", "canberra": "14.2", "melbourne": "9.9"}
EARLY = {"sydney": "16.2", "canberra": "14.2", "melbourne": "9.3"}
# A card that the dealer draws for themselves while players have still to call: seen, and not seen by anybody.
TO_DEALER = {
    "sydney": (("draw-in-error", "16.2"), ("set-aside", "16.6")),
    "canberra": (("burn", "14.3"), ("burn", "14.3")),
    "melbourne": (("draw-in-error", "9.3"), ("draw-in-error", "9.3")),
}
CALLS = ("hit", "stand", "double")


def clause_of(record: Record, number: str) -> str:
    return f"17{number[2:]}" if record["rulebook"] == "sydney-earlier" and number.startswith("16.") else number


def city(record: Record) -> str:
    return str(record["rulebook"]).split("-")[0]


def _moments(record: Record) -> list[tuple[int, int]]:
    """For each card of the round: how many cards, and how many actions, came before it."""
    round_ = start(record)
    steps, done, found = round_.play(), 0, list[tuple[int, int]]()
    point = next(steps, None)
    while point is not None:
        found += [(n, done) for n in range(len(found), round_.dealt)]
        action = record["actions"][done] if done < len(record["actions"]) else None
        taken = point.required or point.offers(action)
        done += taken
        try:
            point = steps.send(action if taken else None)
        except StopIteration:
            point = None
    return found + [(n, done) for n in range(len(found), round_.dealt)]


def _put(record: Record, said: list[tuple[int, int, Record]]) -> Record:
    """The record with what staff said, each at its place among the actions; the last first."""
    actions = list(record["actions"])
    for _, place, action in sorted(said, key=lambda one: one[:2], reverse=True):
        actions.insert(place, action)
    return {**record, "actions": actions}


def _spare(record: Record) -> list[str]:
    """Cards that the decks still hold."""
    left = dict.fromkeys(DECK, int(record["decks"]))
    for card in record["cards"].split():
        left[card] -= 1
    rank_out = not GAMES[record["rulebook"], record["game"]].tens
    return [card for card, count in left.items() if count and not (rank_out and card[0] == "T")]


def _burned(rng: Random, record: Record) -> Record:
    cards = record["cards"].split()
    moments = sorted(rng.sample(_moments(record), k=min(len(_moments(record)), rng.randint(1, 3))))
    said = []
    for more, (n, place) in enumerate(moments):
        spare = _spare({**record, "cards": " ".join(cards)})
        cards.insert(n + more, rng.choice(spare))
        by = clause_of(record, FACED[city(record)])
        said.append((n, place, {"do": "burn", "clause": by, "cards": n + more}))
    return {**_put(record, said), "cards": " ".join(cards)}


def _missed_burn(rng: Random, record: Record) -> Record:
    """9.1.1: the first round is laid anew, and the card that came first is the burned one."""
    said = {"do": "burn", "clause": "9.1.1", "cards": 0}
    return {**_put(record, [(0, 0, said)]), "cards": f"{rng.choice(_spare(record))} {record['cards']}"}


def _early(rng: Random, record: Record) -> Record:
    n, place = rng.choice(_moments(record))
    by = clause_of(record, EARLY[city(record)])
    seen = rng.random() < 0.7
    more = {} if seen else {"exposed": False}
    left = len(record["cards"].split()) - n
    count = min(rng.randint(1, 3), left) if seen else 1
    said = [{"do": "draw-in-error", "clause": by, "cards": n, **more} for _ in range(count)]
    actions = list(record["actions"])
    return {**record, "actions": [*actions[:place], *said, *actions[place:]]}


def _before_a_call(rng: Random, record: Record) -> tuple[int, int] | None:
    """The place of a call among the actions, and how many cards lie there by then."""
    calls = [place for place, action in enumerate(record["actions"]) if action["do"] in CALLS]
    if not calls:
        return None
    place = rng.choice(calls)
    return place, sum(done <= place for _, done in _moments(record))


def _wrong_call(rng: Random, record: Record, most: int = 6) -> Record:
    """9.9: a call is done wrongly or not asked for, and the cards dealt after it are the next ones (9.3)."""
    found = _before_a_call(rng, record)
    if found is None:
        return record
    place, n = found
    count = rng.randint(1, min(most, len(record["cards"].split()) - n))
    by = clause_of(record, OUT_OF_TURN[city(record)])
    said = [{"do": "draw-in-error", "clause": by, "cards": n} for _ in range(count)]
    return {**record, "actions": [*record["actions"][:place], *said, *record["actions"][place:]]}


def _out_of_turn(rng: Random, record: Record) -> Record:
    """Somebody has a card before their turn, and it comes to whoever is in turn."""
    return _wrong_call(rng, record, most=1)


def _to_dealer(rng: Random, record: Record) -> Record:
    """The dealer draws for their own hand before somebody's call; that card is not theirs in any document."""
    found = _before_a_call(rng, record)
    if found is None:
        return record
    (place, n), seen = found, rng.random() < 0.6
    do, by = TO_DEALER[city(record)][not seen]
    said = {"do": do, "clause": clause_of(record, by), "cards": n}
    if not seen and do != "set-aside":
        said["exposed"] = False
    cards = record["cards"].split()
    if do == "burn" and seen:
        cards.insert(n, rng.choice(_spare(record)))
    return {**_put(record, [(n, place, said)]), "cards": " ".join(cards)}


def _aside(rng: Random, record: Record) -> Record:
    n, place = rng.choice(_moments(record))
    return _put(record, [(n, place, {"do": "set-aside", "clause": clause_of(record, "16.6"), "cards": n})])


def _misplaced(rng: Random, record: Record) -> Record:
    """Two boxes have each other's second card, or the dealer has a box's: noticed before anything came of it."""
    boxes = sorted({wager["box"] for wager in record["wagers"] if wager["bet"] == "main"})
    first, dealer = rng.randrange(len(boxes)), len(boxes)
    where: list[int | None] = [*boxes, None, *boxes]
    other = rng.choice([n for n in range(len(where)) if where[n] != boxes[first]])
    laid = [{"card": first + 1, "box": where[other]}, {"card": other + 1, "box": boxes[first]}]
    noticed: Any = rng.randint(max(first, other) + 1, 2 * dealer) if max(first, other) < 2 * dealer else 2 * dealer
    if city(record) != "melbourne" and rng.random() < 0.3:
        noticed = "settled"
    return {**record, "misdealt": {"laid": laid, "noticed": noticed}}


REPAIRED: dict[str, Callable[[Random, Record], Record]] = {
    "burned": _burned,
    "early": _early,
    "aside": _aside,
    "misplaced": _misplaced,
    "wrong-call": _wrong_call,
    "missed-burn": _missed_burn,
    "out-of-turn": _out_of_turn,
    "to-dealer-early": _to_dealer,
}
