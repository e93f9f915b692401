"""What the commands on tournaments and promotions share: their terms, and how those of a store came out."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from cutcard.errors import CutcardError, nearest
from cutcard.streams.conditions_document import TermsSection, document_as_html, document_as_text


def print_document(
    title: str, sections: Sequence[TermsSection], digest: str, *, as_json: bool, printable: bool
) -> None:
    """Print terms or conditions: as text, as JSON, or as a page to be printed."""
    if as_json and printable:
        raise CutcardError("--json and --print are one or the other")
    if as_json:
        payload = [{"title": one.title, "lines": [line._asdict() for line in one.lines]} for one in sections]
        print(json.dumps({"title": title, "version": digest, "sections": payload}, indent=2))
    else:
        render = document_as_html if printable else document_as_text
        print(render(title, sections, digest), end="" if printable else "\n")


def print_results(
    db: str,
    what: str,
    name: str,
    *,
    names_of: Callable[[Any], tuple[str, ...]],
    results_of: Callable[[Any, str], Any],
    print_one: Callable[[Any], None],
    as_json: bool,
    as_csv: bool,
) -> None:
    """Print the results of all, or of one by name; `what` is what one of them is called."""
    from cutcard.store import Store  # of the service's packages, which other commands do without

    if as_json and as_csv:
        raise CutcardError("--json and --csv are one or the other")
    with closing(Store.open(db, create=False)) as store:
        names = names_of(store)
        if name and name not in names:
            raise CutcardError(f"there is no {what} {name!r} in this store{nearest(name, names)}")
        found = [results_of(store, one) for one in names if name in ("", one)]
    if as_json:
        print(json.dumps({f"{what}s": [one.as_json() for one in found]}, indent=2))
    elif as_csv:
        if len(found) != 1:
            raise CutcardError(f"--csv prints one {what}: name one of {', '.join(names) or 'those there are'}")
        print(found[0].as_csv(), end="")
    else:
        for one in found:
            print_one(one)
        if not found:
            print(f"this store has no {what}s")
