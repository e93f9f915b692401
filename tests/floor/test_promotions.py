"""Entries that are earned at tables: counted from the tables' events, by every process alike, and never twice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.promotion_floor import MIA, PromotionFloor
from support.promotions import BOOKS, CLOSE, START, money_prize

from cutcard.durations import DAY_MS, HOUR_MS
from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.floor.promotions import table_counts
from cutcard.players import Exclude, LiftExclusion, WithdrawCard
from cutcard.promotions import (
    AmendConditions,
    AnnouncePromotion,
    ClaimPrize,
    ClosePromotion,
    CommitDraw,
    CountPlay,
    DecideComplaint,
    EnterPromotion,
    EntryRule,
    NotifyInspector,
    NotifyWinner,
    PostponePromotion,
    PrizeWon,
    PublishConditions,
    RecordComplaint,
    RefuseClaim,
    ResumePromotion,
    RoundsCounted,
    StartPromotion,
    SubmitConditions,
    evolved,
)
from cutcard.promotions.play import Play
from cutcard.promotions.promotion_draft import PromotionCommandReceived
from cutcard.promotions.promotion_registry import PROMOTIONS
from cutcard.refusals import Refusal
from cutcard.store import NewEvent, Store
from cutcard.store.audit import audit
from cutcard.store.kinds import PROMOTION
from cutcard.store.people import People
from cutcard.store.person_keys import PersonKeys
from cutcard.store.personal_details import PersonalDetails
from cutcard.store.promotion_reading import promotion_state
from cutcard.store.registers import whole_register
from cutcard.table import Person, ReportLimitPassed
from cutcard.table.codec import dumps

RULES = (EntryRule("blackjack"), EntryRule("wagered", each=5000), EntryRule("round"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path / "casino.db"))
    yield opened
    opened.close()


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.7.3", "20.7.4")
@clause("sydney-earlier", "21.7.3", "21.7.4")
def test_entries_are_earned_by_wagers_that_the_conditions_ask_for(store: Store, book: str) -> None:
    house = PromotionFloor(store, book, entry_rules=RULES, minimum_wager=2500).started()
    house.table.at = START + 1000
    house.table.round("ann 1 50").round("ann 1 30").round("ann 1 20")  # a blackjack, a plain round, one too small
    house.do(CountPlay())
    assert house.state.counted == {}  # these rounds may still be corrected
    for _ in range(6):
        house.table.round("ann 1 10")
    house.do(CountPlay())
    assert house.state.counted == {"T1": 3}
    assert house.state.play == {"ann": Play(8000, (1, 8000, 2))}
    assert house.state.entries("ann") == 1 + 1 + 2
    house.do(CountPlay())
    assert house.state.entries("ann") == 4
    house.drawn()
    assert house.state.counted == {"T1": 9}
    assert [one.player for one in house.state.wins.values()] == ["ann"]
    assert audit(store).fault is None


@pytest.mark.parametrize("valid_only", [True, False])
@clause("sydney-v15", "16.23", "20.7.4")
def test_what_lies_beyond_a_loss_limit_earns_no_entries(store: Store, valid_only: bool) -> None:
    """Counts of earlier releases, which took all of the wager, still hold."""
    house = PromotionFloor(store, entry_rules=RULES).started()
    house.table.at = START + 1000
    house.table.round("ann 1 50")
    house.table.wagers("ann 1 50").close()
    house.table.do(ReportLimitPassed("ann", 2000, "mia", "counted"))
    house.table.finish()
    for _ in range(6):
        house.table.round("ann 1 10")
    if valid_only:
        house.do(CountPlay())
    else:
        (count,) = table_counts(store, house.state, closing=False)
        earlier = Play(10_000, (1, 10_000, 2))
        event = RoundsCounted("T1", 0, 2, count.version, {"ann": earlier}, "20.7.3")
        received = PromotionCommandReceived("mia", "gaming-manager", house.at, "count-play")
        new = [NewEvent(PROMOTION.dumps(one), (), one) for one in (received, event)]
        live = house.floor.stream("promotion:spring")
        store.append(live.stream, live.version, new, at_ms=house.at)
    expected = Play(7000, (1, 7000, 2)) if valid_only else Play(10_000, (1, 10_000, 2))
    assert promotion_state(store, "spring").play == {"ann": expected}
    assert audit(store, processes=1).fault is None


@clause("sydney-v15", "20.8", "20.11", "20.12", "20.12.1")
def test_an_inspector_reads_what_is_due_when_it_is_late_and_when_it_was_done(store: Store) -> None:
    """24 hours, 48 hours and two days, each on a clock of the test's own."""

    def due(at: int) -> dict[str, tuple[int | str | None, ...]]:
        rows = whole_register("promotion-notices", store, at)
        names = [f"{row['kind']} {row['number'] or ''}".strip() for row in rows]
        return {name: (row["since"], row["status"], row["clause"]) for name, row in zip(names, rows, strict=True)}

    house = PromotionFloor(store, entry_rules=(EntryRule("form"),))
    house.do(AnnouncePromotion("spring", house.conditions))
    first = START - DAY_MS
    assert due(first) == {"submit-conditions": (first, "due", "20.12")}
    assert due(first + 1) == {"submit-conditions": (first, "due late", "20.12")}
    house.do(PublishConditions(("website",), "https://house/spring", "see there")).do(SubmitConditions("the officer"))
    assert due(first + 1) == {"submit-conditions": (first, "done", "20.12")}
    house.at = START
    house.do(StartPromotion()).do(CommitDraw()).do(EnterPromotion("ann"))
    house.at += HOUR_MS
    house.do(PostponePromotion("the urn is open"))
    stopped, told = house.at, house.at + 2 * DAY_MS
    assert due(told)["notify-inspector 1"] == (told, "due", "20.11")
    assert due(told + 1)["notify-inspector 1"] == (told, "due late", "20.11")
    house.at = told + 1
    house.do(NotifyInspector("inspector Ivo")).do(ResumePromotion("the auditor"))
    assert due(house.at)["notify-inspector 1"] == (stopped + 2 * DAY_MS, "done late", "20.11")
    house.do(AmendConditions(house.state.conditions._replace(claimed="At the cage.")))
    assert due(house.at)["submit-conditions 2"] == (house.at, "due", "20.12.1")
    amended = house.at
    house.at += 1
    house.do(PublishConditions(("website",), "https://house/spring", "see there")).do(SubmitConditions("the officer"))
    assert due(house.at)["submit-conditions 2"] == (amended, "done", "20.12.1")
    house.drawn()
    notice = house.at + 2 * DAY_MS
    assert due(notice)["notify-winner 1"] == (notice, "due", "20.8")
    assert due(notice + 1)["notify-winner 1"] == (notice, "due late", "20.8")
    house.at = notice
    house.do(NotifyWinner(1, "mail", reached=False))
    assert due(notice)["notify-winner 1"][1] == "due", "trying is recorded, and they do not know yet"
    house.do(NotifyWinner(1, "telephone"))
    assert due(notice)["notify-winner 1"] == (notice, "done", "20.8")
    (row,) = (one for one in whole_register("promotion-notices", store, notice) if one["kind"] == "notify-winner")
    assert (row["promotion"], row["player"], row["done"]) == ("spring", "ann", notice)
    assert audit(store, processes=1).fault is None


def test_two_processes_count_a_round_once(store: Store) -> None:
    house = PromotionFloor(store, entry_rules=RULES).started()
    for _ in range(8):
        house.table.round("ann 1 50")
    other = BlockingFloor(store)
    other.known("promotion:spring")  # as it was before the first has counted
    house.do(CountPlay())
    assert isinstance(other.act_on_promotion("spring", CountPlay(), MIA, house.at), Done)
    assert house.state.counted == {"T1": 2}
    assert house.state.play["ann"].counts[2] == 2


def test_what_is_played_before_the_start_or_after_the_close_or_for_play_money_does_not_count(store: Store) -> None:
    house = PromotionFloor(store, "sydney-earlier", entry_rules=RULES).started()
    house.table.at = CLOSE - 1000
    house.table.round("ann 1 50")
    house.table.at = CLOSE + 1000
    house.table.round("ann 1 50")
    house.at = CLOSE + 2000
    house.do(ClosePromotion())
    assert house.state.play["ann"].counts[2] == 1
    others: tuple[dict[str, Any], ...] = ({"currency": "play"}, {"tables": ("T9",)})
    for changed in others:
        promotion = f"by {next(iter(changed))}"
        for command, at in (
            (AnnouncePromotion(promotion, house.conditions._replace(**changed)), START - 2 * DAY_MS),
            (PublishConditions(("website",), "https://house/other", "see there"), START - 2 * DAY_MS),
            (SubmitConditions("the officer"), START - 2 * DAY_MS),
            (StartPromotion(), START),
            (CommitDraw(), START),
            (ClosePromotion(), CLOSE + 2000),
        ):
            assert isinstance(house.floor.act_on_promotion(promotion, command, MIA, at), Done)
        assert promotion_state(store, promotion).play == {}, changed


def _excluded_before_the_count(store: Store) -> PromotionFloor:
    """Prizes that are won at once by rounds: they were played before the order, and are counted after it."""
    prizes = (money_prize(number=3),)
    house = PromotionFloor(store, awarded="at-once", entry_rules=(EntryRule("round"),), prizes=prizes).started()
    for _ in range(8):
        house.table.round("ann 1 50")
    assert isinstance(house.floor.act_on_player("ann", Exclude("house", reason="conduct"), MIA, house.at), Done)
    house.do(CountPlay())
    return house


def test_the_audit_finds_a_prize_that_is_won_at_once_by_somebody_kept_away(store: Store) -> None:
    house = _excluded_before_the_count(store)
    live = house.floor.stream("promotion:spring")
    event = PrizeWon(1, 1, live.state.prize(1).name, "ann", house.at, 0, 1, "20.7.2")
    _, lines = evolved(live.state, event)
    store.append(live.stream, live.version, [NewEvent(dumps(event, registry=PROMOTIONS), lines)], at_ms=house.at)
    assert "is won at once by ann, who is kept away: player-excluded" in str(audit(store, processes=1).fault)


def test_nobody_wins_at_once_while_they_are_kept_away(store: Store) -> None:
    house = _excluded_before_the_count(store)
    assert (house.state.entries("ann"), house.state.wins) == (2, {})
    assert audit(store).fault is None
    assert isinstance(house.floor.act_on_player("ann", LiftExclusion(1, "over"), MIA, house.at), Done)
    house.do(CountPlay())
    assert [one.player for one in house.state.wins.values()] == ["ann"]
    assert audit(store).fault is None


@clause("sydney-v15", "20.9.1")
def test_who_is_refused_a_dear_prize_is_known_by_a_digest_only(store: Store) -> None:
    house = PromotionFloor(store, prizes=(money_prize(50_000),)).started()
    house.table.round("ann 1 50")
    assert isinstance(house.floor.act_on_player("ann", WithdrawCard("left"), MIA, house.at), Done)
    People(store).erase("ann", "asked", by="mia", at_ms=house.at)  # the desk knew who they are, for their card
    house.drawn().do(ClaimPrize("ann", 1), Person("ann", "player"))
    refuse = RefuseClaim(1, "played on another's card", "mail", identity="chosen by hand")
    refused = house.try_(refuse)
    assert isinstance(refused, Refusal)
    assert refused.code == "claimant-not-kept"
    details = PersonalDetails("Ann Example", "1990-02-28", "1 High Street", "ann@example.org", "N123", "Australia")
    People(store).record("ann", details, "passport", by="mia", at_ms=house.at)
    house.do(refuse)
    assert house.state.claims[1].identity == People(store).known_by("ann").row
    kept = People(store).details("ann")
    assert (kept.full_name, kept.address) == ("Ann Example", "1 High Street")
    house.do(RecordComplaint("ann", "it was my brother's card"), Person("ann", "player"))
    house.do(DecideComplaint(1, "it was the sister's"))
    written = "".join(event.text for event in store.read("promotion:spring"))
    for words in ("High Street", "another's card", "brother", "sister"):  # what is written about ann is sealed
        assert words not in written
    claim, complaint = house.state.claims[1], house.state.complaints[1]
    texts = (claim.reasons, complaint.about, complaint.decision)
    assert [*PersonKeys(store).open(texts).values()].count("") == 0
    People(store).erase("ann", "asked", by="mia", at_ms=house.at)
    assert [*PersonKeys(store).open(texts).values()] == ["", "", ""]
    assert audit(store).fault is None
