"""`tongits setup warmup`: what the commands compile at their first use, compiled now."""

from __future__ import annotations

import contextlib
import io
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import click

from analyses.question_registry import built_in
from reports.commands.progress import ProgressBar
from reports.commands.shell import Shell
from reports.text.terminal import say
from strategies.registry import REGISTRY
from tongits_sim.bots.bot_list import tables_of

_HAND = "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc"


@click.command()
@click.pass_context
def warmup(ctx: click.Context) -> None:
    """Compile now what the commands need at their first use.

    The first run takes some minutes. Ctrl-C stops it; compiled code stays.

    Example: tongits setup warmup
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ProgressBar("steps") as bar:
        todo = list(steps(Path(folder), ctx.find_root().command))
        say(f"Compiling what {len(todo)} commands need: some minutes, once.", err=True)
        bar(0, len(todo))
        for number, words in enumerate(todo, start=1):
            run(ctx.find_root(), words)
            bar(number, len(todo))
    say(f"Everything is compiled, in {time.monotonic() - began:.0f} s.")


def steps(folder: Path, tongits: click.Command) -> Iterator[list[str]]:
    """Short commands that together compile all code that other commands need.

    Args:
        folder: for the files that they write.
        tongits: the program.
    """
    assert isinstance(tongits, Shell)
    games = str(folder / "games.jsonl")
    for players in tables_of(list(REGISTRY), 3):
        yield ["simulate", "--games", "3", "--players", players]
    yield ["simulate", "--games", "3", "--rules", "pagat+joker"]
    yield ["records", "--games", "1", "-o", games]
    yield ["replay", games, "--quiet"]
    yield ["advise", "--hand", _HAND, "--discards", "Qs", "--worlds", "8"]
    yield ["review", games, "--seat", "A"]
    yield ["compare", "greedy", "caller", "--deals", "60"]
    yield ["compare", "greedy", "caller", "--deals", "60"]
    yield ["whatif", "--change", "call.timing=end", "--deals", "60"]
    for question in built_in():
        yield ["analyze", question, "--games", "300"]
    yield ["try", "never_call", "--deals", "60"]
    yield ["tournament", "match", "--events", "3", "--matches", "3", "--deals", "60"]
    yield ["card"]
    for name, group in tongits.commands.items():
        if isinstance(group, Shell) and group.warm_up is not None:
            yield from ([name, *words] for words in group.warm_up(folder))


def run(root: click.Context, words: list[str]) -> None:
    """Run a command without output, unless it fails. Raises ClickException."""
    heard = io.StringIO()
    quiet = contextlib.ExitStack()
    with quiet, root.command.make_context("tongits", list(words)) as ctx:
        quiet.enter_context(contextlib.redirect_stdout(heard))
        quiet.enter_context(contextlib.redirect_stderr(heard))
        root.command.invoke(ctx)
