"""`cutcard bots`: players that are programs, at the tables of a service."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from typing import TYPE_CHECKING, Annotated

import typer

from cutcard.errors import CutcardError

if TYPE_CHECKING:
    from cutcard.bots.crew import Crew, Game, Plan

PASSWORD_ENV = "CUTCARD_PASSWORD"
TELL_EVERY_S = 5.0


def bots(
    url: Annotated[str, typer.Option(metavar="URL", help="The address of the service.")] = "http://localhost:8421",
    tables: Annotated[int, typer.Option(min=1, max=1000, help="Tables to play at.")] = 20,
    players: Annotated[int, typer.Option(min=1, max=9, help="Bots at each table.")] = 5,
    pace: Annotated[float, typer.Option(min=0, help="Average seconds that a bot thinks.")] = 1.0,
    rounds: Annotated[int | None, typer.Option(min=1, help="Stop after this many rounds, over all tables.")] = None,
    seconds: Annotated[float | None, typer.Option(min=0, help="Stop after this many seconds.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the bots' random choices.")] = 1,
    side_bets: Annotated[bool, typer.Option("--side-bets", help="Place a side bet now and then.")] = False,
    name: Annotated[
        str | None,
        typer.Option(
            help=f"An administrator, to open tables for the bots; password in {PASSWORD_ENV} or on standard input."
        ),
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOOK/GAME", help="Only this game: of the open tables or, with --name, of those opened; repeatable."
        ),
    ] = None,
    tournament: Annotated[
        str | None, typer.Option(metavar="NAME", help="Enter this tournament with --players bots, and play it.")
    ] = None,
) -> None:
    """Let bots play at the tables of a service.

    They play as guests, by the exact strategy, at play-money tables that run themselves: the open ones or, with --name,
    tables opened for them. With --tournament they enter that tournament instead, bet according to their place in it and
    play basic strategy until it is over. Ctrl-C stops them.
    """
    from cutcard.bots.crew import GAMES, Plan
    from cutcard.bots.loop import run

    if tournament is not None:
        run(_tournament(url, tournament, players, pace, seed))
        return
    plan = Plan(
        tables=tables,
        players=players,
        pace_s=pace,
        rounds=rounds,
        seconds=seconds,
        seed=seed,
        side_bets=side_bets,
        games=tuple(map(_game, game)) if game else GAMES,
    )
    run(_main(url, plan, name, _password(name) if name is not None else "", plan.games if game else ()))


def _game(text: str) -> Game:
    from cutcard.bots.crew import Game
    from cutcard.cli.options import game_given
    from cutcard.rulebooks import rules

    book, name = game_given(text)
    rules(book, name)  # says what there is instead
    return Game(book, name)


def _password(name: str) -> str:
    import getpass

    known = os.environ.get(PASSWORD_ENV)
    if known:
        return known
    return getpass.getpass(f"password of {name}: ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")


async def _main(url: str, plan: Plan, name: str | None, password: str, only: tuple[Game, ...]) -> None:
    from cutcard.bots.crew import Crew
    from cutcard.client import Client

    async with Client(url) as client:
        client.patience_s = 5.0  # while coming in; at the tables a break of the service is waited for
        crew = Crew(client=client, plan=plan)
        if name is not None:
            who = await client.log_in(name, password)
            if who.role != "administrator":
                raise CutcardError(f"{name} is {who.role}: an administrator opens tables for bots")
            names = await crew.open_tables()
        else:
            names = await crew.find_tables(only)
        client.patience_s = 120.0
        await crew.come_in(names)
        guests = len({bot.name for bot in crew.bots})
        print(f"{len(crew.bots)} bots ({guests} guests) at {len(names)} tables", flush=True)
        await _play(crew)


async def _tournament(url: str, tournament: str, players: int, pace_s: float, seed: int) -> None:
    """Guests enter a tournament and play it to its end."""
    from cutcard.bots.tally import Tally
    from cutcard.bots.tournament_bot import TournamentBot
    from cutcard.client import Client

    tally, bots = Tally(), list[TournamentBot]()
    async with Client(url) as client:
        for _ in range(players):
            own = client.another()
            who = await own.guest()
            bot = TournamentBot(own, who.name, tournament, tally, seed)
            bot.pace_s = pace_s
            await bot.enter()
            bots.append(bot)
        print(f"{len(bots)} bots are in the tournament {tournament}", flush=True)
        await asyncio.gather(*(bot.run() for bot in bots))
    print(f"it is over: {tally.commands:,} commands, {tally.refused:,} refused", flush=True)


async def _play(crew: Crew) -> None:
    """Play, print how it goes, and give the seats back, after Ctrl-C as well."""
    began = time.monotonic()
    try:
        await crew.run(
            lambda crew: print(f"  {summary_line(crew, time.monotonic() - began)}", flush=True), TELL_EVERY_S
        )
    except asyncio.CancelledError:
        print("stopping: everybody leaves", flush=True)
    took_s = time.monotonic() - began
    await crew.leave()
    print(summary_line(crew, took_s), flush=True)


def summary_line(crew: Crew, took_s: float) -> str:
    """What a crew has done so far, in a line."""
    from cutcard.money import dollars

    tally = crew.tally
    return (
        f"{took_s:.0f} s: {crew.rounds:,} rounds, net {dollars(crew.net)}, {tally.commands / max(took_s, 0.001):,.1f} "
        f"commands a second, {tally.refused:,} refused; command to event {tally.percentile(50):.1f} ms median, "
        f"{tally.percentile(99):.1f} ms at the 99th percentile"
    )
