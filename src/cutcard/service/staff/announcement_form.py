"""The form that announces a tournament, with what its document requires, and the command that it gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation

from cutcard.durations import MINUTE_MS
from cutcard.narration.formatting import capital
from cutcard.refusals import Refusal
from cutcard.rulebooks import BOOKS, load, procedures_of
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.staff.fields import Choice, FieldShown
from cutcard.service.staff.forms import GRACE_MS, FormError, whole_number
from cutcard.service.staff.line import money_of
from cutcard.streams import Reading
from cutcard.table.ledger import MONEY
from cutcard.table.names import in_words
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import (
    AnnounceTournament,
    BuyBack,
    StageTerms,
    TournamentDraft,
    TournamentState,
    TournamentTerms,
    with_standard_statements,
)
from cutcard.tournaments.standard_statements import STANDARD

OPENS = "announce-tournament"
CURRENCY_WORDS = {"aud": "Australian dollars", "play": "Play money"}
STATEMENT = "statement:"
REPECHAGE = "repechage"
STAGES = ("heat", REPECHAGE, "semi-final", "final")
HELD = ("heat", "final")  # unless it is said otherwise
MILLION = 1_000_000
LENGTHS = [Choice(value=one, label=one.capitalize()) for one in ("rounds", "shoes", "minutes")]
CHECKS = (
    ("marker", "Wagers go round from a marker", True),
    ("deal_from_marker", "Cards are dealt from the marker on", False),
    ("signed", "Everybody signs a copy of the terms", False),
    ("may_refuse", "Entries may be refused", False),
    ("substitutes", "Entrants may name substitutes", False),
    ("charity_or_media", "It is a charity or media event", False),
    ("commission_on_top", "The commission is charged beside the fee", False),
)
SELECTS = {
    "allocation": ("Seats are given", {"ballot": "By ballot", "director": "By the director"}),
    "chips_at_end": ("Chips at the end of a session", {"returned": "Go back to the house", "cash": "Are paid for"}),
    "below_fewest": ("With too few entrants", {"cancelled": "It is cancelled", "played": "It is played"}),
}
NEVER = "Nothing here: never."
NONE = "Nothing here: none."


class AnnouncementForm(Body):
    """The form for a document: the book and the game decide what is asked after them."""

    allowed: bool
    why: str
    clause: str
    book: str
    which: list[FieldShown]  # the form has to be asked for again when one of these changes
    tournament: list[FieldShown]
    stages: list[FieldShown]
    statements: list[FieldShown]


def has_tournaments(book: str) -> bool:
    """Whether a document speaks of tournaments."""
    return procedures_of(book).tournaments is not None


def announcement_form(caller: Caller, books: list[str], book: str, game: str) -> AnnouncementForm:
    """The form that announces a tournament; what does not go together falls back to the first that does."""
    book = book if book in books else books[0]
    games = load(book).games
    game = game if game in games else next(iter(games))
    refusal = not_announced_by(caller, book)
    return AnnouncementForm(
        allowed=refusal is None,
        why=capital(refusal.message) if refusal is not None else "",
        clause=(refusal.clause or "") if refusal is not None else "",
        book=book,
        which=[*_which(books, book, game)],
        tournament=[*_tournament(book)],
        stages=[field for stage in STAGES for field in _stage(stage)],
        statements=[*_statements(book)],
    )


def not_announced_by(caller: Caller, book: str) -> Refusal | None:
    """Why the caller may announce no tournament by a document; None if they may."""
    person = caller.at(book)
    assert person is not None
    return TournamentDraft(TournamentState(), person, 0, {}, Reading(0, {})).needs_role(OPENS, book)


def _which(books: list[str], book: str, game: str) -> Iterator[FieldShown]:
    titles = [Choice(value=one.id, label=f"{one.title}, {one.edition}") for one in map(load, books)]
    yield FieldShown(name="book", kind="choice", label="Document", value=book, choices=titles)
    games = [Choice(value=name, label=one.title) for name, one in load(book).games.items()]
    yield FieldShown(name="game", kind="choice", label="Game", value=game, choices=games)


def _tournament(book: str) -> Iterator[FieldShown]:
    def field(name: str, kind: str, label: str, value: str = "", hint: str = "", group: str = "") -> FieldShown:
        made = FieldShown(name=name, kind="text", label=label, value=value, hint=hint, group=group, max_length=64)
        return made.model_copy(update={"kind": kind, "required": kind != "choice" and not value and not hint})

    yield field("tournament", "text", "Short name, as in the address")
    yield field("title", "text", "Title")
    yield field("place", "text", "Place", "Main floor")
    yield field("starts_in", "number", "Starts in how many minutes", "60")
    yield field("decks", "number", "Decks", "6")
    yield field("fewest", "number", "Fewest entrants", "4")
    yield field("most", "number", "Most entrants", "49")
    currencies = [Choice(value=one, label=CURRENCY_WORDS.get(one, one)) for one in MONEY]
    yield FieldShown(name="currency", kind="choice", label="Money", value=MONEY[0], choices=currencies)
    money = "Entries and prizes"
    yield field("entry_fee", "money", "Entry fee in dollars", "100", group=money)
    yield field("commission", "text", "Commission, in per cent of the fee", "0", group=money)
    yield field("added", "money", "What the house adds to the pool, in dollars", "0", group=money)
    hint = "By place, with commas between. Together they are the whole pool."
    yield field("prizes", "text", "Prizes in per cent of the pool", "50, 30, 20", hint, money)
    yield field("guaranteed", "money", "What the pool holds at least, in dollars", "0", group=money)
    entry = "Entry"
    yield field("closes_before", "number", "Entries close how many minutes before the start", "0", group=entry)
    free = "Free withdrawal until how many minutes before the start"
    yield field("withdraw_before", "number", free, "", NEVER, entry)
    yield field("entries_each", "number", "Entries that a player may have", "1", group=entry)
    for name, label in (("criteria", "By what entrants are selected"), ("excluded", "Who may not enter")):
        yield field(name, "text", label, "", NONE, entry).model_copy(update={"max_length": 200})
    yield field("buy_backs", "number", "How often an entrant may buy back in", "0", group=entry)
    yield field("buy_back_price", "money", "What that costs, in dollars", "0", group=entry)
    yield field("buy_back_until", "number", "Up to which stage, counted from 1", "1", group=entry)
    play = "Play"
    for name, (label, values) in SELECTS.items():
        choices = [Choice(value=value, label=text) for value, text in values.items()]
        yield FieldShown(name=name, kind="choice", label=label, choices=choices, group=play)
    schedules = _schedules(book)
    if schedules:
        choices = [Choice(value="", label="As said below"), *schedules]
        yield FieldShown(name="schedule", kind="choice", label="Stages and prizes", choices=choices, group=play)
    hint = f"Such as perfect-pairs, or a name and a version, with commas between. {NONE}"
    yield field("side_bets", "text", "Side bets that may be made", "", hint, play).model_copy(
        update={"max_length": 200}
    )
    yield field("bet_seconds", "number", "Seconds for each wager (0: no limit)", "30", group=play)
    missed = "Rounds for which an absent player's minimum is deducted (0: as the document says)"
    yield field("absent_rounds", "number", missed, "0", group=play)
    yield field("notice_minutes", "number", "Minutes of notice where a session's start is moved", "15", group=play)
    for name, label, ticked in CHECKS:
        yield FieldShown(name=name, kind="check", label=label, value="yes" if ticked else "", group=play)


def _schedules(book: str) -> list[Choice]:
    """The tournaments that a document lays down itself."""
    found = procedures_of(book).tournaments
    return [Choice(value=name, label=one.title) for name, one in found.schedules.items()] if found is not None else []


def _stage(stage: str) -> Iterator[FieldShown]:
    group, held = in_words(stage).capitalize(), stage in HELD
    yield FieldShown(name=f"{stage}:held", kind="check", label="Is held", value="yes" if held else "", group=group)
    for name, kind, label, value in (
        ("chips", "money", "Chips that everybody starts with, in dollars", "1000"),
        ("minimum", "money", "Minimum wager in dollars", "10"),
        ("maximum", "money", "Maximum wager in dollars", "500"),
        ("steps", "text", "Later limits: from which round, minimum and maximum", ""),
        ("length", "number", "How long a session is", "20"),
        ("seats", "number", "Players at a table", "7"),
        ("advance", "number", "Who go on from each table", "1"),
        ("pass_cards", "number", "Pass cards for everybody", "0"),
        ("undisclosed", "number", "Undisclosed wagers for everybody", "0"),
        ("best_others", "number", "How many more go on, with the most chips over all tables", "0"),
        ("tables", "number", "Tables that play at once (0: as many as are needed)", "0"),
        ("buy_in", "money", "What everybody pays for the chips of a session, in dollars", "0"),
        ("play_off_shoes", "number", "Shoes of the first play-off for the first place (0: one round)", "0"),
    ):
        made = FieldShown(name=f"{stage}:{name}", kind="text", label=label, value=value, group=group, max_length=14)
        if name == "steps":
            made = made.model_copy(update={"hint": "Such as 11 25 1000, 21 50 2000", "max_length": 120})
        yield made.model_copy(update={"kind": kind})
        if name == "length":
            yield FieldShown(name=f"{stage}:in", kind="choice", label="Measured in", choices=LENGTHS, group=group)


def _statements(book: str) -> Iterator[FieldShown]:
    """What the document wants to be stated; anything left empty gets the usual wording."""
    found = procedures_of(book).tournaments
    assert found is not None
    for name, usual in STANDARD.items():
        if name in found.items:
            label = f"{in_words(name.replace('_', '-')).capitalize()} ({found.items[name]})"
            yield FieldShown(name=f"{STATEMENT}{name}", kind="text", label=label, hint=usual, max_length=200)


def announcement(given: Mapping[str, str], now: int) -> AnnounceTournament:
    """The command for a filled-in form; raises with a sentence."""
    book, game = given.get("book", ""), given.get("game", "")
    name = given.get("tournament", "").strip()
    if not name or "/" in name or ":" in name:
        raise FormError("A tournament has a short name without / and :")
    stages = tuple(_stage_terms(stage, given) for stage in STAGES if f"{stage}:held" in given)
    if not stages:
        raise FormError("A tournament has at least one stage.")
    if book not in BOOKS or not has_tournaments(book) or game not in load(book).games:
        raise FormError("Choose a document with tournaments, and one of its games.")
    shares = tuple(_per_million(part) for part in given.get("prizes", "").split(",") if part.strip())
    statements = {
        key.removeprefix(STATEMENT): text.strip()
        for key, text in given.items()
        if key.startswith(STATEMENT) and text.strip()
    }
    starts_at = now + GRACE_MS + _count(given, "starts_in") * MINUTE_MS
    terms = TournamentTerms(
        title=given.get("title", "").strip(),
        book=book,
        game=game,
        decks=_count(given, "decks"),
        starts_at=starts_at,
        place=given.get("place", "").strip(),
        fewest=_count(given, "fewest"),
        most=_count(given, "most"),
        stages=stages,
        prizes=shares,
        currency=given.get("currency", ""),
        entry_fee=money_of(given.get("entry_fee", "") or "0"),
        commission_per_million=_per_million(given.get("commission", "") or "0"),
        added=money_of(given.get("added", "") or "0"),
        guaranteed=money_of(given.get("guaranteed", "") or "0"),
        schedule=given.get("schedule", ""),
        side_bets=_side_bets(given.get("side_bets", "")),
        entries_close_at=_before(given, "closes_before", starts_at, nothing="0"),
        withdraw_until=_before(given, "withdraw_before", starts_at, nothing=""),
        entries_each=_count(given, "entries_each") or 1,
        criteria=given.get("criteria", "").strip(),
        excluded=given.get("excluded", "").strip(),
        buy_back=_buy_back(given),
        bet_ms=_count(given, "bet_seconds") * 1000,
        absent_rounds=_count(given, "absent_rounds"),
        notice_minutes=_count({"notice_minutes": "15", **given}, "notice_minutes"),
        statements=statements,
    )
    ticked = {name: name in given for name, _, _ in CHECKS}
    chosen = {name: given[name] for name, (_, values) in SELECTS.items() if given.get(name, "") in values}
    terms = terms._replace(**ticked, **chosen)  # type: ignore[arg-type]
    return AnnounceTournament(name, with_standard_statements(terms))


def _before(given: Mapping[str, str], name: str, starts_at: int, *, nothing: str) -> int:
    """A time this many minutes before the start; 0 where none is given."""
    text = given.get(name, "").strip()
    return 0 if text in ("", nothing) else starts_at - _count(given, name) * MINUTE_MS


def _buy_back(given: Mapping[str, str]) -> BuyBack | None:
    most = _count(given, "buy_backs")
    price = money_of(given.get("buy_back_price", "") or "0")
    return BuyBack(most, price, _count(given, "buy_back_until") or 1) if most else None


def _side_bets(text: str) -> dict[str, str | bool]:
    """Side bets, each with its version if it has one, as somebody types them.

    >>> _side_bets("perfect-pairs, magnificent-sevens 1")
    {'perfect-pairs': True, 'magnificent-sevens': '1'}
    """
    found: dict[str, str | bool] = {}
    for part in filter(str.strip, text.split(",")):
        name, _, version = part.strip().partition(" ")
        found[name] = version.strip() or True
    return found


def _stage_terms(stage: str, given: Mapping[str, str]) -> StageTerms:
    def count(name: str) -> int:
        return _count(given, f"{stage}:{name}")

    low, high = (money_of(given.get(f"{stage}:{name}", "") or "0") for name in ("minimum", "maximum"))
    measured = given.get(f"{stage}:in") or "rounds"
    if measured not in ("rounds", "shoes", "minutes"):
        raise FormError("A session is measured in rounds, shoes or minutes.")
    lengths = Counter({measured: count("length") or count("rounds")})  # earlier forms asked for rounds alone
    return StageTerms(
        stage,
        money_of(given.get(f"{stage}:chips", "") or "0"),
        (LimitStep(1, low, high), *_steps(given.get(f"{stage}:steps", ""))),
        lengths["rounds"],
        lengths["shoes"],
        lengths["minutes"],
        seats=count("seats"),
        advance=count("advance"),
        pass_cards=count("pass_cards"),
        undisclosed=count("undisclosed"),
        best_others=count("best_others"),
        tables=count("tables"),
        buy_in=money_of(given.get(f"{stage}:buy_in", "") or "0"),
        repechage=stage == REPECHAGE,
        play_off_shoes=count("play_off_shoes"),
    )


def _steps(text: str) -> Iterator[LimitStep]:
    """Later limits, as somebody types them.

    >>> list(_steps("11 25 1000"))
    [LimitStep(from_round=11, minimum=2500, maximum=100000)]
    """
    for part in filter(str.strip, text.split(",")):
        words = part.split()
        if len(words) != 3:
            raise FormError("Later limits are a round, a minimum and a maximum, such as 11 25 1000.")
        yield LimitStep(whole_number(words[0], "round"), money_of(words[1]), money_of(words[2]))


def _count(given: Mapping[str, str], name: str) -> int:
    return whole_number(given.get(name, "").strip() or "0", in_words(name.rpartition(":")[2].replace("_", "-")))


def _per_million(text: str) -> int:
    """Per cent, as somebody types them, in millionths.

    >>> _per_million("2.5 %"), _per_million(" 60 ")
    (25000, 600000)
    """
    try:
        exact = Decimal(text.replace("%", "").strip()) * (MILLION // 100)
        if not 0 <= exact <= MILLION or exact != int(exact):
            raise InvalidOperation
    except InvalidOperation:
        raise FormError("A part of the pool is between 0 and 100 per cent, with at most four digits.") from None
    return int(exact)
