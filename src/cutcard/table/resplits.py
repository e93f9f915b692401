"""Leave to split a pair again, where a document lets somebody give it for a table."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.rulebooks import resplit_options, rules
from cutcard.rulebooks.schema import Rules
from cutcard.table.draft import Draft
from cutcard.table.limits import between_rounds
from cutcard.table.registry import NAMES, command, event, handles, phrase, reduces
from cutcard.table.state import TableState


@command("permit pairs to be split again", group="limits")
class PermitResplits(NamedTuple):
    """Let pairs be split again at this table from the next round on, or end that."""

    permitted: bool = True
    told: bool = False  # the players were told first


@event(seen_by="everybody", log="pairs may be split again from the next round on: {permitted:yes}")
class ResplitsPermitted(NamedTuple):
    """The sign says what holds from the next round on."""

    permitted: bool


@event(seen_by="everybody", log="pairs may be split again from now on: {permitted:yes}")
class ResplitsChanged(NamedTuple):
    """What the sign has said holds from now on."""

    permitted: bool


def resplits_permitted(game_rules: Rules) -> bool:
    """Whether a table lets pairs be split again once somebody has permitted it."""
    return any(game_rules.options[name] is True for name in resplit_options(game_rules))


@handles(PermitResplits)
def permit_resplits(draft: Draft, command: PermitResplits) -> Refusal | None:
    """Anybody who begins a round knows whether pairs may be split again in it: a change waits for the next."""
    power, state = draft.power(command), draft.state
    if not resplit_options(state.rules):
        return Refusal("no-resplits-to-permit", power.clause, {"game": state.rules.title})
    coming = resplits_permitted(state.rules) if state.resplits_coming is None else state.resplits_coming
    if command.permitted == coming:
        return Refusal("resplits-permitted-already" if coming else "resplits-not-permitted", power.clause)
    if power.tells and not command.told:
        facts = {"role": power.tells[0], "act": phrase(NAMES[PermitResplits])}
        return Refusal("notice-missing", power.tells_clause, facts)
    draft.add(ResplitsPermitted(command.permitted))
    resplits_due(draft)
    return None


def resplits_due(draft: Draft) -> None:
    """What was said about splitting again takes effect between rounds."""
    coming = draft.state.resplits_coming
    if coming is not None and between_rounds(draft.state):
        draft.add(ResplitsChanged(coming))


@reduces(ResplitsPermitted)
def _permitted(state: TableState, event: ResplitsPermitted) -> TableState:
    return state._replace(resplits_coming=event.permitted)


@reduces(ResplitsChanged)
def _changed(state: TableState, event: ResplitsChanged) -> TableState:
    """The table's own option for it is set, so that rounds and their records know."""
    game_rules = state.rules
    chosen = dict.fromkeys(resplit_options(game_rules), event.permitted)
    again = rules(game_rules.book, game_rules.game, {**game_rules.options, **chosen})
    return state._replace(resplits_coming=None, config_or_none=state.config._replace(rules=again))
