"""Every test run keeps book of the clauses that passing tests show; a whole run ends with a table of them.

Hypothesis has time here, and tells how to repeat a failure.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from support.clauses import MARKS, RECORDED, SHOWN, WHOLE, Cited, cited, fault, summary, whole_run
from support.in_memory import in_memory
from support.own_books import books_restored

if TYPE_CHECKING:  # a run without a service need not load one
    from support.running_service import Running
    from support.warm_cutcard import Cutcard

pytest_plugins = ["support.stores"]
_cited = pytest.StashKey[dict[str, Cited]]()

# No property is about time, which a machine that does much else has little of; and a failure says how to see it again.
settings.register_profile(
    "patient", settings(), deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")

# The key rings of stores on PostgreSQL lie in the user's folder of program state; the tests have one of their own.
_STATE = tempfile.mkdtemp(prefix="cutcard-state-")
os.environ["XDG_STATE_HOME"] = _STATE

_SCRATCH = in_memory()
if _SCRATCH is not None:  # where `tmp_path` lies; hundreds of stores wait for no disk
    os.environ["PYTEST_DEBUG_TEMPROOT"] = _SCRATCH


def pytest_unconfigure(config: pytest.Config) -> None:
    shutil.rmtree(_STATE, ignore_errors=True)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A service that all tests of a module share."""
    from support.running_service import running

    with running(str(tmp_path_factory.mktemp("service") / "casino.db")) as started:
        yield started


@pytest.fixture(scope="session")
def warmed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where a process that has imported the command line waits for commands."""
    from support.warm_cutcard import warm

    path = tmp_path_factory.mktemp("warm") / "socket"
    with warm(path):
        yield path


@pytest.fixture(scope="session")
def cutcard(warmed: Path) -> Cutcard:
    """`cutcard` as another process: `cutcard("audit", where).returncode`."""
    from support.warm_cutcard import heard

    return partial(heard, warmed)


@pytest.fixture(autouse=True, scope="module")
def books_of_the_package() -> Iterator[None]:
    """A rulebook that a command of one module made known is unknown to the next, and to the processes it starts."""
    with books_restored():
        yield


@pytest.fixture
def logging_restored() -> Iterator[None]:
    """A test that configures the log leaves that of the tests after it as it was."""
    names = (None, "cutcard", "uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")
    kept = [(one, one.level, one.handlers[:], one.propagate) for one in map(logging.getLogger, names)]
    yield
    for one, level, handlers, propagate in kept:
        one.setLevel(level)
        one.handlers[:] = handlers
        one.propagate = propagate


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Workers that share the modules take those of few tests first, which are the long ones.

    A test of a browser, a process or a solver is long. The last modules are then short, and no worker waits long.
    """
    if hasattr(config, "workerinput"):
        modules = [item.nodeid.partition("::")[0] for item in items]
        number = Counter(modules)
        order = sorted(range(len(items)), key=lambda at: (number[modules[at]], modules[at]))
        items[:] = [items[at] for at in order]


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark, book, each in cited(item):
        wrong = fault(book, [each])  # a bare mark has not gone through support.clauses
        if wrong:
            pytest.fail(wrong, pytrace=False)
        item.user_properties.append((mark, [book, each]))


class _Table:
    """Gathers what passing tests show, from all workers where there are several."""

    def __init__(self, config: pytest.Config) -> None:
        none: dict[str, Cited] = {mark: set() for mark in MARKS}
        self.cited = config.stash.setdefault(_cited, none)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, where in report.user_properties:
                if name in MARKS and isinstance(where, list):
                    self.cited[name].add((str(where[0]), str(where[1])))


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Table(config), "clauses-shown")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker whether everything is run."""
    node.workerinput[WHOLE] = whole_run(node.config)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if whole_run(config):
        terminalreporter.section("clauses to enforce or choose that tests show, or only record")
        found = config.stash[_cited]
        for line in summary(found[SHOWN], found[RECORDED]):
            terminalreporter.write_line(line)
