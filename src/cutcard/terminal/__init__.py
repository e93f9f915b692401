"""The terminal table: any game of any book, dealt from a shuffled shoe and drawn in text.

`session` is a sitting at the table and `round_play` one round of it; `felt` draws, `seat` asks the player, and
`cutcard.narration` has the words. No rule is here: what may be done comes from `cutcard.engine.choices`.
"""

YOU = "you"  # who sits at the keyboard
