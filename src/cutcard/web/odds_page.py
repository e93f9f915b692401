"""The odds page: a game's edge, how to play it, what a changed rule is worth, its side bets, and two games compared."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.odds_address import questions_in
from cutcard.service.routes.rulebooks import list_books
from cutcard.web.frame import page

router = APIRouter(include_in_schema=False)
PATH = "/odds"


@router.get(PATH)
async def odds(request: Request) -> Response:
    data = {"books": await list_books(), "asked": questions_in(request.query_params)}
    return page(request, "odds.html", title="Odds", section=PATH, data=data)
