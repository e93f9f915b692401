"""What the signs and the view of a linked table say about its jackpot."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.links import ACES, NOVA, SEVENS, join
from support.tables import Table

from cutcard.table import view
from cutcard.table.link_terms import LinkTerms
from cutcard.table.signs import sign_lines


@clause("sydney-v15", "14.28")
def test_the_sign_says_what_the_jackpot_is_reset_to() -> None:
    alone = Table("sydney-v15", device="shuffling-device")
    assert not any("never less" in line for line in sign_lines(alone.state))
    linked = join(alone, SEVENS)
    assert "blazing 7s meter: never less than $10,000" in sign_lines(linked.state)


@clause("melbourne-v26", "21.6.1(a)")
@pytest.mark.parametrize(
    ("terms", "title"), [(ACES, "Blackjack Jackpots: $5 a wager"), (NOVA, "Supernova: $2 a wager")]
)
def test_what_a_jackpot_wager_costs_and_wins_is_displayed_at_the_table(terms: LinkTerms, title: str) -> None:
    table = join(Table("melbourne-v26"), terms)
    seen = view.table(table.state, None)  # as anybody who stands there
    assert title in seen.sign
    (bet,) = [one for one in seen.side_bets if one.bet == terms.bet]
    assert (bet.minimum, bet.maximum) == (terms.price, terms.price)
    pays = dict(bet.in_words)
    assert any(words == "the whole of the meter" for words in pays.values())
    (linked,) = seen.links
    assert (linked.bet, linked.link, linked.price) == (terms.bet, "L1", terms.price)
    assert linked.seeds == {meter: one.seed for meter, one in terms.meters.items()}


@clause("melbourne-v26", "30.5.1")
@pytest.mark.parametrize("version", ["1", "2"])
def test_the_sign_says_which_version_of_pot_of_gold_is_played(version: str) -> None:
    table = Table("melbourne-v26", "free-bet-blackjack", side_bets={"pot-of-gold": version})
    assert f"Pot of Gold: version {version}" in view.table(table.state, None).sign


@clause("melbourne-v26", "23.4.1")
def test_the_most_that_blackpot_pays_is_on_a_notice_at_the_table() -> None:
    limited = Table("melbourne-v26", side_bets={"blackpot": True}, options={"blackpot-maximum-payout": "5000"})
    assert "Blackpot: at most $5,000 is paid for one win" in view.table(limited.state, None).sign
    without = Table("melbourne-v26", side_bets={"blackpot": True})
    assert not any("is paid" in line for line in view.table(without.state, None).sign)
