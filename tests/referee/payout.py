"""The dealer's hand, and what every main, double, split and insurance wager comes back as."""

from __future__ import annotations

from .cards import VALUE, count, natural, suited, tenner
from .money import round_up
from .play import Round, unit
from .table import Box, Hand, Stake

PONTOON_LONG = {5: (3, 2), 6: (2, 1)}  # 10.6; seven cards and more: 3 to 1


def finish_dealer(round_: Round) -> None:
    """Draw no more than somebody's outcome depends on (Sydney 13.4, Canberra 12.2, Melbourne 7.5.7(c))."""
    hands = [hand for box in round_.boxes.values() for hand in box.hands]
    live = any(hand.end == "stand" and any(s.returned is None for s in hand.stakes) for hand in hands)
    sides = round_.setup.sides
    buster = any(side.bet == "buster-blackjack" and side.returned is None for side in sides)  # 26.4.3(a)
    dealer = round_.dealer
    if round_.hole is not None:  # it is turned in any case
        dealer.append(round_.hole)
        round_.hole = None
    elif not (live or buster or _awaits_second(round_, hands)):
        return
    else:
        dealer.append(round_.draw())
    if natural(dealer) or not (live or buster):
        return
    while True:
        total, soft = count(dealer)
        if total > 17 or (total == 17 and not (soft and round_.game.hits_soft_17)):
            return
        dealer.append(round_.draw())


def _awaits_second(round_: Round, hands: list[Hand]) -> bool:
    if any(stake.returned is None for box in round_.boxes.values() for stake in box.insurance.values()):
        return True
    if not round_.dealer or VALUE[round_.dealer[0]] not in (1, 10):
        return False
    waiting = ("surrender",) if round_.game.natural_first else ("surrender", "natural")
    return any(hand.end in waiting and any(s.returned is None for s in hand.stakes) for hand in hands)


def settle_wagers(round_: Round) -> None:
    for box in round_.boxes.values():
        for stake in box.insurance.values():
            _insurance(round_, stake)
        for hand in box.hands:
            _hand(round_, hand)
        if natural(round_.dealer):
            for player in box.mains:
                _dealer_natural(round_, box, player)
    if round_.game.pontoon:
        super_bonus(round_)


def _insurance(round_: Round, stake: Stake) -> None:
    if stake.returned is not None:
        return
    if not natural(round_.dealer):
        stake.settle(0, "lose")
        return
    odds = 10 if tenner(round_.dealer[0]) else 2  # Sydney 15.1.5 and 15.1.4, Canberra 7.4, Melbourne 8.1
    _win(round_, stake, (odds, 1))


def _hand(round_: Round, hand: Hand) -> None:
    """Everything but hands that a dealer's natural may take."""
    dealer_natural = natural(round_.dealer)
    for stake in hand.stakes:
        if stake.returned is not None:
            continue
        if hand.end == "bust":
            stake.settle(0, "lose")
        elif hand.end == "paid":
            _win(round_, stake, _odds_of_21(round_, hand))
        elif hand.end == "natural":
            if dealer_natural and not round_.game.natural_first:
                stake.settle(stake.staked, "stand-off")
            else:
                _win(round_, stake, round_.game.natural_odds)
        elif hand.end == "surrender":
            void = dealer_natural and not round_.game.keeps_half
            back = 0 if void else min(round_up(stake.staked, 2, unit(round_)), stake.staked)
            stake.settle(back, "lose" if void else "surrender")
        elif not dealer_natural:
            _compare(round_, hand, stake)


def _compare(round_: Round, hand: Hand, stake: Stake) -> None:
    mine, theirs = hand.total(), count(round_.dealer)[0]
    if mine == theirs or (theirs == 22 and round_.game.push_22):  # 22.3.3(b), 29.3.3(b)
        stake.settle(stake.staked, "stand-off")
    elif theirs > 21 or mine > theirs:
        _win(round_, stake, (1, 1))
    else:
        stake.settle(0, "lose")


def _win(round_: Round, stake: Stake, odds: tuple[int, int]) -> None:
    stake.settle(stake.staked + round_up(stake.value * odds[0], odds[1], unit(round_)), "win")


def _odds_of_21(round_: Round, hand: Hand) -> tuple[int, int]:
    if not round_.game.pontoon or hand.doubled:  # 10.5.2(d): a doubled hand has 1 to 1, joined or not
        return (1, 1)
    cards = hand.cards
    if len(cards) >= 5:
        return PONTOON_LONG.get(len(cards), (3, 1))
    if len(cards) == 3 and sorted(card[0] for card in cards) in (["6", "7", "8"], ["7", "7", "7"]):
        if not suited(cards):
            return (3, 2)
        return (3, 1) if cards[0][1] == "s" else (2, 1)
    return (1, 1)


def _dealer_natural(round_: Round, box: Box, player: str) -> None:
    """What the dealer's natural takes of what one player has left on one box."""
    takes, left = round_.options["dealer-blackjack-takes"], []
    gone = 0  # real money already lost on the box
    for hand in box.hands:
        for stake in hand.stakes:
            if stake.player != player:
                continue
            if stake.returned is not None:
                gone += stake.staked if stake.outcome == "lose" else 0
            elif hand.total() == 21 and round_.options.get("drawn-21-against-blackjack") == "stand-off":
                stake.settle(stake.staked, "stand-off")
            else:
                left.append(stake)
    spared = takes == "original-cap" and gone >= box.mains[player]
    for stake in left:
        base = stake.bet != "double" and stake.staked > 0
        if takes == "all":
            lost = True
        elif takes == "first-hand":
            lost = stake.bet == "main"
        else:
            lost = base and not spared
            spared = spared or lost
        stake.settle(0 if lost else stake.staked, "lose" if lost else "stand-off")


def super_bonus(round_: Round) -> None:
    """10.6 with 10.5.2(d) and 10.5.3(a); the money goes with the main wager's line."""
    if not round_.dealer or round_.dealer[0][0] != "7":
        return
    for box in round_.boxes.values():
        hand = box.hands[0]
        if super_hand(hand):
            for stake in (s for s in hand.stakes if s.outcome != "void"):
                prize = 500000 if stake.staked >= 2500 else 100000 if stake.staked >= 200 else 0
                box.bonus_won = box.bonus_won or prize > 0
                _add_bonus(stake, prize)
    if any(box.bonus_won for box in round_.boxes.values()):
        for box in round_.boxes.values():
            if not box.bonus_won:
                for stake in (s for hand in box.hands for s in hand.stakes if s.bet == "main" and s.outcome != "void"):
                    _add_bonus(stake, 5000)


def super_hand(hand: Hand) -> bool:
    """Three sevens of one suit, neither split nor doubled."""
    sevens = len(hand.cards) == 3 and all(card[0] == "7" for card in hand.cards)
    return sevens and suited(hand.cards) and not hand.doubled and not hand.from_split


def _add_bonus(stake: Stake, prize: int) -> None:
    assert stake.returned is not None
    stake.returned += prize
