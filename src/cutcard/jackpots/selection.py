"""The device with which a jackpot system picks boxes, for Lucky Player or Mystery: committed to beforehand.

Its secret is sealed in the store. When the device is renewed or the link closes, the old secret is revealed, and with
it every draw can be checked: `selected` in `table/selection.py` is all there is to it.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.jackpots.draft import LinkDraft
from cutcard.jackpots.registry import command, event, handles, reduces
from cutcard.jackpots.state import LinkState
from cutcard.refusals import Refusal
from cutcard.table.link_terms import Selector
from cutcard.table.selection import commitment


@command("renew the device that picks boxes", group="device")
class RenewDevice(NamedTuple):
    """Reveal the secret from which boxes were picked, and commit to a new one."""

    secret: str = ""  # put in by the house


@event(seen_by="nobody")
class DeviceSecret(NamedTuple):
    """The secret from which the device picks boxes from now on."""

    number: int
    secret: str


@event(seen_by="everybody", log="the device that picks boxes has committed to its draws: {commitment}")
class DeviceCommitted(NamedTuple):
    number: int
    commitment: str
    per_million: int


@event(seen_by="everybody", log="the secret of the device is revealed: {secret}")
class DeviceRevealed(NamedTuple):
    number: int
    secret: str
    commitment: str


def commit_device(draft: LinkDraft, secret: str) -> Refusal | None:
    """Commit to a secret, which takes at least 32 bytes of chance."""
    if len(secret) != 64 or not all(digit in "0123456789abcdef" for digit in secret):
        return Refusal("device-without-secret")
    number = draft.state.device + 1
    draft.add(DeviceSecret(number, secret))
    draft.add(DeviceCommitted(number, commitment(secret), draft.state.terms.selected_per_million))
    return None


def reveal_device(draft: LinkDraft) -> None:
    """Show everybody the secret of the device, which picks nothing more with it."""
    state = draft.state
    if state.secret:
        draft.add(DeviceRevealed(state.device, state.secret, state.commitment))


def selector(state: LinkState) -> Selector | None:
    """The device of a link; None: it picks no boxes."""
    return Selector(state.device, state.secret, state.terms.selected_per_million) if state.secret else None


@handles(RenewDevice)
def renew_device(draft: LinkDraft, command: RenewDevice) -> Refusal | None:
    if not draft.state.secret:
        return Refusal("link-has-no-device", draft.power(command).clause)
    reveal_device(draft)
    return commit_device(draft, command.secret)


@reduces(DeviceSecret)
def _kept(state: LinkState, event: DeviceSecret) -> LinkState:
    return state._replace(device=event.number, secret=event.secret)


@reduces(DeviceCommitted)
def _committed(state: LinkState, event: DeviceCommitted) -> LinkState:
    return state._replace(commitment=event.commitment)


@reduces(DeviceRevealed)
def _revealed(state: LinkState, event: DeviceRevealed) -> LinkState:
    return state._replace(secret="", commitment="")
