"""Random rounds with a mistyped entry: once it is corrected, the table is what it would be had it been typed right."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.tables import BOOKS, Table, balances

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine.choices import choices
from cutcard.records.entries import Entry, entries
from cutcard.table import (
    Call,
    CloseOffers,
    CorrectCard,
    CorrectWager,
    DealCards,
    RoundCorrected,
    SellChips,
    TableState,
    evolve,
)

APART = ("now", "since", "commanded_by", "played", "corrections")
JACKPOTS = "blackjack-jackpots"
WAGERS = ("ann 1 20", "bea 2 50", "cal 2 30")


def opened(book: str, *wagers: str) -> Table:
    """A round with these wagers; in Melbourne with one that a device pays for."""
    melbourne = book == "melbourne-v26"
    offered: Any = {"perfect-pairs": "A" if melbourne else True} | ({JACKPOTS: True} if melbourne else {})
    table = Table(book, source="real", side_bets=offered, meters={JACKPOTS: 1_000_000} if melbourne else {})
    table.seat("ann", 1).seat("bea", 2).seat("cal", 3)
    more = ["ann 1 10 perfect-pairs", *([f"bea 2 5 {JACKPOTS}"] if melbourne else [])]
    return table.ready().wagers(*wagers, *more).close()


def facts_of(table: Table) -> list[Entry]:
    """What was entered of a round after betting had closed."""
    return [entry for entry in entered(table) if entry.kind != "wager"][1:]


def played(table: Table, random: Random) -> None:
    """Play a round by chance."""
    while table.state.playing and table.state.round is not None:
        round_ = table.state.round
        if round_.needs == "card":
            table.do(DealCards((table.unseen(),)), table.dealer)
        elif round_.needs == "decision":
            allowed = [one for one in choices(round_) if one.allowed and one.act in ("hit", "stand", "double", "split")]
            one = random.choice(allowed)
            made = {"hit": say.Hit, "stand": say.Stand, "double": say.Double, "split": say.Split}[one.act]
            table.do(Call(made(), one.player), table.dealer)
        else:
            insuring = [one for one in choices(round_) if one.allowed and one.act == "insure"]
            if insuring and random.random() < 0.5 and not any(w.bet == "insurance" for w in round_.wagers):
                one = insuring[0]
                assert one.box is not None
                table.do(Call(say.Insure(one.box, one.player, 500), one.player), table.dealer)
            else:
                table.do(CloseOffers(), table.dealer)


def entered(table: Table) -> list[Entry]:
    return entries(table.state.played[-1].events)


def again(table: Table, entry: Entry) -> bool:
    """Enter the same at another table; whether it was taken."""
    command: Any = entry.command
    match command:
        case say.Deal(card):
            given: Any = DealCards((card,))
        case say.CloseOffers():
            given = CloseOffers()
        case _:
            round_ = table.state.round
            if round_ is None or not table.state.playing or round_.needs == "card":
                return False
            control = next((box.control for box in round_.boxes if box.number == getattr(command, "box", None)), "")
            given = Call(command, getattr(command, "player", None) or control)
    return not isinstance(table.say(given, table.dealer, None), Refusal)


def another(card: Card, lying: tuple[Card, ...], random: Random) -> Card:
    left = [one for one in pack(6, frozenset()) if one != card]
    return random.choice([one for one in left if one not in lying])


def same(one: Table, other: Table) -> None:
    for name in TableState._fields:
        if name not in APART:
            assert getattr(one.state, name) == getattr(other.state, name), name
    assert one.state.played[-1]._replace(entered_by="") == other.state.played[-1]._replace(entered_by="")
    assert list(map(type, one.state.played[-1].events)) == list(map(type, other.state.played[-1].events))
    assert +one.accounts == +other.accounts
    state = TableState()
    for event in one.events:
        state = evolve(state, event)
    assert state == one.state
    assert sorted(one.accounts.items()) == sorted(balances(one.events))
    assert sum(one.accounts.values()) == 0


@settings(max_examples=40, deadline=None)
@given(book=st.sampled_from(BOOKS), seed=st.integers(0, 10**6))
def test_a_mistyped_card_that_is_corrected_leaves_no_trace_in_money_or_cards(book: str, seed: int) -> None:
    random = Random(seed)
    right, wrong = opened(book, *WAGERS), opened(book, *WAGERS)
    played(right, random)
    facts = facts_of(right)
    bad = random.choice([at for at, entry in enumerate(facts) if entry.kind == "card"])
    further = random.randint(bad, len(facts))
    for entry in facts[:bad]:
        assert again(wrong, entry)
    dealt = facts[bad].command
    assert isinstance(dealt, say.Deal)
    card = dealt.card
    mistyped = another(card, right.state.shoe.discards, random)
    wrong.do(DealCards((mistyped,)), wrong.dealer)
    number = entered(wrong)[-1].number
    for entry in facts[bad + 1 : further]:
        if not wrong.state.playing or not again(wrong, entry):
            break
    if not wrong.state.playing and book == "melbourne-v26":
        return  # 9.9.1: it stands
    wrong.do(CorrectCard(number, card, "mistyped", rest="drop"))
    assert wrong.last(RoundCorrected).owed == ()
    for entry in entered(right)[len(entered(wrong)) :]:
        assert again(wrong, entry), entry
    same(wrong, right)


@settings(max_examples=15, deadline=None)
@given(book=st.sampled_from(BOOKS), seed=st.integers(0, 10**6), amount=st.sampled_from([1000, 3000, 12_500, 50_000]))
def test_a_mistyped_wager_that_is_corrected_leaves_no_trace_in_money(book: str, seed: int, amount: int) -> None:
    random = Random(seed)
    right, wrong = opened(book, *WAGERS), opened(book, f"ann 1 {amount // 100}", *WAGERS[1:])
    for table in (right, wrong):
        table.do(SellChips("ann", 100_000))
    played(right, random)
    facts = facts_of(right)
    until = random.randint(0, len(facts)) if book != "melbourne-v26" else random.randint(0, len(facts) - 1)
    for entry in facts[:until]:
        if isinstance(entry.command, say.Double) and entry.command.player == "ann":
            break  # its amount would be wrong as well
        assert again(wrong, entry)
    wrong.do(CorrectWager(1, 2000, "twenty"))
    for entry in entered(right)[len(entered(wrong)) :]:
        assert again(wrong, entry), entry
    same(wrong, right)
