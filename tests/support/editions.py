"""The two editions of a casino's rules, for tests that both of them must pass, each by its own clause numbers."""

from __future__ import annotations

import pytest

SYDNEY = ("sydney-v15", "sydney-earlier")
CANBERRA = ("canberra-2006", "canberra-2003")

sydney = pytest.mark.parametrize("book", SYDNEY)
canberra = pytest.mark.parametrize("book", CANBERRA)


def sydney_by(v15: str, earlier: str) -> pytest.MarkDecorator:
    """A test of both Sydney editions, with the clause `by` which each decides the matter."""
    return pytest.mark.parametrize(("book", "by"), list(zip(SYDNEY, (v15, earlier), strict=True)))


def canberra_by(of_2006: str, of_2003: str) -> pytest.MarkDecorator:
    """A test of both Canberra editions, with the clause `by` which each decides the matter."""
    return pytest.mark.parametrize(("book", "by"), list(zip(CANBERRA, (of_2006, of_2003), strict=True)))
