"""What the regulator, the inspector, winners and the public are told, and by when."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.promotions import BOOKS, CLOSE, DRAW, START, Promotion, gives, money_prize

from cutcard.durations import DAY_MS, HOUR_MS
from cutcard.promotions import (
    AmendConditions,
    ApproveAmendment,
    CancelPromotion,
    ConditionsSubmitted,
    CountPlay,
    DrawPrizes,
    NotifyInspector,
    NotifyWinner,
    PayPrize,
    PostponePromotion,
    PrizeWon,
    PublishConditions,
    ResumePromotion,
    StartPromotion,
    SubmitConditions,
)
from cutcard.promotions.duties import duties, duties_open

REGULATORS = {
    "sydney-v15": "NSW Independent Casino Commission",
    "sydney-earlier": "Authority",
}
TOLD = (("inspector", "the duty officer"),)


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.12"), ("sydney-earlier", "21.9")])
@clause("sydney-v15", "20.12")
@clause("sydney-earlier", "21.9")
def test_the_regulator_has_the_conditions_a_day_before_the_start(book: str, asked: str) -> None:
    promotion = Promotion(book).published().wait(START)
    assert promotion.refused(StartPromotion()).clause == asked
    assert [one.what for one in duties_open(promotion.state)] == ["submit-conditions"]
    promotion.do(SubmitConditions("the duty officer", "letter 17"))
    given = promotion.last(ConditionsSubmitted)
    assert (given.digest, given.regulator) == (promotion.state.digest, REGULATORS[book])
    assert promotion.wait(START + 24 * HOUR_MS - 1).refused(StartPromotion()).clause == asked
    promotion.wait(START + 24 * HOUR_MS).do(StartPromotion())
    assert duties_open(promotion.state) == ()
    assert not any(one.late for one in duties(promotion.state))
    assert promotion.refused(SubmitConditions(" ")).code == "receiver-missing"


@pytest.mark.parametrize("book", BOOKS)
def test_conditions_amended_before_the_start_are_given_and_published_again(book: str) -> None:
    promotion = Promotion(book).published().do(SubmitConditions("the duty officer"))
    promotion.do(AmendConditions(promotion.conditions._replace(title="Autumn Draw"))).wait(START)
    assert promotion.refused(StartPromotion()).code == "conditions-not-published"
    promotion.do(PublishConditions(("brochure",), "at the desk", "the small print names the place"))
    assert promotion.refused(StartPromotion()).code == "conditions-not-submitted"


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.6"), ("sydney-earlier", "21.6")])
@clause("sydney-v15", "20.6")
@clause("sydney-earlier", "21.6")
def test_conditions_are_published_and_marketing_refers_to_them(book: str, asked: str) -> None:
    promotion = Promotion(book).announced()
    promotion.do(SubmitConditions("the duty officer")).wait(START)
    assert promotion.refused(StartPromotion()).clause == asked
    for wrong in (
        PublishConditions(("rumour",), "anywhere", "see there"),
        PublishConditions((), "at the desk", "see there"),
        PublishConditions(("website",), " ", "see there"),
        PublishConditions(("website",), "https://house/spring", ""),
    ):
        assert promotion.refused(wrong).clause == asked
    promotion.do(PublishConditions(("website", "email"), "https://house/spring", "conditions: house/spring"))
    assert promotion.do(StartPromotion()).state.publication is not None


@clause("sydney-v15", "20.12.1")
def test_conditions_amended_after_the_start_hold_at_once_and_are_given_again() -> None:
    promotion = Promotion("sydney-v15").running().wait(START + HOUR_MS)
    promotion.do(AmendConditions(promotion.conditions._replace(prizes=(money_prize(80_000),))))
    assert promotion.state.prize(1).value == 80_000
    assert promotion.balances["aud:promotion:spring:fund"] == 80_000
    (due,) = duties_open(promotion.state)
    assert (due.what, due.clause, due.due_at) == ("submit-conditions", "20.12.1", START + HOUR_MS)
    promotion.do(SubmitConditions("the duty officer"))
    assert promotion.last(ConditionsSubmitted).clause == "20.12.1"
    assert duties_open(promotion.state) == ()
    assert not gives("sydney-v15", ApproveAmendment)


@clause("sydney-earlier", "21.9.1")
def test_in_the_earlier_edition_the_authority_approves_an_amendment_first() -> None:
    promotion = Promotion("sydney-earlier").running()
    assert promotion.refused(ApproveAmendment("the Authority"), "inspector").clause == "21.9.1"
    amended = promotion.conditions._replace(prizes=(money_prize(80_000),))
    promotion.do(AmendConditions(amended))
    assert promotion.state.conditions == promotion.conditions  # nothing has changed yet
    refusal = promotion.refused(ApproveAmendment("the Authority"), "gaming-manager")
    assert (refusal.code, refusal.clause) == ("role-too-low", "21.9.1")
    assert promotion.refused(ApproveAmendment(" "), "inspector").clause == "21.9.1"
    promotion.do(ApproveAmendment("the Authority", "letter 3"), "inspector")
    assert promotion.state.conditions == amended
    assert duties_open(promotion.state) == ()


@pytest.mark.parametrize("book", BOOKS)
def test_conditions_stand_once_entries_are_closed(book: str) -> None:
    promotion = Promotion(book).closed(ann=1)
    amended = promotion.conditions._replace(prizes=(money_prize(80_000),))
    assert promotion.refused(AmendConditions(amended)).code == "conditions-stand"


@pytest.mark.parametrize("book", BOOKS)
def test_what_people_have_played_by_is_not_amended(book: str) -> None:
    promotion = Promotion(book).running()
    other = promotion.conditions._replace(minimum_wager=5000)
    assert promotion.refused(AmendConditions(other)).code == "condition-fixed"
    assert promotion.refused(AmendConditions(promotion.conditions)).code == "conditions-not-changed"


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.8"), ("sydney-earlier", "21.8")])
@clause("sydney-v15", "20.8", "20.8.1", "20.8.2", "20.8.3", "20.8.4")
@clause("sydney-earlier", "21.8", "21.8.1", "21.8.2", "21.8.3", "21.8.4")
def test_winners_are_told_within_two_days_by_a_recorded_means(book: str, asked: str) -> None:
    promotion = Promotion(book, prizes=(money_prize(number=4),), wins_each=4).drawn(ann=1, bob=1, cia=1, dan=1)
    due = [one for one in duties_open(promotion.state) if one.what == "notify-winner"]
    assert [(one.due_at, one.clause) for one in due] == [(DRAW + 2 * DAY_MS, asked)] * 4
    assert promotion.refused(NotifyWinner(1, "carrier-pigeon")).clause == asked
    for number, means in enumerate(("face-to-face", "mail", "telephone", "email"), 1):
        promotion.do(NotifyWinner(number, means, reached=False))
        assert promotion.state.wins[number].told_at == 0
        promotion.do(NotifyWinner(number, means))
        clauses = {each.clause for each in promotion.events if type(each).__name__ == "WinnerNotified"}
        assert f"{asked}.{number}" in clauses
    assert duties_open(promotion.state) == ()
    assert not any(one.late for one in duties(promotion.state))


@pytest.mark.parametrize("book", BOOKS)
def test_a_winner_who_is_told_late_is_on_the_list_as_late(book: str) -> None:
    promotion = Promotion(book).drawn(ann=1).wait(DRAW + 2 * DAY_MS + 1)
    promotion.do(NotifyWinner(1, "mail"))
    assert [one.what for one in duties(promotion.state) if one.late] == ["notify-winner"]
    paid = Promotion(book, prizes=(money_prize(number=2),)).drawn(ann=1, bob=1).wait(DRAW + DAY_MS)
    paid.do(PayPrize(1, {"transfer": 50_000})).wait(DRAW + 3 * DAY_MS).do(PayPrize(2, {"transfer": 50_000}))
    found = [(one.about, one.done_at, one.late) for one in duties(paid.state) if one.what == "notify-winner"]
    assert found == [("1", DRAW + DAY_MS, False), ("2", DRAW + 3 * DAY_MS, True)], "paid, they know; and late is late"


@pytest.mark.parametrize("book", BOOKS)
def test_who_must_be_present_is_drawn_only_if_they_are_and_needs_no_notice(book: str) -> None:
    promotion = Promotion(book, must_be_present=True).closed(ann=5, bob=1).wait(DRAW)
    assert promotion.refused(DrawPrizes()).code == "nobody-to-draw"
    promotion.do(DrawPrizes(present=("bob",)))
    assert promotion.last(PrizeWon).player == "bob"
    assert duties_open(promotion.state) == ()


@clause("sydney-v15", "20.11")
def test_a_postponed_promotion_waits_and_the_inspector_is_told_within_48_hours() -> None:
    promotion = Promotion("sydney-v15").running()
    assert promotion.refused(PostponePromotion(" ")).clause == "20.11"
    for command in (PostponePromotion("doubt"), CancelPromotion("doubt"), NotifyInspector("the duty inspector")):
        refusal = promotion.refused(command, "gaming-supervisor")
        assert (refusal.code, refusal.clause) == ("role-too-low", "20.11"), "it is the operator's"
    promotion.do(PostponePromotion("the count of entries is in doubt"))
    (due,) = duties_open(promotion.state)
    assert (due.what, due.due_at, due.clause) == ("notify-inspector", START + 48 * HOUR_MS, "20.11")
    assert promotion.refused(CountPlay()).clause == "20.11"
    promotion.do(NotifyInspector("the duty inspector"))
    assert duties_open(promotion.state) == ()
    assert promotion.refused(ResumePromotion("")).clause == "20.11"
    earlier = {"entries_close_at": CLOSE - DAY_MS, "draw_at": DRAW + DAY_MS}
    promotion.do(ResumePromotion("the auditor", **earlier)).do(CountPlay())
    assert promotion.state.conditions.draw_at == DRAW + DAY_MS
    assert promotion.state.conditions.entries_close_at == CLOSE  # a stop takes no time from those who play
    promotion.do(CancelPromotion("entries cannot be told apart"))
    assert promotion.state.phase == "cancelled"
    assert promotion.balances["aud:promotion:spring:fund"] == 0
    assert promotion.refused(DrawPrizes()).code == "promotion-not-on"
    assert [one.what for one in duties_open(promotion.state)] == ["notify-inspector"]
    assert promotion.wait(START + 49 * HOUR_MS).do(NotifyInspector("the duty inspector")).state.interruptions[2].told
    assert [one.what for one in duties(promotion.state) if one.late] == ["notify-inspector"]


@clause("sydney-v15", "20.11")
def test_the_inspector_may_be_told_of_two_stops_at_once_and_what_is_drawn_is_not_stopped() -> None:
    promotion = Promotion("sydney-v15").running().do(PostponePromotion("doubt"))
    promotion.do(ResumePromotion("the auditor")).do(PostponePromotion("more doubt"))
    promotion.do(NotifyInspector("the duty inspector"))
    assert [one.told for one in promotion.state.interruptions.values()] == ["the duty inspector"] * 2
    drawn = Promotion("sydney-v15").drawn(ann=1)
    for command in (PostponePromotion("doubt"), CancelPromotion("doubt")):
        refusal = drawn.refused(command)
        assert (refusal.code, refusal.clause) == ("promotion-drawn-already", "20.11"), "somebody has won"


@clause("sydney-earlier", "21.12")
def test_in_the_earlier_edition_the_inspectorate_is_told_at_once() -> None:
    promotion = Promotion("sydney-earlier").closed(ann=1)
    for command in (PostponePromotion("doubt", TOLD), CancelPromotion("doubt", TOLD)):
        refusal = promotion.refused(command, "gaming-supervisor")
        assert (refusal.code, refusal.clause) == ("role-too-low", "21.12"), "it is the operator's"
    refusal = promotion.refused(PostponePromotion("the count of entries is in doubt"))
    assert (refusal.code, refusal.clause) == ("notice-missing", "21.12")
    promotion.do(PostponePromotion("the count of entries is in doubt", TOLD))
    (told,) = (one for one in duties(promotion.state) if one.what == "notify-inspector")
    assert (told.due_at, told.done_at, told.clause) == (promotion.at, promotion.at, "21.12")
    assert promotion.wait(DRAW).refused(DrawPrizes()).clause == "21.12"
    assert duties_open(promotion.state) == ()
    promotion.do(ResumePromotion("the auditor"))
    assert promotion.refused(CancelPromotion("a ticket was counted twice")).clause == "21.12"
    promotion.do(CancelPromotion("a ticket was counted twice", TOLD))
    assert promotion.state.phase == "cancelled"
    assert not gives("sydney-earlier", NotifyInspector)
