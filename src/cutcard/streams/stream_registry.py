"""The commands and events of one kind of stream beside the tables, declared exactly as those of a table are.

A command that is decided from more than its own stream says so: `@touches` names the other streams whose states it
needs, `table:T1` or `link:L2`. Its handler finds them in `draft.others` and writes to them with `draft.add_beside`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cutcard.table.registry import Registry

Function = TypeVar("Function", bound=Callable[..., Any])


class StreamRegistry(Registry):
    """A registry whose commands may touch other streams."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.touching: dict[type, Callable[[Any, Any], tuple[str, ...]]] = {}

    def touches(self, *kinds: type) -> Callable[[Function], Function]:
        """Declare which other streams commands need: `(state, command)` to their names."""

        def declare(function: Function) -> Function:
            self.touching.update(dict.fromkeys(kinds, function))
            return function

        return declare
