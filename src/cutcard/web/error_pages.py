"""The pages for what cannot be shown: not found, not for this visitor, out of order, or a mistake of ours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from cutcard.service.api import not_as_described
from cutcard.service.errors import NoSuchTable, NoSuchTournament, sentence_for, status_of
from cutcard.service.found_rounds import NoSuchRound
from cutcard.service.shared_rounds import NoSuchShare
from cutcard.web.frame import page
from cutcard.web.visitor import TurnedAway, log_in_url

Handler = Callable[[Request, Any], Awaitable[Response]]
OTHERS = ("/api", "/static", "/health", "/metrics")  # whose errors are for programs
HEADINGS = {404: "There is no such page", 503: "Out of order"}
MISSING: dict[type[Exception], str] = {
    NoSuchTable: "No such table",
    NoSuchTournament: "No such tournament",
    NoSuchRound: "No such round",
    NoSuchShare: "No such link",
}
HEADING = "This page cannot be shown"


def add_error_pages(made: FastAPI) -> None:
    """Answer errors of pages with a page; those of the API stay as they are."""
    for kind, handler in list(made.exception_handlers.items()):
        made.add_exception_handler(kind, _for_people(handler))
    made.add_exception_handler(TurnedAway, _turned_away)


def _for_people(otherwise: Any) -> Handler:
    async def answered(request: Request, error: Exception) -> Response:
        if request.url.path.startswith(OTHERS):
            answer: Response = await otherwise(request, error)
            return answer
        return error_page(request, error)

    return answered


def error_page(request: Request, error: Exception) -> Response:
    """The page for an error: a sentence, of our own mistakes only their id in the log."""
    if isinstance(error, HTTPException):
        status, says = error.status_code, "" if error.status_code == 404 else f"{error.detail}"
    elif isinstance(error, RequestValidationError):  # of what is asked for in the path, nothing can be there
        of_path = error.errors()[0]["loc"][0] == "path"
        status, says = (404, "") if of_path else (422, not_as_described(error))
    else:
        status, says = status_of(error), sentence_for(error, path=request.url.path)
    known = next((heading for kind, heading in MISSING.items() if isinstance(error, kind)), None)
    heading = known or HEADINGS.get(status, HEADING)
    return page(request, "error.html", title=heading, status=status, heading=heading, message=says)


async def _turned_away(request: Request, error: Any) -> Response:
    """To somebody who is not logged in the page to log in; to others for whom a page is, who they are, where to go."""
    path, caller = request.url.path, error.caller
    if caller is None:
        return RedirectResponse(f"{log_in_url(path)}&why={error.why}", 303)
    return page(
        request,
        "not_yours.html",
        title="Not for everybody",
        section=path,
        status=403,
        readers=error.readers,
        caller=caller,
        article="an" if caller.role[:1] in "aeiou" else "a",
        log_in=log_in_url(path),
    )
