"""A promotion from its announcement to its end, by both documents; its money is its own."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.promotions import BOOKS, CLOSE, START, Promotion, conditions, money_prize

from cutcard.promotions import (
    AnnouncePromotion,
    FinishPromotion,
    NotifyWinner,
    PayPrize,
    PromotionFinished,
    PublishResults,
    StartPromotion,
    SubmitConditions,
)
from cutcard.promotions.promotion_draft import evolved
from cutcard.promotions.promotion_registry import PROMOTIONS
from cutcard.promotions.promotion_state import PromotionState
from cutcard.table import codec


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.1")
@clause("sydney-earlier", "21.1")
def test_a_promotion_is_held_beside_the_gaming(book: str) -> None:
    promotion = Promotion(book, prizes=(money_prize(number=2),)).drawn(ann=3, bob=1)
    for number, win in promotion.state.wins.items():
        promotion.do(NotifyWinner(number, "telephone"))
        promotion.do(PayPrize(number, {"transfer": 50_000}))
        assert promotion.state.wins[number].status == "paid", win
    promotion.do(PublishResults("at the desk")).do(FinishPromotion())
    assert promotion.last(PromotionFinished).returned == 0
    assert promotion.state.phase == "finished"
    paid = {name: cents for name, cents in promotion.balances.items() if cents}
    assert paid == {"aud:promotions": -100_000, "aud:promotion:spring:paid:transfer": 100_000}


@pytest.mark.parametrize("book", BOOKS)
def test_a_promotion_starts_in_its_time_and_ends_with_results_and_every_prize_paid(book: str) -> None:
    waiting = Promotion(book).published().do(SubmitConditions("the duty officer"))
    assert waiting.wait(START - 1).refused(StartPromotion()).code == "promotion-too-early"
    assert waiting.wait(CLOSE).refused(StartPromotion()).code == "promotion-too-late"
    drawn = Promotion(book).drawn(ann=1)
    assert drawn.refused(FinishPromotion()).code == "results-not-published"
    drawn.do(PublishResults("at the desk"))
    assert drawn.refused(FinishPromotion()).code == "prize-to-pay"
    drawn.do(PayPrize(1, {"transfer": 50_000})).do(FinishPromotion())


@pytest.mark.parametrize("book", ["melbourne-v26", "canberra-2003", "canberra-2006"])
def test_a_document_without_promotions_has_none(book: str) -> None:
    refusal = Promotion().refused(AnnouncePromotion("spring", conditions(book)))
    assert refusal.message == f"the rulebook {book} has no promotions"


def test_its_events_are_written_and_read_again() -> None:
    promotion = Promotion(prizes=(money_prize(number=2),)).drawn(ann=3, bob=1).do(PayPrize(1, {"transfer": 50_000}))
    again = PromotionState()
    for event in promotion.events:
        again, _ = evolved(again, codec.loads(codec.dumps(event, registry=PROMOTIONS), registry=PROMOTIONS))
    assert again == promotion.state
