"""What the table page says: who is waited for, what may be done and why not, what happened, what the coach knows."""

from __future__ import annotations

import asyncio
import dataclasses
import re
from html import unescape
from pathlib import Path

import pytest
from support.clauses import clause as shows
from support.tables import NOTICES, Table

from cutcard.engine import commands as say
from cutcard.floor.house_dealer import Pace
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.odds import OpenBox, choice_values, solve
from cutcard.rulebooks import rules
from cutcard.service.caller import Caller
from cutcard.service.odds_question import Question
from cutcard.store import Store
from cutcard.table import (
    Call,
    CloseOffers,
    CloseTable,
    DealFaceDown,
    DeclineOffer,
    GiveClosingNotice,
    Person,
    PlaceWager,
    PressButton,
    SellChips,
    Shuffle,
    TableState,
    view,
)
from cutcard.table.view import TableView
from cutcard.web import table_coach
from cutcard.web.browser_view import BrowserView
from cutcard.web.table_clicks import LATE, InvalidClick, commands_for_click, decision_for_click, moment, wagers_of
from cutcard.web.table_coach import Advice, coach_html, last_html
from cutcard.web.table_controls import KEYS, controls, denominations, help_list, seat, status, usual_chip, watching
from cutcard.web.table_story import TableStory

ANN = Person("ann", "player")


def table(floor: Table, name: str | None = "ann") -> TableView:
    return view.table(floor.state, Person(name, "player") if name else None)


def plain(html: str) -> str:
    """The words of a piece of HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def dealt(front: str, book: str = "melbourne-v26", game: str = "blackjack", **terms: object) -> Table:
    floor = Table(book, game, **{"decks": 8, **terms}).seat("ann", 2).ready(front).wagers("ann 2 20").close()
    while floor.state.round is not None and floor.state.round.needs == "offers":
        floor.do(CloseOffers(), floor.dealer)
    return floor


# ----------------------------------------------------------------------------------------------------------- the desk


def test_the_status_says_whose_turn_it_is_with_total_and_dealers_card() -> None:
    floor = dealt("As 9d 7h")
    assert plain(status(table(floor), "ann")) == "Your turn at box 2, 8 or 18 against 9♦."
    assert plain(status(table(floor, "bob"), "bob")) == "ann to decide for box 2, 8 or 18 against 9♦."
    assert "data-until" in status(table(floor), "ann")


def test_only_what_is_allowed_is_enabled_and_the_rest_says_why_not_with_its_clause() -> None:
    floor = dealt("8s 9d 7h")
    html = controls(table(floor), floor.state, "ann", 1000)
    enabled = re.findall(r'data-choice="([\w-]+)"', html)
    assert enabled == ["hit", "stand"]
    assert 'data-clause="7.5.6(a)" data-href="/rulebook/melbourne-v26#7.5.6(a)"' in html
    assert "8♠ and 7♥ are not alike in value" in html
    assert controls(table(floor, "bob"), floor.state, "bob", 1000).count("data-choice") == 0


def test_every_act_has_a_key_of_its_own_and_the_list_of_keys_has_them_all() -> None:
    assert len(set(KEYS.values())) == len(KEYS)
    said = plain(help_list())
    for key, word in (("H", "hit"), ("S", "stand"), ("D", "double"), ("P", "split"), ("R", "surrender")):
        assert f"{key} {word}" in said


def test_chips_in_the_rack_can_make_the_minimum_and_do_not_pass_the_maximum() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    values = denominations(table(floor))
    assert values == sorted(values)
    assert max(values) <= 50_000
    assert usual_chip(table(floor)) == 1000


def test_the_seat_shows_chips_limits_and_how_to_leave() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    said = plain(seat(table(floor), "ann"))
    assert said.startswith("$10,000 in chips · your limits $10 to $500 Give up box 1 Step away Leave the table")
    assert seat(table(floor, "bob"), "bob") == ""


def test_who_is_asked_to_cut_may_put_the_cutting_card_anywhere_or_decline() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready().play_out("ann 1 10")
    floor.do(Shuffle(*floor.order()), floor.dealer)
    assert floor.state.shoe.offered == "ann"
    assert plain(status(table(floor), "ann")) == "Will you cut the cards?"
    assert plain(status(table(floor, "bob"), "bob")) == "ann may cut the cards."
    html = controls(table(floor), floor.state, "ann", 1000)
    usual = re.search(r'type="range" id="cut-at" min="1" max="311" value="(\d+)"', html)
    assert usual is not None
    ((_, command),) = commands_for_click({"act": "cut", "at": int(usual[1]), "id": "a"}, floor.state, "ann")
    assert floor.do(command, "ann")  # where the page proposes to cut, the document allows it
    assert "cut-at" not in controls(table(floor), floor.state, "ann", 1000)


def test_the_prize_button_is_lit_for_its_winner_only_and_says_its_clause() -> None:
    bet = "pontoon-pandemonium"
    floor = Table("melbourne-v26", "crown-pontoon", decks=8, side_bets={bet: "1"}, chips=1_000_000_000)
    floor.seat("ann", 1).seat("bob", 2)
    floor.ready("As 9h 6d Kh 8d 7c 8c 9c")
    floor.wagers("ann 1 20", f"ann 1 5 {bet}", "bob 2 20", f"bob 2 5 {bet}").close()
    assert plain(status(table(floor), "ann")).startswith("A prize is won on box 1: it is your press of the button.")
    enabled = controls(table(floor), floor.state, "ann", 1000)
    assert 'data-act="press"' in enabled
    assert 'data-key="B"' in enabled
    assert "11.5.5</a>" in enabled
    disabled = controls(table(floor, "bob"), floor.state, "bob", 1000)
    assert 'data-act="press"' not in disabled
    assert 'aria-disabled="true"' in disabled
    assert 'data-clause="11.5.5"' in disabled
    assert "It is ann&#x27;s now" in disabled
    assert 'id="press"' not in controls(table(floor, "cid"), floor.state, "cid", 1000)
    said = {"act": "press", "moment": moment(floor.state), "id": "a"}
    assert commands_for_click(said, floor.state, "ann") == (("T1:a:0", PressButton()),)
    floor.do(PressButton(floor.state.config.side_bets[bet].draws[0][1]), "ann")
    with pytest.raises(InvalidClick, match=LATE):
        commands_for_click(said, floor.state, "ann")


def test_a_double_or_split_that_one_cannot_pay_is_unlit_with_what_one_has() -> None:
    floor = Table("canberra-2003").seat("ann", 2, 69_000).ready("5s 7d 5h").wagers("ann 2 350").close()
    html = controls(table(floor), floor.state, "ann", 1000)
    assert re.findall(r'data-choice="([\w-]+)"', html) == ["hit"]
    assert plain(html).count("You have $340 in chips, and this takes $350.") == 2
    clause = floor.state.rules.clauses["deal.wagers_in"]
    assert f'data-clause="{clause}"' in html
    assert floor.refused(Call(say.Split()), "ann").clause == clause


def test_where_the_rules_take_less_a_double_is_offered_for_what_one_has() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2, 69_000).ready("8s 7d 3h 9c").wagers("ann 2 350").close()
    html = controls(table(floor), floor.state, "ann", 1000)
    assert "Double D $340" in plain(html)
    assert 'max="340.00"' in html
    _, command, _ = decision_for_click(choice(floor.state, "double"), floor.state, "ann")
    floor.do(command, "ann")
    assert floor.state.round is not None
    assert [wager.staked for wager in floor.state.round.wagers] == [35_000, 34_000]


@pytest.mark.parametrize(
    ("chips", "said"), [(0, "You have no chips"), (900, "You have $9 in chips, and the minimum is")]
)
def test_who_has_too_few_chips_is_told_who_sells_them(chips: int, said: str) -> None:
    floor = Table("sydney-v15", play_money=True).seat("ann", 1, chips).ready().wagers()
    html = controls(table(floor), floor.state, "ann", 1000)
    assert said in plain(html)
    assert "the dealer sells them" in plain(html)
    floor.do(SellChips("ann", 5000))
    assert "sells" not in controls(table(floor), floor.state, "ann", 1000)


def test_a_closed_table_says_that_it_is_closed() -> None:
    floor = Table("sydney-v15")
    floor.do(CloseTable())
    said = plain(controls(table(floor), floor.state, "ann", 1000))
    assert said == "This table is closed. The lobby has the others."
    assert said in plain(watching(table(floor, None), None))
    assert "Play as guest" not in watching(table(floor, None), None)


def test_once_the_last_has_let_an_offer_go_by_the_table_waits_for_the_dealer() -> None:
    floor = Table("sydney-v15").seat("ann", 2).seat("bob", 4).ready("9s 8s Ad 9h 8h")
    floor.wagers("ann 2 20", "bob 4 20").close()
    assert plain(status(table(floor), "ann")) == "Before play goes on: an offer to you and bob."
    floor.do(DeclineOffer(), "ann")
    assert plain(status(table(floor), "ann")) == "Before play goes on: an offer to bob."
    assert plain(controls(table(floor), floor.state, "ann", 1000)) == "Noted: the table waits for the others."
    floor.do(DeclineOffer(), "bob")
    assert plain(status(table(floor), "ann")) == "Everybody has answered: the dealer goes on."
    assert plain(controls(table(floor), floor.state, "ann", 1000)) == "Noted: the dealer goes on."


def test_staff_who_look_on_are_told_who_they_are_and_where_their_page_is() -> None:
    floor = Table("sydney-v15", play_money=True).seat("ann", 2).ready().wagers()
    html = watching(table(floor, None), Caller("bea", "gaming-supervisor", "sydney"))
    assert plain(html) == "You are bea, gaming supervisor, and watch. The staff page of this table"
    assert 'href="/staff/T1"' in html
    other = watching(table(floor, None), Caller("max", "dealer", "melbourne"))
    assert "this table is not there" in other
    assert plain(watching(table(floor, None), None)) == "Play as guest play money, no account Log in"
    assert plain(status(table(floor, None), None)) == "Betting is open."


def test_the_side_bet_that_the_keys_lay_on_can_be_chosen_where_there_are_several() -> None:
    bets = {"perfect-pairs": True, "blackpot": True}
    floor = Table("melbourne-v26", decks=8, side_bets=bets).seat("ann", 1).ready().wagers()
    offered = [side.bet for side in table(floor).side_bets]
    html = controls(table(floor), floor.state, "ann", 1000, (), offered[0])
    assert f'data-act="side" data-next="{offered[1]}"' in html
    assert f'data-next="{offered[0]}"' in controls(table(floor), floor.state, "ann", 1000, (), offered[1])
    assert "W choose the next side bet" in plain(help_list())


def test_a_wait_is_counted_down_to_its_own_end_and_not_to_a_signs() -> None:
    floor = Table("sydney-v15", betting_ms=0).seat("ann", 1).ready()
    floor.do(GiveClosingNotice(floor.at + 3_600_000))
    floor.wagers()
    assert table(floor).waiting.until is None
    assert "data-until" not in status(table(floor), "ann")


# ----------------------------------------------------------------------------------------------- commands of each click


def choice(state: TableState, act: str, **more: object) -> dict[str, object]:
    return {"act": "choice", "choice": act, "box": "2", "hand": "1", "moment": moment(state), "id": "x", **more}


def test_the_same_choice_at_the_same_moment_has_the_same_id() -> None:
    floor = dealt("8s 9d 2h 3c")
    first, command, _ = decision_for_click(choice(floor.state, "hit", id="a"), floor.state, "ann")
    second, _, _ = decision_for_click(choice(floor.state, "hit", id="b"), floor.state, "ann")
    assert first == second
    stale = choice(floor.state, "hit")
    floor.do(command, "ann")
    with pytest.raises(InvalidClick, match=LATE):
        decision_for_click(stale, floor.state, "ann")
    assert decision_for_click(choice(floor.state, "hit"), floor.state, "ann")[0] != first


def test_nobody_decides_for_another() -> None:
    floor = dealt("8s 9d 2h")
    with pytest.raises(InvalidClick, match=LATE):
        decision_for_click(choice(floor.state, "hit"), floor.state, "bob")


def test_an_amount_that_a_choice_does_not_take_is_said() -> None:
    floor = dealt("8s 9d 3h")
    with pytest.raises(InvalidClick, match=r"Double takes \$0.01 to \$20"):
        decision_for_click(choice(floor.state, "double", amount=2100), floor.state, "ann")


def test_the_first_chip_makes_up_the_minimum_and_further_ones_add() -> None:
    floor = Table("sydney-v15").seat("ann", 2).ready().wagers()
    said = {"act": "bet", "box": "2", "bet": "main", "amount": 500, "id": "a"}
    assert commands_for_click(said, floor.state, "ann") == (("T1:a:0", PlaceWager(2, 1000)),)
    floor.do(PlaceWager(2, 1000), "ann")
    assert commands_for_click(said, floor.state, "ann") == (("T1:a:0", PlaceWager(2, 500)),)


def test_the_same_wagers_again_are_those_of_the_last_round() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 2).ready()
    floor.round("ann 2 25", "ann 2 5 perfect-pairs")
    before = wagers_of(floor.state, "ann")
    assert before == [(2, "main", 2500), (2, "perfect-pairs", 500)]
    floor.wagers()
    again = [command for _, command in commands_for_click({"act": "again", "id": "a"}, floor.state, "ann", before)]
    assert again == [PlaceWager(2, 2500), PlaceWager(2, 500, "perfect-pairs")]
    assert "Same again A $30" in plain(controls(table(floor), floor.state, "ann", 1000, before))
    with pytest.raises(InvalidClick):
        commands_for_click({"act": "again", "id": "a"}, floor.state, "ann")


@pytest.mark.parametrize("said", [{}, {"act": 5}, {"act": "sit", "box": "x", "id": "a"}, {"act": "sit", "box": "1"}])
def test_nonsense_means_nothing(said: dict[str, object]) -> None:
    with pytest.raises(InvalidClick):
        commands_for_click(said, Table("sydney-v15").state, "ann")


# --------------------------------------------------------------------------------------------------------- the account


def told(floor: Table, start: TableState, since: int, viewer: str) -> str:
    """What a viewer reads of what has happened since then."""
    account = TableStory(Person(viewer, "player"), viewer)
    account.tell(TableUpdate(len(floor.events), tuple(floor.events[since:]), start, floor.state))
    return "\n".join(plain(line) for line in account.lines.values())


def test_the_account_of_a_round_has_every_payment_with_sum_and_clause() -> None:
    floor = Table("melbourne-v26", "crown-pontoon", decks=8).seat("ann", 2).ready("As 9d Kh")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20").close()
    floor.finish()
    lines = told(floor, start, since, "ann")
    assert "+$30 Box 2 wager $20: Pontoon, paid 3 to 2 10.5.1(b)" in lines
    assert "Hand A♠ K♥" in lines
    assert "$20 staked, 3 to 2 pays $30, $50 comes back." in lines
    assert "+$30 Ann wager $20: Pontoon, paid 3 to 2" in told(floor, start, since, "bob")


def test_the_account_does_not_tell_the_total_of_a_hand_that_lies_face_down() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4)
    floor.do(DealFaceDown(told=NOTICES))
    floor.ready("8s 5d 7d 9h 6c")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "bob 4 35").close()
    floor.call("ann", "stand")
    assert "you stand on 17" in told(floor, start, since, "ann")
    others = told(floor, start, since, "bob")
    assert "Ann stands" in others
    assert "17" not in others


@pytest.mark.parametrize(
    ("book", "stake", "line", "sum_"),
    [
        (
            "sydney-v15",
            "25",
            "+$38 Box 2 wager $25: Blackjack, paid 3 to 2, rounded up by 5.12 9.1.1",
            "$25 staked, 3 to 2 is $37.50, paid as $38 in $1 chips (clause 5.12), $63 comes back.",
        ),
        (
            "melbourne-v26",
            "25",
            "+$38 Box 2 wager $25: Blackjack, paid 3 to 2, rounded up by 6.2.3",
            "$25 staked, 3 to 2 is $37.50, paid as $38 in $1 chips (clause 6.2.3), $63 comes back.",
        ),
        (
            "canberra-2006",  # half a chip makes it exactly
            "25",
            "+$37.50 Box 2 wager $25: Blackjack, paid 3 to 2",
            "$25 staked, 3 to 2 pays $37.50, $62.50 comes back.",
        ),
    ],
)
def test_a_payment_that_goes_up_to_a_chip_says_so_with_the_clause(book: str, stake: str, line: str, sum_: str) -> None:
    floor = Table(book, chip=100).seat("ann", 2).ready("As 9d Kh")
    start, since = floor.state, len(floor.events)
    floor.wagers(f"ann 2 {stake}").close()
    floor.finish()
    lines = told(floor, start, since, "ann")
    assert line in lines
    assert sum_ in lines


def test_the_account_tells_the_deal_each_card_with_its_total_and_the_dealers_draw_before_the_payments() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4).ready("8s 5d 7d 8h 6c 3c 4d Tc 2d 4s 7s")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "bob 4 35").close()
    assert told(floor, start, since, "ann").splitlines() == ["Box 2 8♠ 8♥, 16", "Box 4 Bob: 5♦ 6♣, 11", "Dealer has 7♦"]
    for name, word in (("ann", "split"), ("ann", "hit"), ("ann", "stand"), ("ann", "stand"), ("bob", "double")):
        floor.call(name, word)
    lines = told(floor, start, since, "ann").splitlines()
    assert lines[3:12] == [
        "Box 2 you split for $20",
        "Box 2 hand 1: you get 3♣: 11",
        "Box 2 hand 1: you hit and get 4♦: 15",
        "Box 2 you stand on 15",
        "Box 2 hand 2: you get 10♣: 18",
        "Box 2 you stand on 18",
        "Bob doubles for $35",
        "Bob gets 2♦: 13",
        "Dealer draws 4♠: 11",
    ]
    assert lines[12] == "Dealer draws 7♠: 18"
    assert lines[13].startswith("−$20 Box 2 hand 1, wager $20")


def test_the_account_does_not_tell_cards_that_lie_face_down_until_they_are_turned_up() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4)
    floor.do(DealFaceDown(told=NOTICES))
    floor.ready("8s 5d 7d 2h 6c 3c")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "bob 4 35").close()
    assert told(floor, start, since, "bob").splitlines() == [
        "Box 2 Ann: cards face down",
        "Box 4 5♦ 6♣, 11",
        "Dealer has 7♦",
    ]
    assert "Box 2 8♠ 2♥, 10" in told(floor, start, since, "ann")
    floor.call("ann", "hit")
    assert "Ann hits and gets 3♣: 13" in told(floor, start, since, "bob")


def viewed(floor: Table, folder: Path) -> BrowserView:
    """What ann's browser shows of a table."""
    room = LiveTable("T1", Store.open(str(folder / "t.db")))
    room.state, room.version = floor.state, len(floor.events)
    return BrowserView(room, Caller("ann", "player"), Pace())


def test_the_time_that_is_shown_is_the_one_at_which_the_house_closes_the_betting(tmp_path: Path) -> None:
    floor = Table("sydney-v15", runs_itself=True, betting_ms=20_000).seat("ann", 1).seat("bob", 2).ready().wagers()
    floor.wagers_placed("ann 1 20", at=3000)
    assert 'Place your wagers. <span class="ct-left" data-until="23000">' in _status(floor, tmp_path)
    floor.wagers_placed("bob 2 20", at=5000)
    assert 'the cards come. <span class="ct-left" data-until="10000">' in _status(floor, tmp_path)
    floor.wagers_placed("ann 1 20", at=6000)
    assert 'data-until="11000"' in _status(floor, tmp_path)
    floor.wagers_placed("ann 1 20", at=20_000)
    assert 'Place your wagers. <span class="ct-left" data-until="23000">' in _status(floor, tmp_path)  # comes first


def _status(floor: Table, folder: Path) -> str:
    return str(viewed(floor, folder).changes(0)["html"]["status"])


def test_a_round_that_begins_and_ends_with_one_command_is_counted(tmp_path: Path) -> None:
    floor = Table("melbourne-v26", "crown-pontoon", decks=8).seat("ann", 2).ready("As 9d Kh 9c").wagers("ann 2 20")
    view = viewed(floor, tmp_path)
    start, since = floor.state, len(floor.events)
    floor.close()
    assert not floor.state.playing
    assert view.apply(TableUpdate(len(floor.events), tuple(floor.events[since:]), start, floor.state))
    assert (view.rounds, view.net) == (1, 3000)
    assert view.changes(0)["html"]["story-title"] == "This round"
    start, since = floor.state, len(floor.events)
    floor.wagers()
    assert not view.apply(TableUpdate(len(floor.events), tuple(floor.events[since:]), start, floor.state))
    assert (view.rounds, view.net) == (1, 3000)
    assert view.changes(0)["html"]["story-title"] == "Last round"


# ------------------------------------------------------------------------------------------------------------ the coach


def coached(floor: Table, name: str = "ann") -> Advice:
    """What the coach says of the hand that is to be decided, worked out here and not in a process of its own."""
    seen_table = table(floor, name)
    box = table_coach.open_box(seen_table, floor.state.rules)
    question = Question.of(floor.state.rules, seen_table.decks)
    return table_coach.advice_of(table_coach.weighed(question, box, 2000), seen_table, 2000)


def test_the_coach_says_what_each_choice_on_offer_is_worth_and_which_is_best() -> None:
    floor = dealt("8s 9d 3h", book="sydney-v15", play_money=True)
    advice = coached(floor)
    exact = solve(rules("sydney-v15", "blackjack"), 8).hand("8s 3h", "9").values
    assert advice.best == "double"
    assert advice.values == pytest.approx({act: exact[act] for act in ("double", "hit")})  # a hard eleven may not stand
    assert advice.cost("hit") == pytest.approx(exact["double"] - exact["hit"])
    html = coach_html(table(floor), True, advice, "")
    assert plain(html).startswith(f"Coach Double {exact['double']:+.3f}")
    assert advice.note == ""


def test_the_coach_weighs_every_hand_of_a_split_with_the_cards_that_lie_open() -> None:
    floor = dealt("8s 7d 8h 3c 5d Th 6s", play_money=True)
    floor.call("ann", "split")
    first = table_coach.open_box(table(floor), floor.state.rules)
    assert first == OpenBox(up="7d", hand=("8s", "3c"), waiting=("8h",), hands=2)
    assert coached(floor).best == "double"
    assert "this hand's own wager" in coached(floor).note
    floor.call("ann", "hit")
    floor.call("ann", "stand")
    second = table_coach.open_box(table(floor), floor.state.rules)
    assert second == OpenBox(up="7d", hand=("8h", "Th"), others=("8s", "3c", "5d"), hands=2, original=False, left=True)
    advice = coached(floor)
    assert advice.best == "stand"
    assert set(advice.values) == {"hit", "stand"}
    assert "exactly" not in advice.note


def test_the_coach_knows_whether_another_hand_bears_what_a_natural_takes() -> None:
    floor = dealt("8s Kd 8h 6c Th 5d 2s", play_money=True)
    floor.call("ann", "split")
    floor.call("ann", "hit")  # 24: over, so that nothing is left on the first hand
    box = table_coach.open_box(table(floor), floor.state.rules)
    assert (box.hand, box.left, box.lost, box.original) == (("8h", "5d"), False, True, False)
    before = choice_values(floor.state.rules, 8, box).values["stand"]
    spared = choice_values(floor.state.rules, 8, dataclasses.replace(box, left=True)).values["stand"]
    assert spared - before == pytest.approx(0.077, abs=0.003)  # the chance of the natural that takes a wager


def test_the_coach_sees_the_cards_of_other_boxes_but_none_that_lie_face_down() -> None:
    floor = Table("melbourne-v26", decks=8, play_money=True).seat("ann", 2).seat("bob", 4)
    floor.ready("8s 5d 7d 9h 6c").wagers("ann 2 20", "bob 4 35").close()
    assert table_coach.open_box(table(floor), floor.state.rules).others == ("5d", "6c")
    hidden = Table("melbourne-v26", decks=8, play_money=True).seat("ann", 2).seat("bob", 4)
    hidden.do(DealFaceDown(told=NOTICES))
    hidden.ready("8s 5d 7d 9h 6c").wagers("ann 2 20", "bob 4 35").close()
    assert table_coach.open_box(table(hidden), hidden.state.rules).others == ()


@shows("sydney-v15", "18.11")
@shows("sydney-earlier", "19.6")
@shows("canberra-2006", "16.5(a)")
@shows("canberra-2003", "16.7(a)")
@shows("melbourne-v26", "32.6")
@pytest.mark.parametrize(
    ("book", "clause"),
    [
        ("sydney-v15", "18.11"),
        ("sydney-earlier", "19.6"),
        ("canberra-2006", "16.5(a)"),
        ("canberra-2003", "16.7(a)"),
        ("melbourne-v26", "32.6"),
    ],
)
def test_at_a_table_of_real_money_there_is_no_coach(book: str, clause: str) -> None:
    floor = dealt("8s 9d 3h", book=book)
    assert asyncio.run(table_coach.advice(floor.state, table(floor))) is None
    html = coach_html(table(floor), True, Advice(values={"hit": 1.0}), "")
    assert f"{clause}</a>" in html
    assert "switch" not in html
    assert "+1.000" not in html


def test_what_a_decision_cost_is_said_in_units_and_money() -> None:
    assert "cost nothing" in last_html("stand", 0.0, 1000)
    assert "hit, cost 0.367 of the wager, $9.18." in plain(last_html("hit", 0.367, 2501))


def test_the_coach_asks_for_the_game_under_its_own_options() -> None:
    said = rules("sydney-v15", "blackjack", {"resplit": True})
    assert Question.of(said, 6).rules is said


def test_insurance_and_even_money_are_weighed_while_they_are_on_offer() -> None:
    floor = Table("sydney-v15", decks=8, play_money=True).seat("ann", 2).ready("Ks Ad Ah").wagers("ann 2 20").close()
    solution = solve(rules("sydney-v15", "blackjack"), 8)
    note = table_coach.advice_on_offers(solution, table(floor)).note
    assert "decline it" in note or "Even money" in note
    floor.do(Call(say.EvenMoney(2, None)), "ann")
