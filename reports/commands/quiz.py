"""`tongits quiz`: positions to train on."""

from __future__ import annotations

import datetime as dt
import re
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from analyses.words.stake import in_money
from reports.commands.candidates import WORDS
from reports.commands.options import Whole, lang_option, output_option, seed_option, stake_option
from reports.commands.play import Looks, data_folder, looks_options, talk_of
from reports.commands.progress import ProgressBar
from reports.commands.replay import review_in
from reports.play.boxes import Progress
from reports.text.terminal import say
from tongits_sim.folders.files import writing
from tongits_sim.rules import load

if TYPE_CHECKING:
    from analyses.quiz import QuizItem
    from tongits_sim.rules import RuleSet

_SHIPPED = Path(__file__).parent.parent / "quiz"
PROGRESS = "quiz-progress.json"


@click.command()
@click.option(
    "--rules", default="pagat", show_default=True, type=WORDS["RULES"], help="A preset, preset+overlay or TOML file."
)
@click.option("--number", "-n", type=Whole(1, 1000), default=10, show_default=True, help="Number of questions.")
@click.option("--make", type=Whole(1, 1000), default=None, help="Make this many new questions instead; takes a minute.")
@click.option(
    "review",
    "--from",
    type=click.Path(path_type=Path, dir_okay=False),
    default=None,
    help="Train on the clear mistakes of a review (.json), the largest first.",
)
@seed_option("questions of --make")
@output_option("File for --make.")
@stake_option
@looks_options
@lang_option
def quiz(
    rules: str,
    number: int,
    make: int | None,
    review: Path | None,
    seed: int,
    output: Path | None,
    **looks: Any,
) -> None:
    """Train on positions where the choice matters.

    Wrong answers come back the next day, right ones after longer and longer intervals. Expected values are those
    of tongits advise; choices whose difference is within chance count as equally good.

    Example: tongits quiz -n 5
    """
    chosen = load(rules)
    if make is not None:
        _make(chosen, make, seed, output)
        return
    if output is not None:
        raise click.UsageError("-o is the file of --make.")
    from reports.play.trainer import Trainer
    from tongits_sim.designs.warmup import prepare_board

    items = _items(chosen, rules) if review is None else _items_of_review(review, number)
    talk, faces = talk_of(Looks(**looks))
    today = dt.datetime.now().astimezone().date()
    progress = Progress(data_folder() / PROGRESS) if talk.at_terminal else None  # a pipe has none
    if progress is not None and progress.note:
        say(progress.note, err=True)
    names = [item.name for item in items]
    order = progress.due(names, today) if progress is not None else names
    by_name = {item.name: item for item in items}
    prepare_board()
    items = _fair((by_name[name] for name in order), number)
    trainer = Trainer(talk, faces, progress, today)
    try:
        trainer.ask(items)
    except EOFError:
        say("")
    score = trainer.score
    if score.answered:
        lost = f"; the others cost {score.lost:.2f} units" if score.right < score.answered else ""
        say(in_money(f"{score.right} of {score.answered} right{lost}."))


def questions(rules: RuleSet) -> list[QuizItem]:
    """The questions for these rules: the user's own, and those that come with the program."""
    from analyses.quiz import read_items

    items: dict[str, QuizItem] = {}
    for folder in (data_folder(), _SHIPPED):
        path = folder / file_name(rules.name)
        if path.is_file() and (found := read_items(path)) and found[0].house.knobs() == rules.knobs():
            items |= {item.name: item for item in found}
    return list(items.values())


def _items(rules: RuleSet, spec: str) -> list[QuizItem]:
    """The questions for these rules; `spec`: the text of --rules. Raises UsageError where there are none."""
    items = questions(rules)
    if not items:
        raise click.UsageError(
            f"no questions come with {rules.name}; make some, in a minute or two: "
            f"tongits quiz --rules {shlex.quote(spec)} --make 24"
        )
    return items


def _items_of_review(path: Path, number: int) -> list[QuizItem]:
    """Questions about the clear mistakes of a review. Raises UsageError, QuizError."""
    from analyses.quiz import items_of
    from tongits_sim.designs.warmup import prepare_board

    answer = review_in(path)
    prepare_board()
    with ProgressBar() as bar:
        return list(items_of(answer, number, lambda made: bar(made, min(number, len(answer.mistakes())))))


def _fair(items: Iterable[QuizItem], number: int) -> list[QuizItem]:
    """The first questions with all actions of a turn, one of each deal: a second one would show other seats' cards."""
    deals: dict[str, QuizItem] = {}
    for item in items:
        if len(deals) < number and str(item.game["hands"]) not in deals and item.is_whole():
            deals[str(item.game["hands"])] = item
    return list(deals.values())


def file_name(rules: str) -> str:
    """The name of a file of questions.

    >>> file_name("sjs+joker with call.timing=end")
    'quiz-sjs+joker_with_call.timing_end.json'
    """
    name = re.sub(r"[^\w.+-]", "_", rules)
    return f"quiz-{name[:80]}.json"


def _make(rules: RuleSet, number: int, seed: int, output: Path | None) -> None:
    """Make questions and write them."""
    from analyses.advise import field_of
    from analyses.quiz import make_items, write_items

    path = output or data_folder() / file_name(rules.name)
    with ProgressBar() as bar:
        items = list(make_items(rules, field_of(None), number, seed, lambda _, written: bar(written, number)))
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_items(items, path)
    say(f"Wrote {len(items)} questions to {path}.")
