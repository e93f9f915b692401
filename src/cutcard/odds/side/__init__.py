"""How likely each outcome of a side bet is: one file for each thing that decides one.

`first_cards` has the bets that the first cards decide, `third_card` those that a box's third card decides, `blackpot`
the one that goes on over two rounds, `dealer_bust` the dealer's hand over 21, `tokens` the free bets of a round,
`insurance` the dealer's natural, and `meters` what a jackpot adds. `offered` says which of them a game may offer.
"""
