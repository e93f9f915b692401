"""What a table page is given to say: who is waited for, what may be done and why not, what happened, what is best."""

from __future__ import annotations

import asyncio
import dataclasses
from typing import Any

import pytest
from support.clauses import clause as shows
from support.running_service import Running
from support.tables import NOTICES, Table

from cutcard.engine import commands as say
from cutcard.floor.house_dealer import Pace
from cutcard.floor.live_table import TableUpdate
from cutcard.narration.formatting import KEYS
from cutcard.odds import ChoiceValues, OpenBox, choice_values, solve
from cutcard.rulebooks import rules
from cutcard.service import coach
from cutcard.service.caller import Caller
from cutcard.service.desk import desk
from cutcard.service.desk_betting import chip_values
from cutcard.service.odds_question import Question
from cutcard.service.own_wagers import wagers_of
from cutcard.service.prompts import prompt
from cutcard.service.routes.bodies_table import Advice, Button, Desk
from cutcard.service.story_lines import aside
from cutcard.service.table_moment import moment
from cutcard.service.table_steps import ViewerStory
from cutcard.service.wire import command_of
from cutcard.table import (
    Call,
    CloseOffers,
    CloseTable,
    DealFaceDown,
    DeclineOffer,
    DisputeRuled,
    GiveClosingNotice,
    Person,
    PlaceWager,
    PressButton,
    RuleOnDispute,
    SellChips,
    Shuffle,
    TableState,
    view,
)
from cutcard.table.view_records import TableView


def table(floor: Table, name: str | None = "ann") -> TableView:
    return view.table(floor.state, Person(name, "player") if name else None)


def desk_of(floor: Table, name: str | None = "ann", pace: Pace | None = None) -> Desk:
    """The desk of a player, or of somebody who is not known."""
    telling = ViewerStory(Person(name, "player") if name else None, name)
    telling.last_wagers = wagers_of(floor.state, name)
    caller = Caller(name, "player") if name else None
    return desk(floor.state, table(floor, name), caller, telling, pace or Pace())


def buttons(shown: Desk) -> dict[str, Button]:
    """All buttons of a desk, by their ids."""
    found = [button for group in shown.groups for button in group.buttons]
    return {button.id: button for button in (*found, *(shown.bets.buttons if shown.bets else ()))}


def dealt(front: str, book: str = "melbourne-v26", game: str = "blackjack", **terms: object) -> Table:
    floor = Table(book, game, **{"decks": 8, **terms}).seat("ann", 2).ready(front).wagers("ann 2 20").close()
    while floor.state.round is not None and floor.state.round.needs == "offers":
        floor.do(CloseOffers(), floor.dealer)
    return floor


# ----------------------------------------------------------------------------------------------------------- the desk


def test_the_prompt_says_whose_turn_it_is_with_total_and_dealers_card() -> None:
    floor = dealt("As 9d 7h")
    assert prompt(table(floor), "ann") == "Your turn at box 2: 8 or 18 against 9♦."
    assert prompt(table(floor, "bob"), "bob") == "Ann to decide for box 2: 8 or 18 against 9♦."
    assert desk_of(floor).mine
    assert not desk_of(floor, "bob").mine


def test_only_what_is_allowed_is_enabled_and_the_rest_says_why_not_with_its_clause() -> None:
    floor = dealt("8s 9d 7h")
    found = buttons(desk_of(floor))
    assert [name for name, button in found.items() if button.enabled] == ["hit-2-1", "stand-2-1"]
    assert found["split-2-1"].clause == "7.5.6(a)"
    assert "8♠ and 7♥ differ in value" in found["split-2-1"].why
    assert buttons(desk_of(floor, "bob")) == {}


def test_every_act_has_a_key_of_its_own() -> None:
    assert len(set(KEYS.values())) == len(KEYS)


def test_chips_in_the_rack_can_make_the_minimum_and_do_not_pass_the_maximum() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready().wagers()
    values = chip_values(table(floor))
    assert values == sorted(values)
    assert max(values) <= 50_000
    bets = desk_of(floor).bets
    assert bets is not None
    assert bets.chosen == 1000


def test_the_seat_shows_chips_limits_and_how_to_leave() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    seat = desk_of(floor).seat
    assert seat is not None
    assert (seat.chips, seat.limits) == (1_000_000, "$10 to $500")
    assert [button.label for button in seat.buttons] == [
        "Give up box 1",
        "Put your card in",  # this table asked nobody for one as they sat down
        "Step away",
        "Leave the table",
    ]
    assert desk_of(floor, "bob").seat is None
    play = desk_of(Table("sydney-v15", play_money=True).seat("ann", 1)).seat
    assert play is not None
    assert [button.label for button in play.buttons] == ["Give up box 1", "Step away", "Leave the table"]


def test_who_is_asked_to_cut_may_put_the_cutting_card_anywhere_or_decline_and_what_is_shown_is_recorded() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready().play_out("ann 1 10")
    floor.do(Shuffle(*floor.order()), floor.dealer)
    assert floor.state.shoe.offered == "ann"
    assert prompt(table(floor), "ann") == "Cut the cards?"
    assert prompt(table(floor, "bob"), "bob") == "Ann may cut the cards."
    shown = desk_of(floor)
    assert shown.cut is not None
    cut = buttons(shown)["cut"]
    assert cut.amount is not None
    assert cut.amount.path == ["at"]
    assert cut.commands[0]["at"] == shown.cut.value == cut.amount.value
    assert floor.do(command_of(cut.commands[0]), "ann")  # where the page proposes to cut, the document allows it
    assert desk_of(floor).cut is None


def test_the_prize_button_is_lit_for_its_winner_only_and_says_its_clause() -> None:
    bet = "pontoon-pandemonium"
    floor = Table("melbourne-v26", "crown-pontoon", decks=8, side_bets={bet: "1"}, chips=1_000_000_000)
    floor.seat("ann", 1).seat("bob", 2)
    floor.ready("As 9h 6d Kh 8d 7c 8c 9c")
    floor.wagers("ann 1 20", f"ann 1 5 {bet}", "bob 2 20", f"bob 2 5 {bet}").close()
    assert prompt(table(floor), "ann") == "A prize is won on box 1. You press the button."
    lit = buttons(desk_of(floor))["press"]
    assert (lit.enabled, lit.key, lit.clause) == (True, "B", "11.5.5")
    unlit = buttons(desk_of(floor, "bob"))["press"]
    assert (unlit.enabled, unlit.clause) == (False, "11.5.5")
    assert "It is ann's now" in unlit.why
    assert "press" not in buttons(desk_of(floor, "cid"))
    assert command_of(lit.commands[0]) == PressButton()
    floor.do(PressButton(floor.state.config.side_bets[bet].draws[0][1]), "ann")
    assert lit.moment != moment(floor.state, "ann")  # pressed again it comes too late


@shows("melbourne-v26", "11.5.5(b)")
def test_the_winner_of_a_prize_may_have_somebody_else_press() -> None:
    bet = "pontoon-pandemonium"
    floor = Table("melbourne-v26", "crown-pontoon", decks=8, side_bets={bet: "1"}, chips=1_000_000_000)
    floor.seat("ann", 1).seat("bob", 2).ready("As 6d Kh 7c 8c 9c")
    floor.wagers("ann 1 20", f"ann 1 5 {bet}").close()
    named = buttons(desk_of(floor))["nominate-bob"]
    assert named.label == "Let bob press"
    floor.do(command_of(named.commands[0]), "ann")
    assert "press" not in buttons(desk_of(floor))
    assert buttons(desk_of(floor))["nominate-ann"].label == "Press it myself"
    assert command_of(buttons(desk_of(floor, "bob"))["press"].commands[0]) == PressButton()


def test_a_double_or_split_that_one_cannot_pay_is_unlit_with_what_one_has() -> None:
    floor = Table("canberra-2003").seat("ann", 2, 69_000).ready("5s 7d 5h").wagers("ann 2 350").close()
    found = buttons(desk_of(floor))
    assert [name for name, button in found.items() if button.enabled] == ["hit-2-1"]
    clause = floor.state.rules.clauses["deal.wagers_in"]
    for name in ("double-2-1", "split-2-1"):
        assert found[name].why == "This costs $350, and you have only $340 in chips."
        assert found[name].clause == clause
    assert floor.refused(Call(say.Split()), "ann").clause == clause


def test_where_the_rules_take_less_a_double_is_offered_for_what_one_has() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2, 69_000).ready("8s 7d 3h 9c").wagers("ann 2 350").close()
    double = buttons(desk_of(floor))["double-2-1"]
    assert double.detail == "$340"
    assert double.amount is not None
    assert (double.amount.most, double.amount.value) == (34_000, 34_000)
    floor.do(command_of(double.commands[0]), "ann")
    assert floor.state.round is not None
    assert [wager.staked for wager in floor.state.round.wagers] == [35_000, 34_000]


def test_a_rescue_says_that_it_costs_the_wager_before_it_was_doubled() -> None:
    floor = dealt("5s 9d 6h 2c", game="crown-pontoon")
    floor.do(command_of(buttons(desk_of(floor))["double-2-1"].commands[0]), "ann")
    rescue = next(button for name, button in buttons(desk_of(floor)).items() if name.startswith("rescue"))
    assert (rescue.enabled, rescue.detail) == (True, "costs $20")


def test_cards_that_still_lie_on_the_felt_are_not_among_the_discards() -> None:
    floor = dealt("Ts 9d 8h Kc").finish()
    assert floor.state.round is not None
    assert not floor.state.playing
    assert (len(floor.state.shoe.discards), table(floor).shoe.discards) == (4, 0)


def test_autoplay_is_offered_for_play_money_only() -> None:
    assert not desk_of(Table("sydney-v15").seat("ann", 2).ready()).can_autoplay
    assert desk_of(Table("sydney-v15", play_money=True).seat("ann", 2).ready()).can_autoplay


@pytest.mark.parametrize(
    ("chips", "said"), [(0, "You have no chips"), (900, "You have $9 in chips, and the minimum is")]
)
def test_who_has_too_few_chips_is_told_who_sells_them(chips: int, said: str) -> None:
    floor = Table("sydney-v15", play_money=True).seat("ann", 1, chips).ready().wagers()
    (hint,) = desk_of(floor).hints
    assert hint.text.startswith(said)
    assert "the dealer sells them" in hint.text
    floor.do(SellChips("ann", 5000))
    assert desk_of(floor).hints == []


def test_a_closed_table_says_that_it_is_closed() -> None:
    floor = Table("sydney-v15")
    floor.do(CloseTable())
    assert desk_of(floor).prompt == "This table is closed."
    watching = desk_of(floor, None).watching
    assert watching is not None
    assert not watching.guest


def test_once_the_last_has_let_an_offer_go_by_the_table_waits_for_the_dealer() -> None:
    floor = Table("sydney-v15").seat("ann", 2).seat("bob", 4).ready("9s 8s Ad 9h 8h")
    floor.wagers("ann 2 20", "bob 4 20").close()
    assert prompt(table(floor), "ann") == "Insurance? Dealer shows an ace."
    floor.do(DeclineOffer(), "ann")
    assert prompt(table(floor), "ann") == "Waiting for bob."
    assert buttons(desk_of(floor)) == {}
    floor.do(DeclineOffer(), "bob")
    assert prompt(table(floor), "ann") == "The dealer goes on."


def test_staff_who_look_on_are_told_who_they_are_and_where_their_page_is() -> None:
    floor = Table("sydney-v15", play_money=True).seat("ann", 2).ready().wagers()

    def seen_by(caller: Caller | None) -> Desk:
        return desk(floor.state, table(floor, None), caller, ViewerStory(None, None), Pace())

    watching = seen_by(Caller("bea", "gaming-supervisor", "sydney")).watching
    assert watching is not None
    assert (watching.text, watching.staff) == ("You are watching as a gaming supervisor.", True)
    other = seen_by(Caller("max", "dealer", "melbourne")).watching
    assert other is not None
    assert "this table is not there" in other.text
    nobody = seen_by(None)
    assert nobody.watching is not None
    assert (nobody.watching.guest, nobody.watching.log_in) == (True, True)
    assert nobody.prompt == "Betting is open."


def test_a_wait_is_counted_down_to_its_own_end_and_not_to_a_signs() -> None:
    floor = Table("sydney-v15", betting_ms=0).seat("ann", 1).ready()
    floor.do(GiveClosingNotice(floor.at + 3_600_000))
    floor.wagers()
    assert desk_of(floor).until is None


def test_the_time_that_is_shown_is_the_one_at_which_the_house_closes_the_betting() -> None:
    floor = Table("sydney-v15", runs_itself=True, betting_ms=20_000).seat("ann", 1).seat("bob", 2).ready().wagers()
    floor.wagers_placed("ann 1 20", at=3000)
    assert (desk_of(floor).prompt, desk_of(floor).until) == ("Place your bets.", 23_000)
    floor.wagers_placed("bob 2 20", at=5000)
    assert (desk_of(floor).prompt, desk_of(floor).until) == ("All bets are in. The cards are coming.", 10_000)
    floor.wagers_placed("ann 1 20", at=6000)
    assert desk_of(floor).until == 11_000
    floor.wagers_placed("ann 1 20", at=20_000)
    assert (desk_of(floor).prompt, desk_of(floor).until) == ("Place your bets.", 23_000)  # comes first


@shows("melbourne-v26", "21.7.2")
def test_who_may_still_press_the_bet_button_is_told_so_before_the_cards_come() -> None:
    bet = "blackjack-jackpots"
    terms: dict[str, Any] = {"side_bets": {bet: True}, "meters": {bet: 1_000_000}, "runs_itself": True}
    floor = Table("melbourne-v26", betting_ms=20_000, **terms).seat("ann", 1).ready()
    floor.wagers("ann 1 20")
    said = "All bets are in. The cards are coming."
    assert desk_of(floor).prompt == f"{said} You can still bet on the jackpot."
    assert desk_of(floor, "bob").prompt == said
    floor.press("ann", 1, 500)
    assert desk_of(floor).prompt == said


# ------------------------------------------------------------------------------------------------------------ commands


def test_the_same_choice_at_the_same_moment_has_the_same_id() -> None:
    floor = dealt("8s 9d 2h 3c")
    hit = buttons(desk_of(floor))["hit-2-1"]
    assert hit.id_prefix == buttons(desk_of(floor))["hit-2-1"].id_prefix != ""
    floor.do(command_of(hit.commands[0]), "ann")
    assert hit.moment != moment(floor.state, "ann")
    assert buttons(desk_of(floor))["hit-2-1"].id_prefix != hit.id_prefix


def test_the_same_wagers_again_are_those_of_the_last_round() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 2).ready()
    floor.round("ann 2 25", "ann 2 5 perfect-pairs")
    before = wagers_of(floor.state, "ann")
    assert before == [(2, "main", 2500), (2, "perfect-pairs", 500)]
    floor.wagers()
    telling = ViewerStory(Person("ann", "player"), "ann")
    telling.last_wagers = before
    shown = desk(floor.state, table(floor), Caller("ann", "player"), telling, Pace())
    again = buttons(shown)["repeat"]
    assert (again.label, again.detail) == ("Repeat", "$30")
    assert list(map(command_of, again.commands)) == [PlaceWager(2, 2500), PlaceWager(2, 500, "perfect-pairs")]


# ---------------------------------------------------------------------------------------------------------- the story


def told(floor: Table, start: TableState, since: int, viewer: str) -> str:
    """What a viewer reads of what has happened since then, with the explanations."""
    telling = ViewerStory(Person(viewer, "player"), viewer)
    telling.steps(TableUpdate(len(floor.events), tuple(floor.events[since:]), start, floor.state))
    lines = []
    for line in telling.lines:
        lines.append(" ".join(filter(None, (line.gain, line.who, line.text, line.clause))))
        lines += [f"{label} {words}" for label, words in (line.payment.rows if line.payment else ())]
    return "\n".join(lines)


def plain_lines(floor: Table, start: TableState, since: int, viewer: str) -> list[str]:
    telling = ViewerStory(Person(viewer, "player"), viewer)
    telling.steps(TableUpdate(len(floor.events), tuple(floor.events[since:]), start, floor.state))
    return [" ".join(filter(None, (line.gain, line.who, line.text))) for line in telling.lines]


def test_the_story_of_a_round_has_every_payment_with_sum_and_clause() -> None:
    floor = Table("melbourne-v26", "crown-pontoon", decks=8).seat("ann", 2).ready("As 9d Kh")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20").close()
    floor.finish()
    lines = told(floor, start, since, "ann")
    assert "+$30 Box 2 wager $20: Pontoon, paid 3 to 2 10.5.1(b)" in lines
    assert "Hand A♠ K♥" in lines
    assert "$20 staked, 3 to 2 pays $30, $50 comes back." in lines
    assert "+$30 Ann wager $20: Pontoon, paid 3 to 2" in told(floor, start, since, "bob")


def test_a_side_bet_on_pairs_is_lost_because_there_is_no_pair() -> None:
    floor = Table("sydney-v15", decks=8, side_bets={"perfect-pairs": True}).seat("ann", 2).ready("As 9d Kh")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "ann 2 5 perfect-pairs").close()
    floor.finish()
    assert "−$5 Box 2 Perfect Pairs $5: no pair" in told(floor, start, since, "ann")


def test_the_story_does_not_tell_the_total_of_a_hand_that_lies_face_down() -> None:
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


def test_the_story_tells_the_deal_each_card_with_its_total_and_the_dealers_draw_before_the_payments() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4).ready("8s 5d 7d 8h 6c 3c 4d Tc 2d 4s 7s")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "bob 4 35").close()
    assert plain_lines(floor, start, since, "ann") == ["Box 2 8♠ 8♥, 16", "Box 4 Bob: 5♦ 6♣, 11", "Dealer has 7♦"]
    for name, word in (("ann", "split"), ("ann", "hit"), ("ann", "stand"), ("ann", "stand"), ("bob", "double")):
        floor.call(name, word)
    lines = plain_lines(floor, start, since, "ann")
    assert lines[3:13] == [
        "Box 2 you split for $20",
        "Box 2 hand 1: you get 3♣: 11",
        "Box 2 hand 1: you hit and get 4♦: 15",
        "Box 2 you stand on 15",
        "Box 2 hand 2: you get 10♣: 18",
        "Box 2 you stand on 18",
        "Bob doubles for $35",
        "Bob gets 2♦: 13",
        "Dealer draws 4♠: 11",
        "Dealer draws 7♠: 18",
    ]
    assert lines[13].startswith("−$20 Box 2 hand 1, wager $20")


def test_the_story_does_not_tell_cards_that_lie_face_down_until_they_are_turned_up() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4)
    floor.do(DealFaceDown(told=NOTICES))
    floor.ready("8s 5d 7d 2h 6c 3c")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "bob 4 35").close()
    assert plain_lines(floor, start, since, "bob") == [
        "Box 2 Ann: cards face down",
        "Box 4 5♦ 6♣, 11",
        "Dealer has 7♦",
    ]
    assert "Box 2 8♠ 2♥, 10" in told(floor, start, since, "ann")
    floor.call("ann", "hit")
    assert "Ann hits and gets 3♣: 13" in told(floor, start, since, "bob")


# ------------------------------------------------------------------------------------------------------------ the coach


def coached(floor: Table, name: str = "ann") -> Advice:
    """What the coach says of the hand that is to be decided, worked out here and not in a process of its own."""
    seen_table = table(floor, name)
    box = coach.open_box(seen_table, floor.state.rules)
    question = Question.of(floor.state.rules, seen_table.decks)
    return coach.advice_of(coach.weighed(question, box, 2000), seen_table, 2000)


def test_the_coach_says_what_each_choice_on_offer_is_worth_and_which_is_best() -> None:
    floor = dealt("8s 9d 3h", book="sydney-v15", play_money=True)
    advice = coached(floor)
    exact = solve(rules("sydney-v15", "blackjack"), 8).hand("8s 3h", "9").values
    assert advice.best == "double"
    values = {choice.act: choice.value for choice in advice.choices}
    assert values == pytest.approx({act: exact[act] for act in ("double", "hit")})  # a hard eleven may not stand
    hit = next(choice for choice in advice.choices if choice.act == "hit")
    assert hit.cost == pytest.approx(exact["double"] - exact["hit"])
    assert hit.verdict.startswith(f"Your last decision, hit, cost {hit.cost:.3f} of the wager, $")
    assert advice.choices[0].verdict == "Your last decision, double, cost nothing."
    assert advice.choices[0].text == f"{exact['double']:+.3f}"
    assert advice.note == ""


def test_the_coach_knows_a_hand_alone_on_the_table_without_a_process_that_works_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    async def worked(work: Any, question: Question, box: OpenBox, wager: int, caller: str = "") -> ChoiceValues:
        if box != coach.EXAMPLE:  # with which a process is made ready for later questions
            asked.append(box)
        return coach.weighed(question, box, wager)

    monkeypatch.setattr(coach, "worked", worked)
    floor = dealt("8s 9d 2h 4c", book="sydney-v15", play_money=True)
    for _ in range(2):  # two cards, and three
        known = asyncio.run(coach.advice(floor.state, table(floor), "ann"))
        assert not asked
        found = {choice.act: choice.value for choice in coached(floor).choices}
        assert {choice.act: choice.value for choice in known.choices} == pytest.approx(found, abs=1e-12)
        assert (known.best, known.note) == (coached(floor).best, "")
        floor.call("ann", "hit")
    pair = dealt("8s 9d 8h", book="sydney-v15", play_money=True)
    asyncio.run(coach.advice(pair.state, table(pair), "ann"))
    assert asked == [OpenBox(up="9d", hand=("8s", "8h"))]


def test_the_coach_weighs_every_hand_of_a_split_with_the_cards_that_lie_open() -> None:
    floor = dealt("8s 7d 8h 3c 5d Th 6s", play_money=True)
    floor.call("ann", "split")
    first = coach.open_box(table(floor), floor.state.rules)
    assert first == OpenBox(up="7d", hand=("8s", "3c"), waiting=("8h",), hands=2)
    assert coached(floor).best == "double"
    assert "this hand's own wager" in coached(floor).note
    floor.call("ann", "hit")
    floor.call("ann", "stand")
    second = coach.open_box(table(floor), floor.state.rules)
    assert second == OpenBox(up="7d", hand=("8h", "Th"), others=("8s", "3c", "5d"), hands=2, original=False, left=True)
    advice = coached(floor)
    assert advice.best == "stand"
    assert {choice.act for choice in advice.choices} == {"hit", "stand"}
    assert "exactly" not in advice.note


def test_the_coach_knows_whether_another_hand_bears_what_a_natural_takes() -> None:
    floor = dealt("8s Kd 8h 6c Th 5d 2s", play_money=True)
    floor.call("ann", "split")
    floor.call("ann", "hit")  # 24: over, so that nothing is left on the first hand
    box = coach.open_box(table(floor), floor.state.rules)
    assert (box.hand, box.left, box.lost, box.original) == (("8h", "5d"), False, True, False)
    before = choice_values(floor.state.rules, 8, box).values["stand"]
    spared = choice_values(floor.state.rules, 8, dataclasses.replace(box, left=True)).values["stand"]
    assert spared - before == pytest.approx(0.077, abs=0.003)  # the chance of the natural that takes a wager


def test_the_coach_sees_the_cards_of_other_boxes_but_none_that_lie_face_down() -> None:
    floor = Table("melbourne-v26", decks=8, play_money=True).seat("ann", 2).seat("bob", 4)
    floor.ready("8s 5d 7d 9h 6c").wagers("ann 2 20", "bob 4 35").close()
    assert coach.open_box(table(floor), floor.state.rules).others == ("5d", "6c")
    hidden = Table("melbourne-v26", decks=8, play_money=True).seat("ann", 2).seat("bob", 4)
    hidden.do(DealFaceDown(told=NOTICES))
    hidden.ready("8s 5d 7d 9h 6c").wagers("ann 2 20", "bob 4 35").close()
    assert coach.open_box(table(hidden), hidden.state.rules).others == ()


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
def test_at_a_table_of_real_money_there_is_no_coach(service: Running, book: str, clause: str) -> None:
    offer = desk_of(dealt("8s 9d 3h", book=book)).coach
    assert (offer.offered, offer.clause) == (False, clause)
    name = service.real(f"no-coach-{book}", book=book)
    said = service.get(f"/api/tables/{name}/advice", service.person("ann"))
    assert said.status_code == 403
    assert said.json()["error"]["clause"] == clause


def test_the_coach_asks_for_the_game_under_its_own_options() -> None:
    said = rules("sydney-v15", "blackjack", {"resplit": True})
    assert Question.of(said, 6).rules is said


def test_insurance_and_even_money_are_weighed_while_they_are_on_offer() -> None:
    floor = Table("sydney-v15", decks=8, play_money=True).seat("ann", 2).ready("Ks Ad Ah").wagers("ann 2 20").close()
    advice = coach.advice_on_offers(floor.state.rules, None, table(floor))
    acts = {choice.act for choice in advice.choices}
    assert "decline" in acts
    assert acts & {"insure", "even-money"}
    assert advice.best == "decline"


@shows("melbourne-v26", "32.11")
def test_whoever_is_in_a_dispute_reads_the_ruling_and_that_an_inspector_may_be_consulted() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).seat("bob", 2)
    floor.do(RuleOnDispute("ann", "a payment of 15", "it stands"), "tg-area-manager")
    event = floor.last(DisputeRuled)
    (line,) = aside(event, event._asdict(), "ann")
    assert line.text.startswith("rules on your dispute about a payment of 15: it stands; ")
    assert line.text.endswith("an inspector of theirs is here and may be consulted")
    assert not list(aside(event, event._asdict(), "bob"))
