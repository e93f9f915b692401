"""Which modules a page's script imports, so that the browser fetches them all at once and not one after the other."""

from __future__ import annotations

import posixpath
import re
from functools import cache

from cutcard.web.static_files import all_files

_IMPORT = re.compile(r"""^(?:import|export)\s*(?:[\w*{][^;"'()]*\bfrom\s*)?["'](\.{1,2}/[^"']+)["']""", re.MULTILINE)


@cache
def modules(name: str) -> tuple[str, ...]:
    """A module and everything that it imports, each once, as paths for `static_url`.

    >>> modules("html.js")
    ('html.js', 'vendor/htm.js', 'vendor/preact.js', 'vendor/hooks.js')
    """
    found = [name]
    for module in found:  # grows while it is walked
        for path in _IMPORT.findall(all_files()[module].content.decode()):
            imported = posixpath.normpath(posixpath.join(posixpath.dirname(module), path))
            if imported not in found:
                found.append(imported)
    return tuple(found)
