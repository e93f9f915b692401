"""Draws: what decides one is sealed before entries close, so that nobody can choose it, and everybody can repeat it.

Every entry is a ticket. Tickets are numbered from 1 in the order of the players' names, and drawn in the order of the
hashes that the sealed secret gives them, as `tournaments/ballot.py` draws seats. Prizes go to them in the order of the
conditions; a ticket of somebody who has won as often as the conditions allow is passed over. Anybody who is excluded,
suspended or on a break when a draw is made takes no part in it, and the draw says why.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cutcard.players.player_state import stream_of_player
from cutcard.players.standing import kept_from_draws
from cutcard.promotions.awards import award, next_prize
from cutcard.promotions.promotion_draft import PromotionDraft
from cutcard.promotions.promotion_registry import command, event, handles, reduces, touches
from cutcard.promotions.promotion_state import PromotionState
from cutcard.refusals import Refusal
from cutcard.table.registry import FreeText
from cutcard.table.selection import commitment
from cutcard.tournaments.ballot import drawn

_HEX = frozenset("0123456789abcdef")


@command("commit to a draw of prizes", group="draw")
class CommitDraw(NamedTuple):
    """Seal the secret that the next draw is made from, before anybody knows what it will give."""

    secret: str = ""  # put in by the house


@command("nominate a scrutineer", group="draw")
class NominateScrutineer(NamedTuple):
    """Nominate somebody who oversees the draw."""

    person: str


@command("draw prizes", group="draw", at_stake="money")
class DrawPrizes(NamedTuple):
    """Draw every prize that is left, and reveal what the draw was made from."""

    scrutineer: str = ""  # who oversees it, where the document wants somebody
    present: tuple[str, ...] = ()  # those present, where the conditions require presence


@event(seen_by="nobody")
class DrawSecret(NamedTuple):
    """The secret that the next draw will be made from."""

    number: int
    secret: str


@event(seen_by="everybody", log="draw {number} is sealed: {commitment}")
class DrawCommitted(NamedTuple):
    number: int
    commitment: str


@event(seen_by="everybody", log="{person} is nominated as scrutineer")
class ScrutineerNominated(NamedTuple):
    person: FreeText
    clause: str


class LeftOut(NamedTuple):
    """Somebody with entries who is kept away when a draw is made: why, and by which clause of the law."""

    player: str
    entries: int
    because: str  # as the refusal of a wager would say it
    law_clause: str


@event(seen_by="everybody", staff_fields=("tickets", "left_out"), log="draw {number} is made, overseen by {scrutineer}")
class PrizesDrawn(NamedTuple):
    """A draw over everybody's tickets; each win follows as an event of its own."""

    number: int
    at: int
    tickets: Mapping[str, int]  # how many each player has who takes part, in the order of names
    scrutineer: FreeText
    by: str
    clause: str
    left_out: tuple[LeftOut, ...] = ()
    left_out_clause: str = ""  # what the document says of who is eligible


@event(seen_by="everybody", log="the secret of draw {number} is revealed: {secret}")
class DrawRevealed(NamedTuple):
    number: int
    secret: str
    commitment: str


def owners(tickets: Mapping[str, int]) -> list[str]:
    """The owner of each ticket, from ticket 1 on.

    >>> owners({"bob": 1, "ann": 2})
    ['ann', 'ann', 'bob']
    """
    return [player for player in sorted(tickets) for _ in range(tickets[player])]


def tickets_in_order(secret: str, about: str, tickets: Mapping[str, int]) -> Iterator[tuple[int, str]]:
    """Every ticket and its owner, in the order in which they are drawn."""
    whose = owners(tickets)
    for number in drawn(secret, about, range(1, len(whose) + 1)):
        yield number, whose[number - 1]


@handles(CommitDraw)
def commit_draw(draft: PromotionDraft, command: CommitDraw) -> Refusal | None:
    clause = draft.power(command).clause
    if draft.state.commitment:
        return Refusal("draw-sealed-already", clause, {"number": draft.state.seals})
    if len(command.secret) != 64 or not set(command.secret) <= _HEX:
        return Refusal("ballot-without-secret")
    number = draft.state.seals + 1
    draft.add(DrawSecret(number, command.secret), DrawCommitted(number, commitment(command.secret)))
    return None


@handles(NominateScrutineer)
def nominate_scrutineer(draft: PromotionDraft, command: NominateScrutineer) -> Refusal | None:
    clause = draft.power(command).clause
    if not command.person.strip() or command.person in draft.state.scrutineers:
        return Refusal("scrutineer-already", clause, {"person": command.person})
    draft.add(ScrutineerNominated(command.person, clause))
    return None


@touches(DrawPrizes)
def _registers(state: PromotionState, command: DrawPrizes) -> tuple[str, ...]:
    """The pages of the register of everybody with entries, which say whether they are kept away."""
    return tuple(map(stream_of_player, state.tickets)) if state.conditions_or_none is not None else ()


@handles(DrawPrizes)
def draw_prizes(draft: PromotionDraft, command: DrawPrizes) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    refusal = _not_ready(draft, clause) or _unseen(draft, command)
    if refusal is not None:
        return refusal
    tickets = state.tickets
    if state.conditions.must_be_present:
        tickets = {name: number for name, number in tickets.items() if name in command.present}
    left_out = tuple(_left_out(draft, tickets))
    eligible = draft.prize_rules.items["eligible"] if left_out else ""
    tickets = {name: number for name, number in tickets.items() if name not in {one.player for one in left_out}}
    if not tickets:
        return Refusal("nobody-to-draw", eligible or clause)
    number, secret, sealed = state.draws + 1, state.secret, state.commitment
    made = (number, draft.at, tickets, command.scrutineer, draft.by.id, clause)
    draft.add(PrizesDrawn(*made, left_out, eligible))
    _award(draft, number, secret, tickets)
    draft.add(DrawRevealed(state.seals, secret, sealed))
    return None


def _left_out(draft: PromotionDraft, tickets: Mapping[str, int]) -> Iterator[LeftOut]:
    """Those with entries who take no part at this moment: excluded, suspended or on a break."""
    for player, entries in tickets.items():
        refusal = kept_from_draws(draft.others.get(stream_of_player(player)), player, draft.at)
        if refusal is not None:
            yield LeftOut(player, entries, refusal.code, refusal.clause or "")


def _award(draft: PromotionDraft, number: int, secret: str, tickets: Mapping[str, int]) -> None:
    """Give the prizes that are left to the tickets in the order in which they are drawn."""
    most = draft.state.conditions.wins_each
    won = Counter(one.player for one in draft.state.wins.values())  # what was refused counts too
    about, prize = f"{draft.state.promotion}:{number}", next_prize(draft.state)
    for ticket, player in tickets_in_order(secret, about, tickets):
        if won[player] < most:
            award(draft, prize, player, number, ticket)
            won[player] += 1
            prize = next_prize(draft.state)
        if not prize:
            return


def _not_ready(draft: PromotionDraft, clause: str) -> Refusal | None:
    state = draft.state
    if state.phase not in ("closed", "drawn") or state.conditions.awarded != "draw":
        return Refusal("draw-after-closing", draft.prize_rules.items["closing"])
    if draft.at < state.conditions.draw_at:
        return Refusal("draw-too-early", draft.prize_rules.items["awarded_at"])
    if not next_prize(state):
        return Refusal("no-prize-left", clause)
    if not state.secret:
        return Refusal("draw-not-sealed", draft.prize_rules.items["awarding"])
    return None


def _unseen(draft: PromotionDraft, command: DrawPrizes) -> Refusal | None:
    """Refuse a draw of a dear prize that nobody oversees who was nominated for it and does not draw it."""
    over = draft.prize_rules.scrutineer_over
    left = [one for at, one in enumerate(draft.state.conditions.prizes, 1) if draft.state.left(at)]
    named = command.scrutineer
    if named and named not in draft.state.scrutineers:
        return draft.refuse("scrutineer_over", "scrutineer-not-nominated", person=named)
    if named == draft.by.id:
        return draft.refuse("scrutineer_over", "scrutineer-draws", person=named)
    if not named and any(prize.value > over for prize in left):
        return draft.refuse("scrutineer_over", "scrutineer-missing", over=over)
    return None


@reduces(DrawSecret)
def _kept(state: PromotionState, event: DrawSecret) -> PromotionState:
    return state._replace(seals=event.number, secret=event.secret)


@reduces(DrawCommitted)
def _committed(state: PromotionState, event: DrawCommitted) -> PromotionState:
    return state._replace(seals=event.number, commitment=event.commitment)


@reduces(ScrutineerNominated)
def _nominated(state: PromotionState, event: ScrutineerNominated) -> PromotionState:
    return state._replace(scrutineers=(*state.scrutineers, event.person))


@reduces(PrizesDrawn)
def _drawn(state: PromotionState, event: PrizesDrawn) -> PromotionState:
    return state._replace(phase="drawn", draws=event.number)


@reduces(DrawRevealed)
def _revealed(state: PromotionState, event: DrawRevealed) -> PromotionState:
    return state._replace(secret="", commitment="")
