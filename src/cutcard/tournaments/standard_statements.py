"""Statements of the house's own for every item that a document wants stated, to start terms from."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.tournaments.terms import TournamentTerms
from cutcard.tournaments.terms_items import to_state

STANDARD: Mapping[str, str] = {
    "change_of_start": "The director may move the start of a session if the players are told in time.",
    "change_notified": "The regulator is told about any change of these details before the tournament.",
    "accepting": "Everybody who takes part accepts these terms.",
    "entitled": "Only people who may enter the casino, stay there and gamble may enter the tournament.",
    "refusal": "The house may refuse any application.",
    "employees": "With the approval of the chief operating or chief executive officer employees may take part; "
    "they win no prize, and the next in order moves up.",
    "follow": "A player who does not keep to these terms may be disqualified.",
    "available": "These terms are published with the tournament, and everybody who enters is given a copy.",
    "form": "People enter with the form on the tournament's page or at the desk.",
    "undisclosed_made": "The wager is written on a form for the supervisor, who reads it out after the round.",
    "payment": "Prizes are paid to the winners' accounts when the places are announced.",
    "penalties": "A player who breaks a rule of play is warned or penalised as the rules of the game provide.",
    "disqualification": "A player who hides chips, adds to them, or breaks the rules again may be disqualified.",
    "substitutes": "An entrant may name a substitute before play begins, who has to be eligible as well.",
    "substituting": "The substitute plays the entry as it stands, and is bound by these terms.",
    "late": "A player who is not there when a session begins counts as away from then on.",
    "absence": "A player who is away from the table while a session is played may be disqualified.",
    "phones": "Phones and the like are put away during play; a player who uses one is warned, and then disqualified.",
    "disqualified": "A disqualified player leaves the table, hands back their chips and has no claim to a prize.",
    "retiring": "A player who retires hands back their chips and has no claim to a prize or a refund.",
    "rules_prevail": "Where these terms and the rules of the game differ, the rules hold.",
    "early_end": "Play at a table may end early when those who go on are known, "
    "or if chips are paid out in cash and all at the table agree.",
    "privacy": "Personal information is handled by the house's privacy policy.",
    "promotion": "With an entrant's permission the house may use their name, suburb and picture to promote itself.",
    "conduct": "The tournament is run by the person appointed for it, by these terms and the rules of the game.",
    "final": "In a dispute the decision of the person who runs the tournament is final.",
    "liability": "As far as the law allows, nobody is liable for losses from decisions of the person who runs it.",
    "complaints": "A complaint about gaming may be taken to the regulator, who may investigate it.",
}


def with_standard_statements(terms: TournamentTerms) -> TournamentTerms:
    """Terms with a statement for every item of their document that needs one and has none yet."""
    own = {item: STANDARD[item] for item in to_state(terms) if item in STANDARD}
    return terms._replace(statements={**own, **terms.statements})
