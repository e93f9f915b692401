"""Players as they see themselves, and as those see them who keep the register: card, limits, times without play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pydantic import Field

from cutcard.money import Cents
from cutcard.narration.formatting import sentence
from cutcard.players import PlayerState
from cutcard.players.days import day_of, period_ends, period_starts
from cutcard.players.law import HOUR, HOUSE_LAW, MINUTE, PERIODS, Kind, Law, Period, law_of
from cutcard.players.limits import limits_in_force, pending
from cutcard.players.notices import notices_due
from cutcard.players.play_time import Span, played_between, time_record
from cutcard.players.restraints import play_refused, refused_times
from cutcard.players.standing import allowances
from cutcard.service.accounts import casino_of
from cutcard.service.body import Body
from cutcard.table.ledger import MONEY


class CardShown(Body):
    """A player card; `status` is valid, suspended, lost or withdrawn."""

    number: str
    status: str
    issued_at: int


class LeftShown(Body):
    """How much of a limit is used in its period, and how much is left, in one kind of chips."""

    currency: str  # "aud", "play"; empty for a limit of time
    used: int
    left: int


class LimitShown(Body):
    """A limit in force: in cents, or minutes of play; it begins again at `renewed_at`."""

    kind: Kind
    period: Period
    most: int
    renewed_at: int
    left: list[LeftShown]


class LimitAskedShown(Body):
    """A limit that was asked for and waits; `most` is null where it is given up."""

    kind: Kind
    period: Period
    most: int | None
    asked_at: int
    in_force_at: int


class RestShown(Body):
    """A time without play."""

    cause: str
    since: int
    until: int
    clause: str


class ExclusionShown(Body):
    """An order that keeps somebody from every table; `until` is null if it lasts until it is lifted."""

    number: int
    kind: str
    since: int
    until: int | None
    stands: bool
    clause: str


class NoticeShown(Body):
    """Something that the casino still has to do about a player."""

    player: str
    what: str
    since: int
    clause: str
    number: int


class LawShown(Body):
    """The law that applies to a player's limits, as far as their page needs it."""

    law: str
    title: str
    time_zone: str
    raise_wait_hours: int
    suspension_least_hours: int


class PlayerShown(Body):
    """A player's page; money in cents, times in milliseconds.

    `refused` says why they may not play now, and is empty where nothing but a limit of money could be in the way.
    """

    player: str
    registered: bool
    book: str = ""
    casino: str = ""
    law: LawShown | None = None
    card: CardShown | None = None
    refused: str = ""
    refused_clause: str = ""
    tables: list[str] = Field(default=[])
    limits: list[LimitShown] = Field(default=[])
    waiting: list[LimitAskedShown] = Field(default=[])
    limits_declined_at: int | None = None
    rests: list[RestShown] = Field(default=[])
    exclusions: list[ExclusionShown] = Field(default=[])
    played: dict[Period, int] = Field(default={})  # minutes of this day, week and month


def law_for(state: PlayerState) -> Law:
    """The law under which a player is registered; where it is none, what the house offers."""
    return law_of(state.law or HOUSE_LAW)


def accounts_of(state: PlayerState, at: int) -> list[str]:
    """The accounts that say how much of a player's limits is used."""
    return [account for _, each in _allowances(state, at) for account in each]


def player_shown(state: PlayerState, at: int, held: Mapping[str, Cents]) -> PlayerShown:
    """A player's page at a moment, with what the accounts of their limits hold."""
    if not state.registered:
        return PlayerShown(player=state.player, registered=False)
    law, card = law_for(state), state.card
    refusal = play_refused(law, state.player, state.restraints, at)
    spans = time_record(law, state.periods, refused_times(state.restraints), at).spans
    return PlayerShown(
        player=state.player,
        registered=True,
        book=state.book,
        casino=casino_of(state.book),
        law=LawShown(
            law=law.id,
            title=law.title,
            time_zone=law.time_zone,
            raise_wait_hours=law.limits.raise_wait // HOUR,
            suspension_least_hours=law.suspension.shortest // HOUR,
        ),
        card=CardShown(number=card.number, status=card.status, issued_at=card.issued_at) if card is not None else None,
        refused=sentence(refusal.message_to(state.player)) if refusal is not None else "",
        refused_clause=(refusal.clause or "") if refusal is not None else "",
        tables=sorted(set(state.tables)),
        limits=[*_limits(state, law, at, held, spans)],
        waiting=[LimitAskedShown(**one._asdict()) for one in pending(state.limits, at)],
        limits_declined_at=state.limits_declined_at,
        rests=[
            RestShown(cause=one.cause, since=one.since, until=one.until, clause=one.clause or "")
            for one in state.rests
            if one.until > at
        ],
        exclusions=[*exclusions_shown(state, at)],
        played={period: played_between(spans, period_starts(law, period, at), at) // MINUTE for period in PERIODS},
    )


def _allowances(state: PlayerState, at: int) -> Iterator[tuple[tuple[Kind, Period, str], tuple[str, ...]]]:
    """The accounts of each limit of money, by what it limits, its period, and the kind of chips."""
    law = law_for(state)
    for currency in MONEY:
        for one in allowances(state, law, at, currency, day_of(law, at)):
            if one.kind in ("loss", "deposit"):
                yield (one.kind, one.period, currency), one.accounts  # type: ignore[misc]


def _limits(
    state: PlayerState, law: Law, at: int, held: Mapping[str, Cents], spans: Iterable[Span]
) -> Iterator[LimitShown]:
    accounts = dict(_allowances(state, at))
    spans = tuple(spans)
    for (kind, period), most in limits_in_force(state.limits, at).items():
        if kind == "time":
            minutes = played_between(spans, period_starts(law, period, at), at) // MINUTE
            used = {"": minutes}
        else:
            used = {
                currency: sum(held.get(account, 0) for account in accounts.get((kind, period, currency), ()))
                for currency in MONEY
            }
        yield LimitShown(
            kind=kind,
            period=period,
            most=most,
            renewed_at=period_ends(law, period, at),
            left=[LeftShown(currency=currency, used=each, left=max(0, most - each)) for currency, each in used.items()],
        )


def exclusions_shown(state: PlayerState, at: int) -> Iterator[ExclusionShown]:
    """Every order that was ever given about a player; why is in the staff's history."""
    stand = {one.number for one in state.excluded(at)}
    for one in state.exclusions:
        yield ExclusionShown(
            number=one.number,
            kind=one.kind,
            since=one.since,
            until=one.until,
            stands=one.number in stand,
            clause=one.clause or "",
        )


def notices_shown(state: PlayerState, at: int) -> list[NoticeShown]:
    """What the casino still has to do about a player."""
    return [
        NoticeShown(player=one.player, what=one.what, since=one.since, clause=one.clause or "", number=one.number)
        for one in notices_due(law_for(state), state, at)
    ]
