"""Every command and event of a link, declared once where its feature stands, exactly as those of a table are.

A command that is decided from more than its own link says so: `@touches` names the other streams whose states it needs,
`table:T1` or `link:L2`. Its handler finds them in `draft.others` and writes to them with `draft.add_beside`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from cutcard.table.registry import Registry

LINKS = Registry("link")
command, event, handles, reduces, posts = LINKS.command, LINKS.event, LINKS.handles, LINKS.reduces, LINKS.posts

TOUCHES: dict[type, Callable[[Any, Any], tuple[str, ...]]] = {}
Function = TypeVar("Function", bound=Callable[..., Any])


def touches(*kinds: type) -> Callable[[Function], Function]:
    """Declare which other streams commands need: `(link_state, command)` to their names."""

    def declare(function: Function) -> Function:
        TOUCHES.update(dict.fromkeys(kinds, function))
        return function

    return declare
