"""Completion through click's classes, and through the real shells: bash, zsh and fish."""

from __future__ import annotations

import contextlib
import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import main
from reports.commands.completing import VARIABLE
from tests.playing import ROOT, command
from tests.test_layering import HEAVY
from tongits_sim.rules import preset_names

CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[=>()][0-9A-Z]?)")
"""What moves the cursor or sets a colour."""
SHELLS = ("bash", "zsh", "fish")


def completed(line: str, shell: str = "bash") -> tuple[list[str], str]:
    """What a shell is told at the end of a line, which it has split at blanks (bash: and at `=`); and the errors."""
    words = line.replace("=", " = ").rstrip(" ").split(" ") if shell == "bash" else line.split(" ")
    words += [""] if line.endswith(" ") and shell == "bash" else []
    where = {"COMP_WORDS": "\n".join(words), "COMP_CWORD": str(len(words) - 1), VARIABLE: f"{shell}_complete"}
    if shell == "fish":
        where["COMP_CWORD"] = words[-1]
    call = [sys.executable, "-c", PROGRAM_HEAVY]
    run = subprocess.run(call, cwd=ROOT, env={**os.environ, **where}, capture_output=True, text=True, check=True)
    return [line for line in run.stdout.splitlines() if line], run.stderr


PROGRAM_HEAVY = (
    "import sys, cli\nsaid = sys.stderr\ntry:\n    cli.main(['x'], prog_name='tongits')\nexcept SystemExit:\n    pass\n"
    f"print(*sorted(set(sys.modules) & set({HEAVY!r})), file=said)"
)
"""Completes, and says which large libraries that took."""


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tongits sim", ["plain,simulate"]),
        ("tongits rules exp", ["plain,explain"]),
        ("tongits analyze ch", ["plain,challenges"]),
        ("tongits analyze ex", ["plain,exposure", "plain,exploit"]),
        ("tongits replay --watch --pla", ["plain,--players", "plain,--plain"]),
        ("tongits simulate --rul", ["plain,--rules"]),
        ("tongits simulate --rules sj", ["plain,sjs"]),
        ("tongits simulate --rules=sj", ["plain,sjs"]),
        ("tongits simulate --rules pagat+j", ["plain,pagat+joker"]),
        ("tongits simulate --set call.timing=", ["plain,start", "plain,end"]),
        ("tongits simulate --set call.timing=e", ["plain,end"]),
        ("tongits whatif --change call.ti", ["plain,call.timing=start", "plain,call.timing=end"]),
        ("tongits whatif --preset-to on", ["plain,online"]),
        ("tongits compare greedy mis", ["plain,miser"]),
        ("tongits simulate --players greedy,fi", ["plain,greedy,fighter"]),
        ("tongits simulate --format j", ["plain,json"]),
        ("tongits simulate --rules mine", ["file,mine"]),
        ("tongits rules explain R15", ["plain,R15", "plain,R15.2"]),
        ("tongits no_such_command x", []),
        ("tongits ", [f"plain,{name}" for name in main.listing]),
        ("tongits simulate --rules ", [f"plain,{name}" for name in preset_names()]),
    ],
)
def test_what_bash_is_told_and_nothing_heavy_is_loaded(line: str, words: list[str]) -> None:
    assert completed(line) == (words, "\n")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_what_the_others_are_told(shell: str) -> None:
    separator = "\n" if shell == "zsh" else ","
    for line, word in (
        ("tongits simulate --set call.timing=e", "call.timing=end"),
        ("tongits simulate --rules pagat+j", "pagat+joker"),
        ("tongits compar", "compare"),
    ):
        told, _ = completed(line, shell)
        assert separator.join(["plain", word]) in "\n".join(told)


@pytest.mark.parametrize("shell", SHELLS)
def test_the_script_is_printed(shell: str) -> None:
    code, out, err = command("completion", shell)
    assert (code, err) == (0, "")
    assert f"{VARIABLE}={shell}_complete" in out
    assert command("completion", "tcsh")[0] == 2


def test_the_line_that_installs_it_is_documented() -> None:
    page = (ROOT / "docs" / "how-to" / "install.md").read_text(encoding="utf-8")
    help_text = " ".join(command("completion", "--help")[1].split())
    for line in ("echo 'eval \"$(tongits completion bash)\"' >> ~/.bashrc", "tongits completion fish >"):
        assert line in page
        assert line in help_text


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a program `tongits` that completes, and otherwise says what words it was given."""
    file = tmp_path / "tongits"
    file.write_text(
        '#!/bin/sh\nif [ -n "$_TONGITS_COMPLETE" ] || [ "$1" = completion ]; then\n'
        f'cd {ROOT}; exec {sys.executable} cli.py "$@"\nfi\n'
        'printf "GIVEN"; printf "<%s>" "$@"; printf "\\n"\n'
    )
    file.chmod(0o755)
    return tmp_path


STARTS = {
    "bash": (("bash", "--norc", "--noprofile", "-i"), 'eval "$(tongits completion bash)"'),
    "zsh": (("zsh", "-f", "-i"), 'eval "$(tongits completion zsh)"'),
    "fish": (("fish", "--no-config", "-i"), "tongits completion fish | source"),
}
"""Each shell without anybody's settings, and the line that its users install."""
TYPED = {
    "tongits tourn\tgt\t\n": "<tournament><gtcc-2025>",
    "tongits simulate --set call.timing=e\t\n": "<simulate><--set><call.timing=end>",
    "tongits simulate --rules pagat+j\t\n": "<simulate><--rules><pagat+joker>",
    "tongits simulate --rules=sj\t\n": "<simulate><--rules=sjs>",
    "tongits simulate --rules mi\t\n": "<simulate><--rules><mine.toml>",
    "tongits simulate --players greedy,fi\t\n": "<simulate><--players><greedy,fighter>",
    "tongits compare mis\tcaller\n": "<compare><miser><caller>",
}
"""Keys, and the words that the program is given then."""


@pytest.mark.parametrize("shell", STARTS)
def test_a_real_shell_completes(shell: str, program: Path) -> None:
    with terminal_of(shell, program) as terminal:
        for keys, words in TYPED.items():
            assert _typed(terminal, keys, r"^GIVEN.*(?=\n)") == f"GIVEN{words}"


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_commands_are_listed_with_what_they_do(shell: str, program: Path) -> None:
    with terminal_of(shell, program) as terminal:
        _typed(terminal, "tongits comp\t", r"Compare bots[\s\S]*Print the script")


@contextlib.contextmanager
def terminal_of(shell: str, program: Path) -> Iterator[int]:
    """The terminal of a shell that has read its script; skips where there is no such shell, or no terminal."""
    pty, termios = pytest.importorskip("pty"), pytest.importorskip("termios")
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    call, install = STARTS[shell]
    (program / "mine.toml").write_text("")
    folders = dict.fromkeys(("HOME", "ZDOTDIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), str(program))
    environment = {
        **os.environ,
        **folders,
        "PATH": f"{program}:{os.environ['PATH']}",
        "TERM": "xterm" if shell == "fish" else "dumb",
        "INPUTRC": "/dev/null",
        "PS1": "> ",
    }
    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (50, 200))
    # The first terminal that a leader of a session opens is the one that controls it: fish insists on one.
    opened = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(slave), *call]
    run = subprocess.Popen(opened, stdin=subprocess.DEVNULL, env=environment, start_new_session=True, cwd=program)
    try:
        _typed(master, f'{install}; echo READ""Y\n', "^READY")
        yield master
    finally:
        run.kill()
        run.wait()
        os.close(slave)
        os.close(master)


def _typed(terminal: int, keys: str, until: str) -> str:
    """Type keys one by one, as fast as they are read; returns what of the screen matches the pattern `until`."""
    os.write(terminal, keys.encode())
    screen, end = "", time.monotonic() + 60
    while not (match := re.search(until, CONTROL.sub("", screen).replace("\r", "\n"), re.MULTILINE)):
        assert time.monotonic() < end, screen
        if select.select([terminal], [], [], 1)[0]:
            screen += os.read(terminal, 65536).decode(errors="replace")
    return match[0]
