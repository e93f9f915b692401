"""What a command is called in a sentence: whom the document lets open a table, burn a card, rule on a dispute."""

from __future__ import annotations

# Commands whose names are no English after "may"; all others are said as they are written.
_SAID = {
    "open-table": "open a table",
    "give-closing-notice": "give a closing notice",
    "announce-last-rounds": "announce the last rounds",
    "close-table": "close the table",
    "act-for-player": "act for a player",
    "take-idle-seat": "take an idle seat",
    "limit-players-a-box": "limit the players a box",
    "limit-players": "limit the players",
    "change-limits": "change the limits",
    "post-minimum": "post a new minimum",
    "raise-minimum-keeping-rights": "raise the minimum while players keep their rights",
    "grant-personal-limit": "grant a personal limit",
    "end-personal-limit": "end a personal limit",
    "restrict-for-shoe": "restrict a player for the shoe",
    "restrict-from-now-on": "restrict a player from now on",
    "restrict-to-one-box": "restrict a player to one box",
    "lift-restriction": "lift a restriction",
    "require-main-wager": "require a main wager",
    "allow-side-wager": "allow a side wager",
    "order-shuffle": "order a shuffle",
    "cut-for-all": "cut the cards for all",
    "place-cutting-card": "place the cutting card",
    "burn-card": "burn a card",
    "show-cutting-card": "show the cutting card",
    "complete-shoe": "complete the shoe",
    "return-discards": "return the discards",
    "replace-card": "replace a card",
    "call-last-bets": "call the last bets",
    "no-more-bets": "call no more bets",
    "refuse-wager": "refuse a wager",
    "close-offers": "close the offers",
    "play-for-absent": "play for an absent player",
    "select-box": "select a box",
    "press-for-player": "press the button for a player",
    "exchange-voucher": "exchange a voucher",
    "change-colour": "change the colour of chips",
    "fill-float": "fill the float",
    "credit-float": "credit the float",
    "count-float": "count the float",
    "bar-player": "bar a player",
    "rule-on-dispute": "rule on a dispute",
    "review-dispute": "review a dispute",
    "void-disrupted-round": "declare a disrupted round void",
    "void-round-for-fraud": "declare a round void for fraud",
    "void-unplayable-round": "declare an unplayable round void",
    "void-shoe": "declare the shoe void",
    "void-wagers": "declare wagers void",
    "exclude-player": "exclude a player",
    "detain-player": "detain a player",
    "end-detention": "end a detention",
    "post-side-bet-change": "post the change of a side bet",
    "change-side-bet": "change a side bet",
}


def deed(command: str) -> str:
    """A command as it is said after "may".

    >>> deed("open-table"), deed("sell-chips")
    ('open a table', 'sell chips')
    """
    return _SAID.get(command) or command.replace("-", " ")
