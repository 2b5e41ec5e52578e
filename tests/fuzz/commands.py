"""Command lines made from what the commands say of themselves: every option, with what it should not get."""

import functools
import os
import shutil
from pathlib import Path
from typing import Any

import click
from hypothesis import strategies as st

from tests.fuzz import nasty
from tests.playing import ROOT

_BOT = str(ROOT / "docs" / "examples" / "my_bots.py")
POLICY = str(ROOT / "docs" / "examples" / "policy_bot.py") + ":trained"
_FILES = (
    "run",
    "damaged",
    "nothing",
    "mine.toml",
    "games.jsonl",
    "tables.toml",
    "empty",
    "pipe",
    "link",
    "loop",
    "folder",
)
_PLAYERS = (
    "greedy",
    "caller",
    "greedy,caller,miser",
    "greedy,greedy,greedy",
    f"{_BOT}:shy,greedy,miser",
    "greedy(call_at=5)",
    "greedy,caller",
    f"{POLICY}(file=tables.toml),greedy,miser",
    f"{POLICY}(file=pipe),greedy,miser",
    "greedy;caller;miser",
    f"{POLICY}(file=/dev/zero),greedy,miser",
    "greedy(call_at=nan),a,b",
    "nothing.py:x,greedy,greedy",
    "empty:x,a,b",
)
_RULES = (
    "pagat",
    "Pagat",
    "pagat+joker",
    "sjs",
    "mine.toml",
    "empty",
    "folder",
    "./pipe",
    "/dev/zero",
    "link",
    "loop/x",
)
_SETTINGS = ("call.timing=end", "call.timing", "pay.fold=2", "pay.fold=nan", "jokers.count=2", "a=b", "=", "a=1,b=2")
# A pipe that is named as the file to replay, or to write to, is waited for.
_NO_PIPES = tuple(name for name in _FILES if name != "pipe")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "-")


def furnish(folder: Path, run: Path) -> None:
    if not (folder / "run").exists():
        shutil.copytree(run, folder / "run")
    if (folder / "loop").is_symlink():
        return
    shutil.copytree(run, folder / "damaged", dirs_exist_ok=True)
    (folder / "damaged" / "results.json").write_text('{"command": "simulate"}')
    (folder / "damaged" / "run.db").write_bytes(b"SQLite format 3")
    (folder / "mine.toml").write_text('base = "pagat"\n[pay]\nfold = 2\n')
    (folder / "games.jsonl").write_text('{"format": "tongits-game/1"}\n')
    (folder / "tables.toml").write_text("weights = [[1, 2, 3]]\n")
    (folder / "empty").touch()
    (folder / "folder").mkdir(exist_ok=True)
    (folder / "folder" / "precious").write_text("mine")
    os.mkfifo(folder / "pipe")
    (folder / "link").symlink_to("/etc")
    (folder / "loop").symlink_to("loop")


@functools.cache
def tree() -> tuple[tuple[tuple[str, ...], tuple[click.Parameter, ...]], ...]:
    """Every command by its words, with its parameters; those of groups too. `warmup` takes minutes, `completion`
    asks bash for its version."""
    from cli import main

    commands: list[tuple[tuple[str, ...], tuple[click.Parameter, ...]]] = []

    def add(command: click.Command, words: tuple[str, ...], above: click.Context | None) -> None:
        commands.append((words, tuple(command.params)))
        if isinstance(command, click.Group):
            context = click.Context(command, info_name=command.name, parent=above)
            for name in command.list_commands(context):
                inner = command.get_command(context, name)
                assert inner is not None
                if name not in ("warmup", "completion"):
                    add(inner, (*words, name), context)

    add(main, (), None)
    return tuple(commands)


def lines() -> st.SearchStrategy[tuple[str, ...]]:
    return st.one_of(_lines(), _lines(), _typos())


@st.composite
def _lines(draw: st.DrawFn) -> tuple[str, ...]:
    """A command with some of its options and arguments, most of them sound: so that it gets somewhere."""
    words, params = draw(st.sampled_from(tree()))
    line = list(words)
    for param in params:
        if isinstance(param, click.Argument):
            line += draw(st.lists(_value(param), min_size=int(param.required), max_size=3 if param.nargs == -1 else 1))
    options = [param for param in params if isinstance(param, click.Option) and param.name not in ("help", "debug")]
    games = [param for param in options if param.name in ("games", "deals")]
    chosen = draw(st.lists(st.sampled_from(options), max_size=4)) if options else []
    for param in [*chosen, *(game for game in games if game not in chosen)]:
        line.append(draw(st.sampled_from(param.opts)))
        if not param.is_flag:
            line.append(draw(_value(param)))
    return tuple(map(nasty.plain, line))


@st.composite
def _typos(draw: st.DrawFn) -> tuple[str, ...]:
    line = list(draw(_lines()))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(line)))
        way = draw(st.sampled_from(("gone", "more", "option", "changed")))
        if way == "gone" and place < len(line):
            del line[place]
        elif way == "option":
            line.insert(
                place, draw(st.sampled_from(("--help", "--debu", "--version", "-n", "--out", "--resume", "--", "-x")))
            )
        elif way == "changed" and place < len(line):
            line[place] = line[place][: draw(st.integers(0, len(line[place])))] + draw(nasty.texts)
        else:
            line.insert(place, draw(nasty.texts))
    # --debug asks for the traceback.
    return tuple(nasty.plain(word) for word in line if not word.startswith("--debug"))


def _value(param: click.Parameter) -> st.SearchStrategy[str]:
    return st.one_of(_good(param), _good(param), _good(param), nasty.texts)


def _good(param: click.Parameter) -> st.SearchStrategy[str]:
    name = str(param.name)
    kind = param.type
    if isinstance(kind, click.Choice):
        # Clusters and other processes have tests of their own.
        return st.sampled_from([str(choice) for choice in kind.choices])
    if name in ("games", "deals", "repeat", "from_match", "game", "match_games", "seed", "workers"):
        return st.sampled_from(("1", "2", "10", "20", "30", "1000", "1e3", "1k", "0", "-1", "1e12", "1e13"))
    if name in ("out", "report", "output"):
        new = st.sampled_from(
            ("out", "out/new", "page.html", "page.md", "t.csv", "x.json", "page.pdf", "..csv", ".html")
        )
        return st.one_of(new, st.sampled_from((*_NO_PIPES, "/dev/null")))
    if name in ("settings", "change"):
        return st.sampled_from(_SETTINGS)
    if name in ("players", "player", "baseline", "spec"):
        return st.sampled_from(_PLAYERS)
    if name in ("rules", "preset_to", "presets", "one", "other", "name"):
        return st.sampled_from(_RULES)
    if name in ("runs", "folder", "files"):
        return st.sampled_from((*_FILES, *_DEVICES))
    if name == "file":
        return st.sampled_from((*_NO_PIPES, *_DEVICES))
    if name == "scheduler":
        return st.sampled_from(("nonsense", "tcp://", "tcp://127.0.0.1:9"))
    default: Any = param.default
    return st.sampled_from(("1", "0.5", "5", str(default) if isinstance(default, str | int | float) else "x"))
