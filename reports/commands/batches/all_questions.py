"""Asks every question about one set of rules and one table of bots, for `tongits report` without runs."""

from __future__ import annotations

import contextlib
import functools
import shlex
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.question import Question, QuestionError, ReportSettings, inquiry
from analyses.question_registry import in_order
from analyses.rule_changes import ChangeError
from analyses.whatif import whatif
from tongits_sim.run.answers import Answer, as_json
from tongits_sim.run.files import MANIFEST, RESULTS, StoreError, attempt, keep
from tongits_sim.run.run_file import DB
from tongits_sim.run.run_options import RunOptions

if TYPE_CHECKING:
    from analyses.answers.shared import QuestionAnswer
    from analyses.answers.whatif import WhatIfAnswer


@dataclass(frozen=True)
class Subject:
    """The rules, players and games of all questions."""

    # rules, rules_option: the house rules, and the options that name them
    rules: Any
    rules_option: str
    players: tuple[Any, ...]  # one for each seat
    seed: int  # 0 .. 2**64 - 1.
    scale: float  # factor of the usual number of games
    run_options: RunOptions  # workers, folder (with a folder for each question in it) and so on
    # values for options of questions, by name; a question takes the options that it has
    options: Mapping[str, Any] = field(default_factory=dict)
    # names of the only questions to ask; empty: every question and every other part
    only: tuple[str, ...] = ()

    def games(self, usual: int, least: int = 1) -> int:
        """`usual` times the scale, but at least `least`."""
        return max(least, round(usual * self.scale))

    def part(self, name: str) -> RunOptions:
        """Options for a part: a folder of its own, resumed if the folder exists."""
        if self.run_options.out is None:
            return self.run_options
        folder = self.run_options.out / name
        return replace(self.run_options, out=folder, resume=self.run_options.resume and folder.exists())

    def command(self, reader: str = "") -> str:
        """The command that makes the page again, or the sheet for a reader."""
        from analyses.money import terms

        players = shlex.quote(",".join(player.full_spec for player in self.players))
        sheet = f" --for {reader}" if reader else ""
        text = f"tongits report{sheet} {self.rules_option} --players {players} --seed {self.seed}"
        money, pace = terms().money, terms().pace
        text += f" --scale {self.scale:g}" if self.scale != 1 else ""
        text += "" if money is None else f" --stake {shlex.quote(money.text(1, sign=False))}"
        return text + ("" if pace is None else f" --pace {pace:g}s")


PARTS = ("sunog", "discards", "payouts", "sessions")
"""The questions of a report; when to call, challenge and lay the book says."""
_MATCH = 20
"""Games of a match in which changes of the rules are played, so that who deals next and the jackpot count."""

Part = tuple[str, Callable[[Subject], Answer]]


def parts(subject: Subject) -> list[Part]:
    """Name and function of every part."""
    questions = [
        question for question in in_order() if question.on_page is not None and question.name in (subject.only or PARTS)
    ]
    every_part: list[Part] = [(question.name, functools.partial(_ask, question=question)) for question in questions]
    if subject.only:
        return every_part
    return [*every_part, ("rules", _rules)]


def everything(
    subject: Subject, progress: Callable[[int, int, str], None], missing: Callable[[str], None]
) -> Iterator[Answer]:
    """Yield the answer of each part.

    A part that cannot be asked, because nobody had a choice in so few games, leaves no folder.

    Args:
        subject: what is asked about.
        progress: called before each part with its number, the number of parts, and its name.
        missing: called with the reason why a part cannot be asked.
    """
    every_part = parts(subject)
    for number, (name, ask) in enumerate(every_part, start=1):
        progress(number, len(every_part), name)
        try:
            document = ask(subject)
        except (QuestionError, ChangeError) as error:
            missing(f"{name}: {error}")
            if subject.run_options.out is not None:
                _drop(subject.run_options.out / name)
            continue
        yield document


def check_folder(folder: Path, resume: bool) -> None:
    """Raise StoreError unless a folder is empty or is resumed."""
    if not resume and folder.is_dir() and attempt(folder, lambda: any(folder.iterdir())):
        raise StoreError(f"{folder} is not empty; add --resume to continue the report in it, or choose another folder")


def _drop(folder: Path) -> None:
    """Remove the runs of a part without an answer; its folder is removed if it is then empty."""
    if not folder.is_dir() or (folder / RESULTS).exists():
        return
    with contextlib.suppress(OSError):  # a report of this folder says what is wrong with it
        for run in folder.iterdir():
            if (run / DB).is_file():
                shutil.rmtree(run)
        (folder / MANIFEST).unlink(missing_ok=True)
        folder.rmdir()


def _ask(subject: Subject, question: Question[Any], part: str = "", **given: Any) -> Answer:
    """Ask a question with its own settings for a page, and keep its answer."""
    settings = question.on_page or ReportSettings(question.games)
    run_options = subject.part(part or question.name)
    players = question.players if settings.players == "usual" else subject.players
    given |= {
        option.name: subject.options[option.name] for option in question.options if option.name in subject.options
    }
    answer: QuestionAnswer = question.ask(
        inquiry(
            question,
            rules=subject.rules,
            rules_option=subject.rules_option,
            players=players,
            games=subject.games(settings.games, settings.least),
            seed=subject.seed,
            run_options=run_options,
            **given,
        )
    )
    if run_options.out is not None:
        keep(as_json(answer), run_options.out)
    return answer


def _rules(subject: Subject) -> WhatIfAnswer:
    """What every change of one rule does, in matches; ranked by what dealing is worth."""
    return whatif(
        subject.rules,
        subject.players,
        deals=subject.games(200, 20),
        all_knobs=True,
        rank_by="dealer_edge",
        match_games=_MATCH,
        seed=subject.seed,
        rules_option=subject.rules_option,
        run_options=subject.part("rules"),
    ).answer
