"""A rulebook of your own: what it takes over from a game of the package, every fault of it, and how it is kept."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.own_books import own_book

from cutcard import clauses
from cutcard.clauses import library
from cutcard.errors import CutcardError, UnknownName
from cutcard.money import Odds
from cutcard.odds.side_bets import side_bet
from cutcard.records import settle
from cutcard.rulebooks import BOOKS, is_current, is_known, load, pinned, read, rules
from cutcard.rulebooks.inheritance import games_of_package
from cutcard.rulebooks.loader import check, keep, kept_text
from cutcard.rulebooks.offers import offered
from cutcard.rulebooks.schema import GROUPS
from cutcard.rulebooks.source import pinned_id
from cutcard.rulebooks.template import template
from cutcard.rulebooks.words import field_at, words

LIKE = 'like = "melbourne-v26/blackjack"\n'
GAMES = games_of_package()


def written(folder: Path, text: str, name: str = "home") -> Path:
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file


def reasons(folder: Path, text: str) -> dict[str, str]:
    return {fault.path: fault.reason for fault in check(written(folder, text))}


# --------------------------------------------------------------------------------------------------- what is taken over


@pytest.mark.parametrize("like", GAMES)
def test_a_game_that_is_like_another_and_says_no_more_is_the_same_game(like: str, tmp_path: Path) -> None:
    book, _, game = like.partition("/")
    own, shipped = read(written(tmp_path, f'[games.mine]\nlike = "{like}"\n')).rules("mine"), rules(book, game)
    assert {group: getattr(own, group) for group in GROUPS} == {group: getattr(shipped, group) for group in GROUPS}
    assert {path: own.clauses[path] for path in own.clauses if not path.startswith("side_bets")} == {
        path: shipped.clauses[path] for path in shipped.clauses if not path.startswith("side_bets")
    }
    assert list(offered(own)) == list(offered(shipped))
    assert dict(own.options) == {name: value for name, value in shipped.options.items() if name in own.options}


@pytest.mark.parametrize("like", GAMES)
def test_every_line_of_a_template_may_be_taken_in(like: str, tmp_path: Path) -> None:
    text = re.sub(r"(?m)^# (\w+\.\w+ = )", r"\1", template("home", like))
    assert check(written(tmp_path, text)) == ()
    book, _, game = like.partition("/")
    own, shipped = read(tmp_path / "home.toml").rules(game), rules(book, game)
    for group in GROUPS:
        if group not in ("settles", "winning"):  # lines of clauses, and bonuses, which cite one each
            assert getattr(own, group) == getattr(shipped, group)


def test_a_variant_is_five_lines(tmp_path: Path) -> None:
    with own_book(tmp_path, f'title = "At home"\n{LIKE}natural.pays = "6:5"\ndealer.hits_soft_17 = true\n') as name:
        home = rules(name, "blackjack")
        assert (home.title, home.natural.pays, home.dealer.hits_soft_17) == ("At home", Odds(6, 5), True)
        assert home.clauses["natural.pays"] == "natural.pays"
        assert home.clauses["natural.paid"] == rules("melbourne-v26", "blackjack").clauses["natural.paid"]
        assert clauses.ledger(name)["natural.pays"].says == "odds paid on it"
        assert clauses.ledger(name)["8.1"] == clauses.ledger("melbourne-v26")["8.1"]
        assert load(name).roles == load("melbourne-v26").roles
        assert load(name).procedures is not None
        assert name in BOOKS
    assert name not in BOOKS


def test_an_empty_list_may_be_written_with_the_word_that_is_printed_for_it(tmp_path: Path) -> None:
    lines = 'double.totals = "any"\ncards.removed_ranks = "none"\ndouble.split_totals = "as any hand"\n'
    game = read(written(tmp_path, f"[games.mine]\n{LIKE}{lines}")).rules("mine")
    assert (game.double.totals, game.cards.removed_ranks, game.double.split_totals) == ((), (), ())
    assert words(game.double.totals, field_at("double.totals")) == "any"
    wrong = reasons(tmp_path, f'[games.mine]\n{LIKE}double.totals = "none"\ncards.decks = "any"\n')
    assert set(wrong) == {"games.mine.double.totals", "games.mine.cards.decks"}


def test_bonuses_may_be_written_as_they_are_printed(tmp_path: Path) -> None:
    pontoon = rules("melbourne-v26", "crown-pontoon").winning.bonuses
    printed = ", ".join(f'"{bonus.name}: {words(bonus.pays)}"' for bonus in pontoon)
    for line, clause in ((f"[{printed}]", "winning.bonuses"), (f'{{ is = [{printed}], clause = "7.1" }}', "7.1")):
        game = read(written(tmp_path, f"[games.mine]\n{LIKE}winning.bonuses = {line}\n")).rules("mine")
        assert game.winning.bonuses == tuple(replace(bonus, clause=clause) for bonus in pontoon)
    (fault,) = check(written(tmp_path, f'[games.mine]\n{LIKE}winning.bonuses = ["five sevens: 3 to 1"]\n'))
    assert fault.path == "games.mine.winning.bonuses"
    assert 'a bonus is written as "5 cards: 3 to 2"' in fault.reason


def test_a_bonus_of_ones_own_is_paid_under_its_line(tmp_path: Path) -> None:
    with own_book(tmp_path, LIKE + 'winning.bonuses = ["6-7-8: 3 to 1"]\n') as name:
        wagers = [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}]
        record = {"rulebook": name, "game": "blackjack", "decks": 8, "wagers": wagers, "cards": "6s 9d 7h 8c Kc"}
        (line,) = settle({**record, "actions": [{"do": "hit"}]})["settlement"]
    assert (line["returned"], line["odds"], line["clause"]) == ("40", "3:1", "winning.bonuses")


def test_a_pay_table_in_words_names_the_decks_that_pay_alike_together() -> None:
    pays = {("A", 4): Odds(25, 1), ("A", 6): Odds(25, 1), ("B", 4): Odds(30, 1), ("", 1): Odds(30, 1)}
    assert words(pays) == "25 to 1 (table A, 4, 6 decks); 30 to 1 (table B, 4 decks); 30 to 1 (1 deck)"


def test_a_line_may_cite_a_clause_of_ones_own_with_a_ledger_and_without(tmp_path: Path) -> None:
    text = f'[games.mine]\n{LIKE}natural.pays = {{ is = "2:1", clause = "H1" }}\n'
    file = written(tmp_path, text)
    assert read(file).rules("mine").clauses["natural.pays"] == "H1"
    ledger = tmp_path / "home.csv"
    ledger.write_text("clause,topic,how,says\nH2,payout,enforce,Another.\n", encoding="utf-8")
    assert [fault.reason for fault in check(file)] == ["clause 'H1' is not in the ledger"]
    ledger.write_text("clause,topic,how,says\nH1,payout,enforce,It pays 2 to 1.\n", encoding="utf-8")
    assert check(file) == ()
    assert reasons(tmp_path, text + "split.hands_max = 2\n")["games.mine.split.hands_max"].startswith("a field is")


def test_side_bets_come_along_as_far_as_the_decks_allow(tmp_path: Path) -> None:
    def of(decks: str) -> set[str]:
        return set(offered(read(written(tmp_path, f"[games.mine]\n{LIKE}cards.decks = {decks}\n")).rules("mine")))

    assert of("[8]") >= {"perfect-pairs", "blackpot"}
    assert of("[1]") == set()
    one = read(written(tmp_path, f"[games.mine]\n{LIKE}cards.decks = [1, 4]\n"))
    assert one.side_bets["perfect-pairs"]["decks"].value == (4,)


PAIRS = 'tables = [{ rows = [{ outcome = "suited", pays = "30:1" }, { outcome = "mixed", pays = "5:1" }] }]\n'


def test_a_side_bet_of_ones_own_is_like_one_of_the_games_book(tmp_path: Path) -> None:
    text = f'[games.mine]\n{LIKE}cards.decks = [1, 2]\n[side_bets.shed-pairs]\nlike = "perfect-pairs"\n{PAIRS}'
    game = read(written(tmp_path, text)).rules("mine")
    bet, usual = game.side_bets["shed-pairs"], rules("melbourne-v26", "blackjack").side_bets["perfect-pairs"]
    assert (bet.title, bet.decks, bet.judged_by, bet.per_box_max) == ("Shed pairs", (1, 2), "pairs", usual.per_box_max)
    (table,) = bet.tables
    assert [(row.outcome, str(row.pays)) for row in table.rows] == [("suited", "30:1"), ("mixed", "5:1")]
    assert "perfect-pairs" not in game.side_bets  # which has no pay table for so few decks
    odds = side_bet(game, 1, "shed-pairs")
    assert {outcome.name: outcome.p for outcome in odds.outcomes}["mixed"] == pytest.approx(
        2 / 51
    )  # the other colour's two
    without = reasons(tmp_path, text.replace(PAIRS, ""))
    assert without == {"side_bets.shed-pairs.tables": "missing value"}
    other = reasons(tmp_path, text.replace('"perfect-pairs"', '"perfect-pear"'))
    assert "there is no side bet 'perfect-pear' to be like; did you mean perfect-pairs?" in other.values()


def test_a_game_may_be_like_another_of_the_same_file(tmp_path: Path) -> None:
    text = f'[games.one]\n{LIKE}natural.pays = "6:5"\n[games.two]\nlike = "one"\nsplit.hands_max = 2\n'
    book = read(written(tmp_path, text))
    assert book.rules("two").natural.pays == Odds(6, 5)
    assert book.game("two").like == "one"
    assert book.game("one").based_on == "melbourne-v26/blackjack"


# --------------------------------------------------------------------------------------------------------------- faults


def test_every_fault_is_reported_at_once_and_where_it_stands(tmp_path: Path) -> None:
    found = reasons(
        tmp_path,
        '[document]\ntitel = "x"\n[games.one]\nlike = "melbourne-v26/blackjak"\n'
        f'[games.two]\n{LIKE}natural.pay = "6:5"\nnatural.pays = 1.5\nsplit.hands_max = 40\n'
        'dealer.hole_card = "seen"\ninsurance.at_most = "1/0"\n'
        '[games.three]\nlike = "two"\nsurrender.against = ["A", "A"]\n',
    )
    assert found["document.titel"] == "unknown field; did you mean title?"
    assert "did you mean melbourne-v26/blackjack" in found["games.one.like"]
    assert found["games.two.natural.pay"] == "unknown field; did you mean pays?"
    assert 'such as "3:2", not 1.5' in found["games.two.natural.pays"]
    assert found["games.two.split.hands_max"] == "split.hands_max is from 1 to 8 here"
    assert "one of 'none', 'peeked' or 'unpeeked'" in found["games.two.dealer.hole_card"]
    assert 'such as "1/2"' in found["games.two.insurance.at_most"]
    assert "each value once" in found["games.three.surrender.against"]
    assert len(found) == 8


@pytest.mark.parametrize(
    "text",
    [
        "games = 3",
        "document = 3\n[games.a]\n",
        "[games]\na = 3",
        "[games.a]\nlike = 3",
        '[games.a]\nlike = ["x"]',
        '[games.a]\nlike = "melbourne-v26/"',
        '[games.a]\nlike = "a"',
        f"[games.a]\n{LIKE}cards = 3",
        f"[games.a]\n{LIKE}cards.decks = {{}}",
        f"[games.a]\n{LIKE}[side_bets]\nx = 3",
        f"[games.a]\n{LIKE}[side_bets.perfect-pairs]\ntables = 3",
        f"[games.a]\n{LIKE}[side_bets.perfect-pairs]\ngames = 3",
        f"[games.a]\n{LIKE}[table]\nshoe = 3",
        f"[games.a]\n{LIKE}[commands]\nopen-table = 3",
        f'[games.a]\n{LIKE}[document]\nroles = ["x"]\n[table.shoe]\nburn = "may"',
        f"[games.a]\n{LIKE}[irregularities]\nx = 3",
        f"[games.a]\n{LIKE}winning.bonuses = [3]",
        f"[games.a]\n{LIKE}natural.pays = 2026-11-17",
        f"[games.a]\n{LIKE}natural.pays = nan",
        f'[games.a]\n{LIKE}natural.pays = {{ option = "x", values = 3 }}',
        '[games.a]\nnatural.pays = "3:2"',
        "",
        "[games",
        "\x00",
    ],
)
def test_whatever_a_file_says_the_answer_is_a_list_of_sentences(text: str, tmp_path: Path) -> None:
    found = check(written(tmp_path, text))
    assert found
    assert len(found) < 80
    assert all(fault.reason and "\n" not in fault.reason for fault in found)


def test_a_game_without_a_like_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    found = reasons(tmp_path, '[games.a]\nnatural.pays = "3:2"')
    assert list(found) == ["games.a"]
    assert 'say like = "melbourne-v26/blackjack"' in found["games.a"]


def test_a_file_that_is_not_text_or_too_long_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "home.toml"
    file.write_bytes(b"\xff\xfe")
    assert [fault.reason for fault in check(file)] == ["this is not TOML: it is not text in UTF-8"]
    file.write_bytes(b"#" * (library.BYTES_MOST + 1))
    assert "at most 4,000,000 bytes" in check(file)[0].reason


# ----------------------------------------------------------------------------------------------------------- by path


def test_a_path_is_refused_where_it_holds_no_book_or_has_the_name_of_another(tmp_path: Path) -> None:
    for name in ("sydney-v15", "Home", "a b", "home@1", "a.b"):
        file = written(tmp_path, f"[games.a]\n{LIKE}", name)
        with pytest.raises(CutcardError, match=r"the name of another book|small letters"):
            library.add(file)
        file.unlink()
    for path in (tmp_path / "nothing.toml", tmp_path, Path("/etc/passwd"), Path(os.devnull)):
        with pytest.raises(CutcardError, match="so there is no rulebook in it"):
            library.add(path)
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(CutcardError, match="is not a TOML file"):
        library.add(pipe)
    assert tuple(BOOKS) == tuple(library.find())


def test_a_book_is_never_loaded_by_a_path(tmp_path: Path) -> None:
    file = written(tmp_path, f"[games.a]\n{LIKE}")
    for name in (str(file), "home", f"home@{'0' * 32}", f"{file}@0", "../home.toml"):
        assert not is_known(name)
        with pytest.raises(UnknownName):
            load(name)


# -------------------------------------------------------------------------------------------------------------- keeping


def test_what_is_kept_is_the_whole_book_under_an_id_that_says_what_is_in_it(tmp_path: Path) -> None:
    with own_book(tmp_path, f'{LIKE}natural.pays = "6:5"\n') as name:
        kept = pinned(name)
        assert re.fullmatch(f"{name}@[0-9a-f]{{32}}", kept)
        assert is_current(kept)
        assert is_known(kept)
        assert load(kept).rules("blackjack").book == kept
        text = kept_text(kept)
        assert pinned_id(text) == kept == keep(text)
        assert pinned_id(text.replace('"6:5"', '"3:2"')) != kept
    assert not is_current(kept)  # the file is not known any more, and the book is
    again = load(kept)
    assert again.rules("blackjack").natural.pays == Odds(6, 5)
    assert again.procedures is not None
    assert clauses.ledger(kept)["natural.pays"].says == "odds paid on it"


def test_a_book_of_the_package_is_named_as_it_is() -> None:
    assert [pinned(book) for book in BOOKS] == list(BOOKS)
    assert all(is_current(book) for book in BOOKS)


def test_comments_and_layout_make_no_other_book(tmp_path: Path) -> None:
    def text_of(text: str) -> str:
        file = written(tmp_path, text)
        from cutcard.rulebooks.source import source_at

        return source_at(file).text()

    one = text_of(f'[games.a]\n{LIKE}natural.pays = "6:5"\n')
    assert one == text_of(f'# a comment\n[games.a]\nnatural = {{ pays = "6:5" }}\n\n{LIKE}')
    assert one != text_of(f'[games.a]\n{LIKE}natural.pays = "7:5"\n')


@pytest.mark.parametrize(
    "text", ["{}", "[]", "3", '{"rules": {}, "ledger": []}', "", '{"rules":{"document":{"id":1}}}']
)
def test_what_is_no_kept_book_is_not_taken_for_one(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a rulebook that was kept|Expecting value"):
        keep(text)
