"""What a table waits for, in a short sentence for one viewer; and what happened, where no line of the story says it."""

from __future__ import annotations

from cutcard.cards import BY_TEXT
from cutcard.engine import OFFER_NEEDS
from cutcard.engine import events as played
from cutcard.narration.formatting import KEYS, NAMES, face, listed, money, name, spoken, worth
from cutcard.service.story_lines import aloud
from cutcard.table import (
    BetManagerCashedOut,
    BetManagerCredited,
    BettingOpened,
    DeviceFailed,
    GameHalted,
    IdlePlayerWarned,
    JackpotWagersEstablished,
    LastBetsCalled,
    RoundEvent,
    Shuffled,
    SideBetsOfferedAgain,
    SideBetsSuspended,
    TableEvent,
    TableState,
    UnderMinimumWarned,
    WagerLaid,
    WagerTakenBack,
)
from cutcard.table.session_view import SessionView
from cutcard.table.view_records import ChoiceView, TableView

IDLE = "You have not bet for a while. Bet soon, or your box is given to somebody else."
AFTER_FAILURE = {  # what is done about a failed device
    "void-round": "The round ends, and wagers go back.",
    "transfer": "The cards go into another one, and the round goes on.",
    "finish-from-shoe": "The round is finished from a shoe.",
    "goes-on": "The round goes on.",
    "between-rounds": "It is seen to before the next round.",
}
OFFERED = ("even-money", "insure", "surrender")  # of several that are open, the first is asked for


def _wagers_back(table: TableView) -> str:
    if table.shoe.failed:
        return "The shuffling device has failed. Take your wagers back?"
    return "Your jackpot wager was not entered before the deal. Take it back?"


def prompt(table: TableView, me: str | None, closing: bool = False) -> str:
    """Who the table waits for; `closing` once all have wagered and the deal is next."""
    waiting = table.waiting
    mine = me is not None and me in waiting.players
    who = listed(list(waiting.players) or ["nobody"])
    match waiting.needs:
        case needs if needs in OFFER_NEEDS:
            return _question(table) if mine else _answered(table)
        case "decision" if mine:
            return f"Your turn at {_where(table)}."
        case "decision":
            return f"{name(who)} to decide for {_where(table)}."
        case "press":
            whose = "You press" if mine else f"{name(who)} presses"
            return f"A prize is won on box {waiting.box}. {whose} the button."
        case "meters":
            return "A jackpot is won. The dealer enters the hand."
        case "wagers":
            return _betting(table, me, closing)
        case "cut":
            return "Cut the cards?" if mine else f"{name(who)} may cut the cards."
        case "wagers-back":
            return _wagers_back(table) if mine else f"Waiting for {who}."
        case "card" if table.shoe.stage != "ready":
            return "The cards are being shuffled."
        case "fill":
            return "The float is short of chips. Play goes on when more have come."
        case "house":
            return _house(table, me)
        case "nothing":
            return "This table is closed."
    return "The dealer is at work."


def _in_session(session: SessionView, me: str | None) -> str:
    """Whose wager a session waits for, or why it waits; empty where betting is as at any table."""
    if session.over:
        return "The session is over. The chips are counted."
    if session.halted:
        return f"Play waits: {session.halted}."
    if me in session.to_wager:
        return "Your turn to bet." if session.turn else "Place your bet."
    if session.turn and session.to_wager:
        return f"{name(listed(list(session.to_wager)))} to bet."
    return f"Waiting for {listed(list(session.to_wager))}." if session.to_wager else ""


def _betting(table: TableView, me: str | None, closing: bool) -> str:
    of_session = _in_session(table.session, me) if table.session is not None else ""
    if of_session:
        return of_session
    if closing:
        rest = " You can still bet on the jackpot." if _jackpot_open(table, me) else ""
        return f"All bets are in. The cards are coming.{rest}"
    if table.betting == "last":
        return "Last bets."
    seated = any(box.holder == me for box in table.boxes) if me is not None else False
    return "Place your bets." if seated else "Betting is open."


def _jackpot_open(table: TableView, me: str | None) -> bool:
    """Whether a player has a main wager and none of those that the bet button places (Melbourne 21.7.2)."""
    laid = {wager.bet for box in table.boxes for wager in box.wagers if wager.player == me}
    bets = {bet.bet for bet in table.side_bets if bet.on_device}
    return me is not None and "main" in laid and bool(bets) and not bets & laid


def _house(table: TableView, me: str | None) -> str:
    if table.session is not None and (table.session.over or table.session.halted):
        return _in_session(table.session, me)
    if table.tournament and table.session is None:
        return "The table waits for its next session."
    if not any(box.holder for box in table.boxes):
        return "Take a box, and the cards come." if me is not None else "Nobody sits here yet."
    if table.shoe.due or table.shoe.stage not in ("loaded", "ready"):
        return "The cards are being shuffled."
    return "The next round starts soon."


def _answered(table: TableView) -> str:
    """To somebody who has answered an offer, or whom it does not concern."""
    players = table.waiting.players
    return f"Waiting for {listed(list(players))}." if players else "The dealer goes on."


def _question(table: TableView) -> str:
    """The offer that is open, as a question."""
    open_ = [choice for choice in table.choices if choice.allowed]
    acts = [choice.act for choice in open_]
    if table.waiting.needs == "join":
        return f"Join in on box {open_[0].box}?" if open_ else "Join in?"
    if table.waiting.needs == "rescue":
        return f"Rescue the double{_price(table, open_)}?"
    act = next((act for act in OFFERED if act in acts), "")
    up = table.dealer.cards[0] if table.dealer.cards else None
    against = f" Dealer shows {_article(up)}." if up is not None else ""
    return f"{NAMES.get(act, 'An offer')}?{against}"


def _price(table: TableView, choices: list[ChoiceView]) -> str:
    for choice in choices:
        paid = rescue_price(table, choice)
        if paid:
            return f" for {money(paid)}"
    return ""


def rescue_price(table: TableView, choice: ChoiceView) -> int:
    """What a rescue costs: the wager that is given up to take the double back."""
    box = next(box for box in table.boxes if box.number == choice.box)
    return sum(
        wager.staked
        for wager in box.wagers
        if wager.player == choice.player and wager.hand == choice.hand and wager.bet in ("main", "split")
    )


def _article(card: str) -> str:
    """A card with its article: "an ace", "a 10"."""
    rank = spoken(BY_TEXT[card]).partition(" of ")[0]
    return f"{'an' if rank in ('ace', '8') else 'a'} {rank}"


def _where(table: TableView) -> str:
    """The hand to decide: "box 4: 8 or 18 against 10♦"."""
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    hand = next((hand for hand in box.hands if hand.number == table.waiting.hand), None)
    which = f"box {box.number}" + (f", hand {hand.number}" if hand is not None and hand.split else "")
    if hand is None or hand.total is None or not table.dealer.cards or table.dealer.cards[0] is None:
        return which
    return f"{which}: {worth(hand.total, hand.soft)} against {face(BY_TEXT[table.dealer.cards[0]])}"


def prompt_aloud(table: TableView, me: str | None) -> str:
    """What the table waits for, as it is said aloud; to the person who is asked also what they may press."""
    words = [aloud(prompt(table, me))]
    if me is not None and me in table.waiting.players:
        allowed = dict.fromkeys(choice.act for choice in table.choices if choice.allowed)
        press = [f"{NAMES[act]}, key {KEYS[act].upper()}" for act in allowed]
        if table.waiting.needs in OFFER_NEEDS:
            press.append("No, key N")
        words += ["; ".join(press) + "."] if press else []
    if table.waiting.needs == "wagers" and me is not None:
        words.append(f"Minimum {money(table.minimum)}, maximum {money(table.maximum)}.")
    return " ".join(words)


def event_sentence(event: TableEvent, before: TableState, me: str | None) -> str:
    """What happened, said aloud, where the story has no line for it."""
    match event:
        case WagerLaid(box, player, bet, amount, _, _) if player == me:
            return f"You bet {money(amount)} on {_spot(before, box, bet)}."
        case WagerTakenBack(box, player, bet, amount) if player == me:
            return f"You take back {money(amount) if amount else 'your wager'} on {_spot(before, box, bet)}."
        case IdlePlayerWarned(player) if player == me:
            return IDLE
        case UnderMinimumWarned(box, player, bet, amount, least) if player == me:
            under = f"Your {money(amount)} on {_spot(before, box, bet)} is under the minimum of {money(least)}."
            return f"{under} The next such wager goes back."
        case LastBetsCalled():
            return "Last bets."
        case Shuffled():
            return "The cards are shuffled."
        case DeviceFailed(then=then):
            return f"The shuffling device has failed. {AFTER_FAILURE[then]}"
        case BetManagerCredited(player, amount) if player == me:
            return f"{money(amount)} on your bet manager."
        case BetManagerCashedOut(player, amount) if player == me:
            return f"Your bet manager pays {money(amount)} in chips."
        case GameHalted(bet):
            return f"The game waits: {_titles(before, (bet,))} has failed."
        case JackpotWagersEstablished(bet):
            return f"Wagers on {_titles(before, (bet,))} stand as they were placed."
        case SideBetsSuspended(bets):
            return f"{_titles(before, bets)} is not offered until its device works."
        case SideBetsOfferedAgain(bets):
            return f"{_titles(before, bets)} is offered again."
        case BettingOpened():
            return ""
        case RoundEvent(_, played.BettingClosed()):
            return "No more bets."
    return ""


def _titles(state: TableState, bets: tuple[str, ...]) -> str:
    return listed([state.rules.side_bets[bet].title for bet in bets])


def _spot(state: TableState, box: int, bet: str) -> str:
    side = state.rules.side_bets.get(bet)
    return f"box {box}" if side is None else f"{side.title}, box {box}"
