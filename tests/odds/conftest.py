"""The solver's answers are cached in a folder of the test run's own, apart from the user's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    path: Path = tmp_path_factory.mktemp("cutcard-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUTCARD_CACHE", str(path))
        yield path
