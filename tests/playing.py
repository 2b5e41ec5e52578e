"""Small jobs for the tests that play."""

from __future__ import annotations

import importlib
import io
import itertools
import sys
from contextlib import redirect_stderr
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import pytest

import mahjong_sim.rules as mahjong_rules
import tongits_sim.rules as tongits_rules
from mahjong_sim.rules import rulebook as mahjong_rulebook
from reports.commands.candidates import Vocabulary
from strategies import load_players
from tongits_sim.experiments.batch import BatchJob, match_length
from tongits_sim.experiments.batch_estimates import Results
from tongits_sim.experiments.simulate import play_job
from tongits_sim.rules import load
from tongits_sim.rules import rulebook as tongits_rulebook
from tongits_sim.run.compiling import silent
from tongits_sim.run.job import Job, Looks, Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions, with_overrides


@dataclass(frozen=True)
class Game:
    """A game in a test of what both games have."""

    name: str
    command: str  # the beginning of its command lines
    seats: int
    rules: Any  # the module of its house rules
    rulebook: Any  # the module of its rulebook
    default_rules: str
    other_rules: str
    knob: str
    words: Vocabulary
    selfcheck: str  # the module


TONGITS = Game(
    "tongits",
    "tongits",
    3,
    tongits_rules,
    tongits_rulebook,
    "pagat",
    "online",
    "call.timing",
    Vocabulary("tongits_sim.rules", "tongits_sim.rules.rulebook", "strategies.registry"),
    "tongits_sim.experiments.selfcheck",
)
MAHJONG = Game(
    "mahjong",
    "tongits mahjong",
    4,
    mahjong_rules,
    mahjong_rulebook,
    "visayan",
    "manila",
    "win.several",
    Vocabulary("mahjong_sim.rules", "mahjong_sim.rules.rulebook", "mahjong_sim.bots.registry"),
    "mahjong_sim.selfcheck",
)
GAMES = (TONGITS, MAHJONG)
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
"""A test of what both games have, for each of them; `of` runs its commands."""

ROOT = Path(__file__).resolve().parent.parent
BAD_BOTS = "tests/bots/bad_bots.py"

_Value = TypeVar("_Value")


def job(rules: str = "pagat", players: str = "greedy,caller,hunter", games: int = 300, **changes: Any) -> BatchJob:
    chosen = load(rules)
    changes.setdefault("match_games", match_length(chosen, None))
    return BatchJob(chosen, tuple(load_players(players)), games, **changes)


def play(what: BatchJob, workers: int | None = 1, **options: Any) -> Results:
    size = options.pop("block_matches", None)
    table = options.pop("games_table", None)
    return play_job(what, RunOptions(workers=workers, notice=silent, **options), block_matches=size, games_table=table)


def numbers(results: Results) -> dict[str, Any]:
    return {name: value for name, value in results.to_dict().items() if name != "run"}


def of(game: Game, *arguments: str) -> tuple[int, str, str]:
    return command(*game.command.split(" ")[1:], *arguments)


def command(*arguments: str) -> tuple[int, str, str]:
    from cli import main

    code = 0
    out = io.StringIO()
    err = io.StringIO()
    before = sys.stdout
    sys.stdout = out
    try:
        with redirect_stderr(err):
            main(list(arguments), "tongits")
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    finally:
        sys.stdout = before
    return code, out.getvalue(), err.getvalue()


def answered_once(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Commands that ask the function of this name the same again get its first answer: working it out takes seconds."""
    module, _, function = name.rpartition(".")
    ask = getattr(importlib.import_module(module), function)
    answers: list[tuple[tuple[Any, ...], Any]] = []

    def once(*question: Any) -> Any:
        for asked, answer in answers:
            if asked == question:
                return answer
        answers.append((question, ask(*question)))
        return answers[-1][1]

    monkeypatch.setattr(name, once)


def sure(value: _Value | None) -> _Value:
    assert value is not None
    return value


def play_silently(job: Job[Any], look: Any = None, block_size: int | None = None, **playing: Any) -> Run[Any]:
    """A work played without a word about compiling; `playing`: fields of `RunOptions`."""
    ends = list(itertools.accumulate(block.matches for block in job.blocks(block_size)))
    looks = None if look is None else Looks(ends, look)
    return run_job(job, with_overrides(RunOptions(notice=silent), playing), looks=looks, block_size=block_size)
