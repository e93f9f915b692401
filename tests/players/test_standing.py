"""What a table is told of a player: their day, card, refusal and limits with the accounts these are about."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.registered_player import NOON, RegisteredPlayer

from cutcard.players import Exclude, InformAboutLimits, LiftExclusion, PlayerState, SetLimit, SuspendMyself, TakeBreak
from cutcard.players.law import DAY, HOUR, MINUTE, law_of
from cutcard.players.notices import notices_due
from cutcard.players.restraints import FOREVER
from cutcard.players.standing import standing
from cutcard.table.ledger import DEPOSIT, LOSS, day_account
from cutcard.table.standings import Allowance, Standing


def own_limits(ann: RegisteredPlayer) -> tuple[Allowance, ...]:
    """What they have set themselves, without what the law says of cash."""
    return tuple(one for one in ann.standing().allowances if one.kind in ("loss", "deposit"))


def test_of_somebody_whom_the_register_does_not_know_nothing_is_said() -> None:
    assert standing(PlayerState(), "eve", "new-south-wales", NOON, "aud") == Standing("eve")


def test_a_limit_is_about_the_days_of_its_period_up_to_today() -> None:
    ann = RegisteredPlayer().wait(2 * DAY)
    ann.do(SetLimit("loss", "week", 70_000)).do(SetLimit("deposit", "day", 30_000)).do(
        SetLimit("time", "day", minutes=60)
    )
    loss, deposit = own_limits(ann)
    days = ("2026-11-16", "2026-11-17", "2026-11-18")
    assert (loss.kind, loss.period, loss.most, loss.clause) == ("loss", "week", 70_000, "31K(5)")
    assert loss.accounts == tuple(day_account(LOSS, "aud", "ann", day) for day in days)
    assert (deposit.most, deposit.clause) == (30_000, "31K(4)")
    assert deposit.accounts == (day_account(DEPOSIT, "aud", "ann", "2026-11-18"),)


def test_a_day_is_one_of_the_players_own_casino() -> None:
    ann = RegisteredPlayer().wait(12 * HOUR)
    assert ann.standing().day == "2026-11-17"
    assert ann.wait(-1).standing("").day == "2026-11-16", "an hour of Sydney at whatever table"


def test_a_round_that_began_before_midnight_counts_to_its_own_day() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "day", 10_000)).wait(12 * HOUR)
    said = standing(ann.state, "ann", "new-south-wales", ann.now, "aud", "2026-11-16")
    assert said.day == "2026-11-16"
    assert said.allowances[0].accounts == (day_account(LOSS, "aud", "ann", "2026-11-16"),)


def test_a_limit_that_is_lowered_in_the_middle_of_a_period_counts_all_of_it() -> None:
    ann = RegisteredPlayer().do(SetLimit("loss", "week", 70_000)).wait(3 * DAY).do(SetLimit("loss", "week", 20_000))
    (loss,) = own_limits(ann)
    assert (loss.most, len(loss.accounts)) == (20_000, 4)


def test_who_declined_limits_is_told_again_after_a_year_if_they_still_play() -> None:
    nsw, ann = law_of("new-south-wales"), RegisteredPlayer()
    ann.wait(365 * DAY)
    assert notices_due(nsw, ann.state, ann.now) == (), "they have not played"
    ann.plays(1)
    (due,) = notices_due(nsw, ann.state, ann.now)
    assert (due.what, due.clause, due.since) == ("told-about-limits", "31J(3)", NOON + 365 * DAY)
    ann.do(InformAboutLimits(), "gaming-supervisor")
    assert notices_due(nsw, ann.state, ann.now) == ()


STEPS = st.lists(
    st.tuples(
        st.integers(0, 40 * 60),  # minutes before it
        st.one_of(
            st.builds(TakeBreak, st.integers(1, 1440)),
            st.builds(SuspendMyself, st.integers(24, 100)),
            st.builds(Exclude, st.just("voluntary"), days=st.integers(0, 3)),
            st.builds(LiftExclusion, st.integers(1, 3), st.just("revoked")),
        ),
    ),
    max_size=8,
)


@given(STEPS, st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_nobody_plays_before_everything_that_keeps_them_out_is_over(
    steps: list[tuple[int, TakeBreak | SuspendMyself | Exclude | LiftExclusion]], later: int
) -> None:
    ann, until, orders = RegisteredPlayer(), 0, dict[int, int]()
    for minutes, command in steps:
        ann.wait(minutes * MINUTE)
        if isinstance(command, LiftExclusion):
            if orders.get(command.number, 0) > ann.now:
                ann.do(command, "gaming-manager")
                orders[command.number] = ann.now
            else:
                ann.refused(command, "gaming-manager")
            continue
        if isinstance(command, Exclude):
            ends = ann.now + command.days * DAY if command.days else FOREVER
            if max(orders.values(), default=0) >= ends:  # asking again adds nothing
                ann.refused(command)
                continue
            orders[len(orders) + 1] = ends
        else:
            ms = command.minutes * MINUTE if isinstance(command, TakeBreak) else command.hours * HOUR
            until = max(until, ann.now + ms)
        ann.do(command)
    ann.wait(later * HOUR)
    assert (ann.code is not None) == (ann.now < max(until, *orders.values(), 0))


@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26", "canberra-2003", "canberra-2006"])
def test_every_casino_registers_players_and_lets_them_have_limits(book: str) -> None:
    ann = RegisteredPlayer(book).do(SetLimit("loss", "day", 5_000))
    assert ann.standing(ann.state.law).allowances[0].most == 5_000
