"""Routes for odds: what a game is worth, how to play it, its side bets, what a changed rule is worth, two compared.

The figures come from the solver's processes. What takes longer than a moment is answered with 202 and a sentence: the
same question, asked again, is answered as soon as it is worked out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import Annotated, TypeVar

from fastapi import APIRouter, Depends, Path, Query
from fastapi.responses import JSONResponse, Response

from cutcard.errors import CutcardError
from cutcard.money import dollars
from cutcard.reports.sheet import percent
from cutcard.service import link_facts, odds_facts, solver_pool, what_if
from cutcard.service.api import CasinoDep, Reader
from cutcard.service.body import Body
from cutcard.service.casino import Casino
from cutcard.service.game_facts import GameDifferences, game_differences
from cutcard.service.link_facts import LinkOddsShown, LinkOffered, LinkQuestion
from cutcard.service.odds_facts import HUNDRED, ChartValue, OddsShown, SideBetsShown, StrategyShown
from cutcard.service.odds_question import Question
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.rulebooks import BookName, GameName, check_known
from cutcard.service.what_if import RuleOffered

WORKING = (
    "This is being worked out. The first time on a machine the solver is compiled, which takes about half a minute."
)
WAIT_S = 15.0  # for an answer, before a caller is told to ask again
Q = TypeVar("Q", bound=Hashable)
SAME = 5e-9  # of the first wager: two games whose values are nearer are worth the same


class Working(Body):
    """Not worked out yet: ask again."""

    working: bool = True
    says: str = WORKING


class ChangeShown(Body):
    """A game with one rule changed; `difference` is in the player's expectation."""

    change: str
    title: str
    value: str
    ev: float
    house_edge: float
    difference: float
    edge: str
    says: str


class OddsAnswered(OddsShown):
    what_if: list[ChangeShown]


class Compared(Body):
    """Two games: `difference` is in the player's expectation, the second's less the first's."""

    one: OddsShown
    other: OddsShown
    difference: float
    says: str
    rules: GameDifferences


router = APIRouter(
    prefix="/api/odds", tags=["odds"], responses=ERRORS | {202: {"model": Working, "description": "not worked out yet"}}
)
Decks = Annotated[int | None, Query(ge=1, le=8, description="the largest number that the game has, unless given")]
Options = Annotated[
    list[Annotated[str, Query(max_length=100)]], Query(max_length=30, description="such as resplit=true")
]
Changes = Annotated[
    list[Annotated[str, Query(max_length=what_if.TEXT_MOST)]],
    Query(max_length=what_if.CHANGES_MOST, description="a rule changed, such as double.totals=any"),
]


Setting = Annotated[str | None, Query(max_length=40)]
MeterTexts = Annotated[
    list[Annotated[str, Query(max_length=100)]], Query(max_length=8, description="such as blazing-7s=25000,12.5")
]


def question_of(book: str, game: str, decks: int | None, options: Sequence[str]) -> Question:
    """A question from an address; raises with a sentence where the game has no such option or number of decks."""
    check_known(book, game)
    question = Question(book=book, game=game, decks=decks, options=tuple(options))
    if question.size < 1:
        raise CutcardError("a shoe has at least one deck")
    chosen = Question(book=book, game=game, decks=decks)
    for name, value in question.rules.options.items():  # in the book's order, without defaults
        chosen = chosen.choosing(name, str(value).lower() if isinstance(value, bool) else value)
    return chosen


async def question_from_address(
    book: BookName,
    game: GameName,
    decks: Decks = None,
    option: Options = [],  # noqa: B006
) -> Question:
    return question_of(book, game, decks, option)


Asked = Annotated[Question, Depends(question_from_address)]


@router.get("/{book}/{game}", response_model=OddsAnswered)
async def show_odds(
    casino: CasinoDep,
    reader: Reader,
    question: Asked,
    what_if: Changes = [],  # noqa: B006
) -> Response:
    """What a game is worth under best play with these decks and options, and with each rule changed that is named."""
    changes = [(change, *_change(question, change)) for change in what_if]
    questions = [question, *(replace(question, change=change) for change in what_if)]
    found = await _all(casino, reader, odds_facts.odds_json, questions)
    if found is None:
        return working()
    base, *variants = [OddsShown.model_validate_json(each) for each in found]
    shown = [_changed(base, variant, *change) for variant, change in zip(variants, changes, strict=True)]
    return _json(OddsAnswered(**dict(base), what_if=shown).model_dump_json())


@router.get("/{book}/{game}/strategy", response_model=StrategyShown)
async def show_strategy(casino: CasinoDep, reader: Reader, question: Asked) -> Response:
    """The best play as charts: what to do with each hand against each card, what else costs, and the exceptions."""
    return await one_answer(casino, reader, odds_facts.strategy_json, question)


@router.get("/{book}/{game}/strategy/value", response_model=ChartValue)
async def show_chart_value(casino: CasinoDep, reader: Reader, question: Asked) -> Response:
    """What playing by the chart alone is worth; this takes the solver longest."""
    return await one_answer(casino, reader, odds_facts.chart_value_json, question)


@router.get("/{book}/{game}/side-bets", response_model=SideBetsShown)
async def show_side_bets(casino: CasinoDep, reader: Reader, question: Asked) -> Response:
    """Every side bet of a game: pay tables with the chance of each outcome, and the edge by number of decks."""
    return await one_answer(casino, reader, odds_facts.side_bets_json, question)


@router.get("/{book}/{game}/what-if")
async def list_changes(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    game: GameName,
    option: Options = [],  # noqa: B006
) -> list[RuleOffered]:
    """The rules that may be changed to ask what they are worth, with their values now and those they may have."""
    casino.reads.count("odds", reader)
    return what_if.offered(question_of(book, game, None, option).rules)


@router.get("/{book}/{game}/compared", response_model=Compared)
async def compare(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    game: GameName,
    other: Annotated[str, Query(max_length=130, description="the other game, as book/game")],
    decks: Decks = None,
    option: Options = [],  # noqa: B006
    other_decks: Decks = None,
    other_option: Options = [],  # noqa: B006
) -> Response:
    """Two games beside each other: what each is worth, which is better for the player, and the rules that differ."""
    other_book, _, other_game = other.partition("/")
    one, two = question_of(book, game, decks, option), question_of(other_book, other_game, other_decks, other_option)
    found = await _all(casino, reader, odds_facts.odds_json, [one, two])
    if found is None:
        return working()
    left, right = (OddsShown.model_validate_json(each) for each in found)
    rules = await asyncio.to_thread(game_differences, book, game, f"{other_book}/{other_game}")
    difference = right.ev - left.ev
    shown = Compared(one=left, other=right, difference=difference, says=_better(left, right), rules=rules)
    return _json(shown.model_dump_json())


@router.get("/{book}/{game}/links")
async def list_links(casino: CasinoDep, reader: Reader, book: BookName, game: GameName) -> list[LinkOffered]:
    """The side bets of a game that pay from meters, each with an example of a link of tables."""
    casino.reads.count("odds", reader)
    return link_facts.links_offered(question_of(book, game, None, ()).rules)


@router.get("/{book}/{game}/links/{bet}", response_model=LinkOddsShown)
async def show_link(
    casino: CasinoDep,
    reader: Reader,
    book: BookName,
    game: GameName,
    bet: Annotated[str, Path(max_length=64, description="a side bet's id, such as blazing-7s")],
    price: Setting = None,
    tables: Setting = None,
    boxes: Setting = None,
    rounds_an_hour: Setting = None,
    hours_a_day: Setting = None,
    selected_per_million: Setting = None,
    chip: Setting = None,
    meter: MeterTexts = [],  # noqa: B006
) -> Response:
    """What a link of tables is worth: chances, waiting times, meters when they are won, edges, the house's reserve.

    What is left out is as in the example of `links`; a meter is written as name=seed,increment in per cent.
    """
    check_known(book, game)
    settings = {
        "price": price,
        "tables": tables,
        "boxes": boxes,
        "rounds_an_hour": rounds_an_hour,
        "hours_a_day": hours_a_day,
        "selected_per_million": selected_per_million,
        "chip": chip,
    }
    given = tuple((key, text) for key, text in settings.items() if text is not None)
    question = LinkQuestion(book=book, game=game, bet=bet, settings=given, meters=link_facts.meters_given(meter))
    link_facts.check_link(question)
    return await one_answer(casino, reader, link_facts.link_json, question)


def _change(question: Question, change: str) -> tuple[str, str]:
    return what_if.in_words(question.rules, change)


def _changed(base: OddsShown, variant: OddsShown, change: str, title: str, value: str) -> ChangeShown:
    difference = variant.ev - base.ev
    if abs(difference) < SAME:
        says = "It makes no difference."
    else:
        whose = "better" if difference > 0 else "worse"
        money = dollars(round(HUNDRED * abs(difference)))
        says = f"{percent(abs(difference))} {whose} for the player: ${money} for each $100 first wagered."
    return ChangeShown(
        change=change,
        title=title,
        value=value,
        ev=variant.ev,
        house_edge=variant.house_edge,
        difference=difference,
        edge=variant.edge,
        says=says,
    )


def _better(one: OddsShown, other: OddsShown) -> str:
    apart = other.ev - one.ev
    if abs(apart) < SAME:
        return "Both are worth the same to a player who plays best."
    better, worse = (other, one) if apart > 0 else (one, other)
    money = dollars(round(HUNDRED * abs(apart)))
    return (
        f"{_named(better)} is better for the player than {_named(worse)} by {percent(abs(apart))} of the first wager: "
        f"${money} for each $100."
    )


def _named(odds: OddsShown) -> str:
    """The name of a game in a sentence, unlike any other.

    The options that are not as usual are named, because the same game may stand beside itself.
    """
    return ", ".join((f"{odds.title} ({odds.book_title}, {odds.decks} decks", *odds.chosen)) + ")"


async def one_answer(casino: Casino, reader: str, work: Callable[[Q], str], question: Q) -> Response:
    found = await _all(casino, reader, work, [question])
    return working() if found is None else _json(found[0])


async def _all(casino: Casino, reader: str, work: Callable[[Q], str], questions: Sequence[Q]) -> list[str] | None:
    """The answers to some questions, or None while they are worked out; they go on being worked out meanwhile."""
    casino.reads.count("odds", reader)
    waited = asyncio.gather(*(solver_pool.answer(work, question, reader) for question in questions))
    try:
        return await asyncio.wait_for(waited, WAIT_S)
    except TimeoutError:
        return None


async def answers_in_turn(
    casino: Casino, reader: str, work: Callable[[Q], str], questions: Sequence[Q]
) -> list[str] | None:
    """The answers to many questions, worked out one by one so that others are answered between them.

    None while they are worked out: who asks again goes on where this stopped.
    """
    casino.reads.count("odds", reader)

    async def one_by_one() -> list[str]:
        return [await solver_pool.answer(work, question, reader) for question in questions]

    try:
        return await asyncio.wait_for(one_by_one(), WAIT_S)
    except TimeoutError:
        return None


def working() -> Response:
    return JSONResponse(Working().model_dump(), 202, {"Retry-After": "1"})


def _json(text: str) -> Response:
    return Response(text, media_type="application/json")
