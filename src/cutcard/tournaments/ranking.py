"""Who finishes where: pure functions over what was counted at tables, by each document's rules.

An order is best first, in groups: players in one group are level. Entrants are given by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.table.session_terms import Elimination
from cutcard.tournaments.tournament_state import SessionTable

Group = tuple[int, ...]
Order = tuple[Group, ...]
SameRound = Literal["by-chips-and-wagers", "level"]


class Cut(NamedTuple):
    """Who goes on from an order: those who do, those who are level for the last places, and how many those are."""

    through: Group
    level: Group = ()
    places: int = 0
    out: Group = ()


def table_order(table: SessionTable, numbers: Mapping[str, int], same_round: SameRound) -> Order:
    """The order of one table at the end of a session.

    Those who still have chips go by how many (Sydney 19.10.2); those eliminated come after them, the last one
    first. Of those who went in the same round, the ones with more chips left come first, then with the larger wager,
    then whose chips were taken later (19.10.4); where a document has no such rule they are level.
    """
    eliminated = {numbers[one.player] for one in table.eliminated}
    by_chips: dict[Cents, list[int]] = {}
    for entrant, chips in table.counts.items():
        if entrant not in eliminated:
            by_chips.setdefault(chips, []).append(entrant)
    standing = tuple(tuple(sorted(by_chips[chips])) for chips in sorted(by_chips, reverse=True))
    return standing + _eliminated_order(table.eliminated, numbers, same_round)


def _eliminated_order(eliminated: Iterable[Elimination], numbers: Mapping[str, int], same_round: SameRound) -> Order:
    groups: dict[tuple[int, ...], list[int]] = {}
    for one in eliminated:
        within = (one.residual, one.wagered, one.taken) if same_round == "by-chips-and-wagers" else ()
        groups.setdefault((one.round, *within), []).append(numbers[one.player])
    return tuple(tuple(sorted(groups[key])) for key in sorted(groups, reverse=True))


def cut(order: Order, places: int) -> Cut:
    """Those who go on where this many do; players who are level across the line play off for the remaining places.

    >>> cut(((4,), (1, 2), (3,)), 2)
    Cut(through=(4,), level=(1, 2), places=1, out=(3,))
    >>> cut(((4,), (1, 2), (3,)), 3)
    Cut(through=(4, 1, 2), level=(), places=0, out=(3,))
    """
    through: Group = ()
    for at, group in enumerate(order):
        left = places - len(through)
        if left <= 0:
            return Cut(through, out=_flat(order[at:]))
        if len(group) > left:
            return Cut(through, group, left, _flat(order[at + 1 :]))
        through += group
    return Cut(through)


def refined(order: Order, later: Order) -> Order:
    """An order in which players who were level stand as a play-off between them has left them.

    >>> refined(((4,), (1, 2, 5), (3,)), ((2,), (1, 5)))
    ((4,), (2,), (1, 5), (3,))
    """
    played = {one for group in later for one in group}
    found: list[Group] = []
    for group in order:
        rest = tuple(one for one in group if one not in played)
        within = [tuple(one for one in again if one in group) for again in later]
        found += [again for again in within if again]
        if rest:
            found.append(rest)
    return tuple(found)


def tied_places(order: Order) -> dict[int, int]:
    """The place of everybody in an order: level players have the same one, and the next ones come after all of them.

    >>> tied_places(((7,), (2, 3), (9,)))
    {7: 1, 2: 2, 3: 2, 9: 4}
    """
    found: dict[int, int] = {}
    for group in order:
        place = len(found) + 1
        found |= dict.fromkeys(group, place)
    return found


def decided(order: Order, stage_places: int, rounds_left: int, most_won: Cents, chips: Mapping[int, Cents]) -> bool:
    """Whether who goes on is settled before the end: nobody behind the line can still catch up with those before it.

    `most_won` is the most that one player can win in a round, and lose.
    """
    now = cut(order, stage_places)
    if now.level:
        return False
    behind = [chips[one] for one in now.out if chips.get(one, 0) > 0]
    if not behind:
        return True
    least = min(chips.get(one, 0) for one in now.through)
    return least - max(behind) > 2 * rounds_left * most_won


def overall(stages: Sequence[Order]) -> Order:
    """The order of a whole tournament: anybody who came further stands before all who were out earlier.

    `stages` have the order of everybody whose last session was in that stage, the first stage first.
    """
    return tuple(group for order in reversed(stages) for group in order)


def _flat(order: Order) -> Group:
    return tuple(one for group in order for one in group)
