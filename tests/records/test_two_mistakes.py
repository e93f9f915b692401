"""Rounds in which two things went wrong, each worked out by hand from the clauses of both."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from support.clauses import clause
from support.records import settled

from cutcard.records import export, parse, replay, settle

MELBOURNE, SYDNEY, CANBERRA = "melbourne-v26", "sydney-v15", "canberra-2006"
TWO = ["1 ann main 20", "2 bob main 20"]


class Round(NamedTuple):
    """What left the shoe, what was said, and how it has to end."""

    cards: str
    actions: tuple[Any, ...]
    hands: list[str]
    dealer: str
    net: dict[str, str]
    more: dict[str, Any]


def case(
    book: str, by: str, cards: str, *actions: Any, hands: str, dealer: str, ann: str, bob: str, **more: Any
) -> Any:
    """One round; `by` names the clauses that meet in it."""
    one = Round(cards, actions, hands.split(", "), dealer, {"ann": ann, "bob": bob}, more)
    return pytest.param(book, one, marks=clause(book, *by.split()), id=f"{book} {by}")


def ruled(do: str, by: str, cards: int | None = None, **more: Any) -> dict[str, Any]:
    return {"do": do, "clause": by, **({} if cards is None else {"cards": cards}), **more}


def skipped(box: int | None, **more: Any) -> dict[str, Any]:
    return {"do": "skip", "box": box, **more}


def swapped(first: int, second: int, noticed: Any) -> dict[str, Any]:
    """Two cards that follow each other went to each other's boxes."""
    return {"laid": [{"card": first, "box": 2}, {"card": second, "box": 1}], "noticed": noticed}


CASES = [
    # Kc is faced in the shoe and burned; 4c is out too early and becomes ann's: 20 and 17 against 17
    case(
        SYDNEY, "16.1 16.2", "Ts 9d Kc 7d 6h 5h 4c 3s Td",
        ruled("burn", "16.1", 2), ruled("draw-in-error", "16.2", 6), "hit", "stand", "hit", "stand",
        hands="Ts 6h 4c, 9d 5h 3s", dealer="7d Td", ann="20", bob="0",
    ),
    # ann refuses 6c and stays at 16, bob takes it for 20; Kc is faced before the dealer draws
    case(
        SYDNEY, "16.1 16.3", "Ts 9d 7d 6h 5h 6c Kc Td",
        ruled("draw-in-error", "16.2", 5), "refuse-card", "hit", "stand", ruled("burn", "16.1", 6),
        hands="Ts 6h, 9d 5h 6c", dealer="7d Td", ann="-20", bob="20",
    ),
    # both refuse 6c, which is the dealer's; the dealer is over 21, and 5d after that is burned
    case(
        SYDNEY, "16.4 16.5", "Ts 9d 7d 9h 9s 6c Kc 5d",
        ruled("draw-in-error", "16.2", 5), "refuse-card", "refuse-card", ruled("burn", "16.5", 7),
        hands="Ts 9h, 9d 9s", dealer="7d 6c Kc", ann="20", bob="20",
    ),
    # Kc is faced and burned; a card too many for the dealer that nobody saw waits for the next round
    case(
        SYDNEY, "16.1 16.6", "Ts 9d 7d Kc 6h 9h Td",
        ruled("burn", "16.1", 3), "stand", "stand", ruled("set-aside", "16.6", 7),
        hands="Ts 6h, 9d 9h", dealer="7d Td", ann="-20", bob="20",
    ),
    # the fourth and fifth card went to each other's boxes; then 3c came too early and is ann's for 19
    case(
        SYDNEY, "16.2 16.8", "Ts 9d 7d 6h 5h 3c Td",
        ruled("draw-in-error", "16.2", 5), "hit", "stand", "stand",
        hands="Ts 6h 3c, 9d 5h", dealer="7d Td", ann="20", bob="-20", misdealt=swapped(4, 5, 5),
    ),
    # insurance was not offered in time, and 3c came too early: both refuse it, so the dealer has no blackjack
    case(
        SYDNEY, "16.4 16.13", "Ts 9d Ad 8h 9h 3c Kd 7c",
        ruled("draw-in-error", "16.2", 5), {"do": "insure", "box": 1, "player": "ann", "amount": "10", "late": True},
        "refuse-card", "refuse-card",
        hands="Ts 8h, 9d 9h", dealer="Ad 3c Kd 7c", ann="-30", bob="-20",
    ),
    # bob's wager is invalid and would have won: the stake goes back; Kc is faced and burned
    case(
        SYDNEY, "16.1 16.22.2", "Ts 9d 7d Kc 6h 9h Td",
        ruled("burn", "16.1", 3), "stand", "stand",
        hands="Ts 6h, 9d 9h", dealer="7d Td", ann="-20", bob="0", invalid=[{"player": "bob", "found": "during"}],
    ),
    # 6c waits for ann, whose wagers are declared void: it is bob's now
    case(
        SYDNEY, "16.2 18.8.1", "Ts 9d 7d 6h 5h 6c Td",
        ruled("draw-in-error", "16.2", 5), ruled("void-wagers", "18.8.1", player="ann"), "hit", "stand",
        hands="Ts 6h, 9d 5h 6c", dealer="7d Td", ann="0", bob="20",
    ),
    # Kc is faced and burned, then a brawl ends the round: ann's natural was paid after the initial deal
    case(
        SYDNEY, "16.1 18.9.1", "As 9d 7d Kc Kh 5h",
        ruled("burn", "16.1", 3), ruled("void-round", "18.9", 6),
        hands="As Kh, 9d 5h", dealer="7d", ann="30", bob="0",
    ),
    # ann refuses 9c, which came too early, and it makes bob 24; a wager lost so goes back with the void round
    case(
        SYDNEY, "16.2 18.9.1", "Ts Td 7d 8h 5h 9c",
        ruled("draw-in-error", "16.2", 5), "refuse-card", "hit", ruled("void-round", "18.9", 6),
        hands="Ts 8h, Td 5h 9c", dealer="7d", ann="0", bob="0",
    ),
    # Kc is faced and burned in the deal, and 4c is one too many for the dealer
    case(
        CANBERRA, "14.1 14.3", "Ts 9d Kc 7d 6h 9h Td 4c",
        ruled("burn", "14.1", 2), "stand", "stand", ruled("burn", "14.3", 7),
        hands="Ts 6h, 9d 9h", dealer="7d Td", ann="-20", bob="20",
    ),
    # a faced card is burned; two cards were swapped, and the next round had begun: nothing of it counts
    case(
        CANBERRA, "14.1 14.5", "Ts 9d 7d Kc 6h 5h Td",
        ruled("burn", "14.1", 3), "stand", "stand",
        hands="Ts 5h, 9d 6h", dealer="7d Td", ann="0", bob="0", misdealt=swapped(5, 6, "next-round"),
    ),
    # 4c is burned by mistake and stays so; 5c comes too early and may not be refused: 21 and 14 against 17
    case(
        CANBERRA, "14.2", "Ts 9d 7d 6h 5h 4c 5c Td",
        ruled("burn", "14.2", 5), ruled("draw-in-error", "14.2", 6), "hit", "stand",
        hands="Ts 6h 5c, 9d 5h", dealer="7d Td", ann="20", bob="-20",
    ),
    # bob's box has no card at all, and Kc is faced: the wager is void, ann loses to 17
    case(
        MELBOURNE, "9.2 9.8", "Ts 7d Kc 6h Td",
        skipped(2), ruled("burn", "9.2", 2), skipped(2), "stand",
        hands="Ts 6h, ", dealer="7d Td", ann="-20", bob="0",
    ),
    # bob's box has one card; 5c comes too early and makes ann 21; bob takes the wager back
    case(
        MELBOURNE, "9.3 9.8.1", "Ts 9d 7d 6h 5c Kd",
        skipped(2, cards=4), ruled("draw-in-error", "9.3", 4), "hit", "withdraw",
        hands="Ts 6h 5c, 9d", dealer="7d Kd", ann="20", bob="0",
    ),
    # the dealer has no card, and Kc comes too early: ann has the dealer take it first
    case(
        MELBOURNE, "9.3 9.7.2", "Ts 9d 6h 5h Kc 7s 8d",
        skipped(None), ruled("draw-in-error", "9.3", 4), "dealer-card", "stand", "hit",
        hands="Ts 6h, 9d 5h 7s", dealer="Kc 8d", ann="-20", bob="20",
    ),
    # a faced card is burned; that two cards were swapped is found after the settlement, so they count as they lay
    case(
        MELBOURNE, "9.2 9.9.1", "Ts 9d 7d Kc 6h 9h Tc",
        ruled("burn", "9.2", 3), "stand", "stand",
        hands="Ts 9h, 9d 6h", dealer="7d Tc", ann="20", bob="-20", misdealt=swapped(5, 6, "settled"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("book", "given"), CASES)
def test_two_mistakes_in_a_round_are_each_put_right_by_their_own_clause(book: str, given: Round) -> None:
    result = settled(book, given.cards, *given.actions, wagers=TWO, **given.more)
    assert [hand["cards"] for hand in result["hands"]] == [one.strip() for one in given.hands]
    assert result["dealer"]["cards"] == given.dealer
    assert result["net"] == given.net
    assert settle(result) == result
    if not given.more:  # the round as it is exported from its events says the same
        parsed = parse(result)
        assert settle(export(parsed.setup, replay(parsed).events))["settlement"] == result["settlement"]
