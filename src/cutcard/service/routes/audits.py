"""Routes for the audit of the store: the result of the scheduled one, and one that somebody runs."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import APIRouter
from fastapi.responses import StreamingResponse

from cutcard.service.api import CasinoDep, Known
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.history_bodies import AuditShown

router = APIRouter(prefix="/api/audit", tags=["history"], responses=ERRORS)
LINES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/x-ndjson": {"schema": {"type": "string"}}}, "description": "progress, verdict"}
}


def may_run(caller: Caller) -> bool:
    """Whether the caller may run an audit, and read what it says of rows."""
    return caller.oversees


@router.get("")
async def show_audit(casino: CasinoDep, caller: Known) -> AuditShown:
    """What the last audits found, for staff; what a row says is only for inspectors and administrators."""
    if caller.plays:
        raise Forbidden("audits are for staff, inspectors and administrators")
    return AuditShown(
        every_hours=casino.settings.audit_every_hours,
        fault=bool(casino.auditor.alarm),
        last_ms=casino.auditor.last_ms,
        running=casino.audit.busy,
        last=casino.audit.last if may_run(caller) else None,
    )


@router.post("", response_class=StreamingResponse, responses=LINES)
async def run_audit(casino: CasinoDep, caller: Known) -> StreamingResponse:
    """Audit the store. The answer is a line of JSON with `done` and `of` now and then, and at last the `verdict`.

    If an audit is running already, its lines are answered. What it finds may be anybody's, in any casino, so this is
    for inspectors and administrators.
    """
    if not may_run(caller):
        raise Forbidden("audits are run by inspectors and administrators")
    return StreamingResponse(_lines(casino), media_type="application/x-ndjson")


async def _lines(casino: Casino) -> AsyncIterator[str]:
    async for report in casino.audit.followed():
        yield _line(report)


def _line(report: dict[str, Any]) -> str:
    return json.dumps(report, ensure_ascii=False) + "\n"
