"""Counting systems as data, and how often their counts come."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from cutcard.counting.expected_shoe import true_count_at
from cutcard.counting.frequencies import count_table
from cutcard.counting.systems import counting_system, packaged_systems
from cutcard.errors import CutcardError

SIX_DECKS = (24.0,) * 9 + (96.0,)
OWN = "[mine]\ntags = { 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7 = 0, 8 = 0, 9 = 0, T = -1, A = -1 }\n"


def test_balanced_systems_of_the_package_are_balanced_and_ko_is_not() -> None:
    shoe = np.array(SIX_DECKS)
    drifting = [name for name, system in packaged_systems().items() if abs(system.mean(shoe)) > 1e-12]
    assert drifting == ["ko"]
    # a whole shoe of six decks brings KO from its start at -20 to +4
    assert true_count_at(counting_system("ko"), 6, -20.0, 312.0) == 0.0
    assert true_count_at(counting_system("ko"), 6, -8.0, 156.0) == 0.0


def test_a_system_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(OWN, encoding="utf-8")
    assert counting_system(str(path)).tags == counting_system("hi-lo").tags


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("not toml", "not TOML"),
        ("[mine]\n", "no tags"),
        (OWN.replace("A = -1", "K = -1"), "a tag for each"),
        (OWN.replace("T = -1", 'T = "x"'), "are numbers"),
        (OWN + "side = 3\n", "not known"),
        (OWN + OWN.replace("mine", "other"), "2 counting systems"),
        ("[mine]\ntags = { 2=1, 3=1, 4=1, 5=1, 6=1, 7=1, 8=1, 9=1, T=1, A=1 }\n", "counts nothing"),
    ],
)
def test_a_file_with_a_fault_is_refused_in_a_sentence(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CutcardError, match=said):
        counting_system(str(path))


def test_an_unknown_name_and_a_missing_file_are_refused() -> None:
    with pytest.raises(CutcardError, match="high-low"):
        counting_system("high-low")
    with pytest.raises(CutcardError, match="could not be read"):
        counting_system("nowhere.toml")


@pytest.mark.parametrize("name", ["hi-lo", "halves", "ko"])
def test_counts_have_the_mean_and_spread_of_a_draw_without_replacement(name: str) -> None:
    system = counting_system(name)
    table = count_table(system, SIX_DECKS)
    share = np.array(SIX_DECKS) / 312
    mean, spread = system.values @ share, (system.values - system.values @ share) ** 2 @ share
    for seen in (1, 100, 300):
        chances = table.chances[seen]
        assert chances.sum() == pytest.approx(1.0)
        assert chances @ table.tags == pytest.approx(mean * seen, abs=1e-9)
        variance = chances @ (table.tags - mean * seen) ** 2
        assert variance == pytest.approx(seen * spread * (312 - seen) / 311)
