"""Prizes of a link: won and locked, determined, paid or cancelled, and shared where wins were simultaneous.

What a table does is decided at the table (`cutcard.table.keypad`). The link follows it, in the same transaction: a
hand that is entered takes its prize out of the meter into the reserve, which it leaves when the round has paid it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from cutcard.engine import State, Wager
from cutcard.engine.events import WagerSelected
from cutcard.engine.sidebets import selected_outcome
from cutcard.engine.sidebets.pay import Part, picked_parts, won_parts
from cutcard.jackpots.draft import LinkDraft, Postings, Reading
from cutcard.jackpots.prizes import prizes
from cutcard.jackpots.prizes_given_back import give_back, taken_back
from cutcard.jackpots.registry import command, event, handles, posts, reduces
from cutcard.jackpots.state import LinkState, Win
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.table import JackpotDetermined, JackpotHandEntered, RoundEvent, TableState
from cutcard.table.ledger import JACKPOTS, house_account, meter_account, moved, reserve_account
from cutcard.table.link_terms import MILLION, LinkReading, LockedPrize, link_clauses, side_bet_of

KEPT = 20  # wins that a link remembers once they are paid or cancelled


@command("find that wins at different tables were simultaneous", group="prizes", at_stake="money")
class FindSimultaneous(NamedTuple):
    """Surveillance has found that dealers at different tables entered wins of a meter at the identical moment."""

    wins: tuple[int, ...]
    found_by: str  # who of Surveillance


@event(seen_by="everybody", staff_fields=("players",), log="win {number} at {table}: {outcome}, {prize:money} each")
class PrizeWon(NamedTuple):
    """Hands of one round at one table have won a part of a meter, which is locked for them."""

    number: int
    meter: str
    outcome: str
    table: str
    round: int
    boxes: tuple[int, ...]
    players: tuple[str, ...]  # one for each of the boxes
    value: Cents  # what the meter showed at the time for settlement
    position: int  # of the store's row after which it showed that
    parts: tuple[Cents, ...]  # the prizes one after another, before they are shared
    prize: Cents  # for each of the winners
    at: int


@event(seen_by="everybody", log="{cents:money} into {meter}, for the {cause}")
class MeterReset(NamedTuple):
    """The house puts into a meter what it lacks: for a prize that is more than it shows, or to have its seed again."""

    meter: str
    cents: Cents
    cause: Literal["prize", "seed"]


@event(seen_by="everybody", log="the prize of win {number} is determined")
class PrizeDetermined(NamedTuple):
    number: int


@event(seen_by="everybody", log="win {number} is paid: {cents:money} in all")
class PrizePaid(NamedTuple):
    number: int
    cents: Cents  # to all its winners


@event(seen_by="everybody", log="win {number} is cancelled: {cents:money} go back into {meter}")
class PrizeCancelled(NamedTuple):
    """The wagers were declared void before they were paid: what was locked goes back to where it came from."""

    number: int
    meter: str
    cents: Cents  # into the meter
    house_cents: Cents = 0  # to the house, which had reset the meter for this prize


@event(seen_by="everybody", staff_fields=("found_by",), log="wins {wins} were simultaneous, of {value:money}")
class SimultaneousFound(NamedTuple):
    """Wins at different tables come from one meter value: winners of one kind share, and what is too much is freed."""

    wins: tuple[int, ...]
    value: Cents  # what the meter showed for all of them
    prize: Cents  # for each winner; 0: not all have won the same, see `prizes`
    meter_cents: Cents  # of what was locked, back into the meter: contributions that came between
    house_cents: Cents  # of what was locked, back to the house that had reset the meter between; below 0: from it
    found_by: str
    clause: str
    prizes: Mapping[str, Cents] = {}  # for each winner, by outcome; left out: all have won the same


# ------------------------------------------------------------------------------------------ what a table's command does


def reading_for(state: LinkState, table: TableState, reading: Reading) -> LinkReading:
    """The link as a table's command finds it."""
    terms = state.terms
    shows = {meter: reading.balances.get(meter_account(terms.currency, state.link, meter), 0) for meter in terms.meters}
    mine = _pending(state, table)
    locked = tuple(
        LockedPrize(win.number, win.meter, win.outcome, win.value, win.prize, win.others, win.beside) for win in mine
    )
    return LinkReading(reading.position, shows, locked, bool(state.failed))


def concerned(before: TableState, after: TableState, events: Iterable[Any]) -> set[str]:
    """The links that what a table has decided concerns."""
    links = {event.link for event in events if isinstance(event, JackpotHandEntered | JackpotDetermined)}
    if any(_picked(event) for event in events) or awaits(before) or any(taken_back(before, after)):
        links |= {linked.link for linked in after.links.values()}
    return links


def awaits(state: TableState) -> bool:
    """Whether something that this table's round has won is locked and not paid."""
    round_ = state.round if state.playing else None
    return round_ is not None and bool(round_.picked or (state.jackpot_hands and round_.needs == "meters"))


def _picked(event: Any) -> bool:
    inner = event.event if isinstance(event, RoundEvent) else None
    return isinstance(inner, WagerSelected) and inner.prize is None


def follow(draft: LinkDraft, before: TableState, after: TableState, events: Sequence[Any]) -> Refusal | None:
    """Do at the link what a table's command has led to; meters show what that command itself has added to them."""
    assert after.round is not None
    for one in events:
        if isinstance(one, JackpotHandEntered) and not _pending(draft.state, after, one.meter):
            parts = [part for part in won_parts(after.round) if part.row.meter == one.meter and not part.picked]
            _win(draft, after, one.meter, parts, one.shown)
        elif _picked(one):
            parts = [part for part in picked_parts(after.round) if part.row.meter in draft.state.terms.meters]
            for part in parts:
                meter = part.row.meter or ""
                _win(draft, after, meter, [part], draft.shows(meter))
        elif isinstance(one, JackpotDetermined):
            for win in _pending(draft.state, after):
                if win.outcome == one.outcome and win.stage == "won":
                    draft.add(PrizeDetermined(win.number))
    return give_back(draft, before, after) or _settle(draft, after)


def _pending(state: LinkState, table: TableState, meter: str = "") -> list[Win]:
    mine = [win for win in state.wins.values() if (win.table, win.round) == (table.table, table.number)]
    return [win for win in mine if win.unpaid and meter in ("", win.meter)]


def _win(draft: LinkDraft, table: TableState, meter: str, parts: Sequence[Part], meter_value: Cents) -> None:
    """Lock what these hands win of a meter that shows so much, and put back its seed where less is left."""
    numbers: dict[str, list[Part]] = {}
    for part in parts:
        numbers.setdefault(part.row.outcome, []).append(part)
    won = {outcome: len(group) for outcome, group in numbers.items()}
    found = prizes(draft.state.terms, meter, meter_value, won, table.config.chip)
    for outcome, prize in found.items():
        group = numbers[outcome]
        lacking = prize.each * len(group) - draft.shows(meter)
        if lacking > 0:
            draft.add(MeterReset(meter, lacking, "prize"))
        boxes, players = tuple(part.wager.box for part in group), tuple(part.wager.player for part in group)
        draft.add(
            PrizeWon(
                number=draft.state.won + 1,
                meter=meter,
                outcome=outcome,
                table=table.table,
                round=table.number,
                boxes=boxes,
                players=players,
                value=meter_value,
                position=draft.reading.position,
                parts=prize.parts,
                prize=prize.each,
                at=draft.at,
            )
        )
    short = draft.state.terms.meters[meter].seed - draft.shows(meter)
    if short > 0:
        draft.add(MeterReset(meter, short + _paid_ahead(draft.state, meter), "seed"))


def _paid_ahead(state: LinkState, meter: str) -> Cents:
    """What a meter is given beyond its seed, so that it never shows less than the document asks.

    Where a wager adds a fraction of a cent, each table may have paid less than a cent ahead, and its next wagers add
    that much less. Wagers since the reset must be in the meter all the same (Melbourne 21.5.2, 24.5.2), and a reset
    may be to more than the seed (21.5.3, 24.5.3). Sydney 14.28 has no such rule, and says the minimum.
    """
    terms = state.terms
    fractions = terms.price * terms.meters[meter].per_million % MILLION != 0
    return len(state.tables) if fractions and "least" in link_clauses(terms) else 0


def _settle(draft: LinkDraft, table: TableState) -> Refusal | None:
    """Prizes that the round has paid leave the reserve; those of wagers that were void go back into their meter."""
    bet, paid, picked = draft.state.terms.bet, dict[int, Cents](), set[int]()
    assert table.round is not None
    wagers = {wager.box: wager for wager in table.round.wagers if wager.bet == bet}
    for win in _pending(draft.state, table):
        theirs = [wagers[box] for box in win.boxes if box in wagers]
        if table.round.void or not _as_won(table.round, win, theirs):
            house_cents = win.back_to_house
            draft.add(PrizeCancelled(win.number, win.meter, win.prize * len(win.boxes) - house_cents, house_cents))
        elif all(wager.outcome == "win" for wager in theirs):
            draft.add(PrizePaid(win.number, win.prize * len(win.boxes)))
            for box in win.boxes:
                paid[box] = paid.get(box, 0) + win.prize
            picked |= set(win.boxes) if win.outcome == selected_outcome(table.round, bet) else set()
    back = side_bet_of(draft.state.terms.book, draft.state.terms.bet).stake_returned
    for box, prize in paid.items():
        wager = wagers[box]
        beside = 0 if box in picked else wager.prize or 0  # Lucky Player is paid beside what the cards win
        if wager.returned != prize + beside + (wager.staked if back else 0):
            facts = {"box": box, "prize": prize, "paid": wager.returned or 0}
            return Refusal("prize-not-as-locked", None, facts)
    return None


def _as_won(round_: State, win: Win, wagers: Sequence[Wager]) -> bool:
    """Whether the wagers of a win are paid, or wait to be paid for just that: one may be void, or a card corrected."""
    if len(wagers) != len(win.boxes) or any(wager.outcome not in ("", "win") for wager in wagers):
        return False
    if all(wager.outcome == "win" for wager in wagers):
        return True
    parts = [part for part in (*won_parts(round_), *picked_parts(round_)) if part.row.outcome == win.outcome]
    return {part.wager.box for part in parts} == set(win.boxes)


# -------------------------------------------------------------------------------------------------- simultaneous wins


@handles(FindSimultaneous)
def find_simultaneous(draft: LinkDraft, command: FindSimultaneous) -> Refusal | None:
    clause = draft.power(command).clause
    wins = [draft.state.wins[number] for number in sorted(set(command.wins)) if number in draft.state.wins]
    if not command.found_by.strip():
        return Refusal("notice-missing", clause, {"role": "surveillance", "act": "find wins simultaneous"})
    tables = {win.table for win in wins}
    if len(wins) < 2 or len(wins) != len(command.wins) or len(tables) < 2:
        return Refusal("wins-not-at-different-tables", clause)
    if len({win.meter for win in wins}) > 1:
        return Refusal("wins-not-alike", clause)
    if any(win.stage != "won" for win in wins):
        return Refusal("win-paid-already", clause)
    if any(win.others or win.beside for win in wins):  # what they share is locked: it is not taken from a meter again
        return Refusal("wins-found-already", clause)
    first, meter = wins[0], wins[0].meter
    between = range(first.number, wins[-1].number + 1)
    others = [draft.state.wins.get(number) for number in between if number not in command.wins]
    if any(win is None or win.meter == meter for win in others):
        return Refusal("wins-not-in-a-row", clause)
    winners = _winners(wins)
    chip = 1  # no document with this rule rounds a meter to a chip
    found = prizes(draft.state.terms, meter, first.value, winners, chip)
    each = {outcome: prize.each for outcome, prize in found.items()}
    due = sum(each[outcome] * number for outcome, number in winners.items())
    seed = draft.state.terms.meters[meter].seed
    left, came = first.value, 0
    for win in wins:  # what each found beyond what the one before had left came from wagers between
        came += win.value - left if win is not first else 0
        left = max(win.value - win.prize * len(win.boxes), seed)
    freed = sum(win.prize * len(win.boxes) for win in wins) - due
    to_meter = max(min(max(first.value - due, seed) + came - left, freed), 0)
    alike = each[first.outcome] if len(each) == 1 else 0
    cents = (first.value, alike, to_meter, freed - to_meter)
    draft.add(SimultaneousFound(tuple(win.number for win in wins), *cents, command.found_by, clause, each))
    return None


def _winners(wins: Iterable[Win]) -> Counter[str]:
    """How many have won each outcome."""
    found = Counter[str]()
    for win in wins:
        found[win.outcome] += len(win.boxes)
    return found


# ----------------------------------------------------------------------------------------------------- what comes of it


@reduces(PrizeWon)
def _won(state: LinkState, event: PrizeWon) -> LinkState:
    fields = event._asdict()
    win = Win(**{name: fields[name] for name in Win._fields if name in fields}, reset=state.lacked)
    kept = list(state.wins.values())
    done = [one.number for one in kept if not one.unpaid]
    wins = {one.number: one for one in kept if one.number not in done[: max(len(done) - KEPT, 0)]}
    return state._replace(won=event.number, wins={**wins, event.number: win}, lacked=0)


def _at_stage(state: LinkState, number: int, **changes: Any) -> LinkState:
    return state._replace(wins={**state.wins, number: state.wins[number]._replace(**changes)})


@reduces(PrizeDetermined)
def _determined(state: LinkState, event: PrizeDetermined) -> LinkState:
    return _at_stage(state, event.number, stage="determined")


@reduces(PrizePaid)
def _paid(state: LinkState, event: PrizePaid) -> LinkState:
    return _at_stage(state, event.number, stage="paid")


@reduces(PrizeCancelled)
def _cancelled(state: LinkState, event: PrizeCancelled) -> LinkState:
    return _at_stage(state, event.number, stage="cancelled")


@reduces(MeterReset)
def _reset(state: LinkState, event: MeterReset) -> LinkState:
    """What adjustments had added was won with the rest: nothing of it can be taken back from the meter any more."""
    if event.cause != "seed":
        return state._replace(lacked=event.cents)
    state = _at_stage(state, state.won, reset=state.wins[state.won].reset + event.cents)
    return state._replace(adjusted={meter: cents for meter, cents in state.adjusted.items() if meter != event.meter})


@reduces(SimultaneousFound)
def _found(state: LinkState, event: SimultaneousFound) -> LinkState:
    winners = _winners(state.wins[number] for number in event.wins)
    for number in event.wins:
        win = state.wins[number]
        others = winners[win.outcome] - len(win.boxes)
        beside = {outcome: count for outcome, count in winners.items() if outcome != win.outcome}
        prize = event.prizes.get(win.outcome, event.prize)
        reset = 0 if event.meter_cents or event.house_cents else win.reset  # the house has had its part then
        state = _at_stage(state, number, value=event.value, prize=prize, others=others, beside=beside, reset=reset)
    return state


def _accounts(state: LinkState, meter: str) -> tuple[str, str, str]:
    """The meter, the reserve, and the house's other side."""
    currency = state.terms.currency
    return (
        meter_account(currency, state.link, meter),
        reserve_account(currency, state.link),
        house_account(currency, JACKPOTS),
    )


@posts(PrizeWon)
def _post_won(state: LinkState, event: PrizeWon) -> Postings:
    meter, reserve, _ = _accounts(state, event.meter)
    return moved(meter, reserve, event.prize * len(event.boxes))


@posts(MeterReset)
def _post_reset(state: LinkState, event: MeterReset) -> Postings:
    meter, _, house = _accounts(state, event.meter)
    return moved(house, meter, event.cents)


@posts(PrizePaid)
def _post_paid(state: LinkState, event: PrizePaid) -> Postings:
    _, reserve, house = _accounts(state, "")
    return moved(reserve, house, event.cents)


@posts(PrizeCancelled)
def _post_cancelled(state: LinkState, event: PrizeCancelled) -> Postings:
    meter, reserve, house = _accounts(state, event.meter)
    return (*moved(reserve, meter, event.cents), *moved(reserve, house, event.house_cents))


@posts(SimultaneousFound)
def _post_found(state: LinkState, event: SimultaneousFound) -> Postings:
    meter, reserve, house = _accounts(state, state.wins[event.wins[0]].meter)
    return (*moved(reserve, meter, event.meter_cents), *moved(reserve, house, event.house_cents))
