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

from cli import COMMANDS, main
from reports.commands.completing import PROGRAM, SHELLS, VARIABLE, register, script, split_line
from tests.playing import ROOT
from tests.test_layering import HEAVY
from tongits_sim.rules import preset_names

CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[=>()][0-9A-Z]?)")
"""What moves the cursor or sets a colour."""
BREAKS = " \t\n\"'><=;|&(:"


def in_bash(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """What bash is told at the end of a line."""
    monkeypatch.setenv("_TONGITS_LINE", line)
    monkeypatch.setenv("_TONGITS_BREAKS", BREAKS)
    return SHELLS["bash"](main, {}, PROGRAM, VARIABLE).complete().splitlines()


def in_other(monkeypatch: pytest.MonkeyPatch, shell: str, *words: str) -> list[str]:
    """Candidates in zsh or fish, where the last word is not complete."""
    monkeypatch.setenv("_TONGITS_LINE", " ".join([PROGRAM, *words]))
    known = SHELLS[shell](main, {}, PROGRAM, VARIABLE)
    return [str(item.value) for item in known.get_completions(*known.get_completion_args())]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("tongits sim", ["plain,simulate"]),
        ("tongits rules exp", ["plain,explain"]),
        ("tongits analyze ch", ["plain,challenges"]),
        ("tongits simulate --rul", ["plain,--rules"]),
        ("tongits simulate --rules sj", ["plain,sjs"]),
        ("tongits simulate --rules=sj", ["plain,sjs"]),
        ("tongits simulate --rules pagat+j", ["plain,pagat+joker"]),
        ("tongits simulate --set call.timing=", ["plain,start", "plain,end"]),
        ("tongits whatif --change call.ti", ["plain,call.timing=start", "plain,call.timing=end"]),
        ("tongits whatif --change pot.", ["plain,pot.ante=0", "plain,pot.ante=1"]),
        ("tongits whatif --preset-to on", ["plain,online"]),
        ('tongits compare "greedy(', ["open,greedy(call_at=", "open,greedy(challenge_at="]),
        ("tongits compare greedy mis", ["plain,miser"]),
        ("tongits simulate --players greedy,fi", ["plain,greedy,fighter"]),
        ("tongits simulate --format j", ["plain,json"]),
        ("tongits simulate --rules mine", ["file,mine"]),
        ("tongits rules explain R15", ["plain,R15", "plain,R15.2"]),
        ("tongits no_such_command x", []),
    ],
)
def test_what_bash_is_told(line: str, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_bash(monkeypatch, line) == words


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_what_the_others_are_told(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_other(monkeypatch, shell, "simulate", "--set", "call.timing=e") == ["call.timing=end"]
    assert in_other(monkeypatch, shell, "simulate", "--rules", "pagat+j") == ["pagat+joker"]
    assert in_other(monkeypatch, shell, "comp") == ["compare", "completion"]
    assert in_other(monkeypatch, shell, "simulate", "--rules=sj") == ["--rules=sjs"]
    assert in_other(monkeypatch, shell, "simulate", "--rules=mine") == ["--rules=mine"]


def test_what_zsh_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TONGITS_LINE", "tongits comp")
    lines = SHELLS["zsh"](main, {}, PROGRAM, VARIABLE).complete().splitlines()
    assert [line.split("\t")[:2] for line in lines] == [["described", "compare"], ["described", "completion"]]
    assert all(line.split("\t")[2] for line in lines)
    monkeypatch.setenv("_TONGITS_LINE", "tongits compare 'greedy(")
    lines = SHELLS["zsh"](main, {}, PROGRAM, VARIABLE).complete().splitlines()
    assert lines == ["open\tgreedy(call_at=\t", "open\tgreedy(challenge_at=\t"]


def test_every_command_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_bash(monkeypatch, "tongits ") == [f"plain,{name}" for name in COMMANDS]
    assert in_bash(monkeypatch, "tongits simulate --rules ") == [f"plain,{name}" for name in preset_names()]


@pytest.mark.parametrize(
    "line",
    [
        "tongits ",
        "tongits simulate --rules pagat+",
        "tongits compare 'expert(",
        "tongits analyze ",
        "tongits whatif --change call.",
    ],
)
def test_nothing_heavy_is_loaded(line: str) -> None:
    program = (
        "import sys, cli\ntry:\n    cli.main(['x'], prog_name='tongits')\nexcept SystemExit:\n    pass\n"
        f"print(*sorted(set(sys.modules) & set({HEAVY!r})), file=sys.stderr)"
    )
    environment = {**os.environ, VARIABLE: "bash_complete", "_TONGITS_LINE": line, "_TONGITS_BREAKS": BREAKS}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert "plain," in run.stdout or "open," in run.stdout
    assert run.stderr.split() == []


def test_lines_are_split_like_a_shell_does() -> None:
    assert split_line(r"tongits a\ b 'c d' ") == (["tongits", "a b", "c d"], "", False)
    assert split_line('tongits "') == (["tongits"], "", True)
    assert split_line('tongits "" x') == (["tongits", ""], "x", False)
    assert split_line("") == ([], "", False)


def test_scripts_name_the_program() -> None:
    register()
    register()
    for shell in SHELLS:
        assert VARIABLE in script(shell, main)
        assert f"{shell}_complete" in script(shell, main)


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
    'tongits compare "greedy(ch\t9)" mis\t\n': "<compare><greedy(challenge_at=9)><miser>",
    "tongits compare 'greedy(call_at=5,ch\t9)'\n": "<compare><greedy(call_at=5,challenge_at=9)>",
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
        _typed(
            terminal, "tongits comp\t", r"[\s\S]*".join(re.escape(COMMANDS[name]) for name in ("compare", "completion"))
        )


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
