"""Side bets: each small file here says which outcomes of a pay table fit what was dealt.

What an outcome pays, who may place the bet and when it settles is the rulebook's. To add a side bet, write a file here,
name it in the rulebook's `judged_by`, and give its pay tables there. The file has

- `OUTCOMES`, every outcome that a pay table may have a row for;
- `CLASSES`, the outcomes that come together, in the order in which results are listed;
- `DECIDED_BY`, what the bet depends on, one of the words in `view`;
- `judge(view)`, which answers with one of the classes, with no outcome, or with None while it is not known;
- perhaps `SELECTED`, the outcome of a wager that a jackpot system picks, and `DRAWS`, if a device draws the prize.

The engine asks `judge` at the table. The simulator and the exact odds ask it for every deal there is, and so know a
new side bet without a further edit.
"""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType

from cutcard.sidebets.view import Verdict, View

JUDGES: dict[str, ModuleType] = {
    found.name: importlib.import_module(f"{__name__}.{found.name}")
    for found in pkgutil.iter_modules(__path__)
    if found.name != "view"
}

__all__ = ["JUDGES", "Verdict", "View"]


def picked_outcome(judged_by: str) -> str | None:
    """The outcome of a wager that a jackpot system picks, for a side bet that has one.

    >>> picked_outcome("supernova"), picked_outcome("pairs")
    ('mystery', None)
    """
    return getattr(JUDGES[judged_by], "SELECTED", None)
