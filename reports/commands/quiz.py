"""`tongits quiz`: positions to train on."""

from __future__ import annotations

import datetime as dt
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from reports.commands.candidates import WORDS
from reports.commands.options import Whole, output_option, seed_option
from reports.commands.play import Looks, looks_options, talk_of
from reports.text.terminal import say

if TYPE_CHECKING:
    from analyses.quiz import QuizItem
    from reports.play.boxes import Progress
    from reports.play.talk import Talk

_SHIPPED = Path(__file__).parent.parent / "quiz"
PROGRESS = "quiz-progress.json"


@click.command()
@click.option("--rules", default="pagat", show_default=True, type=WORDS["RULES"], help="A preset or preset+overlay.")
@click.option("--number", "-n", type=Whole(1, 1000), default=10, show_default=True, help="Number of questions.")
@click.option("--make", type=Whole(1, 1000), default=None, help="Make this many new questions instead; takes a minute.")
@seed_option("questions of --make")
@output_option("File for --make.")
@looks_options
def quiz(
    rules: str,
    number: int,
    make: int | None,
    seed: int,
    output: Path | None,
    **looks: Any,
) -> None:
    """Train on positions where the choice matters.

    Wrong answers come back the next day, right ones after longer and longer intervals. Expected values are those
    of tongits advise; choices whose difference is within chance count as equally good.

    Example: tongits quiz -n 5
    """
    from tongits_sim.rules import load

    chosen = load(rules)
    if make is not None:
        _make(chosen.name, make, seed, output)
        return
    if output is not None:
        raise click.UsageError("-o is the file of --make.")
    from reports.play.trainer import Trainer
    from tongits_sim.designs.warmup import prepare_board

    items = _items(chosen.name)
    talk, faces = talk_of(Looks(**looks))
    today = dt.datetime.now().astimezone().date()
    progress = _progress(talk)
    if progress is not None and progress.note:
        say(progress.note, err=True)
    names = [item.name for item in items]
    order = progress.due(names, today) if progress is not None else names
    by_name = {item.name: item for item in items}
    prepare_board()
    trainer = Trainer(talk, faces, progress, today)
    try:
        trainer.ask([by_name[name] for name in order[:number]])
    except EOFError:
        say("")
    score = trainer.score
    if score.answered:
        lost = f"; the others cost {score.lost:.2f} units" if score.right < score.answered else ""
        say(f"{score.right} of {score.answered} right{lost}.")


def _items(rules: str) -> list[QuizItem]:
    """The questions for these rules: the user's own, and those that come with the program. Raises UsageError."""
    from analyses.quiz import read_items
    from reports.play.places import data_folder

    items: dict[str, QuizItem] = {}
    for folder in (data_folder(), _SHIPPED):
        path = folder / file_name(rules)
        if path.is_file():
            items |= {item.name: item for item in read_items(path)}
    if not items:
        raise click.UsageError(
            f"no questions come with {rules}; make some, in a minute or two: tongits quiz --rules {shlex.quote(rules)} "
            "--make 24"
        )
    return list(items.values())


def file_name(rules: str) -> str:
    """The name of a file of questions.

    >>> file_name("sjs+joker with call.timing=end")
    'quiz-sjs+joker_with_call.timing_end.json'
    """
    name = re.sub(r"[^\w.+-]", "_", rules)
    return f"quiz-{name[:80]}.json"


def _progress(talk: Talk) -> Progress | None:
    """The progress of a person at a terminal; a pipe has none."""
    from reports.play.boxes import Progress
    from reports.play.places import data_folder

    return Progress(data_folder() / PROGRESS) if talk.at_terminal else None


def _make(rules: str, number: int, seed: int, output: Path | None) -> None:
    """Make questions and write them."""
    from analyses.quiz import make_items, write_items
    from reports.commands.progress import ProgressBar
    from reports.play.opponents import usual_opponents
    from reports.play.places import data_folder
    from strategies import load_players
    from tongits_sim.errors import TongitsError
    from tongits_sim.folders.files import FileError
    from tongits_sim.rules import load

    path = output or data_folder() / file_name(rules)
    first, second = load_players(usual_opponents(load(rules)), 2)
    with ProgressBar() as bar:
        items = list(
            make_items(load(rules), (first, second, second), number, seed, lambda _, written: bar(written, number))
        )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_items(items, path)
    except (OSError, FileError) as error:
        raise TongitsError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None
    say(f"Wrote {len(items)} questions to {path}.")
