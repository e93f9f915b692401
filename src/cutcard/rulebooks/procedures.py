"""What a document says about running a table: seats, shoe, sign, closing, money, and who may order what.

Like the games' fields, each of these stands in the TOML beside its clause, under `[table.GROUP]`. Rules that all
documents have alike stand under `[table.clauses]`, and the powers of the staff under `[commands]`. A command that is
missing there is one that the document gives to nobody.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from cutcard.rulebooks.irregularities import Irregularity
from cutcard.rulebooks.schema import CentsValue, FractionValue, rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Seats:
    """Who sits where."""

    several: Literal["free", "by-leave"] = rule("whether a player needs permission to take a second box")
    several_leaves: Literal["here", "equivalent-tables"] = rule(
        "where seats must be free for others while a player has leave for several boxes", "here"
    )
    given_up: bool = rule("whether a player with several boxes gives one up when nobody else could sit down")
    idle_rounds: int = rule("rounds without a wager after which a seat may be taken while all others are")
    absent_control: Literal["stays", "passes"] = rule("who decides where the player who controls a box is not there")
    box_counts: Literal["main", "all"] = rule("which wagers count where the number of players on a box is limited")
    box_uncounted: tuple[str, ...] = rule("side bets that do not count there, unless a box is for one player alone", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class Shoe:
    """How cards become a shoe."""

    dealt_from: tuple[Literal["shoe", "shuffling-device"], ...] = rule("what cards may be dealt from")
    shuffled_by: tuple[Literal["hand", "multishuffler"], ...] = rule("how cards for a shoe may be shuffled")
    multishuffler_decks: tuple[int, ...] = rule("numbers of decks that a multishuffler takes")
    pre_shuffled: tuple[Literal["casino", "angel"], ...] = rule("kinds of cards that may come shuffled to the table")
    checked_by: tuple[str, ...] = rule("who may check cards before they are used, besides anyone above")
    cut_at: Literal["at-least", "about"] = rule("whether a cut lies at least, or about, this many decks from an end")
    cut_decks: FractionValue = rule("decks from an end of the stack at which it is cut")
    cut_tolerance: FractionValue = rule("decks by which that may be missed")
    cut_by_staff: Literal["when-declined", "any-time"] = rule("when the staff may cut instead of a player")
    abnormal_sequence: Literal["after-round", "rest-at-once"] = rule(
        "when cards that come in an abnormal sequence are shuffled: after the round, or what is left of them at once, "
        "and the round is finished from that"
    )
    behind_min: FractionValue = rule("fewest decks behind the cutting card in the shoe")
    behind_min_tolerance: FractionValue = rule("decks by which that may be missed")
    behind_max: FractionValue = rule("most of the stack behind the cutting card")
    behind_max_tolerance: FractionValue = rule("decks by which that may be missed")
    offer_first: Literal["furthest-right", "clockwise"] = rule("who, when it would have been a round's first card")
    offer_replaced: Literal["furthest-right", "clockwise"] = rule("who, when the cards were replaced")
    burn: Literal["always", "may", "never"] = rule("whether the first card is burned")
    burn_shown: Literal["never", "on-request", "as-set"] = rule("whether a burned card may be seen")
    last_rounds: int = rule("announced last rounds in which the cutting card is ignored; 0: none")
    replaced: Literal["before-shuffle", "after-round"] = rule("when all cards of a shoe may be replaced")
    card_replaced: Literal["never", "between-rounds", "any-time"] = rule("when a single card may be replaced")
    device_gets_discards: Literal["after-initial-deal", "after-round"] = rule(
        "when the discards go back into a shuffling device"
    )
    device_completed: bool = rule("whether the discards complete a device that runs out within a round", True)
    device_loaded: Literal["as-brought", "shuffled-by-hand"] = rule(
        "how new cards go into a shuffling device: as they come, or after the dealer has shuffled them", "as-brought"
    )
    collected: Mapping[str, tuple[str, ...]] = rule(
        "endings of a hand whose cards go into the rack as soon as its wagers are settled, each with the games in "
        "which; no game named: in all. Other hands lie there until the round is over",
        {},
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """How cards lie on the table."""

    face_down: Literal["never", "first-two"] = rule("whether players' first two cards may be dealt face down")
    shown_before_third: bool = rule("whether such cards are shown before a third one is dealt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """Limits on the sign, and how they change."""

    per: tuple[Literal["box", "player", "bet"], ...] = rule("what a limit on the sign may be for")
    raise_notice_minutes: int = rule("minutes that a sign stands before the minimum rises; 0: the players are told")
    told_first: bool = rule("whether any change of limits needs the players to be told first")
    personal: Literal["above", "any"] = rule("whether limits of a player's own must go above the sign's")
    restricts_device: bool = rule("whether a player may be held to the minimum when a shuffling device deals")
    pay_tables: Mapping[str, str] = rule("side bets of which the sign says by which version they are paid", {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """How a table is closed while people play."""

    notice: Literal["minutes", "rounds", "told"] = rule("what kind of notice comes first")
    minutes: int = rule("minutes that the notice stands")
    rounds: int = rule("rounds that are played after the notice")
    announced_rounds: int = rule("last rounds that are announced; 0: none")
    cards_after: Literal["checked", "counted", "unsaid"] = rule(
        "how the cards are looked at when gaming ends", "unsaid"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Chips:
    """What lies on the layout and in the float."""

    tokens: bool = rule("whether promotional tokens may be wagered")
    collected_first: Mapping[str, str] = rule("side bets whose wagers go into the float before the initial deal", {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What is on the cloth and at the table."""

    inscriptions: tuple[str, ...] = rule("words that the layout must carry")
    approved: bool = rule("whether the layout needs the regulator's approval")
    drop_box: Literal["always", "unless-cashless", "unsaid"] = rule("when a drop box must be on the table")
    low_limit_device: bool = rule("whether a low-limit game deals only from a shuffling device")


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """What a table must have, and the notice before that of a side bet changes; clauses stand beside each item."""

    rack_decks: int = rule("decks that the discard rack holds; 0: unsaid")
    side_bets: Mapping[str, Mapping[str, str]] = rule("what a table must have to offer a side bet")
    meter_minutes: int = rule("minutes that a sign stands before a table joins, leaves or changes a prize meter")
    meter_joins: Mapping[str, str] = rule("side bets with a meter that tables join, leave and change between")
    meter_closes: Mapping[str, str] = rule("side bets with a meter that may be closed")
    link_price: Mapping[str, str] = rule("side bets that cost the same at every table of a link", {})
    version_minutes: int = rule("minutes that a sign stands before a side bet changes its version")
    versions: Mapping[str, Mapping[str, str]] = rule("side bets with versions that change by notice, by the new one")
    links: Mapping[str, Mapping[str, str]] = rule("what holds for links of tables, by the side bet with its meters", {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Voids:
    """What happens to the money when a round is declared void."""

    refund: Literal["always", "house-chooses"] = rule("whether wagers go back, or the house may keep them")
    forfeits: Literal["never", "fraud", "conduct"] = rule("whose wager may be kept while the others' go back")
    interim: Literal["stands", "stands-with-meters"] = rule(
        "whether side bets lost after the initial deal stay lost, or only where a prize meter is offered"
    )
    paid: Literal["stands", "stands-with-meters", "returned"] = rule(
        "what happens to payments that were made within the round, or only where a prize meter is offered"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Malfunctions:
    """What happens to a round, its wagers and its cards when the shuffling device fails."""

    void_if: Literal["disadvantage", "unfinishable", "never"] = rule("what about a failure ends the round", "never")
    transfer: bool = rule("whether the cards go into another device where one is at hand", False)
    from_shoe: bool = rule("whether the round is otherwise finished from a shoe", True)
    wagers_offered: bool = rule("whether players may have their wagers back before that", False)
    damaged_replaced: bool = rule("whether like cards replace those that the device has damaged", True)
    cut_first: Literal["furthest-right", "clockwise"] = rule("who is offered the cut of what it held", "clockwise")
    new_cards: bool = rule("whether the next round is dealt with new cards", False)
    settled_stands: bool = rule("whether what was settled before a failure ended the round stands", False)
    device_after: Literal["replaced", "replaced-or-mended"] = rule(
        "what must be done about the device before the next round", "replaced-or-mended"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongPayments:
    """What is owed to the regulator about payments that were too much or too little."""

    reported_over: CentsValue = rule("sum above which each one is in the report of its month")


@dataclass(frozen=True, slots=True, kw_only=True)
class Disputes:
    """What a player who is not satisfied with a decision is told."""

    complaints: str = rule("to whom somebody may complain about a decision of the house, which is final")


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections:
    """Until when a mistake in a round is put right, and what happens to one that is found later."""

    until: Literal["next-round", "settled"] = rule("until when a mistake in a round is put right")
    later: Literal["stands", "void"] = rule("what happens to a round in which a misplaced card is found later")


@dataclass(frozen=True, slots=True, kw_only=True)
class JackpotFailures:
    """What happens to jackpot wagers whose electronic equipment does not work properly; each bet has its clause."""

    works: Mapping[str, Mapping[str, str]] = rule("what of its equipment must work for a jackpot bet to be offered")
    not_offered: Mapping[str, str] = rule("jackpot bets that are not offered while something of it does not work")
    established: Mapping[str, str] = rule("those whose wagers in a round are established from the records and played")
    returned: Mapping[str, str] = rule("those whose wagers in a round are returned")
    by_leave: Mapping[str, str] = rule("those without which the game goes on only with permission")
    retracted: Mapping[str, str] = rule("those that a player may retract if they were not entered before the deal")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleColumn:
    """What holds for one number of entrants: how the first stage is played, and what the places win."""

    heats: int  # sittings of the stage
    tables: int  # over all of them
    advance: int
    best_others: int
    prizes: tuple[CentsValue, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """A tournament that the document lays down itself, for those whom an outcome of a side bet has given an entry."""

    title: str
    bet: str
    outcome: str
    seats: int
    shoes: int
    bonus: CentsValue  # what every entrant receives at the start
    every_days: int  # about how often it is held
    columns: Mapping[int, ScheduleColumn]  # by the number of entrants; the winners of one go on in a smaller one
    clauses: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournaments:
    """What a document says about tournaments; what the terms of one have to hold stands with the clause that asks."""

    director: str = rule("the role that runs a tournament")
    off: tuple[str, ...] = rule("clauses of the ordinary rules that do not hold in tournament play")
    units: bool = rule("whether wagers are whole units of the minimum")
    outside: Literal["put-right", "ordinary"] = rule("what happens to a wager that is found outside the limits")
    out_of_turn: Literal["taken-back", "stands"] = rule("what happens to a wager made out of turn")
    final: Literal["when-made", "next-asked"] = rule("from when on a wager made in turn is not changed any more")
    no_wager: Literal["disqualified", "directed"] = rule("what happens to a player who does not wager on a round")
    pass_cards: bool = rule("whether a tournament may give players cards to play instead of a wager")
    void_payouts: Literal["repaid", "ordinary"] = rule("what was paid within a round that is void after all")
    items: Mapping[str, str] = rule("what the terms and conditions of a tournament have to state")
    rules_out: Mapping[str, str] = rule("what the terms and conditions of a tournament may not provide")
    same_round: Literal["by-chips-and-wagers", "level"] = rule(
        "how players rank who are eliminated in the same round: by chips left, wager and when it was taken, or level"
    )
    schedules: Mapping[str, Schedule] = rule("tournaments that the document lays down itself", {})
    undisclosed: Mapping[str, str] = rule(
        "what holds for wagers that are written on a form and read out after the round", {}, empty_means="not allowed"
    )
    not_seated: Literal["forfeits", "keeps-seat"] = rule("what happens to a player who is absent when a session begins")
    absent_rounds: int = rule("for how many rounds the minimum is deducted from a player who is not there")
    buy_in: bool = rule("whether players may have to buy in, and are eliminated if they cannot")
    eliminated_from: Literal["session", "tournament"] = rule("what somebody who cannot wager is eliminated from")
    early_end: Mapping[str, str] = rule("when play at a table may end before its time")
    grounds: Mapping[str, str] = rule("on which grounds a player is disqualified")
    briefing: bool = rule("whether players are briefed on the terms before the first session")
    director_present: bool = rule("whether somebody who runs the tournament has to be there all the time")


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """What a document says about who may play: cards of their own, and limits that they set themselves."""

    cards: bool = rule("whether somebody needs a valid player card of their own to begin to play")
    loss_limits: bool = rule("whether a wager is refused that would take somebody beyond a limit on losses")
    declarations: Mapping[str, str] = rule(
        "which chips somebody with a loss limit declares: bought, brought to the table, remaining when they leave", {}
    )
    proxies: Literal["unsaid", "barred"] = rule("whether one may wager for somebody else", "unsaid")
    helpers: Literal["unsaid", "of-those-present"] = rule(
        "whose chips somebody else's hand may put down, which is no wager for another", "unsaid"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotions:
    """What a document says about promotional prizes; each thing that conditions hold stands with the clause."""

    regulator: str = rule("who is given the conditions of a promotion")
    submitted_hours: int = rule("hours before a promotion starts by which the regulator has its conditions")
    amended: Literal["resubmitted", "approved"] = rule(
        "whether conditions that are amended after the start are given to the regulator again, or need its approval"
    )
    published_by: tuple[str, ...] = rule("how conditions are made available to people")
    items: Mapping[str, str] = rule("what the conditions of a promotion have to state")
    details: Mapping[str, Mapping[str, str]] = rule("what they have to state about some kinds of prizes besides")
    barred: Mapping[str, str] = rule("what no prize may consist of or include")
    liquor_litres: int = rule("most litres of liquor in a prize")
    paid_by: tuple[str, ...] = rule("how a prize may be paid out or handed over")
    alternative: Literal["offered", "stated"] = rule(
        "whether money instead of a prize is offered to the winner, or only as the conditions state it"
    )
    no_alternative: tuple[str, ...] = rule("kinds of prizes instead of which no money is given")
    chosen: tuple[str, ...] = rule("how winners of a large sum may choose to be paid, together too", ())
    chosen_over: CentsValue = rule("sum above which they choose", 0)
    scrutineer_over: CentsValue = rule("value of a single prize above which a scrutineer oversees the draw")
    notified_days: int = rule("days after the draw within which a winner who need not be present is told")
    notified_by: Mapping[str, str] = rule("how winners are told")
    claims_kept_over: CentsValue = rule("value of a prize above which who claimed in vain is kept on record")
    refusal_told: bool = rule("whether a player who is refused a prize is told why")
    complaints: str = rule("to whom somebody may complain about a decision on a promotion, which is final")
    inspector_hours: int = rule(
        "hours within which the inspector is told that a promotion is postponed or cancelled; 0: at once"
    )


PROCEDURES: dict[str, type] = {
    "seats": Seats,
    "shoe": Shoe,
    "style": Style,
    "signs": Signs,
    "closing": Closing,
    "chips": Chips,
    "layout": Layout,
    "voids": Voids,
    "corrections": Corrections,
    "equipment": Equipment,
    "malfunctions": Malfunctions,
}

# What only some documents speak about: a book that leaves the whole group out says nothing of it.
SOME_PROCEDURES: dict[str, type] = {
    "wrong_payments": WrongPayments,
    "disputes": Disputes,
    "jackpot_failures": JackpotFailures,
    "tournaments": Tournaments,
    "players": Players,
    "promotions": Promotions,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Power:
    """Who may give a command: the lowest role, the clause, and who must be told of it beforehand.

    A side bet may have a rule of its own for it; `role` is then the lowest of all of them. Players are told by a sign.
    """

    role: str
    clause: str
    tells: tuple[str, ...] = ()
    tells_clause: str = ""
    bets: Mapping[str, Power] = dataclasses.field(default_factory=dict)
    outcomes: Mapping[str, Power] = dataclasses.field(default_factory=dict)  # of side bets, likewise

    def of_outcome(self, outcome: str) -> Power:
        """The power as far as it concerns an outcome of a side bet."""
        return self.outcomes.get(outcome, self)

    def of_bet(self, bet: str) -> Power:
        """The power as far as it concerns a side bet."""
        return self.bets.get(bet, self)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Procedures:
    """Everything that one document says about running a table."""

    seats: Seats
    shoe: Shoe
    style: Style
    signs: Signs
    closing: Closing
    chips: Chips
    layout: Layout
    voids: Voids
    corrections: Corrections
    equipment: Equipment
    malfunctions: Malfunctions
    commands: Mapping[str, Power]
    link_commands: Mapping[str, Power]  # those of a link of tables with a jackpot
    tournament_commands: Mapping[str, Power]  # those of a tournament
    player_commands: Mapping[str, Power]  # those about a player's card, limits and exclusion
    promotion_commands: Mapping[str, Power]  # those of a promotion
    irregularities: tuple[Irregularity, ...]  # what is done when the deal goes wrong
    wrong_payments: WrongPayments | None = None
    disputes: Disputes | None = None
    jackpot_failures: JackpotFailures | None = None
    tournaments: Tournaments | None = None
    players: Players | None = None
    promotions: Promotions | None = None
    clauses: Mapping[str, str]  # by "shoe.burn", or a plain clause's name: the clause that gives it


# Before an option's name: the power to open a table with another value than its default.
CHOOSE = "choose-"
PLAYERS = "players"  # among those who are told of something: a sign at the table does that
