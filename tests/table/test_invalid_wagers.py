"""Invalid wagers, wagers beyond a loss limit, help for somebody who is there, and what is declared, at a table."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tables import Table

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.records import settle
from cutcard.table import (
    Acted,
    Arrive,
    Call,
    ChipsDeclared,
    Command,
    DeclareChips,
    InvalidateWager,
    InvalidWagerFound,
    Leave,
    LimitPassed,
    PlaceWager,
    PlacingHelped,
    ReportLimitPassed,
    SellChips,
    Sit,
    StepAway,
    TableState,
    VoidWagers,
    WagerLaid,
    act,
    codec,
    evolve,
    record_of,
)
from cutcard.table.standings import Allowance, Standing

BOOK = "sydney-v15"
START = 1_000_000
SIDE: dict[str, Any] = {"side_bets": {"any-pairs": ""}}


def playing(front: str, *wagers: str, **terms: Any) -> Table:
    table = Table(BOOK, **terms).seat("ann", 1).seat("bob", 2).ready(front).wagers(*wagers)
    return table.close()


def sound(table: Table) -> None:
    """Replaying gives the same table, nothing is on the layout, and the last round settles the same from its record."""
    again = TableState()
    for event in table.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == table.state
    assert table.accounts["aud:table:T1:wagers"] == 0
    assert sum(table.accounts.values()) == 0


@clause(BOOK, "16.23.1", "18.8.1")
def test_a_wager_that_went_back_by_another_ruling_keeps_its_clause_when_a_limit_is_passed() -> None:
    table = playing("Js 2h As 3d Ts", "ann 1 20", "bob 2 20")
    table.do(Call(say.Insure(1, "ann", 500)), "ann")
    table.do(VoidWagers("ann", "a device"))
    table.do(ReportLimitPassed("ann", 0, "mia", "counted"))
    assert table.state.round is not None
    assert {w.clause for w in table.state.round.wagers if w.player == "ann"} == {"18.8.1"}
    table.finish()
    assert {each["clause"] for each in settle(record_of(table.events))["settlement"] if each["player"] == "ann"} == {
        "18.8.1"
    }
    sound(table)


@clause(BOOK, "16.22.1", "16.23.1")
@pytest.mark.parametrize("limit_first", [True, False])
def test_a_wager_that_goes_back_before_the_hand_leaves_room_within_a_limit_whatever_is_found_first(
    limit_first: bool,
) -> None:
    """Of $15, $10 on box 3 went on the wager of $20 on box 1; without that all of the $10 counts."""
    table = Table(BOOK, source="real").seat("ann", 1).seat("bob", 2).ready()
    table.wagers("ann 1 20", "ann 3 10", "bob 2 30").close()
    limit, invalid = ReportLimitPassed("ann", 1500, "mia", "counted"), InvalidateWager("ann", "for-another", "seen", 1)
    found: list[Command] = [limit, invalid]
    for each in found if limit_first else reversed(found):
        table.do(each)
    table.deal("Ts 9d 7h 9c Th")
    for name in ("bob", "ann"):
        table.do(Call(say.Stand(), name), table.dealer)
    table.deal("Td")
    record = record_of(table.events)
    assert settle(record)["net"]["ann"] == "10"
    assert table.chips("ann") == START + 1000
    sound(table)


@clause(BOOK, "16.22.1", "16.23")
def test_a_limit_says_nothing_once_all_wagers_have_gone_back_before_the_hand() -> None:
    table = playing("", "ann 1 20", source="real")
    table.do(ReportLimitPassed("ann", 500, "mia", "counted"))
    table.do(InvalidateWager("ann", "for-another", "seen"))
    assert not table.state.playing
    assert settle(record_of(table.events))["net"] == {"ann": "0"}
    sound(table)


@clause(BOOK, "18.1", "18.1.1", "18.1.2", "16.22.1", '1.1 "Invalid Wager"')
@pytest.mark.parametrize("why", ["card-of-another", "for-another"])
def test_found_before_the_hand_an_invalid_wager_goes_back(why: Any) -> None:
    table = Table(BOOK, **SIDE).seat("ann", 1).seat("bob", 2).ready()
    table.wagers("ann 1 20", "ann 1 5 any-pairs", "ann 3 30", "bob 2 30")
    # whose money it is and what they say about acting for somebody make no difference: there is nothing to say it with
    table.do(InvalidateWager("ann", why, "it is her brother's card", 1))
    assert table.last(InvalidWagerFound)[:5] == ("ann", why, "before-the-hand", table.state.number, 1)
    assert [(bet.player, bet.box) for bet in table.state.bets] == [("ann", 3), ("bob", 2)]
    table.do(InvalidateWager("ann", why, "and this one"))
    assert table.chips("ann") == START
    table.close().finish()
    sound(table)


@clause(BOOK, "18.1.1", "18.1.2")
@pytest.mark.parametrize("claim", ["she has a power of attorney", "her brother asked her to", "the money is her own"])
@pytest.mark.parametrize("why", ["card-of-another", "for-another"])
def test_no_claim_and_nobodys_money_saves_a_wager_for_another(why: Any, claim: str) -> None:
    """A winning wager gets its stake back and no more, whatever is said about it: what is said is written down."""
    table = playing("Ks 8s 7d Kh Kd 9c Tc", "ann 1 20", "bob 2 30")
    table.do(InvalidateWager("ann", why, claim))
    found = table.last(InvalidWagerFound)
    assert (found.reason, found.found, found.clause) == (claim, "during-the-hand", "16.22.2")
    table.finish()
    assert (table.chips("ann"), table.chips("bob")) == (START, START + 3000)


@clause(BOOK, "16.22.2", "18.1")
def test_found_during_the_hand_a_winning_one_gets_its_stake_and_nothing_more() -> None:
    table = playing("Ks 8s 7d Kh Kd 9c Tc", "ann 1 20", "bob 2 30")
    table.do(InvalidateWager("ann", "for-another", "she says that she plays for a friend"))
    assert table.last(InvalidWagerFound).found == "during-the-hand"
    table.finish()
    assert table.chips("ann") == START
    assert table.chips("bob") == START + 3000  # others are not touched
    sound(table)
    result = settle(record_of(table.events))
    assert result["net"] == {"ann": "0", "bob": "30"}


@clause(BOOK, "16.22.2")
def test_what_was_paid_within_the_hand_is_given_back() -> None:
    table = playing("As 8s 7d Kh Kd 9c Tc", "ann 1 20", "bob 2 30")
    assert table.chips("ann") == START + 3000  # a blackjack, paid at once
    table.do(InvalidateWager("ann", "card-of-another", "it is her brother's"))
    assert table.chips("ann") == START
    assert table.last(InvalidWagerFound).not_returned == 0
    table.finish()
    sound(table)


@clause(BOOK, "16.22.2")
def test_what_somebody_took_away_stands_and_is_written_down() -> None:
    table = playing("As 8s 7d Kh Kd 9c Tc", "ann 1 20", "bob 2 30")
    table.do(Leave(), "ann")
    table.do(InvalidateWager("ann", "card-of-another", "it is her brother's"))
    assert table.last(InvalidWagerFound).not_returned == 3000
    table.finish()
    sound(table)


@clause(BOOK, "16.22.3", "16.23.2")
def test_rounds_that_were_settled_stand() -> None:
    table = playing("Ks 8s 7d Kh Kd 9c Tc", "ann 1 20", "bob 2 30").finish()
    number, chips = table.state.number, table.chips("ann")
    table.do(InvalidateWager("ann", "for-another", "found on the tape", round=number))
    assert (table.last(InvalidWagerFound).found, table.last(InvalidWagerFound).clause) == ("settled", "16.22.3")
    assert table.chips("ann") == chips
    assert table.refused(InvalidateWager("ann", "for-another", "now")).clause == "16.22.3"
    assert table.refused(InvalidateWager("ann", "for-another", "later", round=number + 1)).clause == "16.22.3"
    table.do(ReportLimitPassed("ann", 0, "mia", "found on the tape", number))
    assert table.last(LimitPassed).clause == "16.23.2"
    assert table.chips("ann") == chips
    assert table.refused(ReportLimitPassed("ann", 0, "mia", "now")).clause == "16.23.2"


@clause(BOOK, "16.22.2", "18.1")
def test_nothing_is_added_to_an_invalid_wager() -> None:
    table = playing("6s 8s 7d 5h Kd 9c Tc 4d", "ann 1 20", "bob 2 30")
    table.do(InvalidateWager("ann", "for-another", "seen"))
    refusal = table.refused(Call(say.Double()), "ann")
    assert (refusal.code, refusal.clause) == ("wager-is-invalid", "16.22.2")
    table.call("ann", "hit")
    table.finish()
    sound(table)


def test_a_supervisor_says_so_with_a_reason_and_about_somebody_who_plays() -> None:
    table = playing("6s 8s 7d 5h Kd 9c Tc 4d", "ann 1 20", "bob 2 30")
    assert table.refused(InvalidateWager("ann", "for-another", "seen"), "dealer").clause == "16.22"
    assert table.refused(InvalidateWager("ann", "for-another", " ")).code == "reason-missing"
    assert table.refused(InvalidateWager("eve", "for-another", "seen")).code == "no-wager-in-round"
    assert table.refused(ReportLimitPassed("eve", 500, "mia", "seen")).code == "no-wager-in-round"
    assert table.refused(ReportLimitPassed("ann", -500, "mia", "seen")).clause == "16.23.1"
    other = Table("melbourne-v26").seat("ann", 1).ready().wagers("ann 1 20")
    assert other.refused(InvalidateWager("ann", "for-another", "seen")).code == "nobody-has-power"


# ---------------------------------------------------------------------------------------------------------- loss limits


@clause(BOOK, "16.23", "16.23.1")
def test_in_a_round_only_what_lies_within_the_limit_is_settled_and_the_reminder_is_recorded() -> None:
    table = playing("Ks 8s 7d 8h Kd 2c Tc", "ann 1 20", "bob 2 30")  # 18 each against 19
    assert table.refused(ReportLimitPassed("ann", 1200, "", "counted")).code == "reminder-missing"
    table.do(ReportLimitPassed("ann", 1200, "dan", "she bought chips at another table"))
    passed = table.last(LimitPassed)
    assert (passed.within, passed.reminded_by, passed.clause) == (1200, "dan", "16.23.1")
    table.finish()
    assert (table.chips("ann"), table.chips("bob")) == (START - 1200, START - 3000)
    sound(table)
    assert settle(record_of(table.events))["net"] == {"ann": "-12", "bob": "-30"}


@clause(BOOK, "16.23.1")
def test_before_the_first_card_the_wager_laid_last_goes_back_first() -> None:
    table = Table(BOOK, **SIDE).seat("ann", 1).seat("bob", 2).ready()
    table.wagers("ann 1 20", "bob 2 30", "ann 3 30", "ann 1 5 any-pairs")
    table.do(ReportLimitPassed("ann", 4000, "dan", "counted"))
    assert [(bet.box, bet.bet, bet.amount) for bet in table.state.laid(player="ann")] == [
        (1, "main", 2000),
        (3, "main", 2000),
    ]
    assert table.refused(ReportLimitPassed("ann", 4000, "dan", "counted")).code == "limit-not-passed"
    table.close().finish()
    sound(table)


# ------------------------------------------------------------------------------------------------------ for others


@clause(BOOK, "18.20", '1.1 "Proxy Betting"')
def test_nobody_wagers_for_another() -> None:
    table = Table(BOOK).seat("ann", 1).seat("bob", 2).ready().wagers()
    for wager in (PlaceWager(2, 2000, player="bob"), PlaceWager(1, 2000, placed_by="bob")):
        refusal = table.refused(wager, "ann")
        assert (refusal.code, refusal.clause) == ("proxy-betting", "18.20")


@clause(BOOK, "18.20", '1.1 "Proxy Betting"')
def test_another_hand_may_help_somebody_who_is_at_the_table_and_that_is_recorded() -> None:
    table = Table(BOOK, source="real").seat("ann", 1).seat("bob", 2).ready().wagers()
    table.do(PlaceWager(1, 2000, player="ann", placed_by="bob"), table.dealer)
    helped = table.last(PlacingHelped)
    assert (helped.player, helped.placed_by, helped.clause) == ("ann", "bob", '1.1 "Proxy Betting"')
    assert table.last(WagerLaid).player == "ann"
    table.do(StepAway("ann"), table.dealer)
    refusal = table.refused(PlaceWager(1, 2000, player="ann", placed_by="bob"), table.dealer)
    assert (refusal.code, refusal.clause) == ("proxy-betting", "18.20")
    assert table.refused(PlaceWager(1, 2000, player="eve", placed_by="bob"), table.dealer).code == "proxy-betting"
    assert table.refused(PlaceWager(2, 2000, player="bob", placed_by="a:b"), table.dealer).code == "player-name"


# ------------------------------------------------------------------------------------------------- declarations


LIMITED = {"ann": Standing("ann", "2026-11-16", "7", None, (Allowance("loss", "day", 50_000_000, ("x",)),))}


def said(table: Table, command: Any, by: str | None = None) -> list[ChipsDeclared]:
    """A command by somebody whose standing is known: what it declares."""
    who = table.boss if by is None else table.person(by)
    result = act(table.state, command, who, table.at, held=table.accounts, standings=LIMITED)
    assert isinstance(result, Acted), result
    table.state = result.state
    for lines in result.postings:
        table.accounts.update(dict(lines))
    return [event for event in result.events if isinstance(event, ChipsDeclared)]


@clause(BOOK, "18.2.1", "18.2.2", "18.2.3")
def test_whoever_has_a_loss_limit_declares_by_buying_coming_and_leaving() -> None:
    table = Table(BOOK)
    table.accounts["aud:player:ann"] = 30_000
    (brought,) = said(table, Sit(1), "ann")
    assert brought == ChipsDeclared("ann", "brought", 30_000, "18.2.2", in_words=False)
    (bought,) = said(table, SellChips("ann", 5000))
    assert bought == ChipsDeclared("ann", "bought", 5000, "18.2.1", in_words=False)
    (remaining,) = said(table, Leave(), "ann")
    assert remaining == ChipsDeclared("ann", "remaining", 35_000, "18.2.3", in_words=False)


def test_who_has_no_loss_limit_declares_nothing() -> None:
    table = Table(BOOK).seat("bob", 2)
    table.do(Leave(), "bob")
    assert not [event for event in table.events if isinstance(event, ChipsDeclared)]


@clause(BOOK, "18.2.1", "18.2.2", "18.2.3")
def test_what_is_declared_in_words_is_entered_before_the_round() -> None:
    table = Table(BOOK, source="real").seat("ann", 1).seat("bob", 2).ready()
    for what, by in (("bought", "18.2.1"), ("brought", "18.2.2"), ("remaining", "18.2.3")):
        table.do(DeclareChips(what, 5000, "ann"), table.dealer)  # type: ignore[arg-type]
        assert table.last(ChipsDeclared) == ChipsDeclared("ann", what, 5000, by)  # type: ignore[arg-type]
    assert table.refused(DeclareChips("bought", 0, "ann"), table.dealer).clause == "18.2.1"
    assert table.refused(DeclareChips("bought", 5, "eve"), table.dealer).code == "not-at-table"
    table.wagers("ann 1 20").close()
    refusal = table.refused(DeclareChips("brought", 5000, "ann"), table.dealer)
    assert (refusal.code, refusal.clause) == ("declared-too-late", "18.2.2")
    table.do(DeclareChips("remaining", 5000, "ann"), table.dealer)
    other = Table("canberra-2006").seat("ann", 1)
    assert other.refused(DeclareChips("bought", 5000), "ann").code == "no-declarations"


def test_a_refusal_changes_nothing() -> None:
    table = playing("6s 8s 7d 5h Kd 9c Tc 4d", "ann 1 20", "bob 2 30")
    before = table.state
    for command in (InvalidateWager("ann", "for-another", ""), ReportLimitPassed("ann", 5, "", "x"), Arrive("zoe")):
        assert isinstance(table.say(command, None, None), Refusal)
    assert table.state == before
