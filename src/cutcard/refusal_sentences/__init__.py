"""Every refusal in a sentence: the one catalogue, by code.

`{box}` stands for a fact, `{amount:money}` for the fact in a certain form (`refusals.py` has the forms). A fact that
names a person also gives the words around it, so that one sentence serves for others and for the person it is about:
`{player} {player:has}` is "ann has" or "you have", `{player:'s}` is "ann's" or "your".
"""

from __future__ import annotations

from cutcard.refusal_sentences.link_sentences import LINKS
from cutcard.refusal_sentences.player_sentences import PLAYERS
from cutcard.refusal_sentences.promotion_sentences import PROMOTIONS
from cutcard.refusal_sentences.round_sentences import MISTAKES, ROUND
from cutcard.refusal_sentences.service_sentences import SERVICE
from cutcard.refusal_sentences.session_sentences import DEVICES, SESSIONS, UNDISCLOSED
from cutcard.refusal_sentences.table_sentences import TABLE
from cutcard.refusal_sentences.tournament_sentences import TOURNAMENTS

SENTENCES: dict[str, str] = {
    **ROUND,
    **TABLE,
    **UNDISCLOSED,
    **DEVICES,
    **LINKS,
    **TOURNAMENTS,
    **SESSIONS,
    **PLAYERS,
    **PROMOTIONS,
    **SERVICE,
    **MISTAKES,
}
