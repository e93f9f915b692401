"""Last hands of two players played by the advice: the engine pays the same, and the chances are what comes of it."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.last_hands import play, play_in_order
from support.records import settled

from cutcard.cards import shoe as cards_of
from cutcard.lookup.all_hands import VALUE_OF, VALUES, all_hands, row_of
from cutcard.money import dollars
from cutcard.odds.tournaments.earlier_rounds import play_out, two_player_rounds
from cutcard.odds.tournaments.exact_last_hand import ExactAgainstUp, deal_chances
from cutcard.odds.tournaments.field import Field
from cutcard.odds.tournaments.hand_states import DOUBLE, HIT, SPLIT, STAND
from cutcard.odds.tournaments.two_players import LastHand, ahead, shoe_of
from cutcard.odds.tournaments.wagers import WagerLimits
from cutcard.rulebooks import rules

DID = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split"}
MELBOURNE = "melbourne-v26"
BOOKS = ("sydney-v15", "sydney-earlier", "canberra-2006", MELBOURNE)
OF_ITS_OWN = ("blackjack-plus", "blackjack-select", "free-bet-blackjack")  # 21 wins at once, no choice, tokens, 22
GAMES = (*((book, "blackjack") for book in BOOKS), *((MELBOURNE, game) for game in OF_ITS_OWN))
ERRORS = 5  # standard errors within which a chance must come out


def last_hand(
    book: str, decks: int, first: tuple[int, int], second: tuple[int, int], game: str = "blackjack"
) -> LastHand:
    shoe = shoe_of(rules(book, game), decks)
    return LastHand(shoe=shoe, first=shoe.box(*first), second=shoe.box(*second), worth=ahead(0.5), insures=False)


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_the_engine_pays_what_the_kernel_does(book: str, game: str) -> None:
    """Chips that differ by more than can be won make both play in strange ways, which is what is wanted here."""
    random, decks = Random(f"{book} {game}"), 6
    seen: set[int] = set()
    for first, second in (((200_000, 10_000), (205_000, 10_000)), ((220_000, 20_000), (200_000, 20_000))):
        hand = last_hand(book, decks, first, second, game)
        for _ in range(400 if game in OF_ITS_OWN else 150):
            cards = cards_of(decks, ())
            random.shuffle(cards)
            ended, did, used = play_in_order(hand, [VALUE_OF[card.rank] for card in cards])
            seen |= set(did)
            wagers = [f"1 ann main {dollars(first[1])}", f"2 bob main {dollars(second[1])}"]
            text = " ".join(card.text for card in cards[:used])
            acts = (DID[action] for action in did)
            net = settled(book, text, *acts, wagers=wagers, decks=decks, game=game)["net"]
            assert {name: float(amount) * 100 for name, amount in net.items()} == {
                "ann": ended[0] - first[0],
                "bob": ended[1] - second[0],
            }, (text, did)
    assert seen == ({STAND, HIT} if game == "blackjack-select" else set(DID))


@pytest.mark.parametrize("game", OF_ITS_OWN)
@pytest.mark.parametrize(("first", "second"), [((1000, 500), (1200, 400)), ((1000, 1000), (900, 450))])
def test_what_comes_of_a_game_of_its_own_is_what_was_told(
    game: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    hand = last_hand(MELBOURNE, 8, first, second, game)
    played = play(hand, 1_000_000, seed=7)
    assert abs(played.chance - hand.value) < ERRORS * played.error + 0.001


@pytest.mark.parametrize("game", OF_ITS_OWN)
def test_the_exact_sums_of_a_game_of_its_own_lie_near_those_of_constant_chances(game: str) -> None:
    hand = last_hand(MELBOURNE, 6, (1000, 300), (1100, 300), game)
    up = 5
    sums = ExactAgainstUp(hand=hand, up=up, first=hand.first, second=hand.second)
    exact = float((deal_chances(sums.shoe) * sums.value).sum())
    begin = hand.shoe.begin[up]
    assert exact == pytest.approx(float(begin @ sums.rough.value @ begin), abs=0.003)


@pytest.mark.parametrize(
    ("first", "second"),
    [((1000, 500), (1200, 400)), ((1000, 1000), (900, 450)), ((1000, 200), (1000, 300)), ((800, 300), (1400, 100))],
)
def test_what_comes_of_it_is_what_was_told(first: tuple[int, int], second: tuple[int, int]) -> None:
    hand = last_hand("sydney-v15", 6, first, second)
    played = play(hand, 1_000_000, seed=7)
    assert abs(played.chance - hand.value) < ERRORS * played.error + 0.001  # constant chances for a finite shoe


def test_the_exact_sums_are_what_comes_of_it_against_each_card() -> None:
    """One first card of the dealer: the finite shoe's figure lies nearer to what comes out than the rough one may."""
    hand = last_hand("sydney-v15", 6, (1000, 1000), (900, 900))  # no doubles, no splits: nothing but cards
    up = 5
    sums = ExactAgainstUp(hand=hand, up=up, first=hand.first, second=hand.second)
    exact = float((deal_chances(sums.shoe) * sums.value).sum())
    begin = hand.shoe.begin[up]
    assert exact == pytest.approx(float(begin @ sums.rough.value @ begin), abs=0.002)


class ByHand:
    """The same last hand the slow way, one card after the other from what is left; no doubles or splits."""

    def __init__(self, decks: int, up: int, chips: tuple[int, int]) -> None:
        self.cards = [4 * decks] * 9 + [16 * decks]
        self.cards[up] -= 1
        self.up, self.chips = up, chips
        self.dealt: dict[tuple[int, ...], dict[int, float]] = {}

    def left(self, *hands: tuple[int, ...]) -> list[int]:
        counts = list(self.cards)
        for hand in hands:
            for value in hand:
                counts[value] -= 1
        return counts

    def dealer(self, left: list[int]) -> dict[int, float]:
        """Chances of the dealer's totals; 0 over 21, 22 a natural."""
        key = tuple(left)
        if key not in self.dealt:
            found: dict[int, float] = {}

            def draw(hand: tuple[int, ...], chance: float, counts: list[int]) -> None:
                value = total(hand)
                if len(hand) > 1 and value >= 17:
                    end = 22 if value == 21 and len(hand) == 2 else value if value <= 21 else 0
                    found[end] = found.get(end, 0.0) + chance
                    return
                many = sum(counts)
                for value, count in enumerate(counts):
                    if count:
                        fewer = [*counts[:value], count - 1, *counts[value + 1 :]]
                        draw((*hand, value), chance * count / many, fewer)

            draw((self.up,), 1.0, left)
            self.dealt[key] = found
        return self.dealt[key]

    def ended(self, hands: tuple[tuple[int, ...], tuple[int, ...]]) -> float:
        chance = 0.0
        for end, part in self.dealer(self.left(*hands)).items():
            held = [0 if lost(hand, end) else 2 * chips if won(hand, end) else chips
                    for hand, chips in zip(hands, self.chips, strict=True)]  # fmt: skip
            chance += part * (0.5 if held[0] == held[1] else float(held[0] > held[1]))
        return chance

    def value(self, hands: tuple[tuple[int, ...], tuple[int, ...]], turn: int) -> float:
        if turn == 2:
            return self.ended(hands)
        own = total(hands[turn])
        if own >= 21:
            return self.value(hands, turn + 1)
        left = self.left(*hands)
        hit = 0.0
        for value, count in enumerate(left):
            more = (*hands[turn], value)
            then = (more, hands[1]) if turn == 0 else (hands[0], more)
            hit += count / sum(left) * self.value(then, turn)
        stand = self.value(hands, turn + 1)
        return max(stand, hit) if turn == 0 else min(stand, hit)


def total(hand: tuple[int, ...]) -> int:
    hard = sum(value + 1 for value in hand)
    return hard + 10 if 0 in hand and hard <= 11 else hard


def lost(hand: tuple[int, ...], end: int) -> bool:
    return total(hand) > 21 or end == 22 or (end > 0 and total(hand) < end)


def won(hand: tuple[int, ...], end: int) -> bool:
    return total(hand) <= 21 and end != 22 and (end == 0 or total(hand) > end)


@pytest.mark.parametrize(("mine", "theirs"), [((9, 7), (9, 8)), ((8, 6), (9, 6))])
def test_the_exact_sums_agree_with_one_card_after_the_other(mine: tuple[int, int], theirs: tuple[int, int]) -> None:
    chips = (1000, 900)
    hand = last_hand("sydney-v15", 6, (chips[0], chips[0]), (chips[1], chips[1]))
    table = all_hands()
    rows = [np.array([row_of(table, *cards)], np.int64) for cards in (mine, theirs)]
    sums = ExactAgainstUp(
        hand=hand, up=9, first=hand.first, second=hand.second, starts=(rows[0], rows[1]), every_card=True
    )
    assert float(sums.value[0, 0]) == pytest.approx(ByHand(6, 9, chips).value((mine, theirs), 0), abs=1e-6)


def test_rounds_to_come_come_out_between_the_bounds() -> None:
    """With one wager to choose there is nothing but cards: what is played out lies where backward induction says."""
    shoe, limits = shoe_of(rules("sydney-v15", "blackjack"), 6), WagerLimits(least=10_000, most=10_000, step=10_000)
    for rounds in (2, 3):
        (told,) = two_player_rounds(
            shoe, (50_000, 60_000), limits, rounds, first_bets=0, tie=0.5, wagers=(10_000,), replies=(10_000,)
        )
        (played,) = play_out(
            shoe, (50_000, 60_000), {}, limits, rounds, seat=0, advance=1, wagers=(10_000,), tables=100_000
        )
        assert told.least - ERRORS * played.error < played.chance < told.most + ERRORS * played.error
        assert told.most - told.least < 0.005


def test_a_table_played_out_for_one_round_is_its_last_hand() -> None:
    shoe, limits = shoe_of(rules("sydney-v15", "blackjack"), 6), WagerLimits(least=10_000, most=50_000, step=10_000)
    chips, bets = (100_000, 120_000, 90_000), {1: 40_000, 2: 30_000}
    (played,) = play_out(shoe, chips, bets, limits, 1, seat=0, advance=1, wagers=(50_000,), tables=100_000)
    boxes = tuple(shoe.box(held, bet) for held, bet in zip(chips, (50_000, 40_000, 30_000), strict=True))
    assert abs(played.chance - Field(shoe=shoe, boxes=boxes).ordinary_value(0)) < ERRORS * played.error


def test_all_two_card_deals_together_are_certain() -> None:
    shoe = shoe_of(rules("sydney-v15", "blackjack"), 6)
    assert deal_chances(shoe.cards).sum() == pytest.approx(1)
    assert shoe.begin.sum(axis=1) == pytest.approx(np.ones(VALUES))
    assert shoe.ends.sum(axis=1) == pytest.approx(np.ones(VALUES))


def test_a_table_played_ordinarily_comes_out_as_told() -> None:
    """The same sum by drawing: three boxes that share the dealer's hand."""
    shoe = shoe_of(rules("melbourne-v26", "blackjack"), 8)
    boxes = tuple(shoe.box(chips, bet) for chips, bet in ((1000, 500), (1200, 400), (900, 300)))
    table = Field(shoe=shoe, boxes=boxes)
    random, many = np.random.default_rng(5), 100_000
    joint = (shoe.up[:, np.newaxis] * shoe.ends).reshape(-1)
    shared = random.choice(len(joint), size=many, p=joint / joint.sum())
    ups, ends = shared // shoe.ends.shape[1], shared % shoe.ends.shape[1]
    held = np.zeros((many, len(boxes)))
    for seat, chips in enumerate(table.ends):
        for up in range(VALUES):
            for end in range(shoe.ends.shape[1]):
                rows = (ups == up) & (ends == end)
                chance = chips.chance[end][up]
                held[rows, seat] = random.choice(chips.chips[end], size=int(rows.sum()), p=chance / chance.sum())
    best = held.max(axis=1, keepdims=True)
    shares = (held == best) / (held == best).sum(axis=1, keepdims=True)
    for seat in range(len(boxes)):
        error = float(shares[:, seat].std() / np.sqrt(many))
        assert abs(shares[:, seat].mean() - table.ordinary_value(seat)) < ERRORS * error
