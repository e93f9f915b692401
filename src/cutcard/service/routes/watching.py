"""Routes for monitoring: health and metrics."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from cutcard.service.api import CasinoDep, error_body, reader_key
from cutcard.service.errors import ClockJumped, sentence_for
from cutcard.service.routes.bodies import ERRORS, ErrorBody
from cutcard.store import StoreError

router = APIRouter(tags=["watching"])


@router.get("/health", responses={503: {"model": ErrorBody, "description": ERRORS[503]["description"]}})
async def health(casino: CasinoDep) -> Any:
    """200 with the position of the store's last row if the store answers and every background task runs; else 503.

    `audit` is "fault" if the last scheduled audit found one: play goes on, and somebody has to look.
    """
    faults = casino.faults()
    if faults:
        message = "; ".join(f"{what} has died{f': error {id_}' if id_ else ''}" for what, id_ in faults.items())
        return JSONResponse({**error_body(message), "down": sorted(casino.tasks.down)}, 503)
    if casino.clock.jumped_ms:
        jumped = ClockJumped(casino.clock.jumped_ms, casino.clock.confirmed_in_ms)
        return JSONResponse({**error_body(jumped.message), "clock_jumped_ms": casino.clock.jumped_ms}, 503)
    try:
        head = await casino.store_head()
    except (StoreError, TimeoutError) as error:
        return JSONResponse(error_body(sentence_for(error, path="/health")), 503)
    found = {"position": head.version, "out_of_order": len(casino.floor.fences.ids())}
    return {"status": "ok", **found, "audit": "fault" if casino.auditor.alarm else "ok"}


@router.get("/metrics", response_class=PlainTextResponse, responses={key: ERRORS[key] for key in (404, 429, 503)})
async def metrics(casino: CasinoDep, request: Request) -> Response:
    """Metrics in Prometheus format."""
    if not casino.settings.metrics:
        return JSONResponse(error_body("metrics are switched off"), 404)
    async with casino.reads.turn("metrics", reader_key(None, request)):
        casino.metrics.tables_out_of_order.set(len(casino.floor.fences.ids()))
        casino.metrics.tasks_down.set(len(casino.faults()))
        casino.metrics.rows_read.set(casino.store.rows_read)
        for link in (await casino.jackpots.shown()).links.values():
            for meter in link.meters:
                casino.metrics.meters.labels(link.link, meter.meter).set(meter.cents)
        text, kind = casino.metrics.text()
    return Response(text, media_type=kind)
