"""The public format's own examples, through the library and through the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.records import lines, net, refused, settled

from cutcard.records import RecordRefused, settle

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "rounds.json").read_text())


def cutcard(*words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cutcard", *words], input=stdin, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["why"])
def test_example_settles_as_written(example: dict[str, Any]) -> None:
    if example["net"] is None:
        with pytest.raises(RecordRefused):
            settle(example["record"])
    else:
        assert settle(example["record"])["net"] == example["net"]


def test_command_prints_one_settled_record_a_line_in_order(tmp_path: Path) -> None:
    records = [example["record"] for example in EXAMPLES]
    listed = tmp_path / "list.json"
    listed.write_text(json.dumps(records))
    by_lines = "\n".join(json.dumps(record) for record in records)
    for result in (cutcard("settle", str(listed)), cutcard("settle", "-", stdin=by_lines)):
        assert result.returncode == 1  # one of the examples is refused
        settled = [json.loads(line) for line in result.stdout.splitlines()]
        assert [line.get("net") for line in settled] == [example["net"] for example in EXAMPLES]
        assert result.stderr == ""


def test_lines_are_settled_as_soon_as_they_are_read() -> None:
    line = json.dumps(EXAMPLES[0]["record"]) + "\n"
    command = [sys.executable, "-m", "cutcard", "settle", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        for _ in range(2):  # the second is written when the first has been answered, while the file is still open
            running.stdin.write(line)
            running.stdin.flush()
            assert json.loads(running.stdout.readline())["net"] == EXAMPLES[0]["net"]
        running.stdin.close()
        assert running.wait() == 0


def test_check_compares_a_records_own_settlement(tmp_path: Path) -> None:
    good = settle(EXAMPLES[1]["record"])
    bare = EXAMPLES[1]["record"]
    wrong = {**good, "net": {"ann": "1000000"}, "warnings": ["none of these"]}
    refused_one = {**good, "decks": 7}
    whole = tmp_path / "good.jsonl"
    whole.write_text(f"{json.dumps(good)}\n{json.dumps(good)}\n")
    result = cutcard("settle", "--check", str(whole))
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "2 records: 2 hold, 0 do not, 0 are refused\n"

    mixed = "".join(f"{json.dumps(each)}\n" for each in (good, wrong, bare, refused_one))
    result = cutcard("settle", "--check", "-", stdin=mixed)
    assert result.returncode == 1
    other, without, refusal = map(json.loads, result.stdout.splitlines())
    assert (other["record"], set(other["differs"])) == (2, {"net", "warnings"})
    assert other["differs"]["net"] == {"record": {"ann": "1000000"}, "engine": good["net"]}
    assert (without["record"], without["says"]) == (3, "the record has no settlement of its own")
    assert (refusal["record"], refusal["error"]["at"]) == (4, "decks")
    assert result.stderr == "4 records: 1 hold, 2 do not, 1 are refused\n"


def test_what_is_no_record_in_a_list_is_refused_and_checked_like_any_other() -> None:
    for options in ((), ("--check",)):
        result = cutcard("settle", *options, "-", stdin='[1, null, ["x"]]')
        assert result.returncode == 1
        said = [json.loads(line)["error"]["message"] for line in result.stdout.splitlines()]
        assert said == [f"a record must be a JSON object, not {what}" for what in ("a number", "null", "a list")]


def test_a_record_with_a_key_twice_is_refused() -> None:
    text = json.dumps(EXAMPLES[0]["record"])
    twice = f'{text[:-1]}, "cards": "Ts 6d"}}'
    within = text.replace('"box": 1', '"box": 1, "box": 2')
    result = cutcard("settle", "-", stdin=f"{twice}\n{within}\n{text}\n")
    first, second, third = map(json.loads, result.stdout.splitlines())
    assert first["error"] == {"message": "the record has the key 'cards' twice", "at": "cards"}
    assert second["error"] == {"message": "wagers[0] has the key 'box' twice", "at": "wagers[0]"}
    assert third["net"] == EXAMPLES[0]["net"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [["settle", "-"], ["rules"]])
def test_a_full_disk_and_a_closed_pipe_are_one_sentence(words: list[str]) -> None:
    record = json.dumps(EXAMPLES[0]["record"])
    with Path("/dev/full").open("w") as full:
        command = [sys.executable, "-m", "cutcard", *words]
        result = subprocess.run(command, input=record, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (2, "cutcard: the disk is full, so the output is incomplete\n")

    reads, writes = os.pipe()
    os.close(reads)
    result = subprocess.run(command, input=record, stdout=writes, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writes)
    assert result.stderr == "cutcard: the program that read the output has ended, so the rest is not written\n"
    assert result.returncode == 2


def test_settled_record_has_every_promised_key_and_settles_again_to_itself() -> None:
    settled = settle(EXAMPLES[1]["record"])
    assert settled["dealer"] == {"cards": "Ad 8c", "total": 19, "blackjack": False}
    assert settled["hands"] == [{"box": 1, "hand": 1, "cards": "Ts Th", "total": 20, "ended": "stood"}]
    assert settled["settlement"][1] == {
        "box": 1,
        "hand": None,
        "player": "ann",
        "bet": "insurance",
        "staked": "10",
        "returned": "0",
        "outcome": "lose",
        "clause": "13.3",
    }
    assert settled["unused"] == ""
    assert settle(settled) == settled


def test_one_object_in_a_file_and_cards_left_over(tmp_path: Path) -> None:
    record = {**EXAMPLES[0]["record"], "cards": EXAMPLES[0]["record"]["cards"] + " 2c 3c"}
    path = tmp_path / "one.json"
    path.write_text(json.dumps(record, indent=2))
    result = cutcard("settle", str(path))
    assert result.returncode == 0
    assert json.loads(result.stdout)["unused"] == "2c 3c"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "not text in UTF-8"),
        (b"what is this", "is not JSON: it must hold"),
        (b"[" * 100_000, "is not JSON: it must hold"),
        (b'{"rulebook": "sydney-v15", "ga', "is not JSON: it must hold"),
    ],
)
def test_file_of_noise_is_said_in_one_sentence(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "noise"
    path.write_bytes(content)
    result = cutcard("settle", str(path))
    assert result.returncode == 2
    assert says in result.stderr
    assert result.stderr.count("\n") == 1
    assert result.stdout == ""


def test_missing_file_does_not_keep_the_others_from_settling(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(json.dumps(EXAMPLES[0]["record"]))
    result = cutcard("settle", str(tmp_path / "gone.json"), str(path))
    assert result.returncode == 2
    assert "gone.json could not be read" in result.stderr
    assert json.loads(result.stdout)["net"] == {"ann": "20"}


def test_bad_line_among_good_ones_prints_an_error_in_its_place() -> None:
    good = json.dumps(EXAMPLES[0]["record"])
    result = cutcard("settle", "-", stdin=f"{good}\n{{half\n{good}\n")
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 1
    assert [("net" in line) for line in lines] == [True, False, True]
    assert "line 2 is not JSON" in lines[1]["error"]["message"]


def test_box_and_player_may_be_left_out_where_only_one_could_act() -> None:
    wagers = ["1 bob main 20", "2 ann main 20"]
    given = net("canberra-2006", "Js 9h Ad As 9d Th", {"do": "even-money"}, "stand", wagers=wagers)
    assert given == {"bob": "20", "ann": "-20"}
    shared = ["1 ann main 20", "1 bob main 30"]
    insured = settled(
        "melbourne-v26",
        "Ts Ad Th Kc",
        {"do": "insure", "amount": "10"},
        {"do": "insure", "amount": "15"},
        "stand",
        wagers=shared,
    )
    assert [(line["player"], line["staked"]) for line in lines(insured, bet="insurance")] == [
        ("ann", "10"),
        ("bob", "15"),
    ]


def test_a_join_or_rescue_that_names_another_box_is_refused() -> None:
    cards = "6h 5d 5d 6h 5d 9h Qd"
    rescue = {"do": "rescue", "box": 6}
    assert refused("melbourne-v26", cards, "double", rescue, game="crown-pontoon", wagers=["4 cal main 24"]).at == 1
