import contextlib
import json
import os
import random
import re
import select
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from reports.commands.interrupt import answered
from reports.commands.shell import FAILED, Shell
from tests.playing import ROOT, command, job
from tests.terminals import Stopped, stopped_on_terminal
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchTotals
from tongits_sim.run.faults import Interrupted
from tongits_sim.run.job import Run
from tongits_sim.run.run_options import StopControl

CONTROL = re.compile(r"\x1b(?:\[[0-9;?]*[a-zA-Z]|\][^\x07]*\x07|[=>()][0-9A-Z]?)")

"""What moves the cursor or sets a colour."""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A folder with a program `tongits` that completes words, or prints the words it was given."""
    file = tmp_path / "tongits"
    file.write_text(
        '#!/bin/sh\nif [ -n "$_TONGITS_COMPLETE" ] || [ "$1" = setup ]; then\n'
        f'cd {ROOT}; exec {sys.executable} cli.py "$@"\nfi\n'
        'printf "GIVEN"; printf "<%s>" "$@"; printf "\\n"\n'
    )
    file.chmod(0o755)
    return tmp_path


STARTS = {
    "bash": (("bash", "--norc", "--noprofile", "-i"), 'eval "$(tongits setup completion bash)"'),
    "zsh": (("zsh", "-f", "-i"), 'eval "$(tongits setup completion zsh)"'),
    "fish": (("fish", "--no-config", "-i"), "tongits setup completion fish | source"),
}

"""Each shell without anybody's settings, and the line that its users install."""

TYPED = {
    "tongits tourn\tgt\t\n": "<tournament><gtcc-2025>",
    "tongits simulate --set call.timing=e\t\n": "<simulate><--set><call.timing=end>",
    "tongits simulate --rules pagat+j\t\n": "<simulate><--rules><pagat+joker>",
    "tongits simulate --rules=sj\t\n": "<simulate><--rules=sjs>",
    "tongits simulate --rules mi\t\n": "<simulate><--rules><mine.toml>",
    "tongits simulate --players greedy,sn\t\n": "<simulate><--players><greedy,sniper>",
    "tongits compare mis\tcaller\n": "<compare><miser><caller>",
}

"""Keys, and the words that the program is given then."""


@pytest.mark.parametrize("shell", STARTS)
def test_a_real_shell_completes(shell: str, program: Path) -> None:
    with terminal_of(shell, program) as terminal:
        for keys, words in TYPED.items():
            assert _typed(terminal, keys, r"^GIVEN.*(?=\n)") == f"GIVEN{words}"


@contextlib.contextmanager
def terminal_of(shell: str, program: Path) -> Iterator[int]:
    """The terminal of a shell that has read its script; skips the test without the shell or without a terminal."""
    pty = pytest.importorskip("pty")
    termios = pytest.importorskip("termios")
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
    """Type keys one by one, as fast as the shell reads them; returns the part of the screen that matches `until`."""
    os.write(terminal, keys.encode())
    screen = ""
    end = time.monotonic() + 60
    while not (match := re.search(until, CONTROL.sub("", screen).replace("\r", "\n"), re.MULTILINE)):
        assert time.monotonic() < end, screen
        if select.select([terminal], [], [], 1)[0]:
            screen += os.read(terminal, 65536).decode(errors="replace")
    return match[0]


LONG = {
    "simulate": ("--games", "1G"),
    "compare": ("greedy", "caller", "--deals", "100M"),
    "whatif": ("--change", "call.timing=end", "--deals", "100M"),
    "analyze sunog": ("--games", "100M"),
    "mahjong analyze payouts": ("--deals", "64k"),  # of 100M a block would take seconds
}

real = pytest.mark.skipif(os.name == "nt", reason="signals")

BAR = r"\x1b\[\?25l"

"""What a bar begins with: it hides the cursor."""

SIMULATE = ("simulate", "--games", "1G")


def long(name: str) -> list[str]:
    return [*name.split(), *LONG[name]]


def stopped_halt(cut: int = 0) -> StopControl:
    halt = StopControl()
    halt.run = Run(job(), BatchTotals())
    halt.shortened = cut
    return halt


def test_too_little_for_an_answer_is_an_interrupt() -> None:
    assert answered(None, lambda: 1) == 1
    with pytest.raises(ZeroDivisionError):
        answered(StopControl(), lambda: 1 // 0)
    with pytest.raises(Interrupted):
        answered(stopped_halt(), lambda: 1 // 0)


def assert_cursor_is_shown(end: Stopped) -> None:
    assert end.screen.rindex("\x1b[?25h") > end.screen.rindex("\x1b[?25l"), end


@real
@pytest.mark.slow
@pytest.mark.parametrize("name", ["simulate", "compare", "mahjong analyze payouts"])
def test_ctrl_c_shows_what_was_played_and_how_to_go_on(name: str, tmp_path: Path) -> None:
    call = [*long(name), "--out", str(tmp_path / "run")]
    end = stopped_on_terminal(*call, signals=[signal.SIGINT], soon=name != "simulate")
    assert end.code == 130
    assert end.out.startswith("\nStopped by Ctrl-C after ")
    last = end.screen.rsplit("\x1b[2K", 1)[-1]
    assert last.startswith("Interrupted after ")
    assert f"resume with: tongits {shlex.join(call)} --resume" in last
    assert not list(tmp_path.rglob("results.json"))
    assert_cursor_is_shown(end)


@real
@pytest.mark.slow
@pytest.mark.parametrize("name", ["simulate", "mahjong analyze payouts"])
def test_in_json_the_answer_is_marked(name: str) -> None:
    end = stopped_on_terminal(*long(name), "--format", "json", signals=[signal.SIGINT])
    document = json.loads(end.out)["stopped"]
    assert document["by"] == "Ctrl-C"
    assert 100 <= document["games"] < document["of"]
    assert "nothing was saved" in end.screen


@real
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_ctrl_c_twice_leaves_no_traceback() -> None:
    chance = random.Random(5)
    for name in LONG:
        call = long(name)
        wait = chance.random() * 0.3
        between = chance.choice((0.0, 0.001, 0.01, 0.1, 0.4))
        signals = [signal.SIGINT] * chance.choice((2, 2, 3))
        end = stopped_on_terminal(*call, signals=signals, wait=wait, between=between, shown=BAR)
        assert end.code == 130, end
        assert "Traceback" not in end.screen + end.out, end
        assert "Exception ignored" not in end.screen, end
        assert_cursor_is_shown(end)


@real
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_ctrl_c_while_it_starts_leaves_no_traceback() -> None:
    chance = random.Random(6)
    for part in range(4):  # anywhere in each quarter of 1.6 seconds
        end = stopped_on_terminal(
            *SIMULATE, "--workers", "1", signals=[signal.SIGINT] * 2,
            wait=(part + chance.random()) * 0.4, between=chance.random() * 0.2, shown="", soon=False,
        )  # fmt: skip
        assert end.code in (130, -signal.SIGINT), end
        assert "Traceback" not in end.screen + end.out, end


@real
@pytest.mark.slow
def test_records_are_whole_games_when_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    end = stopped_on_terminal("records", "--games", "1M", "-o", str(path), signals=[signal.SIGINT], wait=0.2, shown=BAR)
    assert end.code == 130
    lines = path.read_text().splitlines()
    assert f"Interrupted: wrote {len(lines):,} of 1,000,000 games to {path}" in " ".join(end.screen.split())
    assert [json.loads(line)["game"] for line in lines] == [0] * len(lines)
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]
    path.write_text("\n".join([*lines[:50], *lines[50:][-50:]]) + "\n")
    assert command("replay", str(path))[0] == 0


@click.group(cls=Shell)
@click.option("--debug", is_flag=True, expose_value=False)
def shell_program() -> None:
    """A program."""


@shell_program.command()
@click.argument("kind")
def fail(kind: str) -> None:
    """Fail in one way or another."""
    folder = "runs/x" if kind == "stored" else ""
    errors: dict[str, BaseException] = {
        "known": TongitsError("the deck is\nwet"),
        "usage": click.UsageError("not like this"),
        "bug": ZeroDivisionError("by zero"),
        "interrupt": KeyboardInterrupt(),
        "played": Interrupted(Run(job(), BatchTotals())),
        "stored": Interrupted(Run(job(), BatchTotals(), folder=folder)),
    }
    if kind in errors:
        raise errors[kind]
    click.echo("fine")


def outcome(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as leaving:
        shell_program(list(arguments), "program")
    return (int(leaving.value.code or 0), *capsys.readouterr())


def test_a_bug_is_a_sentence_with_a_way_to_see_more(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = outcome("fail", "bug", capsys=capsys)
    assert code == FAILED
    assert err.count("\n") == 1
    assert "ZeroDivisionError: by zero" in err
    assert "--debug" in err
    with pytest.raises(ZeroDivisionError):
        shell_program(["--debug", "fail", "bug"], "program")
