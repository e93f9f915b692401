"""Faults that show only when several fields of a rulebook are looked at together."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from cutcard.errors import nearest
from cutcard.rulebooks.book import Leaf, Rulebook, Sheet
from cutcard.rulebooks.schema import PayTable, Row
from cutcard.sidebets import JUDGES

Faults = Iterator[tuple[str, str]]  # a path and what is wrong there
DECKS_MAX = 8
BOXES_MAX = 9


def faults(book: Rulebook, side_bets: Collection[str]) -> Faults:
    """Every such fault of a book.

    Parts with faults of their own have been left out of it: such a game has no sheet, and such a side bet is only
    among the names of `side_bets`.
    """
    for name, game in book.games.items():
        if game.sheet:
            yield from _game(book, f"games.{name}", game.sheet)
            yield from _options(book, name)
    for name, bet in book.side_bets.items():
        path = f"side_bets.{name}"
        yield from _names(book, path, bet, side_bets)
        yield from _decks(book, path, bet)
        yield from _tables(path, bet)
    yield from _rack(book)


def _rack(book: Rulebook) -> Faults:
    """A discard rack takes the cards of every game (Sydney 2.3.2)."""
    equipment = getattr(book.procedures, "equipment", None)  # a book of your own may say nothing of it
    holds = equipment.rack_decks if equipment is not None else 0
    games = [game.sheet["cards.decks"] for game in book.games.values() if game.sheet]
    most = max((decks for leaf in games for counts in _each(leaf) for decks in counts), default=0)
    if 0 < holds < most:
        yield "table.equipment.rack_decks", f"a rack for {holds} decks does not hold the {most} of a game"


def _game(book: Rulebook, path: str, sheet: Sheet) -> Faults:
    for count in _each(sheet["cards.decks"]):
        if not count:
            yield f"{path}.cards.decks", "a game is played with at least one number of decks"
        for decks in count:
            if not 1 <= decks <= DECKS_MAX:
                yield f"{path}.cards.decks", f"{decks} decks cannot be: a shoe holds 1 to {DECKS_MAX}"
    fewest, most = sheet["cards.boxes_min"].value, sheet["cards.boxes_max"].value
    if not 1 <= fewest <= most <= BOXES_MAX:
        yield f"{path}.cards.boxes_max", f"{fewest} to {most} boxes cannot be: a layout has 1 to {BOXES_MAX}"
    for role in _each(sheet["idle.ordered_by"]):
        if role not in book.roles:
            reason = f"{role!r} is not among the document's roles{nearest(role, book.roles)}"
            yield f"{path}.idle.ordered_by", reason


def _options(book: Rulebook, game: str) -> Faults:
    """Fields that name the same option must agree on its values, and one of them must say why it is there."""
    first: dict[str, tuple[str, Leaf]] = {}
    for path, leaf in book.leaves(book.games[game]):
        if leaf.option is None:
            continue
        where, other = first.setdefault(leaf.option, (path, leaf))
        mine = (leaf.reading, leaf.default, tuple(leaf.values))
        if mine != (other.reading, other.default, tuple(other.values)):
            yield f"games.{game}.{path}", f"option {leaf.option!r} is another one in {where}"
    for name, option in book.options(game).items():
        if not option.why:
            yield f"games.{game}.{option.fields[0]}", f"{option.kind} {name!r} does not say why"


def _names(book: Rulebook, path: str, bet: Sheet, side_bets: Collection[str]) -> Faults:
    if bet["judged_by"].value not in JUDGES:
        known = nearest(bet["judged_by"].value, JUDGES)
        yield f"{path}.judged_by", f"there is no evaluation {bet['judged_by'].value!r}{known}"
    for key, names in (("games", book.games), ("doubtful_games", book.games), ("not_with", side_bets)):
        for name in bet[key].value if key in bet else ():
            if name not in names:
                yield f"{path}.{key}", f"{name!r} is not in this rulebook{nearest(name, names)}"


def _decks(book: Rulebook, path: str, bet: Sheet) -> Faults:
    """A side bet needs numbers of decks that its games are played with, and pay tables for both."""
    games = [name for name in _games(bet) if name in book.games and book.games[name].sheet]
    played = {name: set(book.games[name].sheet["cards.decks"].value) for name in games}
    for decks in bet["decks"].value:
        if played and not any(decks in counts for counts in played.values()):
            yield f"{path}.decks", f"none of its games is played with {decks} decks"
    for name, counts in played.items():
        if not counts & set(bet["decks"].value):
            yield f"{path}.games", f"{name} is played with none of the side bet's numbers of decks"
        elif not any(
            (not table.games or name in table.games) and counts & set(table.decks or bet["decks"].value)
            for table in bet["tables"].value
        ):
            yield f"{path}.tables", f"no pay table is for {name}"


def _tables(path: str, bet: Sheet) -> Faults:
    tables: Sequence[PayTable] = bet["tables"].value
    judge = JUDGES.get(bet["judged_by"].value)
    allowed = judge.OUTCOMES if judge else ()
    for at, table in enumerate(tables):
        here = f"{path}.tables[{at}]"
        for decks in set(table.decks) - set(bet["decks"].value):
            yield f"{here}.decks", f"the side bet is not played with {decks} decks"
        for game in set(table.games) - set(_games(bet)):
            yield f"{here}.games", f"the side bet does not go with {game!r}"
        if any(_same(table, other, bet) for other in tables[:at]):
            yield here, f"pay table {table.name!r} is there twice for the same decks and games"
        if not table.rows:
            yield here, "a pay table has at least one row"
        for place, row in enumerate(table.rows):
            where = f"{here}.rows[{place}]"
            if allowed and row.outcome not in allowed:
                yield where, f"there is no outcome {row.outcome!r}{nearest(row.outcome, allowed)}"
            if any(row.outcome == other.outcome for other in table.rows[:place]):
                yield where, f"outcome {row.outcome!r} is there twice"
            yield from _row(where, row, table, bet)


def _row(where: str, row: Row, table: PayTable, bet: Sheet) -> Faults:
    given = [name for name in ("pays", "prizes", "share") if getattr(row, name) is not None]
    if len(given) + bool(table.draws) != 1:
        yield where, "exactly one of pays, prizes and share says how much, or the table's draws do"
    if (row.share is None) != (row.meter is None):
        yield where, "a share is of a meter, and a meter needs a share"
    if row.share is not None and not 0 < row.share <= 1:
        yield where, f"a share of {row.share} cannot be"
    if row.prizes is not None and set(row.prizes) != set(bet["amounts"].value):
        yield where, "there is a prize for each of the amounts that may be staked, and for no other"


def _same(one: PayTable, other: PayTable, bet: Sheet) -> bool:
    decks, games = bet["decks"].value, _games(bet)
    return (
        one.name == other.name
        and bool(set(one.decks or decks) & set(other.decks or decks))
        and bool(set(one.games or games) & set(other.games or games))
    )


def _games(bet: Sheet) -> tuple[str, ...]:
    doubtful = bet["doubtful_games"].value if "doubtful_games" in bet else ()
    return (*bet["games"].value, *doubtful)


def _each(leaf: Leaf) -> list[Any]:
    """The values that a field may have."""
    return [leaf.value] if leaf.option is None else list(leaf.values.values())
