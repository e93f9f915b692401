"""A jackpot's link as staff have it before them: what needs attention, its prizes and who goes on with them."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.jackpots import LinkState, Notice, Win
from cutcard.money import Cents
from cutcard.narration.formatting import listed, money, name
from cutcard.service.body import Body
from cutcard.service.staff.link_forms import proposal_words, who_may
from cutcard.service.staff.stream_forms import StreamNeed
from cutcard.table.names import in_words

# What happens to a prize, by what has happened to it so far.
STAGES = {
    "won": "won and kept apart; the amount is to be determined",
    "determined": "determined; it is to be paid",
    "paid": "paid",
    "cancelled": "cancelled",
}
MAKES = {"join": "join-link", "leave": "leave-link", "move": "move-to-link", "close": "close-link"}
MAY = {"join": "may join", "leave": "may leave", "move": "may move to", "close": "closing may go ahead at"}


class PrizeShown(Body):
    """A prize that is open, or was won not long ago."""

    number: int
    words: str
    stage: str
    stage_words: str
    value: Cents
    prize: Cents
    table: str
    round: int
    at: int


def link_needs(state: LinkState, now: int) -> list[StreamNeed]:
    """What staff have to do about a link now."""
    return [*_failure(state), *_prizes(state), *_signs(state, now), *_proposed(state)]


def _failure(state: LinkState) -> Iterator[StreamNeed]:
    if state.failed:
        who = who_may(state.terms.book, state.terms.bet, "restore-link")
        yield StreamNeed(
            text=f"The system is reported as not working ({state.failed}): the bet is off its tables.", who=who
        )


def _prizes(state: LinkState) -> Iterator[StreamNeed]:
    for win in state.wins.values():
        if win.unpaid:
            text = f"Prize {win.number}, {prize_words(win)}: {STAGES[win.stage]}."
            yield StreamNeed(text=text, table=win.table)


def _signs(state: LinkState, now: int) -> Iterator[StreamNeed]:
    for notice in state.notices:
        if notice.holds_from <= now:
            who = who_may(state.terms.book, state.terms.bet, MAKES[notice.change])
            yield StreamNeed(text=f"The sign has stood long enough: {sign_words(notice)}.", who=who)


def _proposed(state: LinkState) -> Iterator[StreamNeed]:
    for number, one in state.proposed.items():
        text = f"{proposal_words(number, one)}, waits for a second person: {one.reason}"
        yield StreamNeed(text=text, who=who_may(state.terms.book, state.terms.bet, "propose-adjustment"))


def sign_words(notice: Notice) -> str:
    """What a sign that has stood long enough allows."""
    if notice.change == "close":
        return f"the link may close, as far as table {notice.table} is concerned"
    to = f" {notice.to}" if notice.change == "move" else ""
    return f"table {notice.table} {MAY[notice.change]}{to}"


def prize_words(win: Win) -> str:
    """A prize in words: who has won what, and where."""
    who = listed([f"{name(player)} on box {box}" for player, box in zip(win.players, win.boxes, strict=True)])
    each = " each" if len(win.boxes) > 1 else ""
    return f"{in_words(win.outcome)}, {money(win.prize)}{each} for {who}, table {win.table}, round {win.round}"


def prizes_shown(state: LinkState) -> list[PrizeShown]:
    """The prizes of a link, those that are not paid yet first."""
    wins = sorted(state.wins.values(), key=lambda win: (not win.unpaid, -win.number))
    return [
        PrizeShown(
            number=win.number,
            words=prize_words(win),
            stage=win.stage,
            stage_words=STAGES[win.stage],
            value=win.value,
            prize=win.prize,
            table=win.table,
            round=win.round,
            at=win.at,
        )
        for win in wins
    ]
