"""A tournament and its tables in memory, to which any command is given in any order, whether it fits or not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from cutcard import streams
from cutcard.players import PlayerState
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.streams import Reading
from cutcard.table import Command, Person
from cutcard.table.evolve import evolved
from cutcard.table.names import stream_of_table
from cutcard.tournaments import (
    TOURNAMENT_FAMILY,
    TOURNAMENTS,
    AcceptEntry,
    AddToPool,
    AllocateSeats,
    AllowEmployee,
    AmendTerms,
    AnnounceTournament,
    ApplyToEnter,
    AppointDeputy,
    AppointDirector,
    ApproveRequest,
    AwardPlaces,
    BarFromTournament,
    BeginAtTable,
    BriefPlayers,
    BuyBack,
    BuyBackIn,
    CallCount,
    CancelTournament,
    CloseEntries,
    CloseStage,
    CommitBallot,
    CountTable,
    DeductMinimum,
    DemonstrateGame,
    DesignateTable,
    Disqualify,
    DisqualifyAbsent,
    DrawSeats,
    EndBreak,
    EndEarly,
    EnterWinner,
    FixSchedule,
    GiveRuling,
    MoveStart,
    NameSubstitute,
    OfferBreak,
    OfferSeat,
    OpenEntries,
    OrderPlayOff,
    RaiseDispute,
    RecordApproval,
    RecordShortfall,
    RefuseEntry,
    RejectRequest,
    ReleaseTable,
    SetPace,
    SignTerms,
    StageTerms,
    StepIn,
    StepOut,
    TableCounted,
    TournamentState,
    VoidOutOfTurn,
    WithdrawEntry,
    WithdrawRequest,
    with_standard_statements,
)
from cutcard.tournaments.approvals import number_requested
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.discipline import Ground
from cutcard.tournaments.draws import seated, waiting
from cutcard.tournaments.progress import StageDecided, stage_played, ties
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY, TERMS
from support.tournament_play import PlayedTable, stage

BOOKS = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)
NAMES = ("ann", "bob", "cal", "dee", "eve", "fay")
TABLES = ("T1", "T2")
SUBSTITUTES = ("gus", "hal", "ida")
OVER = ("finished", "cancelled")
ENDS = {"refused", "placed", "withdrawn", "forfeited", "disqualified", "eliminated"}
MINUTE = 60_000
GROUNDS: tuple[Ground, ...] = ("rules", "concealing", "terms")


class World:
    """A tournament and its tables in memory, with one ledger for all of them."""

    def __init__(self, book: str, random: Random) -> None:
        self.random, self.book, self.now = random, book, 1_000_000
        self.state = TournamentState()
        self.happened: Counter[str] = Counter()  # events of the tournament's stream, by their kind
        self.given: Counter[type[Command]] = Counter()  # commands, also those that were refused
        self.paid_for_chips: Counter[str] = Counter()  # by whose entry it is
        self.ledger: Counter[str] = Counter()
        self.tables: dict[str, PlayedTable] = {}
        for name in TABLES:
            table = PlayedTable(book, source="real")
            table.state = table.state._replace(table=name)
            table.ready()
            table.accounts = self.ledger
            self.tables[name] = table
        again = random.random() < 0.3 and "buy-back-in" in procedures_of(book).tournament_commands
        first = stage(advance=random.randint(1, 2), rounds=random.randint(1, 4), best_others=random.randint(0, 1))
        if book != CANBERRA:
            first = first._replace(buy_in=random.choice((0, 0, 2_000, 45_000)))
        stages: tuple[StageTerms, ...] = (first, stage("final", rounds=random.randint(1, 2)))
        if random.random() < 0.3:
            stages = (first, stage("repechage", repechage=True), stages[-1])
        terms = TERMS._replace(book=book, stages=stages, entry_fee=10_001, marker=book == CANBERRA)
        terms = terms._replace(buy_back=BuyBack(1, 5_000, 1) if again else None, fewest=2)
        terms = terms._replace(**self.options())
        self.ledger.update({f"aud:player:{name}": 50_000 for name in NAMES})
        self.ledger["aud:cash"] -= 50_000 * len(NAMES)
        self.settings = terms
        self.must(AnnounceTournament("spring", with_standard_statements(terms), two_people=random.random() < 0.5))
        self.must(AppointDirector("dot"))
        self.open_entries()
        for name in NAMES[: random.randint(2, len(NAMES))]:
            for _ in range(random.randint(1, terms.entries_each)):
                self.must(ApplyToEnter(name, agrees=True), Person(name, "player"))
        for _ in range(random.randint(0, 4)):
            self.give(self.before_play())
        if self.state.phase == "announced":
            self.open_entries()  # again, where terms that were amended are approved anew
        self.select()
        if random.random() < 0.5:
            self.give(WithdrawEntry(1), Person(NAMES[0], "player"))
            reserve = next((one.number for one in self.state.entrants.values() if one.status == "reserve"), 0)
            self.give(OfferSeat(reserve))
            self.give(NameSubstitute(2, random.choice(SUBSTITUTES), agrees=True))
        if self.give(CloseEntries()) is not None:
            for name in ("fay", "eve", "dee"):
                self.give(ApplyToEnter(name, agrees=True), Person(name, "player"))
            self.select()
            self.must(CloseEntries())
        for name in TABLES:
            if name not in self.state.tables:
                self.must(DesignateTable(name))

    def select(self) -> None:
        """Where the house selects, it takes every application; before that some are for a substitute to play."""
        applied = [one.number for one in self.state.entrants.values() if one.status == "applied"]
        for number in applied:
            if self.random.random() < 0.3:
                self.give(NameSubstitute(number, self.random.choice(SUBSTITUTES), agrees=True))
            if self.give(AcceptEntry(number)) is not None:  # they were barred meanwhile
                self.must(RefuseEntry(number, "may not gamble"))

    def open_entries(self) -> None:
        """Take entries, by terms that are approved where the document wants that."""
        self.give(RecordApproval("the Commission"))
        if self.state.phase == "announced":
            self.must(OpenEntries(self.told("open-entries")))

    def before_play(self) -> Command:
        """Something that is done while people enter, whether it fits or not."""
        random, number = self.random, self.random.randint(1, 8)
        some: tuple[Command, ...] = (
            AmendTerms(self.state.terms._replace(place=f"hall {number}"), self.told("amend-terms")),
            SignTerms(number),
            RefuseEntry(number, "by the criteria"),
            AcceptEntry(number),
            BarFromTournament(random.choice((*NAMES, *SUBSTITUTES)), "may not gamble"),
            AllowEmployee(random.choice(SUBSTITUTES), "chief-executive-officer", "the officer"),
            AddToPool(random.choice((0, 5_001)), random.choice(("", "a watch"))),
            OpenEntries(),
            RecordApproval("the Commission"),
            AppointDeputy("deb"),
            DemonstrateGame(random.randint(0, 3)),
            EnterWinner("T1", number, "ann"),
            FixSchedule(),
            CancelTournament(""),
        )
        return random.choice(some)

    def told(self, command: str) -> tuple[tuple[str, str], ...]:
        """Everybody whom the document wants told of a command."""
        power = procedures_of(self.book).tournament_commands.get(command)
        return tuple((office, "M. Reed") for office in power.tells) if power is not None else ()

    def options(self) -> dict[str, Any]:
        """What the document leaves to the terms, one way or the other."""
        if self.book == CANBERRA:
            return {"most": self.random.choice((3, 49)), "excluded": self.random.choice(("", "last year's winners"))}
        found: dict[str, Any] = {"entries_each": self.random.randint(1, 2), "may_refuse": self.random.random() < 0.3}
        found["chips_at_end"] = self.random.choice(("returned", "cash"))
        found["substitutes"] = self.book == MELBOURNE
        found["absent_rounds"] = self.random.randint(0, 2)
        found["allocation"] = self.random.choice(("ballot", "ballot", "director"))
        found["signed"] = self.random.random() < 0.3
        found["charity_or_media"] = self.book == MELBOURNE
        return found

    def who(self, command: Command) -> Person:
        procedures = procedures_of(self.book)
        power = procedures.tournament_commands.get(TOURNAMENTS.names[type(command)])
        assert procedures.tournaments is not None
        if power is None or power.role == procedures.tournaments.director:
            return Person("dot", load(self.book).roles[0])
        return Person("mia", power.role)

    def give(self, command: Command, by: Person | None = None) -> Refusal | None:
        """Give the tournament a command. A refusal changes nothing; whatever it does, all money stays where it is."""
        self.now += 1000
        self.given[type(command)] += 1
        names = streams.touched(TOURNAMENT_FAMILY, self.state, command)
        others = {stream_of_table(name): table.state for name, table in self.tables.items()}
        found = {name: others.get(name, PlayerState()) for name in names}  # the register knows nobody
        reading = Reading(0, dict(self.ledger))
        who = by or self.who(command)
        acted = streams.act(TOURNAMENT_FAMILY, self.state, command, who, self.now, others=found, reading=reading)
        if isinstance(acted, Refusal):
            assert acted.message
            return acted
        for lines in acted.postings:
            assert sum(line.cents for line in lines) == 0
            self.ledger.update({line.account: 0 for line in lines})
            for line in lines:
                self.ledger[line.account] += line.cents
        self.happened.update(type(event).__name__ for event in acted.events)
        for event in acted.events:
            if isinstance(event, TableCounted):
                for number, cents in event.paid.items():
                    self.paid_for_chips[payer_of(self.state.entrants[number])] += cents
            elif isinstance(event, StageDecided) and event.again:
                self.happened["repechage"] += 1
        if acted.states:
            self.state = acted.states[-1]
        for name, table in self.tables.items():
            for event in acted.beside.get(stream_of_table(name), ()):
                table.state, lines = evolved(table.state, event)
                assert sum(line.cents for line in lines) == 0
                for line in lines:
                    self.ledger[line.account] += line.cents
        self.check()
        request = number_requested(acted.events)
        if request is not None and not self.waits():
            self.must(ApproveRequest(request), self.second(request))
        elif request is not None and self.random.random() < 0.5:
            ends = (RejectRequest(request, "not agreed"), self.second(request)), (WithdrawRequest(request), who)
            self.must(*self.random.choice(ends))
        return None

    def pocket(self, name: str) -> int:
        """What somebody has in their pocket."""
        return self.ledger[f"aud:player:{name}"]

    def waits(self) -> bool:
        """Whether a second person takes their time; what they approve then may no longer be possible."""
        return self.state.phase == "running" and not self.state.play_over and self.random.random() < 0.25

    def second(self, request: int) -> Person:
        """Who may approve what waits under a number: of the role that may ask for it, or who appoints the director."""
        powers, waiting = procedures_of(self.book).tournament_commands, self.state.approvals.get(request)
        power = powers.get(waiting.command) if waiting is not None else None
        by_role = power is not None and power.role in load(self.book).roles
        return Person("vic", power.role if power is not None and by_role else powers["appoint-director"].role)

    def must(self, command: Command, by: Person | None = None) -> None:
        refusal = self.give(command, by)
        assert refusal is None, (command, refusal.message)

    def check(self) -> None:
        """What holds at every moment."""
        state = self.state
        assert sum(self.ledger.values()) == 0
        seats = [one for session in state.sessions.values() if session.status != "over" for one in session.entrants]
        tables = [one for session in state.sessions.values() for one in session.tables.values()]
        playing = [one for table in tables if table.status != "counted" for one in table.places.values()]
        players = [state.entrants[one].player for one in playing if state.entrants[one].status == "seated"]
        assert len(players) == len(set(players)), "nobody has two seats at once"
        for one in state.entrants.values():
            assert one.status in ENDS or one.status in ("applied", "entered", "seated", "reserve", "refused")
            assert seats.count(one.number) <= 1
        self.nobody_pays_for_somebody_else()
        pool = self.ledger["aud:tournament:spring:pool"]
        commission = self.ledger["aud:tournament:spring:commission"]
        if state.phase != "finished":
            assert pool + commission == sum(one.paid for one in state.entrants.values()) + state.contributed

    def nobody_pays_for_somebody_else(self) -> None:
        """Everybody has what they brought, less what was paid for their own entries, and what these have won."""
        for name in (*NAMES, *SUBSTITUTES):
            own = [one for one in self.state.entrants.values() if payer_of(one) == name]
            brought = 50_000 if name in NAMES else 0
            won = sum(one.prize - one.paid for one in own) + self.paid_for_chips[name]
            assert self.ledger[f"aud:player:{name}"] == brought + won, name

    def play(self, name: str) -> None:
        """A round at a table, in which everything that can be bet may be."""
        table = self.tables[name]
        if table.state.shoe.due:
            table.ready()
        if table.state.betting == "closed":
            table.open()
        if table.session.over:
            return
        results = {}
        for player in tuple(table.session.playing.values()):
            number = next(
                one.number for one in self.state.entrants.values() if one.player == player and one.status == "seated"
            )
            if table.state.players[player].away and self.give(DeductMinimum(number)) is None:
                continue
            most = min(
                table.state.players[player].chips + sum(b.amount for b in table.state.laid(player=player)), 50_000
            )
            amount = 10 * self.random.randint(1, max(most // 1000, 1))
            results[player] = f"{min(amount, most // 1000 * 10)} {self.random.choice(('win', 'lose', 'push'))}"
        if self.book == CANBERRA and len(results) > 1:
            self.wager_early(table, results)
        if results:
            table.wager_and_deal(results)
        elif not table.session.over:
            table.close()  # everybody is away and has paid for it: the round counts without a deal
        self.check()

    def wager_early(self, table: PlayedTable, results: dict[str, str]) -> None:
        """Somebody wagers before their turn, which stands (20.15); whoever was warned before may lose the wager."""
        name = self.random.choice([one for one in results if table.session.playing[table.session.turn] != one])
        table.bet(name, results[name].split()[0])
        if self.give(VoidOutOfTurn(table.state.table, name, "again before their turn")) is None:
            del results[name]

    def next_steps(self) -> Iterator[Command]:
        """What brings the tournament on, first the most urgent."""
        state = self.state
        if state.play_over:
            yield AwardPlaces()
        yield from (StepIn(one) for one in state.away)
        if not state.approved:
            yield RecordApproval("the Commission")  # of terms that were amended; other documents ask for none
        yield from (DesignateTable(name) for name in TABLES if not state.tables)
        yield from (GiveRuling(name, "as the dealer says") for name in state.disputes)
        yield from (EndBreak(name) for name, until in state.breaks.items() if self.now >= until)
        reserves = [one.number for one in state.entrants.values() if one.status == "reserve"]
        for session in state.sessions.values():
            if session.status == "drawn" and reserves and self.random.random() < 0.3:
                yield OfferSeat(reserves[0], self.random.choice(session.entrants))
            for name, table in session.tables.items():
                if table.status == "drawn":
                    yield BeginAtTable(name, tuple(one for one in table.places.values() if self.random.random() < 0.1))
                if table.status == "playing" and self.tables[name].session.over:
                    yield CountTable(name)
        if ties(state):
            yield OrderPlayOff()
        if stage_played(state):
            yield from (BuyBackIn(one) for one in state.entrants if state.terms.buy_back and self.random.random() < 0.3)
            yield CloseStage()
        yield from (SignTerms(one) for one in waiting(state) if state.terms.signed and not state.entrants[one].signed)
        if waiting(state) and state.terms.allocation == "director":
            yield from self.allocations()
        elif waiting(state):
            yield DrawSeats() if state.secret else CommitBallot("ab" * 32)

    def allocations(self) -> Iterator[Command]:
        """Seats at each table for those who wait, one for a player."""
        one_each = {self.state.entrants[one].player: one for one in reversed(waiting(self.state))}
        numbers = [one for player, one in one_each.items() if player not in seated(self.state)]
        for name in TABLES:
            places = dict(enumerate(numbers[: self.random.randint(2, 7)], 1))
            yield AllocateSeats(name, places)

    def go_on(self) -> None:
        """One sensible step."""
        self.now += MINUTE
        for session in self.state.sessions.values():
            if session.status == "drawn":
                self.now = max(self.now, session.starts_at)
        if "brief-players" in procedures_of(self.book).tournament_commands and not self.state.briefed:
            self.must(BriefPlayers())
        for command in self.next_steps():
            if self.give(command) is None:
                return
        for name, table in self.tables.items():
            played = table.state.session
            if played is not None and not played.over and not played.halted:
                self.play(name)
                return

    def anything(self) -> Command:
        """Some command, whether it fits or not: mostly about a table that plays, and somebody in the tournament."""
        random, state = self.random, self.state
        playing_now = [name for name in TABLES if self.tables[name].state.session is not None]
        inside = [one.number for one in state.entrants.values() if one.status in ("entered", "seated", "eliminated")]
        table = random.choice(playing_now if playing_now and random.random() < 0.8 else TABLES)
        anybody = range(1, max([*state.entrants, len(NAMES)]) + 1)
        reserves = [one.number for one in state.entrants.values() if one.status == "reserve"]
        to_come = [one.number for one in state.sessions.values() if one.status == "drawn"]
        entrant = random.choice(inside if inside and random.random() < 0.8 else anybody)
        session = self.tables[table].state.session
        playing = set(session.playing.values()) if session is not None else set()
        seated = state.session_at(table)
        agree = [one for one in seated.entrants if state.entrants[one].player in playing] if seated is not None else []
        some: tuple[Command, ...] = (
            Disqualify(entrant, GROUNDS[random.randrange(3)], "seen"),
            DisqualifyAbsent(entrant, "not there", random.random() < 0.5),
            DeductMinimum(entrant),
            WithdrawEntry(entrant),
            BuyBackIn(entrant),
            CallCount(table),
            CountTable(table),
            EndEarly(table, tuple(agree)),
            NameSubstitute(entrant, random.choice(SUBSTITUTES), agrees=True),
            OfferSeat(random.choice(reserves or [entrant]), random.choice((0, entrant))),
            RecordShortfall(table, random.choice((500, 2_500)), random.randint(1, 3)),
            EndBreak(table),
            BeginAtTable(table, tuple(one for one in state.entrants if random.random() < 0.1)),
            RaiseDispute(table, "a chip"),
            OfferBreak(table, random.randint(0, 20)),
            SetPace(20_000, random.choice((table, ""))),
            MoveStart(random.choice(to_come or [1, 2, 3]), self.now + random.randint(10, 30) * MINUTE),
            ReleaseTable(table),
            DesignateTable(table),
            CommitBallot("cd" * 32),
            DrawSeats(players_each=random.randint(0, 3)),
            OrderPlayOff(),
            CloseStage(),
            AwardPlaces(),
            AllocateSeats(table, {1: entrant}),
            SignTerms(entrant),
            BarFromTournament(random.choice((*NAMES, "zoe")), "may not gamble")
            if random.random() < 0.2
            else AddToPool(1),
            AddToPool(3_001, "a watch", random.randint(1, 3)),
            VoidOutOfTurn(table, random.choice(NAMES), "again before their turn"),
            AppointDeputy(random.choice(("deb", "ann"))),
            AppointDirector("dan"),
            StepOut("dot"),
            StepIn("dot"),
            BriefPlayers(),
            DemonstrateGame(),
            GiveRuling(table, "it stands"),
            RejectRequest(random.randint(1, 5), "not agreed"),
            WithdrawRequest(random.randint(1, 5)),
            ApplyToEnter("zoe", agrees=True),
            CloseEntries(),
            AmendTerms(state.terms._replace(place="elsewhere")),
        )
        return random.choice(some)


OWN = (ApplyToEnter, WithdrawEntry, NameSubstitute, SignTerms, BuyBackIn)  # what players do themselves


def attempted_by_a_player(world: World, command: Command) -> None:
    """A player gives a command that may be the director's, or about somebody else: only what is theirs is done."""
    player = world.random.choice((*NAMES, "zoe"))
    number = getattr(command, "number", getattr(command, "entrant", 0))
    one, pockets = world.state.entrants.get(number), {name: world.pocket(name) for name in NAMES}
    if world.give(command, Person(player, "player")) is not None:
        return
    assert isinstance(command, OWN), command
    assert one is None or player in (one.player, one.applicant), (player, command)
    assert {name for name in NAMES if world.pocket(name) < pockets[name]} <= {player}, (player, command)


def played_to_its_end(book: str, seed: int) -> World:
    """A tournament in which somebody orders whatever comes to mind, until its play is over and prizes are paid."""
    world = World(book, Random(seed))
    for _ in range(60):
        if world.random.random() < 0.003:
            world.give(CancelTournament("the roof leaks"))
        if world.state.phase in OVER:
            break
        if world.random.random() < 0.1:
            attempted_by_a_player(world, world.random.choice((world.anything, world.before_play))())
        elif world.random.random() < 0.4:
            before = world.state, {name: table.state for name, table in world.tables.items()}
            request = world.random.randint(1, 5) if world.random.random() < 0.1 else 0
            by = world.second(request) if request else None
            command = ApproveRequest(request) if request else world.anything()
            if world.give(command, by) is not None:
                assert before == (world.state, {name: table.state for name, table in world.tables.items()})
        else:
            world.go_on()
    for _ in range(300):
        if world.state.phase in OVER or (world.state.play_over and world.give(AwardPlaces()) is not None):
            break
        world.go_on()
    return world
