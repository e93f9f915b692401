"""Evenings at every table of every book, typed at random, and what is answered to wrong words."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from rich.console import RenderableType
from support.own_books import own_book
from support.terminal import lines, paper, session, shown

from cutcard.cards import card
from cutcard.engine import State
from cutcard.errors import CutcardError
from cutcard.narration.story import Story
from cutcard.records import settle
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.shoe import Shoe
from cutcard.terminal.screen import Screen
from cutcard.terminal.session import Session
from cutcard.terminal.table_choice import Setting, goes_with

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
ROUNDS = 60
DRAWN_EVERY = 20  # drawing takes far longer than playing, so most pictures are left out


class Glance(Screen):
    """A screen that is drawn now and then."""

    def __init__(self) -> None:
        super().__init__(paper(80))
        self.pictures = 0

    def table(self, state: State, story: Story, shoe: Shoe, below: Sequence[RenderableType] = ()) -> None:
        self.pictures += 1
        if self.pictures % DRAWN_EVERY == 0:
            super().table(state, story, shoe, below)


class Fingers:
    """Types anything that might be meant, legal or not, until so many rounds are over."""

    def __init__(self, rng: Random, rounds: int) -> None:
        self.rng = rng
        self.rounds = rounds
        self.session: Session | None = None

    def __call__(self, prompt: str) -> str:
        assert self.session is not None
        if self.session.tally.rounds >= self.rounds:
            return "q"
        if prompt.startswith("box"):
            side = ["5"] * len(self.session.setup.side_bets)
            return self.rng.choice(["", " ".join(["20", *side]), "10", " ".join(["12", *side]), "ten", "15 2.5"])
        return self.rng.choice(["h", "s", "d", "d 3", "p", "p", "u", "i", "i 2.50", "e", "x", "", "n", "?", "r", "h 4"])


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_survives_random_fingers_and_its_records_settle_alike(book: str, game: str, tmp_path: Path) -> None:
    rng = Random(f"{book}/{game}")
    bets = {bet: "" for bet in goes_with(rules(book, game)) if bet != "supernova"}  # two meters exclude each other
    setting = Setting(book=book, game=game, side_bets=bets, chip=250 if "blazing-7s" in bets else 100, minimum=500)
    fingers = Fingers(rng, ROUNDS)
    file = tmp_path / "rounds.jsonl"
    played = session(
        setting, fingers, screen=Glance(), boxes=(1, 3), others=2, bankroll=10**9, seed=rng.random(), records=file
    )
    fingers.session = played
    tally = played.run()
    assert tally.rounds == ROUNDS
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == ROUNDS
    for record in records:
        again = settle({key: value for key, value in record.items() if key not in ("net", "settlement", "hands")})
        assert again["net"] == record["net"]
        assert again["settlement"] == record["settlement"]
        assert again["unused"] == ""
    assert tally.net == sum(round(float(record["net"].get("you", 0)) * 100) for record in records)
    assert tally.bankroll == tally.began_with + tally.net


@pytest.mark.parametrize("hole_card", ["peeked", "unpeeked"])
def test_a_hole_card_is_played_at_the_terminal(hole_card: str, tmp_path: Path) -> None:
    with own_book(tmp_path, f'like = "melbourne-v26/blackjack"\ndealer.hole_card = "{hole_card}"\n') as book:
        fingers, file = Fingers(Random(hole_card), 40), tmp_path / "rounds.jsonl"
        played = session(Setting(book=book, game="blackjack"), fingers, bankroll=10**9, others=1, records=file)
        fingers.session = played
        assert played.run().rounds == 40
        for line in file.read_text().splitlines():
            record = json.loads(line)
            again = settle({key: value for key, value in record.items() if key not in ("net", "settlement", "hands")})
            assert (again["settlement"], again["unused"]) == (record["settlement"], "")
    assert "[?]" in shown(played)
    assert ("looks at the card face down: no Blackjack" in shown(played)) == (hole_card == "peeked")


CROWN = Setting(book="melbourne-v26", game="crown-pontoon", side_bets={"perfect-pairs": ""})


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("ten", "'ten' is not an amount of dollars."),
        ("-10", "An amount cannot be negative."),
        ("5", "Box 1 takes $10 to $500."),
        ("501", "Box 1 takes $10 to $500."),
        ("10.50", "The smallest chip here is $1, so $10.50 cannot be bet."),
        ("10 5 5", "That is too many amounts: a box takes a main wager and Perfect Pairs."),
        ("0 5", "A side bet on box 1 needs a main wager there."),
        ("0", "Nothing is bet, so there is nothing to deal; q leaves the table."),
        ("400 400", "You have $500, and that would take $800."),
        ("r", "No round has been played yet, so there is no record."),
    ],
)
def test_a_bet_that_cannot_be_is_answered_with_a_sentence_and_asked_again(typed: str, answer: str) -> None:
    played = session(CROWN, lines([typed, "q"]), bankroll=50_000)
    played.run()
    assert answer in shown(played)
    assert played.tally.rounds == 0


def test_amounts_that_a_side_bet_does_not_take_are_refused_by_the_book() -> None:
    setting = Setting(book="sydney-v15", game="blackjack", side_bets={"blazing-7s": ""})
    played = session(setting, lines(["10 4", "10 2.50"]))
    tally = played.run()
    assert "Blazing 7's takes $2.50 or $5, not $4. (14.24 table)" in shown(played)
    assert tally.staked >= 1250


def stacked(played: Session, text: str) -> Session:
    """The session with these cards next in the shoe."""
    played.shoe.cards += [card(word) for word in reversed(text.split())]
    return played


def test_only_what_is_legal_is_offered_and_the_rest_explained_with_its_clause() -> None:
    played = session(Setting(book="melbourne-v26", game="blackjack"), lines(["", "p", "d", "s"]), explain=True)
    stacked(played, "Ts 9d 6h Td").run()
    text = shown(played)
    assert re.search(r"H +Hit +S +Stand +\? +why not", text)
    assert "This is not a pair: 10♠ and 6♥ differ in value.  7.5.6(a)" in text
    assert "no double" in text
    assert "This is not a pair: 10♠ and 6♥ differ in value. (7.5.6(a))" in text  # typed all the same
    assert "16 against the dealer's 19  5.6.6" in text


def test_a_question_mark_explains_without_being_asked_to_for_good() -> None:
    played = session(Setting(book="sydney-v15", game="blackjack"), lines(["", "?", "s"]))
    stacked(played, "Ts 9d 6h Td").run()
    assert "no split" in shown(played)


def test_insurance_and_even_money_are_offered_against_an_ace() -> None:
    setting = Setting(book="sydney-v15", game="blackjack")
    played = session(setting, lines(["20", "i 99", "i 4", "", "s"]))
    stacked(played, "Ts Ad 9h Kd").run()
    text = shown(played)
    assert "Insurance, up to $10" in text
    assert "Insurance takes $0.01 to $10." in text
    assert "insurance $4: the dealer has a Blackjack, paid 2 to 1" in text
    assert played.tally.net == -2000 + 800
    played = session(setting, lines(["20", "e"]))
    stacked(played, "Ts Ad Ah Kd").run()
    assert "even money on a Blackjack" in shown(played)
    assert played.tally.net == 2000


def test_a_split_is_played_hand_by_hand() -> None:
    played = session(Setting(book="melbourne-v26", game="premier-blackjack"), lines(["20", "p", "d 5", "s"]))
    stacked(played, "8s 6d 8h 3c Kc Td Th 7s").run()
    text = shown(played)
    assert "hand 2" in text
    assert "double $5" in text
    assert played.tally.net == 2000 + 500 + 2000


def test_a_doubled_hand_of_pontoon_may_be_rescued() -> None:
    played = session(Setting(book="melbourne-v26", game="crown-pontoon"), lines(["20", "d", "x"]))
    stacked(played, "6s Kd 5h 2c").run()
    assert "rescued: the double is taken back" in shown(played)
    assert played.tally.net == -2000


def test_surrender_gives_back_half() -> None:
    played = session(Setting(book="melbourne-v26", game="vegas-blackjack"), lines(["20", "u"]))
    stacked(played, "Ts Kd 6h 9c").run()
    assert "surrendered, $10 comes back  12.4.1(d)" in shown(played)


def test_free_bets_cost_nothing() -> None:
    played = session(Setting(book="melbourne-v26", game="free-bet-blackjack"), lines(["20", "d"]), bankroll=2000)
    stacked(played, "6s 9d 5h 2c Kd").run()
    text = shown(played)
    assert "Free double" in text
    assert "free double $20: 13 against the dealer's 19, a token costs nothing" in text
    assert played.tally.net == -2000


def test_what_the_player_cannot_pay_is_not_offered() -> None:
    setting = Setting(book="melbourne-v26", game="blackjack")
    played = session(setting, lines(["20", "?", "s"]), bankroll=2500)
    stacked(played, "5s 6d 5h 2c Kd 9d").run()
    text = shown(played)
    assert "Double, up to $5" in text
    assert "You have $5 left, and it takes $20." in text


def test_a_side_bet_is_settled_in_sight_of_all() -> None:
    played = session(CROWN, lines(["10 5", "s"]))
    stacked(played, "8s Kd 8s 9c").run()
    assert re.search(r"\+\$\d+ Box 1 +Perfect Pairs \$5: a pair of one suit, paid \d+ to 1", shown(played))


def test_a_prize_is_drawn_from_the_pay_table() -> None:
    setting = Setting(book="melbourne-v26", game="crown-pontoon", side_bets={"pontoon-pandemonium": ""})
    played = session(setting, lines(["10 5"]))
    stacked(played, "As 9d Ks").run()
    table = played.setup.side_bets["pontoon-pandemonium"]
    assert played.record is not None
    assert round(float(played.record["draws"][0]) * 100) in {prize for _, prize in table.draws}
    assert "you press the button" in shown(played)


def test_who_leaves_in_the_middle_has_his_hand_played_as_an_absent_players() -> None:
    played = session(Setting(book="melbourne-v26", game="blackjack"), lines(["10", "q"]))
    stacked(played, "5s 6d 4h 2c Kd 9d 8d").run()
    text = shown(played)
    assert "you left, so your hands were played as an absent player's  7.5.4(c)" in text
    assert "1 round, $10 staked" in text
    assert played.state.hands[0].total == 21


def test_enter_repeats_the_last_bet_on_every_box() -> None:
    played = session(CROWN, lines(["20 5", "30", *["s"] * 8]), boxes=(1, 3), seed=4)
    played.run()
    assert dict(played.last) == {(1, "main"): 2000, (1, "perfect-pairs"): 500, (3, "main"): 3000}
    again = session(CROWN, lines(["20 5", "30", *["s"] * 4, "", *["s"] * 8]), boxes=(1, 3), seed=4)
    assert again.run().staked % 5500 == 0


def test_who_has_less_than_the_minimum_is_told_and_shown_out() -> None:
    played = session(CROWN, lines([""]), bankroll=900)
    played.run()
    assert "You have $9 left, less than the table's minimum." in shown(played)
    assert "No round was played." in shown(played)


def test_the_record_can_be_seen_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    typed = ["10", "s", "r", f"r {file}", f"r {tmp_path}/none/x", "q"]
    played = session(Setting(book="sydney-v15", game="blackjack"), lines(typed))
    stacked(played, "Ts 9d Th Td").run()
    text = shown(played)
    line = next(line for line in text.splitlines() if line.startswith('{"rulebook"'))
    assert json.loads(line) == json.loads(file.read_text())
    assert settle(json.loads(line))["net"] == {"you": "10"}
    assert "cannot be written: no such file or directory." in " ".join(text.split())


def test_the_shoe_is_shuffled_when_the_cutting_card_is_out() -> None:
    played = session(Setting(book="sydney-v15", game="blackjack"), lines(["10", "s", *["s"] * 5]))
    played.shoe.cards = played.shoe.cards[: played.shoe.behind]
    played.fresh = False
    played.run()
    assert "shuffled 416 cards and burned the first" in shown(played)


def test_other_players_need_room() -> None:
    with pytest.raises(CutcardError, match="room for"):
        session(CROWN, lines([]), others=20)


def test_an_evening_watched_without_a_bet_is_dealt_to_the_others() -> None:
    played = session(CROWN, lines(["0", "q"]), others=2)
    assert played.run().rounds == 0
    assert {wager.player for wager in played.state.wagers} == {"ann", "bob"}
