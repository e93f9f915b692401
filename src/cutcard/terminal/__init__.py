"""The terminal table: any game of any book, dealt from a shuffled shoe and drawn in text.

`session` is a player's session at the table, and `round_play` one round of it; `felt` draws, `seat` asks the player,
and `cutcard.narration` provides the words. There are no rules here: `cutcard.engine.choices` says what may be done.
"""

YOU = "you"  # who sits at the keyboard
