"""What docs/service.md shows is so."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

from support.running_service import Running

from cutcard.table import BurnCard

TEXT = (Path(__file__).resolve().parent.parent.parent / "docs" / "service.md").read_text()


def test_the_example_of_the_client_runs(service: Running, tmp_path: Path) -> None:
    if not service.has("Sydney"):
        service.open("Sydney")
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    script = tmp_path / "example.py"
    script.write_text(code.replace("http://localhost:8421", service.address))
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=60, check=True)
    assert "'BettingOpened'" in done.stdout
    assert "'wagers'" in done.stdout
    assert "'RoundEnded'" in done.stdout.splitlines()[-1]
    assert done.stderr == ""


def test_the_example_of_an_error_is_what_is_answered(service: Running) -> None:
    if not service.has("Sydney"):
        service.open("Sydney")
    (example,) = re.findall(r'^    (\{"error": .*\})$', TEXT, re.MULTILINE)
    answer = service.give("Sydney", BurnCard(), service.person("ann"))
    assert answer.status_code == 403
    assert answer.json() == json.loads(example)
