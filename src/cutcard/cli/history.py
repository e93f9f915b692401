"""`cutcard history`: the rounds of a store, as round records, as Parquet or in words."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from enum import StrEnum
from itertools import chain, pairwise
from pathlib import Path
from typing import Annotated

import typer

from cutcard.cards import joined
from cutcard.cli.options import Database
from cutcard.engine import State, evolve
from cutcard.engine.evolve import opened
from cutcard.errors import CutcardError
from cutcard.narration.corrections import correction_in_words
from cutcard.narration.formatting import faces, gain, money, name, parse_time, utc
from cutcard.narration.story import Story
from cutcard.narration.undisclosed import read_in_words
from cutcard.private_files import private_text
from cutcard.rulebooks import load
from cutcard.store import Store
from cutcard.store.history import PlayedRound, played_rounds, write_jsonl, write_parquet
from cutcard.store.wager_rows import write_wagers


class Format(StrEnum):
    jsonl = "jsonl"
    parquet = "parquet"
    words = "words"
    wagers = "wagers"


def history(
    db: Database,
    table: Annotated[str | None, typer.Option(help="Only rounds of this table.")] = None,
    player: Annotated[str | None, typer.Option(help="Only rounds with a wager of this player.")] = None,
    number: Annotated[int | None, typer.Option("--round", help="Only the round of this number.")] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="From this time on: 2026-05-01T21:40 (UTC)."),
    ] = None,
    until: Annotated[str | None, typer.Option(metavar="TIME", help="Before this time.")] = None,
    format: Annotated[Format, typer.Option(help="How to write them.")] = Format.jsonl,
    output: Annotated[Path | None, typer.Option(metavar="FILE", help="Where to; without it, standard output.")] = None,
) -> None:
    """Export the finished rounds of a store.

    jsonl writes round records with their settlement, which `cutcard settle` replays; parquet writes the same as a table
    for other tools; wagers writes a row for each wager to a file that ends in .csv or .parquet; words describes each
    round with its clauses. Rounds come in the order in which they began.
    """
    if format is Format.parquet and output is None:
        raise CutcardError("Parquet is written to a file: say which with --output")
    if format is Format.wagers and (output is None or output.suffix not in (".csv", ".parquet")):
        raise CutcardError("wagers are written to a file that ends in .csv or .parquet: say which with --output")
    store = Store.open(db, create=False)
    views = store.rounds(table, player, parse_time(since), parse_time(until))
    rounds = played_rounds(store, (view for view in views if number in (None, view.number)))
    first = next(rounds, None)
    if first is None:
        print("no finished round in this store matches", file=sys.stderr)
    rounds = chain([] if first is None else [first], rounds)
    try:
        if format is Format.wagers and output is not None:
            print(f"{write_wagers(rounds, output):,} wagers written to {output}", file=sys.stderr)
        elif format is Format.parquet and output is not None:
            count = write_parquet(rounds, output)
            print(f"{count:,} rounds written to {output}", file=sys.stderr)
        else:
            _write(write_jsonl(rounds) if format is Format.jsonl else _stories(rounds), output)
    except BrokenPipeError:  # the reader has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        raise CutcardError(f"{output or 'the output'} cannot be written: {(error.strerror or '').lower()}") from None
    finally:
        store.close()


def _write(lines: Iterator[str], output: Path | None) -> None:
    if output is None:
        for line in lines:
            print(line)
        return
    with private_text(output) as file:
        file.writelines(f"{line}\n" for line in lines)


def _stories(rounds: Iterator[PlayedRound]) -> Iterator[str]:
    for each in rounds:
        yield from story_of(each)
        yield ""


def story_of(each: PlayedRound) -> Iterator[str]:
    """A round in words: who wagered what, the cards, what everybody did, and every payment with its clause."""
    view, last = each.view, each.state
    rules = last.rules
    yield f"Round {view.number} at table {view.table}, {utc(view.opened_ms, '%d %B %Y %H:%M:%S')} UTC"
    yield f"  {load(rules.book).title}, {rules.title}, {last.setup.decks} decks"
    for wager in last.wagers:
        if wager.bet == "main" or wager.bet in last.setup.side_bets:
            side = "" if wager.bet == "main" else f" on {rules.side_bets[wager.bet].title}"
            yield f"  Box {wager.box}: {name(wager.player)} wagers {money(wager.staked)}{side}"
    yield from (f"  {line}" for line in _hands(last))
    yield from (f"  {correction_in_words(correction)}" for correction in each.record.get("corrected", ()))
    yield from (f"  {line}" for line in read_in_words(each.read))
    yield from (f"  {line}" for line in _story(each))
    for player, amount in each.nets.items():
        yield f"  {name(player)} altogether: {gain(amount)}"


def _hands(state: State) -> Iterator[str]:
    yield f"Dealer: {faces(joined(state.dealer))}, {state.dealer_total}"
    for hand in state.hands:
        box = state.boxes[hand.box]
        which = f", hand {state.hand_number(hand)}" if box.hands_made > 1 else ""
        yield f"Box {box.number}{which}: {faces(joined(hand.cards))}, {hand.total}"


def _story(each: PlayedRound) -> Iterator[str]:
    """What everybody did and what every wager came to, in order."""
    story = Story()
    first, *others = each.events
    states = [opened(first)]  # type: ignore[arg-type]
    for event in others:
        states.append(evolve(states[-1], event))
    for event, (before, after) in zip(others, pairwise(states), strict=True):
        story.tell(before, after, (event,))
    for entry in story.entries:
        amount = "" if entry.amount is None else f"  {gain(entry.amount)}"
        clause = f"  (clause {entry.clause})" if entry.clause else ""
        yield f"{entry.who}: {entry.text}{amount}{clause}"
