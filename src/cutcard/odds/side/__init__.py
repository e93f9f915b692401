"""How likely each outcome of a side bet is: one file for each thing that decides one.

`deal` has the bets that the first cards decide, `third` those that a box's third card decides, `bust` the dealer's
hand over 21, `tokens` the free bets of a round, `insurance` the dealer's natural, and `meters` what a jackpot adds.
"""
