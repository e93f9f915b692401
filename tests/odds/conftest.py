"""The solver's answers are cached in a folder of the test run's own; those of the package are not looked at."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cutcard.odds import shipped
from cutcard.odds.answers import shipped_solution


@pytest.fixture(autouse=True, scope="session")
def cache_folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    own: Path = tmp_path_factory.getbasetemp()
    path = (own.parent if hasattr(request.config, "workerinput") else own) / "cutcard-cache"  # all workers have one
    path.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CUTCARD_CACHE", str(path))
        yield path


@pytest.fixture(autouse=True, scope="module")
def nothing_shipped(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is tested here is the solver; `test_shipped` compares the package's answers with it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shipped, "FOLDER", tmp_path_factory.mktemp("no-solutions"))
        shipped_solution.cache_clear()
        yield
    shipped_solution.cache_clear()
