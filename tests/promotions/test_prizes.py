"""Draws, winners, claims and complaints, and what each does to the money of a promotion."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.promotions import BOOKS, CLOSE, DRAW, SECRET, Promotion, gives, money_prize

from cutcard.promotions import (
    AdviseComplainant,
    AlternativeTaken,
    AmendConditions,
    ApproveAmendment,
    BarFromPromotion,
    ChoosePayment,
    ClaimPrize,
    ClaimRefused,
    ClosePromotion,
    CommitDraw,
    ComplainantAdvised,
    ComplaintDecided,
    DecideComplaint,
    DrawPrizes,
    DrawRevealed,
    EnterPromotion,
    EntryRule,
    NominateScrutineer,
    OfferAlternative,
    PayPrize,
    Prize,
    PrizesDrawn,
    PrizeWon,
    PromotionConditions,
    RecordComplaint,
    RefuseClaim,
    TakeAlternative,
)
from cutcard.promotions.duties import duties_open
from cutcard.promotions.prize_draws import tickets_in_order
from cutcard.refusals import Refusal
from cutcard.table.selection import commitment

HAMPER = Prize("Hamper", "goods", 20_000, ("handed-over",), "food and wine", alternative=15_000)
FUND, OWED = "aud:promotion:spring:fund", "aud:promotion:spring:owed:ann"


# ------------------------------------------------------------------------------------------------------------ the draw


@pytest.mark.parametrize("book", BOOKS)
def test_a_draw_is_sealed_before_entries_close_and_everybody_can_repeat_it(book: str) -> None:
    promotion = Promotion(book, prizes=(money_prize(number=2),)).running().played(ann=5, bob=2, cia=1)
    assert promotion.wait(CLOSE).refused(ClosePromotion()).code == "draw-not-sealed"
    promotion.do(CommitDraw(SECRET))
    assert promotion.state.commitment == commitment(SECRET)
    assert promotion.refused(CommitDraw("aa" * 32)).code == "draw-sealed-already"
    promotion.do(ClosePromotion())
    assert promotion.refused(DrawPrizes()).code == "draw-too-early"
    promotion.wait(DRAW).do(DrawPrizes())
    made, revealed = promotion.last(PrizesDrawn), promotion.last(DrawRevealed)
    assert commitment(revealed.secret) == revealed.commitment
    order = [player for _, player in tickets_in_order(revealed.secret, "spring:1", made.tickets)]
    winners = [event.player for event in promotion.events if isinstance(event, PrizeWon)]
    assert winners == [*dict.fromkeys(order)][:2]
    assert made.tickets == {"ann": 5, "bob": 2, "cia": 1}


def test_every_entry_has_the_same_chance() -> None:
    wins = {"ann": 0, "bob": 0}
    for number in range(400):
        _, first = next(tickets_in_order(f"{number:064x}", "spring:1", {"ann": 3, "bob": 1}))
        wins[first] += 1
    assert 260 < wins["ann"] < 340  # three in four; seven standard deviations


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.2"), ("sydney-earlier", "21.2")])
@clause("sydney-v15", "20.2")
@clause("sydney-earlier", "21.2")
def test_a_scrutineer_oversees_the_draw_of_a_prize_over_ten_thousand_dollars(book: str, asked: str) -> None:
    promotion = Promotion(book, prizes=(money_prize(1_000_001),)).closed(ann=1).wait(DRAW)
    assert promotion.refused(DrawPrizes()).clause == asked
    assert promotion.refused(DrawPrizes("sue")).clause == asked  # nobody has nominated them
    assert promotion.refused(NominateScrutineer("sue"), "gaming-supervisor").code == "role-too-low"
    promotion.do(NominateScrutineer("sue")).do(NominateScrutineer("mia"))
    assert promotion.refused(DrawPrizes("mia")).code == "scrutineer-draws"
    assert promotion.do(DrawPrizes("sue")).last(PrizesDrawn).scrutineer == "sue"
    just = Promotion(book, prizes=(money_prize(1_000_000),)).closed(ann=1).wait(DRAW).do(DrawPrizes())
    assert just.last(PrizeWon).player == "ann"
    second = Promotion(book, prizes=(money_prize(1000), money_prize(1_000_001, name="Much"))).closed(ann=1, bob=1)
    assert second.wait(DRAW).refused(DrawPrizes()).clause == asked  # wherever in the draw it is


@pytest.mark.parametrize("book", BOOKS)
def test_who_is_not_eligible_is_not_drawn(book: str) -> None:
    promotion = Promotion(book).running().played(ann=9, bob=1)
    assert promotion.refused(BarFromPromotion("ann", "")).code == "reason-missing"
    promotion.do(BarFromPromotion("ann", "works here")).do(CommitDraw(SECRET)).wait(CLOSE).do(ClosePromotion())
    assert promotion.wait(DRAW).do(DrawPrizes()).last(PrizeWon).player == "bob"


@pytest.mark.parametrize("book", BOOKS)
def test_forms_give_entries_where_the_conditions_say_so(book: str) -> None:
    promotion = Promotion(book, entry_rules=(EntryRule("form", entries=2),), entries_each=5).running()
    promotion.do(EnterPromotion("ann"), "player")
    assert promotion.state.entries("ann") == 2
    assert promotion.refused(EnterPromotion("ann"), "player").code == "form-entered-already"
    assert promotion.refused(EnterPromotion("bob"), "player").code == "may-not-act-for"
    promotion.do(EnterPromotion("bob"), "gaming-supervisor")
    assert promotion.wait(CLOSE + 1).refused(EnterPromotion("cia"), "gaming-manager").code == "promotion-closed-at"
    assert Promotion(book).running().refused(EnterPromotion("ann"), "player").code == "promotion-without-forms"


@pytest.mark.parametrize("book", BOOKS)
def test_prizes_won_at_once_go_while_they_last(book: str) -> None:
    prizes = (money_prize(1000, number=2), money_prize(500, name="Small", number=1))
    promotion = Promotion(book, awarded="at-once", prizes=prizes, wins_each=2).running()
    promotion.played(ann=1).played(ann=2, bob=1)
    wins = [(one.player, one.prize) for one in promotion.state.wins.values()]
    assert wins == [("ann", 1), ("ann", 1), ("bob", 2)]
    assert promotion.balances[FUND] == 0
    assert promotion.do(PayPrize(1, {"transfer": 1000})).balances[OWED] == 1000
    assert promotion.wait(CLOSE).do(ClosePromotion()).state.phase == "drawn"


# --------------------------------------------------------------------------------------------------------------- money


@clause("sydney-v15", "20.4")
def test_a_prize_is_paid_as_stated_and_never_in_cash() -> None:
    promotion = Promotion("sydney-v15").drawn(ann=1)
    assert promotion.balances == {"aud:promotions": -50_000, FUND: 0, OWED: 50_000}
    assert promotion.refused(PayPrize(1, {"cash": 50_000})).clause == "20.4"
    assert promotion.refused(PayPrize(1, {"cheque": 50_000})).clause == "20.4"  # not what the conditions state
    for amount in (49_999, 50_001):
        assert promotion.refused(PayPrize(1, {"transfer": amount})).code == "prize-paid-whole"
    promotion.do(PayPrize(1, {"transfer": 50_000}, "payment 12"))
    assert promotion.balances == {
        "aud:promotions": -50_000,
        FUND: 0,
        OWED: 0,
        "aud:promotion:spring:paid:transfer": 50_000,
    }
    assert promotion.refused(PayPrize(1, {"transfer": 50_000})).code == "win-over"
    assert not any(":player:" in name or ":table:" in name for name in promotion.balances)
    either = Promotion("sydney-v15", prizes=(money_prize(paid_by=("transfer", "cheque")),)).drawn(ann=1)
    assert either.refused(PayPrize(1, {"transfer": 60_000, "cheque": -10_000})).code == "prize-paid-whole"


@clause("sydney-earlier", "21.4")
def test_the_winner_of_much_cash_chooses_how_it_is_paid() -> None:
    cash = money_prize(1_500_000, paid_by=("cash",))
    promotion = Promotion("sydney-earlier", prizes=(cash,)).drawn(ann=1)
    chosen = {"cash": 500_000, "cheque": 400_000, "transfer": 600_000}
    assert promotion.refused(PayPrize(1, {"cash": 1_500_000})).clause == "21.4"  # not before they have chosen
    assert promotion.refused(ChoosePayment(1, {"gold": 1_500_000}), "player").code == "prize-paid-so"
    assert promotion.refused(ChoosePayment(1, chosen), "player", "bob").code == "may-not-act-for"
    promotion.do(ChoosePayment(1, chosen), "player")
    assert promotion.refused(PayPrize(1, {"cash": 1_500_000})).clause == "21.4"
    promotion.do(PayPrize(1, chosen))
    paid = {name.rpartition(":")[2]: cents for name, cents in promotion.balances.items() if ":paid:" in name}
    assert paid == chosen
    little = Promotion("sydney-earlier", prizes=(cash._replace(value=1_000_000),)).drawn(ann=1)
    assert little.refused(ChoosePayment(1, {"cheque": 1_000_000}), "player").clause == "21.4"
    assert little.do(PayPrize(1, {"cash": 1_000_000})).state.wins[1].status == "paid"
    just = Promotion("sydney-earlier", prizes=(cash._replace(value=1_000_001),)).drawn(ann=1)
    assert just.refused(PayPrize(1, {"cash": 1_000_001})).clause == "21.4"
    assert not gives("sydney-v15", ChoosePayment)


@clause("sydney-v15", "20.3")
def test_a_winner_is_offered_money_instead_of_a_prize_but_not_of_casino_dollars() -> None:
    promotion = Promotion("sydney-v15", prizes=(HAMPER._replace(alternative=0),)).drawn(ann=1)
    assert promotion.refused(TakeAlternative(1), "player").clause == "20.3"
    promotion.do(OfferAlternative(1, 18_000))
    promotion.do(TakeAlternative(1), "player")
    assert promotion.last(AlternativeTaken).amount == 18_000
    assert promotion.refused(TakeAlternative(1), "player").clause == "20.3"  # once
    for means in ("cash", "handed-over", "casino-dollars"):  # it is money now, and still no cash
        assert promotion.refused(PayPrize(1, {means: 18_000})).clause == "20.4"
    promotion.do(PayPrize(1, {"cheque": 18_000}))
    assert promotion.balances["aud:promotion:spring:paid:cheque"] == 18_000
    dollars = Prize("Tokens", "casino-dollars", 10_000, ("casino-dollars",), "for wagers")
    promotion = Promotion("sydney-v15", prizes=(dollars,)).drawn(ann=1)
    assert promotion.refused(OfferAlternative(1, 5000)).clause == "20.3"
    assert promotion.do(PayPrize(1, {"casino-dollars": 10_000})).state.wins[1].status == "paid"
    money = Promotion("sydney-v15").drawn(ann=1)
    assert money.refused(OfferAlternative(1, 5000)).clause == "20.3"  # a prize of money has none
    stated = Promotion("sydney-v15", prizes=(HAMPER,)).drawn(ann=1).do(OfferAlternative(1, 18_000))
    assert stated.do(TakeAlternative(1), "player").last(AlternativeTaken).amount == 18_000  # what was offered last


@clause("sydney-earlier", "21.3")
def test_in_the_earlier_edition_only_the_cash_that_is_stated_is_paid_instead() -> None:
    promotion = Promotion("sydney-earlier", prizes=(HAMPER,)).drawn(ann=1)
    assert promotion.refused(OfferAlternative(1, 18_000)).clause == "21.3"
    promotion.do(TakeAlternative(1), "player").do(PayPrize(1, {"cash": 15_000}))
    assert promotion.balances["aud:promotion:spring:paid:cash"] == 15_000
    unstated = Promotion("sydney-earlier", prizes=(HAMPER._replace(alternative=0),)).drawn(ann=1)
    assert unstated.refused(OfferAlternative(1, 15_000)).clause == "21.3"
    assert unstated.do(PayPrize(1, {"handed-over": 20_000})).balances.get("aud:promotions", 0) == 0


# ------------------------------------------------------------------------------------------------- claims and disputes


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.9"), ("sydney-earlier", "21.10")])
@clause("sydney-v15", "20.9", "20.9.1")
@clause("sydney-earlier", "21.10", "21.10.1")
def test_a_claim_is_refused_with_reasons_that_the_claimant_is_told_and_who_they_are_is_kept(
    book: str, asked: str
) -> None:
    promotion = Promotion(book, prizes=(money_prize(10_001), money_prize(10_000, name="Small"))).drawn(ann=1, bob=1)
    promotion.do(ClaimPrize("dan", 1), "player", "dan")
    refuse = RefuseClaim(1, "the ticket is somebody else's", "face-to-face", identity="ab12")
    assert promotion.refused(refuse._replace(reasons="")).clause == asked
    for no_means in ("", "rumour"):
        assert promotion.refused(refuse._replace(told_by=no_means)).clause == asked
    assert promotion.refused(refuse._replace(identity="")).clause == f"{asked}.1"
    promotion.do(refuse)
    kept = promotion.state.claims[1]
    assert (kept.reasons, kept.told_by, kept.identity) == ("the ticket is somebody else's", "face-to-face", "ab12")
    assert promotion.last(ClaimRefused).clause == f"{asked}.1"
    assert promotion.refused(refuse._replace(reasons="another")).code == "no-such-claim"  # the reasons stay as told
    promotion.do(ClaimPrize("dan", 2), "player", "dan")
    promotion.do(RefuseClaim(2, "no ticket", "mail"))  # not over $100: the reasons are enough
    assert promotion.last(ClaimRefused).clause == asked


@pytest.mark.parametrize("book", BOOKS)
def test_a_winner_who_is_refused_loses_the_prize_and_it_is_drawn_again(book: str) -> None:
    promotion = Promotion(book, prizes=(money_prize(10_000),)).drawn(ann=1, bob=1)
    (win,) = promotion.state.wins.values()
    promotion.do(ClaimPrize(win.player, 1), "player", win.player)
    promotion.do(RefuseClaim(1, "played on another's card", "telephone"))
    assert promotion.balances[FUND] == 10_000
    promotion.do(CommitDraw("77" * 32)).do(DrawPrizes())
    assert promotion.state.wins[2].player != win.player
    assert promotion.refused(DrawPrizes()).code == "no-prize-left"


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_drawn_again_asks_for_a_scrutineer_and_a_notice_only_for_itself(book: str) -> None:
    prizes = (money_prize(1_000_001, name="Much"), money_prize(1000))
    promotion = Promotion(book, prizes=prizes).drawn(ann=1, bob=1)
    small = promotion.state.wins[2]
    promotion.do(ClaimPrize(small.player, 2), "player", small.player).do(RefuseClaim(1, "not theirs", "mail"))
    told = [one.about for one in duties_open(promotion.state) if one.what == "notify-winner"]
    assert told == ["1"]  # nobody has to tell somebody that they have won what they were refused
    promotion.do(CommitDraw("77" * 32)).do(DrawPrizes())  # the dear prize is not drawn again
    assert promotion.last(PrizeWon).prize == 2


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.10"), ("sydney-earlier", "21.11")])
@clause("sydney-v15", "20.10")
@clause("sydney-earlier", "21.11")
def test_a_decision_on_a_complaint_is_final_and_its_maker_is_told_of_the_inspector(book: str, asked: str) -> None:
    promotion = Promotion(book).running()
    assert promotion.refused(RecordComplaint("ann", " "), "player").clause == asked
    promotion.do(RecordComplaint("ann", "my blackjack was not counted"), "player")
    assert promotion.refused(AdviseComplainant(1)).clause == asked  # nothing is decided yet
    promotion.do(DecideComplaint(1, "it was below the minimum wager"))
    assert promotion.last(ComplaintDecided).clause == asked
    assert promotion.refused(DecideComplaint(1, "it was counted")).clause == asked
    assert promotion.state.complaints[1].decision == "it was below the minimum wager"
    assert [(one.what, one.clause) for one in duties_open(promotion.state)] == [("advise-complainant", asked)]
    promotion.do(AdviseComplainant(1))
    assert "section 33" in promotion.last(ComplainantAdvised).to
    assert promotion.refused(AdviseComplainant(1)).code == "complainant-advised"
    assert duties_open(promotion.state) == ()


def test_nobody_fills_a_promotion_with_complaints() -> None:
    promotion = Promotion("sydney-v15").running()
    for number in range(10):
        promotion.do(RecordComplaint("ann", f"number {number}"), "player")
    assert promotion.refused(RecordComplaint("ann", "one more"), "player").code == "complaints-wait-already"
    promotion.do(DecideComplaint(1, "no"))
    promotion.do(RecordComplaint("ann", "one more"), "player")


def test_a_win_by_a_form_says_who_of_the_staff_handed_it_in() -> None:
    rules = (EntryRule("form"),)
    promotion = Promotion(awarded="at-once", entry_rules=rules, prizes=(money_prize(number=3),)).running()
    promotion.do(EnterPromotion("bob"), "gaming-supervisor", "sam").do(EnterPromotion("ann"), "player")
    assert [(one.player, one.given_by) for one in promotion.state.wins.values()] == [
        ("bob", frozenset({"sam"})),
        ("ann", frozenset()),
    ]
    drawn = Promotion(entry_rules=rules).running()
    drawn.do(EnterPromotion("bob"), "gaming-supervisor", "sam").do(CommitDraw(SECRET))
    drawn.wait(CLOSE).do(ClosePromotion()).wait(DRAW).do(DrawPrizes())
    assert drawn.state.wins[1].given_by == {"sam", "mia"}


@pytest.mark.parametrize("book", BOOKS)
def test_what_somebody_has_won_is_not_amended(book: str) -> None:
    """A prize that is amended after it was won would be paid as another amount than it is owed."""
    won, other = money_prize(50_000, number=2), money_prize(20_000, name="Second")
    promotion = Promotion(book, awarded="at-once", prizes=(won, other)).running().played(ann=1)
    owed = {**promotion.balances}
    changes: dict[str, tuple[Prize, ...]] = {
        "less": (won._replace(value=5_000), other),
        "more": (won._replace(value=90_000), other),
        "moved": (other, won),
        "gone": (other,),
        "otherwise paid": (won._replace(paid_by=("cheque",)), other),
    }
    for prizes in changes.values():
        amended = amend(promotion, promotion.conditions._replace(prizes=prizes))
        assert amended is not None
        assert amended.code == "won-prize-stands"
        assert amended.clause == ("20.7.11" if book == "sydney-v15" else "21.7.11")
    assert promotion.balances == owed
    assert amend(promotion, promotion.conditions._replace(prizes=(won._replace(number=1),))) is None  # as many as won
    assert amend(promotion, promotion.conditions._replace(prizes=(won._replace(number=4), other))) is None
    promotion.do(PayPrize(1, {"transfer": 50_000}))
    assert promotion.balances[OWED] == 0


def amend(promotion: Promotion, new: PromotionConditions) -> Refusal | None:
    """Amend conditions after the start, in the earlier edition with the regulator's approval."""
    if not gives(promotion.conditions.book, ApproveAmendment):
        return promotion.act(AmendConditions(new))
    before = promotion.act(AmendConditions(new))
    return before or promotion.act(ApproveAmendment("the inspector"), "inspector")


def test_an_amendment_that_waits_is_not_approved_once_somebody_has_won_what_it_changes() -> None:
    promotion = Promotion("sydney-earlier", awarded="at-once").running()
    promotion.do(AmendConditions(promotion.conditions._replace(prizes=(money_prize(5_000),)))).played(ann=1)
    assert promotion.refused(ApproveAmendment("the inspector"), "inspector").code == "won-prize-stands"


def test_a_prize_that_is_claimed_stays_in_the_list() -> None:
    """Whoever decides on the claim still finds what it is about."""
    promotion = Promotion(prizes=(money_prize(), money_prize(20_000, name="Second"))).running()
    promotion.do(ClaimPrize("ann", 2), "player")
    shorter = promotion.conditions._replace(prizes=(money_prize(),))
    assert promotion.refused(AmendConditions(shorter)).code == "claimed-prize-stands"
    promotion.do(AmendConditions(shorter._replace(prizes=(money_prize(), money_prize(30_000, name="Other")))))
    promotion.do(RefuseClaim(1, "nobody has won yet", "email", "a digest"))


def test_a_win_says_who_drew_it_and_who_offered_money_instead() -> None:
    hamper = Prize("Hamper", "goods", 20_000, ("handed-over",), "food and wine")
    drawn = Promotion(prizes=(hamper,)).closed(ann=1).wait(DRAW).do(DrawPrizes())
    assert drawn.state.wins[1].given_by == {"mia"}
    at_once = Promotion(awarded="at-once", prizes=(hamper,)).running().played(ann=1)
    assert at_once.state.wins[1].given_by == frozenset()
    assert at_once.do(OfferAlternative(1, 5000)).state.wins[1].given_by == {"mia"}
