"""The approved documents as data: one TOML file each, its schema, and the loader.

>>> rules("melbourne-v26", "sports-blackjack").natural.pays
Odds(pays=6, for_each=5)
>>> rules("sydney-v15", "blackjack", {"resplit": True}).split.hands_max
3
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cutcard.errors import CutcardError
from cutcard.rulebooks.book import Game, OptionError, Rulebook, changed
from cutcard.rulebooks.line_reader import Fault, RulebookError
from cutcard.rulebooks.loader import BOOKS, is_current, is_known, load, pinned, read
from cutcard.rulebooks.procedures import Procedures
from cutcard.rulebooks.schema import Option, OptionValue, Rules

__all__ = [
    "BOOKS",
    "Fault",
    "Game",
    "Option",
    "OptionError",
    "Rulebook",
    "RulebookError",
    "Rules",
    "changed",
    "is_current",
    "is_known",
    "load",
    "own_wager_options",
    "pinned",
    "procedures_of",
    "read",
    "resplit_options",
    "rules",
    "rules_stored",
    "stored_options",
]


@cache
def procedures_of(book_id: str) -> Procedures:
    """What a book says about running a table; a file of your own may say nothing about that."""
    procedures = load(book_id).procedures
    if procedures is None:
        raise CutcardError(f"{book_id} does not say how a table is run")
    return procedures


def rules(book_id: str, game: str, options: Mapping[str, OptionValue] | None = None) -> Rules:
    """The rules of a game under these options; the same choice gives the same object."""
    book = load(book_id)
    try:
        return book.rules(game, options)
    except OptionError as error:
        raise _of_another_book(error, book, options or {}) from None


def stored_options(game_rules: Rules) -> dict[str, OptionValue]:
    """The options to store with a round or table: those that differ from what is read where none is named."""
    known = load(game_rules.book).options(game_rules.game)
    return {name: value for name, value in game_rules.options.items() if value != known[name].unnamed}


def rules_stored(book_id: str, game: str, options: Mapping[str, OptionValue]) -> Rules:
    """The rules that something stored was played by, also before the book had all of today's options."""
    known = load(book_id).options(game)
    return rules(book_id, game, {name: option.unnamed for name, option in known.items()} | dict(options))


def own_wager_options(game_rules: Rules) -> list[str]:
    """The options of a game by which side bets need a main wager of the player's own.

    >>> own_wager_options(rules("sydney-v15", "blackjack")), own_wager_options(rules("canberra-2006", "blackjack"))
    (['optional-wagers-need-initial'], [])
    """
    known = load(game_rules.book).options(game_rules.game).values()
    return [option.id for option in known if any(path.endswith(".needs") for path in option.fields)]


def resplit_options(game_rules: Rules) -> list[str]:
    """The options of a game by which a pair may be split again, where somebody permits it.

    >>> resplit_options(rules("sydney-v15", "blackjack")), resplit_options(rules("canberra-2006", "blackjack"))
    (['resplit'], [])
    """
    known = load(game_rules.book).options(game_rules.game).values()
    return [option.id for option in known if "split.hands_max" in option.fields and True in option.values]


def _of_another_book(error: OptionError, book: Rulebook, options: Mapping[str, OptionValue]) -> OptionError:
    """The same error, or one that names the other book that has the option."""
    mine = {name for game in book.games for name in book.options(game)}
    for name in options:
        if name in mine:
            continue
        for other in (load(book_id) for book_id in BOOKS if book_id != book.id):
            for game in other.games:
                if name in other.options(game):
                    return OptionError(f"{book.id} has no option {name}, which {other.id} has", error.clause)
    return error
