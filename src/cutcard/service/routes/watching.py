"""Routes for monitoring: health and metrics."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from cutcard.service.api import CasinoDep, error_body
from cutcard.service.routes.bodies import ERRORS
from cutcard.store import StoreError

router = APIRouter(tags=["watching"])


@router.get("/health", responses={503: ERRORS[503]})
async def health(casino: CasinoDep) -> Any:
    """200 with the position of the store's last row if the store answers; otherwise 503."""
    try:
        head = await asyncio.wait_for(asyncio.to_thread(casino.store.head), 5.0)
    except (StoreError, TimeoutError) as error:
        return JSONResponse(error_body(f"the store does not answer: {error}"), 503)
    return {"status": "ok", "position": head.version}


@router.get("/metrics", response_class=PlainTextResponse, responses={404: ERRORS[404]})
async def metrics(casino: CasinoDep) -> Response:
    """Metrics in Prometheus format."""
    if not casino.settings.metrics:
        return JSONResponse(error_body("metrics are switched off"), 404)
    text, kind = casino.metrics.text()
    return Response(text, media_type=kind)
