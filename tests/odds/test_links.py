"""Links of tables: winners together, waiting, meters when they are won, edges, reserves, each also found otherwise."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest
from support.clauses import clause

from cutcard.jackpots import LinkTerms, MeterTerms, prizes
from cutcard.odds.links.figures import LinkOdds, link_odds
from cutcard.odds.links.link_file import example, plan_of
from cutcard.odds.links.prizes import MeterPrizes
from cutcard.odds.links.waiting import chance_within, rounds_within, sum_quantile
from cutcard.odds.links.winners import winners
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.sidebets import JUDGES
from cutcard.sidebets.view import DEALERS_CARD, TWO_CARDS

BETS = ("blazing-7s", "blackjack-jackpots", "supernova")
SIGMAS = 4.5
HITS = 4000


def link(bet: str, **changes: object) -> LinkOdds:
    return link_odds(plan_of({**example(bet), **changes}))


@pytest.fixture(scope="module", params=BETS)
def odds(request: pytest.FixtureRequest) -> LinkOdds:
    return link(request.param)


# ------------------------------------------------------------------------------------------- winners at one table


def test_two_suited_naturals_in_one_deck_as_an_enumeration_counts_them() -> None:
    """Every two hands of one deck of cards, looked at one by one."""
    cards = [(rank, suit) for rank in "23456789TJQKA" for suit in "cdhs"]
    hands = list(combinations(cards, 2))

    def minor(hand: tuple[tuple[str, str], tuple[str, str]]) -> bool:
        (one, suit), (two, other) = hand
        pair = {one, two}
        return suit == other and "A" in pair and bool(pair & set("TJQK")) and not (suit == "s" and "J" in pair)

    counted: Counter[int] = Counter()
    for one in hands:
        for two in hands:
            if not set(one) & set(two):
                counted[minor(one) + minor(two)] += 1
    deals = sum(counted.values())
    game = rules("melbourne-v26", "blackjack")
    found = winners(game, 1, "supernova", game.side_bets["supernova"].tables[0], 500, ("minor",), 2)
    assert found == {(count,): Fraction(times, deals) for count, times in counted.items()}


@clause("melbourne-v26", "24.9.3")
def test_nine_boxes_win_the_minor_as_often_as_dealt_hands_do() -> None:
    """A shoe of numbers, shuffled by NumPy and judged by arithmetic, against the exact distribution."""
    rounds, boxes = 40_000, 9
    drawn = np.random.default_rng(7)
    shoe = np.argsort(drawn.random((rounds, 312)), axis=1)[:, : 2 * boxes] % 52
    ranks, suits = shoe % 13, shoe // 13  # 0 is an ace, 9 to 12 are tens, 10 the jack; suit 3 are spades
    one, two = (ranks[:, :boxes], suits[:, :boxes]), (ranks[:, boxes:], suits[:, boxes:])
    other = np.where(one[0] == 0, two[0], one[0])
    suited = (one[1] == two[1]) & ((one[0] == 0) ^ (two[0] == 0)) & (other >= 9)
    major = suited & (one[1] == 3) & (other == 10)
    found = link("supernova", boxes=9).meter("supernova-minor").prizes.winners
    counts = (suited & ~major).sum(axis=1)
    for number in range(4):
        chance = float(found[number,])
        assert abs((counts == number).sum() - rounds * chance) <= SIGMAS * math.sqrt(rounds * chance) + 1
    assert max(count for (count,) in found) == 9
    assert sum(found.values()) == 1


@clause("sydney-v15", "14.21", "14.24 table")
@clause("melbourne-v26", "21.10.1", "21.10.3")
@pytest.mark.parametrize("bet", BETS[:2])
def test_three_of_one_suit_are_won_by_two_boxes_at_most_and_never_beside_another_suit(bet: str) -> None:
    """Each box and the dealer need cards of the same suit, of which there are six of a rank."""
    (meter,) = link(bet, boxes=9).meters
    found = meter.prizes.winners  # the parts first, then the whole
    assert set(found) == {(0, 0), (1, 0), (2, 0), (0, 1), (0, 2)}
    all_cards = math.perm(312, 5)
    two = Fraction(math.comb(9, 2) * math.perm(6, 5), all_cards)
    assert (found[0, 2], found[2, 0]) == (two, 3 * two)
    one = 9 * Fraction(math.perm(6, 3), math.perm(312, 3)) - 2 * two
    assert (found[0, 1], found[1, 0]) == (one, 3 * one)


def test_a_prize_of_one_box_is_as_likely_as_the_side_bets_own_odds_say(odds: LinkOdds) -> None:
    known = {outcome.name: outcome.probability for outcome in odds.outcomes}
    for meter in odds.meters:
        for prize in meter.by_prize:
            picked = odds.plan.selected_chance / odds.plan.boxes
            assert prize.per_box == known.get(prize.row.outcome, picked)


# ------------------------------------------------------------------------------------------------ edge and even meter


@clause("sydney-v15", "14.24 table")
def test_with_one_box_the_edge_is_the_line_that_a_side_bet_has() -> None:
    game = rules("sydney-v15", "blackjack")
    alone = link("blazing-7s", boxes=1)
    line = next(each for each in side_bet(game, 6, "blazing-7s").per_meter if each.stake == 500)
    for meter in (2_500_000, 30_000_000, 100_000_000):
        assert alone.expectation({"blazing-7s": meter}) == line.without + line.slope * Fraction(meter, 500)
    even = alone.break_even("blazing-7s")
    assert even is not None
    assert abs(even - line.break_even) < 2  # a tenth is rounded up to the cent


@pytest.mark.parametrize("bet", BETS)
def test_the_edge_falls_as_the_meter_rises_and_is_nothing_at_the_even_meter(bet: str) -> None:
    odds = link(bet)
    for meter in odds.meters:
        even = odds.break_even(meter.meter)
        assert even is not None
        values = [odds.expectation({meter.meter: level}) for level in (meter.seed, 2 * meter.seed, even - 1, even)]
        assert values == sorted(values)
        assert values[-2] < 0 <= values[-1]


def test_a_meter_whose_wager_is_worth_more_already_has_no_even_value() -> None:
    rich = {"seed": "600000", "increment": "1"}
    assert link("blackjack-jackpots", meters={"blackjack-jackpots": rich}).break_even("blackjack-jackpots") is None


@clause("melbourne-v26", "21.10.1")
def test_a_lucky_player_adds_six_stakes_and_the_own_one_where_the_cards_lose() -> None:
    with_it, without = link("blackjack-jackpots"), link("blackjack-jackpots", selected_per_million=0)
    loses = next(outcome.probability for outcome in with_it.outcomes if outcome.name == "lose")
    assert with_it.fixed - without.fixed == Fraction(2000, 1_000_000) / 5 * (6 + loses)


# ----------------------------------------------------------------------------------------------- several winners


def settled(prizes: MeterPrizes, meter: int, counts: tuple[int, ...]) -> tuple[Fraction | int, ...]:
    return tuple(prizes.settled(Fraction(meter), counts))


@clause("sydney-v15", "14.27.1", "14.27.2", "14.28")
def test_winners_at_sydney_share_and_have_at_least_their_part_of_the_minimum() -> None:
    prizes = MeterPrizes(link("blazing-7s").plan, "blazing-7s")
    seed = 2_500_000
    assert settled(prizes, 12_000_000, (0, 2)) == (12_000_000, seed)
    assert settled(prizes, 4_000_000, (0, 2)) == (5_000_000, seed)
    assert settled(prizes, 8_000_000, (2, 0)) == (1_520_000, 6_480_000)
    assert settled(prizes, 2_500_000, (2, 0)) == (500_000, seed)


@clause("melbourne-v26", "21.10.3", "24.9.3", "21.5.3", "24.5.3")
def test_each_further_winner_at_melbourne_has_the_meter_as_it_then_is() -> None:
    aces = MeterPrizes(link("blackjack-jackpots").plan, "blackjack-jackpots")
    assert settled(aces, 5_000_050, (0, 2)) == (5_000_100 + 2_000_000, 2_000_000)
    assert settled(aces, 2_000_000, (2, 0)) == (400_000, 2_000_000)
    minor = MeterPrizes(link("supernova").plan, "supernova-minor")
    assert settled(minor, 15_000, (3,)) == (35_001, 10_000)  # 350 shared by three, each to the next cent


@pytest.mark.parametrize("bet", BETS)
def test_what_is_worked_out_for_many_levels_is_what_the_engine_pays_to_the_rounding(bet: str) -> None:
    for meter in link(bet).meters:
        levels = [meter.seed * part // 10 for part in (10, 11, 13, 19, 40)]
        for counts in meter.prizes.events:
            paid, left = meter.prizes.unrounded(np.array(levels, float), counts)
            for at, level in enumerate(levels):
                exact = meter.prizes.settled(Fraction(level), counts)
                room = meter.prizes.rounding_most(counts)
                assert -1e-6 <= float(exact.paid) - paid[at] <= room
                assert -1e-6 <= left[at] - float(exact.left) <= room


def test_several_winners_cost_the_house_a_seed_each_at_melbourne() -> None:
    minor = link("supernova").meter("supernova-minor")
    further = sum((count - 1) * chance for (count,), chance in minor.prizes.events.items())
    assert minor.simultaneous.middle == pytest.approx(float(further) * minor.seed, rel=1e-9)
    assert minor.simultaneous.off < 1e-9


@clause("sydney-v15", "14.27.1", "14.27.2")
def test_sharing_takes_half_a_meter_from_each_of_two_winners() -> None:
    odds, level = link("blazing-7s"), 100_000_000
    two = Fraction(math.comb(5, 2) * math.perm(6, 5), math.perm(312, 5))
    lost = two * (level + 3 * (2 * level // 10 - 19 * level // 100))  # 2 M − M; for each other suit 0.2 M − 0.19 M
    assert odds.sharing("blazing-7s", level) == lost / odds.plan.wagered


def test_a_reserve_for_all_meters_is_more_than_each_and_rises_with_what_is_asked() -> None:
    odds = link("supernova")
    assert odds.reserve() > sum(meter.reserve() for meter in odds.meters)
    assert odds.reserve(0.99) < odds.reserve() < odds.reserve(0.9999)
    assert odds.liability() > sum(meter.highest() for meter in odds.meters)


# ---------------------------------------------------------------------------------- waiting, growing, and what is added


def events(odds: LinkOdds, meter: str, hits: int, seed: int) -> Iterator[tuple[int, float, float, bool]]:
    """Wins of a meter with parts, one after another: rounds since the last, the meter then, what is added, if whole.

    Written from the documents for one winner at a time: a tenth, or all of it, and never less than the seed after.
    """
    drawn = np.random.default_rng(seed)
    found = odds.meter(meter)
    whole, start = float(found.hit_chance), found.seed
    event = float(sum(found.prizes.events.values()))
    level = float(start)
    while hits:
        gap = int(drawn.geometric(event))
        level += gap * float(odds.plan.increment(meter))
        is_whole = drawn.random() < whole / event
        after = max(0.0 if is_whole else 0.9 * level, start)
        yield gap, level, after - (0.0 if is_whole else 0.9 * level), is_whole
        level = after
        hits -= is_whole


@clause("sydney-v15", "14.28")
@clause("melbourne-v26", "21.5.3")
@pytest.mark.parametrize("bet", BETS[:2])
def test_the_meter_when_it_is_won_is_that_of_meters_drawn_event_by_event(bet: str) -> None:
    odds = link(bet)
    (meter,) = odds.meters
    played = list(events(odds, meter.meter, 12_000, seed=3))
    levels = np.array([level for _, level, _, whole in played if whole])
    error = levels.std() / math.sqrt(len(levels))
    exact = meter.mean_at_hit
    assert exact.off < 0.001 * exact.middle
    assert abs(levels.mean() - exact.middle) < SIGMAS * error + exact.off
    for part in (0.5, 0.999):
        level = meter.at_hit(part)
        reached = (levels <= level.middle).mean()
        assert abs(reached - part) < SIGMAS * math.sqrt(part * (1 - part) / len(levels)) + 1e-3 * (1 - part)
    rounds = sum(gap for gap, *_ in played)
    added = np.array([more for _, _, more, _ in played])
    per_round = added.sum() / rounds
    error = added.std() * math.sqrt(len(added)) / rounds + per_round / math.sqrt(len(added))
    assert abs(per_round - meter.outlay.middle) < SIGMAS * error


def test_a_meter_that_only_grows_is_won_at_its_seed_and_a_contribution_for_each_round() -> None:
    odds = link("supernova")
    for meter in odds.meters:
        rounds = 1 / meter.hit_chance
        assert meter.mean_at_hit.middle == pytest.approx(float(meter.seed + odds.plan.increment(meter.meter) * rounds))
        assert meter.mean_at_hit.off == 0
        within = rounds_within(meter.hit_chance, 0.999)
        assert chance_within(meter.hit_chance, within) >= 0.999 > chance_within(meter.hit_chance, within - 1)
        grown = meter.growth.mean_at_hit()
        assert grown.low - 1 <= meter.mean_at_hit.middle <= grown.high + 1
        low, high = meter.growth.quantile_at_hit(0.999)
        assert low - 1 <= meter.at_hit(0.999).middle <= high + 1


@clause("melbourne-v26", "24.9.2(a)")
def test_the_mean_of_what_is_rounded_up_is_that_of_the_meters_values_one_by_one() -> None:
    odds = link("supernova", chip="2.50")
    for meter in odds.meters:
        chance, increment = float(meter.hit_chance), odds.plan.increment(meter.meter)
        mean, miss = 0.0, 1.0
        for rounds in range(1, rounds_within(meter.hit_chance, 1 - 1e-9)):
            mean += miss * chance * float(-(meter.seed + rounds * increment) % 250)
            miss *= 1 - chance
        least = mean * chance
        assert meter.rounding.low >= least - 1e-6
        assert meter.rounding.low - least <= 250 * meter.simultaneous.high / meter.seed + 1e-6


@pytest.mark.parametrize("bet", BETS)
def test_what_the_house_keeps_is_what_is_not_returned(bet: str) -> None:
    """In the long run prizes are all that went in: so the wager's worth, with each meter at its mean, adds up."""
    odds = link(bet)
    returned = float(odds.fixed)
    for meter in odds.meters:
        returned += meter.outlay.middle / odds.plan.wagered
        returned += odds.plan.terms.meters[meter.meter].per_million / 1e6
    assert odds.house_edge.middle == pytest.approx(-returned)
    assert odds.house_edge.off < 1e-5


@clause("sydney-v15", "14.28")
def test_a_year_costs_more_than_the_reserve_in_one_of_a_thousand() -> None:
    odds = link("blazing-7s", tables=10)
    (meter,) = odds.meters
    reserve = meter.reserve() - meter.seed
    years = np.random.default_rng(11)
    rounds = odds.plan.rounds_a_year
    played = list(events(odds, meter.meter, 60_000, seed=int(years.integers(1 << 30))))
    totals, spent, over = [], 0.0, 0
    for gap, _, added, _ in played:
        over += gap
        if over > rounds:
            totals.append(spent)
            spent, over = 0.0, over - rounds
        spent += added
    assert len(totals) > 400
    assert sum(total > reserve for total in totals) <= 4
    assert reserve < 1.15 * max(totals)


def test_a_meter_seldom_shows_more_than_its_highest_of_a_year() -> None:
    odds = link("blazing-7s", tables=10)
    (meter,) = odds.meters
    starts = odds.plan.rounds_a_year * float(meter.hit_chance)
    levels = [level for _, level, _, _ in events(odds, meter.meter, HITS, seed=5)]
    over = sum(level > meter.highest() for level in levels)
    assert over <= HITS / starts * 0.001 * 5 + 5
    assert meter.highest() > meter.at_hit(0.999).high


def test_sums_of_many_rounds_have_the_quantiles_of_the_binomial_distribution() -> None:
    chances = [math.comb(60, n) * 0.3**n * 0.7 ** (60 - n) for n in range(61)]
    least = next(n for n in range(61) if sum(chances[: n + 1]) >= 0.999)
    assert sum_quantile({0: 0.7, 1: 0.3}, 60, 0.999) == least
    assert sum_quantile({0: 0.7, 3: 0.3}, 60, 0.999) == 3 * least
    assert sum_quantile({0: 1 - 1e-9, 1: 1e-9}, 1000, 0.999) == 0


# ------------------------------------------------------------------------------------------------ what is left out


def test_every_bet_with_a_meter_is_decided_by_the_first_cards_which_is_all_that_is_dealt_here() -> None:
    """Should a book ever pay a part of a meter for what comes later, figures and simulator would not know it."""
    found = set()
    for book in BOOKS:
        for name, game in load(book).games.items():
            for side in rules(book, name).side_bets.values():
                if any(row.meter for table in side.tables for row in table.rows):
                    assert JUDGES[side.judged_by].DECIDED_BY in (TWO_CARDS, DEALERS_CARD), (book, game, side.title)
                    found.add(side.judged_by)
    assert found == {"blazing_sevens", "jackpot_aces", "supernova"}


@clause("sydney-v15", "14.27.4(ii)")
def test_wins_at_the_identical_moment_never_cost_the_house_more_than_one_after_the_other() -> None:
    """But for a cent of rounding for each winner."""
    minimum, outcomes = 1_000_000, ("diamond-777", "suited-777")
    terms = LinkTerms("sydney-v15", "blazing-7s", "aud", 500, {"blazing-7s": MeterTerms(minimum, 150_000)})
    for value, several in product((minimum, minimum + 7777, 1_200_000, 2_000_001, 50_000_007), (2, 3)):
        for order in product(outcomes, repeat=several):
            together = prizes(terms, "blazing-7s", value, Counter(order), 1)
            paid = sum(together[outcome].each for outcome in order)
            at_once = paid + max(value - paid, minimum)
            left, in_turn = value, 0
            for outcome in order:
                prize = prizes(terms, "blazing-7s", left, {outcome: 1}, 1)[outcome].each
                in_turn, left = in_turn + prize, max(left - prize, minimum)
            assert at_once <= in_turn + left + several
