"""Rounds whose cards were laid wrongly and are not laid anew: void, or left as they lie, by the documents alone.

The round is played as the cards lay. What was settled upon the initial deal stands in Sydney (16.8) and goes back like
everything else in Canberra (14.5, "Void"); in Melbourne a round that has been settled stays so (9.9.1).

Rounds that are declared void at some card stand here too: a card is missing or foreign (Sydney 16.16.2, Melbourne
9.15), the shuffling device has failed (Sydney 17.4, Melbourne 9.12), or play cannot go on (Canberra 16.3).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

from .cards import VALUE, natural, suited
from .check import ONE_A_BOX, SideBet
from .games import GAMES
from .payout import _odds_of_21, _win, finish_dealer, settle_wagers
from .paytables import BLACKPOT, on_offer
from .play import OutOfCards, Round
from .referee import settled, start
from .rounds import Record, _draft, _play
from .sidebets import presses, settle_side_bets
from .table import Hand, Stake

T = TypeVar("T")


class _Noticed(Exception):
    """So many cards lie on the table: the mistake is seen."""


class _Until(Round):
    """A round that is played until so many cards are out."""

    stops = 10**6

    def draw(self) -> str:
        if self.dealt == self.stops:
            raise _Noticed
        return super().draw()


def _played(
    rng: Random, rulebook: str, game: str, prepare: Callable[[Record], T], jackpot: str = ""
) -> tuple[Record, Round, T]:
    """A record that is played to the dealer's last card, once something has been done to it; and what that was."""
    while True:
        record = _draft(rng, GAMES[rulebook, game], side_bets=True, jackpot=jackpot)
        with suppress(OutOfCards):
            done = prepare(record)
            round_ = start(record)
            _play(rng, record, round_)
            finish_dealer(round_)
            return record, round_, done


def misdealt(rng: Random, rulebook: str, game: str) -> tuple[Record, dict[str, Any]]:
    """A record of a round whose cards were laid wrongly, found too late or past putting right; and what comes of it."""

    def laid_wrongly(record: Record) -> tuple[list[str], list[Record]]:
        shoe = record["cards"].split()
        laid, lay = _laid(rng, record, shoe)
        record["cards"] = " ".join([*lay, *shoe[len(lay) :]])
        return shoe, laid

    record, round_, (shoe, laid) = _played(rng, rulebook, game, laid_wrongly)
    noticed, result = _ENDS[round_.game.city](rng, record, round_)
    record["cards"] = " ".join(shoe[: round_.dealt])
    record["misdealt"] = {"laid": laid, "noticed": noticed}
    if round_.game.city == "sydney":
        record["misdealt"]["possible"] = False
    return record, result


def _laid(rng: Random, record: Record, shoe: list[str]) -> tuple[list[Record], list[str]]:
    """Two cards of the initial deal that changed places, and the cards in the order in which their places got them."""
    boxes = sorted({wager["box"] for wager in record["wagers"] if wager["bet"] == "main"})
    where: list[int | None] = [*boxes, None, *boxes]
    one = rng.randrange(len(where))
    two = rng.choice([n for n in range(len(where)) if where[n] != where[one]])
    went = list(where)
    went[one], went[two] = where[two], where[one]
    left, lay = list(range(len(where))), []
    for place in where:
        card = next(n for n in left if went[n] == place)
        left.remove(card)
        lay.append(shoe[card])
    return [{"card": n + 1, "box": box} for n, box in enumerate(went)], lay


def _sydney(rng: Random, record: Record, played: Round) -> tuple[Any, dict[str, Any]]:
    """16.8: all money goes back, and an interim settlement stands."""
    if rng.random() < 0.3:
        _void(played)
        return "settled", settled(played)
    noticed = rng.randint(1, played.dealt - 1)
    round_, _ = _stopped(record, noticed)
    _void(round_)
    return noticed, settled(round_)


def _stopped(record: Record, noticed: int) -> tuple[Round, int]:
    """The round when so many cards are out, and how many of the record's actions had been taken by then."""
    round_ = _Until(start(record).setup)
    round_.stops = noticed
    steps, done = round_.play(), 0
    try:
        point = next(steps)
        while round_.dealt < noticed:
            action = record["actions"][done] if done < len(record["actions"]) else None
            taken = point.required or point.offers(action)
            done += taken
            point = steps.send(action if taken else None)
    except StopIteration:
        with suppress(_Noticed):
            finish_dealer(round_)
    except _Noticed:
        pass
    return round_, done


def _void(round_: Round) -> None:
    whole = 2 * len(round_.boxes) + 1
    if round_.dealt >= whole:
        (_melbourne_interim if round_.game.city == "melbourne" else _interim)(round_)
    _back(round_)


def _back(round_: Round) -> None:
    """What is not settled goes back, and what was lost in play."""
    for box in round_.boxes.values():
        if not box.hands:
            box.hands.append(Hand([], from_split=False))
        if not box.hands[0].stakes:
            box.hands[0].stakes = [Stake(player, "main", amount, amount) for player, amount in box.mains.items()]
        stakes = [*box.insurance.values(), *(stake for hand in box.hands for stake in hand.stakes)]
        for stake in (one for one in stakes if one.returned is None or one.outcome == "lose"):  # lost in play
            stake.returned, stake.outcome = stake.staked, "void"
    for side in round_.setup.sides:
        if side.returned is None:
            side.returned, side.outcome = side.staked, "void"


def _interim(round_: Round) -> None:
    """9.1.1 (a natural against no ace and no ten), 14.13 and the like (all of Sydney's side bets)."""
    settle_side_bets(round_)
    if VALUE[round_.dealer[0]] in (1, 10) or round_.options["blackjack-paid"] != "interim":
        return
    for hand in (box.hands[0] for box in round_.boxes.values()):
        if hand.end == "natural":
            for stake in hand.stakes:
                _win(round_, stake, round_.game.natural_odds)


def _canberra(rng: Random, record: Record, round_: Round) -> tuple[Any, dict[str, Any]]:
    """14.5 with "Void": the round never was."""
    for box in round_.boxes.values():
        for stake in [*box.insurance.values(), *(stake for hand in box.hands for stake in hand.stakes)]:
            stake.returned, stake.outcome = stake.staked, "void"
    for side in round_.setup.sides:
        side.returned, side.outcome = side.staked, "void"
    return "next-round", settled(round_)


def _melbourne(rng: Random, record: Record, round_: Round) -> tuple[Any, dict[str, Any]]:
    """9.9.1: what was settled stays settled."""
    settle_wagers(round_)
    settle_side_bets(round_)
    return rng.choice(["settled", "next-round"]), settled(round_)


_ENDS = {"sydney": _sydney, "canberra": _canberra, "melbourne": _melbourne}


# -- rounds that are declared void

DECIDED_LATER = frozenset({"buster-blackjack", "pot-of-gold"})
PICKS = {"blackjack-jackpots": "lucky-player", "supernova": "mystery"}
VOIDED_BY = {
    "picked": {"melbourne-v26": "9.12"},
    "wrong-cards": {"sydney-v15": "16.16.2", "sydney-earlier": "17.16.2", "melbourne-v26": "9.15"},
    "failed-device": {"sydney-v15": "17.4", "sydney-earlier": "18.4", "melbourne-v26": "9.12"},
    "never-was": {"canberra-2006": "16.3", "canberra-2003": "16.4"},
}


def declared_void(rng: Random, kind: str, rulebook: str, game: str) -> tuple[Record, dict[str, Any]]:
    """A record of a round that is declared void at some card, and what everybody has then."""
    jackpot = rng.choice(jackpots_of(rulebook, game)) if kind == "picked" else ""
    record, round_, _ = _played(rng, rulebook, game, _only_picks if jackpot else _no_picks, jackpot)
    noticed = rng.randint(1, round_.dealt - 1)
    stopped, done = _stopped(record, noticed)
    said: Record = {"do": "void-round", "clause": VOIDED_BY[kind][rulebook], "cards": noticed}
    if not jackpot:
        _pressed(record, stopped, said)
    meters = bool(record.get("meters"))
    if (kind, round_.game.city) == ("wrong-cards", "melbourne") and not meters:  # 32.5, and no clause beside it
        said |= {"lost_back": True, "undone": stopped.setup.players}
        _never_was(stopped)
    elif kind == "never-was":
        _never_was(stopped)
    else:
        _void(stopped)
    record["actions"] = [*record["actions"][:done], said]
    record["cards"] = " ".join(stopped.setup.cards[:noticed])
    return record, settled(stopped)


def void_unread(rng: Random, rulebook: str, game: str) -> tuple[Record, dict[str, Any]]:
    """A part of a linked meter is won, and the round is void before it is read: between two presses of the keypad.

    Side bets that pay no part of a meter are paid first (14.27.3) and stand; all else was not settled yet.
    """
    while True:
        jackpot = rng.choice(jackpots_of(rulebook, game))
        record, round_, _ = _played(rng, rulebook, game, _no_picks, jackpot)
        whole = 2 * len(round_.boxes) + 1
        stopped, _ = _stopped(record, whole)
        waiting = [side for side in stopped.setup.sides if side.returned is None and _of_meter(stopped, side)]
        if waiting:
            break
    for side in waiting:
        side.returned, side.outcome = side.staked, "void"
    settle_side_bets(stopped)
    _back(stopped)
    record["linked"] = sorted(record.pop("meters"))
    record["actions"] = [{"do": "void-round", "clause": VOIDED_BY["failed-device"][rulebook], "cards": whole}]
    record["cards"] = " ".join(stopped.setup.cards[:whole])
    return record, settled(stopped)


def void_between_presses(rng: Random, rulebook: str, game: str) -> tuple[Record, dict[str, Any]]:
    """11.5.5: some of those who have won have pressed the button, and the round is void before the next does."""
    while True:
        record, round_, _ = _played(rng, rulebook, game, lambda record: _pontoons(rng, record))
        if record.get("draws"):
            break
    whole, pressed = 2 * len(round_.boxes) + 1, rng.randrange(len(record["draws"]))
    stopped, _ = _stopped(record, whole)
    for side in list(presses(stopped))[pressed:]:
        side.returned, side.outcome = side.staked, "void"
    del stopped.setup.prizes[pressed:]
    _melbourne_sides(stopped)
    _back(stopped)
    record["draws"] = record["draws"][:pressed]
    clause = VOIDED_BY["failed-device"][rulebook]
    record["actions"] = [{"do": "void-round", "clause": clause, "cards": whole, "draws": pressed}]
    record["cards"] = " ".join(stopped.setup.cards[:whole])
    return record, settled(stopped)


def _pontoons(rng: Random, record: Record) -> None:
    """An ace and a picture for boxes with a wager on Pandemonium, as far as the shoe has them."""
    boxes = sorted({wager["box"] for wager in record["wagers"] if wager["bet"] == "main"})
    wagered = {wager["box"] for wager in record["wagers"] if wager["bet"] == "pontoon-pandemonium"}
    if not wagered:
        raise OutOfCards("another round")
    cards = record["cards"].split()
    for place, box in enumerate(boxes):
        for at, ranks in ((place, "A"), (len(boxes) + 1 + place, "JQK")) if box in wagered else ():
            later = [n for n in range(2 * len(boxes) + 1, len(cards)) if cards[n][0] in ranks]
            if later:
                n = rng.choice(later)
                cards[at], cards[n] = cards[n], cards[at]
    record["cards"] = " ".join(cards)


def _of_meter(round_: Round, side: SideBet) -> bool:
    """14.24, 21.10.1, 24.9.1: three sevens or aces of one suit with the dealer's card, a natural of one suit."""
    cards = round_.boxes[side.box].first_two
    if side.bet == "supernova":
        return natural(cards) and suited(cards)
    rank = {"blazing-7s": "7", "blackjack-jackpots": "A"}[side.bet]
    three = [*cards, round_.dealer[0]]
    return suited(three) and all(card[0] == rank for card in three)


def jackpots_of(rulebook: str, game: str) -> list[str]:
    """The side bets of a game that pay from meters."""
    played = GAMES[rulebook, game]
    return sorted(ONE_A_BOX & on_offer(played, 6, doubtful=False).keys()) if 6 in played.decks else []


def _no_picks(record: Record) -> None:
    record.pop("draws", None)


def _only_picks(record: Record) -> None:
    """A jackpot system has picked a box (21.10.1, 24.9.1)."""
    bet = next(iter(record["side_bets"]))
    record.pop("limits", None)  # by which its wager might be void
    boxes = [wager["box"] for wager in record["wagers"] if wager["bet"] == bet]
    record["draws"] = [{PICKS[bet]: min(boxes)}] if boxes and bet in PICKS else []


def _pressed(record: Record, stopped: Round, said: Record) -> None:
    """Pandemonium's button is pressed once the initial deal is complete, by all who have won, or by nobody."""
    if stopped.dealt < 2 * len(stopped.boxes) + 1:
        record.pop("draws", None)
    elif "draws" in record:
        said["draws"] = len(record["draws"])


def _never_was(round_: Round) -> None:
    for box in round_.boxes.values():
        if not box.hands:
            box.hands.append(Hand([], from_split=False))
        if not box.hands[0].stakes:
            box.hands[0].stakes = [Stake(player, "main", amount, amount) for player, amount in box.mains.items()]
    _canberra(Random(0), {}, round_)


def _melbourne_interim(round_: Round) -> None:
    """7.4.1(a) and the like: naturals that need not wait, the side bets that the initial deal decides; 21 at once."""
    _melbourne_sides(round_)
    waits = VALUE[round_.dealer[0]] in (1, 10) and not round_.game.natural_first
    for hand in (hand for box in round_.boxes.values() for hand in box.hands):
        for stake in (one for one in hand.stakes if one.returned is None):
            if hand.end == "paid":
                _win(round_, stake, _odds_of_21(round_, hand))
            elif hand.end == "natural" and not waits:
                _win(round_, stake, round_.game.natural_odds)


def _melbourne_sides(round_: Round) -> None:
    sides = round_.setup.sides
    for side in sides:
        if side.bet == "blackpot" and side.returned is None and _two_of_three(round_, side):
            _blackpot(round_, side)
    round_.setup.sides = [side for side in sides if side.bet not in DECIDED_LATER and not _undecided(round_, side)]
    settle_side_bets(round_)
    round_.setup.sides = sides


def _two_of_three(round_: Round, side: SideBet) -> bool:
    ranks = {card[0] for card in round_.boxes[side.box].first_two}
    return len(ranks) == 2 and ranks <= {"6", "7", "8"}


def _blackpot(round_: Round, side: SideBet) -> None:
    """23.4.3: what was won with the first two cards is paid by then and stands. 23.4.4: the third card is paid in the
    final settlement, which does not come: the stake goes back, also where it was lost by that card, in play."""
    side.returned, side.outcome = side.staked + side.staked * BLACKPOT[side.carried][0], "win"


def _undecided(round_: Round, side: SideBet) -> bool:
    """13.3.1: two sevens wait for the third card of their box, or for there to be none."""
    if side.bet != "magnificent-sevens" or side.returned is not None:
        return False
    box = round_.boxes[side.box]
    return all(card[0] == "7" for card in box.first_two) and box.third is None and not all(h.end for h in box.hands)
