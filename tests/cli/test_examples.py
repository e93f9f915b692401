"""Each command ends its help with examples that can be typed as they are."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from cutcard.cli import app
from cutcard.cli.examples import EXAMPLES


def leaves(group: Any, *names: str) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from leaves(command, *names, name)
        else:
            yield " ".join((*names, name)), command


COMMANDS = dict(leaves(get_command(app)))


def test_every_command_has_examples_and_no_other_has() -> None:
    assert set(COMMANDS) == set(EXAMPLES)
    assert all(EXAMPLES.values())


@pytest.mark.parametrize(("name", "example"), [(name, line) for name, lines in EXAMPLES.items() for line in lines])
def test_an_example_is_of_its_command_and_has_options_that_it_takes(name: str, example: str) -> None:
    words = shlex.split(example.partition(" < ")[0])
    path, command = name.split(), COMMANDS[name]
    assert words[: len(path)] == path
    files = {"home.toml", "house-rules.toml"}  # read when they are given, and not here
    arguments = [word if word not in files else "melbourne-v26" for word in words[len(path) :]]
    with command.make_context(name, arguments) as context:
        assert f"cutcard {example}" in command.get_help(context)
