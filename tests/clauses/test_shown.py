"""The bookkeeping of clauses that tests show."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import clauses as marks
from support.clauses import clause, summary

from cutcard.clauses import BOOKS, ledger, recorded, shown

ROOT = Path(__file__).resolve().parents[2]


def test_list_in_the_package_is_what_the_tests_say(request: pytest.FixtureRequest) -> None:
    if marks.whole_run(request.config):  # then all of them are here
        kept = (ROOT / "src" / "cutcard" / "clauses" / "shown.csv").read_text(encoding="utf-8")
        assert kept == marks.listed(request.session.items), "run make shown"
        return
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    command = [sys.executable, str(ROOT / "tools" / "shown.py"), "--check"]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_list_in_the_package_names_clauses_that_there_are() -> None:
    assert all(each in ledger(book) for book, each in [*shown(), *recorded()])


@pytest.mark.parametrize(
    ("book", "ids", "said"),
    [
        ("melbourne-v26", ("7.5.6(d)", "99.9"), "'99.9'"),
        ("melborne-v26", ("7.5.6(d)",), "did you mean melbourne-v26?"),
    ],
)
@pytest.mark.parametrize("mark", [clause, marks.recorded])
def test_unknown_clause_stops_the_test_that_cites_it(
    mark: Callable[..., object], book: str, ids: tuple[str, ...], said: str
) -> None:
    with pytest.raises(pytest.Collector.CollectError, match="cites") as error:
        mark(book, *ids)
    assert said in str(error.value)


FILES = {
    "test_good.py": """
        from support.clauses import clause, recorded
        @clause("canberra-2006", "10.5")
        @recorded("canberra-2006", "10.5", "16.9")
        @clause("melbourne-v26", "7.5.6(c)(iv)")
        def test_aces_get_one_card(): pass
        @clause("canberra-2006", "10.3")
        def test_that_fails(): assert False
        """,
    "test_bad.py": """
        from support.clauses import clause
        @clause("canberra-2006", "10.55")
        def test_nothing(): pass
        """,
    "test_bare.py": """
        import pytest
        @pytest.mark.clause("canberra-2006", "10.56")
        def test_nothing(): pass
        """,
}


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["alone", "workers"])
def test_a_whole_run_ends_with_a_table(tmp_path: Path, workers: tuple[str, ...]) -> None:
    tests = tmp_path / "tests"
    tests.mkdir()
    (tests / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    for name, text in FILES.items():
        lines = [line.removeprefix(" " * 8) for line in text.splitlines()]
        (tests / name).write_text("\n".join(lines), encoding="utf-8")
    known = "markers =\n  clause(book, *ids): shown\n  recorded(book, *ids): recorded\n"
    settings = f"[pytest]\ntestpaths = tests\npythonpath = {ROOT / 'tests'}\n{known}"
    (tmp_path / "pytest.ini").write_text(settings, encoding="utf-8")
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    command = [sys.executable, "-m", "pytest", "--continue-on-collection-errors", *workers]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    said = done.stdout
    assert "cites clauses that canberra-2006 does not have: '10.55'" in said
    assert "cites clauses that canberra-2006 does not have: '10.56'" in said
    every = next(line for line in said.splitlines() if line.startswith("every clause")).split()
    assert every[2:] == ["0/546", "0", "0/457", "0", "1/251", "1", "0/214", "0", "1/911", "0"]


def test_table_has_a_line_for_each_topic_and_counts_what_is_shown_and_what_is_only_recorded() -> None:
    lines = list(summary({("canberra-2006", "10.5"), ("canberra-2006", "10.3")}, {("canberra-2006", "10.4")}))
    assert lines[0].split() == ["topic", *BOOKS]
    assert lines[1].split() == ["shown", "recorded"] * len(BOOKS)
    split = next(line.split() for line in lines if line.startswith("split"))
    assert split[5:7] == ["2/10", "1"]
