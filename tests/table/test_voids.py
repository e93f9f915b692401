"""Rounds and wagers that somebody in authority declares void: who may, what goes back, and that the table goes on."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra, sydney, sydney_by
from support.tables import BOOKS, NOTICES, Table, balances

from cutcard.cards import shoe as pack
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.money import Cents
from cutcard.records import settle
from cutcard.records.results import results
from cutcard.rulebooks import load
from cutcard.table import (
    AllowSideWager,
    Call,
    CashChips,
    Command,
    CommandReceived,
    DetainPlayer,
    ExchangeVoucher,
    Leave,
    NoticeGiven,
    OpenBetting,
    PlaceWager,
    RoundDeclaredVoid,
    RoundEvent,
    ShoeRevealed,
    VoidDisruptedRound,
    VoidRoundForFraud,
    VoidShoe,
    VoidUnplayableRound,
    VoidWagers,
    VoidWagersForFraud,
    WagerRefused,
    WagersDeclaredVoid,
    record_of,
)

MELBOURNE = "melbourne-v26"
START = 1_000_000
NOVA = ("supernova-major", "supernova-minor", "supernova-mystery")
FIRE = VoidDisruptedRound("a fire alarm")
FRAUD = VoidRoundForFraud("a marked card")
TWENTY = "8s 9d 3h"  # ann has 11 against a nine and is asked


def playing(book: str, front: str = TWENTY, *wagers: str, **terms: Any) -> Table:
    """Ann at box 1, bob at box 2, cem behind; these wagers, and these cards dealt."""
    floor = Table(book, **terms).seat("ann", 1).seat("bob", 2).ready(front)
    return floor.wagers(*(wagers or ("ann 1 20",))).close()


def sound(floor: Table) -> None:
    """Chips and cards are all accounted for, the round settles from its record as it did, and another can be played."""
    state = floor.state
    sums = dict(balances(floor.events))
    assert sum(sums.values()) == 0
    assert sums["aud:table:T1:wagers"] == state.wagered == 0
    assert sums["aud:table:T1:float"] == state.tray
    for name, player in state.players.items():
        assert sums[f"aud:table:T1:player:{name}"] == player.chips
    assert state.shoe.on_table == ()
    whole = [*state.shoe.order[state.shoe.next :], *state.shoe.rack]
    assert Counter(whole) == Counter(pack(state.config.decks, state.rules.cards.removed_ranks))
    if state.round is not None:
        again = settle(record_of(of_last_round(floor)))
        ended = results(state.round)
        assert {key: again.get(key) for key in ended} == ended
    number = state.number
    floor.round("ann 1 20")
    assert floor.state.number == number + 1


def of_last_round(floor: Table) -> list[Any]:
    opened = [i for i, one in enumerate(floor.events) if isinstance(getattr(one, "event", None), played.RoundOpened)]
    return floor.events[opened[-1] :]


def lines(floor: Table, player: str) -> list[tuple[str, Cents, Cents, str, str]]:
    """A player's wagers of the round: bet, staked, returned, outcome, clause."""
    assert floor.state.round is not None
    return [
        (w.bet, w.staked, w.returned or 0, w.outcome, w.clause) for w in floor.state.round.wagers if w.player == player
    ]


# ------------------------------------------------------------------------------------------------------- who may


@clause("sydney-v15", "18.9", "18.9.1", "18.9.2")
@clause("sydney-earlier", "19.4", "19.4.1", "19.4.2")
@clause("canberra-2006", "16.1", "16.3")
@clause("canberra-2003", "16.1", "16.4")
@clause("melbourne-v26", "32.3", "32.4")
@pytest.mark.parametrize(
    ("book", "command", "role", "below", "by"),
    [
        ("sydney-v15", FIRE, "gaming-supervisor", "dealer", "18.9.1"),
        ("sydney-v15", FRAUD, "gaming-supervisor", "dealer", "18.9.2"),
        ("sydney-earlier", FIRE, "gaming-supervisor", "dealer", "19.4.1"),
        ("sydney-earlier", FRAUD, "gaming-supervisor", "dealer", "19.4.2"),
        ("canberra-2006", FIRE, "casino-operator", "casino-supervisor", "16.1"),
        ("canberra-2006", FRAUD, "casino-operator", "casino-supervisor", "16.3"),
        ("canberra-2006", VoidUnplayableRound("no light"), "casino-operator", "casino-supervisor", "16.3"),
        ("canberra-2003", FIRE, "casino-licensee", "casino-supervisor", "16.1"),
        ("canberra-2003", FRAUD, "casino-licensee", "casino-supervisor", "16.4"),
        ("canberra-2003", VoidUnplayableRound("no light"), "casino-licensee", "casino-supervisor", "16.4"),
        (MELBOURNE, FIRE, "tg-higher-duties-dealer", "dealer", "32.4"),
        (MELBOURNE, FRAUD, "tg-assistant-casino-manager", "tg-area-manager", "32.3"),
    ],
)
def test_each_cause_has_its_role_and_its_clause(book: str, command: Command, role: str, below: str, by: str) -> None:
    floor = playing(book)
    assert floor.refused(command, below).clause == by
    floor.do(command, role)
    assert floor.last(RoundDeclaredVoid).clause == by
    assert floor.state.round is not None
    assert floor.state.round.void == by
    assert not floor.state.playing
    assert floor.chips("ann") == START
    assert floor.last(CommandReceived).role == role
    sound(floor)


def test_only_canberra_lets_a_round_be_void_because_it_cannot_go_on() -> None:
    for book in ("sydney-v15", "sydney-earlier", MELBOURNE):
        assert "gives nobody the power" in playing(book).refused(VoidUnplayableRound("no light")).message


@pytest.mark.parametrize("book", BOOKS)
def test_no_round_is_void_without_a_reason_or_when_none_is_played(book: str) -> None:
    floor = playing(book)
    assert "reason" in floor.refused(VoidDisruptedRound(" ")).message
    floor.finish()
    before = floor.state
    assert "no round is under way" in floor.refused(FIRE).message
    assert floor.state == before


# ---------------------------------------------------------------------------------------------------- what goes back


@pytest.mark.parametrize("book", BOOKS)
def test_while_betting_is_open_everything_on_the_layout_goes_back(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready().wagers("ann 1 20", "bob 2 30")
    floor.do(FIRE)
    assert floor.state.betting == "closed"
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    assert {refused.clause for refused in floor.happened(WagerRefused)} == {floor.last(RoundDeclaredVoid).clause}
    assert floor.refused(PlaceWager(1, 2000), "ann").message
    sound(floor)


@clause("melbourne-v26", "32.5")
@pytest.mark.parametrize("book", BOOKS)
def test_wagers_on_the_layout_and_wagers_lost_go_back_with_doubles_splits_and_insurance(book: str) -> None:
    # bob splits eights and doubles one of them; ann goes over 21 first and insures before that
    floor = playing(book, "Ts 8d Ac 6h 8c 9s 3d", "ann 1 20", "bob 2 40")
    floor.do(Call(say.Insure(1, "ann", 500)), "ann")
    floor.call("ann", "hit")  # 25
    assert floor.state.round is not None
    assert floor.state.round.box.number == 2
    floor.call("bob", "split")
    floor.do(Call(say.Double()), "bob")
    assert floor.chips("ann") == START - 2000 - 500
    floor.do(FIRE)
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    by = load(book).procedures.clauses["voids.refund"]  # type: ignore[union-attr]
    assert [line[0] for line in lines(floor, "bob")] == ["main", "split", "double"]
    for bet, staked, returned, outcome, clause_ in lines(floor, "ann") + lines(floor, "bob"):
        assert (returned, outcome, clause_) == (staked, "void", by), bet
    sound(floor)


def with_a_blackjack_and_a_pair(book: str) -> Table:
    """Ann has a blackjack, bob a pair of eights; both wagered on Perfect Pairs too."""
    wagers = ("ann 1 20", "bob 2 20", "ann 1 10 perfect-pairs", "bob 2 10 perfect-pairs")
    return playing(book, "As 8d 9c Ks 8h", *wagers, side_bets={"perfect-pairs": True})


@clause("sydney-v15", "18.10")
@clause("sydney-earlier", "19.5")
@sydney_by("18.10", "19.5")
def test_in_sydney_what_was_paid_after_the_initial_deal_stands(book: str, by: str) -> None:
    floor = with_a_blackjack_and_a_pair(book)
    won, had = floor.chips("ann"), floor.chips("bob")
    assert won == START + 3000 - 1000  # a blackjack paid 3 to 2, a pair not made
    floor.do(FIRE)
    assert floor.chips("ann") == won
    assert floor.chips("bob") == had + 2000
    assert ("perfect-pairs", 1000, 0, "lose") in [line[:4] for line in lines(floor, "ann")]
    assert lines(floor, "bob")[0] == ("main", 2000, 2000, "void", by)
    sound(floor)


@clause("canberra-2006", 'A "Void"')
@clause("canberra-2003", 'A "Void"')
@canberra
def test_in_canberra_a_void_round_never_was(book: str) -> None:
    floor = with_a_blackjack_and_a_pair(book)
    assert floor.chips("ann") == START + 3000 - 1000
    assert floor.chips("bob") > START
    floor.do(FIRE)
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    assert floor.last(RoundEvent).event == played.RoundEnded()
    sound(floor)


@canberra
def test_in_canberra_who_no_longer_has_what_he_was_paid_keeps_it(book: str) -> None:
    floor = playing(book, "As 8d 9c Ks 7h", "ann 1 20", "bob 2 20")
    floor.do(CashChips("ann", floor.chips("ann")))
    floor.do(FIRE)
    assert floor.chips("ann") == 0
    voided = [one.event for one in floor.happened(RoundEvent) if isinstance(one.event, played.RoundVoided)]
    assert voided[0].undone == ("bob",)
    assert lines(floor, "ann")[0][3] == "win"


@clause("canberra-2003", "16.5")
@clause("sydney-v15", "18.10")
@clause("sydney-earlier", "19.5")
@pytest.mark.parametrize(
    ("book", "by"), [("canberra-2003", "16.5"), ("sydney-v15", "18.10"), ("sydney-earlier", "19.5")]
)
def test_where_the_document_leaves_it_to_the_house_wagers_need_not_go_back(book: str, by: str) -> None:
    floor = playing(book)
    floor.do(VoidRoundForFraud("all of them", refund=False))
    assert floor.chips("ann") == START - 2000
    assert lines(floor, "ann") == [("main", 2000, 0, "lose", by)]
    sound(floor)


@clause("sydney-v15", "18.10")
@clause("sydney-earlier", "19.5")
@sydney_by("18.10", "19.5")
def test_in_sydney_the_wager_of_the_wrongdoer_alone_may_be_kept(book: str, by: str) -> None:
    floor = playing(book, "8s 7d 9d 3h 8h", "ann 1 20", "bob 2 30")
    assert floor.refused(VoidRoundForFraud("a device", forfeits=("eve",))).clause == by
    floor.do(VoidRoundForFraud("a device", forfeits=("ann",)), "gaming-supervisor")
    assert (floor.chips("ann"), floor.chips("bob")) == (START - 2000, START)
    assert lines(floor, "ann") == [("main", 2000, 0, "lose", by)]
    sound(floor)


@clause("sydney-v15", "18.8", "18.10")
@clause("sydney-earlier", "19.5")
@sydney_by("18.10", "19.5")
def test_nobody_forfeits_a_wager_to_a_fire(book: str, by: str) -> None:
    floor = playing(book, "8s 7d 9d 3h 8h", "ann 1 20", "bob 2 30")
    refusal = floor.refused(FIRE._replace(forfeits=("ann",)))
    assert (refusal.code, refusal.clause) == ("forfeits-for-conduct", by)
    assert floor.state.playing
    floor.do(DetainPlayer("ann", "a device that counts"), "gaming-supervisor")
    forfeited = FIRE._replace(forfeits=("ann",))
    if book == "sydney-earlier":  # there it is for fraud alone: 19.5 names 19.4.2
        assert floor.refused(forfeited).clause == by
        return
    assert floor.refused(forfeited._replace(forfeits=("ann", "bob"))).clause == by
    floor.do(forfeited)
    assert lines(floor, "ann") == [("main", 2000, 0, "lose", by)]
    assert floor.chips("bob") == START
    sound(floor)


@clause(MELBOURNE, "32.5")
@clause("canberra-2006", 'A "Void"')
@clause("canberra-2003", "16.5")
@pytest.mark.parametrize(
    ("book", "refund", "forfeits", "by"),
    [
        (MELBOURNE, False, (), "32.5"),
        (MELBOURNE, True, ("ann",), "32.5"),
        ("canberra-2006", False, (), 'A "Void"'),
        ("canberra-2006", True, ("ann",), 'A "Void"'),
        ("canberra-2003", True, ("ann",), "16.5"),
    ],
)
def test_elsewhere_nobodys_wager_is_kept(book: str, refund: bool, forfeits: tuple[str, ...], by: str) -> None:
    floor = playing(book)
    assert floor.refused(VoidRoundForFraud("a device", refund, forfeits)).clause == by


@sydney
def test_wagers_that_no_card_has_closed_go_back_whatever_is_said(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready().wagers("ann 1 20")
    assert "must be returned" in floor.refused(VoidRoundForFraud("a device", refund=False)).message
    assert "must be returned" in floor.refused(VoidRoundForFraud("a device", forfeits=("ann",))).message


@sydney
@pytest.mark.parametrize("lost", [False, True])
def test_promotional_tokens_go_back_as_tokens_also_where_they_were_lost(book: str, lost: bool) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 7d 9d 6h 8h Kc")
    floor.do(ExchangeVoucher("ann", "V1", 1500))
    floor.wagers("bob 2 20")
    floor.do(PlaceWager(1, 2000, tokens=1500), "ann")
    floor.close()
    if lost:
        floor.call("ann", "hit")
        assert lines(floor, "ann")[0][3] == "lose"
    floor.do(FIRE)
    assert (floor.state.players["ann"].chips, floor.state.players["ann"].tokens) == (START, 1500)
    sound(floor)


@clause("melbourne-v26", "21.11.2")
def test_a_jackpot_prize_stands_when_the_round_is_void() -> None:
    bet = "blackjack-jackpots"
    floor = playing(
        MELBOURNE,
        "Ah 9d Ac As 7h",
        "ann 1 20",
        f"ann 1 5 {bet}",
        "bob 2 20",
        side_bets={bet: True},
        meters={bet: 5_000_000},
    )
    assert floor.state.players["ann"].device == 500 * 151  # three aces that are not of one suit
    floor.do(FIRE)
    assert (floor.chips("ann"), floor.state.players["ann"].device) == (START - 500, 500 * 151)
    sound(floor)


PAIRS = {"perfect-pairs": "A"}


@clause(MELBOURNE, "32.5", "1.1:Void")
def test_in_melbourne_a_side_bet_lost_after_the_initial_deal_goes_back_with_a_void_round() -> None:
    floor = playing(MELBOURNE, TWENTY, "ann 1 20", "ann 1 5 perfect-pairs", side_bets=PAIRS)
    assert [line[3] for line in lines(floor, "ann") if line[0] == "perfect-pairs"] == ["lose"]
    floor.do(FIRE)
    assert lines(floor, "ann") == [("main", 2000, 2000, "void", "32.5"), ("perfect-pairs", 500, 500, "void", "32.5")]
    assert floor.chips("ann") == START
    assert record_of(of_last_round(floor))["actions"][-1]["lost_back"] is True
    sound(floor)


@clause(MELBOURNE, "32.5", "1.1:Void")
def test_in_melbourne_a_void_round_has_no_result_for_what_was_won_after_the_initial_deal_either() -> None:
    wagers = ("ann 1 20", "bob 2 20", "bob 2 5 perfect-pairs")
    floor = playing(MELBOURNE, "As 8d 9c Ks 8d", *wagers, side_bets=PAIRS)
    assert floor.chips("ann") == START + 3000  # a blackjack and a pair, which were paid at once
    assert floor.chips("bob") > START
    floor.do(FIRE)
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    assert {line[3:] for name in ("ann", "bob") for line in lines(floor, name)} == {("void", "32.5")}
    sound(floor)


@clause(MELBOURNE, "21.11.2", "24.10.2")
@pytest.mark.parametrize("bet", ["blackjack-jackpots", "supernova"])
def test_where_jackpots_are_offered_the_interim_settlement_stands(bet: str) -> None:
    meters = {"blackjack-jackpots": 5_000_000} if bet == "blackjack-jackpots" else dict.fromkeys(NOVA, 100_000)
    terms: dict[str, Any] = {"side_bets": {**PAIRS, bet: True}, "meters": meters}
    floor = playing(MELBOURNE, TWENTY, "ann 1 20", "ann 1 5 perfect-pairs", **terms)
    floor.do(FIRE)
    assert [line[3] for line in lines(floor, "ann")] == ["void", "lose"]
    assert floor.chips("ann") == START - 500
    sound(floor)


def test_a_free_bet_token_stakes_nothing_and_returns_nothing() -> None:
    floor = playing(MELBOURNE, "8s 9d 8h", game="free-bet-blackjack")
    floor.call("ann", "split")
    floor.do(FIRE)
    assert [line[:4] for line in lines(floor, "ann")] == [("main", 2000, 2000, "void"), ("split", 0, 0, "void")]
    assert floor.chips("ann") == START
    sound(floor)


def test_a_carried_blackpot_may_stay_or_be_taken_where_its_further_round_is_void() -> None:
    bet = "blackpot"
    floor = Table(MELBOURNE, side_bets={bet: True}).seat("ann", 1).ready("6s 9d 7h 8c 8s 6c 9c 7d 6d 9h 7c")
    floor.wagers("ann 1 20", f"ann 1 10 {bet}").close()
    floor.call("ann", "hit")
    floor.finish()
    assert [(one.bet, one.amount) for one in floor.state.carried] == [(bet, 1000)]
    for _ in range(2):  # it has not had its further round, so it may stay again
        floor.wagers("ann 1 20")
        floor.do(PlaceWager(1, 1000, bet, carried=True), "ann")
        before = floor.chips("ann")
        floor.close()
        assert floor.chips("ann") > before  # two of the three again, which is paid, and goes with the round
        floor.do(FIRE)
        assert floor.chips("ann") == before + 3000
        assert [(one.bet, one.amount) for one in floor.state.carried] == [(bet, 1000)]
    sound(floor)


@pytest.mark.parametrize("book", BOOKS)
def test_a_real_shoes_round_may_be_void_between_any_two_cards(book: str) -> None:
    for count in range(5):
        floor = Table(book, source="real").seat("ann", 1).seat("bob", 2).ready()
        floor.wagers("ann 1 20", "bob 2 20").close()
        for card in ["8s", "7d", "9d", "3h", "8h"][:count]:
            floor.deal(card)
        floor.do(FIRE)
        assert len(floor.state.shoe.discards) == count
        assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
        assert settle(record_of(of_last_round(floor)))["net"] == {"ann": "0", "bob": "0"}
        floor.round("ann 1 20")


# -------------------------------------------------------------------------------------------------- a player's wagers


@clause("sydney-v15", "18.8", "18.8.1")
@clause("sydney-earlier", "19.3", "19.3.1")
@clause("canberra-2006", "16.2", "16.2(a)")
@clause("canberra-2003", "16.3", "16.3(a)")
@clause("melbourne-v26", "32.2", "32.2.1")
@pytest.mark.parametrize(
    ("book", "role", "below", "by"),
    [
        ("sydney-v15", "gaming-supervisor", "dealer", "18.8.1"),
        ("sydney-earlier", "gaming-supervisor", "dealer", "19.3.1"),
        ("canberra-2006", "casino-operator", "casino-supervisor", "16.2(a)"),
        ("canberra-2003", "casino-licensee", "casino-supervisor", "16.3(a)"),
        (MELBOURNE, "tg-assistant-casino-manager", "tg-area-manager", "32.2.1"),
    ],
)
def test_a_players_wagers_may_be_declared_void_and_the_others_play_on(
    book: str, role: str, below: str, by: str
) -> None:
    floor = playing(book, "8s 7d 9d 3h 8h Tc", "ann 1 20", "bob 2 30")
    assert floor.refused(VoidWagers("ann", "a device"), below).clause == by
    assert floor.refused(VoidWagers("eve", "a device"), role).clause == by
    floor.do(VoidWagers("ann", "a device"), role)
    assert floor.chips("ann") == START
    assert lines(floor, "ann") == [("main", 2000, 2000, "void", by)]
    assert floor.state.round is not None
    assert floor.state.round.box.number == 2  # it was ann's turn, and the next one's comes
    assert floor.state.round.hands[0].ended == "void"
    assert len(floor.state.round.hands[0].cards) == 2  # and no card is dealt to hers any more
    floor.finish()
    assert lines(floor, "bob")[0][3] in ("win", "lose", "stand-off")
    sound(floor)


CANBERRA = [("canberra-2006", "16.2(a)"), ("canberra-2003", "16.3(a)")]


@clause("canberra-2006", 'A "Void"', "16.2(a)")
@clause("canberra-2003", 'A "Void"', "16.3(a)")
@pytest.mark.parametrize(("book", "by"), CANBERRA)
def test_in_canberra_a_void_wager_never_was_whatever_it_had_won_or_lost(book: str, by: str) -> None:
    """ann's blackjack is paid and her pair lost when she is found out; cem, who shares her box, keeps theirs."""
    floor = Table(book, side_bets={"perfect-pairs": True}).seat("ann", 1).seat("bob", 2).seat("cem", 3)
    floor.ready("As 8d 9d Kh 8c").wagers("ann 1 20", "ann 1 5 perfect-pairs", "cem 1 20", "bob 2 20").close()
    assert floor.chips("ann") == START - 2500 + 5000
    floor.do(VoidWagers("ann", "a marked card"))
    assert floor.chips("ann") == START
    assert {line[3:] for line in lines(floor, "ann")} == {("void", by)}
    assert lines(floor, "cem") == [("main", 2000, 5000, "win", "8.1(a)")]
    floor.finish()
    assert settle(record_of(of_last_round(floor)))["net"]["ann"] == "0"
    sound(floor)


@clause("canberra-2006", 'A "Void"')
@clause("canberra-2003", 'A "Void"')
@pytest.mark.parametrize(("book", "by"), CANBERRA)
def test_who_has_left_with_what_a_void_wager_was_paid_keeps_that(book: str, by: str) -> None:
    floor = Table(book, side_bets={"perfect-pairs": True}).seat("ann", 1).seat("bob", 2)
    floor.ready("8h 8d 9d 8d 8c").wagers("ann 1 20", "ann 1 5 perfect-pairs", "bob 2 20").close()
    floor.do(Leave(), "ann")
    floor.do(VoidWagers("ann", "a marked card"))
    assert [line[2:4] for line in lines(floor, "ann")] == [(2000, "void"), (6500, "win")]
    assert lines(floor, "ann")[0][4] == by
    floor.finish()
    assert settle(record_of(of_last_round(floor)))["net"]["ann"] == "60"


@clause(MELBOURNE, "32.3")
def test_a_wager_may_be_void_for_a_fraud_of_somebody_else() -> None:
    """In the other documents a fraud can void the outcome of a game only, and a wager only its owner's own act."""
    floor = playing(MELBOURNE, "8s 7d 9d 3h 8h Tc", "ann 1 20", "bob 2 30")
    assert floor.refused(VoidWagersForFraud("ann", "cem marked a card"), "tg-area-manager").clause == "32.3"
    floor.do(VoidWagersForFraud("ann", "cem marked a card"), "tg-assistant-casino-manager")
    assert lines(floor, "ann") == [("main", 2000, 2000, "void", "32.3")]
    floor.finish()
    assert lines(floor, "bob")[0][3] in ("win", "lose", "stand-off")
    sound(floor)
    assert playing("sydney-v15").refused(VoidWagersForFraud("ann", "a marked card")).code == "nobody-has-power"


@pytest.mark.parametrize("book", BOOKS)
def test_before_the_first_card_only_his_wagers_leave_the_layout(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready().wagers("ann 1 20", "bob 2 30")
    floor.do(VoidWagers("ann", "a device"))
    assert [bet.player for bet in floor.state.bets] == ["bob"]
    assert floor.state.betting == "open"
    assert floor.last(WagerRefused).clause == floor.last(WagersDeclaredVoid).clause
    assert "reason" in floor.refused(VoidWagers("bob", "")).message
    floor.close().finish()
    sound(floor)


@pytest.mark.parametrize("book", BOOKS)
def test_control_of_a_shared_box_passes_on_and_the_hand_is_played(book: str) -> None:
    floor = playing(book, "8s 9d 3h", "ann 1 20", "bob 1 30")
    assert floor.state.round is not None
    assert floor.state.round.box.control == "ann"
    floor.do(VoidWagers("ann", "a device"))
    assert floor.state.round is not None
    assert (floor.state.round.box.control, floor.state.round.box.players) == ("bob", ("bob",))
    assert "decides for box 1" in floor.refused(Call(say.Stand()), "ann").message
    floor.call("bob", "hit")
    floor.finish()
    assert lines(floor, "ann")[0][3] == "void"
    assert lines(floor, "bob")[0][3] != "void"
    sound(floor)


@pytest.mark.parametrize("book", BOOKS)
def test_where_nobody_else_plays_the_round_is_over(book: str) -> None:
    floor = playing(book)
    cards = len(floor.state.shoe.on_table)
    floor.do(VoidWagers("ann", "a device"))
    assert not floor.state.playing
    assert floor.state.round is not None
    assert floor.state.round.void == ""
    assert len(floor.state.shoe.discards) == cards  # the dealer draws none
    assert floor.chips("ann") == START
    sound(floor)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", range(5))
def test_within_the_initial_deal_his_box_gets_no_further_card(book: str, count: int) -> None:
    floor = Table(book, source="real").seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20", "bob 2 20").close()
    cards = ["8s", "7d", "9d", "3h", "8h"]
    for card in cards[:count]:
        floor.deal(card)
    floor.do(VoidWagers("ann", "a device"))
    assert floor.state.round is not None
    had = len(floor.state.round.hands[0].cards)
    floor.finish()
    assert len(floor.state.round.hands[0].cards) == had
    assert len(floor.state.round.hands[1].cards) >= 2
    assert floor.chips("ann") == START
    again = settle(record_of(of_last_round(floor)))
    assert again["settlement"] == results(floor.state.round)["settlement"]


def test_what_others_have_on_a_box_that_is_not_played_goes_back_too() -> None:
    floor = Table(MELBOURNE, source="real", side_bets={"perfect-pairs": "A"}).seat("ann", 1).seat("bob", 2).ready()
    floor.do(AllowSideWager("bob", 1, "perfect-pairs"))
    floor.wagers("ann 1 20", "bob 2 20", "bob 1 5 perfect-pairs", "bob 2 5 perfect-pairs").close()
    floor.deal("8s")
    floor.do(VoidWagers("ann", "a device"))
    assert floor.state.round is not None
    void = [(w.player, w.box, w.bet) for w in floor.state.round.wagers if w.outcome == "void"]
    assert void == [("ann", 1, "main"), ("bob", 1, "perfect-pairs")]


def test_insurance_is_offered_to_nobody_where_the_only_wager_left_was_void() -> None:
    floor = playing(MELBOURNE, "As Ad Ks 7h")
    floor.do(Call(say.Insure(1, "ann", 1000)), "ann")
    floor.do(Call(say.EvenMoney(1, "ann")), "ann")
    assert floor.state.playing
    floor.do(VoidWagers("ann", "a device"))
    assert not floor.state.playing
    assert [line[:4] for line in lines(floor, "ann")] == [
        ("main", 2000, 4000, "win"),
        ("insurance", 1000, 1000, "void"),
    ]
    sound(floor)


# ------------------------------------------------------------------------------------------------------- wrong cards


@clause("sydney-v15", "16.16.1", "16.16.2", "16.16.3", "16.16.4")
@clause("sydney-earlier", "17.16.1", "17.16.2", "17.16.3", "17.16.4")
@sydney_by("16.16", "17.16")
def test_a_foreign_card_voids_the_round_and_the_shoe_and_is_told_of(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts 9d 9h 8c As 8d 9c Ks 8h").round("ann 1 20")
    assert floor.chips("ann") == START + 2000
    floor.wagers("ann 1 20", "bob 2 20").close()  # a blackjack, which is paid at once
    wrong = VoidShoe("a card with another back")
    assert floor.refused(wrong._replace(told=NOTICES), "dealer").clause == f"{by}.2"
    assert floor.refused(wrong, "gaming-supervisor").clause == f"{by}.4"
    floor.do(wrong._replace(told=NOTICES), "gaming-supervisor")
    told = {(one.whom, one.clause) for one in floor.happened(NoticeGiven)}
    assert {("surveillance", f"{by}.4"), ("inspector", f"{by}.4")} <= told
    assert (floor.chips("ann"), floor.chips("bob")) == (START + 2000 + 3000, START)
    assert lines(floor, "bob") == [("main", 2000, 2000, "void", f"{by}.2")]
    assert floor.state.shoe.stage == "unchecked"  # the cards are checked before anything is dealt again
    assert floor.refused(OpenBetting()).message
    assert floor.happened(ShoeRevealed)
    floor.ready().round("ann 1 20")


@clause("sydney-v15", "16.16.1")
@clause("sydney-earlier", "17.16.1")
@sydney
def test_between_rounds_only_the_rest_of_the_shoe_is_void(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 9d 9h 8c").round("ann 1 20")
    chips = floor.chips("ann")
    floor.do(VoidShoe("a card is missing", NOTICES))
    assert not floor.happened(RoundDeclaredVoid)
    assert floor.chips("ann") == chips
    assert floor.state.shoe.stage == "unchecked"
    assert "no cards are in play" in floor.refused(VoidShoe("a card is missing", NOTICES)).message


@clause("sydney-v15", "18.9", "18.9.2", "18.10")
@clause("sydney-earlier", "19.4", "19.4.2", "19.5")
@clause("canberra-2006", "16.3")
@clause(MELBOURNE, "32.3", "32.5")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", MELBOURNE])
def test_a_round_that_is_over_loses_its_outcome_where_a_fraud_is_found_before_betting_opens_again(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20", "bob 2 30").close().deal("Ts Th 9c 8d 9h").finish_offers()
    for name in ("ann", "bob"):
        floor.do(Call(say.Stand(), name), "dealer")
    floor.deal("Tc")
    assert (floor.chips("ann"), floor.chips("bob")) == (START - 2000, START)
    by = floor.state.config.procedures.commands["void-round-for-fraud"]
    assert floor.refused(VoidDisruptedRound("a fire"), floor.boss).code == "no-round-to-void"
    assert floor.refused(FRAUD._replace(refund=False), floor.boss).code == "played-round-refunded"
    assert floor.refused(FRAUD, "dealer").clause == by.clause
    floor.do(FRAUD, by.role)
    assert floor.last(RoundDeclaredVoid).clause == by.clause
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    assert floor.refused(FRAUD, by.role).clause == by.clause  # only once
    sums = dict(balances(floor.events))
    assert sum(sums.values()) == 0
    floor.round("ann 1 20")


@clause("sydney-v15", "18.9", "18.9.2", "18.10")
@clause("sydney-earlier", "19.4", "19.4.2", "19.5")
@clause("canberra-2003", "16.4", "16.5")
@clause("canberra-2006", "16.3")
@clause(MELBOURNE, "32.3", "32.5")
@pytest.mark.parametrize("book", BOOKS)
def test_the_program_s_own_round_loses_its_outcome_for_a_fraud_too(book: str) -> None:
    """A player who marks or hides cards may be found out after the last payment wherever the cards come from."""
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("Ts Th 9c 8d 9h Tc")
    floor.round("ann 1 20", "bob 2 30")
    assert (floor.chips("ann"), floor.chips("bob")) == (START - 2000, START)
    by = floor.state.config.procedures.commands["void-round-for-fraud"]
    left = floor.state.shoe.left
    assert floor.refused(VoidDisruptedRound("a fire"), floor.boss).code == "no-round-to-void"
    assert floor.refused(FRAUD, "dealer").clause == by.clause
    floor.do(FRAUD, by.role)
    assert floor.last(RoundDeclaredVoid).clause == by.clause
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    assert floor.state.shoe.left == left  # the cards stay where they are
    assert floor.refused(FRAUD, by.role).clause == by.clause  # only once
    assert sum(dict(balances(floor.events)).values()) == 0
    floor.round("ann 1 20")


@clause(MELBOURNE, "21.11.2", "24.10.2", "32.3")
@pytest.mark.parametrize("source", ["program", "real"])
def test_a_jackpot_that_was_paid_stands_when_a_fraud_is_found_after_the_round(source: str) -> None:
    cards = "Ah Ts 9c Kh 8d Th"
    terms = {"source": "real"} if source == "real" else {}
    floor = Table(MELBOURNE, side_bets={"supernova": True}, meters=dict.fromkeys(NOVA, 100_000), **terms)
    floor.seat("ann", 1).seat("bob", 2).ready("" if terms else cards)
    wagers = ("ann 1 20", "ann 1 10 supernova", "bob 2 30")
    if terms:
        floor.wagers(*wagers).close().deal(cards[:-3])
        floor.do(Call(say.Stand(), "bob"), "dealer")
        floor.deal(cards[-2:])
    else:
        floor.round(*wagers)
    paid = 100_000 + 3000  # the meter, and 3 to 2 for the blackjack
    assert (floor.chips("ann"), floor.chips("bob")) == (START + paid, START - 3000)
    floor.do(FRAUD, floor.boss)
    assert (floor.chips("ann"), floor.chips("bob")) == (START + paid, START)
    assert sum(dict(balances(floor.events)).values()) == 0


def test_a_round_of_the_program_is_forgotten_when_betting_opens_again() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready("Ts 9c 8d 9h").round("ann 1 20")
    lost = floor.chips("ann")
    floor.do(OpenBetting())
    floor.do(FRAUD, floor.boss)  # voids what lies on the layout now: nothing
    assert floor.chips("ann") == lost
