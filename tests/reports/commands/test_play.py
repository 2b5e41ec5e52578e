import fcntl
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
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.playing import ROOT, command
from tongits_sim.records.replay import verified_records

_CLEAR = "\x1b[H\x1b[2J"
_STYLE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
_PROMPTS = ("> ", "y/N ")
pytestmark = pytest.mark.timeout(600)


class Terminal:
    """A program on a terminal of its own, with somebody who reads the screen and types."""

    def __init__(
        self, *arguments: str, columns: int = 80, lines: int = 24, environment: Mapping[str, str] | None = None
    ) -> None:
        self._master, slave = pty.openpty()
        self.resize(columns, lines)
        unset = ("COLUMNS", "LINES", "NO_COLOR")
        surroundings = {name: value for name, value in os.environ.items() if name not in unset}
        self.process = subprocess.Popen(
            [sys.executable, "cli.py", *arguments],
            cwd=ROOT,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=surroundings | {"TERM": "xterm"} | dict(environment or {}),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(slave)
        self.raw = ""

    def resize(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def read(self, wait: float = 120.0) -> str:
        """What is printed until the program asks something or ends; without colours."""
        end = time.monotonic() + wait
        output = b""
        while time.monotonic() < end:
            quiet = not select.select([self._master], [], [], 0.05)[0]
            text = output.decode("utf-8", errors="replace")
            if quiet and _STYLE.sub("", text).endswith(_PROMPTS):
                break
            if quiet and self.process.poll() is not None:
                break
            if not quiet:
                try:
                    output += os.read(self._master, 65536)
                except OSError:  # closed at the other end
                    break
        text = output.decode("utf-8", errors="replace").replace("\r\n", "\n")
        self.raw += text
        return _STYLE.sub("", text.rpartition(_CLEAR)[2])

    def type(self, text: str) -> str:
        os.write(self._master, f"{text}\n".encode())
        return self.read()

    def press(self, key: bytes, wait: float = 120.0) -> str:
        os.write(self._master, key)
        return self.read(wait)

    def keys(self, typed: bytes) -> None:
        os.write(self._master, typed)
        end = time.monotonic() + 60
        drawn = self.raw.count(_CLEAR)
        while time.monotonic() < end and self.process.poll() is None:
            if select.select([self._master], [], [], 0.3)[0]:
                try:
                    self.raw += os.read(self._master, 65536).decode("utf-8", errors="replace").replace("\r\n", "\n")
                except OSError:
                    return
            elif self.raw.count(_CLEAR) > drawn:
                return

    def screen(self) -> str:
        return _STYLE.sub("", self.raw.rpartition(_CLEAR)[2])

    def end(self) -> int:
        self.read(20)
        code = self.process.wait(60)
        os.close(self._master)
        return code


def choice(screen: str) -> str:
    """What somebody types who takes and lays what there is, and discards the last card of the hand."""
    if screen.endswith("y/N "):
        return "y"
    if "Next game?" in screen.splitlines()[-1]:
        return ""
    asked = screen.splitlines()[-2].lower()
    if "challenge" in asked:
        return "f"
    if "go on (p)" in asked:
        return "p"
    if "lay (l)" in asked:
        return "lay 1" if screen.count("[") else "lay"
    if asked.startswith("draw"):
        return "draw"
    hand = re.findall(
        r"(10|[2-9AJQK])([♣♦♥♠])", screen.rpartition("\nYour hand, ")[2].rpartition("\n> ")[0].rpartition("\n")[0]
    )
    rank, suit = map(str, hand[-1])
    return rank.replace("10", "T") + {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}[suit]


def play_to_the_end(terminal: Terminal, look: Callable[[str], None]) -> None:
    screen = terminal.read()
    for _ in range(400):
        if "The match is over" in screen or terminal.process.poll() is not None:
            return
        look(screen)
        screen = terminal.type(choice(screen))
    raise AssertionError(screen)


def test_a_whole_match_on_80_columns_and_24_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    terminal = Terminal("play", "--seed", "3", "--games", "3", "--record", str(path), "--against", "greedy,caller")
    seen: list[str] = []

    def look(screen: str) -> None:
        seen.append(screen)
        assert len(screen.splitlines()) <= 24
        assert max(map(len, screen.splitlines())) <= 80

    play_to_the_end(terminal, look)
    assert terminal.end() == 0
    assert "\x1b[91m" in terminal.raw
    assert len(seen) > 10
    records = list(verified_records(str(path)))
    assert len(records) == 3
    assert records[-1]["match_over"]
    assert records[0]["players"] == ["you", "greedy", "caller"]
    assert sorted(file.name for file in tmp_path.iterdir()) == ["games.jsonl"]
    assert command("replay", str(path), "--quiet")[0] == 0


@pytest.mark.parametrize("way", ["ctrl-c", "ctrl-d", "hang up"])
def test_a_match_that_is_stopped_says_how_to_go_on(way: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    more = ("--record", str(path), "--against", "greedy,caller")
    terminal = Terminal("play", "--seed", "5", "--no-color", *more)
    before = terminal.read()
    after_draw = terminal.type("draw")
    if way == "hang up":
        terminal.process.send_signal(signal.SIGHUP)
        output = terminal.read(20)
    else:
        output = terminal.press(b"\x03" if way == "ctrl-c" else b"\x04", 10)
    if way == "ctrl-c" and terminal.process.poll() is None:  # it came before the line was being read
        output += terminal.press(b"\x03", 10)
    assert terminal.end() == {"ctrl-c": 130, "ctrl-d": 0, "hang up": 129}[way]
    assert "Traceback" not in terminal.raw
    assert "--resume" in output.replace("\n", " ")
    again = Terminal("play", "--no-color", "--resume", str(path))
    screen = again.read()
    assert "Discard a card" in before + after_draw
    hand = after_draw.rpartition("Your hand, ")[2]
    assert screen.rpartition("Your hand, ")[2] == hand
    again.type("quit")
    assert again.end() == 0


def test_the_size_may_change_and_garbage_is_answered() -> None:
    terminal = Terminal("play", "--seed", "3", "--no-color", "--against", "greedy,caller", columns=120, lines=50)
    first = terminal.read()
    assert max(map(len, first.splitlines())) <= 80
    terminal.resize(50, 18)
    second = terminal.type("")
    assert max(map(len, second.splitlines())) <= 50
    assert second.count("\n") < 18
    for garbage in ("\x01\x02", "☃☃☃", "draw draw", "9" * 300, "sapaw", "lay X1", "take ten"):
        screen = terminal.type(garbage)
        assert "Traceback" not in screen
        assert screen.endswith("> ")
    os.write(terminal._master, b"\xff\xfe\n")
    assert terminal.read().endswith("> ")
    assert "\x1b[9" not in terminal.raw
    terminal.type("quit")
    assert terminal.end() == 0


def piped(typed: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    call = [sys.executable, "cli.py", "play", "--against", "greedy,caller", *arguments]
    surroundings = os.environ | environment
    return subprocess.run(
        call, cwd=ROOT, input=typed, capture_output=True, text=True, env=surroundings, timeout=300, check=False
    )


def test_a_pipe_plays_too(tmp_path: Path) -> None:
    done = piped("draw\nhelp\n\n\nquit\n", "--seed", "5", TONGITS_DATA_DIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "You draw" in done.stdout
    assert "\x1b" not in done.stdout
    assert "The same cards again: tongits play --rules pagat --against greedy,caller --seat A --seed 5" in done.stdout
    assert list(tmp_path.iterdir()) == []
    ended = piped("", "--seed", "5")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_each_unfinished_match_is_kept_and_asked_for(tmp_path: Path) -> None:
    where = {"TONGITS_DATA_DIR": str(tmp_path)}

    def plain() -> Terminal:
        return Terminal("play", "--no-color", environment=where)

    hands: list[str] = []
    for seed in ("5", "6"):
        more = ("--seed", seed, "--against", "greedy,caller", "--no-color")
        terminal = Terminal("play", *more, environment=where)
        terminal.read()
        hands.append(terminal.type("draw").rpartition("Your hand, ")[2].partition("\n>")[0])
        terminal.type("quit")
        assert terminal.end() == 0
    left = {path.name: path.read_text() for path in (tmp_path / "matches").iterdir()}
    assert [re.findall(r'"seed": (\d+)', text) for text in left.values()] in ([["5"], ["6"]], [["6"], ["5"]])
    asking = plain()
    menu = asking.read()
    assert re.search(r"1  .* game 1, Right greedy and Left caller, seed 6\n  2  .* seed 5\n", menu)
    assert "Type a number from 1 to 2." in asking.type("3")
    asking.type("q")
    assert asking.end() == 0
    assert {path.name: path.read_text() for path in (tmp_path / "matches").iterdir()} == left
    older = plain()
    older.read()
    assert f"Your hand, {hands[0]}\n" in older.type("2")
    beside = plain()
    menu = beside.read()
    assert "seed 6" in menu
    assert "seed 5" not in menu  # it is being played
    path = next(path for path in (tmp_path / "matches").glob("*.unfinished") if '"seed": 5' in path.read_text())
    code, _, err = command("play", "--resume", str(path).removesuffix(".unfinished"))
    assert code == 2
    assert "is being played in another terminal: end it there" in err
    beside.type("new")
    for terminal in (older, beside):
        terminal.type("quit")
        assert terminal.end() == 0
    assert len(list((tmp_path / "matches").iterdir())) == 3
    newest = Terminal("play", "--resume", "--no-color", environment=where)
    assert newest.read().count("seed ") == 3
    newest.type("2")
    newest.type("quit")
    assert newest.end() == 0


def test_a_bot_of_a_file_is_not_run_for_a_file_of_games(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    piped("draw\nquit\n", "--seed", "5", "--record", str(path))
    beside = tmp_path / "games.jsonl.unfinished"
    beside.write_text(beside.read_text().replace('"caller"', '"evil.py:caller"'))
    code, _, err = command("play", "--resume", str(path))
    assert code == 2
    assert "is a file that would be executed" in err
