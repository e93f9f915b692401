"""Schemathesis against the OpenAPI description: whatever is sent, the answer is one that the description tells of."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from support.running_service import Running, bearer
from support.waiting import PATIENCE_S

from cutcard.floor.floor import now_ms
from cutcard.service.wire import WORDS
from cutcard.table import Sit

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
EXAMPLES = 6  # of each operation, for each kind of person, in each mode
COMMANDS = 120
QUIET = settings(
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
WHO = ("nobody", "guest", "player", "dealer", "inspector", "administrator")


@pytest.fixture(scope="module")
def schema(service: Running) -> Any:
    service.open("T1")
    service.give("T1", Sit(1), service.person("ann"))
    return schemathesis.openapi.from_url(f"{service.address}/api/openapi.json")


def token_of(service: Running, who: str) -> str | None:
    """A token that is good now, however often somebody was logged out."""
    if who == "nobody":
        return None
    if who == "guest":
        return str(service.http.post("/api/guest").json()["token"])
    role, casino = ("dealer", "sydney") if who == "dealer" else (who, "")
    service.person(f"the-{who}", role, casino)
    return service.casino.tokens.issue(f"the-{who}", now_ms())


def operations(schema: Any) -> Iterator[Any]:
    for found in schema.get_all_operations():
        yield found.ok()


def asked(service: Running, operation: Any, who: str, mode: GenerationMode, examples: int) -> int:
    """How many requests of an operation were answered as the description says."""
    token = token_of(service, who)
    turn = itertools.count()

    @settings(QUIET, max_examples=examples)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        if next(turn) % 2 == 0 and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = "T1"  # else hardly ever a table that there is
        answer = case.call(headers=bearer(token), timeout=PATIENCE_S)
        case.validate_response(answer, checks=CHECKS)

    try:
        check()
    except Unsatisfiable:  # a question without any words cannot be put wrongly
        assert mode is GenerationMode.NEGATIVE
    return next(turn)


@pytest.mark.parametrize("who", WHO)
def test_every_answer_is_one_that_the_description_tells_of(service: Running, schema: Any, who: str) -> None:
    count = 0
    for operation in operations(schema):
        gives = operation.path.endswith("/commands") and who in ("player", "administrator")
        for mode in GenerationMode:
            count += asked(service, operation, who, mode, COMMANDS if gives else EXAMPLES)
    assert count > 100


def test_the_description_has_every_command(schema: Any) -> None:
    described = schema.raw_schema["components"]["schemas"]["Given"]["properties"]["command"]["discriminator"]["mapping"]
    assert set(described) == set(WORDS)
