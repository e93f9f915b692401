"""What a table page is sent: the steps of the play, the story in words, and the viewer's own desk.

Every word, reason and legal choice is made here in Python, so that a page only draws.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from cutcard.service.body import Body
from cutcard.table.view_records import TableView

CommandFields = dict[str, Any]  # a command as `POST /api/tables/{table}/commands` takes it
Place = Literal["player", "tray", "layout"]
Gained = Literal["win", "lose", "even"]


class CardCue(Body):
    """A card is dealt, null where it lies face down; or one that lies there is turned. `box` null is the dealer."""

    kind: Literal["card"] = "card"
    card: str | None
    box: int | None
    hand: int
    turned: bool = False


class ChipsCue(Body):
    """Chips move: laid, taken back, paid or taken."""

    model_config = ConfigDict(validate_by_name=True)

    kind: Literal["chips"] = "chips"
    box: int
    bet: str
    player: str
    amount: int
    from_: Annotated[Place, Field(serialization_alias="from")]
    to: Place
    outcome: str = ""


class TurnCue(Body):
    """It is another hand's turn; `mine` where the viewer decides for it."""

    kind: Literal["turn"] = "turn"
    box: int
    hand: int
    mine: bool


class ShuffleCue(Body):
    kind: Literal["shuffle"] = "shuffle"


class ClearCue(Body):
    """The felt is cleared for the next round."""

    kind: Literal["clear"] = "clear"


class ResultCue(Body):
    """The round is over in which the viewer had a wager."""

    kind: Literal["result"] = "result"
    net: int
    outcome: Gained


Cue = CardCue | ChipsCue | TurnCue | ShuffleCue | ClearCue | ResultCue


class PaymentShown(Body):
    """Why a wager was paid or taken: rows of label and words, and the clause in our words."""

    rows: list[tuple[str, str]]
    clause: str = ""
    says: str = ""


class Line(Body):
    """A line of the round's story. One about money has an amount and can be explained."""

    id: str
    who: str
    text: str
    mine: bool = False
    amount: int | None = None
    gain: str = ""
    clause: str = ""
    book: str = ""
    payment: PaymentShown | None = None


class Step(Body):
    """One thing that happened: what moves, what differs in the table afterwards, and the words for it.

    `change` has the top-level fields of the table that differ, except that `boxes` has only the boxes that differ, by
    number. Several steps may have one version: a settlement has a step for each wager.
    """

    version: int
    cue: Cue | None = None
    change: dict[str, Any] = Field(default_factory=dict)
    lines: list[Line] = Field(default_factory=list)
    say: str = ""
    new_round: bool = False  # the story begins again with this step


class Amount(Body):
    """An amount to choose, and where in the first command it goes."""

    least: int
    most: int
    step: int
    value: int
    path: list[str]


class Button(Body):
    """A button: the commands that it gives, or why it cannot be pressed.

    The commands are sent one after the other, each with the moment, under ids that begin with `id_prefix` where it is
    not empty: then a second press of the same button is answered and not done again.
    """

    id: str
    label: str
    detail: str = ""
    key: str = ""
    kind: Literal["primary", "plain", "quiet"] = "plain"
    enabled: bool = True
    why: str = ""
    clause: str = ""
    commands: list[CommandFields] = Field(default_factory=list)
    id_prefix: str = ""
    moment: str = ""
    amount: Amount | None = None


class Group(Body):
    label: str
    buttons: list[Button]


class Chip(Body):
    value: int
    label: str
    enabled: bool
    why: str = ""


class Spot(Body):
    """A place on the felt for a wager of the viewer's: what lies there, and what a further chip may be."""

    box: int
    bet: str
    title: str
    least: int
    most: int
    step: int
    laid: int
    enabled: bool
    why: str = ""
    clause: str = ""


class Bets(Body):
    """The chip tray, while betting is open. `chosen` is the chip to start with."""

    chips: list[Chip]
    chosen: int
    note: str
    spots: list[Spot]
    buttons: list[Button]


class Seat(Body):
    chips: int
    tokens: int
    limits: str
    boxes: list[int]
    away: bool
    buttons: list[Button]


class BetManager(Body):
    """The viewer's Personal Bet Manager: its side bet, its balance (null: they have none yet), what may be pressed."""

    title: str
    balance: int | None
    shown: str  # the balance in words
    buttons: list[Button]


class FormLimits(Body):
    """What may be written on the form of an undisclosed wager."""

    least: int
    most: int


class HiddenBet(FormLimits):
    """A side bet that may be written on the form instead of the main wager."""

    bet: str
    title: str


class SessionDesk(Body):
    """What the viewer may do in a session of a tournament besides betting.

    `form` stands for the form of an undisclosed wager: the page puts `amount` and `open` into its command. `written`
    says what is on the viewer's own form, and is for them alone.
    """

    buttons: list[Button]
    form: Button | None = None
    limits: FormLimits | None = None
    hidden: list[HiddenBet] = Field(default_factory=list)
    written: str = ""


class Hint(Body):
    text: str
    clause: str = ""
    book: str = ""


class Watching(Body):
    """Why the viewer plays no part, and what they could do: come as guest, log in, or open the staff page."""

    text: str
    guest: bool
    log_in: bool
    staff: bool


class CutRange(Body):
    """How many cards may lie in front of the cutting card, and what the button cuts at."""

    least: int
    most: int
    value: int


class SessionTally(Body):
    """The viewer's rounds at this table in the last hours, and what they won or lost in them."""

    rounds: int
    net: int


class Headline(Body):
    text: str
    kind: Gained


class CoachOffer(Body):
    """Whether advice may be asked for, and if not, why."""

    offered: bool
    text: str
    clause: str = ""


class Desk(Body):
    """The viewer's own controls, with all words ready."""

    prompt: str
    mine: bool
    until: int | None
    moment: str
    headline: Headline | None = None
    groups: list[Group] = Field(default_factory=list)
    bets: Bets | None = None
    seat: Seat | None = None
    bet_manager: BetManager | None = None
    tournament: SessionDesk | None = None
    free_boxes: list[Button] = Field(default_factory=list)
    hints: list[Hint] = Field(default_factory=list)
    watching: Watching | None = None
    cut: CutRange | None = None
    session: SessionTally | None = None
    can_autoplay: bool = False
    coach: CoachOffer


class TablePresent(Body):
    """A table as it is now, for a page to be drawn from: the view, the story of the round, the desk."""

    version: int
    now: int
    table: TableView
    story: list[Line]
    desk: Desk


class TableSteps(Body):
    """What one command led to, step by step, and the desk after all of them."""

    version: int
    now: int
    steps: list[Step]
    desk: Desk


class ChoiceValue(Body):
    """What a choice is worth for each unit wagered, and what it costs compared with the best one."""

    act: str
    label: str
    value: float
    text: str
    money: str
    cost: float
    verdict: str  # what may be said once it was chosen


class Advice(Body):
    """The exact value of every choice of the caller's present decision; without one, all is empty but the note."""

    moment: str
    best: str = ""
    choices: list[ChoiceValue] = Field(default_factory=list)
    note: str = ""
    again: bool = False  # too many ask at the moment: ask again soon
