"""The quick attacks of tools/attack, each family on a service of its own; `make attack` has all, and both databases."""

from __future__ import annotations

from typing import Any

import pytest
from support.attacked_service import InThread

from tools.attack.campaign import campaign
from tools.attack.house import House
from tools.attack.suite import ATTACKS, Attack, Succeeded, tried


def in_thread(where: str, _descriptors: int | None, **settings: str) -> House:
    settings.pop("CUTCARD_KEYS")  # the key ring is beside the store
    return House(where, InThread(where, settings))


@pytest.mark.parametrize("family", ATTACKS)
def test_every_attack_is_held_off(family: str) -> None:
    outcomes = list(campaign(family, "sqlite", quick=True, start=in_thread))
    assert outcomes
    assert not [f"{outcome.attack.name}: {outcome.says}" for outcome in outcomes if not outcome.held]


def test_every_cause_is_attacked() -> None:
    """The causes that were found, by number; 20, a clock that jumps, cannot be had from outside: tests/floor has it."""
    attacked = {attack.item for attacks in ATTACKS.values() for attack in attacks}
    assert {str(number) for number in range(1, 22)} - attacked == {"20"}


def test_an_attack_that_succeeds_is_reported() -> None:
    def succeeds(_: House) -> None:
        raise Succeeded("a million")

    def breaks(_: House) -> None:
        raise ZeroDivisionError

    house: Any = None
    attacks = [Attack("0", "a test", "", run, quick=True) for run in (succeeds, breaks, lambda _: None)]
    outcomes = list(tried(attacks, house, "sqlite"))
    assert [outcome.held for outcome in outcomes] == [False, False, True]
    assert outcomes[0].says == "a million"
    assert "not tried to the end: ZeroDivisionError" in outcomes[1].says
