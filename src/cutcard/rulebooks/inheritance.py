"""What a book of your own takes over from a game of the package, as if its file said all of it itself.

A game says `like = "melbourne-v26/blackjack"` and then only what differs. With the game come the side bets that go with
it, as far as its numbers of decks allow; a side bet of your own may say `like = "perfect-pairs"` and then only its pay
tables and what differs. From the book of the first such game everything that the file leaves
out: the staff's roles, how a table is run, and who may give which command.

A line of a book without a ledger may be a bare value, `natural.pays = "6:5"`: its own name then stands for the clause.
"""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from cutcard.clauses.library import books, text_of
from cutcard.rulebooks.procedures import PROCEDURES, SOME_PROCEDURES
from cutcard.rulebooks.schema import GROUPS

Raw = dict[str, Any]
LINE = ("is", "option", "reading", "role")  # a table with one of these is a line, and not a group of lines
CITED_ALONE = "settles"  # a group whose lines are clauses and nothing else
BY_TABLE = (
    "table",
    "commands",
    "link_commands",
    "tournament_commands",
    "player_commands",
    "promotion_commands",
    "irregularities",
)
USUAL_BASE = "melbourne-v26"  # where a file names a game that there is not, and its roles are to be found all the same


def games_of_package() -> list[str]:
    """Every game that one may be like, as BOOK/GAME."""
    return [f"{book}/{game}" for book, files in books().items() if not files.own for game in _shipped(book)["games"]]


def completed(whole: Raw, book_id: str, loose: bool) -> Raw:
    """A file with everything that it takes over, in its place; `loose`: no ledger, and lines may be bare values.

    What cannot be taken over is left as it stands, for the reader of the file to report.
    """
    games = whole.get("games")
    if not isinstance(games, dict):
        games = {}
    takes_over = any(_foreign(game) for game in games.values())
    bases = {name: base for name, game in games.items() if (base := _base(game)) is not None}
    for game in games.values():
        if isinstance(game, dict) and isinstance(game.get("like"), str):
            game["like"] = {"is": game["like"]}
    if loose:
        _name_lines(whole, games)
    for name, (book, game) in bases.items():
        own = {"title": _in_words(name), **games[name]}
        own.pop("like")
        games[name] = {**merged(_game(book, game), own), "based_on": f"{book}/{game}"}
    if takes_over:
        first = next(iter(bases.values()), (USUAL_BASE, ""))[0]
        _take_side_bets(whole, games, bases)
        _take_document(whole, book_id, first)
    elif loose:
        _take_document(whole, book_id, "")
    return whole


def merged(base: Mapping[str, Any], own: Mapping[str, Any]) -> Raw:
    """Groups of lines with some of them given again.

    >>> merged({"natural": {"pays": {"is": "3:2"}, "paid": {"is": "at-once"}}}, {"natural": {"pays": "6:5"}})
    {'natural': {'pays': '6:5', 'paid': {'is': 'at-once'}}}
    """
    whole: Raw = copy.deepcopy(dict(base))
    for name, value in own.items():
        there: Any = whole.get(name)
        both = isinstance(there, dict) and isinstance(value, dict)
        groups = both and not any(word in each for each in (there, value) for word in LINE)
        whole[name] = merged(there, value) if groups else copy.deepcopy(value)
    return whole


# ------------------------------------------------------------------------------------------------------- the games


@cache
def _shipped(book: str) -> Raw:
    return tomllib.loads(text_of(books()[book].rules))


@cache
def _game(book: str, game: str) -> Raw:
    """A game of the package with all that it has from the game that it is like itself."""
    own = _shipped(book)["games"][game]
    rest = {name: value for name, value in own.items() if name not in ("like", "title")}
    return merged(_game(book, own["like"]["is"]), rest) if "like" in own else rest


def _named(game: Any) -> Any:
    like = game.get("like") if isinstance(game, dict) else None
    return like.get("is") if isinstance(like, dict) else like


def _foreign(game: Any) -> bool:
    """Whether a game is to be like one of another book, known or not."""
    like = _named(game)
    return isinstance(like, str) and "/" in like


def _base(game: Any) -> tuple[str, str] | None:
    like = _named(game)
    if not isinstance(like, str) or not _foreign(game) or like not in games_of_package():
        return None
    book, _, name = like.partition("/")
    return book, name


# ------------------------------------------------------------------------------------------- lines without a clause


def _name_lines(whole: Raw, games: Raw) -> None:
    """Give every bare value, and every line without a clause, its own name for one."""
    for name, game in games.items():
        if not isinstance(game, dict):
            continue
        game.setdefault("title", _in_words(name))
        if "like" in game:
            game["like"] = _line(game["like"], "like")
        _name_groups(game, GROUPS, "")
    _name_groups(whole.get("table"), {**PROCEDURES, **SOME_PROCEDURES}, "table.")
    bets = whole.get("side_bets")
    for bet in bets.values() if isinstance(bets, dict) else ():
        if isinstance(bet, dict):
            _name_side_bet(bet)


def _name_groups(raw: Any, groups: Iterable[str], before: str) -> None:
    for group in groups:
        fields = raw.get(group) if isinstance(raw, dict) else None
        if isinstance(fields, dict) and group != CITED_ALONE:
            raw[group] = {name: _line(value, f"{before}{group}.{name}") for name, value in fields.items()}


def _name_side_bet(bet: Raw) -> None:
    for name, value in bet.items():
        if name in ("title", "judged_by", "clauses", "loses", "loses_later", "loses_undealt", "placed"):
            continue
        if name == "tables":
            for table in value if isinstance(value, list) else ():
                if isinstance(table, dict):
                    table.setdefault("clause", "tables")
            continue
        bet[name] = _line(value, name)
    if "like" not in bet:
        bet.setdefault("loses", "loses")
        bet.setdefault("placed", "placed")


def _line(value: Any, clause: str) -> Any:
    if not isinstance(value, dict) or not any(word in value for word in (*LINE, "clause")):
        return {"is": value, "clause": clause}
    return {**value, "clause": clause} if "clause" not in value and any(word in value for word in LINE) else value


def _in_words(name: str) -> str:
    return name.replace("-", " ").capitalize()


# ----------------------------------------------------------------------------------------------------- the side bets


def _take_side_bets(whole: Raw, games: Raw, bases: Mapping[str, tuple[str, str]]) -> None:
    own = whole.get("side_bets")
    own = own if isinstance(own, dict) else {}
    taken: Raw = {}
    for book in dict.fromkeys(book for book, _ in bases.values()):
        played = {name: game for name, (of, game) in bases.items() if of == book}
        for bet, raw in _shipped(book)["side_bets"].items():
            found = _side_bet(raw, games, played)
            if found is not None and bet not in taken:
                taken[bet] = found
    sound = {name: game for name, game in games.items() if isinstance(game, dict)}
    offered = side_bets_to_be_like(sound.values())
    own = {name: _side_bet_like(name, bet, offered, sound) for name, bet in own.items()}
    whole["side_bets"] = merged(taken, own)
    for bet in whole["side_bets"].values():
        others = bet.get("not_with") if isinstance(bet, dict) else None
        if isinstance(others, dict) and isinstance(others.get("is"), list):
            others["is"] = [name for name in others["is"] if name in whole["side_bets"]]


def side_bets_to_be_like(games: Iterable[Raw]) -> Raw:
    """The side bets of the books that these games are based on, by id: one of a file's own may be like any of them."""
    found: Raw = {}
    for book in dict.fromkeys(str(game.get("based_on", "")).partition("/")[0] for game in games):
        found = {**(_shipped(book)["side_bets"] if book else {}), **found}
    return found


def _side_bet_like(name: str, bet: Any, offered: Raw, games: Raw) -> Any:
    """A side bet of a file's own with all but the pay tables of the one it is like, for every game unless it says."""
    raw = offered.get(str(_named(bet)))
    if raw is None:
        return bet
    base = {key: value for key, value in raw.items() if key not in ("tables", "doubtful", "doubtful_games")}
    counts = sorted({count for game in games.values() for count in _decks(game)})
    base |= {
        "title": _in_words(name),
        "games": {**raw["games"], "is": [*games]},
        "decks": {**raw["decks"], "is": counts},
    }
    return merged(base, {key: value for key, value in bet.items() if key != "like"})


def _side_bet(raw: Raw, games: Raw, played: Mapping[str, str]) -> Raw | None:
    """A side bet of the package for these games, each given with the one that it is like; None where it fits none."""
    decks = {name: set(_decks(games[name])) & set(raw["decks"]["is"]) for name in played}
    goes = [name for name, game in played.items() if decks[name] and game in raw["games"]["is"]]
    doubtful = [name for name, game in played.items() if decks[name] and game in raw.get("doubtful_games", _NONE)["is"]]
    tables = []
    for table in raw["tables"]:
        here = [name for name in (*goes, *doubtful) if played[name] in table.get("games", [played[name]])]
        counts = {count for name in here for count in decks[name] & set(table.get("decks", raw["decks"]["is"]))}
        if counts:
            given: Raw = {"games": here} if "games" in table else {}
            given |= {"decks": sorted(counts)} if "decks" in table else {}
            tables.append({**table, **given})
    paid = {name for name in (*goes, *doubtful) if any(name in table.get("games", [name]) for table in tables)}
    goes, doubtful = [name for name in goes if name in paid], [name for name in doubtful if name in paid]
    if not paid:
        return None
    found = copy.deepcopy({**raw, "tables": tables})
    found["games"]["is"] = goes
    if "doubtful_games" in raw:
        found["doubtful_games"]["is"] = doubtful
    found["decks"]["is"] = [count for count in raw["decks"]["is"] if any(count in decks[name] for name in paid)]
    return found


_NONE: Raw = {"is": []}


def _decks(game: Raw) -> list[int]:
    """The numbers of decks that a game may be played with; none where the line is not such a line."""
    cards = game.get("cards")
    line = cards.get("decks") if isinstance(cards, dict) else None
    if not isinstance(line, dict):
        return []
    values = [line["is"]] if "is" in line else [*_values(line)]
    return [count for each in values if isinstance(each, list) for count in each if isinstance(count, int)]


def _values(line: Raw) -> Iterator[Any]:
    values, options = line.get("values"), line.get("options")
    yield from values.values() if isinstance(values, dict) else options if isinstance(options, list) else ()


# ---------------------------------------------------------------------------------------------- the document and tables


def _take_document(whole: Raw, book_id: str, base: str) -> None:
    """The head of a document, and with the roles everything that depends on roles."""
    document = whole.setdefault("document", {})
    if not isinstance(document, dict):
        return
    usual = {
        "id": book_id,
        "title": _in_words(book_id),
        "regulator": "nobody",
        "edition": "rules of your own",
    }
    whole["document"] = document = {**usual, **document}
    if not base:
        document.setdefault("roles", ["dealer", "manager"])
        return
    if "roles" in document:
        return
    from_book = _shipped(base)
    document["roles"] = list(from_book["document"]["roles"])
    document.setdefault("beside", list(from_book["document"].get("beside", ())))
    bets = whole.get("side_bets")
    for section in BY_TABLE:
        if section in from_book:
            own = whole.get(section, {})
            whole[section] = merged(from_book[section], own) if isinstance(own, dict) else own
    for section in BY_TABLE:
        for power in whole[section].values() if isinstance(whole.get(section), dict) else ():
            if isinstance(power, dict) and isinstance(power.get("bets"), dict):
                power["bets"] = {bet: one for bet, one in power["bets"].items() if bet in (bets or {})}
