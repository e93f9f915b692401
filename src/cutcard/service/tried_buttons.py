"""Buttons whose commands are tried beforehand, so that a disabled one says why."""

from __future__ import annotations

from typing import Literal

from cutcard import table as t
from cutcard.engine import Refusal
from cutcard.narration.formatting import sentence
from cutcard.service.routes.bodies_table import Button
from cutcard.service.wire import command_fields
from cutcard.table import Person, TableState
from cutcard.table.config import PLAYER


def refused(state: TableState, name: str, *commands: t.Command) -> Refusal | None:
    """Why these commands, one after the other, would be refused now."""
    for command in commands:
        acted = t.act(state, command, Person(name, PLAYER), state.now)
        if isinstance(acted, Refusal):
            return acted
        state = acted.state
    return None


def tried_button(
    state: TableState,
    name: str,
    button_id: str,
    label: str,
    *commands: t.Command,
    detail: str = "",
    key: str = "",
    kind: Literal["primary", "plain", "quiet"] = "plain",
) -> Button:
    """A button for these commands, disabled with the reason where they would be refused now."""
    refusal = refused(state, name, *commands)
    return Button(
        id=button_id,
        label=label,
        detail=detail,
        key=key,
        kind=kind,
        enabled=refusal is None,
        why=sentence(refusal.message_to(name)) if refusal is not None else "",
        clause=(refusal.clause or "") if refusal is not None else "",
        commands=[command_fields(command) for command in commands],
    )
