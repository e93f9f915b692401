"""Commands over the wire: made from the table's own, complete, and back again without a loss."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from cutcard.cards import cards
from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.service import wire
from cutcard.service.routes.bodies import Given
from cutcard.table import Call, GiveClosingNotice, OpenTable, PostMinimum, Sign
from cutcard.table.registry import COMMANDS

NOW = 1_800_000_000_000  # a moment of these years, in milliseconds
SIGN = Sign(1000, 50_000, side_bets={"perfect-pairs": PersonalLimit(200, None)})
SOME: dict[str, Any] = {
    "table": "T1", "book": "sydney-v15", "game": "blackjack", "decks": 6, "sign": SIGN, "player": "ann", "box": 2,
    "boxes": (1, 2), "minimum": 500, "maximum": 2000, "holds_from": NOW, "amount": 1000, "at": 60, "behind": 70,
    "before": "cut", "asked_by": "ann", "reason": "worn", "card": cards("As")[0], "bet": "main", "device": "mystery",
    "prize": 500, "gives": {500: 2}, "gets": {1000: 1}, "voucher": "V1", "chips": {500: 3}, "about": "a",
    "ruling": "burn", "kind": "card-misplaced", "entry": 3, "act": "hit", "dispute": 0,
    "most": 3, "hand": 1, "told": (("inspector", "M. Reed"),), "cards": cards("As Td"),
    "round": 3, "number": 4, "held": 0, "handed_to": "the police", "forfeits": ("bob", "cem"),
    "change": "leave", "meters": {"major": 500}, "least": 500, "what": "wager", "paid": 500, "due": 100, "note": "n",
    "case": 1, "suspected": False, "complete": True, "dealt_from": "shoe", "attempt": "contact", "succeeded": True,
    "outcome": "minor", "part": "meter", "link": "nova", "clause": "24.10.1", "of": "bob",
    "nominee": "cem", "why": "for-another", "within": 1000, "reminded_by": "mia", "declared": "bought",
}  # fmt: skip


def example(kind: Any) -> Any:
    """A command of a kind with something in every field that has no default, and in some that have."""
    needed = [field for field in kind._fields if field not in kind._field_defaults]
    extra = [field for field in ("told", "cards", "forfeits") if isinstance(kind._field_defaults.get(field), tuple)]
    chosen = {field: SOME[field] for field in (*needed, *extra)}
    if kind is OpenTable:
        chosen |= {"chips": 5000, "side_bets": {"perfect-pairs": "A"}, "options": {"surrender": True, "x": "y"}}
        chosen["boxes"] = 7
    return kind(**chosen)


@pytest.mark.parametrize("kind", wire.TABLE_COMMANDS, ids=lambda kind: kind.__name__)
def test_every_command_goes_over_the_wire_and_back(kind: Any) -> None:
    command = example(kind)
    said = json.loads(json.dumps(wire.command_fields(command)))
    assert wire.command_of(said) == command


@pytest.mark.parametrize("kind", wire.CALLS, ids=lambda kind: kind.__name__)
def test_every_call_goes_over_the_wire_under_its_own_name(kind: Any) -> None:
    inner = kind(**{field: SOME[field] for field in kind._fields if field not in kind._field_defaults})
    said = json.loads(json.dumps(wire.command_fields(Call(inner))))
    assert said["do"] == wire.word_of(Call(inner))
    back = wire.command_of(said)
    assert isinstance(back, Call)
    assert back.command._replace(player="ann") == inner._replace(player="ann")
    assert wire.command_of({**said, "player": "bob"}) == Call(back.command, "bob")


def test_a_notice_for_a_moment_of_today_may_be_given() -> None:
    for said in (GiveClosingNotice(NOW), PostMinimum(2500, NOW + 20 * 60_000)):
        assert wire.command_of(wire.command_fields(said)) == said


def test_nothing_that_may_be_said_is_missing() -> None:
    assert set(wire.TABLE_COMMANDS) | {Call} == set(COMMANDS)
    assert {"hit", "stand", "double", "split", "surrender", "insure", "even-money", "join", "rescue"} <= set(wire.WORDS)


@pytest.mark.parametrize("word", ["shuffle", "riffle", "complete-shoe", "return-discards"])
def test_nobody_brings_the_order_of_a_shoe(word: str) -> None:
    said = {"do": word, **({"before": "cut", "asked_by": "ann"} if word == "riffle" else {})}
    wire.command_of(said)
    for field in ("order", "salt"):
        with pytest.raises(ValidationError):
            wire.command_of({**said, field: "As"})


@pytest.mark.parametrize(
    "said",
    [
        {"do": "place-wager", "box": "1", "amount": 1000},
        {"do": "place-wager", "box": 1, "amount": 10.5},
        {"do": "place-wager", "box": True, "amount": 1000},
        {"do": "place-wager", "box": 1, "amount": 10**30},
        {"do": "place-wager", "box": 1, "amount": 1000, "more": 1},
        {"do": "place-wager", "box": 1},
        {"do": "sit", "box": 1, "player": "a\x00b"},
        {"do": "sit", "box": 1, "player": "a" * 201},
        {"do": "deal-cards", "cards": ["Zz"]},
        {"do": "deal-cards", "cards": ["As"] * 1001},
        {"do": "fill-float", "chips": {"x": 1}},
        {"do": "cheat"},
        {"box": 1},
        {},
    ],
)
def test_what_is_no_command_is_refused(said: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        wire.command_of(said)


def test_a_call_for_oneself_names_nobody() -> None:
    assert wire.command_fields(Call(say.Insure(2, "ann", 500))) == {"do": "insure", "box": 2, "amount": 500}


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"do": "place-wager", "box": 1, "amount": "ten"}, ("command", "place-wager", "amount")),
        ({"do": "hit", "box": 1, "more": 1}, ("command", "hit", "more")),
        ({"do": "nothing"}, ("command",)),
        ({"box": 1}, ("command",)),
        (["hit"], ("command",)),
    ],
)
def test_what_is_wrong_with_a_command_is_said_under_its_word(said: object, where: tuple[str, ...]) -> None:
    with pytest.raises(ValidationError) as error:
        Given.model_validate({"id": "1", "command": said})
    assert [fault["loc"] for fault in error.value.errors()] == [where]


@pytest.mark.parametrize("sign", ["\0", "\x1b", "\n", "\x7f", "\x85", "\x9b"], ids=ascii)
def test_no_text_has_a_sign_that_a_terminal_obeys(sign: str) -> None:
    with pytest.raises(ValidationError):
        wire.command_of({"do": "bar-player", "player": "ann", "reason": f"theft{sign}2J"})
    wire.command_of({"do": "bar-player", "player": "ann", "reason": "theft, as Zoë says: 2 J\u00a0of hers"})
