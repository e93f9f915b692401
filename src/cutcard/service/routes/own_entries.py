"""A player's own entries to a tournament, and what they may do with each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from cutcard.narration.formatting import money
from cutcard.refusals import Refusal
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.routes.stream_answers import question
from cutcard.service.wire import command_fields
from cutcard.streams import Acted, Reading
from cutcard.table import Command
from cutcard.tournaments import BuyBackIn, NameSubstitute, SignTerms, TournamentState, WithdrawEntry
from cutcard.tournaments.fees import FeeRefunded
from cutcard.tournaments.tournament_state import Entrant

STAND_IN = "their-substitute"  # tried in place of a name that is not given yet


class ChoiceField(Body):
    """What is to be filled in before a choice is sent: it goes into the command under its name."""

    name: str
    label: str
    kind: Literal["text", "check"]


class OwnChoice(Body):
    """An action on an entry: the command that it gives, and what it does."""

    label: str
    note: str
    command: dict[str, Any]
    fields: list[ChoiceField]


class OwnEntry(Body):
    """An entry of the caller's own, and what became of it; `reason` is of a refusal or a disqualification."""

    number: int
    status: str
    signed: bool
    paid: int
    reason: str
    goods: list[str]
    choices: list[OwnChoice]


class _Offer(NamedTuple):
    label: str
    command: Command
    fields: tuple[ChoiceField, ...] = ()


async def own_entries(casino: Casino, state: TournamentState, caller: Caller | None) -> list[OwnEntry]:
    """The entries of the caller, each with what would not be refused now."""
    if caller is None or not caller.plays:
        return []
    own = [one for one in state.entrants.values() if caller.name in (one.player, one.applicant)]
    return [
        OwnEntry(
            number=one.number,
            status=one.status,
            signed=one.signed,
            paid=one.paid,
            reason=one.reason,
            goods=list(one.goods),
            choices=await _choices(casino, state, one, caller),
        )
        for one in own
    ]


async def _choices(casino: Casino, state: TournamentState, one: Entrant, caller: Caller) -> list[OwnChoice]:
    person, found = caller.at(state.terms.book), list[OwnChoice]()
    for offer in _offers(state, one) if person is not None else ():
        assert person is not None
        asked = await question(casino, state, offer.command, person, _comes_back)
        if not isinstance(asked, Refusal):
            note = asked.facts[0] if isinstance(offer.command, WithdrawEntry) else ""
            fields = [*offer.fields]
            given = command_fields(offer.command)
            given |= {field.name: "" if field.kind == "text" else False for field in fields}
            found.append(OwnChoice(label=offer.label, note=note, command=given, fields=fields))
    return found


def _offers(state: TournamentState, one: Entrant) -> Iterator[_Offer]:
    terms = state.terms
    if terms.signed and (not one.signed or one.copy != state.digest):
        yield _Offer("Sign the terms", SignTerms(one.number))
    if terms.buy_back is not None:
        yield _Offer(f"Buy back in for {money(terms.buy_back.price)}", BuyBackIn(one.number))
    if terms.substitutes:
        who = ChoiceField(name="player", label="Who plays for you", kind="text")
        yield _Offer("Name a substitute", NameSubstitute(one.number, STAND_IN), (who,))
    yield _Offer("Withdraw", WithdrawEntry(one.number))


def _comes_back(acted: Acted, reading: Reading) -> list[str]:
    back = sum(each.fee + each.commission for each in acted.events if isinstance(each, FeeRefunded))
    return [f"You get {money(back)} back." if back else "What you have paid stays in the pool."]
