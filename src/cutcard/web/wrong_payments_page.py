"""The wrong payments of a month: what the regulator must be told of, and the others."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.routes import reports
from cutcard.web.frame import page
from cutcard.web.visitor import TurnedAway, Visitor

PATH = "/reports/wrong-payments"
router = APIRouter(include_in_schema=False)


@router.get(PATH)
async def wrong_payments(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """Every wrong payment that was found in a month, with everything that was done about it."""
    if caller is None:
        raise TurnedAway(why="staff")
    if not reports.may_read(caller):
        raise TurnedAway(caller, reports.READERS)
    typed = request.query_params.get("month", "").strip()[:20]
    month, wrong = reports.month_typed(typed, casino.now(), casino.settings.time_zone)
    found = await reports.shown(casino, caller, reader_key(caller, request), month)
    return page(
        request,
        "wrong_payments.html",
        title=f"Wrong payments of {month.name}",
        section="/staff",
        wide=True,
        found=found,
        wrong=wrong,
    )
