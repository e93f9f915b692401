"""A table as one person may see it: everything that is open, and of the cards face down only their own.

What is shown of a table is this and nothing else, so that no undealt card, no face-down card of another and
no refusal that would give one away gets out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from urllib.parse import quote

from cutcard.engine import CARD_NEEDS, HAND_NEEDS, OFFER_NEEDS, PLAYER_NEEDS, Hand, State
from cutcard.engine.choices import Choice, choices
from cutcard.engine.state import Wager
from cutcard.narration import printed_rules
from cutcard.narration.formatting import hand_words
from cutcard.narration.reasons import called, pays
from cutcard.rulebooks import load
from cutcard.table import signs, timers
from cutcard.table.config import PLAYER, Person
from cutcard.table.decision_costs import cost_refused
from cutcard.table.discards import count_in_rack, is_collected
from cutcard.table.form_views import covered
from cutcard.table.limits import limit_in_force
from cutcard.table.prize_devices import button_holder, to_press
from cutcard.table.rounds import unanswered
from cutcard.table.secrecy import hidden, is_staff, sees_own, shown
from cutcard.table.session_rules import due_to_wager
from cutcard.table.session_view import session_view
from cutcard.table.state import Bet, TableState
from cutcard.table.view_records import (
    ApprovalView,
    BoxView,
    ChoiceView,
    HandView,
    LayoutView,
    LinkedBetView,
    PlayerView,
    ShoeView,
    SideBetView,
    TableView,
    WagerView,
    Waiting,
)

_RUNS_OUT = (
    "no-more-bets",
    "hold-to-minimum",
    "play-for-absent",
    "close-offers",
    "press-for-player",
    "decline-cut",
)  # a wait, not a sign


class ForAll:
    """What is the same for everybody who looks at a table; `table` shows each person what they may see of it."""

    def __init__(self, state: TableState) -> None:
        self._state = state
        self.players = tuple(_players(state))  # with what is theirs alone
        self.table = _for_nobody(state, self.players)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """What any player may call now."""
        state = self._state
        return choices(state.round) if state.playing and state.round is not None else ()


def table(state: TableState, viewer: Person | None, for_all: ForAll | None = None) -> TableView:
    """An open or closed table, as a person sees it who stands there; None is somebody who is not known.

    With `for_all` of the same state, only what is this person's is made again.
    """
    shared = for_all or ForAll(state)
    if viewer is None:
        return shared.table
    staff, known = is_staff(viewer), zip(shared.players, shared.table.players, strict=True)
    return replace(
        shared.table,
        boxes=_boxes(state, viewer) if state.face_down else shared.table.boxes,
        players=tuple([whole if sees_own(viewer, whole.name) else masked for whole, masked in known]),
        choices=tuple(own_choices(state, viewer, shared.choices)),
        approvals=tuple(_approvals(state)) if staff else (),
        fill_due=state.fill_due if staff else None,
        session=session_view(state, viewer),
    )


def _for_nobody(state: TableState, players: tuple[PlayerView, ...]) -> TableView:
    """A table as somebody sees it who is not known."""
    config, round_ = state.config, state.round
    cloth = signs.layout(state)
    # tournament chips lie in full view
    masked = players if state.tournament else tuple([shown(one, one.name, None) for one in players])
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
        inscriptions=cloth.inscriptions,
        side_bets=tuple(_side_bets(state)),
        meters=dict(config.meters),
        now=state.now,
        betting=state.betting,
        round=state.number,
        waiting=waiting(state),
        dealer=_dealer(round_),
        boxes=_boxes(state, None),
        players=masked,
        shoe=_shoe(state),
        choices=(),
        closes_at=state.closes_at,
        last_rounds=state.last_rounds,
        face_down=state.face_down,
        several_boxes=config.several_free,
        ready=tuple(sorted(state.ready)),
        cloth=printed_rules.cloth(config.rules, cloth.inscriptions),
        layout=_layout(state, cloth),
        links=tuple(_links(state)),
        tournament=state.tournament,
        session=session_view(state, None),
    )


def _links(state: TableState) -> Iterator[LinkedBetView]:
    for bet, linked in state.links.items():
        seeds = {meter: one.seed for meter, one in linked.terms.meters.items()}
        yield LinkedBetView(bet=bet, link=linked.link, price=linked.terms.price, seeds=seeds)


def _layout(state: TableState, cloth: signs.Layout) -> LayoutView:
    rules = state.rules
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
            return Waiting(
                needs="wagers", box=state.session.turn or None, players=tuple(due_to_wager(state)), until=until
            )
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
        return Waiting(needs="press", box=won.box, players=(button_holder(state) or won.player,), until=until)
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


def _boxes(state: TableState, viewer: Person | None) -> tuple[BoxView, ...]:
    return tuple([_box(state, number, viewer) for number in range(1, state.config.boxes + 1)])


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
        collected=not covered and is_collected(state, round_, hand),
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


def _players(state: TableState) -> Iterator[PlayerView]:
    for name, player in state.present.items():
        limit = limit_in_force(state, name)
        yield PlayerView(
            name=name,
            chips=player.chips,
            tokens=player.tokens,
            device=player.device,
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
        discards=count_in_rack(state),
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


def own_choices(
    state: TableState, viewer: Person | None, of_round: Sequence[Choice] | None = None
) -> Iterator[ChoiceView]:
    """What the viewer may call now; at a real shoe the dealer enters what any player calls.

    `of_round` are the choices of all players, where they are known already.
    """
    if viewer is None or not state.playing or state.round is None:
        return
    enters = state.config.source == "real" and viewer.role != PLAYER
    for choice in choices(state.round) if of_round is None else of_round:
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
