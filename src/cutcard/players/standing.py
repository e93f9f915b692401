"""What the register says of a player at a moment, as a table asks it before it takes a wager.

A player's limits, days and times go by the law under which they are registered; what the table's own law says of time
and cash, and of who gets a card, holds as well.
"""

from __future__ import annotations

from cutcard.players.cash_limits import cash_accounts, cash_allowances, visitor_allowances
from cutcard.players.days import day_of, days_up_to
from cutcard.players.law import HOUSE_LAW, Law, law_of
from cutcard.players.limits import limits_in_force
from cutcard.players.player_state import PlayerState
from cutcard.players.restraints import RestCause, kept_away, play_refused
from cutcard.refusals import Refusal
from cutcard.table.config import CardsTaken
from cutcard.table.ledger import DEPOSIT, LOSS, day_account
from cutcard.table.standings import Allowance, Standing

AWAY_FROM_DRAWS: tuple[RestCause, ...] = ("break", "suspension", "assessment")
MONEY_KINDS = {"loss": LOSS, "deposit": DEPOSIT}


def standing(
    state: PlayerState,
    player: str,
    law: str,
    at: int,
    currency: str,
    round_day: str = "",
    *,
    pays: bool = False,
    cards: CardsTaken = "by-law",
) -> Standing:
    """The standing of a player at a table under a law, where some cards are good.

    `round_day` is the day to which the wagers count that they have on the layout, if they have any. What the accounts
    of their allowances hold is not known here. With `pays`, it also says what the law says of cash of a stranger.
    """
    if not state.registered:
        return _visitor(player, law_of(law or HOUSE_LAW), at, currency) if pays else Standing(player)
    own = law_of(state.law or HOUSE_LAW)
    day = round_day or day_of(own, at)
    refused = _refused(state, at, *_laws(state, law, currency))
    laws = dict.fromkeys((own.id, law or HOUSE_LAW))
    cash = (one for each in laws for one in cash_allowances(state, law_of(each), currency, day))
    limits = (*allowances(state, own, at, currency, day), *cash)
    found = Standing(player, day, state.valid_card, refused, limits, cash_accounts(player, currency, day))
    return found if _is_good(state, law, cards) else found._replace(card="", undocumented=state.valid_card)


def _visitor(player: str, law: Law, at: int, currency: str) -> Standing:
    day = day_of(law, at)
    limits = tuple(visitor_allowances(player, law, currency, day))
    return Standing(player, allowances=limits, visitor_day=day if limits else "")


def _is_good(state: PlayerState, law: str, cards: CardsTaken) -> bool:
    """Whether a card is good at a table: where the table or its law asks for a document, one was shown.

    At tables that an earlier release opened, cards that such a release gave without asking stay good.
    """
    if state.card is None or state.card.document or (cards == "earlier" and state.card.document is None):
        return True
    return cards != "documented" and not law_of(law or HOUSE_LAW).cards.identity_checked


def kept_from_play(register: PlayerState | None, player: str, at: int) -> Refusal | None:
    """Refuse somebody whom their page of the register keeps from playing; of a stranger it says nothing."""
    if register is None or not register.registered:
        return None
    return play_refused(law_of(register.law or HOUSE_LAW), player, register.restraints, at)


def kept_from_draws(register: PlayerState | None, player: str, at: int) -> Refusal | None:
    """Refuse somebody a part in a draw who is excluded, suspended, on a break or stopped by an assessment.

    Anybody who has only reached a limit, or the hours that the law lets them play, has earned their part in it.
    """
    if register is None or not register.registered:
        return None
    return kept_away(law_of(register.law or HOUSE_LAW), player, register.restraints, at, AWAY_FROM_DRAWS)


def allowances(state: PlayerState, law: Law, at: int, currency: str, day: str) -> tuple[Allowance, ...]:
    """The limits of money that are in force, each with the accounts that it is about, up to a day."""
    return tuple(
        Allowance(
            kind,
            period,
            most,
            tuple(day_account(MONEY_KINDS[kind], currency, state.player, one) for one in days_up_to(law, period, day)),
            clause=law.clause(f"limits.{kind}_reached"),
        )
        for (kind, period), most in limits_in_force(state.limits, at).items()
        if kind != "time"
    )


def _laws(state: PlayerState, law: str, currency: str) -> tuple[Law, ...]:
    """The laws whose times and breaks hold at a table; none of them does for chips that are worth nothing."""
    if currency == "play":
        return (law_of(HOUSE_LAW),)
    return tuple(map(law_of, dict.fromkeys((state.law or HOUSE_LAW, law or HOUSE_LAW))))


def _refused(state: PlayerState, at: int, *laws: Law) -> Refusal | None:
    found = (play_refused(one, state.player, state.restraints, at) for one in laws)
    return next((refusal for refusal in found if refusal is not None), None)
