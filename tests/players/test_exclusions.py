"""Orders of exclusion."""

from __future__ import annotations

import pytest
from support.registered_player import RegisteredPlayer

from cutcard.players import Exclude, IssueCard, LiftExclusion, RecordCasinoTold
from cutcard.players.law import DAY, law_of
from cutcard.players.notices import notices_due

NSW = law_of("new-south-wales")


def test_whoever_asks_for_it_is_excluded_at_once_and_loses_the_card() -> None:
    ann = RegisteredPlayer().do(Exclude("voluntary"))
    standing = ann.standing()
    assert standing.refused is not None
    assert (standing.refused.code, standing.refused.clause, standing.card) == ("player-excluded", "s 79(3)", "")
    refusal = ann.refused(IssueCard("0012"), "gaming-supervisor")
    assert (refusal.code, refusal.clause) == ("player-is-excluded", "s 79(4)(b)")


def test_players_exclude_nobody_but_themselves_and_only_as_they_wish() -> None:
    ann = RegisteredPlayer()
    assert ann.refused(Exclude("police")).code == "only-oneself-excluded"
    ben = RegisteredPlayer()
    ben.name = "ben"
    assert ben.refused(Exclude("voluntary")).code == "may-not-act-for"


@pytest.mark.parametrize(
    ("kind", "clause"),
    [("house", "s 79(1)"), ("regulator", "s 79(1)"), ("police", "s 79(4)"), ("other-casino", "s 79(4)(a)")],
)
def test_staff_enter_orders_with_a_reason_and_each_has_its_clause(kind: str, clause: str) -> None:
    ann = RegisteredPlayer()
    assert ann.refused(Exclude(kind, "cheating"), "dealer").clause == "18.8.3"  # type: ignore[arg-type]
    assert ann.refused(Exclude(kind), "gaming-supervisor").code == "reason-missing"  # type: ignore[arg-type]
    ann.do(Exclude(kind, "by order"), "gaming-supervisor")  # type: ignore[arg-type]
    assert ann.state.exclusions[0].clause == clause


def test_an_order_ends_when_it_is_lifted_or_its_days_are_over() -> None:
    ann = RegisteredPlayer().do(Exclude("house", "a brawl", 30), "gaming-supervisor")
    assert ann.wait(30 * DAY - 1).code == "player-excluded"
    assert ann.wait(1).code is None
    ann.do(Exclude("voluntary"))
    assert ann.refused(LiftExclusion(2, "asked for"), "gaming-supervisor").code == "role-too-low"
    assert ann.refused(LiftExclusion(2, " "), "gaming-manager").code == "reason-missing"
    assert ann.refused(LiftExclusion(1, "over"), "gaming-manager").code == "no-such-exclusion"
    ann.do(LiftExclusion(2, "revoked"), "gaming-manager")
    assert ann.code is None
    assert ann.standing().card == "", "a card is issued anew"
    ann.do(IssueCard("0013"), "house")
    assert ann.standing().card == "0013"


def test_asking_again_to_be_excluded_lengthens_an_order_and_adds_none_that_changes_nothing() -> None:
    ann = RegisteredPlayer().do(Exclude("voluntary", days=30))
    for days in (1, 30):
        refusal = ann.refused(Exclude("voluntary", days=days))
        assert (refusal.code, refusal.clause, refusal.facts["number"]) == ("excluded-as-long-already", "s 79(3)", 1)
    ann.do(Exclude("voluntary", days=31)).do(Exclude("voluntary"))
    assert ann.refused(Exclude("voluntary")).code == "excluded-as-long-already"
    assert len(ann.state.exclusions) == 3
    ann.do(Exclude("house", "a brawl"), "gaming-supervisor")  # another's order is one of its own
    ann.do(LiftExclusion(3, "revoked"), "gaming-manager").wait(31 * DAY)
    ann.do(Exclude("voluntary", days=1))  # none of theirs stands any more
    assert ann.code == "player-excluded"


def test_of_two_orders_each_is_lifted_by_itself() -> None:
    ann = RegisteredPlayer().do(Exclude("voluntary")).do(Exclude("police", "by direction"), "gaming-supervisor")
    ann.do(LiftExclusion(1, "revoked"), "gaming-manager")
    assert ann.code == "player-excluded"


def test_the_other_casino_has_to_be_told_until_it_was() -> None:
    ann = RegisteredPlayer().do(Exclude("voluntary"))
    (due,) = notices_due(NSW, ann.state, ann.now)
    assert (due.what, due.number, due.clause) == ("casino-told", 1, "s 79(4)(a)")
    assert ann.refused(RecordCasinoTold(2, "by letter"), "gaming-supervisor").code == "no-such-exclusion"
    assert ann.refused(RecordCasinoTold(1, ""), "gaming-supervisor").code == "reason-missing"
    ann.do(RecordCasinoTold(1, "by telephone"), "gaming-supervisor")
    assert notices_due(NSW, ann.state, ann.now) == ()
    assert notices_due(law_of("victoria"), RegisteredPlayer().do(Exclude("voluntary")).state, ann.now) == ()
