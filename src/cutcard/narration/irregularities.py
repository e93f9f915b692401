"""Mistakes in the deal in words: what happened, what is done about it, and when it was noticed."""

from __future__ import annotations

from cutcard.rulebooks.irregularities import Irregularity, IrregularityKind, Moment, Ruling

KIND_WORDS: dict[IrregularityKind, str] = {
    "card-faced-in-shoe": "a card lies face up in the shoe",
    "card-drawn-in-error": "a card was drawn in error",
    "card-to-finished-dealer": "a card too many was drawn to the dealer's finished hand",
    "card-to-dealer-early": "a card was drawn to the dealer's hand before its time",
    "card-misplaced": "a card went to the wrong place",
    "round-without-wagers": "cards were dealt though nobody had wagered",
    "hand-without-wager": "a hand was dealt to a box without a wager",
    "box-not-dealt": "a box with a wager got no cards",
    "box-dealt-one-card": "a box with a wager got only one card",
    "dealer-not-dealt": "the dealer has no first card",
    "dealer-stopped-early": "the dealer stood and had to draw",
    "player-passed-over": "a player was passed over",
    "decision-done-wrongly": "a decision was not done as it was called",
    "acted-out-of-turn": "a player acted, or was called upon, out of turn",
    "insurance-not-offered": "insurance was not offered",
    "burn-forgotten": "no card was burned",
    "cut-not-made": "the cards were not cut as they should be",
    "shuffle-missed": "dealing went on past the cutting card",
    "cards-short": "the shoe has too few cards for the round",
    "discards-not-loaded": "the discards did not go into the shuffling device",
    "card-missing-or-foreign": "a card is missing, or does not belong to the decks",
    "wrong-deck": "the decks are not those of the game",
    "card-burned-in-error": "a card was burned in error",
    "cards-dropped": "cards were dropped",
    "cards-came-together": "several cards came out together, in no known order",
    "hole-card-exposed": "the dealer's card face down was seen too early",
}
RULING_WORDS: dict[Ruling, str] = {
    "burn": "the card is burned and plays no part",
    "next-card": "it is used as the next card",
    "first-of-next-round": "it is the first card of the next round",
    "reconstruct": "the round is laid again as it should have been",
    "void-round": "the round is void",
    "void-wager": "the wagers on the box are void",
    "void-shoe": "the round and the rest of the shoe are void",
    "discard-hand": "the hand is discarded",
    "player-chooses": "the player chooses",
    "finish-then-shuffle": "the round is finished, then the cards are shuffled",
    "shuffle-discards": "the discards are shuffled and cut, and complete the shoe",
    "goes-on": "play goes on as it is",
    "stay-in-rack": "the cards stay in the rack until the next initial deal is complete",
    "count-cards": "the cards are counted and checked",
}
MOMENT_WORDS: dict[Moment, str] = {
    "any": "at any time",
    "between-rounds": "between rounds",
    "in-round": "during a round",
    "before-subsequent-deal": "before the subsequent deal and any settlement",
    "subsequent-deal": "during the subsequent deal",
    "first-round": "in the first round of the shoe",
    "round-over": "after a round, before the next",
    "before-next-round": "before the next round begins",
    "next-round-begun": "once a later round has begun",
    "settled": "once the round is settled",
}


def irregularity_words(line: Irregularity) -> str:
    """A line of a book as one sentence: what happened, when, and what is done.

    >>> from cutcard.rulebooks import procedures_of
    >>> irregularity_words(procedures_of("canberra-2006").irregularities[0])
    'a card lies face up in the shoe: the card is burned and plays no part'
    """
    seen = {None: "", True: " and was seen", False: " and was not seen"}[line.exposed]
    moment = "" if line.when == "any" else f", noticed {MOMENT_WORDS[line.when]}"
    return f"{KIND_WORDS[line.kind]}{seen}{moment}: {RULING_WORDS[line.then]}"
