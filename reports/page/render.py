"""Writes a report as one HTML page, as Markdown, or as all its numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

from reports.page import kit
from reports.page.compose import TONGITS, Subject, compose
from reports.page.stored import damage_told, run_of, stored_document
from reports.questions import Document
from reports.text.terminal import say
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import FORMAT, as_json
from tongits_sim.run.files import write_output, writing
from tongits_sim.version import VERSION

FORMS = (".html", ".md", ".json", ".csv")


class ReportError(TongitsError):
    """A report that cannot be written."""


def report_of(runs: Sequence[Path], path: Path, name: str = "", full: bool = False) -> None:
    """Write one report of stored runs, folders of any command with --out.

    Args:
        runs: the folders.
        path: the file; its ending decides the form.
        name: the heading of a page.
        full: fold nothing away.

    Raises:
        StoredError: a folder holds no answer of a command of Tongits.
        ReportError: the form is unknown, or the report cannot be written.
    """
    form_of(path)
    documents = list[Document]()
    first = dict[str, Path]()
    for run in runs:
        document = stored_document(run)
        identity = run_of(run)
        if identity in first:
            say(f"{run} is a copy of {first[identity]} and is left out.", err=True)
            continue
        first[identity] = run
        with damage_told(run):
            compose([document])
        documents.append(document)
    with damage_told(*runs):
        write_report(documents, path, name=name, full=full)


def form_of(path: Path) -> str:
    """The form of a report, from the ending of its name. Raises ReportError."""
    form = path.suffix.lower()
    if form not in FORMS or not path.stem.strip("."):
        raise ReportError(f"a report ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {path.name!r}")
    return form


def place_of(path: Path) -> Path:
    """Where a report is written: the file, or for NAME.csv the folder NAME with a file for each table."""
    return path.with_suffix("") if path.suffix.lower() == ".csv" else path


def write_report(
    documents: Sequence[Document],
    path: Path,
    missing: Sequence[str] = (),
    name: str = "",
    full: bool = False,
    subject: Subject = TONGITS,
) -> None:
    """Write a report of one or more runs.

    Args:
        documents: the answers.
        path: the file; its ending decides the form.
        missing: a clause for each question without an answer.
        name: the heading of a page, such as the title of a batch.
        full: fold nothing away.
        subject: the game of the answers.

    Raises:
        ReportError: the form is unknown, or the report cannot be written.
    """
    form = form_of(path)
    with writing(path, ReportError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if form == ".csv":
            _write_csv(documents, path, subject)
        elif form == ".json":
            write_output(path, numbers(documents))
        elif form == ".html":
            write_output(path, html(documents, missing, name, full, subject))
        else:
            write_output(path, markdown(documents, missing, name, full, subject))


def write_page(content: str, path: Path) -> None:
    """Write a finished page. Raises ReportError."""
    with writing(path, ReportError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_output(path, content)


def html(
    documents: Sequence[Document],
    missing: Sequence[str] = (),
    name: str = "",
    full: bool = False,
    subject: Subject = TONGITS,
) -> str:
    """The page as HTML that needs nothing else.

    Args:
        documents: stored answers.
        missing: a clause for each question without an answer.
        name: a heading chosen by the user.
        full: fold nothing away.
        subject: the game of the answers.
    """
    return kit.page("answers.html", page=compose(documents, missing, name, full, subject))


def markdown(
    documents: Sequence[Document],
    missing: Sequence[str] = (),
    name: str = "",
    full: bool = False,
    subject: Subject = TONGITS,
) -> str:
    """The page as Markdown, with tables if it is `full`."""
    page = compose(documents, missing, name, full, subject)
    parts = [f"# {_plain(page.title)}\n", *(f"{text}\n" for text in page.lead)]
    if page.short:
        parts.append("\n".join(f"{number}. {text}" for number, (_, text) in enumerate(page.short, start=1)) + "\n")
    if page.table is not None:
        parts.append(page.table.markdown())
    for section in page.sections:
        if page.alone is None:  # several answers have a title each; that of one alone is the page's title
            parts += [f"## {_plain(section.title)}\n", f"{section.heading}\n", f"**{section.sentence}**\n"]
        else:
            parts += [f"{section.heading}\n", f"**{page.alone}**\n" if page.alone else ""]
        parts += [table.markdown() for table in section.shown]
        parts += [f"{text}\n" for text in section.about] if full else []
        parts += [table.markdown() for table in section.tables] if full else []
        parts += [f"The same numbers: `{section.command}`\n"] if section.command else []
    parts += ["## Rules, players, versions\n", *(table.markdown() for table in page.facts)] if full else []
    return "\n".join(parts)


def _plain(text: str) -> str:
    """Escape every sign of Markdown, because the name of a bot or a batch may hold some."""
    return re.sub(r"([\\`*_\[\]<>#|&])", r"\\\1", text)


def numbers(documents: Sequence[Document]) -> str:
    """All answers as one JSON document."""
    document = {"format": FORMAT, "version": VERSION, "answers": as_json(list(documents))}
    return json.dumps(document, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _write_csv(documents: Sequence[Document], path: Path, subject: Subject) -> None:
    """Write each table of each answer to a file of its own, such as `1-players.csv`."""
    folder = place_of(path)
    folder.mkdir(parents=True, exist_ok=True)
    for number, document in enumerate(documents, start=1):
        for table in subject.presenter_of(document).tables(document):
            if table.rows:
                name = re.sub(r"\W+", "-", f"{number}-{table.key}")
                write_output(folder / f"{name}.csv", table.csv())
