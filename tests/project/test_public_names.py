"""The public names are those that were written down: none comes or goes by accident."""

from __future__ import annotations

import importlib
import re
from types import ModuleType

from support.public_names import FILE, PACKAGES, public_names

import cutcard


def test_public_names_change_on_purpose_only() -> None:
    listed = FILE.read_text(encoding="utf-8").split()
    gone, new = sorted(set(listed) - set(public_names())), sorted(set(public_names()) - set(listed))
    say = "if this is meant, run `make public-names` and say in CHANGELOG.md what changed"
    assert (gone, new) == ([], []), say


def test_public_names_are_there() -> None:
    for package in PACKAGES:
        module = importlib.import_module(package)
        assert len(set(module.__all__)) == len(module.__all__), f"{package}.__all__ names something twice"
        assert not [name for name in module.__all__ if not hasattr(module, name)]


def test_no_module_takes_the_place_of_a_public_name() -> None:
    """A module that is imported late would be put over a function of the same name in its package."""
    source = FILE.parent.parent.parent / "src"
    for name in public_names():
        package, _, last = name.rpartition(".")
        if (source / name.replace(".", "/")).with_suffix(".py").exists():
            importlib.import_module(name)
            assert not isinstance(getattr(importlib.import_module(package), last), ModuleType), name


def test_every_public_package_has_a_page() -> None:
    pages = FILE.parent.parent.parent / "docs" / "api"
    described = {found for page in pages.glob("*.md") for found in re.findall(r"^::: (\S+)$", page.read_text(), re.M)}
    assert described == set(PACKAGES) - {"cutcard"}


def test_the_changelog_knows_the_version() -> None:
    changes = (FILE.parent.parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d+\.\d+\.\d+)\]", changes, re.M)
    assert newest is not None
    assert newest[1] == cutcard.__version__
