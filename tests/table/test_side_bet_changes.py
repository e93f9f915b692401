"""What a table must have for its cloth and its side bets, and the notice before that changes."""

from __future__ import annotations

from copy import copy
from typing import Any

import pytest
from support.clauses import clause, recorded
from support.editions import sydney
from support.links import ACES, join
from support.tables import BOOKS, SIGN, Table

from cutcard.cards import card
from cutcard.clauses import ledger
from cutcard.engine.commands import Deal
from cutcard.engine.state import PersonalLimit
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.rulebooks import load
from cutcard.table import (
    ChangeSideBet,
    CloseTable,
    CorrectCard,
    CreditBetManager,
    GiveClosingNotice,
    OpenBetting,
    OpenTable,
    Person,
    PlaceWager,
    PostSideBetChange,
    PressBetButton,
    Refusal,
    SelectBox,
    SetMeters,
    SideBetChangePosted,
    TableState,
    TakeBackWager,
    act,
    signs,
    view,
)
from cutcard.table.record import record_of

MELBOURNE = "melbourne-v26"
MINUTE = 60_000
AREA = "tg-area-manager"
METERS: dict[str, dict[str, int]] = {
    "blackjack-jackpots": {"blackjack-jackpots": 5_000_000},
    "supernova": {"supernova-major": 5_000_000, "supernova-minor": 100_000, "supernova-mystery": 50_000},
}


@pytest.mark.parametrize("book", BOOKS)
def test_every_piece_of_equipment_cites_a_clause_of_its_document(book: str) -> None:
    procedures = load(book).procedures
    assert procedures is not None
    cited = [by for items in procedures.equipment.side_bets.values() for by in items.values()]
    cited += [*procedures.equipment.meter_joins.values(), *procedures.equipment.meter_closes.values()]
    cited += [by for versions in procedures.equipment.versions.values() for by in versions.values()]
    assert set(cited) <= set(ledger(book))


@recorded("sydney-v15", "2.2", "2.3.2")
@recorded("sydney-earlier", "2.2", "2.3.2")
@sydney
def test_the_cloth_has_all_its_items_and_the_rack_holds_the_cards_of_every_game(book: str) -> None:
    for decks in load(book).rules("blackjack").cards.decks:
        floor = Table(book, decks=decks, boxes=9, side_bets={"perfect-pairs": True} if decks >= 6 else {})
        cloth = signs.layout(floor.state)
        assert cloth.boxes == tuple(range(1, 10))
        assert cloth.insurance
        assert len(cloth.inscriptions) == 3
        assert cloth.side_bets == (("Perfect Pairs",) if decks >= 6 else ())
        assert cloth.rack_decks == 8 >= decks


# --------------------------------------------------------------------------------------------- what side bets need


@clause(MELBOURNE, "11.3.1", "11.3.2", "21.3.1", "21.3.2", "21.3.3", "21.3.4", "24.3.1", "24.3.2", "24.3.3")
@pytest.mark.parametrize(
    ("bet", "item", "by"),
    [
        ("pontoon-pandemonium", "jackpot-button", "11.3.1"),
        ("pontoon-pandemonium", "bonus-meter", "11.3.2"),
        ("blackjack-jackpots", "game-controller-keypad", "21.3.1"),
        ("blackjack-jackpots", "personal-bet-manager", "21.3.2"),
        ("blackjack-jackpots", "jackpot-meter-display", "21.3.3"),
        ("blackjack-jackpots", "jackpot-system", "21.3.4"),
        ("supernova", "game-controller-keypad", "24.3.1"),
        ("supernova", "jackpot-meter-display", "24.3.2"),
        ("supernova", "jackpot-system", "24.3.3"),
    ],
)
def test_a_side_bet_is_not_offered_without_its_equipment(bet: str, item: str, by: str) -> None:
    game = "crown-pontoon" if bet == "pontoon-pandemonium" else "blackjack"
    opening = OpenTable("T1", MELBOURNE, game, 6, SIGN, side_bets={bet: "1" if "pontoon" in bet else True})
    opening = opening._replace(meters=METERS.get(bet, {}))
    boss = Person("mia", load(MELBOURNE).roles[-1])
    refused = act(TableState(), opening._replace(lacking=(item,)), boss, 0)
    assert isinstance(refused, Refusal)
    assert refused.clause == by
    opened = act(TableState(), opening, boss, 0)
    assert not isinstance(opened, Refusal)
    assert item in signs.layout(opened.state).equipment
    without = act(TableState(), opening._replace(side_bets={}, lacking=(item,)), boss, 0)
    assert not isinstance(without, Refusal)
    unknown = act(TableState(), opening._replace(lacking=("a piano",)), boss, 0)
    assert isinstance(unknown, Refusal)


@clause(MELBOURNE, "11.2:Pontoon Pandemonium Bonus Meter", "11.3.2")
def test_the_bonus_meter_shows_every_prize_that_the_button_may_give() -> None:
    bet = "pontoon-pandemonium"
    floor = Table(MELBOURNE, "crown-pontoon", side_bets={bet: "1"})
    (shown,) = view.table(floor.state, None).side_bets
    assert shown.prizes == tuple(sorted({prize for _, prize in floor.state.config.side_bets[bet].draws}))
    assert len(shown.prizes) > 3


@clause(MELBOURNE, "21.6.1(a)")
def test_the_sign_has_the_jackpot_wager_and_the_display_its_meter() -> None:
    bet = "blackjack-jackpots"
    sign = SIGN._replace(side_bets={bet: PersonalLimit(500, 500)})
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet], sign=sign)
    assert any(line.startswith("Blackjack Jackpots: minimum") for line in signs.sign_lines(floor.state))
    shown = view.table(floor.state, None)
    assert shown.meters == METERS[bet]
    assert (shown.side_bets[0].minimum, shown.side_bets[0].maximum) == (500, 500)


# ------------------------------------------------------------------------------------------------------ prize meters


def offering(bet: str) -> Table:
    return Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet]).seat("ann", 1).ready()


@clause(MELBOURNE, "21.5.1(e)", "21.5.1(f)", "24.5.1(e)", "24.5.1(f)")
@pytest.mark.parametrize(
    ("bet", "change", "by"),
    [
        ("blackjack-jackpots", "leave", "21.5.1(e)"),
        ("blackjack-jackpots", "close", "21.5.1(f)"),
        ("supernova", "leave", "24.5.1(e)"),
        ("supernova", "close", "24.5.1(f)"),
    ],
)
def test_a_table_gives_up_a_meter_of_its_own_twenty_minutes_after_a_sign(bet: str, change: Any, by: str) -> None:
    floor = offering(bet)
    assert "no sign" in floor.refused(ChangeSideBet(bet), AREA).message
    assert floor.refused(PostSideBetChange(bet, change, 20 * MINUTE), "dealer").clause == "21.5.1(e)"
    assert floor.refused(PostSideBetChange(bet, change, 20 * MINUTE - 1), AREA).clause == by
    floor.do(PostSideBetChange(bet, change, 20 * MINUTE), AREA)
    assert floor.last(SideBetChangePosted).clause == by
    assert any(line.endswith("from 1970-01-01 10:20 AEST") for line in signs.sign_lines(floor.state))
    assert floor.refused(ChangeSideBet(bet), AREA, at=20 * MINUTE - 1).clause == by
    floor.do(OpenBetting(), floor.dealer, at=20 * MINUTE)
    assert "between rounds" in floor.refused(ChangeSideBet(bet), AREA).message
    floor.wagers_placed("ann 1 20").close().finish()
    floor.do(ChangeSideBet(bet), AREA)
    assert bet not in floor.state.config.side_bets
    floor.wagers("ann 1 20")
    assert "not on offer" in floor.refused(PlaceWager(1, 500, bet), "ann").message
    assert not floor.state.side_bet_notices


@clause(MELBOURNE, "21.5.1(e)")
def test_a_table_joins_a_meter_or_moves_to_another_only_by_its_link() -> None:
    floor = Table(MELBOURNE).seat("ann", 1).ready()
    bet = "blackjack-jackpots"
    assert "not on offer" in floor.refused(PostSideBetChange(bet, "leave", 20 * MINUTE), AREA).message
    for change in ("join", "move"):
        refused = floor.refused(PostSideBetChange(bet, change, 20 * MINUTE), AREA)
        assert (refused.code, refused.clause) == ("meter-by-link", "21.5.1(e)")
    assert "no meter" in floor.refused(PostSideBetChange("perfect-pairs", "join", 60 * MINUTE), AREA).message
    join(floor, ACES)
    assert floor.refused(PostSideBetChange(bet, "leave", 20 * MINUTE), AREA).code == "meter-by-link"


SPADES = "As As As As As Kc"  # of boxes 1 and 2, and the dealer's first in between


@clause(MELBOURNE, "21.5.3", "21.10.3(a)(ii)")
@pytest.mark.parametrize(("seeds", "each"), [({}, 2_500_000), ({"blackjack-jackpots": 1_000_000}, 3_000_000)])
def test_the_second_of_two_prizes_comes_from_the_seed_of_the_table(seeds: dict[str, int], each: int) -> None:
    bet = "blackjack-jackpots"
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet], seeds=seeds).seat("ann", 1).seat("bob", 2)
    floor.ready(SPADES).round("ann 1 20", f"ann 1 2 {bet}", "bob 2 20", f"bob 2 2 {bet}")
    assert floor.state.round is not None
    assert [w.returned for w in floor.state.round.wagers if w.bet == bet] == [each + 200, each + 200]
    record = record_of(floor.events)
    assert record.get("seeds", {}) == {meter: str(value // 100) for meter, value in seeds.items()}
    again = [line["returned"] for line in settle(record)["settlement"] if line["bet"] == bet]
    assert again == [str((each + 200) // 100)] * 2


@clause(MELBOURNE, "21.5.3", "21.10.3(a)(ii)")
@pytest.mark.parametrize(("seeds", "after"), [({}, 0), ({"blackjack-jackpots": 1_000_000}, 1_000_000)])
def test_a_prize_leaves_the_meter_of_a_table_in_no_link_for_good(seeds: dict[str, int], after: int) -> None:
    bet = "blackjack-jackpots"
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet], seeds=seeds).seat("ann", 1).seat("bob", 2)
    plain, hearts = "Ts 9c Tc 9h" if not after else "", "Ah Ah Ah Kc"
    floor.ready(f"{SPADES} {plain} {hearts}")
    floor.round("ann 1 20", f"ann 1 2 {bet}", "bob 2 20", f"bob 2 2 {bet}")
    assert view.table(floor.state, None).meters == {bet: after}
    if not after:  # nothing can be won of it until somebody says what it is reset to
        floor.wagers("ann 1 20").do(CreditBetManager(500), "ann")
        assert floor.refused(PressBetButton(1, 200, bet), "ann", at=floor.at).code == "meter-not-given"
        floor.close().finish().do(SetMeters({bet: 700_000}, {bet: 100_000}))
        after = 700_000
    floor.round("ann 1 20", f"ann 1 2 {bet}")
    assert floor.state.round is not None
    assert [w.returned for w in floor.state.round.wagers if w.bet == bet] == [after // 10 + 200]


@clause(MELBOURNE, "24.5.3", "24.9.1")
def test_the_mystery_and_the_minor_that_one_wager_wins_leave_their_own_meters() -> None:
    bet = "supernova"
    floor = Table(
        MELBOURNE, side_bets={bet: True}, meters=METERS[bet], seeds={"supernova-minor": 25_000}, source="real"
    )
    floor.seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {bet}").close()
    floor.do(SelectBox("mystery", 1), "tg-assistant-casino-manager")
    floor.deal("Ah 9d Kh").finish()
    assert floor.state.round is not None
    assert [w.returned for w in floor.state.round.wagers if w.bet == bet] == [100_000 + 50_000 + 500]
    after = {"supernova-major": 5_000_000, "supernova-minor": 25_000, "supernova-mystery": 0}
    assert floor.state.config.meters == after


@clause(MELBOURNE, "24.7.1(b)", "24.8.3")
def test_a_mystery_at_a_table_of_its_own_is_paid_on_the_word_of_who_verifies_it() -> None:
    bet = "supernova"
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet], source="real")
    floor.seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {bet}").close()
    for role in ("dealer", "tg-higher-duties-dealer", "tg-area-manager"):
        refusal = floor.refused(SelectBox("mystery", 1), role)
        assert (refusal.code, refusal.clause) == ("role-too-low", "24.7.1(b)")
    floor.do(SelectBox("mystery", 1), "tg-assistant-casino-manager")
    floor.deal("9h 9d Kh").finish()
    assert floor.state.round is not None
    assert [w.returned for w in floor.state.round.wagers if w.bet == bet] == [50_000 + 500]


@clause(MELBOURNE, "21.9.2")
def test_the_dealer_records_the_lucky_player_of_a_table_of_its_own() -> None:
    bet = "blackjack-jackpots"
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet], source="real")
    floor.seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 2 {bet}").close()
    floor.do(SelectBox("lucky-player", 1), "dealer")
    floor.deal("9h 9d Kh").finish()
    assert floor.state.round is not None
    assert [w.returned for w in floor.state.round.wagers if w.bet == bet] == [200 + 1200]


@clause(MELBOURNE, "21.10.3(a)(ii)")
def test_a_table_that_an_earlier_release_opened_keeps_the_meters_it_has() -> None:
    bet = "blackjack-jackpots"
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet]).seat("ann", 1)
    floor.state = floor.state._replace(config_or_none=floor.state.config._replace(meters_fall=False))
    floor.ready(SPADES).round("ann 1 20", f"ann 1 2 {bet}")
    assert floor.state.config.meters == METERS[bet]


@clause("sydney-v15", "14.27.2", "14.28")
@pytest.mark.parametrize(
    ("shown", "winners", "each", "after"),
    [
        (50_000_000, 1, 5_000_000, 45_000_000),
        (50_000_000, 2, 4_750_000, 40_500_000),
        (50_000_001, 2, 4_750_001, 40_499_999),  # it falls by what is paid, and shares go up to a cent
        (1_100_000, 2, 104_500, 1_000_000),  # what is left goes back to the minimum
    ],
)
def test_suited_sevens_are_off_the_jackpot_in_the_next_round(shown: int, winners: int, each: int, after: int) -> None:
    bet = "blazing-7s"
    terms: dict[str, Any] = {"side_bets": {bet: True}, "options": {"blazing-7s-minimum": "10000"}}
    floor = Table("sydney-v15", device="shuffling-device", meters={bet: shown}, layout_approved=True, **terms)
    for name, box in (("ann", 1), ("bob", 2))[:winners]:
        floor.seat(name, box)
    # The dealer's first card lies between the players' two.
    floor.ready("7s " * (2 * winners + 1) + "Kc").round(
        *(line for name in ("ann 1", "bob 2")[:winners] for line in (f"{name} 20", f"{name} 5 {bet}"))
    )
    assert floor.state.round is not None
    assert {w.returned for w in floor.state.round.wagers if w.bet == bet} == {each}
    assert floor.state.config.meters == {bet: after}


@clause("sydney-v15", "14.27.2")
def test_a_card_that_was_misread_puts_the_prize_back_into_the_meter_of_the_table() -> None:
    bet = "blazing-7s"
    floor = Table(
        "sydney-v15", source="real", device="shuffling-device", meters={bet: 5_000_000}, side_bets={bet: True}
    )
    floor.seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {bet}").close().deal("7s 7s 7s")
    floor.finish()
    assert floor.state.config.meters == {bet: 4_500_000}
    floor.do(CorrectCard(_entry(floor, 3), card("7h"), "it was the seven of hearts"))
    assert floor.state.config.meters == {bet: 5_000_000}
    floor.do(CorrectCard(_entry(floor, 3), card("7s"), "it was spades after all"))
    assert floor.state.config.meters == {bet: 4_500_000}


def _entry(floor: Table, dealt: int) -> int:
    """The number of the entry by which the round's card of that number was dealt."""
    found = [one for one in entries(floor.state.played[-1].events) if isinstance(one.command, Deal)]
    return found[dealt - 1].number


@clause(MELBOURNE, "24.5.3")
def test_a_seed_belongs_to_a_meter_of_the_table_which_shows_no_less() -> None:
    bet = "supernova"
    opening = OpenTable("T1", MELBOURNE, "blackjack", 6, SIGN, side_bets={bet: True}, meters=METERS[bet])
    boss = Person("mia", load(MELBOURNE).roles[-1])
    for seeds, code in (
        ({"blackjack-jackpots": 100}, "no-seed-for-meter"),
        ({"supernova-minor": 0}, "no-seed-for-meter"),
        ({"supernova-minor": 100_001}, "meter-below-seed"),
    ):
        refused = act(TableState(), opening._replace(seeds=seeds), boss, 0)
        assert isinstance(refused, Refusal)
        assert refused.code == code
    floor = Table(MELBOURNE, side_bets={bet: True}, meters=METERS[bet], seeds={"supernova-minor": 25_000})
    assert "supernova minor meter: never less than $250" in view.table(floor.state, None).sign


@clause("sydney-v15", "14.24 table")
def test_of_a_wager_with_amounts_of_its_own_what_is_left_must_be_one_of_them() -> None:
    bet = "blazing-7s"
    floor = Table("sydney-v15", device="shuffling-device", side_bets={bet: True}, meters={bet: 2_000_000})
    floor.seat("ann", 1).ready().wagers("ann 1 20", f"ann 1 5 {bet}")
    for part in (100, 499):  # or a cent would win the whole jackpot
        assert floor.refused(TakeBackWager(1, bet, amount=part), "ann").clause == "14.24 table"
    floor.do(TakeBackWager(1, bet, amount=250), "ann")
    assert [one.amount for one in floor.state.laid(bet=bet)] == [250]
    floor.do(TakeBackWager(1, bet), "ann")
    assert not any(floor.state.laid(bet=bet))


@clause("sydney-v15", "14.28", "14.28.1", "14.28.2", "14.28.3")
@pytest.mark.parametrize("least", [1_000_000, 2_500_000, 5_000_000])
def test_a_jackpot_below_its_minimum_is_reset_to_it_and_the_sign_says_so(least: int) -> None:
    bet = "blazing-7s"
    terms: dict[str, Any] = {"side_bets": {bet: True}, "options": {"blazing-7s-minimum": str(least // 100)}}
    floor = Table("sydney-v15", device="shuffling-device", meters={bet: 500_000}, **terms)
    assert (floor.state.config.meters, floor.state.config.seeds) == ({bet: least}, {bet: least})
    shown = view.table(floor.state, None)
    assert shown.meters == {bet: least}
    assert f"blazing 7s meter: never less than ${least // 100:,}" in shown.sign
    other = OpenTable("T2", "sydney-v15", "blackjack", 6, SIGN, device="shuffling-device", seeds={bet: 1}, **terms)
    refused = act(TableState(), other, floor.boss, 0)
    assert isinstance(refused, Refusal)
    assert refused.clause == "14.28"


# ---------------------------------------------------------------------------------------------------------- versions


@clause(MELBOURNE, "13.6.3", "13.6.3(a)", "13.6.3(b)")
@pytest.mark.parametrize(("old", "new", "by"), [("1", "2", "13.6.3(a)"), ("2", "1", "13.6.3(b)")])
def test_another_version_of_magnificent_sevens_is_played_after_a_notice_and_a_closing(
    old: str, new: str, by: str
) -> None:
    bet = "magnificent-sevens"
    floor = Table(MELBOURNE, side_bets={bet: old})
    again = OpenTable("T1", MELBOURNE, "blackjack", 6, SIGN, side_bets={bet: new})
    floor.do(GiveClosingNotice(0))
    assert floor.refused(PostSideBetChange(bet, "version", 0, new), AREA).clause == by
    assert floor.refused(PostSideBetChange(bet, "version", MINUTE, old), AREA).message
    assert floor.refused(PostSideBetChange(bet, "version", 20 * MINUTE - 1, new), AREA).clause == by
    unnoticed = act(floor.state, CloseTable(), floor.boss, 0)
    assert not isinstance(unnoticed, Refusal)
    refused = act(unnoticed.state, again, floor.boss, 60 * MINUTE)
    assert isinstance(refused, Refusal)
    assert refused.clause == by
    floor.do(PostSideBetChange(bet, "version", 20 * MINUTE, new), AREA)
    assert f"Magnificent Sevens: played as version {new} from 1970-01-01 10:20 AEST" in signs.sign_lines(floor.state)
    assert floor.refused(ChangeSideBet(bet), AREA, at=20 * MINUTE).clause == by  # the table closes first
    closed_at = 25 * MINUTE
    floor.do(CloseTable(), at=closed_at)
    early = floor.refused(again, at=closed_at + 20 * MINUTE - 1)
    assert (early.code, early.clause) == ("version-needs-closing", by)
    aside = copy(floor)
    for command in (again._replace(side_bets={}), GiveClosingNotice(0), CloseTable()):  # without it in between
        aside.do(command, at=closed_at + MINUTE)
    assert aside.refused(again, at=closed_at + 20 * MINUTE - 1).clause == by
    floor.do(again, at=closed_at + 20 * MINUTE)
    assert floor.state.config.side_bets[bet].name == new
    assert not floor.state.side_bet_notices
