"""Sessions under any order of commands: chips stay, turns go on, and the events say all of it."""

from __future__ import annotations

from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from support.session_tables import TOURNAMENT_BOOKS, SessionTable, session_table

from cutcard import table as t
from cutcard.engine import commands as say
from cutcard.table.session_rules import round_number

NAMES = ("ann", "bob", "cyd", "dee")


def anything(table: SessionTable, random: Random) -> tuple[Any, Any]:
    """Some command by somebody, sensible or not."""
    name, box = random.choice(NAMES), random.randint(1, 5)
    own = next(place for place, player in table.session.places.items() if player == name)
    calls: list[Any] = [say.Hit(), say.Stand(), say.Double(), say.Split(), say.Insure(own, None, 500)]
    return random.choice(
        [
            (t.OpenBetting(), table.dealer),
            (t.PlaceWager(own, 1000 * random.randint(1, 40)), name),
            (t.PlaceWager(own, 1000 * random.randint(1, 40)), name),
            (t.PlaceWager(box, 500 * random.randint(0, 200)), name),
            (t.TakeBackWager(own), name),
            (t.PlayPassCard(), name),
            (t.AskNextPlayer(), table.dealer),
            (t.HoldToMinimum(), table.boss),
            (t.NoMoreBets(), table.dealer),
            (t.NoMoreBets(), table.dealer),
            (t.DisqualifyUnwagered(name, "no wager") if random.random() < 0.05 else t.Tick(), table.boss),
            (t.VoidDisruptedRound("an alarm") if random.random() < 0.1 else t.Tick(), table.boss),
            (t.Call(random.choice(calls)), name),
            (t.Call(random.choice(calls)), name),
            (t.CloseOffers(), table.dealer),
            (t.StepAway(), name),
            (t.ComeBack(), name),
            (t.Leave(), name),
        ]
    )


def invariants(table: SessionTable) -> None:
    state, session = table.state, table.session
    assert sum(amount for name, amount in table.accounts.items() if name.startswith("tournament:")) == 0
    held = {name: state.players[name].chips for name in NAMES}
    assert all(chips >= 0 for chips in held.values())
    assert all(table.accounts[f"tournament:table:T1:player:{name}"] == held[name] for name in NAMES)
    assert session.turn in (0, *session.playing)
    assert {bet.player for bet in state.bets} <= set(session.playing.values())
    out = [one.player for one in session.eliminated]
    assert len(out) == len(set(out))
    assert set(out) == {name for name in NAMES if session.players[name].out}
    assert round_number(state) <= 4 + 1


@given(st.sampled_from(TOURNAMENT_BOOKS), st.booleans(), st.integers(0, 10**6))
@settings(max_examples=25, deadline=None)
def test_whatever_is_said_chips_are_conserved_and_the_session_is_what_its_events_say(
    book: str, marker: bool, seed: int
) -> None:
    random = Random(seed)
    cards = 1 if book.startswith("sydney") else 0
    table: SessionTable = session_table(book, *NAMES, marker=marker, rounds=4, pass_cards=cards, bet_ms=1000)
    for _ in range(120):
        if table.session.over:
            break
        if table.state.shoe.due and not table.state.playing and table.state.betting == "closed":
            table.ready()
        command, by = anything(table, random)
        who = table.person(by) if isinstance(by, str) else by
        table.say(command, who, table.at + 600)
        invariants(table)
    again = t.TableState()
    for event in table.events:
        again = t.evolve(again, t.codec.loads(t.codec.dumps(event)))
    assert again == table.state
