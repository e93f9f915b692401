"""What must agree between the tables of one house."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.engine import Refusal, Setup


def disagreements(tables: Iterable[Setup]) -> list[Refusal]:
    """Side bets that the house must offer alike everywhere and does not, each with its clause (Melbourne 13.6.2)."""
    found: list[Refusal] = []
    first: dict[str, str] = {}
    for table in tables:
        for bet, pay_table in table.side_bets.items():
            side = table.rules.side_bets[bet]
            if side.one_table_for_all and first.setdefault(bet, pay_table.name) != pay_table.name:
                message = f"{side.title} is offered by pay table {first[bet]} and by pay table {pay_table.name}"
                found.append(Refusal(message, table.rules.clauses[f"side_bets.{bet}.one_table_for_all"]))
    return found
