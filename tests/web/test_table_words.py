"""What the table page says: who is waited for, what may be done and why not, what happened, what the coach knows."""

from __future__ import annotations

import asyncio
import re
from html import unescape

import pytest
from floor import TOLD, Floor

from cutcard.engine import commands as say
from cutcard.odds import solve
from cutcard.rulebooks import rules
from cutcard.service.room import Happened
from cutcard.table import Call, CloseOffers, DealFaceDown, Person, PlaceWager, Shuffle, TableState, seen
from cutcard.table.seen import SeenTable
from cutcard.web import table_coach
from cutcard.web.table_acts import LATE, Misunderstood, choice_meant, meant, moment, wagers_of
from cutcard.web.table_coach import Advice, coach_html, last_html, question_of
from cutcard.web.table_controls import KEYS, controls, denominations, help_list, seat, status, usual_chip
from cutcard.web.table_story import TableStory

ANN = Person("ann", "player")


def table(floor: Floor, name: str | None = "ann") -> SeenTable:
    return seen.table(floor.state, Person(name, "player") if name else None)


def plain(html: str) -> str:
    """The words of a piece of HTML."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def dealt(front: str, book: str = "melbourne-v26", game: str = "blackjack", **terms: object) -> Floor:
    floor = Floor(book, game, **{"decks": 8, **terms}).seat("ann", 2).ready(front).wagers("ann 2 20").close()
    while floor.state.round is not None and floor.state.round.needs == "offers":
        floor.do(CloseOffers(), floor.dealer)
    return floor


# ----------------------------------------------------------------------------------------------------------- the desk


def test_the_status_says_whose_turn_it_is_with_total_and_dealers_card() -> None:
    floor = dealt("As 9d 7h")
    assert plain(status(table(floor), "ann")) == "Your turn at box 2, 8 or 18 against 9♦."
    assert plain(status(table(floor, "bob"), "bob")) == "ann to decide for box 2, 8 or 18 against 9♦."
    assert "data-until" in status(table(floor), "ann")


def test_only_what_is_allowed_is_lit_and_the_rest_says_why_not_with_its_clause() -> None:
    floor = dealt("8s 9d 7h")
    html = controls(table(floor), floor.state, "ann", 1000)
    lit = re.findall(r'data-choice="([\w-]+)"', html)
    assert lit == ["hit", "stand"]
    assert 'data-clause="7.5.6(a)" data-href="/rulebook/melbourne-v26#7.5.6(a)"' in html
    assert "8♠ and 7♥ are not alike in value" in html
    assert controls(table(floor, "bob"), floor.state, "bob", 1000).count("data-choice") == 0


def test_every_act_has_a_key_of_its_own_and_the_list_of_keys_has_them_all() -> None:
    assert len(set(KEYS.values())) == len(KEYS)
    said = plain(help_list())
    for key, word in (("H", "hit"), ("S", "stand"), ("D", "double"), ("P", "split"), ("R", "surrender")):
        assert f"{key} {word}" in said


def test_chips_in_the_rack_can_make_the_minimum_and_do_not_pass_the_maximum() -> None:
    floor = Floor("sydney-v15").seat("ann", 1)
    values = denominations(table(floor))
    assert values == sorted(values)
    assert max(values) <= 50_000
    assert usual_chip(table(floor)) == 1000


def test_the_seat_shows_chips_limits_and_how_to_leave() -> None:
    floor = Floor("sydney-v15").seat("ann", 1)
    said = plain(seat(table(floor), "ann"))
    assert said.startswith("$10,000 in chips · your limits $10 to $500 Give up box 1 Step away Leave the table")
    assert seat(table(floor, "bob"), "bob") == ""


def test_who_is_asked_to_cut_may_put_the_cutting_card_anywhere_or_decline() -> None:
    floor = Floor("sydney-v15").seat("ann", 1).ready().play_out("ann 1 10")
    floor.do(Shuffle(*floor.order()), floor.dealer)
    assert floor.state.shoe.offered == "ann"
    assert plain(status(table(floor), "ann")) == "Will you cut the cards?"
    assert plain(status(table(floor, "bob"), "bob")) == "ann may cut the cards."
    html = controls(table(floor), floor.state, "ann", 1000)
    usual = re.search(r'type="range" id="cut-at" min="1" max="311" value="(\d+)"', html)
    assert usual is not None
    ((_, command),) = meant({"act": "cut", "at": int(usual[1]), "id": "a"}, floor.state, "ann").commands
    assert floor.do(command, "ann")  # where the page proposes to cut, the document allows it
    assert "cut-at" not in controls(table(floor), floor.state, "ann", 1000)


# ------------------------------------------------------------------------------------------------------ what is meant


def choice(state: TableState, act: str, **more: object) -> dict[str, object]:
    return {"act": "choice", "choice": act, "box": "2", "hand": "1", "moment": moment(state), "id": "x", **more}


def test_the_same_choice_at_the_same_moment_has_the_same_id() -> None:
    floor = dealt("8s 9d 2h 3c")
    first, command, _ = choice_meant(choice(floor.state, "hit", id="a"), floor.state, "ann")
    second, _, _ = choice_meant(choice(floor.state, "hit", id="b"), floor.state, "ann")
    assert first == second
    stale = choice(floor.state, "hit")
    floor.do(command, "ann")
    with pytest.raises(Misunderstood, match=LATE):
        choice_meant(stale, floor.state, "ann")
    assert choice_meant(choice(floor.state, "hit"), floor.state, "ann")[0] != first


def test_nobody_decides_for_another() -> None:
    floor = dealt("8s 9d 2h")
    with pytest.raises(Misunderstood, match=LATE):
        choice_meant(choice(floor.state, "hit"), floor.state, "bob")


def test_an_amount_that_a_choice_does_not_take_is_said() -> None:
    floor = dealt("8s 9d 3h")
    with pytest.raises(Misunderstood, match=r"Double takes \$0.01 to \$20"):
        choice_meant(choice(floor.state, "double", amount=2100), floor.state, "ann")


def test_the_first_chip_makes_up_the_minimum_and_further_ones_add() -> None:
    floor = Floor("sydney-v15").seat("ann", 2).ready().wagers()
    said = {"act": "bet", "box": "2", "bet": "main", "amount": 500, "id": "a"}
    assert meant(said, floor.state, "ann").commands == (("T1:a:0", PlaceWager(2, 1000)),)
    floor.do(PlaceWager(2, 1000), "ann")
    assert meant(said, floor.state, "ann").commands == (("T1:a:0", PlaceWager(2, 500)),)


def test_the_same_wagers_again_are_those_of_the_last_round() -> None:
    floor = Floor("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 2).ready()
    floor.round("ann 2 25", "ann 2 5 perfect-pairs")
    before = wagers_of(floor.state, "ann")
    assert before == [(2, "main", 2500), (2, "perfect-pairs", 500)]
    floor.wagers()
    again = [command for _, command in meant({"act": "again", "id": "a"}, floor.state, "ann", before).commands]
    assert again == [PlaceWager(2, 2500), PlaceWager(2, 500, "perfect-pairs")]
    assert "Same again A $30" in plain(controls(table(floor), floor.state, "ann", 1000, before))
    with pytest.raises(Misunderstood):
        meant({"act": "again", "id": "a"}, floor.state, "ann")


@pytest.mark.parametrize("said", [{}, {"act": 5}, {"act": "sit", "box": "x", "id": "a"}, {"act": "sit", "box": "1"}])
def test_nonsense_means_nothing(said: dict[str, object]) -> None:
    with pytest.raises(Misunderstood):
        meant(said, Floor("sydney-v15").state, "ann")


# --------------------------------------------------------------------------------------------------------- the account


def told(floor: Floor, start: TableState, since: int, viewer: str) -> str:
    """What a viewer reads of what has happened since then."""
    account = TableStory(Person(viewer, "player"), viewer)
    account.tell(Happened(len(floor.events), tuple(floor.events[since:]), start, floor.state))
    return "\n".join(plain(line) for line in account.lines.values())


def test_the_account_of_a_round_has_every_payment_with_sum_and_clause() -> None:
    floor = Floor("melbourne-v26", "crown-pontoon", decks=8).seat("ann", 2).ready("As 9d Kh")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20").close()
    floor.finish()
    lines = told(floor, start, since, "ann")
    assert "+$30 Box 2 wager $20: Pontoon, paid 3 to 2 10.5.1(b)" in lines
    assert "Hand A♠ K♥" in lines
    assert "$20 staked, 3 to 2 pays $30, $50 comes back." in lines
    assert "+$30 Ann wager $20: Pontoon, paid 3 to 2" in told(floor, start, since, "bob")


def test_the_account_does_not_tell_the_total_of_a_hand_that_lies_face_down() -> None:
    floor = Floor("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4)
    floor.do(DealFaceDown(told=TOLD))
    floor.ready("8s 5d 7d 9h 6c")
    start, since = floor.state, len(floor.events)
    floor.wagers("ann 2 20", "bob 4 35").close()
    floor.call("ann", "stand")
    assert "you stand on 17" in told(floor, start, since, "ann")
    others = told(floor, start, since, "bob")
    assert "Ann stands" in others
    assert "17" not in others


# ------------------------------------------------------------------------------------------------------------ the coach


def test_the_coach_says_what_each_choice_on_offer_is_worth_and_which_is_best() -> None:
    floor = dealt("8s 9d 3h", book="sydney-v15", play_money=True)
    solution = solve(rules("sydney-v15", "blackjack"), 8)
    advice = table_coach._on_hand(solution, table(floor), "9d")
    exact = solution.hand("8s 3h", "9").values
    assert advice.best == "double"
    assert advice.values == {act: exact[act] for act in advice.values}
    assert set(advice.values) == {"hit", "double"}  # a hard eleven may not stand here
    assert advice.cost("hit") == exact["double"] - exact["hit"] > 0
    html = coach_html(table(floor), True, advice, "")
    assert plain(html).startswith(f"Coach Double {exact['double']:+.3f}")


def test_the_coach_says_that_a_split_hand_is_not_told_exactly() -> None:
    floor = dealt("8s 7d 8h 3c", play_money=True)
    floor.call("ann", "split")
    solution = solve(rules("melbourne-v26", "blackjack"), 8)
    advice = table_coach._on_hand(solution, table(floor), "7d")
    assert advice.values == {}
    assert "came of a split" in advice.note


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
    assert question_of(said, 6).rules is said


def test_insurance_and_even_money_are_weighed_while_they_are_on_offer() -> None:
    floor = Floor("sydney-v15", decks=8, play_money=True).seat("ann", 2).ready("Ks Ad Ah").wagers("ann 2 20").close()
    solution = solve(rules("sydney-v15", "blackjack"), 8)
    note = table_coach._on_offers(solution, table(floor), "Ad").note
    assert "let it go by" in note or "Even money" in note
    floor.do(Call(say.EvenMoney(2, None)), "ann")
