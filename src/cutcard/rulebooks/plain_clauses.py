"""Rules that leave nothing to choose: a name, by which a refusal or a payment cites the clause, and what the rule says.

All documents have them alike, so they are not parameters; a book says only which of its clauses gives each.
"""

from __future__ import annotations

# Those of a game.
CLAUSES: dict[str, str] = {
    "limits.over_maximum": "a box found over the maximum is settled up to it, and the rest is returned",
    "limits.unit": "a wager that is not the minimum and whole units more is settled as it is, with a warning",
    "limits.personal": "a personal limit takes the place of the box's maximum for all wagers there together",
    "deal.wagers_in": "wagers are made with chips",
    "deal.wagers_close": "no wager is placed, changed or taken back once the first card is dealt",
    "deal.order": "each box from the dealer's left gets a card, then the dealer, then each box a second one",
    "deal.decisions": "boxes decide one after the other, from the dealer's left",
    "insurance.closes": "insurance may be placed until the subsequent deal begins",
    "double.sharers": "when the controlling player doubles, each other player on the box may add a wager or not",
    "split.sharers": "when the controlling player splits, the others put up the same again or stay with the first hand",
    "split.order": "each split hand is finished before the next has a card",
    "surrender.whole_box": "the controlling player surrenders for everybody on the box",
}

# Those of side bets; each side bet has the ones that the document gives it.
SIDE_BET_CLAUSES: dict[str, str] = {
    "carried_without": "one that stayed on a box without a main wager is returned",
    "nominee": "a winner may have somebody without a winning wager press for them",
    "one_table_for_all": "every table of the casino that offers it uses the same pay table",
}

# Those on running a table.
TABLE_CLAUSES: dict[str, str] = {
    "shoe.offer_opening": "the player who arrived first is offered the cut of a game that opens",
    "shoe.offer_box": "the player of the box on which the cutting card came out is offered the next cut",
    "shoe.offer_dealer": "the player furthest to the right is, when it came out on the dealer's hand",
    "shoe.offer_next": "a declined cut is offered clockwise, and the staff cut when all have declined",
    "shoe.at_first_card": "the cards are shuffled when the cutting card would be the first card of a round",
    "shoe.within_round": "the cards are shuffled after the round within which the cutting card comes out",
    "shoe.short": "the discards complete a shoe that runs out within a round",
    "shoe.device_cut": "cards for a shuffling device are not cut",
    "style.touched": "players touch no card, or only their own first two where these lie face down",
    "signs.unit": "the sign may set the unit in which wagers are made",
    "signs.marker": "a marker shows a player's own limit",
    "signs.minimum_only": "a player held to the minimum wagers exactly that",
    "conduct.no_advice": "staff advise nobody how to play",
}

# Those on running a table that only some documents have.
SOME_TABLE_CLAUSES: dict[str, str] = {
    "shoe.discards_left": "discards that were not put into the device in time wait for the next initial deal",
    "malfunctions.damaged_transfer": "damaged cards leave play, and the others go into another device",
    "malfunctions.damaged_shoe": "new cards replace those that a device has damaged before the rest goes into a shoe",
    "malfunctions.prize_panel": "where meter and control panel differ on a drawn prize, the panel's amount is paid",
    "malfunctions.prize_actioned": "a wager whose prize is being drawn when a malfunction is declared is paid as well",
    "malfunctions.prize_pressed_by_another": "who had the button takes what another's press gave, or presses again",
    "signs.retained": "the minimum may rise at once while those who play keep the old one",
    "signs.retained_raised": "a minimum that players have kept rises only after a sign has been up as long as for any",
    "chips.token_winnings": "winnings on promotional tokens are paid in chips",
    "chips.refused_if_unpayable": "a wager whose win chips cannot pay exactly may be refused",
    "players.own_card": "everybody plays with a valid card of their own",
    "closing.hours": "gaming has its hours, which a law sets",
    "closing.extra_round": "one round more is dealt for a side bet that stays after the last one announced",
    "layout.rules_on_request": "a copy of the rules is there for anybody who asks",
    "payments.enquiry": "whether a wrong payment was intended is found out by enquiries in each case",
    "payments.suspected": "one that is suspected to be intended has to be followed up",
    "payments.rectify": "one that was not intended is put right in time, or that is tried, or the regulator is told",
    "payments.rectify_suspected": "so is one that is suspected to be intended",
    "payments.identify": "and the patron has to be identified, as far as possible",
    "payments.no_breach": "it is then no breach of the rules",
    "payments.attempt": "an attempt is to identify, contact or liaise with the patron",
    "payments.reimburse": "who was paid too little is reimbursed",
    "payments.request_return": "who was paid too much is asked to return it",
    "payments.no_credit": "an overpayment that was not intended gives no credit",
    "tournaments.exclusive": "a table that is designated for a tournament takes tournament play only",
    "tournaments.wagers_in": "wagers in a tournament are made and paid in tournament chips",
    "tournaments.exchange": "tournament chips are never exchanged for money or other chips",
    "tournaments.chips_stay": "tournament chips are not added to, taken away or swapped",
    "tournaments.position": "everybody wagers from the position that they were allotted",
    "tournaments.limits": "wagers lie from the minimum to the maximum of the round",
    "tournaments.limits_change": "limits change only as was announced before",
    "tournaments.every_round": "everybody wagers on each round",
    "tournaments.eliminated": "who cannot wager the minimum before a round is out",
    "tournaments.marker": "a marker shows who wagers first, and moves on from round to round",
    "tournaments.turn": "the others wager one after the other from there, clockwise",
    "tournaments.wager_time": "wagers may have to be made within a time",
    "tournaments.time_missed": "who misses that time may be held to the minimum",
    "tournaments.side_bets": "side bets are offered as the conditions say",
    "tournaments.session": "a session lasts for this many rounds or shoes, or so long",
    "tournaments.halted": "play waits for a ruling, or while there is a break",
}
