"""The rules of a game in the words of a player: a short title for every parameter, and its values in words.

The schema says what a parameter means in a sentence; here is what a page shows beside it, where a list of
identifiers would be of no use. A test holds every parameter and every named value of the schema to this list.
"""

from __future__ import annotations

from typing import Any

from cutcard.money import MoneyError, cents, priced
from cutcard.narration.formatting import name
from cutcard.rulebooks.schema import Option, OptionValue
from cutcard.rulebooks.words import field_at, meaning_of, words
from cutcard.table.names import in_words as role_in_words

GROUP_TITLES: dict[str, str] = {
    "cards": "Cards and boxes",
    "box": "Sharing a box",
    "limits": "Limits and rounding",
    "natural": "An ace with a ten-value card",
    "insurance": "Insurance",
    "draw": "Drawing and standing",
    "double": "Doubling",
    "split": "Splitting",
    "surrender": "Surrender",
    "dealer": "The dealer",
    "winning": "Wins and bonuses",
    "idle": "Players who do not act",
    "misdeal": "Cards dealt wrongly",
    "invalid": "Invalid wagers",
}

# By path; a parameter of a side bet by "side_bets." and its name.
TITLES: dict[str, str] = {
    "cards.decks": "Decks",
    "cards.removed_ranks": "Cards taken out of every deck",
    "cards.boxes_min": "Fewest boxes",
    "cards.boxes_max": "Most boxes",
    "box.players_max": "Players on one box",
    "box.control": "Who decides for a shared box",
    "box.several": "One player on several boxes",
    "box.mid_shoe_entry": "Beginning to play within a shoe",
    "limits.under_minimum": "A wager under the minimum",
    "limits.room_first": "Who comes first up to a box's maximum",
    "limits.rounding": "A payment that chips cannot make",
    "natural.name": "An ace with a ten-value card is called",
    "natural.pays": "A {natural} pays",
    "natural.paid": "A {natural} is paid",
    "natural.even_money": "Even money against an ace",
    "natural.even_money_and_insurance": "Insurance of who takes even money",
    "natural.against_natural": "A {natural} against the dealer's",
    "natural.after_split": "An ace and a ten on a split hand",
    "insurance.ace": "Insurance against an ace pays",
    "insurance.ten": "Insurance against a ten pays",
    "insurance.at_most": "Insurance, at most",
    "insurance.natural_may": "Insurance with a {natural}",
    "insurance.in_half_chips": "Insurance only in half chips",
    "insurance.late": "Insurance that was not offered in time",
    "insurance.again": "Insuring a box again",
    "draw.must_below": "May not stand below hard",
    "draw.automatic": "The dealer draws to a low hand unasked",
    "draw.automatic_hard": "Unasked drawing ends at hard",
    "draw.automatic_soft": "Unasked drawing ends at soft",
    "draw.ends_at": "No more cards at",
    "draw.cards_max": "Most cards in a hand",
    "double.allowed": "Doubling",
    "double.totals": "Totals that may be doubled",
    "double.ace_is_one": "An ace counts one when doubling",
    "double.cards": "Cards with which one may double",
    "double.for_less": "Doubling for less",
    "double.after_split": "Doubling after a split",
    "double.split_totals": "Totals that may be doubled after a split",
    "double.split_aces": "Doubling split aces",
    "double.doubled_ace": "An ace of a doubled hand counts",
    "double.paid_by": "Who pays for doubling",
    "double.bonuses": "Bonuses on doubled hands",
    "double.rescue": "Rescue: taking the doubled part back",
    "split.alike": "Cards that may be split share",
    "split.hands_max": "Hands that splitting may make",
    "split.aces_hands_max": "Hands that splitting aces may make",
    "split.aces_cards": "Cards for each split ace",
    "split.declined_bars_later": "Declining bars later splits of the box",
    "split.paid_by": "Who pays for splitting",
    "surrender.offered": "Surrender",
    "surrender.against": "Surrender against",
    "surrender.returns": "Surrender returns",
    "surrender.void_on_natural": "A dealer's {natural} voids surrender",
    "dealer.hits_soft_17": "Dealer on soft 17",
    "dealer.stands_on": "Dealer stands on",
    "dealer.pushes_on": "Dealer's totals that are a stand-off",
    "dealer.no_needless_card": "No card for the dealer where it changes nothing",
    "dealer.natural_takes": "A dealer's {natural} takes",
    "dealer.drawn_21_against_natural": "A drawn 21 against a dealer's {natural}",
    "dealer.hole_card": "The dealer's second card",
    "winning.twenty_one": "A player's 21",
    "winning.five_and_under": "Cards under 21 that always win",
    "winning.pays": "Any other win pays",
    "winning.bonuses": "Bonuses for a 21",
    "winning.super_bonus": "Super bonus",
    "idle.soft": "An idle player's hand stands on soft",
    "idle.hard": "An idle player's hand stands on hard",
    "idle.ordered_by": "Who may have it played",
    "misdeal.refusable": "Refusing a card dealt in error",
    "misdeal.dealer_exposed": "A card too many for the dealer, face up",
    "misdeal.dealer_unexposed": "A card too many for the dealer, face down",
    "misdeal.place_skipped": "A box passed over, found after the initial deal",
    "misdeal.one_card": "A box with one card, found after the initial deal",
    "misdeal.no_dealer_card": "A dealer without a card, found after the initial deal",
    "invalid.losing": "An invalid wager that loses",
    "side_bets.title": "Name",
    "side_bets.judged_by": "Judged by",
    "side_bets.games": "Games",
    "side_bets.doubtful_games": "Games that the clauses leave in doubt",
    "side_bets.doubtful": "Allowed where that is in doubt",
    "side_bets.decks": "Decks",
    "side_bets.needs": "Who may place it",
    "side_bets.without": "One without that is",
    "side_bets.per_box_max": "Most on one box",
    "side_bets.room_first": "Who comes first where the area is full",
    "side_bets.only_one_first": "Who comes first where only one is taken",
    "side_bets.one_each": "Only one for each main wager",
    "side_bets.amounts": "Amounts",
    "side_bets.settled": "Settled",
    "side_bets.stake_returned": "A winner's stake comes back",
    "side_bets.carries": "A winner may stay for the next round",
    "side_bets.carried_may_rise": "One that stayed may be raised",
    "side_bets.malfunction_prize": "For each dollar, where the device fails",
    "side_bets.payout_max": "Pays at most",
    "side_bets.meter_minimum": "The jackpot begins at",
    "side_bets.meter_rounds_to": "The jackpot is rounded up to a",
    "side_bets.not_with": "Never beside",
    "side_bets.device": "Clauses of its device",
    "side_bets.tables": "Pay tables",
    "side_bets.loses": "Loses by",
    "side_bets.loses_later": "Loses later by",
    "side_bets.loses_undealt": "Loses undealt by",
    "side_bets.placed": "Placed by",
}  # fmt: skip

# The named values of a parameter, and numbers that stand for something else than themselves.
VALUES: dict[str, dict[Any, str]] = {
    "box.control": {
        "seated": "who is seated there",
        "highest": "who wagered most",
        "nearest-dealer": "who is nearest the dealer",
        "first-placed": "who wagered there first",
    },
    "limits.under_minimum": {"valid": "stands", "warn-then-return": "a warning, then it is returned"},
    "limits.room_first": {"control": "who decides for the box", "placed": "who wagered first"},
    "limits.rounding": {"up": "is rounded up to a chip", "up-to-half-chip": "is rounded up to half the smallest chip"},
    "natural.paid": {
        "at-once-unless-ten-or-ace": "at once, unless the dealer shows a ten or an ace",
        "at-once": "at once",
        "at-the-end": "at the end of the round",
    },
    "natural.even_money": {True: "may be asked for", False: "no"},
    "natural.even_money_and_insurance": {
        "insurance-returned": "is returned",
        "one-or-other": "not both",
        "both-stand": "stands",
    },
    "natural.against_natural": {"stand-off": "is a stand-off", "win": "wins"},
    "natural.after_split": {True: "count as a natural", False: "count as 21"},
    "insurance.ten": {None: "not offered"},
    "insurance.again": {"adds": "adds to the first insurance", "separate": "is a wager of its own"},
    "draw.must_below": {0: "none: may stand on anything"},
    "draw.automatic": {
        "never": "never",
        "when-no-choice": "where it can neither double nor split",
        "always": "always",
    },
    "draw.cards_max": {0: "any number"},
    "double.allowed": {True: "yes", False: "not offered"},
    "double.doubled_ace": {"one": "one", "either": "one or eleven"},
    "double.paid_by": {"player": "the player", "token": "the house, with a free bet token"},
    "double.bonuses": {True: "paid", False: "not paid"},
    "split.alike": {"value": "their value", "rank": "their rank"},
    "split.hands_max": {1: "no splitting"},
    "split.aces_hands_max": {1: "no splitting"},
    "split.paid_by": {
        "player": "the player",
        "token": "the house, with a free bet token",
        "token-except-tens": "the house, with a free bet token, except for tens",
    },
    "surrender.offered": {
        "never": "not offered",
        "before-play": "to all boxes before any further card",
        "on-turn": "to each box on its turn",
    },
    "dealer.hits_soft_17": {True: "draws", False: "stands"},
    "dealer.natural_takes": {
        "busted-plus-one": "busted hands and one original wager",
        "first-hand": "the first hand's wager",
        "original-cap": "at most the original wager",
        "all": "all wagers, doubles and splits too",
    },
    "dealer.drawn_21_against_natural": {"lose": "loses", "stand-off": "is a stand-off", "win": "wins"},
    "dealer.hole_card": {
        "none": "is dealt after the players",
        "peeked": "lies face down and is looked at under a ten or an ace",
        "unpeeked": "lies face down until the players are done",
    },
    "winning.twenty_one": {True: "always wins, at once", False: "is compared with the dealer's hand"},
    "winning.five_and_under": {0: "none"},
    "winning.super_bonus": {None: "none"},
    "misdeal.refusable": {True: "may be done, and ends that player's cards", False: "no"},
    "misdeal.dealer_exposed": {"burn": "is burned", "next": "is the next card"},
    "misdeal.dealer_unexposed": {
        "next": "is the next card",
        "burn": "is burned",
        "first-of-next-round": "is the first card of the next round",
    },
    "misdeal.place_skipped": {"reconstruct": "is put right", "stands": "has its wagers void"},
    "misdeal.one_card": {"reconstruct": "is put right", "player-chooses": "the wager back, or a second card"},
    "misdeal.no_dealer_card": {"reconstruct": "is put right", "player-chooses": "the player in turn says when"},
    "invalid.losing": {"returned": "goes back all the same", "lost": "is lost"},
    "side_bets.needs": {
        "own-wager": "who has a main wager on the box",
        "wager-on-box": "anybody, where somebody has a main wager on the box",
        "wager-on-table": "anybody who has a main wager at the table",
        "control": "who decides for the box",
        "control-or-only": "who decides for the box, or its only player",
    },
    "side_bets.without": {"refused": "refused", "void": "void and returned"},
    "side_bets.per_box_max": {0: "any number"},
    "side_bets.room_first": {
        "placed": "who placed it first",
        "clockwise": "clockwise from there",
        "control": "in the order of who decides",
    },
    "side_bets.only_one_first": {"placed": "who placed it first", "control": "who decides for the box"},
    "side_bets.settled": {
        "interim": "after the first two cards",
        "when-known": "as soon as the result is known",
        "final": "at the end of the round",
    },
    "side_bets.payout_max": {None: "no limit"},
    "side_bets.meter_rounds_to": {"cent": "cent", "dollar": "dollar", "chip": "chip"},
}

OPTIONS: dict[str, str] = {
    "blackjack-paid": "When a Blackjack is paid",
    "ten-insurance": "Insurance against a ten",
    "second-insurance": "Insuring a box again",
    "shared-box-control": "Who decides for a shared box",
    "doubled-ace": "An ace of a doubled hand counts",
    "resplit": "Splitting again",
    "dealer-blackjack-takes": "A dealer's Blackjack takes",
    "optional-wagers-need-initial": "Side bets only with a main wager",
    "blazing-7s-minimum": "Blazing 7s begins at",
    "forced-draw": "The dealer draws to a low hand unasked",
    "soft-double": "An ace counts one for doubling",
    "drawn-21-against-blackjack": "A drawn 21 against a dealer's Blackjack",
    "doubtful-side-bets": "Side bets whose clauses disagree about this game",
    "blackpot-maximum-payout": "Blackpot pays at most",
    "pandemonium-stake": "A winner's stake in Pontoon Pandemonium",
    "losing-invalid-wagers": "An invalid wager that loses",
}
OPTION_VALUES: dict[str, str] = {
    "interim": "at once",
    "final": "at the end of the round",
    "returned": "comes back",
    "kept": "is kept by the house",
    "lost": "is lost",
    "none": "no limit",
    "true": "yes",
    "false": "no",
}
RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
RANK_FIELDS = ("cards.removed_ranks", "surrender.against")
PART_FIELDS = ("insurance.at_most", "surrender.returns")


def declared(path: str) -> str:
    """A path as the lists above have it, where all side bets are alike."""
    return f"side_bets.{path.rpartition('.')[2]}" if path.startswith("side_bets.") else path


def title_of(path: str, natural: str = "Blackjack") -> str:
    """A parameter's short title; `natural` is what the game calls an ace with a ten-value card.

    >>> title_of("dealer.hits_soft_17"), title_of("side_bets.perfect-pairs.decks"), title_of("natural.pays", "Pontoon")
    ('Dealer on soft 17', 'Decks', 'A Pontoon pays')
    """
    title = TITLES.get(declared(path)) or name(meaning_of(path) or path.rpartition(".")[2].replace("_", " "))
    return title.replace("{natural}", natural)


def value_of(path: str, value: Any) -> str:
    """A parameter's value in words.

    >>> value_of("dealer.hits_soft_17", True), value_of("surrender.against", ("T", "A")), value_of("double.totals", ())
    ('draws', '10, ace', 'any')
    """
    known = VALUES.get(declared(path), {})
    if isinstance(value, tuple):
        if path in RANK_FIELDS:
            return ", ".join(RANKS.get(str(rank), str(rank)) for rank in value) or "none"
        if value and all(isinstance(each, str) and each in known for each in value):
            return ", then ".join(known[each] for each in value)
    elif isinstance(value, bool | int | str | None) and value in known:
        return known[value]
    if path == "idle.ordered_by":
        return role_in_words(value)
    if path in PART_FIELDS and value.numerator == 1 and value.denominator == 2:
        return "half the wager"
    return words(value, field_at(path))


def option_title(option: str) -> str:
    """An option's title.

    >>> option_title("resplit"), option_title("of-another-book")
    ('Splitting again', 'Of another book')
    """
    return OPTIONS.get(option) or name(option.replace("-", " "))


def option_value(option: Option, value: OptionValue) -> str:
    """A value of an option in words."""
    text = str(value).lower() if isinstance(value, bool) else value
    if not isinstance(value, bool):
        for path in option.fields:
            known = VALUES.get(declared(path), {})
            if value in known:
                return known[value]
        try:
            return priced(cents(value))
        except MoneyError:
            pass
    return OPTION_VALUES.get(text) or text.replace("-", " ")
