"""Checking a shoe in the browser: nothing but the file is needed, and nothing is sent anywhere."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.web.frame import page

router = APIRouter(include_in_schema=False)


@router.get("/shoe")
async def shoe(request: Request) -> Response:
    asked = {"table": request.query_params.get("table", "")[:64], "shoe": request.query_params.get("shoe", "")[:10]}
    return page(request, "shoe.html", title="Check a shoe", section="/history", data=asked)
