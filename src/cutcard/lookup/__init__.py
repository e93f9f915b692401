"""Rules as tables, for code that is compiled and cannot ask: every hand there is, and every deal of a side bet.

The simulator's kernel and the solver's both read these. What a rule says is asked of `hand_rules` and `sidebets`.
"""
