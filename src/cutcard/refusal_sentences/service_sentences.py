"""Refusals of the service."""

from __future__ import annotations

SERVICE: dict[str, str] = {
    "account-beyond-bound": "this would take the account {account} above the most that an account may hold, "
    "{most:money}",
    "account-overdrawn": "the account {account} does not hold that much",
    "claimed-already": "{claim} has been taken already",
    "address-has-seats": "players from your address already hold {most} boxes, the most for one address",
    "address-has-seats-here": "players from your address already hold {most} boxes at this table: sit at another",
    "id-used-at-another-table": "a command with this id has been given at another table: use each id once",
    "id-used-for-another-command": "this id was given to {command:plain}: use each id for one command",
    "id-used-with-other-fields": "this id was given to the same command with other values: use each id once",
    "too-late": "that came too late: the table had moved on, and nothing was done",
    "text-looks-sealed": "a text may not begin with '{mark}', which marks what the store has sealed",
    "prize-paid-by-another": "{other} drew this prize or offered money for it, so somebody else must pay it: "
    "{one} counts as the same person",
    "prize-changed-meanwhile": "somebody had a part in this prize meanwhile, and nothing was done: look at it again",
    "prize-refused-by-another": "{other} drew this prize or claimed it for its winner, so somebody else must refuse "
    "it: {one} counts as the same person",
    "not-two-people": "{one} and {other} are not two people: one made the other's account, or set its password",
    "own-business": "{player} {player:does} not act for the house on {player:'s} own play or money: somebody else does",
    "not-enough-left": "{player} {player:has} {funds:money} left, and it takes {cost:money}",
    "nobody-may": "by this document nobody may {deed}",
    "several-boxes-free": "no permission is needed: players may take several boxes here",
    "only-role": "only the {role:plain}",
    "only-role-or-above": "only the {role:plain} or above",
}
