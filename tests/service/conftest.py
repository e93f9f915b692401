"""A service that all tests of a module share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.running_service import Running, running


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("service") / "casino.db")) as started:
        yield started
