"""Kernels that are compiled into their callers have no way in from Python: such a call would end the process."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SOURCE = ROOT / "src"


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


def decorators(node: ast.AST) -> set[str]:
    found = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return {one.id for one in found if isinstance(one, ast.Name)}


def inlined_kernels() -> dict[str, set[str]]:
    """The kernels of each module that are decorated as inlined; every module calls its decorator so."""
    found: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        if "inlined" in (text := path.read_text()):
            functions = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef))
            if names := {one.name for one in functions if {"inlined", "_inlined"} & decorators(one)}:
                found[module_of(path)] = names
    return found


def calls_from_python(text: str, inlined: dict[str, set[str]], module: str = "") -> Iterator[str]:
    """Where a module names an inlined kernel outside all kernels, which are functions with a decorator."""
    tree = ast.parse(text)
    names, modules = set(inlined.get(module, ())), dict[str, set[str]]()
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
    for source, alias in ((node.module or "", alias) for node in imports for alias in node.names):
        if alias.name in inlined.get(source, ()):
            names.add(alias.asname or alias.name)
        modules[alias.asname or alias.name] = inlined.get(f"{source}.{alias.name}", set())
    for node in (each for part in tree.body if not decorators(part) for each in ast.walk(part)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in names:
            yield f"{module} line {node.lineno}: {node.id}"
        of = node.value if isinstance(node, ast.Attribute) else None
        if isinstance(node, ast.Attribute) and isinstance(of, ast.Name) and node.attr in modules.get(of.id, ()):
            yield f"{module} line {node.lineno}: {node.attr}"


def test_nothing_but_a_kernel_calls_an_inlined_kernel() -> None:
    inlined = inlined_kernels()
    in_kernel = (names for module, names in inlined.items() if module.startswith("cutcard.simulate.kernel."))
    assert sum(map(len, in_kernel)) > 40
    ends = {module.rpartition(".")[2] for module in inlined}
    wrong: list[str] = []
    for folder in ("src", "tests", "benchmarks", "tools"):
        for path in (ROOT / folder).rglob("*.py"):
            text, module = path.read_text(), module_of(path) if folder == "src" else path.name
            if module in inlined or any(f"import {end}" in text or f".{end} import" in text for end in ends):
                wrong += calls_from_python(text, inlined, module)
    assert wrong == []


def test_such_a_call_is_found() -> None:
    inlined = {"cutcard.simulate.kernel.dealing": {"below"}}
    program = "from cutcard.simulate.kernel import dealing as k\n\ndef f():\n    return k.below(1, 2)\n"
    assert [*calls_from_python(program, inlined, "p")] == ["p line 4: below"]
    assert [*calls_from_python(program.replace("def", "@njit\ndef"), inlined, "p")] == []
