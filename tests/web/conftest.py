"""The browser that the tests of a module share, and the house of a whole run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from support.browser import PATIENCE_MS, chromium
from support.house import House, opened_house

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For a module only: while Playwright runs, no other test of the process can run an event loop."""
    with chromium() as found:
        yield found
