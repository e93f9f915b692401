"""What every wager returns, and the clause that decides it.

Each function below is a moment of the round: the interim settlement, the end of a hand, the dealer's second card,
the final settlement. A wager is settled at the first of them at which its result is known.
"""

from __future__ import annotations

from collections.abc import Iterable

from cutcard import hand_rules
from cutcard.engine import findings
from cutcard.engine.events import Line, Settled
from cutcard.engine.flow import natural_paid_at_once, ranks_and_suits, super_hand
from cutcard.engine.sidebets import pay
from cutcard.engine.state import DEALER, Hand, State, Wager
from cutcard.hand_rules import super_bonus_prize
from cutcard.money import EVEN, Cents, Odds, payment
from cutcard.rulebooks.schema import Bonus, Rules

_INTERIM = frozenset({"interim", "when-known"})
_KNOWN = frozenset({"when-known"})
_ALL = frozenset({"interim", "when-known", "final"})


def at_interim(state: State) -> Settled | None:
    """After the initial deal: side bets first, then, once all prizes are drawn, naturals that need not wait."""
    result = _side_bets(state, _INTERIM)
    if state.phase != "draws" and natural_paid_at_once(state):
        clause = state.setup.rules.settles.natural_at_once
        for hand in state.hands:
            if hand.natural:
                result.lines.extend(_win(state, state.on_hand(hand), state.setup.rules.natural.pays, clause))
    return _settled(state, result)


def at_hand_end(state: State, hand: Hand | None = None) -> Settled | None:
    """When a hand has had a card or has done with cards: what that ends at once, and side bets that it decides."""
    result = _side_bets(state, _KNOWN)
    if hand is None:
        return _settled(state, result)
    if hand.ended == "bust":
        result.lines.extend(_lose(state.on_hand(hand), state.setup.rules.settles.over_21))
    elif hand.ended == "won":
        result.lines.extend(_win(state, state.on_hand(hand), *_winning_odds(state, hand, _won_clause(state, hand))))
    return _settled(state, result)


def at_dealer_second(state: State) -> Settled | None:
    """The dealer's second card decides insurance at once (Sydney 13.3, Canberra 7.5, Melbourne 7.5.7(b))."""
    settles = state.setup.rules.settles
    ace = state.up_card.value == 1
    odds = hand_rules.insurance_odds(state.setup.rules, state.up_card.value)
    lines: list[Line] = []
    for i, wager in enumerate(state.wagers):
        if wager.bet != "insurance" or wager.returned is not None:
            continue
        if state.dealer_natural and odds is not None:
            won = settles.insurance_wins if ace else settles.ten_insurance_wins
            lines += _win(state, [(i, wager)], odds, won or settles.insurance_wins)
        else:
            lost = settles.insurance_loses if ace else settles.ten_insurance_loses
            lines.append(Line(i, 0, "lose", lost or settles.insurance_loses))
    return Settled(findings.judged(state, lines)) if lines else None


def at_peek(state: State) -> Settled | None:
    """The hole card makes no natural: insurance is lost, and naturals that waited for that are paid."""
    settled = at_dealer_second(state)
    lines = [] if settled is None else list(settled.lines)
    rules = state.setup.rules
    if rules.natural.paid == "at-once-unless-ten-or-ace":
        paid: list[Line] = []
        for hand in state.hands:
            if hand.natural:
                paid += _win(state, state.on_hand(hand), rules.natural.pays, rules.settles.natural_at_once)
        lines += findings.judged(state, paid)
    return Settled(tuple(lines)) if lines else None


def at_end(state: State) -> Settled | None:
    """The final settlement of all that is still open."""
    result = _side_bets(state, _ALL)
    for hand in state.hands:
        if hand.ended not in ("bust", "won"):
            result.lines.extend(_final(state, hand))
    if state.dealer_natural:
        result.lines.extend(_taken_by_natural(state))
    result.extras.extend(_super_bonuses(state))
    return _settled(state, result)


def even_money(state: State, hand: Hand, player: str) -> tuple[Line, ...]:
    """Even money on a natural, with the insurance returned where the book says so."""
    rules = state.setup.rules
    clause = rules.settles.even_money or rules.clauses["natural.even_money"]
    mine = ((i, w) for i, w in state.on_hand(hand) if w.player == player)
    lines = _win(state, mine, EVEN, clause)
    if rules.natural.even_money_and_insurance == "insurance-returned":
        number = state.boxes[hand.box].number
        returned = rules.settles.insurance_returned or clause
        for i, wager in state.insured(number, player):
            if wager.open:
                lines.append(Line(i, wager.staked, "void", returned))
    return findings.judged(state, lines)


def rescue(state: State, hand: Hand, player: str) -> tuple[Line, ...]:
    """The original wager is given up, the doubled part taken back (Melbourne 10.5.2(e))."""
    clause = state.setup.rules.settles.rescue or state.setup.rules.clauses["double.rescue"]
    lines = []
    for i, wager in state.on_hand(hand):
        if wager.player == player:
            back = wager.bet == "double"
            lines.append(Line(i, wager.staked if back else 0, "void" if back else "lose", clause))
    return findings.judged(state, lines)


def _side_bets(state: State, moments: frozenset[str]) -> pay.Result:
    return pay.settle(state, moments) if state.setup.side_bets else pay.Result([], [], [])


def _settled(state: State, result: pay.Result) -> Settled | None:
    if not result.lines and not result.extras:
        return None
    return Settled(findings.judged(state, result.lines), tuple(result.paid), tuple(result.extras))


def _final(state: State, hand: Hand) -> list[Line]:
    """A hand against the dealer's, where no dealer's natural takes it."""
    settles = state.setup.rules.settles
    wagers = list(state.on_hand(hand))
    if not wagers:
        return []
    if hand.natural:
        if state.dealer_natural and state.setup.rules.natural.against_natural == "stand-off":
            return _stand_off(wagers, settles.natural_both)
        return _win(state, wagers, state.setup.rules.natural.pays, settles.natural)
    if hand.ended == "surrendered" and not (state.dealer_natural and state.setup.rules.surrender.void_on_natural):
        return [_surrender(state, i, wager) for i, wager in wagers]
    if state.dealer_natural:
        return []
    total = state.dealer_total
    if total in state.setup.rules.dealer.pushes_on:
        return _stand_off(wagers, settles.dealer_pushes or settles.equal)
    if total > 21 or hand.total > total:
        clause = settles.dealer_over_21 if total > 21 else settles.higher
        return _win(state, wagers, *_winning_odds(state, hand, clause))
    if hand.total == total:
        return _stand_off(wagers, settles.equal)
    return _lose(wagers, settles.lower)


def _surrender(state: State, i: int, wager: Wager) -> Line:
    half = hand_rules.surrender_returned(state.setup.rules, wager.staked, state.setup.unit)
    clause = state.setup.rules.settles.surrender or state.setup.rules.clauses["surrender.returns"]
    return Line(i, half, "surrender", clause)


def _taken_by_natural(state: State) -> list[Line]:
    """What a dealer's natural takes of every hand that has none, for each player on each box."""
    lines: list[Line] = []
    for position, box in enumerate(state.boxes):
        hands = [h for h in state.hands if h.box == position and not h.natural and _natural_takes(state, h)]
        for player in box.players:
            mine = [(i, w, hand) for hand in hands for i, w in state.on_hand(hand) if w.player == player]
            lines += _takes(state, box.number, player, mine)
    return lines


def _natural_takes(state: State, hand: Hand) -> bool:
    return hand.ended != "surrendered" or state.setup.rules.surrender.void_on_natural


def _takes(state: State, number: int, player: str, mine: list[tuple[int, Wager, Hand]]) -> list[Line]:
    settles = state.setup.rules.settles
    taken = _takes_one(state, number, player, mine)
    lines = []
    for i, wager, hand in mine:
        if hand.ended == "surrendered":
            lines.append(Line(i, 0, "lose", settles.surrender_void or settles.dealer_natural))
        elif hand.total == 21 and state.setup.rules.dealer.drawn_21_against_natural == "stand-off":
            lines.append(Line(i, wager.staked, "stand-off", settles.drawn_21 or settles.equal))
        elif state.setup.rules.dealer.natural_takes == "all" or i == taken:
            lines.append(Line(i, 0, "lose", settles.dealer_natural))
        elif wager.staked == 0:  # a token: nothing to lose and nothing to give back
            lines.append(Line(i, 0, "lose", settles.token or settles.dealer_natural))
        else:
            extra = settles.dealer_natural_doubled if wager.bet == "double" else settles.dealer_natural_split
            clause = extra or settles.dealer_natural
            lines.append(Line(i, wager.staked, "stand-off", clause))
    return lines


def _takes_one(state: State, number: int, player: str, mine: list[tuple[int, Wager, Hand]]) -> int | None:
    """Which one wager of the player's on a box a dealer's natural takes, where it does not take all."""
    takes = state.setup.rules.dealer.natural_takes
    push = state.setup.rules.dealer.drawn_21_against_natural == "stand-off"
    left = [
        (i, wager)
        for i, wager, hand in mine
        if wager.bet in ("main", "split") and wager.staked and not (push and hand.total == 21)
    ]
    if takes == "first-hand":
        left = [(i, wager) for i, wager in left if wager.bet == "main"]
    if takes == "original-cap":
        original = state.original(number, player)
        if original is not None and _lost_before(state, number, player) >= original.staked:
            return None
    return left[0][0] if left else None


def _lost_before(state: State, number: int, player: str) -> Cents:
    """What the player has lost on the box's hands already: by going over 21, or by a rescue."""
    return sum(
        wager.staked
        for wager in state.wagers
        if (wager.box, wager.player) == (number, player) and wager.hand != DEALER and _lost(state, wager)
    )


def _lost(state: State, wager: Wager) -> bool:
    """Whether a wager was lost, also one that goes back all the same, because of what was found about it."""
    if wager.outcome == "lose" or not (wager.outcome == "void" and (wager.invalid or wager.beyond)):
        return wager.outcome == "lose"
    hands = (hand for hand in state.hands if hand.key == wager.hand and state.boxes[hand.box].number == wager.box)
    return any(hand.ended == "bust" for hand in hands)


def _won_clause(state: State, hand: Hand) -> str:
    settles = state.setup.rules.settles
    clause = settles.drawn_21 if hand.total == 21 else settles.five_and_under
    return clause or settles.higher


def _winning_odds(state: State, hand: Hand, clause: str) -> tuple[Odds, str, str]:
    """The odds of a winning hand without a natural, the clause and the name of its bonus, if any."""
    rules = state.setup.rules
    if hand.doubled and not rules.double.bonuses:
        return rules.winning.pays, rules.settles.doubled or clause, ""
    bonus = _bonus(rules, hand)
    return (bonus.pays, bonus.clause, bonus.name) if bonus else (rules.winning.pays, clause, "")


def _bonus(rules: Rules, hand: Hand) -> Bonus | None:
    if hand.total != 21 or not rules.winning.bonuses:
        return None
    ranks, suits = ranks_and_suits(hand)
    return hand_rules.bonus_for(
        rules, cards=len(hand.cards), total=hand.total, ranks=ranks, suits=suits, doubled=hand.doubled
    )


def _super_bonuses(state: State) -> list[Wager]:
    """A fixed sum on top for each wager on a box with the hand, and one for everybody else (Melbourne 10.6)."""
    terms = state.setup.rules.winning.super_bonus
    if terms is None or not state.dealer or state.up_card.rank != terms.dealer_rank:
        return []
    clause = state.setup.rules.settles.super_bonus or state.setup.rules.clauses["winning.super_bonus"]
    boxes = {state.boxes[hand.box].number for hand in state.hands if super_hand(state.setup.rules, hand)}
    mains = [w for w in state.wagers if w.bet == "main" and w.outcome != "void"]
    prizes = {(w.player, w.box): super_bonus_prize(state.setup.rules, w.worth) for w in mains if w.box in boxes}
    winning = {box for (_, box), prize in prizes.items() if prize}  # wagers too small for a prize make no box a winner
    if not winning:
        return []
    extras = []
    for wager in mains:
        prize = prizes[wager.player, wager.box] if wager.box in winning else terms.others
        if prize:
            extras.append(
                Wager(
                    box=wager.box,
                    hand=DEALER,
                    player=wager.player,
                    bet="super-bonus",
                    staked=0,
                    worth=0,
                    returned=prize,
                    outcome="win",
                    clause=clause,
                )
            )
    return extras


def _win(state: State, wagers: Iterable[tuple[int, Wager]], odds: Odds, clause: str, row: str = "") -> list[Line]:
    chip = state.setup.unit
    token = state.setup.rules.settles.token
    lines = []
    for i, wager in wagers:
        won = payment(wager.worth, odds, chip)
        by = token if token and wager.staked == 0 and wager.worth else clause
        lines.append(Line(i, wager.staked + won, "win", by, odds, "", row))
    return lines


def _stand_off(wagers: Iterable[tuple[int, Wager]], clause: str) -> list[Line]:
    return [Line(i, wager.staked, "stand-off", clause) for i, wager in wagers]


def _lose(wagers: Iterable[tuple[int, Wager]], clause: str) -> list[Line]:
    return [Line(i, 0, "lose", clause) for i, wager in wagers]


def row_of(state: State, wager: Wager) -> str:
    """What pays a wager that wins now: the outcome of its row in the pay table, or the name of the hand's bonus."""
    if wager.bet in state.setup.rules.side_bets:
        return pay.row_of(state, wager).outcome
    for hand in state.hands:
        if hand.key == wager.hand and state.boxes[hand.box].number == wager.box:
            return _winning_odds(state, hand, "")[2] if not hand.natural else ""
    return ""


def net(wagers: Iterable[Wager]) -> dict[str, Cents]:
    """All that was returned less all that was staked, by player."""
    sums: dict[str, Cents] = {}
    for wager in wagers:
        sums[wager.player] = sums.get(wager.player, 0) + (wager.returned or 0) - wager.staked
    return sums
