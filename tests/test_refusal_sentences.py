"""The catalogue of refusals: every code that the source gives has a sentence, and every sentence has its facts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import pytest

import cutcard
from cutcard.refusal_sentences import SENTENCES
from cutcard.refusals import FORMS, PEOPLE, PLACEHOLDER, Refusal

SOURCE = Path(cutcard.__file__).parent
MAKERS = {"Refusal", "refuse", "by", "Reason"}


class Given(NamedTuple):
    """A refusal as the source makes it: its code, and the facts that stand there to be read."""

    where: str
    code: str
    facts: frozenset[str] | None  # None: they are put together elsewhere


@cache
def _all_given() -> list[Given]:
    return list(_given())


def _given() -> Iterator[Given]:
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.Module):
                yield from _in(function, str(path.relative_to(SOURCE)))


def _in(body: ast.FunctionDef | ast.Module, path: str) -> Iterator[Given]:
    """The refusals made in one function, with the dictionaries of facts that it has by name."""
    parts = [each for each in body.body if isinstance(each, ast.Assign)] if isinstance(body, ast.Module) else [body]
    inner = [node for part in parts for node in ast.walk(part)]
    dicts = [
        (node.lineno, target.id, node.value)
        for node in inner
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    ]
    for node in inner:
        if isinstance(node, ast.Call) and (maker := _name(node.func)) in MAKERS:
            named = {name: value for line, name, value in sorted(dicts, key=itemgetter(0)) if line <= node.lineno}
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            codes = [text for text in texts if text in SENTENCES or (maker == "Refusal" and text == _first(node))]
            for code in codes[-1:]:
                yield Given(f"{path}:{node.lineno}", code, None if maker == "Reason" else _facts(node, named))


def _name(func: ast.expr) -> str:
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def _first(call: ast.Call) -> object:
    return call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else None


def _facts(call: ast.Call, named: dict[str, ast.Dict]) -> frozenset[str] | None:
    found = {keyword.arg for keyword in call.keywords if keyword.arg is not None}
    dicts: list[ast.expr] = [keyword.value for keyword in call.keywords if keyword.arg is None]
    dicts += [arg for arg in call.args if isinstance(arg, ast.Dict) or (isinstance(arg, ast.Name) and arg.id in named)]
    for given in dicts:
        shown = named.get(given.id) if isinstance(given, ast.Name) else given
        if not isinstance(shown, ast.Dict):
            return None
        found |= {str(key.value) for key in shown.keys if isinstance(key, ast.Constant)}
    return frozenset(found)


def test_every_code_in_the_source_has_a_sentence() -> None:
    assert [given for given in _all_given() if given.code not in SENTENCES] == []


def test_every_sentence_is_used() -> None:
    words = {
        node.value
        for path in SOURCE.rglob("*.py")
        if path.parent.name != "refusal_sentences"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert set(SENTENCES) - words == set()


def test_every_placeholder_is_a_fact() -> None:
    given = _all_given()
    assert len(given) > len(SENTENCES) * 3 // 4
    for where, code, facts in given:
        wanted = {name for name, _ in PLACEHOLDER.findall(SENTENCES[code])}
        assert facts is None or wanted <= facts, f"{where}: {code} has no {wanted - facts}"


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_one_line_in_forms_that_there_are(code: str) -> None:
    sentence = SENTENCES[code]
    assert "\n" not in sentence
    assert not sentence.endswith(".")
    assert sentence.count("{") == len(PLACEHOLDER.findall(sentence))
    for name, form in PLACEHOLDER.findall(sentence):
        assert name in PEOPLE or not form or form in FORMS, f"there is no form {form}"


def test_whoever_reads_about_themselves_reads_you() -> None:
    refusal = Refusal("insurance-at-most", "7.5.7", {"limit": 500, "player": "ann", "box": 3})
    assert refusal.message == "ann may insure up to $5 on box 3"
    assert refusal.message_to("ann") == "you may insure up to $5 on box 3"
    assert refusal.message_to("bob") == refusal.message
    turn = Refusal("not-controller", "5.7", {"controller": "ann", "box": 3, "player": "bob"})
    assert turn.message_to("ann") == "you decide for box 3, not bob"
    assert turn.message_to("bob") == "ann decides for box 3, not you"
