"""Schemathesis against the OpenAPI description, as every kind of person: whatever is sent, the answer is described."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

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

from cutcard.floor.floor import now_ms
from cutcard.service.accounts import GUEST, all_roles, staff_roles
from cutcard.table import Sit
from support.running_service import Running, bearer
from support.waiting import PATIENCE_S

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
QUIET = settings(
    deadline=None,
    database=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
NOBODY = "nobody"
WHO: tuple[str, ...] = (NOBODY, *all_roles())
TABLE = "T1"


def described(service: Running) -> Any:
    """The description of a service that has a table, at which somebody sits."""
    service.open(TABLE)
    service.give(TABLE, Sit(1), service.person("ann"))
    return schemathesis.openapi.from_url(f"{service.address}/api/openapi.json", timeout=PATIENCE_S)


def token_of(service: Running, who: str) -> str | None:
    """A token that is good now, however often somebody was logged out."""
    if who == NOBODY:
        return None
    if who == GUEST:
        return str(service.http.post("/api/guest").json()["token"])
    casino = next((casino for casino, ladder in staff_roles().items() if who in ladder), "")
    service.person(f"the-{who}", who, casino)
    service.casino.accounts.enable(f"the-{who}")
    return service.casino.tokens.issue(f"the-{who}", now_ms())


def operations(schema: Any) -> Iterator[Any]:
    for found in schema.get_all_operations():
        yield found.ok()


def asked(service: Running, operation: Any, who: str, mode: GenerationMode, examples: int) -> int:
    """How many requests of an operation were answered as the description says; raises where one was not."""
    token = token_of(service, who)
    turn = itertools.count()

    @settings(QUIET, max_examples=examples)
    @given(case=operation.as_strategy(generation_mode=mode))
    def check(case: Any) -> None:
        if next(turn) % 2 == 0 and "table" in (case.path_parameters or {}):
            case.path_parameters["table"] = TABLE  # else hardly ever a table that there is
        answer = case.call(headers=bearer(token), timeout=PATIENCE_S)
        case.validate_response(answer, checks=CHECKS)

    try:
        check()
    except Unsatisfiable:  # a question without any words cannot be put wrongly
        assert mode is GenerationMode.NEGATIVE
    return next(turn)


def asked_everything(
    service: Running, schema: Any, who: str, examples: int, commands: int, share: slice = slice(None)
) -> int:
    """Every operation, or a share of them, in both modes, commands more often; how many requests those were."""
    count = 0
    for operation in list(operations(schema))[share]:
        number = commands if operation.path.endswith("/commands") else examples
        for mode in GenerationMode:
            count += asked(service, operation, who, mode, number)
    return count
