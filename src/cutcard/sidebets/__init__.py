"""Side bets: each small file here says which outcomes of a pay table fit what was dealt.

What an outcome pays, who may place the bet and when it settles is the rulebook's. To add a side bet, write a file here
with `OUTCOMES` and `judge(view)`, name it in the rulebook's `judged_by`, and give its pay tables there.
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
OUTCOMES: dict[str, tuple[str, ...]] = {name: module.OUTCOMES for name, module in JUDGES.items()}

__all__ = ["JUDGES", "OUTCOMES", "Verdict", "View"]
