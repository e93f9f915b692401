"""What a side bet needs of a table, and the notice that players have before its meter or version changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.rulebooks import offers
from cutcard.rulebooks.procedures import Equipment, Procedures
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.table.config import TableConfig
from cutcard.table.draft import Draft
from cutcard.table.ranges import Time
from cutcard.table.registry import SecondPerson, command, event, handles, reduces
from cutcard.table.state import (
    SideBetNotice,
    TableState,
)

Change = Literal["join", "leave", "move", "close", "version"]


@command("post the change of a side bet", group="closing")
class PostSideBetChange(NamedTuple):
    """Put up a sign: a version changes, or a table gives up a meter of its own. Links of tables have other signs."""

    bet: str
    change: Change
    holds_from: Time
    pay_table: str = ""  # where it joins a meter, or the version that is played from then on


@command("change a side bet", group="closing", second_person=SecondPerson(), at_stake="money")
class ChangeSideBet(NamedTuple):
    """Carry out what a sign has said about a side bet with a prize meter."""

    bet: str
    meters: Mapping[str, Cents] = {}  # what the meters show that the table has from now on
    seeds: Mapping[str, Cents] = {}  # and what each of them is reset to when a prize leaves less


@command(
    "set meters that show nothing",
    group="closing",
    needs_role=False,
    role_check=lambda draft: draft.needs_role("open-table"),
    second_person=SecondPerson(),
    at_stake="money",
)
class SetMeters(NamedTuple):
    """Say what the meters show that show nothing yet: of a new table under dual control, or since a prize took all."""

    meters: Mapping[str, Cents]
    seeds: Mapping[str, Cents] = {}  # what each of them is reset to when a prize leaves less


@event(seen_by="everybody")
class MetersSet(NamedTuple):
    meters: Mapping[str, Cents]
    seeds: Mapping[str, Cents] = {}


@event(seen_by="everybody")
class SideBetChangePosted(NamedTuple):
    """A sign says from when on a side bet's meter or version is another one."""

    bet: str
    change: Literal["join", "leave", "move", "close", "version"]
    holds_from: int
    pay_table: str
    clause: str
    link: str = ""  # of tables, which the change concerns; empty: a version, or a meter of the table's own


@event(seen_by="everybody")
class SideBetChanged(NamedTuple):
    bet: str
    change: Literal["join", "leave", "move", "close", "version"]
    pay_table: str
    meters: Mapping[str, Cents]
    seeds: Mapping[str, Cents] = {}


def lacking_refused(game_rules: Rules, procedures: Procedures, bet: str, lacking: tuple[str, ...]) -> Refusal | None:
    for item, clause in procedures.equipment.side_bets.get(bet, {}).items():
        if item in lacking:
            facts = {"title": game_rules.side_bets[bet].title, "item": item}
            return Refusal("equipment-missing", clause, facts)
    return None


@handles(PostSideBetChange)
def post_side_bet_change(draft: Draft, command: PostSideBetChange) -> Refusal | None:
    clause = _clause(draft.procedures.equipment, command)
    offered = command.bet in draft.config.side_bets
    if clause is None:
        return Refusal("no-such-change", None, {"bet": command.bet, "change": command.change})
    if command.change in ("join", "move") or command.bet in draft.state.links:
        return Refusal("meter-by-link", clause, {"title": draft.state.rules.side_bets[command.bet].title})
    if offered == (command.change == "join"):
        return Refusal("bet-on-offer-already" if offered else "bet-not-on-offer", clause, {"bet": command.bet})
    equipment = draft.procedures.equipment
    minutes = equipment.version_minutes if command.change == "version" else equipment.meter_minutes
    if command.holds_from - draft.at < minutes * MINUTE_MS or command.holds_from <= draft.at:
        code = "change-sign-minutes" if minutes else "change-sign-time"
        return Refusal(code, clause, {"minutes": minutes})
    if command.change == "version":
        refusal = _table_refused(draft, command.bet, command.pay_table, clause)
        if refusal is not None:
            return refusal
    draft.add(SideBetChangePosted(command.bet, command.change, command.holds_from, command.pay_table, clause))
    return None


def _clause(equipment: Equipment, command: PostSideBetChange) -> str | None:
    """The clause by which players have notice of a change; None where the side bet knows no such change."""
    if command.change == "version":
        return equipment.versions.get(command.bet, {}).get(command.pay_table)
    return (equipment.meter_closes if command.change == "close" else equipment.meter_joins).get(command.bet)


def _table_refused(draft: Draft, bet: str, name: str, clause: str) -> Refusal | None:
    config = draft.config
    refusal = lacking_refused(config.rules, draft.procedures, bet, config.lacking)
    if refusal is not None:
        return refusal
    try:
        wanted = offers.pay_table(config.rules, config.decks, bet, name or True)
        offers.check_together(config.rules, {**config.side_bets, bet: wanted})
    except CutcardError as error:
        return Refusal("not-in-rulebook", error.clause, {"why": error.message})
    if bet in config.side_bets and config.side_bets[bet].name == name:
        return Refusal("version-already", clause, {"bet": bet, "version": name})
    return None


@handles(ChangeSideBet)
def change_side_bet(draft: Draft, command: ChangeSideBet) -> Refusal | None:
    state, power = draft.state, draft.power(command)
    notice = next((one for one in state.side_bet_notices if one.bet == command.bet), None)
    if notice is None or draft.at < notice.holds_from:
        code = "change-without-sign" if notice is None else "change-too-early"
        posted = PostSideBetChange(command.bet, notice.change if notice else "leave", 0)
        clause = _clause(draft.procedures.equipment, posted) or power.clause
        return Refusal(code, clause, {"bet": command.bet})
    if notice.link or command.bet in state.links:
        return Refusal("meter-by-link", power.clause, {"title": state.rules.side_bets[command.bet].title})
    if notice.change == "version":
        clause = draft.procedures.equipment.versions[command.bet][notice.pay_table]
        return Refusal("version-needs-reopening", clause)
    if state.playing or state.betting != "closed":
        return Refusal("meter-between-rounds", power.clause)
    refusal = _meters_refused(draft, notice, command)
    if refusal is not None:
        return refusal
    seeds = dict(command.seeds)
    draft.add(SideBetChanged(command.bet, notice.change, notice.pay_table, dict(command.meters), seeds))
    return None


@handles(SetMeters)
def set_meters(draft: Draft, command: SetMeters) -> Refusal | None:
    if draft.state.playing or draft.state.betting != "closed":
        return Refusal("meter-between-rounds")
    missing = {row.meter for table in draft.config.side_bets.values() for row in table.rows if row.meter}
    missing -= {meter for meter, shown in draft.config.meters.items() if shown}
    wrong = next((name for name, cents in command.meters.items() if name not in missing or cents <= 0), None)
    if wrong is not None or not command.meters:
        return Refusal("no-meter-to-set", None, {"meter": wrong or ""})
    config = draft.config
    meters, seeds = with_minimums(config.side_bets, config.rules, command.meters, command.seeds)
    refusal = seeds_refused(config, {**config.meters, **meters}, seeds)
    if refusal is not None:
        return refusal
    draft.add(MetersSet(meters, seeds))
    return None


@reduces(MetersSet)
def _set(state: TableState, event: MetersSet) -> TableState:
    config = state.config
    meters, seeds = {**config.meters, **event.meters}, {**config.seeds, **event.seeds}
    return state._replace(config_or_none=config._replace(meters=meters, seeds=seeds))


def with_minimums(
    side_bets: Mapping[str, PayTable], game_rules: Rules, meters: Mapping[str, Cents], seeds: Mapping[str, Cents]
) -> tuple[dict[str, Cents], dict[str, Cents]]:
    """Meters and seeds that a table is given, and the seeds that the document itself sets for what is on offer.

    Such a meter that would show less is reset to its minimum at once (Sydney 14.28).
    """
    shown, least_of = dict(meters), dict(seeds)
    for meter, least, _ in _minimums(side_bets, game_rules):
        least_of.setdefault(meter, least)
        if meter in shown:
            shown[meter] = max(shown[meter], least)
    return shown, least_of


def _minimums(side_bets: Mapping[str, PayTable], game_rules: Rules) -> Iterator[tuple[str, Cents, str]]:
    """A meter, what it is reset to at least, and the clause that says so."""
    for bet, table in side_bets.items():
        least = game_rules.side_bets[bet].meter_minimum
        if least is not None:
            clause = game_rules.clauses[f"side_bets.{bet}.meter_minimum"]
            yield from ((meter, least, clause) for meter in sorted({row.meter for row in table.rows if row.meter}))


def seeds_refused(config: TableConfig, meters: Mapping[str, Cents], seeds: Mapping[str, Cents]) -> Refusal | None:
    """A seed belongs to a meter of the table, which shows no less, and is what the document sets where it does."""
    known = {row.meter: bet for bet, table in config.side_bets.items() for row in table.rows if row.meter}
    for meter, seed in seeds.items():
        if meter not in known or seed <= 0:
            return Refusal("no-seed-for-meter", None, {"meter": meter})
        shows = meters.get(meter)
        if shows is not None and shows < seed:
            clause = config.rules.clauses.get(f"side_bets.{known[meter]}.meter_minimum")
            return Refusal("meter-below-seed", clause, {"meter": meter, "shows": shows, "seed": seed})
    for meter, least, clause in _minimums(config.side_bets, config.rules):
        if seeds.get(meter, least) != least:
            return Refusal("seed-is-set", clause, {"meter": meter, "seed": least})
    return None


def _meters_refused(draft: Draft, notice: SideBetNotice, command: ChangeSideBet) -> Refusal | None:
    """A meter that the table joins must show something, and no other one is meant."""
    side, clause = draft.state.rules.side_bets[command.bet], draft.power(command).clause
    own = {row.meter for table in side.tables for row in table.rows if row.meter}
    given = command.meters
    if not set(given) <= own or any(value <= 0 for value in given.values()):
        return Refusal("meters-of-side-bet", clause, {"title": side.title, "meters": tuple(sorted(own))})
    missing = own - set(given) if notice.change in ("join", "move") else set()
    if missing:
        return Refusal("meter-value-missing", clause, {"meter": min(missing)})
    wrong = next((meter for meter in command.seeds if meter not in given), None)
    if wrong is not None:
        return Refusal("no-seed-for-meter", clause, {"meter": wrong})
    low = next((meter for meter, seed in command.seeds.items() if not 0 < seed <= given[meter]), None)
    if low is not None:
        return Refusal("meter-below-seed", clause, {"meter": low, "shows": given[low], "seed": command.seeds[low]})
    return None


@reduces(SideBetChangePosted)
def _posted(state: TableState, event: SideBetChangePosted) -> TableState:
    others = tuple(one for one in state.side_bet_notices if one.bet != event.bet)
    notice = SideBetNotice(event.bet, event.change, event.holds_from, event.pay_table, event.link)
    return state._replace(side_bet_notices=(*others, notice))


@reduces(SideBetChanged)
def _changed(state: TableState, event: SideBetChanged) -> TableState:
    """A side bet whose meter the table has joined is on offer, one whose meter it has left is not."""
    config = state.config
    tables = dict(config.side_bets)
    if event.change in ("leave", "close"):
        tables.pop(event.bet, None)
    elif event.change == "join":
        tables[event.bet] = offers.pay_table(config.rules, config.decks, event.bet, event.pay_table or True)
    meters, seeds = {**config.meters, **event.meters}, {**config.seeds, **event.seeds}
    config = config._replace(side_bets=tables, meters=meters, seeds=seeds)
    left = tuple(one for one in state.side_bet_notices if one.bet != event.bet)
    return state._replace(config_or_none=config, side_bet_notices=left)
