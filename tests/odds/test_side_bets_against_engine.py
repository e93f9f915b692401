"""One definition drives both: engine and odds choose a line of a pay table by the same function, tested here."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from support.clauses import clause
from support.records import lines, settled

from cutcard.errors import CutcardError
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.offers import best_row
from cutcard.rulebooks.schema import Row
from cutcard.sidebets import JUDGES


@pytest.mark.parametrize("book", BOOKS)
def test_the_highest_line_that_fits_is_chosen(book: str) -> None:
    game = next(iter(load(book).games))
    for side in rules(book, game).side_bets.values():
        stake = side.amounts[0] if side.amounts else 100
        for table in side.tables:
            for several in (1, 2, 3):
                for names in combinations(JUDGES[side.judged_by].OUTCOMES, several):
                    chosen = best_row(table, names, stake)
                    fitting = [row for row in table.rows if row.outcome in names]
                    assert (chosen is None) == (not fitting)
                    assert chosen is None or worth(chosen, stake) == max(worth(row, stake) for row in fitting)


def worth(row: Row, stake: int) -> tuple[float, float]:
    """A line in plain numbers: the meter's part, which stands above money, and the sum paid."""
    if row.prizes:
        return 0.0, float(row.prizes[stake])
    return float(row.share or 0), stake * row.pays.pays / row.pays.for_each if row.pays else 0.0


@clause("sydney-v15", "14.12.3")
def test_a_suited_pair_brings_what_the_outcome_says() -> None:
    result = settled(
        "sydney-v15", "8s Kd 8s 9c Tc", "stand", side_bets={"perfect-pairs": True},
        wagers=["1 ann main 20", "1 ann perfect-pairs 10"],
    )  # fmt: skip
    (line,) = lines(result, bet="perfect-pairs")
    odds = side_bet(rules("sydney-v15", "blackjack"), 6, "perfect-pairs")
    net = next(outcome.net for outcome in odds.outcomes if outcome.name == "suited")
    assert float(line["returned"]) - 10 == 10 * float(net)


@pytest.mark.parametrize(
    ("book", "game", "decks", "bet", "table", "said"),
    [
        ("sydney-v15", "blackjack", 7, "perfect-pairs", "", "is played with 6 or 8 decks, not 7"),
        ("sydney-v15", "blackjack", 8, "star-pairs", "", "is offered with 6 decks, not 8"),
        ("melbourne-v26", "blackjack", 6, "pot-of-gold", "1", "is not offered with Blackjack"),
        ("melbourne-v26", "vegas-blackjack", 4, "crown-suits", "", "only where the option doubtful-side-bets"),
        ("melbourne-v26", "blackjack", 6, "perfect-pairs", "C", "has no pay table 'C' here: it has A and B"),
        ("melbourne-v26", "crown-pontoon", 4, "perfect-pairs", "", "has no pay table for Crown Pontoon with 4 decks"),
        ("melbourne-v26", "blackjack", 6, "ten-insurance", "", "is not offered in Blackjack"),
    ],
)
def test_what_may_not_be_offered_is_refused_with_its_clause(
    book: str, game: str, decks: int, bet: str, table: str, said: str
) -> None:
    with pytest.raises(CutcardError, match=said) as refused:
        side_bet(rules(book, game), decks, bet, table)
    assert refused.value.clause


def test_a_side_bet_of_another_book_is_refused() -> None:
    with pytest.raises(CutcardError, match="there is no side bet in sydney-v15 called 'blackpot'"):
        side_bet(rules("sydney-v15", "blackjack"), 6, "blackpot")


def blackpot_net(cards: str, *actions: str, carried: str = "") -> float:
    wager: dict[str, Any] = {"box": 1, "player": "ann", "bet": "blackpot", "amount": "10"}
    if carried:
        wager["carried"] = carried
    result = settled(
        "melbourne-v26", cards, *actions, side_bets={"blackpot": True}, wagers=["1 ann main 20", wager]
    )  # fmt: skip
    mine = lines(result, bet="blackpot")
    return sum(float(line["returned"]) - float(line["staked"]) for line in mine) / 10


@clause("melbourne-v26", "23.4.1")
def test_blackpot_stage_by_stage_brings_what_the_outcomes_say() -> None:
    """The stake lies on until a stage fails; a completed wager that is carried has been paid and is at risk again."""
    net = {each.name: float(each.net) for each in side_bet(rules("melbourne-v26", "blackjack"), 6, "blackpot").outcomes}
    fails, completes = "6s Kd 7h Tc 9c", "6s Kd 7h 8c 9c"
    assert blackpot_net("6s Kd 6h 8c 9c", "stand") == net["lose"]
    assert blackpot_net(fails, "hit") == net["initial"]
    completed = blackpot_net(completes, "hit")
    assert completed + blackpot_net("6s Kd 6h 9c", "stand", carried="10") == net["completed"]
    assert completed + blackpot_net(fails, "hit", carried="10") == net["carried-initial"]
    assert completed + blackpot_net(completes, "hit", carried="10") == net["carried-completed"]
