"""Routes for the drill: what may be asked, and the state of a drill after its answers, for anybody.

Nothing is kept: who asks says which drill it is and what was answered, so any process may answer.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter

from cutcard.service import drills
from cutcard.service.api import CasinoDep, Reader
from cutcard.service.routes.bodies import ERRORS
from cutcard.service.routes.rulebooks import BookName, GameName, check_known
from cutcard.service.routes.training_bodies import DrillAsked, DrillOffered, DrillStands

router = APIRouter(prefix="/api/training", tags=["training"], responses=ERRORS)


@router.get("/{book}/{game}")
async def show_drill(casino: CasinoDep, reader: Reader, book: BookName, game: GameName) -> DrillOffered:
    """What a drill about a game may ask, and what may be answered: kinds, rulings and roles in words."""
    check_known(book, game)
    casino.reads.count("training", reader)
    return await asyncio.to_thread(drills.offered, book, game)


@router.post("")
async def run_drill(casino: CasinoDep, reader: Reader, body: DrillAsked) -> DrillStands:
    """Mark the last answer of a drill and ask its next question.

    A question comes without its answer. The same drill with the same answers always stands at the same question.
    """
    check_known(body.book, body.game)
    async with casino.reads.turn("training", reader):
        return await asyncio.to_thread(drills.drill_state, body)
