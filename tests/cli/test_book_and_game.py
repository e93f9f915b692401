"""A book and its game may be typed as one word, BOOK/GAME, wherever a command takes both."""

from __future__ import annotations

from typing import Any

import pytest
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError


def printed(line: str) -> str:
    result = CliRunner().invoke(app, line.split(), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("one_word", "two_words"),
    [
        ("odds melbourne-v26/crown-pontoon --json", "odds melbourne-v26 crown-pontoon --json"),
        ("strategy canberra-2006/blackjack", "strategy canberra-2006 blackjack"),
        ("rules examples/strip.toml/hits", "rules examples/strip.toml hits"),
    ],
)
def test_one_word_is_the_same_as_two(one_word: str, two_words: str, pytestconfig: Any, monkeypatch: Any) -> None:
    monkeypatch.chdir(pytestconfig.rootpath)
    assert printed(one_word) == printed(two_words)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("odds melbourne-v26/blakjack", "no game in melbourne-v26 called 'blakjack'; did you mean blackjack"),
        ("odds melbourne-v26/blackjack crown-pontoon", "two games are given, 'blackjack' and 'crown-pontoon'"),
        ("odds pontoon", "name the book before the game: melbourne-v26 crown-pontoon or melbourne-v26 6-to-5-pontoon"),
        ("strategy blackjack sydney-v15", "name the book before the game: sydney-v15 blackjack, sydney-earlier"),
        ("clauses melbourne-v26/blackjack", "'melbourne-v26/blackjack'; did you mean melbourne-v26"),
    ],
)
def test_what_cannot_be_meant_is_refused(line: str, message: str) -> None:
    with pytest.raises(CutcardError, match=message):
        printed(line)
