"""The terminal table: any game of any book, dealt from a shuffled shoe and drawn in text.

`session` is an evening at the table and `rounds` one round of it; `felt` draws, `story` tells what happened and
`reasons` why; `seat` asks the player. No rule is here: what may be done comes from `cutcard.engine.choices`.
"""
