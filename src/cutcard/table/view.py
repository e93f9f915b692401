"""A table as one person may see it: everything that lies open, and of what lies face down only one's own.

Whoever shows a table to somebody shows this and nothing else, so that no undealt card, no face-down card of another and
no refusal that would give one away gets out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from cutcard.engine import CARD_NEEDS, HAND_NEEDS, OFFER_NEEDS, PLAYER_NEEDS, Hand, State
from cutcard.engine.choices import Choice, choices
from cutcard.engine.state import Wager
from cutcard.money import Cents
from cutcard.narration import printed_rules
from cutcard.narration.formatting import hand_words
from cutcard.narration.reasons import called, pays
from cutcard.rulebooks import load
from cutcard.table import signs, timers
from cutcard.table.config import PLAYER, Person
from cutcard.table.form_views import covered
from cutcard.table.limits import limit_in_force
from cutcard.table.prize_devices import to_press
from cutcard.table.rounds import cost_refused, unanswered
from cutcard.table.secrecy import for_player, hidden, is_staff, shown
from cutcard.table.session_rules import asked
from cutcard.table.session_view import SessionView, session_view
from cutcard.table.state import Bet, TableState

_RUNS_OUT = (
    "no-more-bets",
    "hold-to-minimum",
    "play-for-absent",
    "close-offers",
    "press-for-player",
    "decline-cut",
)  # a wait, not a sign


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand; a card that the viewer may not see is None, and then a box's hand has no total, and the dealer's counts
    the cards that lie open."""

    number: int = 1
    cards: tuple[str | None, ...] = ()
    total: int | None = None
    soft: bool = False
    ended: str = ""  # natural, bust, won, stood, doubled, one-card, full, surrendered or void
    doubled: bool = False
    split: bool = False
    turn: bool = False
    words: str = ""  # its total as people say it: "8 or 18", "bust 24"


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
    """Somebody at the table. Wagers lie on the felt for all to see; what one has besides is one's own."""

    name: str
    chips: Cents | None = for_player()
    tokens: Cents | None = for_player()
    device: Cents | None = for_player()  # the balance on their Personal Bet Manager; None too where they have none
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
    shuffles_itself: bool = False  # a shuffling device deals
    failed: bool = False  # that device has failed, and is not replaced yet


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
    in_words: tuple[tuple[str, str], ...] = ()  # the same as `pays`, for people: "mixed pair", "6 to 1"
    on_device: bool = False  # placed with the bet button, from the balance of a Personal Bet Manager


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkedBetView:
    """A side bet whose meters the table shares with others: its link, the price of a wager, what each is reset to."""

    bet: str
    link: str
    price: Cents
    seeds: dict[str, Cents]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """The cloth and what is played with, which anybody may ask about, and where the rules of the house are."""

    boxes: int
    insurance: bool
    side_bets: tuple[str, ...]
    rack_decks: int  # decks that the discard rack holds; 0: the document does not say
    equipment: tuple[str, ...]
    dealt_from: str
    shuffled_by: str
    shuffle: str
    words: tuple[str, ...]  # all of it for people
    rules: str  # the address of the document's rules for this game
    rules_clause: str  # by which they are there for whoever asks; empty: the document does not say


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalView:
    """Something that waits for a second person."""

    number: int
    command: str
    fields: dict[str, Any]
    by: str
    role: str
    at: int


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
    approvals: tuple[ApprovalView, ...] = ()  # for staff only
    several_boxes: bool = False  # whether a player may take several boxes without leave
    ready: tuple[str, ...] = ()  # who wants the cards, or the next betting, without waiting
    fill_due: Cents | None = None  # the fill that was asked for; for staff only
    cloth: tuple[str, str, str] = ("", "", "")  # printed on it: what the game pays, how it is dealt, insurance
    layout: LayoutView | None = None
    links: tuple[LinkedBetView, ...] = ()
    tournament: str = ""  # the one that it is designated for
    session: SessionView | None = None  # of that tournament, played here


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
        players=tuple(_players(state, viewer)),
        shoe=_shoe(state),
        choices=tuple(own_choices(state, viewer)),
        closes_at=state.closes_at,
        last_rounds=state.last_rounds,
        face_down=state.face_down,
        several_boxes=config.several_free,
        ready=tuple(sorted(state.ready)),
        approvals=tuple(_approvals(state)) if is_staff(viewer) else (),
        fill_due=state.fill_due if is_staff(viewer) else None,
        cloth=printed_rules.cloth(config.rules, signs.layout(state).inscriptions),
        layout=_layout(state),
        links=tuple(_links(state)),
        tournament=state.tournament,
        session=session_view(state, viewer),
    )


def _links(state: TableState) -> Iterator[LinkedBetView]:
    for bet, linked in state.links.items():
        seeds = {meter: one.seed for meter, one in linked.terms.meters.items()}
        yield LinkedBetView(bet=bet, link=linked.link, price=linked.terms.price, seeds=seeds)


def _layout(state: TableState) -> LayoutView:
    cloth, rules = signs.layout(state), state.rules
    return LayoutView(
        boxes=len(cloth.boxes),
        insurance=cloth.insurance,
        side_bets=cloth.side_bets,
        rack_decks=cloth.rack_decks,
        equipment=cloth.equipment,
        dealt_from=cloth.dealt_from,
        shuffled_by=cloth.shuffled_by,
        shuffle=cloth.shuffle,
        words=tuple(signs.layout_lines(cloth)),
        rules=f"/api/rulebooks/{quote(rules.book)}?game={quote(rules.game)}",
        rules_clause=state.config.procedures.clauses.get("layout.rules_on_request", ""),
    )


def _approvals(state: TableState) -> Iterator[ApprovalView]:
    for number, one in state.approvals.items():
        fields = dict(one.fields)
        yield ApprovalView(number=number, command=one.command, fields=fields, by=one.by, role=one.role, at=one.at)


def waiting(state: TableState) -> Waiting:
    """What the table waits for, as everybody may know."""
    if state.phase != "open":
        return Waiting(needs="nothing")
    until = next((due.at for due in timers.due(state) if due.command in _RUNS_OUT), None)
    if state.fill_blocks:
        return Waiting(needs="fill")
    if state.asked_back:
        return Waiting(needs="wagers-back", players=state.asked_back, until=until)
    if state.shoe.stage == "uncut" and state.shoe.offered is not None:
        return Waiting(needs="cut", players=(state.shoe.offered,), until=until)
    if state.playing and state.round is not None:
        return _round_waiting(state, state.round, until)
    if state.betting != "closed":
        if state.session is not None:
            return Waiting(needs="wagers", box=state.session.turn or None, players=tuple(asked(state)), until=until)
        return Waiting(needs="wagers", until=until)
    return Waiting(needs="house")


def _round_waiting(state: TableState, round_: State, until: int | None) -> Waiting:
    if round_.needs == "decision":
        hand, box = round_.hand, round_.box
        return Waiting(
            needs="decision", box=box.number, hand=round_.hand_number(hand), players=(box.control,), until=until
        )
    if round_.needs in OFFER_NEEDS:
        return Waiting(needs=round_.needs, players=tuple(sorted(unanswered(state))), until=until)
    if (won := to_press(round_)) is not None:
        return Waiting(needs="press", box=won.box, players=(won.player,), until=until)
    return Waiting(needs=round_.needs, until=until)


# ------------------------------------------------------------------------------------------------------ parts of it


def _dealer(round_: State | None) -> HandView:
    if round_ is None or not round_.dealer:
        return HandView()
    total = round_.dealer_total
    ended = "bust" if total > 21 else "natural" if round_.dealer_natural else ""
    soft = total != round_.dealer_hard
    return HandView(
        cards=(*(card.text for card in round_.dealer), *((None,) if round_.hole else ())),
        total=total,
        soft=soft,
        ended=ended,
        words=hand_words(total, soft and _in_play(round_), ended, round_.rules.natural.name),
    )


def _in_play(round_: State) -> bool:
    """Whether a hand on the felt may still get a card."""
    return round_.needs in HAND_NEEDS | PLAYER_NEEDS | CARD_NEEDS | {"press", "meters", "settlement"}


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
    covered = hidden(state, hand, viewer)
    return HandView(
        number=round_.hand_number(hand),
        cards=tuple(None if covered else card.text for card in hand.cards),
        total=None if covered or not hand.cards else hand.total,
        soft=hand.soft and not covered,
        ended="" if covered else hand.ended,
        doubled=hand.doubled,
        split=hand.split,
        turn=state.playing and round_.turn == place and round_.needs in HAND_NEEDS,
        words="" if covered or not hand.cards else _words(round_, hand),
    )


def _words(round_: State, hand: Hand) -> str:
    return hand_words(hand.total, hand.soft and _in_play(round_), hand.ended, round_.rules.natural.name)


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


def _players(state: TableState, viewer: Person | None) -> Iterator[PlayerView]:
    for name, player in state.present.items():
        limit = limit_in_force(state, name)
        found = PlayerView(
            name=name,
            chips=player.chips,
            tokens=player.tokens,
            device=player.device,
            boxes=tuple(state.boxes_of(name)),
            away=player.away,
            minimum=limit.minimum,
            maximum=limit.maximum,
        )
        yield found if state.tournament else shown(found, name, viewer)  # tournament chips lie in full view


def _shoe(state: TableState) -> ShoeView:
    shoe, round_ = state.shoe, state.round
    over = round_ if round_ is not None and not state.playing else None  # its cards still lie before the players
    lying = len(over.dealer) + sum(len(hand.cards) for hand in over.hands) if over is not None else 0
    return ShoeView(
        number=shoe.number,
        stage=shoe.stage,
        left=shoe.left,
        cards=state.config.cards,
        commitment=shoe.commitment,
        due=shoe.due,
        offered_to=shoe.offered,
        burned=len(shoe.burned),
        discards=max(len(shoe.discards) - lying, 0),
        behind=shoe.behind,
        shuffles_itself=state.shuffles_itself,
        failed=state.failure is not None,
    )


def _side_bets(state: TableState) -> Iterator[SideBetView]:
    played = {wager.bet for wager in state.round.wagers} if state.playing and state.round is not None else set()
    for bet, pay_table in state.config.side_bets.items():
        if bet in state.suspended and bet not in played:
            continue  # its prize device has failed
        if state.session is not None and bet not in state.session.terms.side_bets:
            continue
        low, high = state.sign.side_bets.get(bet, (state.config.chip, None))
        if bet in state.links:
            low = high = state.links[bet].terms.price
        rows = ((row.outcome, f"{row.pays.pays}:{row.pays.for_each}" if row.pays else "") for row in pay_table.rows)
        title = state.rules.side_bets[bet].title
        prizes = tuple(sorted({prize for _, prize in pay_table.draws}))
        yield SideBetView(
            bet=bet,
            title=title,
            minimum=low,
            maximum=high,
            pays=tuple(rows),
            prizes=prizes,
            in_words=tuple((called(row.outcome), pays(row, state.config.meters)) for row in pay_table.rows),
            on_device=state.config.on_device(bet),
        )


def own_choices(state: TableState, viewer: Person | None) -> Iterator[ChoiceView]:
    """What the viewer may call now; at a real shoe the dealer enters what any player calls."""
    if viewer is None or not state.playing or state.round is None:
        return
    enters = state.config.source == "real" and viewer.role != PLAYER
    for choice in choices(state.round):
        if enters:
            yield _choice(affordable(state, choice), viewer)
        elif viewer.role == PLAYER and choice.player == viewer.id:
            yield _choice(covered(state, affordable(state, choice)), viewer)


def affordable(state: TableState, choice: Choice) -> Choice:
    """A choice as far as the player's chips go: for less where the rules take less, else refused."""
    player = state.players.get(choice.player)
    if player is None or not choice.allowed or choice.token or not choice.most:
        return choice
    most = min(choice.most, player.chips // choice.step * choice.step)
    if most >= choice.least:
        return choice._replace(most=most)
    least = max(choice.least, min(state.config.chip, choice.most))  # less than a chip is not put down
    return choice._replace(refusal=cost_refused(state, choice.player, least))


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
