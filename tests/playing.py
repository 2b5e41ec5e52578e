"""Small jobs for the tests that play."""

from __future__ import annotations

import importlib
import io
import sys
from contextlib import redirect_stderr
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

from mahjong_sim.mahjong import MAHJONG
from strategies import load_players
from strategies.tongits import TONGITS
from tongits_sim.experiments.batch import BatchJob, match_length
from tongits_sim.experiments.results import Results
from tongits_sim.experiments.simulate import play_job
from tongits_sim.rules import load
from tongits_sim.run.job import Job, Run
from tongits_sim.run.options import RunOptions, with_overrides
from tongits_sim.run.run import run_job
from tongits_sim.run.warmup import silent

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

GAMES = (TONGITS, MAHJONG)
EVERY_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
"""A test of what all games have by the same code, for each of them; `of` runs its commands."""

ROOT = Path(__file__).resolve().parent.parent
BAD_BOTS = "tests/bots/bad_bots.py"

_Value = TypeVar("_Value")


def job(rules: str = "pagat", players: str = "greedy,caller,hunter", games: int = 300, **changes: Any) -> BatchJob:
    chosen = load(rules)
    changes.setdefault("match_games", match_length(chosen, None))
    return BatchJob(chosen, tuple(load_players(players)), games, **changes)


def play(what: BatchJob, workers: int | None = 1, **options: Any) -> Results:
    size, table = options.pop("block_matches", None), options.pop("games_table", None)
    return play_job(what, RunOptions(workers=workers, notice=silent, **options), block_matches=size, games_table=table)


def numbers(results: Results) -> dict[str, Any]:
    return {
        name: value
        for name, value in results.to_dict().items()
        if name not in ("elapsed_s", "games_per_second", "workers", "out")
    }


def of(game: Game, *arguments: str) -> tuple[int, str, str]:
    return command(*game.command.split(" ")[1:], *arguments)


def command(*arguments: str) -> tuple[int, str, str]:
    from cli import main

    code, out, err = 0, io.StringIO(), io.StringIO()
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
    return run_job(job, with_overrides(RunOptions(notice=silent), playing), on_block=look, block_size=block_size)
