"""A table as one person may see it: everything that lies open, and of what lies face down only one's own.

Whoever shows a table to somebody shows this and nothing else, so that no undealt card, no face-down card of another and
no refusal that would give one away gets out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cutcard.engine import State
from cutcard.engine import events as played
from cutcard.engine.choices import Choice, choices
from cutcard.engine.state import Hand, Wager
from cutcard.money import Cents
from cutcard.rulebooks import load
from cutcard.table import signs, timers
from cutcard.table.codec import written
from cutcard.table.config import PLAYER, Person
from cutcard.table.limits import limit_in_force
from cutcard.table.registry import EVENTS, TableEvent
from cutcard.table.round_events import RoundEvent
from cutcard.table.rounds import offered, to_press, too_dear
from cutcard.table.shuffle import ShoeRevealed
from cutcard.table.state import Bet, TableState

INSPECTOR = "inspector"
_RUNS_OUT = ("no-more-bets", "play-for-absent", "close-offers", "press-for-player", "decline-cut")  # a wait, not a sign
OPEN_PHASES = ("dealer", "over")  # by then every hand has been turned up


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand; a card that the viewer may not see is None, and then the hand has no total."""

    number: int = 1
    cards: tuple[str | None, ...] = ()
    total: int | None = None
    soft: bool = False
    ended: str = ""  # natural, bust, won, stood, doubled, one-card, full, surrendered or void
    doubled: bool = False
    split: bool = False
    turn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerView:
    box: int
    player: str
    bet: str
    staked: Cents
    worth: Cents  # more than the stake where a free bet token was played
    tokens: Cents = 0  # of the stake, promotional tokens
    hand: int | None = None  # its number within the box
    returned: Cents | None = None  # None until it is settled
    outcome: str = ""
    odds: str = ""  # "3:2"
    clause: str = ""
    also: str = ""
    carried: bool = False  # it stayed from the round before, under a marker


@dataclass(frozen=True, slots=True, kw_only=True)
class BoxView:
    number: int
    holder: str | None = None  # who sits there
    reserved_for: str | None = None
    control: str | None = None  # who decides in this round
    marker: str = ""  # "own limits", "old minimum" or "restricted"
    hands: tuple[HandView, ...] = ()
    wagers: tuple[WagerView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerView:
    name: str
    chips: Cents
    tokens: Cents
    boxes: tuple[int, ...]
    away: bool
    minimum: Cents
    maximum: Cents | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoeView:
    number: int
    stage: str
    left: int
    cards: int
    commitment: str
    due: bool  # a shuffle comes before the next round
    offered_to: str | None  # who is asked to cut
    burned: int
    discards: int
    behind: int | None  # cards behind the cutting card, where all can see it; None: it is not in the shoe


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """Something that the viewer could call now, and why not where it is refused."""

    act: str
    box: int
    hand: int
    player: str
    allowed: bool
    why_not: str = ""
    clause: str = ""
    least: Cents = 0
    most: Cents = 0
    step: Cents = 1
    token: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SideBetView:
    bet: str
    title: str
    minimum: Cents
    maximum: Cents | None
    pays: tuple[tuple[str, str], ...]  # outcome and odds
    prizes: tuple[Cents, ...] = ()  # for each dollar, that a device may give; the bonus meter shows them


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """What the table waits for: nothing, wagers, a card, a decision and the like; whose, and until when."""

    needs: str
    box: int | None = None
    hand: int | None = None
    players: tuple[str, ...] = ()
    until: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    table: str
    phase: str
    book: str
    game: str
    title: str
    casino: str
    decks: int
    play_money: bool
    runs_itself: bool
    source: str
    chip: Cents
    minimum: Cents
    maximum: Cents
    sign: tuple[str, ...]
    inscriptions: tuple[str, ...]
    side_bets: tuple[SideBetView, ...]
    meters: dict[str, Cents]
    now: int
    betting: str  # closed, open or last
    round: int
    waiting: Waiting
    dealer: HandView
    boxes: tuple[BoxView, ...]
    players: tuple[PlayerView, ...]
    shoe: ShoeView
    choices: tuple[ChoiceView, ...]  # the viewer's own
    closes_at: int | None
    last_rounds: int | None
    face_down: bool


class TableRow(NamedTuple):
    """A table as a lobby shows it."""

    table: str
    book: str
    game: str
    decks: int
    minimum: Cents
    maximum: Cents
    boxes: int
    free: int
    players: int
    side_bets: tuple[str, ...]
    phase: str


class SeatRow(NamedTuple):
    """A box: who holds it, who it is kept for, what markers stand there."""

    table: str
    box: int
    player: str | None
    reserved_for: str | None
    minimum: Cents | None  # the limits in force for who sits there
    maximum: Cents | None
    marker: str  # "", "own limits", "old minimum" or "restricted"


def table_row(state: TableState) -> TableRow:
    config, sign = state.config, state.sign
    return TableRow(
        state.table,
        config.rules.book,
        config.rules.game,
        config.decks,
        sign.minimum,
        sign.maximum,
        config.boxes,
        len(state.free_boxes()),
        len(state.present),
        tuple(config.side_bets),
        state.phase,
    )


def seat_rows(state: TableState) -> Iterator[SeatRow]:
    for box in range(1, state.config.boxes + 1):
        player = state.seats.get(box)
        limit = limit_in_force(state, player) if player else None
        yield SeatRow(
            state.table,
            box,
            player,
            state.reserved.get(box),
            limit.minimum if limit else None,
            limit.maximum if limit else None,
            signs.marker(state, box),
        )


def table(state: TableState, viewer: Person | None) -> TableView:
    """An open or closed table, as a person sees it who stands there; None is somebody who is not known."""
    config, round_ = state.config, state.round
    return TableView(
        table=state.table,
        phase=state.phase,
        book=config.rules.book,
        game=config.rules.game,
        title=config.rules.title,
        casino=load(config.rules.book).title,
        decks=config.decks,
        play_money=config.play_money,
        runs_itself=config.runs_itself,
        source=config.source,
        chip=config.chip,
        minimum=state.sign.minimum,
        maximum=state.sign.maximum,
        sign=tuple(signs.sign_lines(state)),
        inscriptions=signs.layout(state).inscriptions,
        side_bets=tuple(_side_bets(state)),
        meters=dict(config.meters),
        now=state.now,
        betting=state.betting,
        round=state.number,
        waiting=waiting(state),
        dealer=_dealer(round_),
        boxes=tuple(_box(state, number, viewer) for number in range(1, config.boxes + 1)),
        players=tuple(_players(state)),
        shoe=_shoe(state),
        choices=tuple(own_choices(state, viewer)),
        closes_at=state.closes_at,
        last_rounds=state.last_rounds,
        face_down=state.face_down,
    )


def seen_only_by(state: TableState, event: TableEvent) -> str | None:
    """Who alone may see a card that is dealt face down, from the table as it was before; None: anybody may."""
    if not (state.face_down and isinstance(event, RoundEvent) and isinstance(event.event, played.CardDealt)):
        return None
    if state.round is None or state.round.phase != "initial" or event.event.box is None:
        return None
    return next(box.control for box in state.round.boxes if box.number == event.event.box)


def public(event: TableEvent) -> bool:
    """Whether an event may be shown to anybody before its shoe has ended."""
    return not EVENTS[type(event)].secret


def event(before: TableState, event: TableEvent, after: TableState, viewer: Person | None) -> dict[str, Any] | None:
    """An event as a person may see it, in the codec's words; None where they may not know of it at all.

    A card that lies face down comes as null; where cards are turned up, `turned_up` has them by box.
    """
    if not public(event):
        return None
    if isinstance(event, ShoeRevealed) and _face_down(before, viewer):
        return None  # a shoe that ends within a round: its order would tell what lies face down
    said = written(event)
    owner = seen_only_by(before, event)
    if owner is not None and not _sees(viewer, owner):
        said["event"]["card"] = None
    turned = {
        str(box): " ".join(card.text for card in cards)
        for box, cards in _face_down(before, viewer).items()
        if box not in _face_down(after, viewer)
    }
    return {**said, "turned_up": turned} if turned else said


def waiting(state: TableState) -> Waiting:
    """What the table waits for, as everybody may know."""
    if state.phase != "open":
        return Waiting(needs="nothing")
    until = next((due.at for due in timers.due(state) if due.command in _RUNS_OUT), None)
    if state.playing and state.round is not None:
        return _round_waiting(state, state.round, until)
    if state.shoe.stage == "uncut" and state.shoe.offered is not None:
        return Waiting(needs="cut", players=(state.shoe.offered,), until=until)
    if state.betting != "closed":
        return Waiting(needs="wagers", until=until)
    return Waiting(needs="house")


def _round_waiting(state: TableState, round_: State, until: int | None) -> Waiting:
    if round_.needs == "decision":
        hand, box = round_.hand, round_.box
        return Waiting(
            needs="decision", box=box.number, hand=round_.hand_number(hand), players=(box.control,), until=until
        )
    if round_.needs in ("offers", "join", "rescue"):
        return Waiting(needs=round_.needs, players=tuple(sorted(offered(round_) - state.declined)), until=until)
    if (won := to_press(round_)) is not None:
        return Waiting(needs="press", box=won.box, players=(won.player,), until=until)
    return Waiting(needs=round_.needs, until=until)


# ---------------------------------------------------------------------------------------------------- what is hidden


def _sees(viewer: Person | None, owner: str) -> bool:
    """Whether somebody may look at cards that lie face down before their owner."""
    return viewer is not None and (viewer.role == INSPECTOR or (viewer.role == PLAYER and viewer.id == owner))


def _hidden(state: TableState, hand: Hand, viewer: Person | None) -> bool:
    """Whether a hand lies face down and is not for this viewer to see."""
    round_ = state.round
    if not state.face_down or round_ is None or round_.phase in OPEN_PHASES:
        return False
    box = round_.boxes[hand.box]
    turned = box.number in state.shown or hand.split or len(hand.cards) > 2 or hand.ended in ("natural", "bust", "won")
    return not turned and not _sees(viewer, box.control)


def covered(state: TableState, viewer: Person | None) -> frozenset[int]:
    """The boxes with cards that a viewer may not see."""
    return frozenset(_face_down(state, viewer))


def _face_down(state: TableState, viewer: Person | None) -> dict[int, Any]:
    """The boxes with cards that this viewer cannot see, and the cards."""
    if not state.face_down or state.round is None:
        return {}
    hands = (hand for hand in state.round.hands if hand.cards and _hidden(state, hand, viewer))
    return {state.round.boxes[hand.box].number: hand.cards for hand in hands}


# ------------------------------------------------------------------------------------------------------ parts of it


def _dealer(round_: State | None) -> HandView:
    if round_ is None or not round_.dealer:
        return HandView()
    total = round_.dealer_total
    ended = "bust" if total > 21 else "natural" if round_.dealer_natural else ""
    return HandView(
        cards=tuple(card.text for card in round_.dealer), total=total, soft=total != round_.dealer_hard, ended=ended
    )


def _box(state: TableState, number: int, viewer: Person | None) -> BoxView:
    round_ = state.round
    box = next((one for one in round_.boxes if one.number == number), None) if round_ is not None else None
    hands: tuple[HandView, ...] = ()
    wagers = tuple(_laid(bet) for bet in state.laid(box=number))
    if round_ is not None and not wagers:
        wagers = tuple(_wager(state, round_, wager) for wager in round_.wagers if wager.box == number)
    if round_ is not None and box is not None:
        hands = tuple(
            _hand(state, round_, place, viewer)
            for place, hand in enumerate(round_.hands)
            if round_.boxes[hand.box].number == number
        )
    return BoxView(
        number=number,
        holder=state.seats.get(number),
        reserved_for=state.reserved.get(number),
        control=box.control if box is not None else None,
        marker=signs.marker(state, number),
        hands=hands,
        wagers=wagers,
    )


def _hand(state: TableState, round_: State, place: int, viewer: Person | None) -> HandView:
    hand = round_.hands[place]
    hidden = _hidden(state, hand, viewer)
    return HandView(
        number=round_.hand_number(hand),
        cards=tuple(None if hidden else card.text for card in hand.cards),
        total=None if hidden or not hand.cards else hand.total,
        soft=hand.soft and not hidden,
        ended="" if hidden else hand.ended,
        doubled=hand.doubled,
        split=hand.split,
        turn=state.playing and round_.turn == place and round_.needs in ("decision", "card", "join", "rescue"),
    )


def _laid(bet: Bet) -> WagerView:
    return WagerView(
        box=bet.box,
        player=bet.player,
        bet=bet.bet,
        staked=bet.amount,
        worth=bet.amount,
        tokens=bet.tokens,
        carried=bool(bet.carried),
    )


def _wager(state: TableState, round_: State, wager: Wager) -> WagerView:
    on = (hand for hand in round_.hands if hand.key == wager.hand and round_.boxes[hand.box].number == wager.box)
    hand = next(on, None)
    return WagerView(
        box=wager.box,
        player=wager.player,
        bet=wager.bet,
        staked=wager.staked,
        worth=wager.worth,
        tokens=state.tokens_down.get((wager.box, wager.player, wager.bet), 0),
        hand=round_.hand_number(hand) if hand is not None else None,
        returned=wager.returned,
        outcome=wager.outcome,
        odds=f"{wager.odds.pays}:{wager.odds.for_each}" if wager.odds is not None else "",
        clause=wager.clause,
        also=wager.also,
        carried=wager.carried,
    )


def _players(state: TableState) -> Iterator[PlayerView]:
    for name, player in state.present.items():
        limit = limit_in_force(state, name)
        yield PlayerView(
            name=name,
            chips=player.chips,
            tokens=player.tokens,
            boxes=tuple(state.boxes_of(name)),
            away=player.away,
            minimum=limit.minimum,
            maximum=limit.maximum,
        )


def _shoe(state: TableState) -> ShoeView:
    shoe = state.shoe
    return ShoeView(
        number=shoe.number,
        stage=shoe.stage,
        left=shoe.left,
        cards=state.config.cards,
        commitment=shoe.commitment,
        due=shoe.due,
        offered_to=shoe.offered,
        burned=len(shoe.burned),
        discards=len(shoe.discards),
        behind=shoe.behind,
    )


def _side_bets(state: TableState) -> Iterator[SideBetView]:
    for bet, pay_table in state.config.side_bets.items():
        low, high = state.sign.side_bets.get(bet, (state.config.chip, None))
        rows = ((row.outcome, f"{row.pays.pays}:{row.pays.for_each}" if row.pays else "") for row in pay_table.rows)
        title = state.rules.side_bets[bet].title
        prizes = tuple(sorted({prize for _, prize in pay_table.draws}))
        yield SideBetView(bet=bet, title=title, minimum=low, maximum=high, pays=tuple(rows), prizes=prizes)


def own_choices(state: TableState, viewer: Person | None) -> Iterator[ChoiceView]:
    """What the viewer may call now; at a real shoe the dealer enters what any player calls."""
    if viewer is None or not state.playing or state.round is None:
        return
    enters = state.config.source == "real" and viewer.role != PLAYER
    for choice in choices(state.round):
        if enters or (viewer.role == PLAYER and choice.player == viewer.id):
            yield _choice(affordable(state, choice), viewer)


def affordable(state: TableState, choice: Choice) -> Choice:
    """A choice as far as the player's chips go: for less where the rules take less, else refused."""
    player = state.players.get(choice.player)
    if player is None or not choice.allowed or choice.token or not choice.most:
        return choice
    most = min(choice.most, player.chips // choice.step * choice.step)
    if most >= choice.least:
        return choice._replace(most=most)
    least = max(choice.least, min(state.config.chip, choice.most))  # less than a chip is not put down
    return choice._replace(refusal=too_dear(state, choice.player, least))


def _choice(choice: Choice, viewer: Person) -> ChoiceView:
    refusal = choice.refusal
    return ChoiceView(
        act=choice.act,
        box=choice.box,
        hand=choice.hand,
        player=choice.player,
        allowed=refusal is None,
        why_not=refusal.message_to(viewer.id) if refusal is not None else "",
        clause=(refusal.clause or "") if refusal is not None else "",
        least=choice.least,
        most=choice.most,
        step=choice.step,
        token=choice.token,
    )
