"""Mahjong from Python: the functions of `import mahjong_sim` that all games share."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import mahjong_sim.commands  # noqa: F401  joins questions and words to the game
from analyses.question import inquiry
from analyses.registry import question as question_of
from mahjong_sim.designs.answers import BatchAnswer
from mahjong_sim.mahjong import MAHJONG
from reports.page.render import place_of, write_report
from reports.page.stored import stored_document
from tongits_sim.core.batch import simulate as _simulate
from tongits_sim.core.compare import compare as _compare
from tongits_sim.core.game import of_game
from tongits_sim.core.tuning import tune as _tune
from tongits_sim.core.whatif import whatif as _whatif
from tongits_sim.run.arguments import public
from tongits_sim.run.options import RunOptions

if TYPE_CHECKING:
    from analyses.question import Question

simulate: Callable[..., BatchAnswer] = of_game(MAHJONG, cast(Callable[..., BatchAnswer], _simulate))
compare = of_game(MAHJONG, _compare)
tune = of_game(MAHJONG, _tune)
whatif = of_game(MAHJONG, _whatif)


@public
def analyze(question: Question[Any] | str, *, run_options: RunOptions | None = None, **options: Any) -> Any:
    """Answer a question about mahjong, as `tongits mahjong analyze NAME` does.

    The options are rules, players, games, seed, and the question's own.

    Raises:
        TongitsError: there is no such question, or an option or a player is invalid.
    """
    entry = question_of(question, MAHJONG) if isinstance(question, str) else question
    return entry.ask(inquiry(entry, run_options=run_options or RunOptions(), **options))


@public
def report(answers: Any, path: str | os.PathLike[str] = "report.html") -> Path:
    """Write one page of answers about mahjong, or of folders with answers; returns the file, or the folder of tables.

    The suffix of `path` decides the form: .html, .md, .json, or a folder of .csv.

    Raises:
        TongitsError: an argument is not an answer, or the file cannot be written.
    """
    given = list(answers) if isinstance(answers, Sequence) and not isinstance(answers, str) else [answers]
    write_report(
        [stored_document(Path(each), MAHJONG) if isinstance(each, str | os.PathLike) else each for each in given],
        Path(path),
    )
    return place_of(Path(path))
