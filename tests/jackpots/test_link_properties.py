"""Links driven through every command in any order: at every row of the store a meter is what its history makes it."""

from __future__ import annotations

import os
import tempfile
from collections import defaultdict
from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from support.linked_floor import ACES, MELBOURNE, NOVA, SEVENS, SYDNEY, LinkedFloor
from support.linked_people import LinkedPeople, people_play
from support.linked_play import LinkedPlay, play
from support.unsynced import unsynced

from cutcard import jackpots as j
from cutcard.cards import cards
from cutcard.refusals import Refusal
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.kinds import kind_of
from cutcard.table import LinkLeft, MetersFed
from cutcard.table.keypad import to_determine
from cutcard.table.ledger import meter_account, reserve_account
from cutcard.table.link_terms import MILLION, LinkTerms

EXAMPLES = int(os.environ.get("CUTCARD_LINK_EXAMPLES", "10"))  # more by hand
OPENINGS = (ACES._replace(selected_per_million=200_000), NOVA._replace(selected_per_million=300_000), SEVENS)
LINKS_MAX = 9
WINNING = (
    "As As As As As",  # two of the whole meter at once
    "Ah 5c Ah Ah 9c",  # a tenth of it
    "As Ac 9d Js Kc",  # a major and a minor
    "Ah Ac 9d Kh Kc",  # two minors at once
    "7d 7d 7d 7d 7d",
    "7h 5c 7h 7h 9c",
    "",
)
SEVENS_WON = ("7d " * 6, "7s " * 6, "7d " * 6 + "7s " * 6, "7h " * 6 + "7d " * 6)  # a card is burned first, or drawn
AT_FIRST = (
    *(("M1", "aces-1"), ("M2", "nova-1"), ("S1", "sevens-1"), ("S2", "sevens-1")),
    *(("M3", "aces-1"), ("M4", "nova-1"), ("S3", "sevens-1"), ("S4", "sevens-1")),
)
TRIES = 3  # rounds in which a table in Sydney may win, whose device mixes cards only once it is asked for one
PEOPLE = {"M3": (MELBOURNE, True), "M4": (MELBOURNE, False), "S3": (SYDNEY, True), "S4": (SYDNEY, False)}  # real shoes?
AT_ONCE = 25  # commands that random people give
CHANGES = ("join", "leave", "move", "close")
CAUSES = ("malfunction", "entered-wrongly", "missed-wagers", "added-by-the-house")
LOWERING = (j.PrizeWon, j.MeterTransferred, j.MeterAdjusted, j.LinkClosed)  # nothing else lowers a meter


class Floor:
    """Six links at first and eight tables, at four of them random people, and steps that any numbers stand for."""

    def __init__(self, store: Store, seed: int) -> None:
        self.house = LinkedFloor(store, stacked=True)
        self.links: list[str] = []
        for number in (1, 2):
            for opening in OPENINGS:
                self.opened(opening._replace(link=f"{opening.link}-{number}"))
        books = {"M1": MELBOURNE, "M2": MELBOURNE, "S1": SYDNEY, "S2": SYDNEY}
        self.tables = {name: LinkedPlay(name, book, 2, Random(name)) for name, book in books.items()}
        for name, table in self.tables.items():
            self.house.done(self.house.floor.act(name, table.opening(), table.boss, self.house.now))
        self.people = {
            name: LinkedPeople(name, book, Random(f"{seed} {name}"), real=real) for name, (book, real) in PEOPLE.items()
        }
        for name, people in self.people.items():
            self.house.done(self.house.floor.act(name, people.open(), people.boss(), self.house.now))

    def step(self, kind: int, a: int, b: int, c: int) -> None:
        link, other = self.links[a % len(self.links)], self.links[c % len(self.links)]
        names = (*self.tables, *self.people)
        table = names[b % len(names)]
        steps: tuple[Callable[[], object], ...] = (
            lambda: self.round(table, a),
            lambda: self.give(link, j.PostLinkSign(CHANGES[c % 4], table, other if c % 4 == 2 else "")),  # type: ignore[arg-type]
            lambda: self.joined(link, table),
            lambda: self.give(link, j.LeaveLink(table)),
            lambda: self.give(link, j.MoveToLink(table, other)),
            lambda: self.closed(link, other),
            lambda: self.adjusted(link, b, c),
            lambda: self.give(link, (j.FailLink("the controller does not answer"), j.RestoreLink())[b % 2]),
            lambda: self.give(link, j.RenewDevice()),
            lambda: self.house.later(20),
            lambda: self.together(a, b),
            lambda: self.opened(OPENINGS[a % 3]._replace(link=f"{OPENINGS[a % 3].link}-{2 + c % 4}")),
            lambda: self.people_at(a),
            lambda: self.people_at(b),
        )
        steps[kind % len(steps)]()

    def give(self, link: str, command: Any, by: str = "mia") -> bool:
        """A refusal changes nothing."""
        before = self.house.store.head()
        done = self.house.try_(link, command, by)
        assert not isinstance(done, Refusal) or self.house.store.head() == before
        return not isinstance(done, Refusal)

    def opened(self, opening: j.OpenLink) -> None:
        """A link of its own, or a name that was used before, which is refused."""
        if len(self.links) < LINKS_MAX and self.give(opening.link, opening):
            self.links.append(opening.link)

    def joined(self, link: str, table: str) -> None:
        if self.give(link, j.PostLinkSign("join", table)):
            self.house.later(20)
        self.give(link, j.JoinLink(table))

    def closed(self, link: str, other: str) -> None:
        if self.give(link, j.PostLinkSign("close")):
            self.house.later(20)
        self.give(link, j.CloseLink((other,)))

    def adjusted(self, link: str, b: int, c: int) -> None:
        meters = tuple(self.house.link(link).terms.meters)
        cents = (c + 1) * 7 * (-1 if b % 3 == 0 else 1)
        self.give(link, j.ProposeAdjustment(meters[b % len(meters)], cents, CAUSES[c % 4], "found so"))  # type: ignore[arg-type]
        number = self.house.link(link).proposals
        self.give(link, j.RejectAdjustment(number) if b % 5 == 4 else j.ApproveAdjustment(number), "kim")

    def round(self, table: str, winning: int) -> None:
        """A round whose first cards win, if the table is in the right link; it may stand still at a failed system."""
        if table in self.people:
            self.people_at(winning)
        elif not self.house.floor.state(table).halted:
            self.tables[table].first = lambda: cards(WINNING[winning % len(WINNING)])
            play(self.house, self.tables[table], 1)

    def people_at(self, which: int) -> None:
        """Random people say anything at a table: about rounds, wagers, meters, prizes. No refusal changes anything."""
        people_play(self.house, tuple(self.people.values())[which % len(self.people)], AT_ONCE)

    def together(self, one: int, other: int) -> None:
        """Both tables in Sydney win, enter their hands, and Surveillance finds what was entered to be simultaneous."""
        for table, winning in (("S1", one), ("S2", other)):
            if self.house.floor.state(table).halted:
                continue
            self.tables[table].first = lambda winning=winning: cards(SEVENS_WON[winning % len(SEVENS_WON)])  # type: ignore[misc]
            for _ in range(TRIES):
                if not to_determine(self.house.floor.state(table)):
                    play(self.house, self.tables[table], 1, until="entered")
        for link in (name for name in self.links if name.startswith(SEVENS.link)):
            waiting = [win.number for win in self.house.link(link).wins.values() if win.unpaid]
            self.give(link, j.FindSimultaneous(tuple(waiting), "R. Kent"))


class History:
    """What events alone make of every meter and reserve, beside what the ledger has."""

    def __init__(self) -> None:
        self.terms: dict[str, LinkTerms] = {}
        self.open: set[str] = set()
        self.held: dict[str, int] = defaultdict(int)
        self.least: dict[str, int] = defaultdict(int)  # by Melbourne 21.5.2 and 24.5.2, in millionths of a cent
        self.ahead: dict[tuple[str, str, str], int] = defaultdict(int)
        self.meter: dict[tuple[str, int], str] = {}  # of each win

    def account(self, link: str, meter: str) -> str:
        return meter_account(self.terms[link].currency, link, meter)

    def add(self, link: str, meter: str, cents: int, least: int | None = None) -> None:
        self.held[self.account(link, meter)] += cents
        self.least[self.account(link, meter)] += cents * MILLION if least is None else least

    def table(self, table: str, event: Any) -> None:
        if isinstance(event, MetersFed):
            for meter, cents in event.cents.items():
                self.add(event.link, meter, cents, event.exact[meter])
                ahead = self.ahead[table, event.link, meter] + cents * MILLION - event.exact[meter]
                assert 0 <= ahead < MILLION, event  # no fraction is lost, and none is owed
                self.ahead[table, event.link, meter] = ahead
        elif isinstance(event, LinkLeft):
            for meter in self.terms[event.link].meters:
                self.ahead.pop((table, event.link, meter), None)

    def link(self, link: str, event: Any) -> None:
        if isinstance(event, j.LinkOpened):
            self.terms[link] = event.terms
            self.open.add(link)
            for meter, one in event.terms.meters.items():
                self.add(link, meter, one.seed)
        elif isinstance(event, j.MeterTransferred):
            self.add(link, event.meter, -event.cents)
            self.add(event.to, event.meter, event.cents, 0)
        elif isinstance(event, j.MeterAdjusted):
            self.add(link, event.meter, event.amount, 0)
        elif isinstance(event, j.MeterReset):
            self.add(link, event.meter, event.cents, 0)
            if event.cause == "seed":
                seed, book = self.terms[link].meters[event.meter].seed, self.terms[link].book
                # in Sydney what tables have paid ahead, less than a cent each, counts for wagers to come
                ahead = sum(part for (_, *of), part in self.ahead.items() if of == [link, event.meter])
                self.least[self.account(link, event.meter)] = seed * MILLION - (ahead if book == SYDNEY else 0)
        elif isinstance(event, j.LinkClosed):
            self.open.remove(link)
            for meter, cents in event.seeds.items():
                self.add(link, meter, -cents)
        else:
            self.prize(link, event)

    def prize(self, link: str, event: Any) -> None:
        reserve = reserve_account(self.terms[link].currency, link) if link in self.terms else ""
        if isinstance(event, j.PrizeWon):
            self.meter[link, event.number] = event.meter
            self.add(link, event.meter, -event.prize * len(event.boxes))
            self.held[reserve] += event.prize * len(event.boxes)
        elif isinstance(event, j.PrizePaid):
            self.held[reserve] -= event.cents
        elif isinstance(event, j.PrizeCancelled):
            self.held[reserve] -= event.cents + event.house_cents
            self.add(link, event.meter, event.cents)
        elif isinstance(event, j.PrizeGivenBack):
            self.add(link, event.meter, event.cents)
        elif isinstance(event, j.SimultaneousFound):
            self.held[reserve] -= event.meter_cents + event.house_cents
            self.add(link, self.meter[link, event.wins[0]], event.meter_cents)

    def check(self, ledger: dict[str, int]) -> None:
        for account, cents in self.held.items():
            assert ledger[account] == cents, account
            assert cents >= 0, account
        for link in self.open:
            for meter, one in self.terms[link].meters.items():
                shows = self.held[self.account(link, meter)]
                assert shows >= one.seed
                assert shows * MILLION >= self.least[self.account(link, meter)]


def check_every_row(store: Store) -> None:
    """At every row of the store: the ledger has of each meter and reserve what the events so far make of it."""
    history, ledger = History(), defaultdict[str, int](int)
    lines: dict[tuple[str, int], list[Any]] = defaultdict(list)
    for stream in store.streams():
        for line in store.ledger(stream):
            lines[stream, line.version].append(line)
    for row in store.read_all():
        kind, _, name = row.stream.partition(":")
        events = [kind_of(row.stream).loads(text) for text in row.texts]
        for event in events:
            (history.table if kind == "table" else history.link)(name, event)
        for line in lines[row.stream, row.version]:
            ledger[line.account] += line.cents
            if ":jackpot:" in line.account and not line.account.endswith(":reserve") and line.cents < 0:
                assert isinstance(events[line.event], LOWERING), events[line.event]
        history.check(ledger)
    assert sum(ledger.values()) == 0


STEPS = st.tuples(st.integers(0, 13), st.integers(0, 41), st.integers(0, 41), st.integers(0, 41))


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), phases=(Phase.generate,))
@given(st.lists(STEPS, min_size=10, max_size=25), st.integers(0, 1 << 32))
def test_every_meter_is_what_its_history_makes_of_it_at_every_row(
    steps: list[tuple[int, int, int, int]], seed: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = unsynced(Store.open(f"{folder}/casino.db"))
        floor = Floor(store, seed)
        for name, link in AT_FIRST:
            floor.joined(link, name)
        for step in steps:
            floor.step(*step)
        check_every_row(store)
        report = audit(store, processes=1)
        assert report.fault is None, str(report.fault)
        store.close()
