"""A player's session at the table: bets, rounds, records, and a summary at the end."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from cutcard.engine import CARD_NEEDS, Event, Setup, State
from cutcard.engine.settle import net
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.narration.formatting import counted, gain, listed, money
from cutcard.narration.story import Story
from cutcard.records import export
from cutcard.records.results import results
from cutcard.shoe import Shoe
from cutcard.terminal import YOU
from cutcard.terminal import bets as betting
from cutcard.terminal.keyboard import Keyboard, Left, Misread
from cutcard.terminal.other_players import NAMES, Other
from cutcard.terminal.round_play import Round, Seat
from cutcard.terminal.screen import GAINED, Screen, buttons
from cutcard.terminal.seat import You


@dataclass(slots=True)
class Tally:
    """The totals of the rounds so far."""

    bankroll: Cents
    rounds: int = 0
    staked: Cents = 0
    net: Cents = 0
    last: Cents | None = None
    best: Cents | None = None
    worst: Cents | None = None
    began_with: Cents = field(init=False)

    def __post_init__(self) -> None:
        self.began_with = self.bankroll

    def add(self, staked: Cents, won: Cents) -> None:
        self.rounds += 1
        self.staked += staked
        self.net += won
        self.last = won
        self.bankroll += won
        self.best = won if self.best is None else max(self.best, won)
        self.worst = won if self.worst is None else min(self.worst, won)


class Session:
    """A player, a table and a shoe."""

    def __init__(
        self,
        setup: Setup,
        *,
        boxes: Sequence[int],
        others: int,
        bankroll: Cents,
        random: Random,
        screen: Screen,
        keyboard: Keyboard,
        explain: bool = False,
        records: Path | None = None,
    ) -> None:
        self.setup = setup
        self.boxes = boxes
        self.others = seated(setup, boxes, others)
        self.shoe = Shoe(setup.decks, setup.rules.cards.removed_ranks, random)
        self.random = random
        self.screen = screen
        self.keyboard = keyboard
        self.explain = explain
        self.records = records
        self.tally = Tally(bankroll)
        self.you = You(keyboard, screen, self._draw, explain)
        self.story = Story(YOU, explain)
        self.state = State(setup)
        self.last: betting.Bets = {(box, "main"): setup.limits.minimum for box in boxes}
        self.record: dict[str, Any] | None = None
        self.fresh = True  # whether the shoe has just been shuffled

    def run(self) -> Tally:
        """Play rounds until the player leaves or runs out of money."""
        try:
            while not self.you.gone:
                if self.tally.bankroll < self.setup.limits.minimum:
                    left = f"You have {money(self.tally.bankroll)} left, less than the table's minimum."
                    self._draw(self.state, [Text(left, style="bold")])
                    break
                self._round(self._bets())
        except (Left, KeyboardInterrupt):
            pass
        finally:  # even if a record could not be written
            self.screen.print(summary(self.tally))
        return self.tally

    # ------------------------------------------------------------------------------------------------------- bets

    def _bets(self) -> betting.Bets:
        """The player's bets; asks again until the table accepts them."""
        self._draw(self.state, self._invitation())
        while True:
            try:
                bets = self._typed()
                betting.check(self.setup, bets, self.tally.bankroll)
                if not bets and not self.others:
                    raise Misread("Nothing is bet, so there is nothing to deal; q leaves the table.")
                betting.opened(self.setup, bets, self._others_stakes())
                return bets
            except Misread as misread:
                self.screen.error(str(misread))

    def _typed(self) -> betting.Bets:
        bets: dict[tuple[int, str], Cents] = {}
        for place, box in enumerate(self.boxes):
            typed = self._line(f"box {box} › ")
            if not typed and place == 0:
                return self.last
            if not typed:
                bets |= {key: given for key, given in self.last.items() if key[0] == box}
            else:
                bets |= betting.typed_bets(self.setup, box, typed)
        return bets

    def _line(self, prompt: str) -> str:
        """Ask for a line; requests for the last round's record are handled here."""
        while True:
            typed = self.keyboard.ask(prompt)
            word, _, rest = typed.partition(" ")
            if word.lower() not in ("r", "record"):
                return typed
            self._tell_record(rest.strip())

    def _invitation(self) -> list[RenderableType]:
        titles = listed(["main", *betting.titles_of(self.setup)[1:]])
        example = " ".join(["10", *(["5"] * len(self.setup.side_bets))])
        same = " and ".join(
            f"{betting.in_words(self.setup, self.last, box)}" + (f" on box {box}" if len(self.boxes) > 1 else "")
            for box in self.boxes
        )
        line = Text.assemble(("Bankroll ", "dim"), (money(self.tally.bankroll), "bold"))
        if self.tally.last is not None:
            line.append(f" ({gain(self.tally.last)})", style=GAINED if self.tally.last > 0 else "dim")
        line.append(f"   Bet in dollars: {titles}, as in {example}")
        keys = [("enter", same), ("0", "sit out"), ("r", "last record"), ("q", "leave")]
        keys = keys if self.record is not None else [keys[0], *keys[3:]]
        return [line, buttons(keys, self.screen.out.width)]

    # ------------------------------------------------------------------------------------------------------ rounds

    def _round(self, bets: betting.Bets) -> None:
        self.story = Story(YOU, self.explain)
        self._shuffle()
        if bets:
            self.last = bets
        self.you.bankroll = self.tally.bankroll
        state, events = betting.opened(self.setup, bets, self._others_stakes())
        seats: dict[str, Seat] = {player: Other() for _, player in self.others}
        round_ = Round(state, events, self.shoe, self.random, {**seats, YOU: self.you}, self._watch)
        self.state = round_.run()
        self._settle(events)

    def _shuffle(self) -> None:
        if self.shoe.due:
            self.shoe.shuffle()
            self.fresh = True
        if self.fresh:
            self.story.say(f"shuffled {len(self.shoe.pack)} cards and burned the first")
        self.fresh = False

    def _settle(self, events: list[Event]) -> None:
        mine = [wager for wager in self.state.wagers if wager.player == YOU]
        if self.you.gone:
            idle = self.setup.rules.clauses["idle.hard"]
            self.story.say("you left, so your hands were played as an absent player's", idle)
        if mine:
            self.tally.add(sum(wager.staked for wager in mine), net(mine)[YOU])
        self.record = {**export(self.setup, events), **results(self.state)}
        if self.records is not None:
            save(self.records, self.record)
        if self.you.gone:
            self._draw(self.state, [])

    def _others_stakes(self) -> list[tuple[int, str, Cents]]:
        stake = self.setup.limits.minimum or self.setup.chip
        return [(box, player, stake) for box, player in self.others]

    # ------------------------------------------------------------------------------------------------------ screen

    def _watch(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        self.state = after
        self.story.tell(before, after, events)
        if after.needs in (*CARD_NEEDS, "press") and not self.you.gone:
            self.screen.frame(after, self.story, self.shoe)

    def _draw(self, state: State, below: Sequence[RenderableType]) -> None:
        self.screen.table(state, self.story, self.shoe, below)

    def _tell_record(self, name: str) -> None:
        if self.record is None:
            self.screen.error("No round has been played yet, so there is no record.")
        elif not name:
            self.screen.out.file.write(json.dumps(self.record) + "\n")
        else:
            try:
                save(Path(name), self.record)
                self.screen.print(f"The record was added to {name}.")
            except CutcardError as error:
                self.screen.error(f"{error}.")


def seated(setup: Setup, boxes: Sequence[int], others: int) -> list[tuple[int, str]]:
    """Where the other players sit: the free boxes from the dealer's left."""
    free = [box for box in range(1, setup.rules.cards.boxes_max + 1) if box not in boxes]
    if others > len(free):
        room = f"with you on {len(boxes)} of {len(boxes) + len(free)} boxes there is room for {len(free)} others"
        raise CutcardError(f"{room}, not {others}", setup.rules.clauses["cards.boxes_max"])
    return list(zip(free, NAMES[:others], strict=False))


def save(path: Path, record: dict[str, Any]) -> None:
    """Append a record to a file with one JSON object per line."""
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(record) + "\n")
    except OSError as error:
        raise CutcardError(f"{path} cannot be written: {(error.strerror or 'it failed').lower()}") from None


def summary(tally: Tally) -> Text:
    """The results of all rounds, in words."""
    if not tally.rounds:
        return Text(f"No round was played. You leave with your {money(tally.bankroll)}.")
    text = Text.assemble(
        f"{counted(tally.rounds, 'round')}, {money(tally.staked)} staked, ", (gain(tally.net), "bold"), "."
    )
    if tally.rounds > 1:
        text.append(f" Best round {gain(tally.best or 0)}, worst {gain(tally.worst or 0)}.")
    text.append(f" You came with {money(tally.began_with)} and leave with {money(tally.bankroll)}.")
    return text
