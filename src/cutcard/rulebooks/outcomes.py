"""The outcomes that a side bet's pay table may name, by the evaluation that judges it.

A rulebook says which evaluation a side bet uses and what each outcome pays; the engine has one function for
each evaluation. The names stand here, on the rulebooks' side, so that a file is checked without the engine.
"""

OUTCOMES: dict[str, tuple[str, ...]] = {
    "pairs": ("mixed", "coloured", "suited", "aces", "any"),
    "lucky_lucky": ("suited-777", "suited-678", "777", "678", "suited-21", "21", "20", "19"),
    "blazing_sevens": ("diamond-777", "suited-777", "coloured-777", "777", "two-sevens", "seven-and-seven"),
    "sevens": ("one-seven", "two-sevens", "two-sevens-suited", "three-sevens", "three-sevens-suited"),
    "pandemonium": ("natural",),
    "crown_suits": ("matching", "super"),
    "jackpot_aces": ("spade-aces", "suited-aces", "three-aces", "suited-natural", "natural", "lucky-player"),
    "blackpot": ("initial", "completed", "carried-initial", "carried-completed"),
    "supernova": ("major", "minor", "mystery"),
    "buster": ("cards-3", "cards-4", "cards-5", "cards-6", "cards-7", "cards-8"),
    "spread_bet": ("2-3", "4-5", "6-9"),
    "pot_of_gold": ("tokens-1", "tokens-2", "tokens-3", "tokens-4", "tokens-5"),
}
