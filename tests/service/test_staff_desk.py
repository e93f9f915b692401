"""The staff's side of a table by itself: what comes next, the dealer's line, forms, log, catalogue and stakes."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from support.random_players import RandomPlayers
from support.tables import BOOKS, Table

from cutcard.floor.house_dealer import with_randomness
from cutcard.floor.live_table import TableUpdate
from cutcard.rulebooks import load
from cutcard.service.staff import line as dealers_line
from cutcard.service.staff.catalogue import CommandShown, catalogue
from cutcard.service.staff.desk import StaffShown, staff_shown
from cutcard.service.staff.fields import fields_of, fields_shown
from cutcard.service.staff.forms import FormError, command_from
from cutcard.service.staff.line import LineError
from cutcard.service.staff.log import line_of, line_shown
from cutcard.service.staff.sections import SECTIONS, sections_shown
from cutcard.service.staff.stakes import Confirmation, confirmation
from cutcard.service.staff.steps import next_step
from cutcard.service.wire import WORDS, command_of
from cutcard.table import (
    Acted,
    Approve,
    Call,
    ChangeLimits,
    ChangeSideBet,
    CountCards,
    Cut,
    CutForAll,
    DeclineCut,
    DeclineOffer,
    FillFloat,
    Leave,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    PostMinimum,
    PostSideBetChange,
    Refusal,
    RestrictToOneBox,
    RuleOnDispute,
    Shuffle,
    TableState,
    VoidDisruptedRound,
    VoidRoundForFraud,
    WithholdWinnings,
    act,
)
from cutcard.table.closing import count_due
from cutcard.table.registry import COMMANDS

STEPS_MOST = 60
MELBOURNE = "melbourne-v26"


def facts(state: TableState, title: str) -> str:
    section = next(one for one in SECTIONS if one.title == title)
    return "\n".join(fact.text for fact in section.facts(state))


def shown(state: TableState, person: Person, barred: str = "") -> StaffShown:
    return staff_shown(state, person, version=1, moment="now", barred=barred, audit_fault=False)


def command(state: TableState, person: Person, do: str) -> CommandShown:
    return next(one for one in catalogue(state, person, "", state.now) if one.do == do)


def test_every_command_has_its_place_on_the_page() -> None:
    assert {spec.group for spec in COMMANDS.values()} == {"", *(section.group for section in SECTIONS)}
    elsewhere = {spec.name for spec in COMMANDS.values() if not spec.group}
    # on a page of its own, by the clock, on the players' table, by the table's link
    own = {"open-table", "tick", "remove-player", "warn-idle-player", "press-button", "call", "nominate-for-button"}
    assert elsewhere == own | {"suspend-linked-bet", "offer-linked-bet"}


@pytest.mark.parametrize("book", BOOKS)
def test_the_next_step_leads_through_a_round_and_is_never_refused(book: str) -> None:
    floor = Table(book)
    floor.seat("ann", 2)
    floor.seat("bob", 5)
    for _ in range(STEPS_MOST):
        step = next_step(floor.state)
        if floor.state.betting == "open" and not floor.state.bets:
            floor.do(PlaceWager(2, 2000), "ann")
        elif step.command is not None:
            floor.do(with_randomness(floor.state, step.command))
        elif floor.state.shoe.offered is not None:
            floor.do(DeclineCut(), floor.state.shoe.offered)
        else:
            assert floor.state.round is not None
            called = dealers_line.read("h" if floor.state.round.hand.total < 12 else "s", floor.state)
            assert isinstance(called, Call)
            floor.do(Call(called.command), called.player)
        if floor.state.number == 2:
            return
    pytest.fail(f"no second round within {STEPS_MOST} steps: {step}")


@pytest.mark.parametrize("seed", range(12))
def test_any_table_can_be_shown_and_its_log_written(seed: int) -> None:
    random = Random(seed)
    book = BOOKS[seed % len(BOOKS)]
    wanderers = RandomPlayers(random, book, "blackjack")
    state, version = TableState(), 0
    staff = [Person("sam", role) for role in load(book).roles]
    for turn in range(250):
        said, by = wanderers.next(state)
        acted = act(state, said, by, state.now + 1000)
        if isinstance(acted, Refusal):
            continue
        happened = TableUpdate(version + len(acted.events), acted.events, state, acted.state)
        state, version = acted.state, happened.version
        for viewer in (None, staff[0]):
            written = line_shown(happened, viewer, state).model_dump_json()
            assert re.findall(r"\b[2-9TJQKA][cdhs]\b", written) == []  # dealt cards are told by their signs
        if state.phase == "open" and turn % 5 == 0:
            person = random.choice(staff)
            shown(state, person)
            catalogue(state, person, "", state.now)


@pytest.mark.parametrize("word", sorted(set(WORDS) - {"open-table"}))  # which has a page of its own
def test_every_command_has_a_form_that_labels_its_fields(word: str) -> None:
    floor = Table(MELBOURNE, side_bets={"perfect-pairs": "A"})
    made = fields_shown(word, floor.state)
    assert len({field.name for field in made}) == len(made)
    assert all(field.label for field in made)
    for field in made:
        assert all(choice.label and "-" not in choice.label for choice in field.choices)  # words, not identifiers


def test_a_form_says_the_command() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True})
    state = floor.state

    def said(word: str, **entries: str) -> Any:
        return command_from(word, {name.replace("__", ":"): value for name, value in entries.items()}, state, 1000)

    changed = said("change-limits", sign__minimum="25", sign__maximum="1,000", told="yes")
    assert isinstance(changed, ChangeLimits)
    assert (changed.sign.minimum, changed.sign.maximum, changed.told) == (2500, 100_000, True)
    assert said("fill-float", chips__500="3", chips__10000="2", chips__100="") == FillFloat({500: 3, 10_000: 2})
    assert said("post-minimum", minimum="50", holds_from="20") == PostMinimum(5000, 1000 + 2000 + 20 * 60_000)
    told = said("restrict-to-one-box", player="ann", told__inspector="I. Reed")
    assert told == RestrictToOneBox("ann", (("inspector", "I. Reed"),))
    for wrong in ({"minimum": "lots", "holds_from": "20"}, {"minimum": "50", "holds_from": ""}):
        with pytest.raises((FormError, LineError)):
            said("post-minimum", **wrong)


def test_the_staff_fill_in_a_form_for_each_measure() -> None:
    floor = Table(MELBOURNE, side_bets={"supernova": True}).seat("ann", 1)
    now = 1_000
    entries = {"reason": "marked cards", "forfeits": "ann, bob"}
    fraud = command_from("void-round-for-fraud", entries, floor.state, now)
    assert fraud == VoidRoundForFraud("marked cards", False, ("ann", "bob"))
    refunded = command_from("void-round-for-fraud", {**entries, "refund": "yes"}, floor.state, now)
    assert refunded == VoidRoundForFraud("marked cards", True, ("ann", "bob"))
    held = command_from("withhold-winnings", {"player": "ann", "round": "3", "reason": "x"}, floor.state, now)
    assert held == WithholdWinnings("ann", 3, "x")
    change = {"bet": "supernova", "change": "leave", "holds_from": "20"}
    posted = command_from("post-side-bet-change", change, floor.state, now)
    assert isinstance(posted, PostSideBetChange)
    assert posted.holds_from >= now + 20 * 60_000
    floor.do(posted)
    labels = [choice.label for field in fields_shown("change-side-bet", floor.state) for choice in field.choices]
    assert labels == ["Supernova"]
    moved = command_from("change-side-bet", {"bet": "supernova", "meters": "supernova-major 5000"}, floor.state, now)
    assert moved == ChangeSideBet("supernova", {"supernova-major": 500_000})
    with pytest.raises(FormError):
        command_from("change-side-bet", {"bet": "supernova", "meters": "supernova-major"}, floor.state, now)


def test_a_form_asks_only_what_the_document_wants_to_know() -> None:
    sydney, canberra = Table("sydney-v15").state, Table("canberra-2006").state
    assert [field.name for field in fields_of("restrict-for-shoe", sydney)] == ["player"]  # nobody need be told
    assert [field.default for field in fields_of("post-minimum", sydney) if field.kind == "minutes"] == [20]
    assert [field.name for field in fields_of("give-closing-notice", canberra)] == []


def test_a_line_means_what_the_table_waits_for() -> None:
    floor = Table("sydney-v15", source="real", side_bets={"perfect-pairs": True})
    floor.do(dealers_line.read("sit ann 3", floor.state), floor.dealer)
    floor.do(dealers_line.read("buy ann 500", floor.state), floor.dealer)
    floor.ready()
    with pytest.raises(LineError, match="nothing is to be typed now"):
        dealers_line.read("ann 3 20", floor.state)
    floor.do(next_step(floor.state).command, floor.dealer)  # type: ignore[arg-type]
    assert dealers_line.read("ann 3 20.50", floor.state) == PlaceWager(3, 2050, player="ann")
    for named in ("perf", "perfect pairs", "Perfect  Pairs", "PERFECT P"):
        assert dealers_line.read(f"ann 3 5 {named}", floor.state) == PlaceWager(3, 500, "perfect-pairs", player="ann")
    with pytest.raises(LineError, match=r"no side bet 'any pairs' here.* Perfect Pairs"):
        dealers_line.read("ann 3 5 any pairs", floor.state)
    for wrong in ("ann 3", "ann three 20", "ann 3 lots", "ann 3 20 lotto", "sit ann", "cut", "cut ann x"):
        with pytest.raises(LineError):
            dealers_line.read(wrong, floor.state)
    floor.do(dealers_line.read("ann 3 20", floor.state), floor.dealer)
    floor.do(dealers_line.read("ann 3 5 perfect-pairs", floor.state), floor.dealer)
    for _ in range(2):
        floor.do(next_step(floor.state).command, floor.dealer)  # type: ignore[arg-type]
    assert next_step(floor.state).words == "Card for box 3"
    with pytest.raises(LineError, match="not a card"):
        dealers_line.read("As Xx", floor.state)
    with pytest.raises(LineError, match="6♠ is one card too many: after 8♠, 6♥ and 8♦ Ann decides on box 3;") as no:
        dealers_line.read("8s 6h 8d 6s", floor.state)
    assert no.value.clause == floor.state.rules.clauses["deal.order"]
    floor.do(dealers_line.read("8S, 6h 8d", floor.state), floor.dealer)
    called = dealers_line.read("p", floor.state)
    assert isinstance(called, Call)
    assert (type(called.command).__name__, called.player) == ("Split", "ann")
    with pytest.raises(LineError, match="waits for a call"):
        dealers_line.read("As", floor.state)
    assert dealers_line.read("no ann", floor.state) == DeclineOffer("ann")


def test_an_idle_player_holds_up_no_step() -> None:
    floor = Table("sydney-v15", source="real", idle_minutes=1).seat("ann", 3).ready()
    floor.do(command_of({"do": "open-betting"}), floor.dealer)
    assert next_step(floor.state).words == "Waiting for wagers"
    assert next_step(floor.state._replace(now=floor.state.now + 3_600_000)).words == "Waiting for wagers"


def test_a_name_that_two_side_bets_begin_with_is_asked_about() -> None:
    bets: dict[str, str | bool] = {"perfect-pairs": True, "pontoon-pandemonium": "1"}
    floor = Table(MELBOURNE, "crown-pontoon", source="real", side_bets=bets)
    floor.seat("ann", 3).ready()
    floor.do(next_step(floor.state).command, floor.dealer)  # type: ignore[arg-type]
    with pytest.raises(LineError, match="'p' may be Perfect Pairs or Pontoon Pandemonium"):
        dealers_line.read("ann 3 5 p", floor.state)
    assert dealers_line.read("ann 3 5 po", floor.state) == PlaceWager(3, 500, "pontoon-pandemonium", player="ann")


def test_the_cut_of_a_real_shoe_is_what_the_dealer_enters_and_never_the_houses_own() -> None:
    floor = Table("sydney-v15", source="real").seat("ann", 3)
    for do in ("bring-cards", "check-cards"):
        floor.do(command_of({"do": do}), floor.dealer)
    floor.do(Shuffle(), floor.dealer)
    asked = shown(floor.state, floor.dealer).step
    assert (asked.words, asked.label) == ("Ann is asked to cut", "Ann declines")
    assert asked.number is not None
    assert (asked.number.command, asked.number.value) == ({"do": "cut", "player": "ann"}, None)
    assert dealers_line.read("cut 60", floor.state) == Cut(60, "ann")
    floor.do(DeclineCut("ann"), floor.dealer, at=floor.state.now + 60_000)
    step = shown(floor.state, floor.dealer).step
    assert step.command is None
    assert step.number is not None
    assert (step.number.command, step.enabled, step.clause) == ({"do": "cut-for-all"}, False, "4.4")
    assert "gaming supervisor" in step.why
    cut = dealers_line.read("cut 61", floor.state)
    assert cut == CutForAll(61)
    floor.do(cut, "gaming-supervisor")
    placed = shown(floor.state, floor.dealer).step
    assert placed.number is not None
    assert placed.number.least <= (placed.number.value or 0) <= placed.number.most
    assert dealers_line.read("behind 80", floor.state) == PlaceCuttingCard(80)


def test_the_log_of_a_hand_that_lies_face_down_tells_neither_cards_nor_total() -> None:
    floor = Table(MELBOURNE)
    floor.seat("ann", 1).ready("8s Kh 9d 7c")
    told = {"told:inspector": "I. Reed", "told:surveillance": "room 2"}
    floor.do(command_from("deal-face-down", told, floor.state, 0))
    lines = follow(floor, Person("dan", "dealer"))
    assert any("a card face down to box 1" in line for line in lines)
    assert not any("8♠" in line or "9♦" in line or "17" in line for line in lines)
    assert any("K♥ to the dealer" in line for line in lines)
    assert any("8♠ to box 1" in line for line in follow(floor, Person("ivo", "inspector")))


def follow(floor: Table, viewer: Person) -> list[str]:
    """The log of a round as somebody reads it, up to where the player is asked."""
    lines: list[str] = []
    state = floor.state
    for said, by in ((next_step(state).command, floor.dealer), (PlaceWager(1, 2000), floor.person("ann"))):
        assert said is not None
        state = say(state, said, by, viewer, lines)
    for _ in range(2):
        said = next_step(state).command
        assert said is not None
        state = say(state, said, floor.dealer, viewer, lines)
    return lines


def say(state: TableState, said: Any, by: Person, viewer: Person, lines: list[str]) -> TableState:
    acted = act(state, said, by, 0)
    assert isinstance(acted, Acted), acted
    lines += line_of(TableUpdate(len(acted.events), acted.events, state, acted.state), viewer).came_of
    return acted.state


def test_a_dispute_is_reviewed_by_its_number_in_the_list() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    floor.do(RuleOnDispute("ann", "a card", "it stands"), Person("sam", "gaming-supervisor"))
    assert "1. ann: a card" in facts(floor.state, "Disputes")
    floor.do(command_from("review-dispute", {"dispute": "1", "ruling": "it stands"}, floor.state, 0))
    assert "(reviewed)" in facts(floor.state, "Disputes")
    assert floor.refused(command_from("review-dispute", {"dispute": "0", "ruling": "x"}, floor.state, 0)).message


def test_the_staff_see_what_is_in_force() -> None:
    floor = Table(MELBOURNE).seat("ann", 1).ready("As 9c Ks 9h").round("ann 1 20")
    assert "No measure" in facts(floor.state, "Void rounds and measures")
    floor.do(WithholdWinnings("ann", 1, "a device"))
    assert "Withheld 1: ann $30 of round 1, a device" in facts(floor.state, "Void rounds and measures")
    floor.do(command_from("release-winnings", {"held": "1"}, floor.state, 0))  # as the list counts
    assert "released" in facts(floor.state, "Void rounds and measures")
    assert "which holds 8 decks" in facts(Table("sydney-v15").state, "Cards")


def test_what_waits_for_a_second_person_is_listed_and_not_for_who_asked() -> None:
    floor = Table("sydney-v15", two_people=True)
    manager = Person("mia", "gaming-manager")
    own = shown(floor.state, manager).approvals[0]
    assert (own.label, own.by, own.role, own.may_decide, own.may_withdraw) == (
        "Fill float",
        "mia",
        "gaming manager",
        False,
        True,
    )
    assert "1000000×$1" in own.asked
    assert own.why == "Somebody else has to approve what you asked for."
    for role, may in (("dealer", False), ("gaming-supervisor", True)):
        other = shown(floor.state, Person("kim", role)).approvals[0]
        assert (other.may_decide, other.may_withdraw) == (may, False)
    barred = shown(floor.state, Person("ivo", "inspector"), "an inspector reads everything and changes nothing")
    assert not barred.approvals[0].may_decide
    (number,) = fields_of("approve", floor.state)
    assert (number.name, number.default) == ("number", 1)
    assert command_from("approve", {"number": "1"}, floor.state, 0) == Approve(1)
    assert "Nothing is waiting" in facts(floor.state._replace(approvals={}), "Waiting for a second person")
    assert "one person of the right role is enough" in facts(Table("sydney-v15").state, "Waiting for a second person")


def test_the_catalogue_says_who_may_and_why_not_with_the_clause() -> None:
    floor = Table("sydney-v15", source="real").seat("ann", 1)
    change = command(floor.state, floor.dealer, "change-limits")
    assert (change.allowed, change.who, change.why_clause) == (False, "gaming supervisor or above", "6.5")
    assert (change.why, change.role_in_why) == ("Only the gaming supervisor or above.", True)
    betting = command(floor.state, floor.dealer, "open-betting")
    assert (betting.allowed, betting.role_in_why) == (False, False)  # the cards are not ready
    assert betting.why
    assert betting.who == "dealer or above"
    sell = command(floor.state, floor.dealer, "sell-chips")
    assert (sell.allowed, sell.stake) == (True, "money")
    assert command(floor.state, Person("bea", "gaming-supervisor"), "void-disrupted-round").stake == "round"


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_is_said_to_forbid_several_boxes_where_they_are_free(book: str) -> None:
    floor = Table(book)
    boxes = command(floor.state, Person("mia", load(book).roles[-1]), "allow-several-boxes")
    if floor.state.config.procedures.seats.several == "free":
        assert (boxes.allowed, boxes.nobody) == (False, True)
        assert boxes.why == "No permission is needed: players may take several boxes here."
        assert boxes.why_clause == floor.state.config.procedures.clauses["seats.several"]
    else:
        assert (boxes.allowed, boxes.nobody, boxes.why) == (True, False, "")


@pytest.mark.parametrize("book", BOOKS)
def test_a_question_tells_nothing_of_a_shoe_that_has_not_ended(book: str) -> None:
    """Whoever is asked once more could say no, and would know the cards."""
    floor = Table(book).seat("ann", 1).ready("8s 7d 9d 3h 8h").round("ann 1 20")
    highest = Person("mia", load(book).roles[-1])
    given = floor.state.config.procedures.commands
    floor.do(Leave(), "ann")
    if count_due(floor.state):
        floor.do(CountCards(True), "dealer")
    for do in ("close-table", "void-shoe"):
        if do not in given:
            continue
        told = {f"told:{whom}": "somebody" for whom in given[do].tells}
        given_now = command_from(do, {"reason": "x", **told}, floor.state, floor.state.now)
        asked = confirmation(floor.state, given_now, highest, floor.state.now)
        assert isinstance(asked, Confirmation), asked
        said = " ".join(asked.facts)
        assert re.findall(r"[2-9TJQKA][cdhs]\b|[♠♥♦♣]", said) == []
        assert floor.state.shoe.salt not in said


def test_what_is_at_stake_is_told_before_it_is_done() -> None:
    floor = Table("sydney-v15").seat("ann", 1).seat("bob", 2).ready("8s 7d 9d 3h 8h").wagers("ann 1 20", "bob 2 20")
    floor.close()
    supervisor = Person("bea", "gaming-supervisor")
    before = floor.state
    asked = confirmation(before, VoidDisruptedRound("a fire alarm"), supervisor, before.now)
    assert isinstance(asked, Confirmation)
    assert asked.title == "Declare a disrupted round void?"
    assert "On the layout: $40 → $0" in asked.facts
    assert any(fact.startswith("ann: +$20") for fact in asked.facts)
    assert "Round 1 ends with 2 wagers open." in asked.facts
    assert floor.state is before
    assert isinstance(confirmation(before, VoidDisruptedRound("x"), floor.dealer, before.now), Refusal)
    assert isinstance(confirmation(before, VoidDisruptedRound(""), supervisor, before.now), Refusal)
    assert confirmation(before, PlaceWager(1, 100), supervisor, before.now) is None


def test_the_form_for_mistakes_has_only_what_the_document_gives_now_and_says_who_rules() -> None:
    floor = Table("sydney-v15", source="real").seat("ann", 1).ready()
    dealer = Person("dan", "dealer")
    section = next(one for one in sections_shown(floor.state) if one.group == "irregularities")
    assert section.rows is not None
    assert ["A card lies face up in the shoe", "The card is burned and plays no part", "dealer", "16.1"] in (
        section.rows.rows
    )
    fields = {field.name: field for field in command(floor.state, dealer, "report-irregularity").fields}
    kinds = {choice.value: choice.label for choice in fields["kind"].choices}
    assert kinds["cards-dropped"] == "Cards were dropped"
    assert "card-misplaced" not in kinds  # no round has been dealt
    assert "wrong-deck" not in kinds  # the document has nothing on it
    assert [field for field in fields if field.startswith("told:")] == ["told:surveillance", "told:inspector"]
    floor.wagers("ann 1 20").close().deal("8s 9d 3h")
    fields = {field.name: field for field in command(floor.state, dealer, "report-irregularity").fields}
    assert "card-misplaced" in {choice.value for choice in fields["kind"].choices}
    assert "reconstruct" in {choice.value for choice in fields["ruling"].choices}
    entered = {"kind": "card-faced-in-shoe", "ruling": "burn", "reason": "face up", "card": "Kc"}
    given = command_from("report-irregularity", entered, floor.state, 0)
    asked = confirmation(floor.state, given, dealer, 0)
    assert isinstance(asked, Confirmation)
    said = "A card lies face up in the shoe; the card is burned and plays no part: face up (clause 16.1)."
    assert said in asked.facts
    left = {field.name: field for field in command(floor.state, floor.boss, "rule-by-discretion").fields}
    assert "wrong-deck" in {choice.value for choice in left["kind"].choices}
