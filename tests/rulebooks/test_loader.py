"""A rulebook file with faults is refused, with all of them at once."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest
from support.clauses import clause
from support.editions import sydney

from cutcard.rulebooks import BOOKS, RulebookError, read

TEXT = {book: (files("cutcard.rulebooks") / f"{book}.toml").read_text(encoding="utf-8") for book in BOOKS}


def faults(tmp_path: Path, text: str) -> dict[str, list[str]]:
    """The faults of a file by path."""
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RulebookError) as error:
        read(path)
    found: dict[str, list[str]] = {}
    for fault in error.value.faults:
        assert fault.file == "own.toml"
        assert str(fault) in str(error.value)
        found.setdefault(fault.path, []).append(fault.reason)
    return found


def edited(book: str, *changes: tuple[str, str]) -> str:
    text = TEXT[book]
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


@pytest.mark.parametrize("book", BOOKS)
def test_a_copy_of_a_book_reads_the_same(tmp_path: Path, book: str) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(TEXT[book], encoding="utf-8")
    assert read(path).id == book


def test_a_file_of_ones_own_may_cite_another_books_ledger(tmp_path: Path) -> None:
    path = tmp_path / "home.toml"
    new = 'id        = "home"\nledger = "canberra-2006"'
    path.write_text(edited(C, ('id        = "canberra-2006"', new)), encoding="utf-8")
    assert read(path).rules("blackjack").book == "home"


C = "canberra-2006"
GAME = "games.blackjack"
FINISHED = "irregularities.card-to-finished-dealer[0]"
ONE_FAULT = [
    # the document
    (C, ('title     = "Rules', 'titel     = "Rules'), "document.titel", "unknown field; did you mean title"),
    (C, ('regulator = "ACT', 'regulator = ""\nx = "ACT'), "document.regulator", "text belongs here"),
    (C, ("id        =", 'ledger = "here"\nid ='), "document.ledger", "no ledger of clauses for 'here'"),
    # one field
    (C, ("hands_max           = {", "hands_most = {"), GAME + ".split.hands_most", "unknown field"),
    (C, ("hands_max           = {", "# {"), GAME + ".split.hands_max", "missing value"),
    (C, ("{ is = 4, clause", "{ is = 4, klause"), GAME + ".split.hands_max", "no clause is given"),
    (C, ('4, clause = "10.3"', '4, clause = "10.33"'), GAME + ".split.hands_max", "not in the ledger"),
    (C, ("{ is = 4, clause", '{ is = "4", clause'), GAME + ".split.hands_max", "does not fit"),
    (C, ("{ is = 4, clause", "{ clause"), GAME + ".split.hands_max", "missing value"),
    (C, ("{ is = 4, clause", '{ is = 4, option = "x", clause'), GAME + ".split.hands_max", "not both"),
    (C, ('{ is = 4, clause = "10.3" }', "4"), GAME + ".split.hands_max", "{ is = VALUE, clause"),
    (C, ('{ is = "1/2", clause', '{ is = "half", clause'), GAME + ".insurance.at_most", "not fit"),
    (C, ('is = "3:2"', 'is = "3-2"'), GAME + ".natural.pays", "does not fit"),
    (C, ('{ is = "value"', '{ is = "suit"'), GAME + ".split.alike", "does not fit"),
    (C, ('over_21              = "13.1(d)"', ""), GAME + ".settles.over_21", "missing value"),
    (C, ('"13.1(d)"', '"13.1(z)"'), GAME + ".settles.over_21", "not in the ledger"),
    (C, ('"13.1(d)"', '"none"'), GAME + ".settles.over_21", "not in the ledger"),
    # readings and options
    (C, ('default = "all"', 'default = "nothing"'), GAME + ".dealer.natural_takes", "not among"),
    (C, ('default = "all"\n', ""), GAME + ".dealer.natural_takes", "not among the options"),
    (C, ('options = ["all"', 'choices = ["all"'), GAME + ".dealer.natural_takes", "either options or values"),
    (C, ('options = ["all"', 'options = ["all", "x"'), GAME + ".dealer.natural_takes", "does not fit"),
    (C, ("why     = ", "wy = "), GAME + ".insurance.again.wy", "did you mean why"),
    (C, ('was     = "separate"', 'was = "never"'), GAME + ".insurance.again", "is not among the options"),
    # mistakes in the deal
    (C, ("card-misplaced = [", "card-mislaid = ["), "irregularities.card-mislaid[0]", "does not fit"),
    (C, ('then = "burn", clause = "14.3"', 'then = "burns", clause = "14.3"'), FINISHED + ".then", "does not fit"),
    (C, ('then = "burn", clause = "14.3"', 'then = "burn", clause = "14.33"'), FINISHED + ".clause", "ledger"),
    (
        C,
        ('then = "burn", clause = "14.3", role', 'then = "burn", clause = "14.3", roll'),
        FINISHED + ".role",
        "missing",
    ),
    (C, ('"14.3", role = "dealer"', '"14.3", role = "deeler"'), FINISHED + ".role", "did you mean dealer"),
    (C, ('"14.3", role', '"14.3", told = ["pit"], told_clause = "14.3", role'), FINISHED + ".told", "roles"),
    (C, ('"14.3", role', '"14.3", told = ["commission"], role'), FINISHED + ".told_clause", "no clause is given"),
    (C, ('"round-over" }]', '"at-noon" }]'), FINISHED + ".when", "does not fit"),
    # games
    (
        "melbourne-v26",
        ('{ is = "blackjack", clause = "29.1"', '{ is = "blackjak", clause = "29.1"'),
        "games.free-bet-blackjack.like",
        "no game 'blackjak'; did you mean blackjack",
    ),
    ("melbourne-v26", ('clause = "29.1"', 'clause = "29.111"'), "games.free-bet-blackjack.like", "not in the ledger"),
    (
        "melbourne-v26",
        ('{ is = "blackjack", clause = "10.1"', '{ is = "6-to-5-pontoon", clause = "10.1"'),
        "games.crown-pontoon.like",
        "games like each other in a circle: crown-pontoon -> 6-to-5-pontoon -> crown-pontoon",
    ),
    ("melbourne-v26", ('title = "Vegas Blackjack"', ""), "games.vegas-blackjack.title", "missing value"),
    (
        C,
        ('{ is = [4, 5, 6, 7, 8], clause = "2.1" }\nremoved', '{ is = [4, 9], clause = "2.1" }\nremoved'),
        GAME + ".cards.decks",
        "9 decks cannot be",
    ),
    (
        C,
        ('{ is = 9, clause = "1.1" }', '{ is = 10, clause = "1.1" }'),
        GAME + ".cards.boxes_max",
        "1 to 10 boxes cannot be",
    ),
    (
        C,
        ('{ is = "dealer", clause = "14.7"', '{ is = "king", clause = "14.7"'),
        GAME + ".idle.ordered_by",
        "'king' is not among the document's roles",
    ),
    # side bets
    (
        C,
        ('judged_by      = "sevens"', 'judged_by = "eights"'),
        "side_bets.super-sevens.judged_by",
        "no evaluation 'eights'",
    ),
    (
        C,
        ('{ is = ["blackjack"], clause = "17.1"', '{ is = ["pontoon"], clause = "17.1"'),
        "side_bets.super-sevens.games",
        "'pontoon' is not in this rulebook",
    ),
    (C, ('needs          = { is = "own-wager", clause = "17.5" }', ""), "side_bets.super-sevens.needs", "missing"),
    (C, ('"Australia/Canberra"', '"Canberra"'), "document.time_zone", "there is no time zone 'Canberra'"),
    (C, ('"one-seven"', '"one-eight"'), "side_bets.super-sevens.tables[0].rows[0]", "no outcome 'one-eight'"),
    (C, ('"one-seven"', '"two-sevens"'), "side_bets.super-sevens.tables[0].rows[1]", "is there twice"),
    (C, ('pays = "3:1"', 'meter = "x"'), "side_bets.super-sevens.tables[0].rows[0]", "exactly one of"),
    (C, ('pays = "3:1"', 'share = "1/2"'), "side_bets.super-sevens.tables[0].rows[0]", "of a meter"),
    (C, ('pays = "3:1"', 'share = "2", meter = "x"'), "side_bets.super-sevens.tables[0].rows[0]", "share of 2"),
    (C, ('pays = "3:1"', 'prizes = { "5" = "9" }'), "side_bets.super-sevens.tables[0].rows[0]", "amounts"),
    (C, ('clause = "17.7"\nrows', "rows"), "side_bets.super-sevens.tables[0].rows[0]", "no clause is given"),
    (
        C,
        ('"6:1", clause = "18.14(a)"', '"6:1", clause = "18.14(z)"'),
        "side_bets.perfect-pairs.tables[0].rows[0]",
        "not in the ledger",
    ),
    (C, ('loses          = "17.6(d)"', 'loses = "17.66"'), "side_bets.super-sevens.loses", "not in the ledger"),
    (
        "sydney-v15",
        ('{ is = [6], clause = "3.1.1" }', '{ is = [7], clause = "3.1.1" }'),
        "side_bets.star-pairs.decks",
        "none of its games is played with 7 decks",
    ),
    ("sydney-v15", ('name   = "2"', 'name   = "1"'), "side_bets.lucky-lucky.tables[1]", "pay table '1' is there twice"),
    (
        "melbourne-v26",
        ('["supernova"]', '["supanova"]'),
        "side_bets.blackjack-jackpots.not_with",
        "did you mean supernova",
    ),
    (
        "melbourne-v26",
        ('{ is = [6, 8], clause = "30.5.1" }', '{ is = [3], clause = "30.5.1" }'),
        "side_bets.pot-of-gold.decks",
        "none of its games is played with 3 decks",
    ),
    (
        "melbourne-v26",
        (
            '"free-bet-blackjack",\n]\n\n[[side_bets.supernova',
            '"free-bet-blackjack", "vegas-blackjack",\n]\n\n[[side_bets.supernova',
        ),
        "side_bets.supernova.games",
        "vegas-blackjack is played with none",
    ),
    (
        "melbourne-v26",
        ('games  = ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"]', 'games  = ["crown-pontoon"]'),
        "side_bets.perfect-pairs.tables",
        "no pay table is for 6-to-5-pontoon",
    ),
    (
        "melbourne-v26",
        ('decks  = [6, 8]\ngames  = ["crown-pontoon"', 'decks  = [6, 9]\ngames  = ["crown-pontoon"'),
        "side_bets.perfect-pairs.tables[6].decks",
        "not played with 9 decks",
    ),
]


@pytest.mark.parametrize(
    ("book", "change", "path", "reason"),
    ONE_FAULT,
    ids=[f"{case[2]}: {case[3]}" for case in ONE_FAULT],
)
def test_a_fault_is_reported_with_its_field_and_reason(
    tmp_path: Path, book: str, change: tuple[str, str], path: str, reason: str
) -> None:
    found = faults(tmp_path, edited(book, change))
    assert any(reason in said for said in found.get(path, [])), found


@clause("sydney-v15", "2.3.2")
@clause("sydney-earlier", "2.3.2")
@sydney
def test_a_rack_that_does_not_hold_the_decks_of_a_game_is_a_fault(tmp_path: Path, book: str) -> None:
    text = edited(book, ("rack_decks    = { is = 8,", "rack_decks    = { is = 6,"))
    (reason,) = faults(tmp_path, text)["table.equipment.rack_decks"]
    assert reason == "a rack for 6 decks does not hold the 8 of a game"


def test_all_faults_are_reported_at_once(tmp_path: Path) -> None:
    text = edited(
        "melbourne-v26",
        ('{ is = [9, 10, 11], clause = "7.5.5(a)" }', '{ is = ["nine"], clause = "7.5.5(zz)" }'),
        ('default = "busted-plus-one"', 'default = "all-of-it"'),
        ('{ is = "crown-pontoon", clause = "20.1" }', '{ is = "pontoon", clause = "20.1" }'),
        ('outcome = "super"', 'outcome = "duper"'),
        ('meter = "supernova-minor"', 'metre = "supernova-minor"'),
    )
    assert faults(tmp_path, text).keys() >= {
        "games.blackjack.double.totals",
        "games.blackjack.dealer.natural_takes",
        "games.6-to-5-pontoon.like",
        "side_bets.crown-suits.tables[0].rows[0]",
        "side_bets.supernova.tables",
    }


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x = ",
        "\x00\x01",
        "games = 3\nside_bets = 1\ndocument = 2",
        "[games.a]\n[side_bets.b]\ntables = [1]",
        '[games]\na = 1\n[document]\nid = ["x"]',
        "[side_bets.a]\ntables = [{ rows = 3 }]",
        "[games.a.cards]\ndecks = { is = 1979-05-27, clause = 3 }",
        "[games.a.double]\nallowed = { option = 3, values = 4, default = 5 }",
    ],
)
def test_noise_is_refused_in_words(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path, text)


def test_a_file_that_cannot_be_read_is_a_fault_too(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match="No such file"):
        read(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b"# caf\xe9")
    with pytest.raises(RulebookError, match="not TOML"):
        read(tmp_path / "latin.toml")


@pytest.mark.parametrize("book", BOOKS)
def test_files_are_plain_enough_to_read(book: str) -> None:
    """No value is given twice over: a game that is like another says only what its own chapter says."""
    games = tomllib.loads(TEXT[book])["games"]
    for name, game in games.items():
        other = games[game["like"]["is"]] if "like" in game else {}
        for group, fields in game.items():
            if isinstance(fields, dict) and group != "like":
                again = [key for key, leaf in fields.items() if other.get(group, {}).get(key) == leaf]
                assert not again, f"{name}.{group}: {again}"
