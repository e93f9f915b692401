"""What terms and conditions say, item by item: the fields in sentences, and what the house states in its own words.

Every document asks for some of these items (`[table.tournaments].items`). One that neither a field nor a statement
answers is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cutcard.money import Cents, priced
from cutcard.narration.formatting import counted
from cutcard.rulebooks import load, procedures_of
from cutcard.streams.conditions_document import when
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments.fees import entry_price
from cutcard.tournaments.terms import StageTerms, TournamentTerms

Says = Callable[[TournamentTerms], tuple[str, ...] | None]
TO_STATE: Says = lambda terms: ()  # noqa: E731 (only the house's own words answer it)
SECONDS, PERCENT = 1000, 10_000  # in a second; millionths in a percent


class Item(NamedTuple):
    """An item of the terms: under which heading it stands, and what the fields say about it.

    No sentences: the house has to make a statement. None: the terms provide no such thing, and need none.
    """

    section: str
    says: Says


def missing(terms: TournamentTerms, items: Mapping[str, str]) -> Iterator[str]:
    """The items of a document that neither fields nor statements answer."""
    for item in items:
        if ITEMS[item].says(terms) == () and not terms.statements.get(item, "").strip():
            yield item


def to_state(terms: TournamentTerms) -> tuple[str, ...]:
    """The items of the document for which these terms need a statement of the house's own."""
    document = procedures_of(terms.book).tournaments
    assert document is not None
    return tuple(item for item in document.items if ITEMS[item].says(terms) == ())


def chips(amount: Cents) -> str:
    """An amount of tournament chips.

    >>> chips(100_000)
    '1,000 in tournament chips'
    """
    return f"{priced(amount).removeprefix('$')} in tournament chips"


def _starts_at(terms: TournamentTerms) -> tuple[str, ...]:
    return (f"The tournament starts on {when(terms.starts_at, terms.book)}.",) if terms.starts_at else ()


def _entry_fee(terms: TournamentTerms) -> tuple[str, ...]:
    price = entry_price(terms)
    lines = [f"The entry fee is {priced(terms.entry_fee)}." if terms.entry_fee else "Entry is free."]
    if price.commission:
        where = "on top of it" if terms.commission_on_top else "of it"
        lines.append(f"The house keeps {priced(price.commission)} {where} as commission, and the pool gets the rest.")
    lines += [f"Chips for the {one.name} cost {priced(one.buy_in)}." for one in terms.stages if one.buy_in]
    if terms.buy_back is not None:
        lines.append(f"To buy back costs {priced(terms.buy_back.price)}.")
    return tuple(lines)


def _players(terms: TournamentTerms) -> tuple[str, ...]:
    each = "one" if terms.entries_each == 1 else f"at most {terms.entries_each}"
    lines = [f"From {terms.fewest} to {terms.most} entries are taken, {each} for each player."]
    if terms.below_fewest == "cancelled":
        lines.append("With fewer entries the house may cancel the tournament.")
    return tuple(lines)


def _withdrawal(terms: TournamentTerms) -> tuple[str, ...]:
    lines = ["A player who withdraws does not get the entry fee back."]
    if terms.withdraw_until:
        until = when(terms.withdraw_until, terms.book)
        lines = [f"Until {until} an entry may be withdrawn and its fee is refunded; later it is not refunded."]
    if terms.substitutes:
        until = when(terms.substitute_until, terms.book) if terms.substitute_until else "play begins"
        lines.append(f"A substitute may be named until {until}.")
    return tuple(lines)


def _refunds(terms: TournamentTerms) -> tuple[str, ...]:
    return ("If the tournament is cancelled, everybody gets back everything that they have paid.",)


def _length(stage: StageTerms) -> str:
    lengths = ((stage.rounds, "round"), (stage.shoes, "shoe"), (stage.minutes, "minute"))
    return next((counted(count, what) for count, what in lengths if count), "no time")


def _each(sentence_of: Callable[[StageTerms], str]) -> Says:
    return lambda terms: tuple(f"{stage.name.capitalize()}: {sentence_of(stage)}." for stage in terms.stages)


def _rounds(terms: TournamentTerms) -> tuple[str, ...]:
    many = f"The tournament has {counted(len(terms.stages), 'stage')}."
    return (many, *(_each(lambda stage: f"a session lasts {_length(stage)}")(terms) or ()))


def _tables(stage: StageTerms) -> str:
    count = counted(stage.tables, "table") if stage.tables else "as many tables as the players need"
    return f"{count} at the same time, with at most {stage.seats} players each"


def _progress(terms: TournamentTerms) -> tuple[str, ...]:
    lines = []
    for at, stage in enumerate(terms.stages[:-1], 1):
        onward = next((one.name for one in terms.stages[at:] if not one.repechage), terms.stages[-1].name)
        who = "the player with the most chips goes" if stage.advance == 1 else f"the best {stage.advance} by chips go"
        if stage.advance:
            lines.append(f"From each table of the {stage.name} {who} on to the {onward}.")
        if stage.best_others:
            best = (
                "the player with the most chips goes" if stage.best_others == 1 else f"the best {stage.best_others} go"
            )
            lines.append(f"Of all others in the {stage.name} {best} on too.")
    return tuple(lines) or ("There is one stage only, the final.",)


def _buy_back(terms: TournamentTerms) -> tuple[str, ...]:
    back = terms.buy_back
    if back is None:
        return ("Nobody who is eliminated can buy back into the tournament.",)
    last = terms.stages[min(back.until_stage, len(terms.stages)) - 1].name
    times = "once" if back.most == 1 else f"{back.most} times"
    return (f"A player who is eliminated may buy back {times} for {priced(back.price)}, up to the {last}.",)


def _repechage(terms: TournamentTerms) -> tuple[str, ...]:
    found = [stage.name for stage in terms.stages if stage.repechage]
    if not found:
        return ("There is no repechage or other secondary session.",)
    return tuple(f"The {name} is for those who did not go on from the stage before." for name in found)


def _chips(terms: TournamentTerms) -> tuple[str, ...]:
    def sentence(stage: StageTerms) -> str:
        how = f"buys {chips(stage.chips)} for {priced(stage.buy_in)}" if stage.buy_in else f"gets {chips(stage.chips)}"
        return f"every player {how} at the start of a session"

    return (_each(sentence)(terms) or ()) + ("Everybody starts a session with the same chips.",)


def _chips_at_end(terms: TournamentTerms) -> tuple[str, ...]:
    if terms.chips_at_end == "cash":
        return ("At the end of a session the house pays every player the value of their chips.",)
    return ("At the end of a session all chips go back to the house, and nobody is paid for them.",)


def _played_with(terms: TournamentTerms) -> tuple[str, ...]:
    worth = "are worth no money" if terms.chips_at_end == "returned" else "nobody can change into money during play"
    return (f"Play is in tournament chips, which {worth}.",)


def _step(step: LimitStep) -> str:
    start = "" if step.from_round == 1 else f"from round {step.from_round} on "
    return f"{start}{priced(step.minimum).removeprefix('$')} to {priced(step.maximum).removeprefix('$')}"


def _limits(terms: TournamentTerms) -> tuple[str, ...]:
    by_book = procedures_of(terms.book).tournaments
    units = ", in units of the minimum" if by_book is not None and by_book.units else ""
    return _each(lambda stage: f"wagers are {', '.join(map(_step, stage.limits))}{units}")(terms) or ()


def _compulsory(terms: TournamentTerms) -> tuple[str, ...]:
    cards = any(stage.pass_cards for stage in terms.stages)
    but = " or plays a pass card" if cards else ""
    return (f"In every round everybody who is still in wagers at least the minimum{but}.",)


def _pass_cards(terms: TournamentTerms) -> tuple[str, ...]:
    if not any(stage.pass_cards for stage in terms.stages):
        return ("There are no pass cards.",)
    return _each(lambda stage: f"every player has {counted(stage.pass_cards, 'pass card')} a session")(terms) or ()


def _undisclosed(terms: TournamentTerms) -> tuple[str, ...]:
    if not any(stage.undisclosed for stage in terms.stages):
        return ("There are no undisclosed wagers.",)

    def wagers(number: int) -> str:
        return counted(number, "undisclosed wager") if number else "no undisclosed wagers"

    return _each(lambda stage: f"every player may make {wagers(stage.undisclosed)} a session")(terms) or ()


def _allocation(terms: TournamentTerms) -> tuple[str, ...]:
    how = "drawn by ballot" if terms.allocation == "ballot" else "given by the person who runs the tournament"
    return (f"Tables and boxes are {how} before every session, and everybody stays in their place.",)


def _order(terms: TournamentTerms) -> tuple[str, ...]:
    if not terms.marker:
        lines = ["Wagers are made in any order."]
    else:
        lines = ["Wagers are made in turn, from a marker that moves on by one box every round."]
    if terms.deal_from_marker:
        lines.append("Cards are dealt from the marker.")
    if terms.bet_ms:
        lines.append(f"There are {terms.bet_ms // SECONDS} seconds for each wager.")
    return tuple(lines)


def _side_bets(terms: TournamentTerms) -> tuple[str, ...]:
    titles = [load(terms.book).side_bets[bet]["title"].value for bet, on in terms.side_bets.items() if on is not False]
    return (f"These side bets may be made: {', '.join(titles)}.",) if titles else ("No side bets are made.",)


def _pool(terms: TournamentTerms) -> tuple[str, ...]:
    rest = "what the entry fees hold after the commission" if entry_price(terms).commission else "all entry fees"
    return (f"The prize pool is {rest}" + (f", and {priced(terms.added)} from the house." if terms.added else "."),)


def _guarantee(terms: TournamentTerms) -> tuple[str, ...] | None:
    if not terms.guaranteed:
        return None
    return (f"With {terms.fewest} entries or more the house guarantees a pool of {priced(terms.guaranteed)}.",)


def _prizes(terms: TournamentTerms) -> tuple[str, ...]:
    if terms.schedule:
        return (f"Prizes go by the schedule {terms.schedule.replace('-', ' ')} of the rules.",)
    shares = [f"place {place}: {share / PERCENT:g} %" for place, share in enumerate(terms.prizes, 1)]
    return (f"The whole pool is paid out, {', '.join(shares)}.",) if shares else ()


def _elimination(terms: TournamentTerms) -> tuple[str, ...]:
    return ("A player who cannot wager the minimum before a round is eliminated.",)


def _winners(terms: TournamentTerms) -> tuple[str, ...]:
    return ("The player with the most chips at the end of the final wins; places follow in that order.",)


def _if(provided: Callable[[TournamentTerms], object]) -> Says:
    """A statement is asked for where the terms provide something, and otherwise nothing."""
    return lambda terms: () if provided(terms) else None


def _absence(terms: TournamentTerms) -> tuple[str, ...]:
    if not terms.absent_rounds:
        return ()
    rounds = counted(terms.absent_rounds, "round")
    return (f"While somebody is away the minimum may be deducted for {rounds}, and they may be disqualified.",)


def _substitutes(terms: TournamentTerms) -> tuple[str, ...]:
    return () if terms.substitutes else ("Nobody can name a substitute.",)


def _signed(terms: TournamentTerms) -> tuple[str, ...] | None:
    return ("Every player signs a copy of these terms before the entry is accepted.",) if terms.signed else None


DETAILS, ENTRY, FORMAT, WAGERS, WINNERS, PRIZES, CONDUCT = (
    "The tournament",
    "Conditions of entry",
    "Format",
    "Chips and wagers",
    "Elimination and winners",
    "Prizes",
    "Conduct of play",
)
ITEMS: Mapping[str, Item] = {
    "starts_at": Item(DETAILS, _starts_at),
    "place": Item(DETAILS, lambda terms: (f"It is held here: {terms.place}.",) if terms.place.strip() else ()),
    "entry_fee": Item(DETAILS, _entry_fee),
    "players": Item(DETAILS, _players),
    "change_of_start": Item(DETAILS, TO_STATE),
    "change_notified": Item(DETAILS, TO_STATE),
    "accepting": Item(ENTRY, TO_STATE),
    "entitled": Item(ENTRY, TO_STATE),
    "refusal": Item(ENTRY, _if(lambda terms: terms.may_refuse)),
    "criteria": Item(ENTRY, lambda terms: (f"Entrants are selected: {terms.criteria}.",) if terms.criteria else None),
    "excluded": Item(ENTRY, lambda terms: (terms.excluded or "No group of players is excluded or limited.",)),
    "employees": Item(ENTRY, _if(lambda terms: terms.charity_or_media)),
    "follow": Item(ENTRY, TO_STATE),
    "available": Item(ENTRY, TO_STATE),
    "signed": Item(ENTRY, _signed),
    "form": Item(ENTRY, TO_STATE),
    "withdrawal": Item(ENTRY, _withdrawal),
    "rounds": Item(FORMAT, _rounds),
    "tables": Item(FORMAT, _each(_tables)),
    "progress": Item(FORMAT, _progress),
    "repechage": Item(FORMAT, _repechage),
    "buy_back": Item(FORMAT, _buy_back),
    "allocation": Item(FORMAT, _allocation),
    "chips": Item(WAGERS, _chips),
    "chips_at_end": Item(WAGERS, _chips_at_end),
    "played_with": Item(WAGERS, _played_with),
    "compulsory": Item(WAGERS, _compulsory),
    "limits": Item(WAGERS, _limits),
    "order": Item(WAGERS, _order),
    "pass_cards": Item(WAGERS, _pass_cards),
    "undisclosed": Item(WAGERS, _undisclosed),
    "undisclosed_made": Item(WAGERS, _if(lambda terms: any(stage.undisclosed for stage in terms.stages))),
    "side_bets": Item(WAGERS, _side_bets),
    "elimination": Item(WINNERS, _elimination),
    "winners": Item(WINNERS, _winners),
    "pool": Item(PRIZES, _pool),
    "prizes": Item(PRIZES, _prizes),
    "payment": Item(PRIZES, TO_STATE),
    "guarantee": Item(PRIZES, _guarantee),
    "penalties": Item(CONDUCT, TO_STATE),
    "disqualification": Item(CONDUCT, TO_STATE),
    "substitutes": Item(CONDUCT, _substitutes),
    "substituting": Item(CONDUCT, _if(lambda terms: terms.substitutes)),
    "refunds": Item(CONDUCT, _refunds),
    "late": Item(CONDUCT, TO_STATE),
    "absence": Item(CONDUCT, _absence),
    "phones": Item(CONDUCT, TO_STATE),
    "disqualified": Item(CONDUCT, TO_STATE),
    "retiring": Item(CONDUCT, TO_STATE),
    "rules_prevail": Item(CONDUCT, TO_STATE),
    "early_end": Item(CONDUCT, TO_STATE),
    "privacy": Item(CONDUCT, TO_STATE),
    "promotion": Item(CONDUCT, TO_STATE),
    "conduct": Item(CONDUCT, TO_STATE),
    "final": Item(CONDUCT, TO_STATE),
    "liability": Item(CONDUCT, TO_STATE),
    "complaints": Item(CONDUCT, TO_STATE),
}
