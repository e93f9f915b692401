"""The command itself on a real pseudo-terminal: what a person at the keyboard sees."""

from __future__ import annotations

import codecs
import contextlib
import fcntl
import json
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.waiting import attempts, eventually

from cutcard.records import settle

COMMAND = [sys.executable, "-m", "cutcard", "play"]
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")
UNFINISHED = re.compile(r"\x1b\[?[0-9;?]*$")
PATIENCE_S = 90  # a machine that does much else is slow, not wrong
REST_S = 0.2


def _plain(raw: str) -> str:
    """What is written, without colours; where the screen is cleared a new line begins."""
    return UNFINISHED.sub("", ESCAPES.sub("", raw.replace("\x1b[2J", "\n")))


def _own_terminal() -> None:
    """In the new process: the terminal is its own, and an interrupt reaches it in the background too."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Terminal:
    """A running `cutcard play`, with somebody to type and read."""

    def __init__(self, *arguments: str, columns: int = 80, lines: int = 24) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
        environment.pop("COLUMNS", None)
        environment.pop("NO_COLOR", None)
        self.process = subprocess.Popen(
            [*COMMAND, "--pace", "0", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=_own_terminal,
        )
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.raw = ""
        self.seen = 0

    def until(self, wanted: str) -> str:
        """Read on until this is seen after what was seen before; answers with all up to it."""
        said = partial(self._not_seen, wanted)
        end = eventually(lambda: self._end_of(wanted), said, within_s=PATIENCE_S)
        text = _plain(self.raw)[self.seen : end]
        self.seen = end
        return text

    def _end_of(self, wanted: str) -> int:
        """Where this ends in what has been read; 0, once more has been read, where it is not there."""
        found = _plain(self.raw).find(wanted, self.seen)
        if found >= 0:
            return found + len(wanted)
        if select.select([self.master], [], [], REST_S)[0]:
            new = self._read()
            assert new is not None, f"the end came before {self._not_seen(wanted)}"
            self.raw += new
        return 0

    def _not_seen(self, wanted: str) -> str:
        return f"{wanted!r} in {_plain(self.raw)[self.seen :][-1500:]!r}"

    def _read(self) -> str | None:
        """What has come, perhaps half a character and so nothing yet; None once the other end is closed."""
        try:
            read = os.read(self.master, 65536)
        except OSError:  # how Linux says it
            return None
        return self.decoder.decode(read) if read else None

    def type(self, text: str, then: str = "› ") -> str:
        """Type a line and read to the next prompt, or to something else."""
        os.write(self.master, text.encode() + b"\n")
        return self.until(then)

    def interrupt(self) -> None:
        """Press Ctrl-C once the prompt waits for a key: just before, an interrupt would be seen one key later."""
        status, before = Path(f"/proc/{self.process.pid}/status"), ""
        time.sleep(REST_S)
        for _ in attempts(PATIENCE_S, pause=lambda: time.sleep(REST_S)):
            if not status.exists():  # elsewhere than on Linux a person's pause must do
                break
            lines = status.read_text().splitlines()
            now = "\n".join(line for line in lines if line.startswith(("State", "voluntary", "nonvoluntary")))
            if now == before and "sleeping" in now:  # and it has not run in between
                break
            before = now
        os.write(self.master, b"\x03")

    def ended(self) -> int:
        """The exit status, once it has come to its end."""
        while self._read() is not None:
            pass
        return self.process.wait(PATIENCE_S)

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.master)


@contextlib.contextmanager
def terminal(*arguments: str, columns: int = 80, lines: int = 24) -> Iterator[Terminal]:
    made = Terminal(*arguments, columns=columns, lines=lines)
    try:
        yield made
    finally:
        made.close()


TABLES = [
    ("sydney-v15", "blackjack", "perfect-pairs"),
    ("sydney-v15", "blackjack", "blazing-7s"),
    ("sydney-earlier", "blackjack", "any-pairs"),
    ("canberra-2006", "blackjack", "super-sevens"),
    ("canberra-2003", "blackjack", "perfect-pairs"),
    ("melbourne-v26", "crown-pontoon", "pontoon-pandemonium"),
    ("melbourne-v26", "vegas-blackjack", "perfect-pairs"),
    ("melbourne-v26", "free-bet-blackjack", "pot-of-gold"),
    ("melbourne-v26", "blackjack-select", "buster-blackjack"),
    ("melbourne-v26", "blackjack-plus", "supernova"),
]


@pytest.mark.parametrize(("book", "game", "bet"), TABLES)
def test_rounds_of_each_book_are_played_to_the_end(book: str, game: str, bet: str, tmp_path: Path) -> None:
    file = tmp_path / "rounds.jsonl"
    with terminal(book, game, "--side-bet", bet, "--seed", "7", "--records", str(file), "--others", "1") as seen:
        seen.until("box 1 › ")
        for _ in range(4):
            text = seen.type("20 5")
            for _ in range(30):
                if text.endswith("box 1 › "):
                    break
                text = seen.type("s" if re.search(r"S +Stand", text) else "h" if re.search(r"H +Hit", text) else "")
            assert "wager $20: " in text
        text = seen.type("q", "leave with")
        assert "4 rounds, $" in text
        assert seen.ended() == 0
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(records) == 4
    assert all(settle(record)["net"] == record["net"] for record in records)


def test_a_table_is_chosen_from_lists_and_enter_takes_a_good_one() -> None:
    with terminal("--seed", "1") as seen:
        seen.until("Enter takes 6, Crown Pontoon: ")
        assert "Type a number from 1 to 16" in seen.type("17", "Enter takes 6, Crown Pontoon: ")
        assert "Pontoon Pandemonium" in seen.type("", "Enter takes Perfect Pairs: ")
        text = seen.type("")
        assert "CROWN PONTOON" in text
        assert "Perfect Pairs" in text
        assert "PONTOON PAYS 3 TO 2" in text


def test_cards_are_coloured_by_suit_and_the_screen_is_drawn_anew() -> None:
    with terminal("melbourne-v26", "blackjack", "--seed", "2") as seen:
        seen.until("box 1 › ")
        seen.type("")
        assert "\x1b[2J" in seen.raw
        assert re.search(r"\x1b\[1;[^m]+m *(10|[2-9AJQK])[♣♦♥♠]", seen.raw)


@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_wider_than_the_terminal(columns: int) -> None:
    arguments = ("melbourne-v26", "crown-pontoon", "--boxes", "2,4", "--others", "3", "--explain", "--seed", "3")
    with terminal(*arguments, "--side-bet", "perfect-pairs", columns=columns, lines=40) as seen:
        text = seen.until("box 2 › ")
        seen.type("20 5", "box 4 › ")
        text += seen.type("20 5")
        assert max(map(len, text.splitlines())) <= columns


def test_wrong_words_get_one_sentence_and_the_question_again() -> None:
    with terminal("sydney-v15", "--seed", "9") as seen:
        seen.until("box 1 › ")
        assert "'lots' is not an amount of dollars." in seen.type("lots")
        assert "Box 1 takes $10 to $500." in seen.type("1000000")
        text = seen.type("10")
        if not text.endswith("box 1 › "):
            assert "Type one of" in seen.type("dance")


def test_the_end_of_the_input_ends_politely() -> None:
    with terminal("sydney-v15", "--seed", "9") as seen:
        seen.until("box 1 › ")
        os.write(seen.master, b"\x04")
        seen.until("No round was played.")
        assert seen.ended() == 0


def test_an_interrupt_ends_politely_even_within_a_round() -> None:
    with terminal("melbourne-v26", "blackjack", "--seed", "2") as seen:
        seen.until("box 1 › ")
        seen.type("10")
        seen.interrupt()
        seen.until("1 round, $10 staked")
        assert seen.ended() == 0


def test_an_interrupt_while_cards_are_coming_ends_politely() -> None:
    with terminal("melbourne-v26", "blackjack", "--seed", "2", "--others", "5", "--pace", "2") as seen:
        seen.until("box 1 › ")
        seen.type("10", "▸ 2 ann")  # the first card lies, and the next comes in two seconds
        os.killpg(seen.process.pid, signal.SIGINT)
        seen.until("1 round, $10 staked")
        assert seen.ended() == 0


@pytest.mark.parametrize("arguments", [(), ("melbourne-v26",), ("canberra-2003", "blackjack")])
def test_without_a_terminal_it_says_so_and_ends_well(arguments: tuple[str, ...]) -> None:
    done = subprocess.run([*COMMAND, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
    assert "o round was played" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["sydney-v16"], "did you mean sydney-v15"),
        (["melbourne-v26", "pontoon"], "did you mean"),
        (["sydney-v15", "--decks", "7"], "Blackjack is played with 6 or 8 decks, not 7 (clause 3.1)"),
        (["sydney-v15", "--side-bet", "pot-of-gold"], "there is no side bet in sydney-v15 called 'pot-of-gold'"),
        (["sydney-v15", "--side-bet", "lucky-lucky=9"], "has no pay table '9' here"),
        (["sydney-v15", "--option", "resplit"], "an option is given as NAME=VALUE"),
        (["sydney-v15", "--option", "resplit=maybe"], "option resplit is one of"),
        (["sydney-v15", "--boxes", "1,12"], "there is no box 12"),
        (["sydney-v15", "--boxes", "one"], "--boxes takes numbers"),
        (["sydney-v15", "--others", "9"], "there is room for"),
        (["sydney-v15", "--minimum", "0"], "--minimum must be more than 0"),
        (["sydney-v15", "--chip", "1.234"], "--chip: "),
        (["sydney-v15", "--minimum", "50", "--maximum", "20"], "the minimum $50 is above the maximum $20"),
        (["sydney-v15", "--records", "/nowhere/rounds"], "/nowhere/rounds cannot be written"),
        (
            ["melbourne-v26", "blackjack", "--side-bet", "supernova", "--side-bet", "blackjack-jackpots"],
            "may not be offered beside",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_a_sentence(arguments: list[str], sentence: str) -> None:
    done = subprocess.run([*COMMAND, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_settling_into_a_file_shows_its_progress_to_whoever_watches_the_error_stream(tmp_path: Path) -> None:
    records, results = tmp_path / "records.jsonl", tmp_path / "results.jsonl"
    records.write_text("{}\n" * 100)
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 120, 0, 0))
    environment = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, "-m", "cutcard", "settle", str(records)]
    with results.open("wb") as file:
        process = subprocess.Popen(command, stdout=file, stderr=slave, env=environment)
    os.close(slave)
    raw = b""
    with contextlib.suppress(OSError):  # so a terminal says that nobody writes to it any more
        while select.select([master], [], [], PATIENCE_S)[0]:
            raw += os.read(master, 4096)
    os.close(master)
    assert process.wait(PATIENCE_S) == 1
    assert "100 records, 100 refused or other" in _plain(raw.decode("utf-8", "replace"))
    assert len(results.read_text().splitlines()) == 100
