"""Winners are told, may take money instead of a prize where that is given, choose how to be paid, and are paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.players.payments import cash_counted, cash_day, payment_judged, stranger_refused
from cutcard.players.player_state import PlayerState, stream_of_player
from cutcard.promotions.prize_money import HOUSE_PROMOTIONS, owed_account, paid_account
from cutcard.promotions.promotion_draft import PromotionDraft, by_player_too, promotions_of
from cutcard.promotions.promotion_registry import command, event, handles, posts, reduces, touches
from cutcard.promotions.promotion_state import PromotionState, Win, WinnerNotice
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.streams import Postings
from cutcard.table.ledger import house_account, moved
from cutcard.table.registry import FreeText

CASH = "cash"
HANDED_OVER = "handed-over"
NOT_MONEY = ("casino-dollars", "slots-dollars", HANDED_OVER)  # means by which no money is paid


@command("tell a winner", group="winners")
class NotifyWinner(NamedTuple):
    """Record that a winner was told, or that somebody has tried to."""

    win: int
    by: str  # "face-to-face", "mail", "telephone" or "email"
    reached: bool = True


@command("offer money instead of a prize", group="winners", at_stake="money")
class OfferAlternative(NamedTuple):
    """Offer a winner money instead of the prize."""

    win: int
    amount: Cents


@command("take money instead of a prize", group="winners", role_check=by_player_too)
class TakeAlternative(NamedTuple):
    """The winner takes the money that is offered, or that the conditions state, instead of the prize."""

    win: int


@command("choose how a prize is paid", group="winners", role_check=by_player_too)
class ChoosePayment(NamedTuple):
    """The winner of a large sum chooses how it is paid: cash, cheque or transfer, or some of each."""

    win: int
    payments: Mapping[str, Cents]


@command("pay a prize", group="winners", at_stake="money")
class PayPrize(NamedTuple):
    """Pay a prize out, or hand it over. Nothing of it goes through chips."""

    win: int
    payments: Mapping[str, Cents]  # by means; what is handed over has its value
    reference: str = ""  # the cheque's or the voucher's number


@event(seen_by="player", staff_fields=("person",), log="{player} is told of win {win} by {by}, reached: {reached}")
class WinnerNotified(NamedTuple):
    win: int
    player: str
    by: str
    reached: bool
    person: FreeText
    at: int
    clause: str


@event(seen_by="player", log="{player} is offered {amount:money} instead of prize {win}")
class AlternativeOffered(NamedTuple):
    win: int
    player: str
    amount: Cents
    clause: str


@event(seen_by="player", log="{player} takes {amount:money} instead of prize {win}")
class AlternativeTaken(NamedTuple):
    win: int
    player: str
    amount: Cents
    clause: str


@event(seen_by="player", log="{player} chooses how prize {win} is paid")
class PaymentChosen(NamedTuple):
    win: int
    player: str
    payments: Mapping[str, Cents]
    clause: str


@event(seen_by="player", staff_fields=("reference", "person", "day"), log="prize {win} of {player} is paid")
class PrizePaid(NamedTuple):
    win: int
    player: str
    payments: Mapping[str, Cents]
    reference: str
    person: FreeText
    at: int
    clause: str
    day: str = ""  # to which what of it is cash counts for a registered player


def due_for(state: PromotionState, win: Win) -> Cents:
    """What a win comes to in money, or what the prize that is handed over is worth."""
    return win.taken or state.prize(win.prize).value


def means_for(draft: PromotionDraft, win: Win) -> tuple[str, ...]:
    """How a win may be paid: as chosen, as the document lets money be paid, or as the conditions say."""
    prize, prize_rules = draft.state.prize(win.prize), draft.prize_rules
    chosen = chosen_from(draft.state, win)
    if chosen:
        return chosen
    if win.taken:
        return tuple(one for one in prize_rules.paid_by if one not in NOT_MONEY)
    return tuple(prize.paid_by)


def chosen_from(state: PromotionState, win: Win) -> tuple[str, ...]:
    """The means that the winner may choose from: of a large sum, where the document says so and it may be cash."""
    prize, prize_rules = state.prize(win.prize), promotions_of(state.conditions.book)
    large = prize.kind == "money" and CASH in prize.paid_by and prize.value > prize_rules.chosen_over
    return prize_rules.chosen if large else ()


def money_instead(state: PromotionState, win: Win) -> Cents:
    """The money that the winner may take instead of the prize: what is offered, or what the conditions state."""
    return win.offered or state.prize(win.prize).alternative


@handles(NotifyWinner)
def notify_winner(draft: PromotionDraft, command: NotifyWinner) -> Refusal | None:
    win = draft.win(command.win)
    if isinstance(win, Refusal):
        return win
    means = draft.prize_rules.notified_by
    if command.by not in means:
        return draft.refuse("notified_by", "notified-so", means=command.by, allowed=tuple(means))
    notice = (win.number, win.player, command.by, command.reached, draft.by.id, draft.at)
    draft.add(WinnerNotified(*notice, means[command.by]))
    return None


@handles(OfferAlternative)
def offer_alternative(draft: PromotionDraft, command: OfferAlternative) -> Refusal | None:
    win, clause = draft.win(command.win), draft.power(command).clause
    if isinstance(win, Refusal):
        return win
    prize, prize_rules = draft.state.prize(win.prize), draft.prize_rules
    if prize.kind in prize_rules.no_alternative or prize.kind == "money":
        facts = {"prize": prize.name, "kind": prize.kind.replace("-", " ")}
        return draft.refuse("no_alternative", "prize-no-alternative", **facts)
    if command.amount <= 0:
        return Refusal("alternative-of-nothing", clause)
    if prize_rules.alternative == "stated" and command.amount != prize.alternative:
        return draft.refuse("alternative", "alternative-not-stated", prize=prize.name)
    draft.add(AlternativeOffered(win.number, win.player, command.amount, clause))
    return None


@handles(TakeAlternative)
def take_alternative(draft: PromotionDraft, command: TakeAlternative) -> Refusal | None:
    win = draft.win(command.win)
    refusal = win if isinstance(win, Refusal) else draft.acting_for(win.player, "take-alternative")
    if refusal is not None:
        return refusal
    assert isinstance(win, Win)
    amount = money_instead(draft.state, win)
    if not amount or win.taken:
        return draft.refuse("alternative", "alternative-not-offered", win=win.number)
    draft.add(AlternativeTaken(win.number, win.player, amount, draft.clause("alternative")))
    return None


@handles(ChoosePayment)
def choose_payment(draft: PromotionDraft, command: ChoosePayment) -> Refusal | None:
    win = draft.win(command.win)
    refusal = win if isinstance(win, Refusal) else draft.acting_for(win.player, "choose-payment")
    if refusal is not None:
        return refusal
    assert isinstance(win, Win)
    if not draft.prize_rules.chosen:
        return draft.refuse("paid_by", "payment-as-stated")
    if not chosen_from(draft.state, win):
        return draft.refuse("chosen", "payment-not-chosen", over=draft.prize_rules.chosen_over)
    refusal = _payments_refused(draft, win, command.payments)
    if refusal is not None:
        return refusal
    draft.add(PaymentChosen(win.number, win.player, command.payments, draft.clause("chosen")))
    return None


def _payments_refused(draft: PromotionDraft, win: Win, payments: Mapping[str, Cents]) -> Refusal | None:
    """Refuse a payment that is not the whole prize, or not in the way that document and conditions say."""
    prize, allowed = draft.state.prize(win.prize), means_for(draft, win)
    for means in payments:
        if means not in allowed:
            return draft.refuse("paid_by", "prize-paid-so", prize=prize.name, means=means, allowed=allowed)
    due = due_for(draft.state, win)
    if any(cents <= 0 for cents in payments.values()) or sum(payments.values()) != due:
        return draft.refuse("paid_by", "prize-paid-whole", due=due)
    return None


@touches(PayPrize)
def _register(state: PromotionState, command: PayPrize) -> tuple[str, ...]:
    """The winner's page of the register, where they are paid in cash."""
    win = state.wins.get(command.win)
    return (stream_of_player(win.player),) if win is not None and CASH in command.payments else ()


@handles(PayPrize)
def pay_prize(draft: PromotionDraft, command: PayPrize) -> Refusal | None:
    win = draft.win(command.win)
    if isinstance(win, Refusal):
        return win
    refusal = _payments_refused(draft, win, command.payments)
    if refusal is not None:
        return refusal
    if chosen_from(draft.state, win) and dict(command.payments) != dict(win.chosen):
        return draft.refuse("chosen", "payment-to-choose", player=win.player)
    paid = (win.number, win.player, command.payments, command.reference, draft.by.id, draft.at)
    currency, stream = draft.state.conditions.currency, stream_of_player(win.player)
    register: PlayerState | None = draft.others.get(stream)
    law = load(draft.state.conditions.book).law
    refusal = stranger_refused(register, win.player, law, currency, draft.at) if CASH in command.payments else None
    if refusal is not None:
        return refusal
    day = cash_day(register, currency, draft.at)
    draft.add(PrizePaid(*paid, draft.power(command).clause, day))
    due = payment_judged(draft, register, currency) if register is not None and day else ()
    if isinstance(due, Refusal):
        return due
    for one in due:
        draft.add_beside(stream, one)
    return None


def changed(state: PromotionState, number: int, **fields: object) -> PromotionState:
    """A promotion with something else about a win."""
    return state._replace(wins={**state.wins, number: state.wins[number]._replace(**fields)})  # type: ignore[arg-type]


@reduces(WinnerNotified)
def _notified(state: PromotionState, event: WinnerNotified) -> PromotionState:
    notice = WinnerNotice(event.by, event.at, event.reached, event.person)
    return changed(state, event.win, notices=(*state.wins[event.win].notices, notice))


@reduces(AlternativeOffered)
def _offered(state: PromotionState, event: AlternativeOffered) -> PromotionState:
    given_by = state.wins[event.win].given_by | {state.commanded_by}
    return changed(state, event.win, offered=event.amount, given_by=given_by)


@reduces(AlternativeTaken)
def _taken(state: PromotionState, event: AlternativeTaken) -> PromotionState:
    return changed(state, event.win, taken=event.amount)


@posts(AlternativeTaken)
def _post_taken(state: PromotionState, event: AlternativeTaken) -> Postings:
    """The house sets the money aside for the winner: the prize itself stays with it."""
    currency = state.conditions.currency
    owed = owed_account(currency, state.promotion, event.player)
    return moved(house_account(currency, HOUSE_PROMOTIONS), owed, event.amount)


@reduces(PaymentChosen)
def _chosen(state: PromotionState, event: PaymentChosen) -> PromotionState:
    return changed(state, event.win, chosen=event.payments)


@reduces(PrizePaid)
def _paid(state: PromotionState, event: PrizePaid) -> PromotionState:
    claims = {
        number: one._replace(status="met") if one.win == event.win and one.status == "made" else one
        for number, one in state.claims.items()
    }
    return changed(state._replace(claims=claims), event.win, status="paid", paid=event.payments, paid_at=event.at)


@posts(PrizePaid)
def _post_paid(state: PromotionState, event: PrizePaid) -> Postings:
    """What is owed to the winner is paid by some means; what is handed over was never money."""
    currency, name = state.conditions.currency, state.promotion
    owed, cash = owed_account(currency, name, event.player), event.payments.get(CASH, 0)
    counted = cash_counted(currency, event.player, event.day, cash, "out") if event.day else ()
    return counted + tuple(
        line
        for means, cents in event.payments.items()
        if means != HANDED_OVER
        for line in moved(owed, paid_account(currency, name, means), cents)
    )
