"""The viewer's desk: what they may do now, each as a button with its commands, or disabled with the reason."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutcard import table as t
from cutcard.engine.choices import choices
from cutcard.floor.house_dealer import Pace, closes_early
from cutcard.narration.formatting import KEYS, NAMES, money, sentence
from cutcard.narration.results import result
from cutcard.rulebooks import procedures_of
from cutcard.service.caller import Caller
from cutcard.service.desk_betting import bets, next_round
from cutcard.service.desk_device import bet_manager
from cutcard.service.desk_session import in_turn, session_desk
from cutcard.service.prompts import IDLE, prompt, rescue_price
from cutcard.service.routes.bodies_table import (
    Amount,
    Button,
    CoachOffer,
    CutRange,
    Desk,
    Group,
    Headline,
    Hint,
    Seat,
    SessionTally,
    Watching,
)
from cutcard.service.table_moment import command_prefix, moment
from cutcard.service.table_steps import ViewerStory
from cutcard.service.tried_buttons import tried_button
from cutcard.service.wire import command_fields
from cutcard.table import TableState
from cutcard.table.cut import cut_range
from cutcard.table.names import in_words
from cutcard.table.prize_devices import button_holder, possible_nominees, press_clause, to_press
from cutcard.table.rulebook_file import rulebook_refused
from cutcard.table.standings import asks_for_card
from cutcard.table.view import affordable
from cutcard.table.view_records import ChoiceView, PlayerView, TableView

ALWAYS = ("hit", "stand", "double", "split", "surrender")  # shown disabled if they are refused
NEWCOMER = "(newcomer)"  # who stands there as one of many would sit down under a name; no account has this one
MOST_NOMINEES = 8  # whom the winner of a prize may name with one press
COACH = "The exact best play with the cards that you see."


def desk(
    state: TableState,
    table: TableView,
    caller: Caller | None,
    viewer_story: ViewerStory,
    pace: Pace,
    tally: SessionTally | None = None,
) -> Desk:
    """Everything that the viewer may do now."""
    me = viewer_story.plays
    early = closes_early(state, pace)
    player = next((one for one in table.players if one.name == me), None) if me is not None else None
    made = Desk(
        prompt=prompt(table, me, early is not None),
        mine=me is not None and me in table.waiting.players,
        until=table.waiting.until if early is None else early,
        moment=moment(state, me),
        watching=watching(table, caller) if me is None else None,
        session=tally,
        can_autoplay=table.play_money and player is not None and not table.tournament,
        coach=coach_offer(table),
    )
    if me is None or table.phase != "open":
        return made
    made.headline = headline(state, me)
    made.groups = list(_groups(state, table, me))
    made.free_boxes = list(_free_boxes(state, table, me))
    if player is not None:
        made.seat = _seat(state, table, player)
        made.bet_manager = bet_manager(state, table, player)
        made.tournament = session_desk(state, table, player)
        made.hints = list(_hints(state, table, player))
        if in_turn(state):
            pass  # one wager, made whole: its buttons are with those of the session
        elif table.betting != "closed":
            made.bets = bets(state, table, player, viewer_story)
        elif on := next_round(state, table, me, viewer_story):
            made.groups.append(Group(label="", buttons=on))
    if table.waiting.needs == "cut" and me in table.waiting.players:
        least, most, value = cut_range(state, state.shoe.left)
        made.cut = CutRange(least=least, most=most, value=value)
    return made


def headline(state: TableState, me: str) -> Headline | None:
    """The result of the round that is over, until the next one is bet on."""
    if state.round is None or state.playing or state.betting != "closed":
        return None
    own = result(state.round, me)
    return Headline(text=own.text, kind=own.kind) if own is not None else None


def coach_offer(table: TableView) -> CoachOffer:
    if table.play_money:
        return CoachOffer(offered=True, text=COACH)
    clause = procedures_of(table.book).clauses["conduct.no_advice"]
    return CoachOffer(offered=False, text="At a table of real money nobody is advised how to play.", clause=clause)


def watching(table: TableView, caller: Caller | None) -> Watching:
    """For visitors who do not play here: how they can join, or who they are and why not."""
    is_open = table.phase == "open" and not table.tournament
    if caller is None:
        return Watching(text="You are watching.", guest=is_open and table.play_money, log_in=is_open, staff=False)
    why = caller.barred(table.book, table.play_money)
    role = in_words(caller.role)
    words = f"You are watching as {'an' if role[0] in 'aeiou' else 'a'} {role}." + (f" {sentence(why)}" if why else "")
    return Watching(text=words, guest=False, log_in=False, staff=not caller.plays)


# ----------------------------------------------------------------------------------------------------------- decisions


def _groups(state: TableState, table: TableView, me: str) -> Iterator[Group]:
    if table.waiting.needs == "wagers-back":
        yield from _wagers_back(state, table, me)
    elif table.waiting.needs == "cut":  # also in the middle of a round
        if me in table.waiting.players:
            yield Group(label="", buttons=_cut(state, me))
    elif table.choices:
        yield from _choices(state, table, me)
    elif table.waiting.needs == "press":
        yield from _prize_button(state, table, me)


def _wagers_back(state: TableState, table: TableView, me: str) -> Iterator[Group]:
    """Whether to leave a round that a failed device has stopped."""
    if me in table.waiting.players:
        back = button(state, me, "wagers-back", "Take them back", t.TakeWagersBack(), key="B", kind="primary")
        stay = button(state, me, "decline", "Leave them in", t.DeclineOffer(), key="N")
        yield Group(label="", buttons=[back, stay])


def _choices(state: TableState, table: TableView, me: str) -> Iterator[Group]:
    """The choices of each hand; at an offer also the way to let it go by."""
    decides = table.waiting.needs == "decision"
    if not decides and me not in table.waiting.players:
        return
    hands = list(dict.fromkeys((choice.box, choice.hand) for choice in table.choices))
    for box, hand in hands:
        mine = [choice for choice in table.choices if (choice.box, choice.hand) == (box, hand)]
        shown = [choice for choice in mine if choice.allowed or (decides and choice.act in ALWAYS)]
        buttons = [_choice(state, table, choice, me) for choice in shown]
        if buttons:
            yield Group(label=f"Box {box}" if len(hands) > 1 else "", buttons=buttons)
    if not decides:
        no = button(state, me, "decline", "No, thanks", t.DeclineOffer(), key="N")
        yield Group(label="", buttons=[no])


def _choice(state: TableState, table: TableView, choice: ChoiceView, me: str) -> Button:
    act = choice.act
    about = f"{act}-{choice.box}-{choice.hand}"
    key = KEYS[act].upper()
    if not choice.allowed:
        why = sentence(choice.why_not)
        return Button(id=about, label=NAMES[act], key=key, enabled=False, why=why, clause=choice.clause)
    assert state.round is not None
    meant = next(
        each
        for each in choices(state.round)
        if (each.act, each.box, each.hand, each.player) == (act, choice.box, choice.hand, choice.player)
    )
    call = t.Call(affordable(state, meant).command(None))
    made = button(state, me, about, NAMES[act], call, key=key, detail=_costs(table, choice), kind="primary")
    if choice.most and choice.least < choice.most and not choice.token:
        least = max(choice.least, choice.step)
        made.amount = Amount(least=least, most=choice.most, step=choice.step, value=choice.most, path=["amount"])
    return made


def _costs(table: TableView, choice: ChoiceView) -> str:
    """What a choice costs, or gives back."""
    if choice.token:
        return "free"
    if choice.act == "rescue":
        return f"costs {money(rescue_price(table, choice))}"
    return money(choice.most) if choice.most else ""


def button(
    state: TableState, me: str, button_id: str, label: str, *commands: Any, once: bool = True, **more: Any
) -> Button:
    """A button for these commands at this moment; `once`: a second press at the same moment does nothing more."""
    return Button(
        id=button_id,
        label=label,
        commands=[command_fields(command) for command in commands],
        id_prefix=command_prefix(state, me, button_id) if once else "",
        moment=moment(state, me),
        **more,
    )


def _prize_button(state: TableState, table: TableView, me: str) -> Iterator[Group]:
    """The prize button: enabled for the winner whose turn it is or whom they name, disabled for others with such a
    wager; the winner may have somebody else press.
    """
    won = to_press(state.round) if state.round is not None else None
    if won is None or table.source != "virtual":
        return  # at a real table the dealer enters the device's result
    clause = press_clause(state) or ""
    label = "Press the button"
    holder = button_holder(state)
    if holder == me:
        detail = f"box {won.box}, {money(won.worth)}"
        press = button(
            state, me, "press", label, t.PressButton(), detail=detail, key="B", kind="primary", clause=clause
        )
        yield Group(label="", buttons=[press])
    if won.player == me:
        yield from _nominees(state, me, holder)
    elif holder != me and _has_wager(table, me, won.bet):
        why = f"It is {holder}'s now: the winners press one after the other, each for their own wager."
        yield Group(label="", buttons=[Button(id="press", label=label, key="B", enabled=False, why=why, clause=clause)])


def _nominees(state: TableState, me: str, holder: str | None) -> Iterator[Group]:
    """Whom the winner of a prize may have press the button instead, and the way back."""
    names = [name for name in possible_nominees(state) if name != holder][:MOST_NOMINEES]
    words = {name: f"Let {name} press" for name in names} | ({me: "Press it myself"} if holder != me else {})
    given = [
        button(state, me, f"nominate-{name}", label, t.NominateForButton(name), once=False)
        for name, label in words.items()
    ]
    if given:
        yield Group(label="The prize button", buttons=given)


def _has_wager(table: TableView, me: str, bet: str) -> bool:
    return any(wager.player == me and wager.bet == bet for box in table.boxes for wager in box.wagers)


def _cut(state: TableState, me: str) -> list[Button]:
    least, most, value = cut_range(state, state.shoe.left)
    cut = button(state, me, "cut", "Cut", t.Cut(value), key="U", kind="primary", once=False)
    cut.amount = Amount(least=least, most=most, step=1, value=value, path=["at"])
    return [cut, button(state, me, "decline-cut", "No, thanks", t.DeclineCut(), key="N")]


# ---------------------------------------------------------------------------------------------------------------- seat


def _free_boxes(state: TableState, table: TableView, me: str) -> Iterator[Button]:
    """The boxes to sit down at; to a player who has one already only those that they may take besides."""
    if table.tournament:
        return  # places are drawn or given, not taken
    seated = bool(state.boxes_of(me))
    for box in table.boxes:
        if box.holder is not None or box.reserved_for not in (None, me):
            continue
        detail, number = "play here too" if seated else "sit down", str(box.number)
        sit = tried_button(
            state, me or NEWCOMER, f"sit-{number}", f"Box {number}", t.Sit(box.number), detail=detail, key=number
        )
        if sit.enabled or not seated:
            yield sit


def _seat(state: TableState, table: TableView, me: PlayerView) -> Seat:
    """The player's chips and boxes, and how to give them up."""
    limits = f"{money(me.minimum)} to {money(me.maximum)}" if me.maximum is not None else f"from {money(me.minimum)}"
    own = not table.tournament  # a place in a session is kept to its end
    ways = [_way(f"Give up box {box}", t.GiveUpBox(box), f"give-up-{box}") for box in me.boxes if own]
    if table.face_down and table.waiting.needs == "decision":
        ways += [
            _way(f"Turn up box {box.number}", t.ShowHand(box.number), f"show-hand-{box.number}")
            for box in table.boxes
            if box.control == me.name and len(box.hands) == 1
        ]
    away = _way("I am back", t.ComeBack(), "come-back") if me.away else _way("Step away", t.StepAway(), "step-away")
    return Seat(
        chips=me.chips or 0,
        tokens=me.tokens or 0,
        limits=limits,
        boxes=list(me.boxes),
        away=me.away,
        buttons=[*ways, *_card(state, me.name), away, *([_way("Leave the table", t.Leave(), "leave")] if own else [])],
    )


def _card(state: TableState, me: str) -> list[Button]:
    """Put your player card in, or take it out, where it is required: it goes in by itself only when you sit down."""
    if state.tournament or not asks_for_card(state.config, registered=True):
        return []
    if me in state.cards:
        return [_way("Take your card out", t.RemoveCard(), "remove-card")]
    return [_way("Put your card in", t.InsertCard(), "insert-card")]


def _way(label: str, command: Any, button_id: str) -> Button:
    return Button(id=button_id, label=label, kind="quiet", commands=[command_fields(command)])


def _hints(state: TableState, table: TableView, me: PlayerView) -> Iterator[Hint]:
    """What the player should know: that they may lose their seat, and where chips come from."""
    refusal = rulebook_refused(state)
    if refusal is not None:
        yield Hint(text=sentence(refusal.message), clause="", book=table.book)
    if state.players[me.name].warned and me.boxes:
        yield Hint(text=IDLE, clause=state.config.procedures.clauses["seats.idle_rounds"], book=table.book)
    chips = me.chips or 0
    short = chips < me.minimum and table.betting != "closed" and not any(state.laid(player=me.name))
    if short and not table.tournament and not (table.play_money and table.runs_itself):
        has = f"{money(chips)} in chips, and the minimum is {money(me.minimum)}" if chips else "no chips"
        clause = state.config.procedures.commands["sell-chips"].clause
        yield Hint(text=f"You have {has}: the dealer sells them.", clause=clause, book=table.book)
