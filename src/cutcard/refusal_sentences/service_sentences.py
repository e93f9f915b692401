"""Refusals of the service."""

from __future__ import annotations

SERVICE: dict[str, str] = {
    "account-beyond-bound": "this would make the account {account} larger than accounts may be, {most:money}",
    "account-overdrawn": "the account {account} does not hold so much",
    "claimed-already": "{claim} has been taken already",
    "address-has-seats": "players from your address hold {most} boxes already, and more are not given to one address",
    "address-has-seats-here": "players from your address hold {most} boxes at this table already: sit at another",
    "id-used-at-another-table": "a command with this id has been given at another table: use each id once",
    "id-used-for-another-command": "this id was given to {command:plain}: use each id for one command",
    "id-used-with-other-fields": "this id was given to the same command with other values: use each id once",
    "too-late": "that came too late: the table had gone on, and nothing was done",
    "text-looks-sealed": "no text begins with '{mark}': what the store has sealed begins so",
    "prize-paid-by-another": "who drew this prize, entered its winner or offered money for it, {other}, does not also "
    "pay it: {one} is not another person",
    "not-two-people": "{one} and {other} are not two people: one made the other's account, or set its password",
    "own-business": "{player} {player:does} not act for the house on {player:'s} own play or money: somebody else does",
    "not-enough-left": "{player} {player:has} {funds:money} left, and it takes {cost:money}",
    "nobody-may": "by this document nobody may {deed}",
    "several-boxes-free": "nobody has to allow it: players may take several boxes here",
    "only-role": "only the {role:plain}",
    "only-role-or-above": "only the {role:plain} or above",
}
