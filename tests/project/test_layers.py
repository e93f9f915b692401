"""No module imports a layer above its own, not even for its types."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent / "src" / "cutcard"
LAYERS = (
    (
        "cards",
        "durations",
        "errors",
        "extras",
        "hands",
        "logs",
        "money",
        "private_files",
        "prize_draw",
        "refusal_sentences",
        "refusals",
        "shoe",
        "spreadsheet_cells",
        "time_zones",
        "toml_text",
        "typed_values",
        "validation",
    ),
    ("clauses", "rulebooks", "sidebets"),
    ("engine", "hand_rules", "lookup", "records"),
    ("jackpots", "narration", "players", "promotions", "streams", "table", "tournaments", "training"),
    ("counting", "odds", "reports", "simulate"),
    ("environments",),
    ("store",),
    ("floor",),
    ("bots", "client", "service"),
    ("cli", "terminal", "web"),
)
RANK = {name: rank for rank, layer in enumerate(LAYERS) for name in layer}


def imported(file: Path) -> Iterator[str]:
    """The modules and packages at the top of cutcard that a file imports."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1] for name in names if name.startswith("cutcard."))


def imports() -> Iterator[tuple[str, str, str]]:
    """Each file with where it stands and what it imports; the version belongs to nobody."""
    for file in sorted(SOURCE.rglob("*.py")):
        inside = file.relative_to(SOURCE)
        here = inside.parts[0].removesuffix(".py")
        yield from ((str(inside), here, name) for name in imported(file) if name != "__version__")


def test_no_module_imports_a_higher_layer() -> None:
    found = [(file, there) for file, here, there in imports() if here in RANK and RANK[there] > RANK[here]]
    assert not found


def test_every_module_has_a_layer() -> None:
    tops = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert tops - {"__init__", "__main__"} == set(RANK)


def test_pages_are_clients_of_the_service_and_import_nothing_else() -> None:
    assert not [(file, there) for file, here, there in imports() if here == "web" and there not in ("service", "web")]
