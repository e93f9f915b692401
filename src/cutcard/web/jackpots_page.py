"""The public display of jackpots, for a screen above the tables: every link, or one alone."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep
from cutcard.service.routes.jackpots import list_jackpots
from cutcard.web.frame import page
from cutcard.web.preloads import modules

router = APIRouter(include_in_schema=False)


@router.get("/jackpots")
async def jackpots(request: Request, casino: CasinoDep, link: Annotated[str, Query(max_length=64)] = "") -> Response:
    """What the meters show now; the page's script follows them."""
    shown = await list_jackpots(casino)
    listed = [one for one in shown.links if one.phase == "open" and link in ("", one.link)]
    return page(
        request,
        "jackpots.html",
        title="Jackpots",
        section="/jackpots",
        data={"shown": shown, "link": link},
        shown=listed,
        alone=bool(link),
        modules=modules("jackpots.js"),
        exact=exact,
    )


def exact(cents: int) -> str:
    """What a meter shows, always with cents.

    >>> exact(1_000_005), exact(50)
    ('$10,000.05', '$0.50')
    """
    return f"${cents // 100:,}.{cents % 100:02}"
