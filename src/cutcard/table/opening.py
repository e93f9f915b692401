"""Opening a table: everything that is settled about it before the first player comes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.rulebooks import load, own_wager_options, pinned, procedures_of, rules
from cutcard.rulebooks.known_values import unknown_value
from cutcard.rulebooks.offers import check_together, pay_table
from cutcard.rulebooks.procedures import CHOOSE, PLAYERS, Power, Procedures
from cutcard.rulebooks.schema import OptionValue, PayTable, Rules
from cutcard.table.approvals import CONTROL, tried
from cutcard.table.cash import FillFloat
from cutcard.table.config import HOUSE, SHUFFLING_DEVICE, Device, Notices, Sign, Source, TableConfig
from cutcard.table.draft import Draft, NoticeGiven, role_refused
from cutcard.table.ledger import Postings, account_at_table, house_account, moved
from cutcard.table.limits import sign_refused
from cutcard.table.link_conditions import with_links
from cutcard.table.ranges import Patience, Pause, Time
from cutcard.table.registry import command, event, handles, phrase, posts, reduces, unknown_powers
from cutcard.table.side_bet_changes import SetMeters, lacking_refused, seeds_refused, with_minimums
from cutcard.table.state import (
    Shoe,
    TableState,
)
from cutcard.table.versions import Elsewhere, change_refused

ID_LENGTH_MAX = 64


@command("open a table", needs_open_table=False)
class OpenTable(NamedTuple):
    """Open a table under a rulebook, with everything that is settled about it beforehand."""

    table: str
    book: str
    game: str
    decks: int
    sign: Sign
    boxes: int = 7
    options: Mapping[str, OptionValue] = {}
    side_bets: Mapping[str, str | bool] = {}  # a side bet and its pay table's name, or true where it has just one
    chip: Cents = 100  # the smallest chip in the float
    meters: Mapping[str, Cents] = {}
    source: Source = "virtual"
    device: Device = "shoe"
    shuffled_by: Literal["hand", "multishuffler"] = "hand"
    by_itself: bool = True  # a virtual shoe deals without being asked
    chips: Cents = 0  # what the float tray holds to begin with
    betting_ms: Pause = 0  # how long betting stays open after the first wager; 0: until the dealer closes it
    decision_ms: Patience = 30_000  # the reasonable time that a player has for a decision
    layout_approved: bool = False
    drop_box: bool = True
    cashless: bool = False
    low_limit: bool = False
    procedure: str = "standard"  # which of the approved shuffles is in use
    play_money: bool = False
    runs_itself: bool = False  # with a virtual shoe only
    lacking: tuple[str, ...] = ()  # equipment for side bets that this table does not have
    several_boxes: bool = False  # at a table of play money: players take several boxes without permission
    seeds: Mapping[str, Cents] = {}  # what each meter is reset to when a prize leaves less
    gaming_ends: Time = 0  # when the hours of gaming end: no betting opens from then on
    player_cards: bool = False  # also where the document asks for no card: nobody plays without their own
    idle_minutes: int = 0  # this and what follows is put in by the house: who opens a table does not choose it
    idle_rounds: int = 0
    two_people: bool = False
    two_people_over: Cents = 1_000_000
    own_law: str = ""
    meters_linked: bool = False  # a side bet with a meter is offered in a link only
    told: Notices = ()  # who was told beforehand of an option of which the document wants somebody told


@event(
    seen_by="everybody",
    staff_fields=("chips",),
    log="opened: {terms[game]:words} by {terms[book]}, {terms[decks]} decks, {terms[boxes]} boxes, "
    "{terms[source]} shoe, {sign:limits}, float {chips:money}",
)
class TableOpened(NamedTuple):
    table: str
    terms: TableConfig
    sign: Sign
    chips: Cents


@handles(OpenTable)
def open_table(draft: Draft, command: OpenTable) -> Refusal | None:
    if draft.state.phase == "open":
        return Refusal("table-open-already", None, {"table": draft.state.table})
    if draft.state.phase == "closed" and command.table != draft.state.table:
        return Refusal("other-table", None, {"table": draft.state.table})
    try:
        command = command._replace(book=pinned(command.book))
        game_rules = rules(command.book, command.game, command.options)
    except CutcardError as error:
        return Refusal("not-in-rulebook", error.clause, {"why": error.message})
    if (refusal := unknown_value("engine", game_rules)) is not None:
        return refusal
    procedures = load(command.book).procedures
    if procedures is None:
        return Refusal("book-without-tables", None, {"book": command.book})
    if unknown := unknown_powers(procedures.commands):
        return Refusal("powers-unknown", None, {"book": command.book, "powers": tuple(unknown)})
    refusal = role_refused(command.book, draft.by, "open-table", procedures.commands["open-table"])
    refusal = (
        refusal or _options_refused(draft, procedures, command) or _config_refused(game_rules, procedures, command)
    )
    refusal = refusal or _versions_refused(draft, game_rules, procedures, command)
    if refusal is not None:
        return refusal
    if command.gaming_ends and draft.at >= command.gaming_ends:
        return Refusal("gaming-is-over", procedures.clauses.get("closing.hours"))
    side_bets = _side_bets(game_rules, command)
    if isinstance(side_bets, Refusal):
        return side_bets
    unlinked = {bet: table for bet, table in side_bets.items() if bet not in draft.state.links}
    refusal = _unlinked_meter(game_rules, procedures, command, unlinked)
    if refusal is not None:
        return refusal
    config = with_links(draft.state, _config(game_rules, command, side_bets))
    if isinstance(config, Refusal):
        return config
    refusal = (
        equipment_refused(game_rules, procedures, command)
        or sign_refused(config, command.sign)
        or seeds_refused(config, config.meters, config.seeds)
    )
    if refusal is not None:
        return refusal
    return _open(draft, command, config, procedures)


def _unlinked_meter(
    game_rules: Rules, procedures: Procedures, command: OpenTable, side_bets: Mapping[str, PayTable]
) -> Refusal | None:
    """Where the house says so, no meter is a number that somebody types: its wagers have to be in it (21.5.2, 24.5.2).

    A link of one table does it.
    """
    for bet, table in side_bets.items():
        clauses = procedures.equipment.links.get(bet, {})
        if command.meters_linked and any(row.meter for row in table.rows):
            clause = clauses.get("least") or clauses.get("reset")
            return Refusal("meter-needs-link", clause, {"title": game_rules.side_bets[bet].title})
    return None


def _open(draft: Draft, command: OpenTable, config: TableConfig, procedures: Procedures) -> Refusal | None:
    refusal = None
    if not config.two_people or draft.by.id == HOUSE:
        draft.add(TableOpened(command.table, config, command.sign, command.chips))
    else:
        refusal = _open_for_two(draft, command, config)
    for name, power in _powers_used(procedures, command):
        told = {office: who for office, who in command.told if office in power.tells}
        draft.add(*(NoticeGiven(office, who, name, power.tells_clause) for office, who in told.items()))
    return refusal


def _open_for_two(draft: Draft, command: OpenTable, config: TableConfig) -> Refusal | None:
    """The first fill takes two people like any other, and so does what meters show."""
    draft.add(TableOpened(command.table, config._replace(meters={}, seeds={}), command.sign, 0))
    refusal = CONTROL.ask(draft, FillFloat({command.chip: command.chips // command.chip})) if command.chips else None
    if refusal is None and command.meters:
        asked = SetMeters(dict(command.meters), dict(command.seeds))
        refusal = tried(draft, asked) or CONTROL.ask(draft, asked)
    return refusal


def _powers_used(procedures: Procedures, command: OpenTable) -> Iterator[tuple[str, Power]]:
    """The powers that opening a table takes for its options, each for the side bets on offer that it concerns."""
    known = load(command.book).options(command.game)
    for name, value in command.options.items():
        power = procedures.commands.get(CHOOSE + name)
        if power is not None and value != known[name].default:
            offered = [bet for bet, choice in command.side_bets.items() if choice is not False]
            yield from {one.clause: (CHOOSE + name, one) for one in map(power.of_bet, offered or [""])}.values()


def _options_refused(draft: Draft, procedures: Procedures, command: OpenTable) -> Refusal | None:
    """Some options are for a higher role to choose, and some must be announced before: to players, by the sign."""
    for name, power in _powers_used(procedures, command):
        refusal = role_refused(command.book, draft.by, name, power)
        if refusal is not None:
            return refusal
        for office in power.tells:
            if office != PLAYERS and not dict(command.told).get(office):
                return Refusal("notice-missing", power.tells_clause, {"role": office, "act": phrase(name)})
    return None


def _config(game_rules: Rules, command: OpenTable, side_bets: dict[str, PayTable]) -> TableConfig:
    settled = {name: getattr(command, name) for name in TableConfig._fields if name in OpenTable._fields}
    meters, seeds = with_minimums(side_bets, game_rules, command.meters, command.seeds)
    more = {"rules": game_rules, "side_bets": side_bets, "meters": meters, "seeds": seeds}
    by_book = procedures_of(command.book).players
    cards = command.player_cards or (by_book is not None and by_book.cards and not command.play_money)
    currency = "play" if command.play_money else "aud"
    more |= {"currency": currency, "player_cards": cards, "documented": not command.play_money}
    as_now = ("bet_managers", "meters_fall", "entries_stay", "collects_first", "minimum_as_placed")
    more |= dict.fromkeys(as_now, True)
    return TableConfig(**settled | more)


def _config_refused(game_rules: Rules, procedures: Procedures, command: OpenTable) -> Refusal | None:
    shoe, layout = procedures.shoe, procedures.layout
    fewest, most = game_rules.cards.boxes_min, game_rules.cards.boxes_max

    def by(path: str, code: str, **facts: object) -> Refusal:
        return Refusal(code, procedures.clauses[path], facts)

    if not command.table or len(command.table) > ID_LENGTH_MAX or ":" in command.table:
        return Refusal("table-name")
    if command.decks not in game_rules.cards.decks:
        facts = {"game": game_rules.title, "allowed": game_rules.cards.decks, "decks": command.decks}
        return Refusal("decks", game_rules.clauses["cards.decks"], facts)
    if not fewest <= command.boxes <= most:
        facts = {"fewest": fewest, "most": most, "boxes": command.boxes}
        return Refusal("boxes", game_rules.clauses["cards.boxes_max"], facts)
    if command.chip <= 0 or command.chips < 0:
        return Refusal("chip-values")
    if command.chips % command.chip:
        return Refusal("chips-do-not-make", None, {"chip": command.chip, "amount": command.chips})
    if command.runs_itself and command.source != "virtual":
        return Refusal("only-virtual-runs-itself")
    if command.several_boxes and not command.play_money and procedures.seats.several != "free":
        return by("seats.several", "several-for-play-money")
    if command.device not in shoe.dealt_from:
        return by("shoe.dealt_from", "not-dealt-from", device=command.device)
    if command.shuffled_by not in shoe.shuffled_by:
        return by("shoe.shuffled_by", "not-shuffled-by", device=command.shuffled_by)
    if command.shuffled_by == "multishuffler" and command.decks not in shoe.multishuffler_decks:
        return by("shoe.multishuffler_decks", "multishuffler-decks", decks=command.decks)
    if layout.approved and not command.layout_approved:
        return by("layout.approved", "layout-not-approved")
    if layout.drop_box == "always" and not command.drop_box:
        return by("layout.drop_box", "drop-box-missing")
    if layout.drop_box == "unless-cashless" and not (command.drop_box or command.cashless):
        return by("layout.drop_box", "drop-box-for-cash")
    if command.low_limit and layout.low_limit_device and command.device != "shuffling-device":
        return by("layout.low_limit_device", "low-limit-device")
    return None


def _side_bets(game_rules: Rules, command: OpenTable) -> dict[str, PayTable] | Refusal:
    try:
        tables = {
            bet: pay_table(game_rules, command.decks, bet, choice)
            for bet, choice in command.side_bets.items()
            if choice is not False
        }
        check_together(game_rules, tables)
    except CutcardError as refused:
        return Refusal("not-in-rulebook", refused.clause, {"why": refused.message})
    return tables


def equipment_refused(game_rules: Rules, procedures: Procedures, command: OpenTable) -> Refusal | None:
    """A side bet is offered only at a table that has what the document wants for it."""
    known = {item for items in procedures.equipment.side_bets.values() for item in items}
    for item in command.lacking:
        if item not in known:
            return Refusal("no-such-equipment", None, {"item": item})
    lacking = command.lacking if command.device == SHUFFLING_DEVICE else (*command.lacking, SHUFFLING_DEVICE)
    for bet, choice in command.side_bets.items():
        refusal = lacking_refused(game_rules, procedures, bet, lacking) if choice is not False else None
        if refusal is not None:
            return refusal
    return None


def _versions_refused(draft: Draft, game_rules: Rules, procedures: Procedures, command: OpenTable) -> Refusal | None:
    """A side bet is played as another version only after a sign and a closing."""
    for bet in procedures.equipment.versions:
        version = command.side_bets.get(bet, False)
        if isinstance(version, str) and bet in game_rules.side_bets:
            there = draft.versions.get(bet, Elsewhere())
            refusal = change_refused(draft.state, draft.at, game_rules, bet, version, there)
            if refusal is not None:
                return refusal
    return None


@reduces(TableOpened)
def _opened(state: TableState, event: TableOpened) -> TableState:
    """A table that opens again keeps what outlives its closing: numbers, restrictions, disputes, measures."""
    again = TableState(event.table, "open", event.terms, event.sign, state.now, state.commanded_by)
    accounts = _accounts(state, event.terms.currency)
    return again._replace(
        accounts=accounts,
        filled=event.chips,
        at_opening=accounts,
        opened_at=state.now,
        number=state.number,
        shoe=Shoe(state.shoe.number),
        barred=state.barred,
        restricted={name: how for name, how in state.restricted.items() if how != "shoe"},
        once_restricted=state.once_restricted,
        disputes=state.disputes,
        withheld=state.withheld,
        wrong_payments=state.wrong_payments,
        entries_earned=state.entries_earned if event.terms.entries_stay else (),
        main_required=any(event.terms.rules.options[name] for name in own_wager_options(event.terms.rules)),
        detained=state.detained,
        approvals_asked=state.approvals_asked,
        links=state.links,
        versions_played=state.versions_played,
        suspended=frozenset(state.suspended & state.links.keys()),
    )


def _accounts(state: TableState, currency: str) -> Mapping[str, Cents]:
    """The chips at the table in the currency it opens with; those in another are kept apart under its name."""
    if currency == state.currency:
        return state.accounts
    kept = {name if ":" in name else f"{state.currency}:{name}": cents for name, cents in state.accounts.items()}
    return {name.removeprefix(f"{currency}:"): cents for name, cents in kept.items()}


@posts(TableOpened)
def _post_opened(state: TableState, event: TableOpened) -> Postings:
    currency = event.terms.currency
    return moved(house_account(currency, "cage"), account_at_table(currency, event.table, "float"), event.chips)
