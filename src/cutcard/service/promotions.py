"""Promotions as the service shows them: to everybody, to a player their own part, and to staff what is due."""

from __future__ import annotations

from typing import Any

from cutcard.money import priced as priced
from cutcard.promotions import PromotionState
from cutcard.promotions.duties import duties_open
from cutcard.promotions.promotion_results import results
from cutcard.promotions.winners import chosen_from, money_instead
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.store import Store
from cutcard.store.person_keys import PersonKeys

ENTERED_BY_FORM = "form"


class PrizeShown(Body):
    """A prize of the conditions; `left` is how many of it nobody has won yet."""

    prize: int
    name: str
    nature: str
    value: int
    number: int
    left: int


class WinShown(Body):
    """A prize that the caller has won, and its state."""

    win: int
    prize: int
    name: str
    value: int
    status: str
    offered: int  # money that they may take instead
    taken: int
    chosen_from: list[str]  # the means of payment that they choose from; empty: the conditions say how it is paid
    chosen: dict[str, int]  # so much by each means


class PromotionListed(Body):
    promotion: str
    title: str
    book: str
    phase: str
    postponed: bool
    play_money: bool
    starts_at: int
    entries_close_at: int
    draw_at: int
    place: str
    value: int  # of all prizes


class PromotionShown(PromotionListed):
    """A promotion as everybody may see it; `seal` is the commitment to the next draw."""

    prizes: list[PrizeShown]
    winners: list[str]
    seal: str
    results_at: str
    by_form: bool  # whether one enters by a form


class OwnComplaint(Body):
    """What the caller has complained about, what was decided, and whether they were told where to complain further."""

    complaint: int
    about: str
    at: int
    decision: str
    advised: bool


class OwnPart(Body):
    """The caller's own part in a promotion."""

    entries: int
    entered: bool
    wins: list[WinShown]
    complaints: list[OwnComplaint]


class DutyShown(Body):
    """What a promotion owes to the regulator or to people, and by when."""

    promotion: str
    what: str  # the command that does it
    about: str
    due_at: int
    clause: str
    book: str
    soon: bool  # it is due as soon as possible, and by no hour late


def listed(state: PromotionState) -> PromotionListed:
    """A promotion in the list of all."""
    return PromotionListed(**_listed(state))


def _listed(state: PromotionState) -> dict[str, Any]:
    conditions = state.conditions
    return {
        "promotion": state.promotion,
        "title": conditions.title,
        "book": conditions.book,
        "phase": state.phase,
        "postponed": state.postponed,
        "play_money": conditions.currency == "play",
        "starts_at": conditions.starts_at,
        "entries_close_at": conditions.entries_close_at,
        "draw_at": conditions.draw_at,
        "place": conditions.place,
        "value": sum(prize.value * prize.number for prize in conditions.prizes),
    }


def shown(state: PromotionState) -> PromotionShown:
    """A promotion for everybody."""
    conditions = state.conditions
    prizes = [
        PrizeShown(prize=at, name=one.name, nature=one.nature, value=one.value, number=one.number, left=state.left(at))
        for at, one in enumerate(conditions.prizes, 1)
    ]
    return PromotionShown(
        **_listed(state),
        prizes=prizes,
        winners=[row.player for row in results(state).rows if row.status != "refused"],
        seal=state.commitment,
        results_at=state.results_at or conditions.results_at,
        by_form=any(rule.earned_by == ENTERED_BY_FORM for rule in conditions.entry_rules),
    )


def own_part(store: Store, state: PromotionState, caller: Caller | None) -> OwnPart | None:
    """What a player has in a promotion; nothing for others."""
    if caller is None or not caller.plays:
        return None
    wins = [
        WinShown(
            win=one.number,
            prize=one.prize,
            name=state.prize(one.prize).name,
            value=state.prize(one.prize).value,
            status=one.status,
            offered=money_instead(state, one),
            taken=one.taken,
            chosen_from=list(chosen_from(state, one)),
            chosen=dict(one.chosen),
        )
        for one in state.wins.values()
        if one.player == caller.name
    ]
    own = [one for one in state.complaints.values() if one.player == caller.name]
    written: list[dict[str, Any]] = [{"about": one.about, "decision": one.decision} for one in own]
    PersonKeys(store).read(written)
    complaints = [
        OwnComplaint(complaint=one.number, at=one.at, advised=bool(one.advised_at), **texts)
        for one, texts in zip(own, written, strict=True)
    ]
    entered = caller.name in state.forms
    return OwnPart(entries=state.entries(caller.name), entered=entered, wins=wins, complaints=complaints)


def duties_shown(state: PromotionState) -> list[DutyShown]:
    """What is still to be done, in the order in which it is due."""
    book = state.conditions.book
    return [
        DutyShown(
            promotion=state.promotion,
            what=one.what,
            about=one.about,
            due_at=one.due_at,
            clause=one.clause,
            book=book,
            soon=one.soon,
        )
        for one in duties_open(state)
    ]
