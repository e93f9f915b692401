"""Who goes on from a stage: play-offs between those who are level, the next stage, and how somebody comes in again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.players.player_state import stream_of_player
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Tournaments
from cutcard.table.config import PLAYER
from cutcard.table.ledger import Postings, pocket
from cutcard.table.registry import SecondPerson
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.draws import free_tables, waiting
from cutcard.tournaments.fees import paid_for_chips, paid_into_pool, with_entrant
from cutcard.tournaments.ranking import Cut, Group, Order, cut, refined, table_order
from cutcard.tournaments.session_starts import with_status
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import SessionState, SessionTable, TournamentState

WITHOUT_PLACE = ("disqualified", "forfeited", "withdrawn")


@command("order a play-off", group="sessions")
class OrderPlayOff(NamedTuple):
    """Let those who are level for a place play on, nobody else: one round, and then their chips are counted again."""


@command("close a stage", group="sessions")
class CloseStage(NamedTuple):
    """Announce who goes on to the next stage, or that the play is over."""


def _own_or_run(draft: TournamentDraft) -> Refusal | None:
    """A player buys their own entry back; for somebody else it is done by the person who runs the tournament."""
    return None if draft.by.role == PLAYER else draft.needs_role("buy-back-in")


@command(
    "buy back into a tournament",
    group="entries",
    role_check=_own_or_run,
    second_person=SecondPerson(),  # where staff do it: the money comes out of a pocket that is not theirs
    at_stake="money",
)
class BuyBackIn(NamedTuple):
    """Let an eliminated entrant come in again for the price that the terms name."""

    entrant: int


@event(seen_by="everybody", log="session {session} is a play-off between {entrants}")
class PlayOffOrdered(NamedTuple):
    session: int
    stage: int
    starts_at: int
    places: Mapping[str, Mapping[int, int]]  # by table: box to entrant
    holdings: Mapping[int, Cents]  # what each of them begins with
    shoes: int  # 0: it goes over one round
    entrants: tuple[int, ...]
    clause: str


@event(seen_by="everybody", log="stage {stage} is over: entrants {through} go on")
class StageDecided(NamedTuple):
    stage: int
    through: tuple[int, ...]
    again: tuple[int, ...]  # who has another chance in the stage that comes next
    out: tuple[int, ...]
    goes_to: int  # the stage that those play next who go on
    over: bool  # nobody plays any more
    clause: str


@event(seen_by="everybody", log="entrant {entrant} buys back in")
class BoughtBack(NamedTuple):
    entrant: int
    player: str  # whose entry it is, and who pays
    stage: int
    amount: Cents


class Tie(NamedTuple):
    """Players who are level for places that fewer of them can have."""

    entrants: Group
    first: bool = False  # the first place of the tournament is between them


def _book(state: TournamentState) -> Tournaments:
    found = procedures_of(state.terms.book).tournaments
    assert found is not None
    return found


# ------------------------------------------------------------------------------------------- who stands where


def _only(order: Order, kept: Set[int]) -> Order:
    """An order of some entrants alone."""
    groups = (tuple(one for one in group if one in kept) for group in order)
    return tuple(group for group in groups if group)


def _in_it(state: TournamentState, order: Order) -> Order:
    """An order of those alone who are still in the tournament."""
    return _only(order, {one.number for one in state.entrants.values() if one.status == "seated"})


def _latest(state: TournamentState, stage: int) -> dict[int, tuple[int, str]]:
    """Where entrants were seated last in a stage: anybody who bought back in has played there more than once."""
    return {
        entrant: (session.number, name)
        for session, name, table in _stage_tables(state, stage)
        for entrant in table.places.values()
    }


def _apart(state: TournamentState, order: Order) -> Iterator[Group]:
    """An order in which nobody is level with themselves: of one player's entries the one made first stands before."""
    for group in order:
        rest = group
        while rest:
            first: dict[str, int] = {}
            for one in sorted(rest):
                first.setdefault(state.entrants[one].player, one)
            yield tuple(one for one in rest if one in first.values())
            rest = tuple(one for one in rest if one not in first.values())


def _played_off(state: TournamentState, stage: int, order: Order) -> Order:
    """An order after the play-offs of a stage, one after the other."""
    order = tuple(_apart(state, order))
    for session in state.sessions.values():
        if session.play_off and session.stage == stage and session.status == "over":
            order = refined(order, _order_of(state, session.tables))
    return order


def _order_of(state: TournamentState, tables: Mapping[str, SessionTable]) -> Order:
    """The order over several tables of the same kind, as if they were one."""
    counts = {entrant: chips for table in tables.values() for entrant, chips in table.counts.items()}
    eliminated = tuple(one for table in tables.values() for one in table.eliminated)
    numbers = {state.entrants[one].player: one for table in tables.values() for one in table.places.values()}
    together = SessionTable({}, "counted", counts, eliminated)
    return table_order(together, numbers, _book(state).same_round)


def _stage_tables(state: TournamentState, stage: int) -> Iterator[tuple[SessionState, str, SessionTable]]:
    for session in state.sessions.values():
        if session.stage == stage and not session.play_off:
            for name, table in session.tables.items():
                yield session, name, table


def stage_order(state: TournamentState, stage: int) -> Order:
    """The order of all who were counted in a stage, over its tables; for those who played twice, the last time."""
    last: dict[int, tuple[int, str]] = {}
    tables: dict[tuple[int, str], SessionTable] = {}
    for session, name, table in _stage_tables(state, stage):
        tables[session.number, name] = table
        last |= dict.fromkeys(table.counts, (session.number, name))
    kept: dict[str, SessionTable] = {}
    for at, table in tables.items():
        counts = {one: chips for one, chips in table.counts.items() if last[one] == at}
        names = {state.entrants[one].player for one in counts}
        eliminated = tuple(one for one in table.eliminated if one.player in names)
        kept[f"{at[0]}:{at[1]}"] = table._replace(counts=counts, eliminated=eliminated)
    return _played_off(state, stage, _order_of(state, kept))


def orders_by_stage(state: TournamentState) -> tuple[Order, ...]:
    """For each stage, the order of those whose last session was in it; the first stage first.

    Anybody who was disqualified has no place.
    """
    found: list[Order] = []
    counted = {one: session.stage for session, _, table in _all_tables(state) for one in table.counts}
    last = {one: stage for one, stage in counted.items() if state.entrants[one].status not in WITHOUT_PLACE}
    for stage in range(1, len(state.terms.stages) + 1):
        found.append(_only(stage_order(state, stage), {one for one, at in last.items() if at == stage}))
    return tuple(found)


def _all_tables(state: TournamentState) -> Iterator[tuple[SessionState, str, SessionTable]]:
    for stage in range(1, len(state.terms.stages) + 1):
        yield from _stage_tables(state, stage)


# --------------------------------------------------------------------------------------------------- who goes on


class Outcome(NamedTuple):
    """What a stage comes to: who goes on, and which ties have to be played off before that is known."""

    through: Group
    ties: tuple[Tie, ...]


def outcome(state: TournamentState) -> Outcome:
    """Who goes on from the stage that is on, as far as its tables are counted."""
    if state.stage == len(state.terms.stages):
        return _last_outcome(state)
    stage, through, ties = state.stage_terms, list[int](), list[Tie]()
    rest: dict[int, Cents] = {}
    latest = _latest(state, state.stage)
    for session, name, table in _stage_tables(state, state.stage):
        if table.status != "counted":
            continue
        order = _played_off(state, state.stage, _able(state, table, _order_of(state, {name: table})))
        order = _only(order, {one for one, where in latest.items() if where == (session.number, name)})
        found = cut(_in_it(state, order), stage.advance)
        through += found.through
        ties += _ties(found)
        rest |= {one: table.counts[one] for group in order for one in group if one not in found.through}
    if stage.best_others and not ties:
        others = _others(state, rest, stage.best_others)
        through += others.through
        ties += _ties(others)
    return Outcome(tuple(through), tuple(ties))


def _ties(found: Cut) -> list[Tie]:
    return [Tie(found.level)] if found.level else []


def _able(state: TournamentState, table: SessionTable, order: Order) -> Order:
    """Those of an order who can go on: where a document eliminates from the whole tournament, nobody who was."""
    if _book(state).eliminated_from == "session":
        return order
    eliminated = {one.player for one in table.eliminated}
    return _only(order, {one for one in table.counts if state.entrants[one].player not in eliminated})


def _others(state: TournamentState, rest: Mapping[int, Cents], places: int) -> Cut:
    """Those with the most chips over all tables, of the ones who did not go on from their own."""
    by_chips: dict[Cents, list[int]] = {}
    for entrant, chips in rest.items():
        if chips > 0 and state.entrants[entrant].status == "seated":
            by_chips.setdefault(chips, []).append(entrant)
    order = tuple(tuple(sorted(by_chips[chips])) for chips in sorted(by_chips, reverse=True))
    return cut(_played_off(state, state.stage, order), places)


def _last_outcome(state: TournamentState) -> Outcome:
    """After the last stage there are only places: players who are level for different prizes play off."""
    ties: list[Tie] = []
    place = 0
    shares = (*state.terms.prizes, *[0] * len(state.entrants))
    for group in _in_it(state, stage_order(state, state.stage)):
        concerned = set(shares[place : place + len(group)])
        if len(concerned) > 1 and _standing(state, group):
            ties.append(Tie(group, first=place == 0))
        place += len(group)
    return Outcome((), tuple(ties))


def _standing(state: TournamentState, group: Group) -> bool:
    """Whether level players were all still in play at the end: those who went in one round cannot play on."""
    eliminated = {one.player for _, _, table in _stage_tables(state, state.stage) for one in table.eliminated}
    eliminated |= {
        one.player
        for session in state.sessions.values()
        if session.play_off and session.stage == state.stage
        for table in session.tables.values()
        for one in table.eliminated
    }
    return not any(state.entrants[one].player in eliminated for one in group)


def stage_played(state: TournamentState) -> bool:
    """Whether every session of the stage that is on is counted, and nobody waits for one."""
    if not state.stage or waiting(state):
        return False
    return all(one.status == "over" for one in state.sessions.values() if one.stage == state.stage)


def ties(state: TournamentState) -> tuple[Tie, ...]:
    """The ties that have to be played off before the stage can be closed; none while it is still played."""
    return outcome(state).ties if stage_played(state) else ()


# ------------------------------------------------------------------------------------------------------ commands


@handles(OrderPlayOff)
def order_play_off(draft: TournamentDraft, command: OrderPlayOff) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not stage_played(state):
        return Refusal("stage-not-played", clause)
    found = ties(state)
    if not found:
        return Refusal("nobody-level", clause)
    tie = found[0]
    places = _play_off_places(state, tie.entrants)
    if places is None:
        return Refusal("no-free-table", clause, {"tables": len(free_tables(state))})
    chips = _play_off_chips(state, tie.entrants)
    first = tie.first and not any(one.play_off and one.stage == state.stage for one in state.sessions.values())
    shoes = state.stage_terms.play_off_shoes if first else 0
    number = len(state.sessions) + 1
    draft.add(PlayOffOrdered(number, state.stage, draft.at, places, chips, shoes, tie.entrants, clause))
    return None


def _play_off_places(state: TournamentState, entrants: Group) -> dict[str, dict[int, int]] | None:
    """Where level players play on: in the places that they have where they are at one table, or at free ones."""
    free, seats = free_tables(state), state.stage_terms.seats
    homes = {one: _last_seat(state, one) for one in entrants}
    tables = {table for table, _ in homes.values()}
    if len(tables) == 1 and tables <= set(free):
        return {next(iter(tables)): {box: one for one, (_, box) in sorted(homes.items(), key=lambda item: item[1])}}
    needed = -(-len(entrants) // seats)
    if len(free) < needed:
        return None
    parts = [entrants[at::needed] for at in range(needed)]
    return {table: dict(enumerate(part, 1)) for table, part in zip(free, parts, strict=False)}


def _last_seat(state: TournamentState, entrant: int) -> tuple[str, int]:
    for session in reversed(tuple(state.sessions.values())):
        for name, table in session.tables.items():
            for box, one in table.places.items():
                if one == entrant:
                    return name, box
    raise KeyError(entrant)


def _play_off_chips(state: TournamentState, entrants: Group) -> dict[int, Cents]:
    """What level players go on with: their own chips, or the same for all where those are under the minimum."""
    counted = {}
    for session in state.sessions.values():
        for table in session.tables.values():
            counted.update({one: chips for one, chips in table.counts.items() if one in entrants})
    minimum = max(state.stage_terms.limits, key=lambda step: step.from_round).minimum
    return counted if min(counted.values()) >= minimum else dict.fromkeys(entrants, state.stage_terms.chips)


@handles(CloseStage)
def close_stage(draft: TournamentDraft, command: CloseStage) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if state.play_over:
        return Refusal("tournament-play-over", clause)
    if not stage_played(state):
        return Refusal("stage-not-played", clause)
    found = outcome(state)
    if found.ties:
        return Refusal("play-off-needed", clause, {"entrants": len(found.ties[0].entrants)})
    seated = tuple(one.number for one in state.entrants.values() if one.status == "seated" and one.stage == state.stage)
    rest = tuple(one for one in seated if one not in found.through)
    last = state.stage == len(state.terms.stages)
    chance = not last and state.terms.stages[state.stage].repechage and state.stage + 2 <= len(state.terms.stages)
    again, out = (rest, ()) if chance else ((), rest)
    goes_to = state.stage if last else state.stage + (2 if chance else 1)
    waits = tuple(one.number for one in state.entrants.values() if one.status == "entered" and one.stage > state.stage)
    over = last or not (found.through or again or waits)
    draft.add(StageDecided(state.stage, found.through, again, out, goes_to, over, clause))
    return None


@touches(BuyBackIn)
def _register(state: TournamentState, command: BuyBackIn) -> tuple[str, ...]:
    entrant = state.entrants.get(command.entrant)
    return () if entrant is None else tuple(dict.fromkeys(map(stream_of_player, (entrant.player, payer_of(entrant)))))


@handles(BuyBackIn)
def buy_back_in(draft: TournamentDraft, command: BuyBackIn) -> Refusal | None:
    state, terms, entrant = draft.state, draft.state.terms.buy_back, draft.state.entrants.get(command.entrant)
    if terms is None:
        return Refusal("no-buy-back", draft.by_book.items.get("buy_back"))
    clause = draft.power(command).clause
    payer = payer_of(entrant) if entrant is not None else ""
    if draft.by.role == PLAYER and entrant is not None and draft.by.id != payer:
        return Refusal("may-not-act-for", None, {"player": draft.by.id, "other": payer})
    if entrant is None or not _is_out(state, command.entrant):
        return Refusal("entrant-not-eliminated", clause, {"entrant": command.entrant})
    seat = state.seat_of(command.entrant)
    if seat is not None:  # of somebody who could not pay the buy-in: it stays theirs until the table is counted
        return Refusal("table-not-counted", clause, {"table": seat[1]})
    kept_out = draft.kept_out(entrant.player) or draft.kept_out(payer)
    if kept_out is not None:
        return kept_out
    if state.play_over or max(state.stage, 1) > terms.until_stage:
        return Refusal("buy-back-over", clause, {"stage": terms.until_stage})
    if entrant.buy_backs >= terms.most:
        return Refusal("buy-backs-used", clause, {"most": terms.most})
    if draft.holds(pocket(state.terms.currency, payer)) < terms.price:
        return Refusal("buy-back-not-paid", clause, {"player": payer, "price": terms.price})
    draft.add(BoughtBack(command.entrant, payer, max(state.stage, 1), terms.price))
    return None


def _is_out(state: TournamentState, entrant: int) -> bool:
    """Whether somebody is out, or cannot go on any more from the table that they have played at in this stage."""
    if state.entrants[entrant].status != "seated":
        return state.entrants[entrant].status == "eliminated"
    at = _latest(state, state.stage).get(entrant)
    if at is None or state.sessions[at[0]].tables[at[1]].status != "counted":
        return False
    found, table = outcome(state), state.sessions[at[0]].tables[at[1]]
    busted = state.entrants[entrant].player in {one.player for one in table.eliminated}
    open_yet = {*found.through, *(one for tie in found.ties for one in tie.entrants)}
    return entrant not in open_yet and (busted or not state.stage_terms.best_others)


@reduces(PlayOffOrdered)
def _ordered(state: TournamentState, event: PlayOffOrdered) -> TournamentState:
    tables = {table: SessionTable(dict(boxes)) for table, boxes in event.places.items()}
    session = SessionState(event.session, event.stage, event.starts_at, tables, play_off=True, how="play-off")
    session = session._replace(holdings=event.holdings, shoes=event.shoes)
    return state._replace(sessions={**state.sessions, event.session: session})


@reduces(StageDecided)
def _decided(state: TournamentState, event: StageDecided) -> TournamentState:
    entrants = dict(state.entrants)
    for one in event.through:
        entrants[one] = entrants[one]._replace(status="entered", stage=event.goes_to)
    for one in event.again:
        entrants[one] = entrants[one]._replace(status="entered", stage=event.stage + 1)
    for one in event.out:
        entrants[one] = entrants[one]._replace(status="eliminated")
    stage = event.stage + 1 if event.again else event.goes_to
    return state._replace(entrants=entrants, stage=stage, play_over=event.over)


@reduces(BoughtBack)
def _bought_back(state: TournamentState, event: BoughtBack) -> TournamentState:
    state = with_status(state, event.entrant, "entered")
    one = paid_for_chips(state.entrants[event.entrant], event.amount)
    return with_entrant(state, one._replace(stage=event.stage, buy_backs=one.buy_backs + 1))


@posts(BoughtBack)
def _post_bought_back(state: TournamentState, event: BoughtBack) -> Postings:
    return paid_into_pool(state, event.player, event.amount)
