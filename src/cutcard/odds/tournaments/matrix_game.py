"""A game of two players in which both choose at once and one wins what the other loses, solved with a certificate."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutcard.lookup.all_hands import Floats

PIVOTS_MOST = 10_000
TINY = 1e-9  # what is smaller is nothing but rounding


class Mixed(NamedTuple):
    """The shares in which each side chooses, and the bounds of the game's value if it is played so.

    `least` is what the rows get whatever the columns do, `most` what the columns hold them to: the shares are the best
    there are as far as the two agree, whatever way they were found.
    """

    rows: Floats
    columns: Floats
    least: float
    most: float

    @property
    def value(self) -> float:
        return (self.least + self.most) / 2


def solve_matrix(pays: Floats) -> Mixed:
    """The best shares for the side that chooses a row and wants much, and for the one that chooses a column.

    >>> solved = solve_matrix(np.array([[3.0, 1.0], [1.0, 2.0]]))
    >>> np.round(solved.rows, 6).tolist(), round(solved.value, 6), round(solved.most - solved.least, 6)
    ([0.333333, 0.666667], 1.666667, 0.0)
    """
    shift = float(pays.min()) - 1.0  # every entry is at least 1, so that the programme has a bounded solution
    columns, rows = _simplex(pays - shift)
    return Mixed(rows, columns, float((rows @ pays).min()), float((pays @ columns).max()))


def _simplex(pays: Floats) -> tuple[Floats, Floats]:
    """The largest sum of y with pays @ y <= 1; the shares of columns and, from the prices, those of rows."""
    rows, columns = pays.shape
    tableau = np.zeros((rows + 1, columns + rows + 1))
    tableau[:rows, :columns] = pays
    tableau[:rows, columns : columns + rows] = np.eye(rows)
    tableau[:rows, -1] = 1.0
    tableau[rows, :columns] = -1.0
    basis = np.arange(columns, columns + rows)
    for _ in range(PIVOTS_MOST):
        enters = np.flatnonzero(tableau[rows, :-1] < -TINY)
        if not len(enters):
            break
        enter = int(enters[0])  # the first that helps, and below the first of equals: it cannot go round in circles
        up = tableau[:rows, enter] > TINY
        ratio = np.full(rows, np.inf)
        ratio[up] = tableau[:rows, -1][up] / tableau[:rows, enter][up]
        ties = np.flatnonzero(ratio <= ratio.min() + 1e-13)
        leave = int(ties[np.argmin(basis[ties])])
        tableau[leave] /= tableau[leave, enter]
        for row in range(rows + 1):
            if row != leave:
                tableau[row] -= tableau[row, enter] * tableau[leave]
        basis[leave] = enter
    chosen = np.zeros(columns + rows)
    chosen[basis] = tableau[:rows, -1]
    prices = np.maximum(tableau[rows, columns : columns + rows], 0.0)
    shares = np.maximum(chosen[:columns], 0.0)
    return shares / shares.sum(), prices / prices.sum()
