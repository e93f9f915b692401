"""Schemathesis against the OpenAPI description, in every role: the answer is one that the description tells of."""

from __future__ import annotations

from typing import Any

import pytest
from support.running_service import Running
from support.schema_fuzz import WHO, asked_everything, described

from cutcard.service.wire import WORDS

OFTEN = {"nobody": (1, 3), "guest": (1, 3), "player": (2, 30), "inspector": (1, 3), "administrator": (2, 30)}
SELDOM = (1, 8)  # examples of each operation, and of commands; `python -m tools.fuzz_api` asks for more
LADDERS = [who for who in WHO if who not in OFTEN]
TURNS = 4  # every so many operations in one role of a ladder, so that each operation is asked in some


@pytest.fixture(scope="module")
def schema(service: Running) -> Any:
    return described(service)


@pytest.mark.parametrize("who", WHO)
def test_every_answer_is_one_that_the_description_tells_of(service: Running, schema: Any, who: str) -> None:
    share = slice(LADDERS.index(who) % TURNS, None, TURNS) if who in LADDERS else slice(None)
    assert asked_everything(service, schema, who, *OFTEN.get(who, SELDOM), share) > 20


def test_the_description_has_every_command(schema: Any) -> None:
    described = schema.raw_schema["components"]["schemas"]["Given"]["properties"]["command"]["discriminator"]["mapping"]
    assert set(described) == set(WORDS)
