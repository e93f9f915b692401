"""The compiler is loaded when a kernel is called, not when a module that has one is imported."""

from __future__ import annotations

import subprocess
import sys
from io import StringIO

from cutcard.odds.compile_progress import CLEAR, ProgressLine


def test_no_import_loads_the_compiler_and_a_call_does() -> None:
    program = (
        "import sys, cutcard.odds, cutcard.simulate.links, cutcard.simulate.tournaments, cutcard.odds.tournaments\n"
        "from cutcard.odds.kernel import natural_value as named\n"
        "from cutcard.odds import kernel\n"
        "assert 'numba' not in sys.modules\n"
        "assert named(0) == kernel.natural_value(0) == 9\n"
        "assert 'numba' in sys.modules\n"
        "assert type(kernel.natural_value) is type(cutcard.simulate.kernel.simulate)\n"
        "assert named.py_func is kernel.natural_value.py_func\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_line_names_the_innermost_kernel_and_goes_away() -> None:
    stream = StringIO()
    line = ProgressLine(stream)
    line.start("hand_values")
    line.start("dealer_ends")
    assert stream.getvalue().split(CLEAR)[-1] == "cutcard: compiling, once on this machine: dealer_ends, 0 s"
    line.end()
    assert "hand_values" in stream.getvalue().split(CLEAR)[-1]
    line.end()
    assert stream.getvalue().endswith(CLEAR)
