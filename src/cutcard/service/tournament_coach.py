"""The coach at a tournament of play money: the wager, and on the last hand the play, with the best chance to advance.

It looks at what the player sees and at nothing else, and so knows no undisclosed wager of anybody else.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any

from cutcard.errors import CutcardError
from cutcard.money import Cents, dollars, priced
from cutcard.narration.formatting import NAMES
from cutcard.odds.tournaments import Advice as TournamentAdvice
from cutcard.odds.tournaments import WagerChance, advise, example, standing_of
from cutcard.odds.tournaments.standing import ROUNDS_MOST
from cutcard.service.odds_question import Question
from cutcard.service.routes.bodies_table import Advice, ChoiceValue
from cutcard.service.solver_pool import answer
from cutcard.table import TableState
from cutcard.table.session_rules import tournament_rules
from cutcard.table.session_view import SessionPlayerView, SessionView
from cutcard.table.view_records import BoxView, TableView

SHOWN = 5  # wagers in the list
LATER = "How many rounds are left is not known here, so that no wager is advised."
FAR = f"A wager is advised in the last {ROUNDS_MOST} rounds of a session, and {{rounds}} are left."


def advice_to(question: str) -> TournamentAdvice:
    """The advice to a standing, written as its file; runs in a separate process."""
    return advise(standing_of(json.loads(question)))


def prepare() -> None:
    """Have everything compiled that advice needs, before somebody waits for it: after an installation that takes long.

    One question keeps one of the processes busy; its answer is of no use to anybody.
    """
    two = example("two-players")
    three = {**two, "players": [*two["players"], {"name": "cid", "chips": "900"}]}
    asked = asyncio.ensure_future(answer(advice_to, json.dumps(three, sort_keys=True)))
    asked.add_done_callback(lambda done: done.cancelled() or done.exception())


async def session_advice(state: TableState, table: TableView, name: str, advance: int, at: str) -> Advice | None:
    """Advice for a player of a session whose turn it is; None where the ordinary coach is asked."""
    session = table.session
    if session is None or name not in {player.player for player in session.players if not player.out}:
        return None
    betting = table.betting != "closed" and name in session.to_wager
    playing = table.waiting.needs == "decision" and any(choice.allowed for choice in table.choices)
    if not betting and (not playing or session.rounds_left != 0):
        return None
    if session.rounds_left is None:
        return Advice(moment=at, note=LATER)
    if session.rounds_left >= ROUNDS_MOST:
        return Advice(moment=at, note=FAR.format(rounds=session.rounds_left + 1))
    try:
        given = standing(state, table, name, advance)
        found = await answer(advice_to, json.dumps(given, sort_keys=True), name)
    except CutcardError as error:
        return Advice(moment=at, note=f"No wager can be advised: {error.message}.") if betting else None
    return _wagers(found, at) if betting else _plays(found, table, at)


# ---------------------------------------------------------------------------------------------------- what is asked


def standing(state: TableState, table: TableView, name: str, advance: int) -> dict[str, Any]:
    """The table as the player sees it, in the words of a file for `cutcard tournament advise`."""
    session = table.session
    assert session is not None
    assert state.session is not None
    question = Question.of(state.rules, table.decks)
    players = [player for player in session.players if not player.out]
    boxes = [player.box for player in players]
    marker = session.marker if session.marker in boxes else next(p.box for p in players if p.player == name)
    playing = table.waiting.needs == "decision"
    units = tournament_rules(state).units
    given = {
        "book": question.book,
        "game": question.game,
        "decks": table.decks,
        "options": list(question.options),
        "minimum": dollars(session.minimum),
        "maximum": dollars(session.maximum),
        "step": dollars(session.minimum if units else _step(session, table.chip)),
        "chip": dollars(table.chip),
        "rounds_left": (session.rounds_left or 0) + 1,
        "advance": max(1, min(advance, len(players) - 1)),
        "you": name,
        "marker": players[boxes.index(marker)].player,
        "deals_from_marker": state.session.terms.deal_from_marker,
    }
    if playing:
        up = table.dealer.cards[0]
        given["up"] = (up or "")[:1]
    return {**given, "players": [_player(table, session, player, playing, given) for player in players]}


def _step(session: SessionView, chip: Cents) -> Cents:
    """A step that leaves some tens of wagers between the limits, in chips."""
    return max(chip, -(-(session.maximum - session.minimum) // (20 * chip)) * chip)


def _player(
    table: TableView, session: SessionView, player: SessionPlayerView, playing: bool, given: dict[str, Any]
) -> dict[str, Any]:
    made: dict[str, Any] = {
        "name": player.player,
        "chips": dollars(player.chips + player.wagered),
        "passes": player.pass_cards,
    }
    hidden = any(form.player == player.player for form in session.forms.handed_in)
    if hidden and player.player != given["you"]:
        made["undisclosed"] = True
    box = next(box for box in table.boxes if box.number == player.box)
    if playing:
        if hidden and player.player != given["you"]:
            raise CutcardError("a wager of somebody else is not seen")
        made |= _hand(table, box, player)
        own = session.forms.own
        if own is not None and player.player == given["you"] and own.bet == "main":
            made["wager"] = dollars(own.amount + own.open)
        return made
    if player.passed:
        made["wager"] = "0"
    elif player.wagered and player.player != given["you"] and not hidden:
        made["wager"] = dollars(player.wagered)
    return made


def _hand(table: TableView, box: BoxView, player: SessionPlayerView) -> dict[str, Any]:
    """A box in play: its cards, what was added to double, and whether it has been played."""
    if not box.hands:
        return {"wager": "0"}
    if len(box.hands) > 1:
        raise CutcardError("a box that has been split")
    own = [wager for wager in box.wagers if wager.player == player.player]
    main = sum(wager.staked for wager in own if wager.bet == "main")
    doubled = sum(wager.worth for wager in own if wager.bet == "double")  # a token stakes nothing
    cards = " ".join(card[0] for card in box.hands[0].cards if card is not None)
    order = [one.number for one in table.boxes if one.hands]
    turn = table.waiting.box or 0
    done = turn in order and order.index(box.number) < order.index(turn)
    found: dict[str, Any] = {"wager": dollars(main), "cards": cards, "stood": done}
    return found | ({"doubled": dollars(doubled)} if doubled else {})


# ---------------------------------------------------------------------------------------------------- what is answered


def _percent(chance: float) -> str:
    return f"{100 * chance:.1f} %"


def _wagers(found: TournamentAdvice, at: str) -> Advice:
    best = found.wagers[0]
    note = f"Your chance to advance. {found.method[0].upper()}{found.method[1:]}."
    if best.share is not None:
        note += " Wagers are not seen: mix them, each as often as is said."
    return Advice(
        moment=at,
        best=_name(best),
        choices=[_wager(one, best.chance) for one in found.wagers[:SHOWN]],
        note=note,
    )


def _name(one: WagerChance) -> str:
    return f"wager-{dollars(one.wager)}" if one.wager else "pass-card"


def _wager(one: WagerChance, best: float) -> ChoiceValue:
    label = f"Bet {priced(one.wager)}" if one.wager else "Pass card"
    return ChoiceValue(
        act=_name(one),
        label=label,
        value=one.chance,
        text=_percent(one.chance),
        money=f"in {_percent(one.share)}" if one.share is not None else "",
        cost=max(best - one.chance, 0.0),
        verdict="",
    )


def _plays(found: TournamentAdvice, table: TableView, at: str) -> Advice | None:
    allowed = {choice.act for choice in table.choices if choice.allowed}
    plays = [one for one in found.plays if one.act.split()[0] in allowed]
    if not plays:
        return None
    best = plays[0]
    return Advice(
        moment=at,
        best=best.act.split()[0],
        choices=[
            ChoiceValue(
                act=one.act,
                label=NAMES.get(one.act, one.act.capitalize()),
                value=one.chance,
                text=_percent(one.chance),
                money="",
                cost=best.chance - one.chance,
                verdict=f"Your last decision cost {_percent(best.chance - one.chance)} of the chance to advance.",
            )
            for one in plays
        ],
        note=f"Your chance to advance, on the last hand. {found.method[0].upper()}{found.method[1:]}.",
    )
