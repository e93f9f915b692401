"""The house that all browser tests of a run share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from web.house import House, opened_house


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with opened_house(tmp_path_factory.mktemp("house")) as opened:
        yield opened
