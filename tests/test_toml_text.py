"""TOML that is meant to keep a reader busy is refused before it is read."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from cutcard.toml_text import read_toml

KEYS = {"bare": "a", "quoted": '"a b"', "literal": "'a b'"}


@pytest.mark.parametrize("part", KEYS.values(), ids=KEYS)
@pytest.mark.parametrize("dot", [".", " . ", "\t."])
@pytest.mark.parametrize("form", ["{} = 1", "[{}]", "[[{}]]", "x = {{ {} = 1 }}", "y = 1\n{} = 1"])
def test_a_key_of_thousands_of_dots_is_refused_unread(
    monkeypatch: pytest.MonkeyPatch, part: str, dot: str, form: str
) -> None:
    """Python's reader takes a time that grows with the square of their number: minutes for a hundred kilobytes."""

    def reads(text: str) -> dict[str, Any]:
        raise AssertionError(f"{len(text)} characters are read")

    monkeypatch.setattr(tomllib, "loads", reads)
    with pytest.raises(tomllib.TOMLDecodeError, match="it is nested too deeply"):
        read_toml(form.format(dot.join([part] * 30_000)))


def test_usual_keys_and_long_texts_are_read() -> None:
    text = "One is read. So are two. Three? Four." * 100 + "...... 1.2.3.4.5 " * 20
    found = read_toml(f'a.b."c d".e = "{text}"\n[x.y.z]\nnumbers = [{"1.5, " * 200}]\n')
    assert found["a"]["b"]["c d"]["e"] == text
    assert found["x"]["y"]["z"]["numbers"] == [1.5] * 200
