"""What the terminal table says of a hand."""

from __future__ import annotations

from support.clauses import clause

from cutcard.cards import card
from cutcard.engine import Command, Deal, Hit, NoMoreBets, PlaceWager, Played, Setup, State, play
from cutcard.narration.formatting import total
from cutcard.rulebooks import rules


@clause("melbourne-v26", "3.2.1(a)")
def test_a_soft_hand_is_called_both_ways_until_eleven_would_be_too_much() -> None:
    state = State(Setup(rules("melbourne-v26", "blackjack"), 8))
    said = []
    commands: list[Command] = [
        PlaceWager(1, "ann", "main", 1000),
        NoMoreBets(),
        *(Deal(card(text)) for text in ("As", "6d", "5h")),
    ]
    for command in [*commands, Hit(), Deal(card("3c")), Hit(), Deal(card("9d"))]:
        played = play(state, command)
        assert isinstance(played, Played)
        state = played.state
        if state.hands and len(state.hands[0].cards) > 1 and isinstance(command, Deal):
            said.append(total(state.hands[0]))
    assert said == ["6 or 16", "9 or 19", "18"]
