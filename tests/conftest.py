"""Every test run keeps book of the clauses that passing tests show; a whole run ends with a table of them.

Hypothesis has time here, and tells how to repeat a failure.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings
from support.clauses import Shown, cited, fault, summary, whole_run

pytest_plugins = ["support.stores"]
PROPERTY = "clause"
_shown = pytest.StashKey[Shown]()

# No property is about time, which a machine that does much else has little of; and a failure says how to see it again.
settings.register_profile(
    "patient", settings(), deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("patient")


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("clause"):  # a bare mark has not gone through support.clauses.clause
        wrong = fault(mark.args[0], mark.args[1:])
        if wrong:
            pytest.fail(wrong, pytrace=False)
    item.user_properties += [(PROPERTY, list(where)) for where in cited(item)]


class _Table:
    """Gathers what passing tests show, from all workers where there are several."""

    def __init__(self, config: pytest.Config) -> None:
        self.shown = config.stash.setdefault(_shown, set())

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            found = [value for name, value in report.user_properties if name == PROPERTY]
            self.shown |= {(str(where[0]), str(where[1])) for where in found if isinstance(where, list)}


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(_Table(config), "clauses-shown")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if whole_run(config):
        terminalreporter.section("clauses to enforce or choose that tests show")
        for line in summary(config.stash[_shown]):
            terminalreporter.write_line(line)
