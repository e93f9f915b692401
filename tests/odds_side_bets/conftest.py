"""Answers of the solver are kept in a directory of the test run's own."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    before = os.environ.get("CUTCARD_CACHE")
    os.environ["CUTCARD_CACHE"] = str(tmp_path_factory.mktemp("odds"))
    yield
    if before is None:
        del os.environ["CUTCARD_CACHE"]
    else:
        os.environ["CUTCARD_CACHE"] = before
