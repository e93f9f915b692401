"""The training page: a dealer's drill about mistakes in the deal, or about payments."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.routes.rulebooks import list_books
from cutcard.web.frame import page

router = APIRouter(include_in_schema=False)
PATH = "/training"


@router.get(PATH)
async def training(request: Request) -> Response:
    """Which drill it is stands in the address, so that it can be sent to somebody; what is wrong there is left out."""
    books = [
        {
            "id": book.id,
            "title": f"{book.title}, {book.edition}",
            "games": [{"id": game.id, "title": game.title} for game in book.games],
        }
        for book in await list_books()
    ]
    return page(request, "training.html", title="Training", section=PATH, data={"books": books})
