"""Write which tests show which clauses into the package, for `cutcard clauses`; with --check only compare."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "src" / "cutcard" / "clauses" / "shown.csv"


class _Items:
    """A pytest plugin that keeps what was collected."""

    def __init__(self) -> None:
        self.items: list[pytest.Item] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.items = list(session.items)


def collected() -> str:
    """The file as the tests in the tree would have it."""
    from support.clauses import listed  # beside the tests, which pytest puts on the path

    plugin = _Items()
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        args = ["--collect-only", "-qq", "-p", "no:xdist", "--rootdir", str(ROOT), str(ROOT / "tests")]
        status = pytest.main(args, plugins=[plugin])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise SystemExit(f"the tests cannot be collected:\n{output.getvalue()}")
    return listed(plugin.items)


def main() -> int:
    sys.path.insert(0, str(ROOT / "tests"))
    text = collected()
    if "--check" not in sys.argv[1:]:
        FILE.write_text(text, encoding="utf-8")
        return 0
    if FILE.exists() and FILE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{FILE.relative_to(ROOT)} is out of date: run make shown", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
