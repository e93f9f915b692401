"""A round's events turned back into the commands that led to them, so that a round can be played again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import Command, Event
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev

COMMANDS: dict[type, Callable[[Any], Command]] = {
    ev.WagerPlaced: lambda e: cmd.PlaceWager(e.box, e.player, e.bet, e.amount, e.carried),
    ev.BettingClosed: lambda e: cmd.NoMoreBets(),
    ev.WagerSelected: lambda e: cmd.Select(e.device, e.box),
    ev.CardDealt: lambda e: cmd.Deal(e.card),
    ev.HoleCardDealt: lambda e: cmd.DealHoleCard(),
    ev.HoleCardPeeked: lambda e: cmd.PeekHoleCard(),
    ev.HoleCardTurned: lambda e: cmd.TurnHoleCard(e.card),
    ev.PrizeDrawn: lambda e: cmd.Press(e.prizes[0][1], e.by, False, e.malfunction),
    ev.MetersRead: lambda e: cmd.ReadMeters(e.meters, e.others),
    ev.PressVoided: lambda e: cmd.Press(e.prize, e.by, True),
    ev.Insured: lambda e: cmd.Insure(e.box, e.player, e.amount, e.late),
    ev.EvenMoneyTaken: lambda e: cmd.EvenMoney(e.box, e.player),
    ev.Surrendered: lambda e: cmd.Surrender(e.box, e.player),
    ev.OffersClosed: lambda e: cmd.CloseOffers(),
    ev.CardCalled: lambda e: cmd.Hit(e.box, e.hand),
    ev.Stood: lambda e: cmd.Stand(e.box, e.hand),
    ev.Doubled: lambda e: cmd.Double(e.box, e.hand, e.player, e.amount),
    ev.HandSplit: lambda e: cmd.Split(e.box, e.hand, e.player),
    ev.Joined: lambda e: cmd.Join(e.player, e.amount),
    ev.Rescued: lambda e: cmd.Rescue(e.player),
    ev.WagersVoided: lambda e: cmd.VoidWagers(e.player, e.clause, e.bet, e.box, e.undone),
    ev.WagersInvalidated: lambda e: cmd.InvalidateWagers(e.player, e.box, e.bet, e.stands),
    ev.LimitKept: lambda e: cmd.KeepLimit(e.player, e.within, e.stands),
    ev.CardDiscarded: lambda e: cmd.Burn(e.card, e.clause),
    ev.CardDrawnInError: lambda e: cmd.DrawInError(e.card, e.clause),
    ev.CardSetAside: lambda e: cmd.SetAside(e.clause),
    ev.CardRefused: lambda e: cmd.RefuseCard(e.box, e.hand, e.player),
    ev.PlaceSkipped: lambda e: cmd.SkipPlace(e.box, e.clause),
    ev.BoxNotDealt: lambda e: cmd.SkipPlace(e.box, e.clause),
    ev.WagerWithdrawn: lambda e: cmd.WithdrawWager(e.box, e.player, e.clause),
    ev.DealerCardCalled: lambda e: cmd.DealDealerCard(e.box, e.player, e.now),
    ev.RoundVoided: lambda e: cmd.VoidRound(
        e.clause, e.settled_by, e.refund, e.forfeits, e.undone, e.lost_back, e.late, e.stands
    ),
    ev.ControlPassed: lambda e: cmd.PassControl(e.box, e.player, e.clause),
}


def command_of(event: Event) -> Command | None:
    """The command that an event is the first one of; None where the event follows from another.

    >>> command_of(ev.Stood(box=3, hand=1))
    Stand(box=3, hand=1, player=None)
    """
    command = COMMANDS.get(type(event))
    return command(event) if command is not None else None
