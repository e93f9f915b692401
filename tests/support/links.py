"""A link of tables for tests of one table: the table joins it, and its meters are accounts that the test keeps."""

from __future__ import annotations

from cutcard.table import LinkJoined
from cutcard.table.evolve import evolved
from cutcard.table.ledger import meter_account
from cutcard.table.link_terms import LinkTerms, MeterTerms
from support.tables import Table

SEVENS = LinkTerms("sydney-v15", "blazing-7s", "aud", 500, {"blazing-7s": MeterTerms(1_000_000, 150_000)})
ACES = LinkTerms(
    "melbourne-v26", "blackjack-jackpots", "aud", 500, {"blackjack-jackpots": MeterTerms(2_500_000, 123_457)}
)
NOVA = LinkTerms(
    "melbourne-v26",
    "supernova",
    "aud",
    200,
    {
        "supernova-major": MeterTerms(5_000_000, 30_001),
        "supernova-minor": MeterTerms(50_000, 100_000),
        "supernova-mystery": MeterTerms(20_000, 7),
    },
)


def join(table: Table, terms: LinkTerms, link: str = "L1") -> Table:
    """The table joins a link whose meters show their seeds."""
    event = LinkJoined(terms.bet, link, terms)
    table.state, _ = evolved(table.state, event)
    table.events.append(event)
    for meter, one in terms.meters.items():
        table.accounts[meter_account(terms.currency, link, meter)] += one.seed
    return table


def shows(table: Table, meter: str, link: str = "L1") -> int:
    """What a meter shows."""
    return table.accounts[meter_account("aud", link, meter)]
