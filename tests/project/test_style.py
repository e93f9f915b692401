"""What all source keeps to: functions that fit a screen, telling file names, plain words, no code that reads prose."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
SOURCE = ROOT / "src" / "cutcard"
FUNCTION_LINES_MAX = 70
KERNELS = {("simulate/gpu_kernel.py", "compiled")}  # a GPU kernel is one function, made for the sizes of a game
FILE_LINES_MAX = 500
FILES_OF_A_NAME_MAX = 3
PLACES_MOST = 9
OLD_WORDS = re.compile(r"(?<![\w-])(he|him|his|himself|thereof|wherefore)(?![\w-])", re.IGNORECASE)
DATED_WORDS = re.compile(r"(?<![\w-])(thereby|whoever|anew|hence|ought)(?![\w-])", re.IGNORECASE)
READS_PROSE = re.compile(
    r"""["'][a-z :]{4,}["']\ in\ (message|why|reason|text|help|str\()"""
    r"""|re\.(search|match|sub)\([^)]*(message|reason|why|help)""",
    re.VERBOSE,
)
SCRIPT_READS_PROSE = re.compile(
    r"""\.(why|message|says|sentence|label)\.(startsWith|endsWith|includes|indexOf|match|search|split|replace)\("""
)
ONE_GAME = re.compile(r"""\b(game|book|rulebook)(\.id|_id|\.name)?\ *(==|!=|in)\ *["'(\[]""", re.VERBOSE)
PRIVATE = re.compile(r"(?<!self)(?<!cls)(?<!super\(\))\._(?!replace\b|fields\b|asdict\b|make\b|field_defaults\b)[a-z]")


def sources() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def lines_with(pattern: re.Pattern[str], files: list[Path]) -> Iterator[str]:
    for file in files:
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
            if pattern.search(line):
                yield f"{file.relative_to(ROOT)}:{number}: {line.strip()}"


def test_a_function_fits_a_screen() -> None:
    long = []
    for file in sources():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
                length = node.end_lineno - node.lineno + 1
                kernel = (str(file.relative_to(SOURCE)), node.name) in KERNELS
                if length > FUNCTION_LINES_MAX and not kernel:
                    long.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.name}: {length} lines")
    assert not long


def test_a_file_is_about_one_thing() -> None:
    lines = {str(file.relative_to(ROOT)): file.read_text(encoding="utf-8").count("\n") for file in sources()}
    assert not {file: count for file, count in lines.items() if count > FILE_LINES_MAX}


def discarded_replacements(source: str) -> list[int]:
    """The lines that call `_replace` and drop what it returns, as if a state could be changed in place."""
    calls = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Expr))
    functions = (call.func for call in calls if isinstance(call, ast.Call))
    return [func.lineno for func in functions if isinstance(func, ast.Attribute) and func.attr == "_replace"]


def test_no_state_is_changed_by_dropping_its_replacement() -> None:
    found = {file: discarded_replacements(file.read_text(encoding="utf-8")) for file in sources()}
    assert not {str(file.relative_to(ROOT)): lines for file, lines in found.items() if lines}
    assert discarded_replacements("state = one\nstate._replace(now=1)\nother = state._replace(now=2)") == [2]


def records_from_slices(source: str) -> list[int]:
    """The lines that call something with a part of a record, cut out by the places of its fields."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    parts = (part.value for call in calls for part in call.args if isinstance(part, ast.Starred))
    return [part.lineno for part in parts if isinstance(part, ast.Subscript) and isinstance(part.slice, ast.Slice)]


def test_no_record_is_made_of_a_slice_of_another() -> None:
    """But arrays are passed on so, where numbers are worked out."""
    files = [file for file in sources() if file.relative_to(SOURCE).parts[0] not in ("odds", "simulate")]
    found = {file: records_from_slices(file.read_text(encoding="utf-8")) for file in files}
    assert not {str(file.relative_to(ROOT)): lines for file, lines in found.items() if lines}
    assert records_from_slices("win = Win(*event[:9], 1)\nwhole = Win(*event)\nlast = [*moved[1:], None]") == [1]


def records_by_place(source: str) -> list[int]:
    """The lines that make a record of more fields than anybody counts, and name none of them."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    named = [(call, ast.unparse(call.func).rpartition(".")[2].lstrip("_")) for call in calls]
    return [call.lineno for call, name in named if name[:1].isupper() and len(call.args) > PLACES_MOST]


def test_a_record_of_many_fields_names_them() -> None:
    found = {file: records_by_place(file.read_text(encoding="utf-8")) for file in sources()}
    assert not {str(file.relative_to(ROOT)): lines for file, lines in found.items() if lines}
    assert records_by_place("f(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)\nRow(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)") == [2]


def test_a_file_name_tells_which_file_is_meant() -> None:
    names = Counter(file.name for file in sources() if file.name != "__init__.py")
    assert not {name: count for name, count in names.items() if count > FILES_OF_A_NAME_MAX}


def test_people_are_they_and_words_are_of_today() -> None:
    texts = [*sources(), *SOURCE.rglob("*.toml"), *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    assert not list(lines_with(OLD_WORDS, texts))
    texts.remove(ROOT / "CHANGELOG.md")  # what was released stays as it was worded
    assert not list(lines_with(DATED_WORDS, texts))


def test_no_code_reads_prose() -> None:
    assert not list(lines_with(READS_PROSE, sources()))
    assert not list(lines_with(SCRIPT_READS_PROSE, sorted((SOURCE / "web" / "static").rglob("*.js"))))


def test_no_code_knows_a_game_or_a_book_by_name() -> None:
    assert not list(lines_with(ONE_GAME, sources()))


def test_tests_use_public_names_only() -> None:
    files = [file for file in (ROOT / "tests").rglob("*.py") if "referee" not in file.parts and file != Path(__file__)]
    assert not list(lines_with(PRIVATE, files))
