"""A table's state that is changed in place, for the audit, which never needs an earlier state.

The reducers of `cutcard.table` make a new state with `_replace`, which copies its thirty-odd fields. The audit needs
only the last state: here `_replace` changes the fields and returns the same object, in a fraction of the time. Callers
use the returned state, as with any other state, so they need not know the difference.
"""

from __future__ import annotations

from typing import Any, Self, cast

from cutcard.table.state import Shoe, TableState


class _Mutable:
    """The fields of a named tuple, and its properties and methods."""

    def __init__(self, value: Any) -> None:
        self.__dict__.update(value._asdict())

    def _replace(self, **changed: Any) -> Self:
        self.__dict__.update(changed)
        return self


def _like(kind: Any) -> type[_Mutable]:
    named = {name: one for name, one in vars(kind).items() if not name.startswith("_") and name not in kind._fields}
    return type(f"Mutable{kind.__name__}", (_Mutable,), named)


_MutableTable = _like(TableState)
_MutableShoe = _like(Shoe)


def mutable(state: TableState) -> TableState:
    """A mutable version of the state and its shoe; the same object if it is mutable already."""
    if type(state) is TableState:
        state = cast(TableState, _MutableTable(state))
    if type(state.shoe) is Shoe:
        state = state._replace(shoe=cast(Shoe, _MutableShoe(state.shoe)))
    return state
