"""Laws as files: every rule has its clause, and every fault of a file is told in a sentence."""

from __future__ import annotations

import ast
import dataclasses
from functools import cache
from pathlib import Path
from typing import get_args

import pytest

from cutcard.errors import UnknownName
from cutcard.players.law import (
    DAY,
    DIRECTORY,
    HOUR,
    LAWS,
    MINUTE,
    SECTIONS,
    STATED,
    ExclusionKind,
    LawError,
    law_of,
    law_rules,
    read_law,
)

NSW = (DIRECTORY / "new-south-wales.toml").read_text(encoding="utf-8")


def changed(folder: Path, *changes: tuple[str, str]) -> Path:
    text = NSW
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "new-south-wales.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_the_three_laws_are_read() -> None:
    assert LAWS == ("house", "new-south-wales", "victoria")
    assert [law_of(name).id for name in LAWS] == list(LAWS)
    with pytest.raises(UnknownName, match="new-south-wales"):
        law_of("new-south-whales")


@pytest.mark.parametrize("name", ["new-south-wales", "victoria"])
def test_every_rule_of_a_law_has_a_clause_and_its_sources_are_named(name: str) -> None:
    law = law_of(name)
    assert law.sources
    assert law.unread, "what could not be read is said"
    assert all(law.clauses.values())
    assert all(rule.clause for rule in law.time_rules)
    assert law_of("house").clause("limits.raise_wait") is None


def test_what_new_south_wales_and_victoria_differ_in() -> None:
    nsw, victoria = law_of("new-south-wales"), law_of("victoria")
    assert [(rule.played, rule.then, rule.out) for rule in nsw.time_rules] == [
        (6 * HOUR, "assessment", 0),
        (12 * HOUR, "out", 24 * HOUR),
        (48 * HOUR, "out", 7 * DAY),
    ]
    assert [(rule.played, rule.then, rule.out) for rule in victoria.time_rules] == [
        (3 * HOUR, "out", 15 * MINUTE),
        (12 * HOUR, "out", 24 * HOUR),
        (36 * HOUR, "rest-of-period", 0),
    ]
    assert (nsw.limits.chosen_first, victoria.limits.chosen_first) == (True, False)


RULES = [(section, field.name) for section, kind in SECTIONS.items() for field in dataclasses.fields(kind)]


@pytest.mark.parametrize(("section", "name"), RULES)
def test_every_rule_that_is_not_just_stated_is_read_by_the_program(section: str, name: str) -> None:
    """Who may be excluded by whom is asked by the kind of the order."""
    by_kind = section == "exclusion" and name.replace("_", "-") in get_args(ExclusionKind)
    assert by_kind or name in _read(), f"nothing reads {section}.{name}: give it behaviour, or have it only stated"


@cache
def _read() -> frozenset[str]:
    """The attributes that are read where somebody is asked about a law."""
    modules = [path for path in DIRECTORY.parent.parent.rglob("*.py") if path.name != "law.py"]
    texts = [text for path in modules if "law." in (text := path.read_text(encoding="utf-8"))]
    nodes = [node for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Attribute)]
    return frozenset(node.attr for node in nodes if isinstance(node.ctx, ast.Load))


def test_what_is_only_stated_is_printed_with_its_clause_and_has_to_be_right(tmp_path: Path) -> None:
    lines = {line.name: line for line in law_rules(law_of("new-south-wales"))}
    assert (lines["limits.deposit"].value, lines["limits.deposit"].clause) == ("day", "31I")
    assert set(STATED) <= set(lines)
    with pytest.raises(LawError, match=r"limits\.lowered: it must be one of 'at-once'"):
        read_law(changed(tmp_path, ('"at-once"', '"tomorrow"')))
    with pytest.raises(LawError, match=r"limits\.lowered: this is missing"):
        read_law(changed(tmp_path, ("lowered         =", "# lowered       =")))


FAULTS = [
    ((('"31D(5)"', '""'),), "cards.needed: the clause that says so is missing"),
    (
        (('is = "24 h", clause = "31S(1)"', 'is = "1 day", clause = "31S(1)"'),),
        "suspension.shortest: it must be a time",
    ),
    (
        (("needed           = { is = true", 'needed           = { is = "yes"'),),
        "cards.needed: it must be true or false",
    ),
    ((("one_each ", "one_card "),), "cards.one_card: there is no such rule; did you mean one_each?"),
    ((("one_each ", "one_card "),), "cards.one_each: this is missing"),
    ((("Australia/Sydney", "Australia/Sidney"),), "time_zone: there is no time zone 'Australia/Sidney'"),
    ((('"monday"', '"Monday"'),), "week_starts: it must be one of 'monday'"),
    ((("[suspension]", "[suspensions]"),), "suspension: this section is missing"),
    ((('id          = "new-south-wales"', 'id = "nsw"'),), "id: a law is called as its file is, new-south-wales"),
    ((('window  = "24 h"\n', ""),), "time_rules[2]: a rolling count has a window, and no other has one"),
    ((('pause   = "15 min"\n', ""),), "time_rules[1]: an unbroken count says which pause ends it, and no other does"),
    ((('out     = "24 h"\n', ""),), "time_rules[2]: a time without play is given where that is what follows"),
    ((('played  = "48 h"', 'played  = "8 d"'),), "time_rules[3]: nobody can play longer than the window is"),
    ((('played  = "6 h"', 'played  = "0 h"'),), "time_rules[1]: a time of play of nothing would stop everybody"),
    ((('"twelve-hours"', '"six-hours"'),), "time_rules: two are called six-hours"),
    ((('"31L(2)"', '""'),), "time_rules[1]: the clause that says so is missing"),
    ((('played  = "6 h"\n', ""),), "time_rules[1].played: this is missing"),
    ((('{ is = true, clause = "31D(3)" }', "true"),), "cards.one_each: a rule is written { is ="),
    ((('then    = "out"', 'then    = "rest-of-period"'),), "there is a rest of a day, a week or a month"),
]


@pytest.mark.parametrize(("changes", "fault"), FAULTS, ids=[fault[:30] for _, fault in FAULTS])
def test_a_fault_is_told_in_a_sentence(tmp_path: Path, changes: tuple[tuple[str, str], ...], fault: str) -> None:
    with pytest.raises(LawError) as raised:
        read_law(changed(tmp_path, *changes))
    assert any(one.startswith(fault) or fault in one for one in raised.value.faults), raised.value.faults


def test_all_faults_are_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(LawError, match="has 2 faults") as raised:
        read_law(changed(tmp_path, ('"31D(5)"', '""'), ("Australia/Sydney", "Nowhere")))
    assert len(raised.value.faults) == 2


def test_a_file_that_is_no_toml_or_is_not_there_is_told_too(tmp_path: Path) -> None:
    with pytest.raises(LawError, match=r"no\.toml: No such file"):
        read_law(tmp_path / "no.toml")
    (tmp_path / "bad.toml").write_text("id = ", encoding="utf-8")
    with pytest.raises(LawError, match="this is not TOML"):
        read_law(tmp_path / "bad.toml")
