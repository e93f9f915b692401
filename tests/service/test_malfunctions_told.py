"""Failed devices, as the staff's log and next step and a player's page tell of them."""

from __future__ import annotations

import pytest
from support.editions import sydney, sydney_by
from support.tables import BOOKS, SALT, Table

from cutcard.floor.house_dealer import Pace
from cutcard.floor.live_table import TableUpdate
from cutcard.rulebooks import load
from cutcard.service.desk import desk
from cutcard.service.prompts import event_sentence, prompt
from cutcard.service.staff.log import line_of
from cutcard.service.staff.sections import sections_shown
from cutcard.service.staff.steps import next_step
from cutcard.service.table_steps import ViewerStory
from cutcard.table import (
    CloseOffers,
    Command,
    DeclineOffer,
    DeviceFailed,
    Person,
    ReplaceDamagedCards,
    ReplaceDevice,
    ReportDeviceFailure,
    ReturnDiscards,
    Shuffle,
    TakeWagersBack,
    view,
)

JAM = ReportDeviceFailure("a card is stuck", damaged=1)


def stopped(book: str) -> Table:
    floor = Table(book, device="shuffling-device").seat("ann", 1).seat("bob", 2).ready("8s 9s 9d 3h 4c")
    return floor.wagers("ann 1 20", "bob 2 30").close()


def line(floor: Table, command: Command, by: str | None = None) -> str:
    before, start = floor.state, len(floor.events)
    floor.do(command, by)
    update = TableUpdate(len(floor.events), tuple(floor.events[start:]), before, floor.state)
    return "; ".join(line_of(update, Person("sam", "dealer")).came_of)


def asked(floor: Table, me: str) -> str:
    return prompt(view.table(floor.state, Person(me, "player")), me)


def buttons(floor: Table, me: str) -> list[str]:
    """What somebody may press about the round."""
    person = Person(me, "player")
    shown = desk(floor.state, view.table(floor.state, person), None, ViewerStory(person, me), Pace())
    return [button.label for group in shown.groups for button in group.buttons]


@sydney_by("17.5", "18.5")
def test_the_log_tells_step_by_step_what_is_done_about_a_failed_device(book: str, by: str) -> None:
    floor = stopped(book)
    said = line(floor, JAM)
    assert f"the shuffling device has failed: a card is stuck; finish from shoe (clause {by}.4)" in said
    assert f"wagers are offered back to ann and bob (clause {by}.1)" in said
    assert line(floor, TakeWagersBack(), "ann").startswith(f"ann takes their wagers back (clause {by}.1)")
    line(floor, DeclineOffer(), "bob")
    assert line(floor, ReplaceDamagedCards()) == f"1 damaged cards are replaced from a new deck (clause {by}.2)"


@sydney
def test_a_player_is_asked_and_the_dealer_is_led_through_it(book: str) -> None:
    floor = stopped(book)
    floor.return_discards()
    floor.do(JAM)
    assert asked(floor, "ann") == "The shuffling device has failed. Take your wagers back?"
    assert buttons(floor, "ann") == ["Take them back", "Leave them in"]
    assert asked(floor, "dot") == "Waiting for ann and bob."
    assert next_step(floor.state).words == "Ann and Bob may take their wagers back"
    assert next_step(floor.state).command == CloseOffers()
    facts = [fact.text for section in sections_shown(floor.state) for fact in section.facts]
    assert "Waits for answers about wagers that may be taken back since" in facts
    assert "The shuffling device has failed: finish from shoe, 1 damaged cards are to be replaced" in facts
    floor.do(TakeWagersBack(), "ann")
    floor.do(DeclineOffer(), "bob")
    assert isinstance(next_step(floor.state).command, ReplaceDamagedCards)
    floor.do(ReplaceDamagedCards())
    assert isinstance(next_step(floor.state).command, Shuffle)
    shoe = floor.state.shoe
    floor.do(Shuffle(shoe.order[shoe.next :], SALT))
    assert next_step(floor.state).words == "Bob is asked to cut"
    assert asked(floor, "bob") == "Cut the cards?"
    assert buttons(floor, "bob") == ["Cut", "No, thanks"]
    assert buttons(floor, "ann") == []


@pytest.mark.parametrize("book", BOOKS)
def test_everybody_hears_what_becomes_of_the_round(book: str) -> None:
    floor = stopped(book)
    before = floor.state
    floor.do(JAM)
    said = event_sentence(floor.last(DeviceFailed), before, "ann")
    assert said.startswith("The shuffling device has failed. ")
    goes_on = load(book).procedures.malfunctions.from_shoe is False  # type: ignore[union-attr]
    assert ("The round goes on." in said) == goes_on


def test_the_dealer_is_led_to_put_the_discards_in_and_to_replace_a_device() -> None:
    floor = stopped("sydney-v15")
    assert isinstance(next_step(floor.state).command, ReturnDiscards)
    floor.finish()
    floor.do(JAM)
    assert next_step(floor.state).command == ReplaceDevice("shuffling-device")
