"""A service that all tests of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from service.running import Running, running
from store.server import postgres


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("service") / "casino.db")) as started:
        yield started


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    with postgres() as url:
        yield url
