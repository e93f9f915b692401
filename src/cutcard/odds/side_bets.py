"""The exact odds of every side bet: probabilities as fractions, expectation, edge and deviation.

>>> from cutcard.rulebooks import rules
>>> odds = side_bet(rules("canberra-2006", "blackjack"), 8, "perfect-pairs")
>>> f"{odds.ev:.6f}", [(o.name, str(o.probability)) for o in odds.outcomes]
('-0.040964', [('mixed', '16/415'), ('coloured', '8/415'), ('suited', '7/415'), ('lose', '384/415')])
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from cutcard.cards import Card
from cutcard.errors import CutcardError, UnknownName
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.money import Cents, dollars
from cutcard.odds import cache, shipped
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.side import blackpot, first_cards, insurance, main_play, meters, third_card
from cutcard.odds.side.first_cards import Chances
from cutcard.odds.side.meters import PerMeter
from cutcard.odds.side.offered import INSURANCE, TEN_INSURANCE, check_decks, offers, tables_of
from cutcard.odds.side.outcomes import Outcome
from cutcard.rulebooks.known_values import refuse_unknown, unknown_value
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import PayTable, Rules, SideBet
from cutcard.sidebets import JUDGES, picked_outcome
from cutcard.sidebets.view import DEALERS_CARD, DEALERS_HAND, THIRD_CARD, TOKENS, TWO_CARDS, DecidedBy

__all__ = ["Outcome", "PerMeter", "SideBetOdds", "offers", "plays_of", "side_bet", "side_bets"]

UNIT: Cents = 100  # a stake where any may be made
ALWAYS, BEST, SAME_SHOE, EVERY_TOKEN = "always-drawn", "best-main", "same-shoe", "every-token"
SAYS = {
    "sevens": {
        ALWAYS: "a third card is always drawn to two sevens",
        BEST: "the best play of the main game, which need not draw a third card to two sevens",
    },
    "blackpot": {
        ALWAYS: "a third card is always drawn to two of 6, 7 and 8, a completed wager is carried, and each of the two "
        "rounds comes from a full shoe",
        SAME_SHOE: "as always-drawn, but the second round comes from the shoe that has lost a 6, a 7 and an 8",
        BEST: "the best play of the main game, which stands on many of these hands; a completed wager is carried, and "
        "each round comes from a full shoe",
    },
    "pot_of_gold": {
        BEST: "the best play of the main game; a split pair is split again as often as the rules allow",
        EVERY_TOKEN: "every free double and, of other pairs, every free split is taken",
    },
}
PLAYS = {judge: tuple(plays) for judge, plays in SAYS.items()}  # the usual play first


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetOdds:
    """The value of a side bet with one pay table, in stakes; all probabilities are exact.

    With a meter, `ev` holds for the meters in `meters`, and `per_meter` has the line for any other value; the bound
    is what several winners at one table would take from it.
    """

    bet: str
    title: str
    table: str
    decks: int
    stake: Cents
    outcomes: tuple[Outcome, ...]
    play: str = ""  # the play that decides it, where one does
    says: str = ""  # that play in words
    meters: Mapping[str, Cents] = field(default_factory=dict)
    per_meter: tuple[PerMeter, ...] = ()
    notes: tuple[str, ...] = ()
    exact: bool = True
    error_bound: float = 0.0

    @property
    def expectation(self) -> Fraction:
        return sum((outcome.probability * self.net(outcome) for outcome in self.outcomes), Fraction(0))

    @property
    def ev(self) -> float:
        return float(self.expectation)

    @property
    def house_edge(self) -> float:
        return -self.ev

    @property
    def sd(self) -> float:
        square = sum((outcome.probability * self.net(outcome) ** 2 for outcome in self.outcomes), Fraction(0))
        return math.sqrt(square - self.expectation**2)

    def net(self, outcome: Outcome) -> Fraction:
        """The net result of an outcome in stakes, its share of a meter included."""
        meter = Fraction(self.meters.get(outcome.meter or "", 0), self.stake)
        return outcome.net + outcome.share * meter


def side_bet(
    rules: Rules,
    decks: int,
    bet: str,
    table: str = "",
    *,
    play: str | None = None,
    stake: Cents | None = None,
    meters: Mapping[str, Cents] | None = None,
) -> SideBetOdds:
    """The odds of a side bet with one of its pay tables; `insurance` and `ten-insurance` are side bets too.

    A bet that depends on the play of the hand takes one of `plays_of`, the first by default. Meters left out stand at
    the minimum that the book gives, or at nothing.
    """
    if bet in (INSURANCE, TEN_INSURANCE):
        check_decks(rules, decks)
        tables_of(rules, decks, bet)
        title = "Insurance" if bet == INSURANCE else "Insurance against a ten"
        found = insurance.outcomes(rules, decks, bet)
        notes = insurance.notes(rules, decks, bet)
        return SideBetOdds(bet=bet, title=title, table="", decks=decks, stake=UNIT, outcomes=tuple(found), notes=notes)
    chosen, stake, kind = checked(rules, decks, bet, table, play=play, stake=stake)
    side = rules.side_bets[bet]
    odds = SideBetOdds(
        bet=bet,
        title=side.title,
        table=table,
        decks=decks,
        stake=stake,
        outcomes=tuple(_outcomes(rules, decks, side, chosen, stake, kind)),
        play=kind,
        says=SAYS.get(side.judged_by, {}).get(kind, ""),
        notes=(*_notes(side, chosen), *_play_notes(rules, decks, side, chosen, stake, kind)),
    )
    return _with_meters(rules, side, chosen, odds, meters or {})


def plays_of(rules: Rules, bet: str) -> tuple[str, ...]:
    """The plays for which a side bet can be computed, the usual one first; none if play does not matter."""
    side = rules.side_bets.get(bet)
    return PLAYS.get(side.judged_by, ()) if side else ()


def side_bets(rules: Rules, decks: int) -> dict[str, dict[str, SideBetOdds]]:
    """Every side bet that the game may offer with this number of decks, by id and pay table."""
    return {
        bet: {table: side_bet(rules, decks, bet, table) for table in tables}
        for bet, tables in priced_offers(rules, decks).items()
    }


def priced_offers(rules: Rules, decks: int) -> dict[str, tuple[str, ...]]:
    """The side bets on offer whose odds are known: under some rules those that depend on the play are not."""
    unknown = unknown_value("side-bets-by-play", rules) is not None
    return {bet: tables for bet, tables in offers(rules, decks).items() if not (unknown and plays_of(rules, bet))}


def checked(
    rules: Rules, decks: int, bet: str, table: str = "", *, play: str | None = None, stake: Cents | None = None
) -> tuple[PayTable, Cents, str]:
    """The pay table, stake and play of a side bet of the game, with nothing worked out; raises where it is not offered.

    >>> from cutcard.rulebooks import rules
    >>> checked(rules("sydney-v15", "blackjack"), 8, "perfect-pairs", stake=500)[1:]
    (500, '')
    """
    check_decks(rules, decks)
    tables_of(rules, decks, bet)
    chosen = pay_table(rules, decks, bet, table or True)
    return chosen, _stake(rules, bet, stake), _play(rules, bet, play)


def _stake(rules: Rules, bet: str, requested: Cents | None) -> Cents:
    side = rules.side_bets[bet]
    if requested is None:
        return side.amounts[0] if side.amounts else UNIT
    if requested <= 0 or (side.amounts and requested not in side.amounts):
        allowed = " or ".join(f"${dollars(amount)}" for amount in side.amounts) or "more than 0"
        message = f"{side.title} takes {allowed}, not ${dollars(requested)}"
        raise CutcardError(message, rules.clauses.get(f"side_bets.{bet}.amounts"))
    return requested


def _play(rules: Rules, bet: str, requested: str | None) -> str:
    known = plays_of(rules, bet)
    if known:
        refuse_unknown("side-bets-by-play", rules)
    if requested is None:
        return known[0] if known else ""
    if requested not in known:
        raise UnknownName.of(f"play for {rules.side_bets[bet].title} called", requested, known)
    return requested


def _outcomes(rules: Rules, decks: int, side: SideBet, table: PayTable, stake: Cents, play: str) -> list[Outcome]:
    if side.carries:
        return blackpot.outcomes(side, table, stake, *_two_rounds(rules, decks, side, play))
    name = _depends_on(rules, decks, side.judged_by, play)
    work = _CHANCES[JUDGES[side.judged_by].DECIDED_BY]
    found = shipped.chances(name, lambda: work(rules, decks, side.judged_by, play))
    if table.draws:
        return first_cards.drawn_prizes(side, table, found)
    return first_cards.outcomes(side, table, found, stake, apart=picked_outcome(side.judged_by))


def _depends_on(rules: Rules, decks: int, judged_by: str, play: str, *dealt: Card) -> str:
    """A name for all that the chances of a side bet depend on."""
    parts = [cache.VERSION, judged_by, play, decks, rules.cards.removed_ranks, dealt]
    if JUDGES[judged_by].DECIDED_BY == DEALERS_HAND:
        parts.append(sorted(standing_hands(rules)))
    if play in (BEST, EVERY_TOKEN):
        parts.append(cache.key(rules, decks, super_bonus_units(rules, main_play.WAGER)))
    return cache.digest(parts)


def _first_cards(rules: Rules, decks: int, judged_by: str, _play: str) -> Chances:
    return first_cards.chances(judged_by, rules.cards.removed_ranks, decks)


def _third_card(rules: Rules, decks: int, judged_by: str, play: str) -> Chances:
    shoe = third_card.Shoe(rules.cards.removed_ranks, decks)
    return third_card.finals(third_card.chances(judged_by, shoe, _draws(rules, decks, play)))


def _dealers_hand(rules: Rules, decks: int, judged_by: str, _play: str) -> Chances:
    from cutcard.odds.side import dealer_bust

    return dealer_bust.chances(rules, decks, judged_by)


def _tokens(rules: Rules, decks: int, judged_by: str, play: str) -> Chances:
    from cutcard.odds.side import tokens

    return tokens.chances(rules, decks, judged_by, play == BEST)


_CHANCES: dict[DecidedBy, Callable[[Rules, int, str, str], Chances]] = {
    TWO_CARDS: _first_cards,
    DEALERS_CARD: _first_cards,
    THIRD_CARD: _third_card,
    DEALERS_HAND: _dealers_hand,
    TOKENS: _tokens,
}


def _draws(rules: Rules, decks: int, play: str) -> third_card.Draws:
    return main_play.third_cards(rules, decks) if play == BEST else third_card.always


def _two_rounds(rules: Rules, decks: int, side: SideBet, play: str) -> tuple[blackpot.Round, blackpot.Round]:
    draws = _draws(rules, decks, play)

    def round_from(*dealt: Card) -> blackpot.Round:
        shoe = third_card.Shoe(rules.cards.removed_ranks, decks, dealt)
        name = _depends_on(rules, decks, side.judged_by, play, *dealt)
        work = blackpot.Round.of
        found = shipped.chances(name, lambda: work(third_card.chances(side.judged_by, shoe, draws)).as_chances())
        return blackpot.Round.from_chances(found)

    first = round_from()
    return first, round_from(*third_card.SIX_SEVEN_EIGHT) if play == SAME_SHOE else first


def _play_notes(rules: Rules, decks: int, side: SideBet, table: PayTable, stake: Cents, play: str) -> tuple[str, ...]:
    """Notes on the side stake from which always drawing is better for both wagers together."""
    if not side.carries or play != BEST:
        return ()
    prize = blackpot.third_card_prize(side, table, stake, _two_rounds(rules, decks, side, ALWAYS)[1])
    least = main_play.least_stake(rules, decks, float(prize))
    return (f"always-drawn is best for both wagers together from a side stake of {least:.4f} of the main wager on",)


# ------------------------------------------------------------------------------------------------------------ jackpots


def _with_meters(
    rules: Rules, side: SideBet, table: PayTable, odds: SideBetOdds, given: Mapping[str, Cents]
) -> SideBetOdds:
    names = dict.fromkeys(outcome.meter for outcome in odds.outcomes if outcome.meter)
    if not names:
        return odds
    values = {name: given.get(name, side.meter_minimum or 0) for name in names}
    worth = {name: Fraction(value, odds.stake) for name, value in values.items()}
    by_stake = {
        stake: _outcomes(rules, odds.decks, side, table, stake, odds.play) for stake in side.amounts or (odds.stake,)
    }
    off = meters.sharing(rules, odds.decks, side.judged_by, list(odds.outcomes), worth)
    return replace(
        odds,
        meters=values,
        per_meter=meters.lines(by_stake),
        notes=(*odds.notes, *_meter_notes(rules, values)),
        exact=off == 0,
        error_bound=float(off),
    )


def _meter_notes(rules: Rules, values: Mapping[str, Cents]) -> tuple[str, ...]:
    at = ", ".join(f"{name} at ${dollars(value)}" for name, value in values.items())
    return (
        f"with the meter {at}, as rounded for a prize; one winner at a time: the bound is what others on the "
        f"{rules.cards.boxes_max} boxes of the table who win the same would take, other tables not counted",
    )


def _notes(side: SideBet, table: PayTable) -> tuple[str, ...]:
    selected = picked_outcome(side.judged_by)
    notes = [
        f"{row.outcome} is left out: a jackpot system picks it by a chance that the book does not give"
        for row in table.rows
        if row.outcome == selected
    ]
    notes += [f"{row.outcome} also wins {row.also}, which is not counted" for row in table.rows if row.also]
    if not side.stake_returned:
        notes.append("the stake is not returned with a prize")
    if side.payout_max is not None:
        notes.append(f"a prize is at most ${dollars(side.payout_max)}, worked out for the stake given")
    return tuple(notes)
