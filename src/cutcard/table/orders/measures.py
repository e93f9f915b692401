"""What those in authority order: rounds and wagers declared void, and measures against a wrongdoer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cutcard.engine import Refusal, State, void
from cutcard.engine import commands as say
from cutcard.rulebooks.procedures import Power
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.events.measures import Cause
from cutcard.table.orders.draft import Draft, kebab
from cutcard.table.orders.rounds import deal_on
from cutcard.table.orders.running import reveal
from cutcard.table.orders.seats import go

VoidingRound = cmd.VoidDisruptedRound | cmd.VoidRoundForFraud | cmd.VoidUnplayableRound
CAUSES: dict[type, Cause] = {
    cmd.VoidDisruptedRound: "disruption",
    cmd.VoidRoundForFraud: "fraud",
    cmd.VoidUnplayableRound: "unplayable",
}


def _power(draft: Draft, command: Any) -> Power:
    return draft.procedures.commands[kebab(type(command).__name__)]


def _reason_refused(draft: Draft, command: Any) -> Refusal | None:
    """What somebody in authority does is written down with its reason."""
    return None if command.reason.strip() else Refusal("the reason must be said", _power(draft, command).clause)


# ------------------------------------------------------------------------------------------------ rounds and wagers


def declare_round_void(draft: Draft, command: VoidingRound) -> Refusal | None:
    """At any moment from the opening of betting to the last settlement; a round that is over keeps its results."""
    state, clause = draft.state, _power(draft, command).clause
    if not state.playing and state.betting == "closed":
        return Refusal("no round is under way that could be declared void", clause)
    refusal = _reason_refused(draft, command) or _money_refused(draft, command)
    if refusal is not None:
        return refusal
    said = say.VoidRound(clause, draft.procedures.clauses["voids.refund"], command.refund, command.forfeits)
    return _end_without_result(draft, CAUSES[type(command)], command.reason, said)


def _end_without_result(draft: Draft, cause: Cause, reason: str, said: say.VoidRound) -> Refusal | None:
    """What lies on the layout goes back, or what has been dealt is settled as void."""
    state = draft.state
    draft.add(ev.RoundDeclaredVoid(state.number, cause, reason, said.clause))
    if not state.playing or state.round is None:
        _give_back(draft, None, reason, said.clause)
        return None
    if said.refund and draft.procedures.voids.paid == "returned":
        said = said._replace(undone=tuple(_paid_and_able(draft, state.round, said)))
    return draft.play(said)


def void_shoe(draft: Draft, command: cmd.VoidShoe) -> Refusal | None:
    """What has been completed stands; the round under way and the rest of the shoe do not."""
    state, clause = draft.state, _power(draft, command).clause
    if state.shoe.stage != "ready":
        return Refusal("no cards are in play that could be void", clause)
    refusal = _reason_refused(draft, command) or draft.require_notice("void-shoe", command.told)
    if refusal is None and (state.playing or state.betting != "closed"):
        refusal = _end_without_result(draft, "wrong-cards", command.reason, say.VoidRound(clause))
    if refusal is not None:
        return refusal
    reveal(draft)
    draft.add(ev.CardsBrought("", True))
    return None


def _money_refused(draft: Draft, command: VoidingRound) -> Refusal | None:
    """Wagers go back as a rule; where a document lets the house keep them, or a wrongdoer's, it says so."""
    state, terms = draft.state, draft.procedures.voids
    if not state.playing and not (command.refund and not command.forfeits):
        return draft.refuse("voids.refund", "no card has closed the wagers on the layout, so they go back")
    if not command.refund and terms.refund == "always":
        return draft.refuse("voids.refund", "the wagers of a void round go back")
    if command.forfeits and not terms.forfeits:
        return draft.refuse("voids.forfeits", "nobody's wager is kept when a round is void")
    playing = {wager.player for wager in state.round.wagers} if state.round is not None else set()
    for name in command.forfeits:
        if name not in playing:
            return draft.refuse("voids.forfeits", f"{name} has no wager in this round")
    return None


def _paid_and_able(draft: Draft, round_: State, said: say.VoidRound) -> Iterator[str]:
    """Who gives back what he was paid within the round: players who are there and still have it."""
    for name, player in draft.state.present.items():
        lines = void.of_round(round_, said._replace(undone=(name,)))
        mine = [(round_.wagers[line.wager], line) for line in lines if round_.wagers[line.wager].player == name]
        tokens = sum(amount for (_, owner, _), amount in draft.state.tokens_down.items() if owner == name)
        if mine and player.chips + sum(line.returned - (wager.returned or 0) for wager, line in mine) >= tokens:
            yield name


def declare_wagers_void(draft: Draft, command: cmd.VoidWagers) -> Refusal | None:
    state, clause = draft.state, _power(draft, command).clause
    refusal = _reason_refused(draft, command)
    if refusal is not None:
        return refusal
    if not state.playing and not any(state.laid(player=command.player)):
        return Refusal(f"{command.player} has no wager on the layout", clause)
    draft.add(ev.WagersDeclaredVoid(command.player, command.reason, clause))
    if not state.playing:
        _give_back(draft, command.player, command.reason, clause)
        return None
    refusal = draft.play(say.VoidWagers(command.player, clause))
    return refusal or deal_on(draft)


def _give_back(draft: Draft, player: str | None, reason: str, clause: str) -> None:
    """Wagers that no card has closed go back to their owners."""
    for bet in list(draft.state.laid(player=player)):
        draft.add(ev.WagerRefused(bet.box, bet.player, bet.bet, reason, clause))


# ------------------------------------------------------------------------------------------------------- wrongdoers


def exclude_player(draft: Draft, command: cmd.ExcludePlayer) -> Refusal | None:
    refusal = _reason_refused(draft, command)
    if refusal is not None:
        return refusal
    draft.add(ev.PlayerExcluded(command.player, command.reason, _power(draft, command).clause))
    if draft.at_table(command.player) is None:
        go(draft, command.player)
    return None


def detain_player(draft: Draft, command: cmd.DetainPlayer) -> Refusal | None:
    clause = _power(draft, command).clause
    if command.player in draft.state.detained:
        return Refusal(f"{command.player} is detained already", clause)
    refusal = _reason_refused(draft, command)
    if refusal is None:
        draft.add(ev.PlayerDetained(command.player, command.reason, clause))
    return refusal


def end_detention(draft: Draft, command: cmd.EndDetention) -> Refusal | None:
    clause = _power(draft, command).clause
    if command.player not in draft.state.detained:
        return Refusal(f"{command.player} is not detained", clause)
    if not command.handed_to.strip():
        return Refusal("who has taken over must be said", clause)
    draft.add(ev.DetentionEnded(command.player, command.handed_to))
    return None


def withhold_winnings(draft: Draft, command: cmd.WithholdWinnings) -> Refusal | None:
    """Winnings of one of the last rounds, in so far as the player still has them."""
    state, name, clause = draft.state, command.player, _power(draft, command).clause
    refusal = draft.at_table(name) or _reason_refused(draft, command)
    if refusal is not None:
        return refusal
    won = sum(each.amount for each in state.won if (each.player, each.round) == (name, command.round))
    if not won:
        return Refusal(f"{name} won nothing in round {command.round}, or it is long past", clause)
    if any((each.player, each.round) == (name, command.round) for each in state.withheld):
        return Refusal(f"the winnings of {name} in round {command.round} were withheld before", clause)
    amount = min(won, state.players[name].chips)
    if not amount:
        return Refusal(f"{name} has no chips that could be withheld", clause)
    draft.add(ev.WinningsWithheld(name, command.round, amount, command.reason))
    return None


def decide_on_winnings(draft: Draft, command: cmd.ReleaseWinnings | cmd.ForfeitWinnings) -> Refusal | None:
    """What comes of winnings once the matter has been looked into."""
    clause, withheld = _power(draft, command).clause, draft.state.withheld
    if not 0 <= command.held < len(withheld) or withheld[command.held].decided:
        return Refusal("no such winnings are withheld", clause)
    kind = ev.WinningsReleased if isinstance(command, cmd.ReleaseWinnings) else ev.WinningsForfeited
    held = withheld[command.held]
    draft.add(kind(command.held, held.player, held.amount))
    return None


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    **dict.fromkeys(CAUSES, declare_round_void),
    cmd.VoidShoe: void_shoe,
    cmd.VoidWagers: declare_wagers_void,
    cmd.ExcludePlayer: exclude_player,
    cmd.DetainPlayer: detain_player,
    cmd.EndDetention: end_detention,
    cmd.WithholdWinnings: withhold_winnings,
    cmd.ReleaseWinnings: decide_on_winnings,
    cmd.ForfeitWinnings: decide_on_winnings,
}
