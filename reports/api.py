"""`report` and `card` for notebooks: a page of any answers, a pocket card."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from reports.commands.batches.all_questions import Subject, check_folder, everything
from reports.page.render import ReportError, form_of, place_of, write_report
from reports.questions import Document
from reports.questions.simulate import BatchReport
from strategies.book.limits import Book
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.batch_estimates import Results
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import Answer
from tongits_sim.run.arguments import public
from tongits_sim.run.run_options import RunOptions
from tongits_sim.strategy import Player


class Asking(TypedDict, total=False):
    """The options of the questions, if no answers are given."""

    rules: RuleSet | str | os.PathLike[str]  # house rules, or a text or path that `load` accepts; pagat if not given
    players: str | Sequence[Player | str]  # three players or their specs; greedy, caller and hunter if not given
    seed: int  # 0 .. 2**64 - 1.
    scale: float  # factor of the usual number of games
    run_options: RunOptions  # workers, folder, progress as one value


@public
def report(answers: Any = None, path: str | os.PathLike[str] = "report.html", **asking: Unpack[Asking]) -> Path:
    """Write one page of answers, or of every question asked now.

    Args:
        answers: an answer of `simulate`, `compare`, `whatif` or `analyze`, the folder of a stored answer or batch, or a
            list of these; without answers, every question is asked, which takes some minutes.
        path: the file to write: a page (.html), Markdown (.md), all numbers (.json), or a folder of tables (.csv).
        asking: the options of the questions, if no answers are given: see `Asking`.

    Returns:
        The file written, or the folder of tables.

    Raises:
        TongitsError: a value is no answer, a question cannot be asked, or the file cannot be written.
    """
    target = Path(path)
    form_of(target)
    if answers is None:
        documents, missing = _ask_all(asking)
        write_report(documents, target, missing)
        return place_of(target)
    if asking:
        raise ReportError(f"{next(iter(asking))} is for questions asked now; leave it out, or give no answers")
    given = list(answers) if isinstance(answers, Sequence) and not isinstance(answers, str) else [answers]
    if not given:
        raise ReportError("there is no answer to write a report of")
    write_report([document for answer in given for document in documents_of(answer)], target)
    return place_of(target)


@public
def card(rules: RuleSet | str | os.PathLike[str] = "pagat", path: str | os.PathLike[str] | None = None) -> Book:
    """The limits of the book for some house rules, and a pocket card of them.

    The books of the presets come with the program; the book of other rules is made when it is first needed, which
    takes some seconds.

    Args:
        rules: house rules, or what `load` understands.
        path: the card to write, .pdf, .png, .svg or .html; None: none is written.

    Returns:
        The book: up to which count to call and to challenge, and when to lay the first meld.

    Raises:
        TongitsError: the rules do not exist or have no book, or the file cannot be written.
    """
    from reports.page.card import check_path, write
    from reports.text.card import pocket_card
    from strategies.book.find import book_of

    chosen = rules if isinstance(rules, RuleSet) else load(rules)
    if path is not None:
        check_path(Path(path))
    book = book_of(chosen)
    if path is not None:
        write(pocket_card(book, chosen), Path(path))
    return book


def documents_of(answer: object) -> Iterator[Document]:
    """The documents of an answer, or of all answers in a folder. Raises TongitsError."""
    from reports.page.stored import answer_folders, stored_document

    if isinstance(answer, str | os.PathLike):
        yield from (stored_document(folder) for folder in answer_folders(Path(answer)))
    elif isinstance(answer, Results):
        yield BatchReport.of(answer)
    elif isinstance(inner := getattr(answer, "answer", answer), Answer):
        yield inner
    else:
        raise ReportError(f"{type(answer).__name__} is not an answer that a report can show")


def _ask_all(asking: Asking) -> tuple[list[Document], list[str]]:
    """Answer every question. Also returns a clause about each question that could not be asked."""
    named = asking.get("rules", "pagat")
    rules = named if isinstance(named, RuleSet) else load(named)
    run_options = asking.get("run_options", RunOptions())
    if run_options.out is not None:
        check_folder(run_options.out, run_options.resume)
    players = as_players(asking.get("players", "greedy,caller,hunter"))
    subject = Subject(rules, rules_option(rules), players, asking.get("seed", 1), asking.get("scale", 1.0), run_options)
    missing: list[str] = []
    return list(everything(subject, lambda number, of, name: None, missing.append)), missing
