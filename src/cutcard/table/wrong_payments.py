"""Wrong payments that are found later: too much or too little for a wager, a Cash Change or a Colour Change.

Each is a case with a number. Somebody enquires whether it was intended, the patron is sought, money goes back or is
asked back, the regulator is told, and the case is closed with whether it was a breach of the rules. Which case a step
belongs to is claimed (`@claims`), so that the store finds the cases of all tables without reading every event.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.bounds import is_name
from cutcard.table.draft import Draft
from cutcard.table.ledger import Postings, house_account, moved, player_chips, table_account
from cutcard.table.payment_case import SETTLING, Attempt, Paid, PaymentStep, WrongPayment
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import NAMES, FreeText, SecondPerson, claims, command, event, handles, posts, reduces
from cutcard.table.state import TableState

Books = Literal["paid", "due", "counted"]
STEPS_MOST = 100  # of a case
CASE = "wrong-payment:"  # before a case's name, in what its steps claim


@command(
    "record a wrong payment",
    group="payments",
    needs_open_table=False,
    second_person=SecondPerson(lambda state, command: command.books != "paid", lambda state: len(state.wrong_payments)),
    at_stake="money",
    brings_chips=True,
)
class RecordWrongPayment(NamedTuple):
    """Too much or too little was paid, and it is found now.

    `books` says what the table's books show: the amount that was paid; the amount due, since other chips were handed
    over than entered; or the amount due, and the tray has been counted since.
    """

    what: Paid
    paid: Cents
    due: Cents
    note: str
    patron: str = ""  # where they are known
    round: RoundNumber = 0
    box: int = 0
    bet: str = "main"
    books: Books = "paid"


@command("enquire into a payment", group="payments", needs_open_table=False)
class EnquireIntoPayment(NamedTuple):
    """What enquiries have found: whether it is suspected that the payment was made so on purpose."""

    case: int
    suspected: bool
    note: str


@command("note an attempt to rectify a payment", group="payments", needs_open_table=False)
class AttemptRectification(NamedTuple):
    """The patron is sought, or asked: what was tried, and whether it succeeded."""

    case: int
    attempt: Attempt
    succeeded: bool
    note: str
    patron: str = ""  # whom the attempt has identified


@command(
    "rectify a payment",
    group="payments",
    needs_open_table=False,
    second_person=SecondPerson(about=lambda state: [case.rectified for case in state.wrong_payments]),
    at_stake="money",
    brings_chips=True,
)
class RectifyPayment(NamedTuple):
    """The patron gets what was missing, or gives back what was too much, or a part of it."""

    case: int
    player: str
    amount: Cents


@command("report a wrong payment to the regulator", group="payments", needs_open_table=False)
class ReportWrongPayment(NamedTuple):
    case: int
    note: str  # to whom, and under which reference


@command("close a wrong payment", group="payments", needs_open_table=False)
class CloseWrongPayment(NamedTuple):
    """Nothing more is done about it; whether it was a breach of the rules follows from what was done."""

    case: int
    note: str
    in_time: bool = True
    practical: bool = True


@event(
    seen_by="staff",
    log="case {case}: {what:words} of {patron:or a patron not known} in round {round}, "
    "{paid:money} paid and {due:money} due: {note}",
)
class WrongPaymentFound(NamedTuple):
    """A payment was wrong. `case` is its name over all tables."""

    case: str
    what: Paid
    paid: Cents
    due: Cents
    note: FreeText
    patron: str
    round: int
    box: int
    bet: str
    books: Books
    book: str
    currency: str
    clause: str


@event(
    seen_by="staff", log="case {case}: enquiries were made, intent suspected: {suspected:yes}; {note} (clause {clause})"
)
class PaymentEnquired(NamedTuple):
    case: str
    step: int
    suspected: bool
    note: FreeText
    clause: str


@event(
    seen_by="staff",
    log="case {case}: an attempt to {attempt:words}, success: {succeeded:yes}; {note} (clause {clause})",
)
class RectificationAttempted(NamedTuple):
    case: str
    step: int
    attempt: Attempt
    succeeded: bool
    patron: str
    note: FreeText
    clause: str


@event(seen_by="player", log="case {case}: {amount:money} of a wrong payment put right with {player} (clause {clause})")
class PaymentRectified(NamedTuple):
    case: str
    step: int
    player: str
    amount: Cents
    given_back: bool  # by the player, who had too much
    clause: str


@event(seen_by="staff", log="case {case}: the regulator was told, {note} (clause {clause})")
class WrongPaymentReported(NamedTuple):
    case: str
    step: int
    note: FreeText
    clause: str


@event(seen_by="staff", log="case {case} is closed, a breach of the rules: {breach:yes}; {note} (clause {clause})")
class WrongPaymentClosed(NamedTuple):
    case: str
    step: int
    breach: bool
    note: FreeText
    clause: str


CaseEvent = (
    WrongPaymentFound
    | PaymentEnquired
    | RectificationAttempted
    | PaymentRectified
    | WrongPaymentReported
    | WrongPaymentClosed
)
Step = PaymentEnquired | RectificationAttempted | PaymentRectified | WrongPaymentReported | WrongPaymentClosed
OfCase = EnquireIntoPayment | AttemptRectification | RectifyPayment | ReportWrongPayment | CloseWrongPayment


# ------------------------------------------------------------------------------------------------------------ finding


@handles(RecordWrongPayment)
def record_wrong_payment(draft: Draft, command: RecordWrongPayment) -> Refusal | None:
    state = draft.state
    refusal = _role_refused(draft, command)
    if refusal is not None:
        return refusal
    clause = draft.power(command).clause
    if min(command.paid, command.due) < 0 or command.paid == command.due:
        return Refusal("payment-not-wrong", clause)
    if not command.note.strip():
        return Refusal("reason-missing", clause)
    if command.patron and not is_name(command.patron):
        return Refusal("player-name")
    if command.what == "wager" and not 1 <= command.round <= state.number:
        return Refusal("no-such-round", clause, {"round": command.round})
    if command.books != "paid" and not command.patron:
        return Refusal("patron-not-identified", clause)
    if command.books != "paid" and command.paid < command.due:
        refusal = _means_refused(draft, command.patron, command.due - command.paid)
    if refusal is None:
        draft.add(_found(draft, **command._asdict(), clause=clause))
    return refusal


def record_difference(
    draft: Draft, *, player: str, round_number: int, paid: Cents, due: Cents, note: str, clause: str = ""
) -> None:
    """Record what a player was paid wrongly in a round and what the books show so: another feature has found it."""
    power = draft.procedures.commands.get(NAMES[RecordWrongPayment])
    clause = power.clause if power is not None else clause
    found = RecordWrongPayment("wager", paid, due, note, player, round_number)
    draft.add(_found(draft, **found._asdict(), clause=clause))


def _found(draft: Draft, **fields: object) -> WrongPaymentFound:
    state = draft.state
    name = f"{state.table}/{len(state.wrong_payments) + 1}"
    return WrongPaymentFound(case=name, book=state.rules.book, currency=state.currency, **fields)  # type: ignore[arg-type]


def _role_refused(draft: Draft, command: RecordWrongPayment | OfCase) -> Refusal | None:
    """A payment may be found wrong after the table has closed; who may say so is the same."""
    if draft.state.config_or_none is None:
        return Refusal("table-not-open")
    return draft.needs_role(NAMES[type(command)])


def _means_refused(draft: Draft, player: str, amount: Cents) -> Refusal | None:
    """Refuse to take more from somebody than they have, at the table or in the pocket."""
    here = draft.at_table(player) is None
    has = draft.state.players[player].chips if here else draft.pocket(player)[0]
    return None if has >= amount else Refusal("not-so-many-chips", None, {"player": player})


# ------------------------------------------------------------------------------------------------ what is done about it


def _case(draft: Draft, command: OfCase) -> tuple[WrongPayment, str] | Refusal:
    """The case that a command is about, and its name."""
    refusal = _role_refused(draft, command)
    if refusal is not None:
        return refusal
    cases, clause = draft.state.wrong_payments, draft.power(command).clause
    if not 1 <= command.case <= len(cases):
        return Refusal("no-such-payment-case", clause, {"number": command.case})
    case = cases[command.case - 1]
    if case.closed and not isinstance(command, RectifyPayment):
        return Refusal("payment-case-closed", clause, {"number": command.case})
    if len(case.steps) >= STEPS_MOST:
        return Refusal("payment-case-full", clause, {"most": STEPS_MOST})
    if not isinstance(command, RectifyPayment) and not command.note.strip():
        return Refusal("reason-missing", clause)
    return case, f"{draft.state.table}/{command.case}"


def _clause(draft: Draft, rule: str) -> str:
    return draft.procedures.clauses[f"payments.{rule}"]


@handles(EnquireIntoPayment)
def enquire(draft: Draft, command: EnquireIntoPayment) -> Refusal | None:
    found = _case(draft, command)
    if isinstance(found, Refusal):
        return found
    case, name = found
    clause = _clause(draft, "suspected" if command.suspected else "enquiry")
    draft.add(PaymentEnquired(name, len(case.steps) + 1, command.suspected, command.note, clause))
    return None


@handles(AttemptRectification)
def attempt(draft: Draft, command: AttemptRectification) -> Refusal | None:
    found = _case(draft, command)
    if isinstance(found, Refusal):
        return found
    case, name = found
    patron = command.patron if command.succeeded else ""
    refusal = _attempt_refused(draft, case, command)
    if refusal is not None:
        return refusal
    clause = _attempt_clause(draft, case, command.attempt)
    step = len(case.steps) + 1
    draft.add(RectificationAttempted(name, step, command.attempt, command.succeeded, patron, command.note, clause))
    return None


def _attempt_refused(draft: Draft, case: WrongPayment, command: AttemptRectification) -> Refusal | None:
    if command.patron and not is_name(command.patron):
        return Refusal("player-name")
    if command.attempt == "identify" and command.succeeded and not command.patron:
        return Refusal("patron-not-named", _clause(draft, "identify"))
    if case.patron and command.patron not in ("", case.patron):
        return Refusal("patron-is-another", _clause(draft, "identify"), {"player": case.patron})
    if command.attempt not in SETTLING:
        return None
    if command.attempt == "reimburse" and case.over:
        return Refusal("reimbursed-if-underpaid", _clause(draft, "reimburse"))
    if command.attempt == "request-return" and not case.over:
        return Refusal("asked-back-if-overpaid", _clause(draft, "request_return"))
    if not case.identified and not command.patron:
        return Refusal("patron-not-identified", _clause(draft, "attempt"))
    return None


def _attempt_clause(draft: Draft, case: WrongPayment, attempt: Attempt) -> str:
    """By intent: where one is suspected, the patron has to be identified; else any reasonable attempt will do."""
    if attempt in SETTLING:
        return _clause(draft, attempt.replace("-", "_"))
    return _clause(draft, "identify" if attempt == "identify" and case.suspected else "attempt")


@handles(RectifyPayment)
def rectify(draft: Draft, command: RectifyPayment) -> Refusal | None:
    found = _case(draft, command)
    if isinstance(found, Refusal):
        return found
    (case, name), state = found, draft.state
    clause = _clause(draft, "request_return" if case.over else "reimburse")
    if case.patron not in ("", command.player):
        return Refusal("patron-is-another", clause, {"player": case.patron})
    if not 0 < command.amount <= case.outstanding:
        return Refusal("payment-outstanding", clause, {"amount": case.outstanding})
    if case.currency != state.currency:
        return Refusal("payment-other-currency", clause)
    refusal = _means_refused(draft, command.player, command.amount) if case.over else None
    if refusal is None:
        step = len(case.steps) + 1
        draft.add(PaymentRectified(name, step, command.player, command.amount, case.over, clause))
    return refusal


@handles(ReportWrongPayment)
def report(draft: Draft, command: ReportWrongPayment) -> Refusal | None:
    found = _case(draft, command)
    if isinstance(found, Refusal):
        return found
    case, name = found
    draft.add(WrongPaymentReported(name, len(case.steps) + 1, command.note, _clause(draft, "rectify")))
    return None


@handles(CloseWrongPayment)
def close(draft: Draft, command: CloseWrongPayment) -> Refusal | None:
    """A suspected act must have been followed up first; else what was done decides whether it was a breach."""
    found = _case(draft, command)
    if isinstance(found, Refusal):
        return found
    case, name = found
    tried = case.rectification_tried(command.practical)
    if case.suspected is None:
        return Refusal("payment-enquiry-first", _clause(draft, "enquiry"))
    if case.suspected and not case.sought:
        return Refusal("identify-patron-first", _clause(draft, "identify"))
    if case.suspected and not tried:
        return Refusal("rectify-payment-first", _clause(draft, "rectify_suspected"))
    breach = case.suspected or not (command.in_time and (tried or case.reported))
    rule = "suspected" if case.suspected else "rectify" if breach else "no_breach"
    draft.add(WrongPaymentClosed(name, len(case.steps) + 1, breach, command.note, _clause(draft, rule)))
    return None


# -------------------------------------------------------------------------------------------------------- what follows


def case_after(case: WrongPayment | None, event: CaseEvent, at: int, by: str) -> WrongPayment:
    """A case after one of its events, which somebody's command led to."""
    if isinstance(event, WrongPaymentFound):
        given = {name: getattr(event, name) for name in WrongPayment._fields if name in event._fields}
        return WrongPayment(**given, at=at, by=by)
    assert case is not None
    match event:
        case PaymentEnquired(_, _, suspected, note, clause):
            step = PaymentStep(at, by, "enquired", note, clause)
            return case.with_step(step)._replace(suspected=suspected)
        case RectificationAttempted(_, _, attempt, succeeded, patron, note, clause):
            step = PaymentStep(at, by, "attempted", note, clause, attempt, succeeded)
            return case.with_step(step)._replace(patron=case.patron or patron)
        case PaymentRectified(_, _, player, amount, _, clause):
            step = PaymentStep(at, by, "rectified", "", clause, amount=amount)
            return case.with_step(step)._replace(patron=player, rectified=case.rectified + amount)
        case WrongPaymentReported(_, _, note, clause):
            return case.with_step(PaymentStep(at, by, "reported", note, clause))
        case WrongPaymentClosed(_, _, breach, note, clause):
            step = PaymentStep(at, by, "closed", note, clause)
            return case.with_step(step)._replace(closed=True, breach=breach)


@reduces(WrongPaymentFound)
def _case_found(state: TableState, event: WrongPaymentFound) -> TableState:
    case = case_after(None, event, state.now, state.commanded_by)
    return state._replace(wrong_payments=(*state.wrong_payments, case))


@reduces(PaymentEnquired, RectificationAttempted, PaymentRectified, WrongPaymentReported, WrongPaymentClosed)
def _case_went_on(state: TableState, event: Step) -> TableState:
    cases = list(state.wrong_payments)
    at = int(event.case.rpartition("/")[2]) - 1
    cases[at] = case_after(cases[at], event, state.now, state.commanded_by)
    return state._replace(wrong_payments=tuple(cases))


def _chips_of_house(state: TableState) -> str:
    """Where the house's chips for it are: in the tray, and once the table has closed at the cage."""
    return table_account(state, "float") if state.phase == "open" else house_account(state.currency, "cage")


@posts(WrongPaymentFound)
def _post_found(state: TableState, event: WrongPaymentFound) -> Postings:
    """Where the books show the amount due, what was really handed over is posted, so that they show what is there."""
    if event.books == "paid":
        return ()
    house = table_account(state, "count") if event.books == "counted" else _chips_of_house(state)
    return moved(house, player_chips(state, event.patron), event.paid - event.due)


@posts(PaymentRectified)
def _post_rectified(state: TableState, event: PaymentRectified) -> Postings:
    house, player = _chips_of_house(state), player_chips(state, event.player)
    return moved(player, house, event.amount) if event.given_back else moved(house, player, event.amount)


@claims(WrongPaymentFound)
def _claim_case(event: WrongPaymentFound) -> str:
    return f"{CASE}{event.case}:0"


@claims(PaymentEnquired, RectificationAttempted, PaymentRectified, WrongPaymentReported, WrongPaymentClosed)
def _claim_step(event: Step) -> str:
    return f"{CASE}{event.case}:{event.step}"
