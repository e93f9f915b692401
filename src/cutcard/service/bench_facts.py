"""The analyst's bench as the API says it: effects of removal, how well systems fit, index numbers, side bets by count.

The functions that take a question run in the solver's processes and return JSON text. They import what they need, so
that the service's own process starts without the solver and the compiler.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.counting.systems import CountingSystem, packaged_systems
from cutcard.errors import UnknownName
from cutcard.service.body import Body
from cutcard.service.odds_question import Question

LEVEL = 2  # of the best tags
FIT_ERROR = "betting and insurance exact; playing for first decisions only, normal approximation"


class SystemShown(Body):
    """A counting system: tags by rank; an unbalanced count begins at `begin` and `per_deck` for each deck."""

    name: str
    title: str
    tags: dict[str, float]
    begin: float
    per_deck: float


class FitShown(SystemShown):
    betting_correlation: float
    insurance_correlation: float | None
    playing_efficiency: float | None


class EffectShown(Body):
    """What removing one card of a rank changes, in first wagers; `one_deck` as if the card were out of one deck."""

    rank: str
    best: float
    chart: float
    one_deck: float
    insurance: float | None


class EffectsShown(Body):
    """Effects of removal, and how well counting systems follow them; the last system has the best tags of level 2."""

    rulebook: str
    game: str
    decks: int
    ev: float
    chart_ev: float
    error: str
    effects: list[EffectShown]
    systems: list[FitShown]
    systems_error: str


class ChangeAt(Body):
    from_count: float
    play: str


class IndexShown(Body):
    """A hand against a card: the play at a true count of zero, below the first change, and from each count on."""

    hand: str
    up: str
    play: str
    below: str
    changes: list[ChangeAt]


class IndicesShown(Body):
    rulebook: str
    game: str
    decks: int
    system: str
    risk_averse: bool
    insurance: float | None
    plays: list[IndexShown]
    method: str


class CountValue(Body):
    true_count: int
    chance: float
    worth: float


class SideCountShown(Body):
    """A side bet by count, in stakes; `pays_from` is null where it never pays."""

    rulebook: str
    game: str
    decks: int
    system: str
    bet: str
    table: str
    ev: float
    effects: dict[str, float]
    correlation: float
    counts: list[CountValue]
    pays_from: int | None
    placed: float
    win_per_100_rounds: float
    error: str


class IndexQuestion(NamedTuple):
    question: Question
    system: str
    risk_averse: bool = False


class SideQuestion(NamedTuple):
    question: Question
    system: str
    bet: str
    table: str


def system_known(name: str) -> CountingSystem:
    """A system of the package; a client of a service cannot name a file."""
    known = packaged_systems()
    if name not in known:
        raise UnknownName.of("counting system called", name, known)
    return known[name]


def systems_shown() -> list[SystemShown]:
    return [SystemShown(**system.as_json()) for system in packaged_systems().values()]


def effects_json(question: Question) -> str:
    """Effects of removal, and how well systems fit."""
    from cutcard.counting.fit import best_tags, decision_effects, fit
    from cutcard.odds.removal import effects_of_removal

    rules, decks = question.rules, question.size
    found = effects_of_removal(rules, decks)
    scaled = found.per_deck(found.chart)
    playing = decision_effects(rules, decks)
    best, _ = best_tags(found, LEVEL)
    fits = [fit(rules, system, found, playing) for system in (*packaged_systems().values(), best)]
    return EffectsShown(
        rulebook=question.book,
        game=question.game,
        decks=decks,
        ev=found.ev,
        chart_ev=found.chart_ev,
        error="exact",
        effects=[
            EffectShown(
                rank=rank,
                best=found.best[rank],
                chart=found.chart[rank],
                one_deck=scaled[rank],
                insurance=found.insurance.get(rank),
            )
            for rank in found.best
        ],
        systems=[FitShown(**one.as_json()) for one in fits],
        systems_error=FIT_ERROR,
    ).model_dump_json()


def indices_json(asked: IndexQuestion) -> str:
    """Index numbers of a system."""
    from cutcard.counting.indices import METHOD, RISK_AVERSE, index_plays, insurance_index

    question, system = asked.question, system_known(asked.system)
    rules, decks = question.rules, question.size
    plays = index_plays(rules, decks, system, risk_averse=asked.risk_averse)
    return IndicesShown(
        rulebook=question.book,
        game=question.game,
        decks=decks,
        system=system.name,
        risk_averse=asked.risk_averse,
        insurance=insurance_index(rules, decks, system),
        plays=[
            IndexShown(
                hand=play.hand,
                up=play.up,
                play=play.play,
                below=play.below,
                changes=[ChangeAt(from_count=round(count, 2), play=what) for count, what in play.changes],
            )
            for play in plays
        ],
        method=f"{METHOD}; {RISK_AVERSE}" if asked.risk_averse else METHOD,
    ).model_dump_json()


def side_count_json(asked: SideQuestion) -> str:
    """A side bet by count, with the cutting card where the book usually has it."""
    from cutcard.counting.side_counts import side_count
    from cutcard.simulate.cut_card import cut_for

    question, system = asked.question, system_known(asked.system)
    rules, decks = question.rules, question.size
    cards = decks * (52 - 4 * len(rules.cards.removed_ranks))
    penetration = cut_for(rules, decks, cards, None)[0] / cards
    found = side_count(rules, decks, system, asked.bet, asked.table, penetration=penetration)
    figures = found.as_json() | {
        "rulebook": question.book,
        "game": question.game,
        "decks": decks,
        "system": system.name,
    }
    return SideCountShown(**figures).model_dump_json()
