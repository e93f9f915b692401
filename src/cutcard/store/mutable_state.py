"""A table's state that is changed in place, for the audit, which never looks back.

The reducers of `cutcard.table` make a new state from an old one by `_replace`, which copies its thirty-odd fields. The
audit needs the last state only: here `_replace` changes the fields and returns the same object, in a fraction of the
time. Whoever uses it takes what `_replace` returns, as of any other state, so that nothing depends on the difference.
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
    """The state as one that is changed in place, its shoe as well; one that is already is given back."""
    if type(state) is TableState:
        state = cast(TableState, _MutableTable(state))
    if type(state.shoe) is Shoe:
        state._replace(shoe=cast(Shoe, _MutableShoe(state.shoe)))
    return state
