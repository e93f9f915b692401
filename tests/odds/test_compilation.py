"""The compiler is loaded when a kernel is called, not when a module that has one is imported."""

from __future__ import annotations

import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

from cutcard.odds.compile_progress import CLEAR, ProgressLine


def test_no_import_loads_the_compiler_and_a_call_does() -> None:
    program = (
        "import sys, cutcard.odds, cutcard.simulate.links, cutcard.simulate.tournaments, cutcard.odds.tournaments\n"
        "from cutcard.odds.kernel import natural_value as named\n"
        "from cutcard.odds import kernel\n"
        "assert 'numba' not in sys.modules\n"
        "assert named(0) == kernel.natural_value(0) == 9\n"
        "assert 'numba' in sys.modules\n"
        "assert type(kernel.natural_value) is type(cutcard.simulate.kernel.simulation.simulate)\n"
        "assert named.py_func is kernel.natural_value.py_func\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


# In a process of its own, where no kernel is compiled yet. `uses` is written by hand, beside what is called.
STALE = """
import importlib, sys
from cutcard.odds.compilation import Kernel

modules = [importlib.import_module(name) for name in sys.argv[1:]]
kernels = {id(one): one for module in modules for one in vars(module).values() if isinstance(one, Kernel)}
assert len(kernels) > 150
for kernel in kernels.values():
    function = kernel.__wrapped__
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if isinstance(called, Kernel) and not called.files <= kernel.files:
            print(f"{function.__module__}.{function.__name__} calls {name}")
"""


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed() -> None:
    source = Path(__file__).parents[2] / "src"
    files = [file for file in source.rglob("*.py") if re.search("njit|^@compiled|^@inlined", file.read_text(), re.M)]
    modules = [".".join(file.relative_to(source).with_suffix("").parts) for file in files]
    found = subprocess.run([sys.executable, "-c", STALE, *modules], check=True, capture_output=True, text=True)
    assert found.stdout == ""


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
