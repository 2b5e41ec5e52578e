"""Completion through click's classes, and through a real bash."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import COMMANDS, main
from reports.commands.completing import PROGRAM, SHELLS, VARIABLE, register, script, split_line
from tests.playing import ROOT
from tests.test_layering import HEAVY
from tongits_sim.rules import preset_names

BREAKS = " \t\n\"'><=;|&(:"


def in_bash(monkeypatch: pytest.MonkeyPatch, line: str) -> list[str]:
    """What bash is told at the end of a line."""
    monkeypatch.setenv("_TONGITS_LINE", line)
    monkeypatch.setenv("_TONGITS_BREAKS", BREAKS)
    return SHELLS["bash"](main, {}, PROGRAM, VARIABLE).complete().splitlines()


def in_other(monkeypatch: pytest.MonkeyPatch, shell: str, *words: str) -> list[str]:
    """Candidates in zsh or fish, where the last word is not complete."""
    monkeypatch.setenv("COMP_WORDS", " ".join([PROGRAM, *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)) if shell == "zsh" else words[-1])
    known = SHELLS[shell](main, {}, PROGRAM, VARIABLE)
    return [str(item.value) for item in known.get_completions(*known.get_completion_args())]


@pytest.mark.parametrize(
    ("line", "told"),
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
def test_what_bash_is_told(line: str, told: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_bash(monkeypatch, line) == told


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_what_the_others_are_told(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_other(monkeypatch, shell, "simulate", "--set", "call.timing=e") == ["call.timing=end"]
    assert in_other(monkeypatch, shell, "simulate", "--rules", "pagat+j") == ["pagat+joker"]
    assert in_other(monkeypatch, shell, "comp") == ["compare", "completion"]


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


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash")
def test_a_real_bash_completes(program: Path) -> None:
    import pty

    master, slave = pty.openpty()
    environment = {
        **os.environ,
        "PATH": f"{program}:{os.environ['PATH']}",
        "TERM": "dumb",
        "INPUTRC": "/dev/null",
        "PS1": "> ",
    }
    call = ["bash", "--norc", "--noprofile", "-i"]
    shell = subprocess.Popen(call, stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True)
    os.close(slave)
    try:
        _typed(master, 'eval "$(tongits completion bash)"; echo READ""Y\n', "READY")
        said = _typed(master, "tongits simulate --set call.timing=e\t\n", "GIVEN")
        assert "GIVEN<simulate><--set><call.timing=end>" in said
        assert "GIVEN<simulate><--rules><pagat+joker>" in _typed(
            master, "tongits simulate --rules pagat+j\t\n", "GIVEN"
        )
        said = _typed(master, 'tongits compare "greedy(ch\t9)" mis\t\n', "GIVEN")
        assert "GIVEN<compare><greedy(challenge_at=9)><miser>" in said
    finally:
        shell.kill()
        shell.wait()
        os.close(master)


def _typed(terminal: int, keys: str, until: str) -> str:
    """Type keys one by one, as fast as they are read; what the terminal shows up to the line that begins so."""
    import select

    os.write(terminal, keys.encode())
    said, end = "", time.monotonic() + 60
    while not any(line.startswith(until) for line in said.split("\n")[:-1]):
        assert time.monotonic() < end, said
        if select.select([terminal], [], [], 1)[0]:
            said += os.read(terminal, 65536).decode().replace("\r", "")
    return said
