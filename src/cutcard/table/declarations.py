"""What players with a loss limit declare: chips that they buy, bring to the table and take away (Sydney 18.2).

Where the books of the table show it anyhow, since somebody buys, comes or leaves by a command, that is the declaration,
and the table writes it down itself. What they have declared in words is entered by the dealer, or by themselves.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.bet_managers import BetManagerCredited
from cutcard.table.cash import ChipsSold
from cutcard.table.draft import Draft
from cutcard.table.players import Arrived, Left
from cutcard.table.registry import TableEvent, command, event, handles
from cutcard.table.standings import STANDING_NEEDED

Declared = Literal["bought", "brought", "remaining"]


@command("declare chips", group="players", needs_role=False)
class DeclareChips(NamedTuple):
    """Say which chips one has bought, brought to the table or takes away, as a loss limit asks for."""

    declared: Declared
    amount: Cents
    player: str | None = None


@event(seen_by="player", log="{player} declares {amount:money} {declared:words} (clause {clause})")
class ChipsDeclared(NamedTuple):
    """What a player with a loss limit has declared, in words or by what the table's own books show."""

    player: str
    declared: Declared
    amount: Cents
    clause: str
    in_words: bool = True  # False: by a command that shows it


@handles(DeclareChips)
def declare_chips(draft: Draft, command: DeclareChips) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    asked = declarations(draft)
    if not asked:
        return Refusal("no-declarations", None, {"book": draft.state.rules.book})
    refusal = draft.at_table(name)
    if refusal is not None:
        return refusal
    if command.amount <= 0:
        return Refusal("declares-nothing", asked[command.declared])
    if draft.state.playing and command.declared != "remaining":
        return Refusal("declared-too-late", asked[command.declared], {"player": name})
    draft.add(ChipsDeclared(name, command.declared, command.amount, asked[command.declared]))
    return None


def declarations(draft: Draft) -> Mapping[str, str]:
    """What the document wants declared, each with its clause; nothing where it has no loss limits."""
    players = draft.procedures.players
    return players.declarations if players is not None and players.loss_limits else {}


def declare_shown(draft: Draft) -> Refusal | None:
    """Write down what a command shows of the chips of those who have a loss limit."""
    standings = draft.standings
    if standings is None or draft.state.config_or_none is None or draft.state.tournament:
        return None
    asked = declarations(draft)
    shown = [one for one in map(_shown, draft.events) if one is not None and one[2] > 0] if asked else []
    unknown = {player for player, _, _ in shown} - standings.keys()
    if unknown:
        return Refusal(STANDING_NEEDED, None, {"players": tuple(sorted(unknown))})
    for player, what, amount in shown:
        if any(one.kind == "loss" for one in standings[player].allowances):
            draft.add(ChipsDeclared(player, what, amount, asked[what], in_words=False))
    return None


def _shown(one: TableEvent) -> tuple[str, Declared, Cents] | None:
    match one:
        case ChipsSold(player, amount) | BetManagerCredited(player=player, amount=amount):
            return player, "bought", amount
        case Arrived(player, chips):
            return player, "brought", chips
        case Left(player, chips):
            return player, "remaining", chips
    return None
