"""A report as one HTML page that needs nothing else, as Markdown, or as all its numbers."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyses.words import Table
from reports.page.compose import Exhibit, Numbers, Section, compose
from reports.page.stored import damage_told, run_of, stored_document
from reports.page.svg import drawing, svg
from reports.questions import Document, words
from reports.text.terminal import say
from strategies.tongits import TONGITS
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import as_json
from tongits_sim.run.files import write_output, writing
from tongits_sim.run.numbers import unbroken

if TYPE_CHECKING:
    from tongits_sim.core.game import Game

FORMS = (".html", ".md", ".json", ".csv")
LONG = 30
"""Rows from which a table is folded away on the page."""


class ReportError(TongitsError):
    """A report that cannot be written."""


def report_of(runs: Sequence[Path], path: Path, name: str = "", game: Game = TONGITS, full: bool = True) -> None:
    """Write one report of stored runs, folders of any command with --out.

    Args:
        runs: the folders.
        path: the file; its ending decides the form.
        name: the heading of a page.
        game: the game of the runs.
        full: as `write_report`.

    Raises:
        StoredError: a folder holds no answer of a command of this game.
        ReportError: the form is unknown, or the report cannot be written.
    """
    form_of(path)
    documents, first = list[Document](), dict[str, Path]()
    for run in runs:
        document = stored_document(run, game)
        identity = run_of(run)
        if identity in first:
            say(f"{run} is the run of {first[identity]} again and is left out.", err=True)
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
    """Where a report named `path` is written: that file, or for NAME.csv the folder NAME with a file for each table."""
    return path.with_suffix("") if path.suffix.lower() == ".csv" else path


def write_report(
    documents: Sequence[Document], path: Path, missing: Sequence[str] = (), name: str = "", full: bool = True
) -> None:
    """Write a report of one or more runs.

    Args:
        documents: the answers.
        path: the file; its ending decides the form.
        missing: a clause about each question that could not be answered.
        name: the heading of a page, such as the title of a batch.
        full: show all figures and numbers at once; else one figure for each answer, and the rest folded away.

    Raises:
        ReportError: the form is unknown, or the report cannot be written.
    """
    form = form_of(path)
    with writing(path, ReportError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if form == ".csv":
            _write_csv(documents, path)
        elif form == ".json":
            write_output(path, numbers(documents))
        else:
            write_output(path, (html if form == ".html" else markdown)(documents, missing, name, full))


def html(documents: Sequence[Document], missing: Sequence[str] = (), name: str = "", full: bool = True) -> str:
    """The page as HTML, with all numbers as files in it.

    Args:
        documents: stored answers.
        missing: what could not be answered, sentences.
        name: a heading chosen by the user.
        full: whether all figures are shown, not only the first of each document.
    """
    from jinja2 import Environment, PackageLoader, StrictUndefined

    page = compose(documents, missing, name, full or len(documents) == 1)
    loader = PackageLoader("reports")
    environment = Environment(
        loader=loader,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_unbroken,
    )
    style = loader.get_source(environment, "report.css")[0]
    figures = [exhibit for section in page.sections for exhibit in section.exhibits]
    figures += [exhibit for each in page.numbers for exhibit in each.exhibits]
    drawn = {exhibit.key: _panels(exhibit) for exhibit in figures}
    files = {each.key: _files(each) for each in page.numbers}
    template = environment.get_template("report.html")
    return template.render(page=page, style=style, drawn=drawn, files=files, long=LONG)


def _unbroken(value: Any) -> Any:
    """A value of the template with numbers that no line break splits; drawings and styles stay as they are."""
    return unbroken(value) if type(value) is str and not value.startswith("data:") else value


def markdown(documents: Sequence[Document], missing: Sequence[str] = (), name: str = "", full: bool = True) -> str:
    """The same as Markdown.

    Args:
        documents: stored answers.
        missing: what could not be answered, sentences.
        name: a heading chosen by the user.
        full: whether all figures are shown, not only the first of each document.
    """
    page = compose(documents, missing, name, full)
    head = [f"# {_plain(page.name)}\n", f"{page.title}\n"] if page.name else [f"# {page.title}\n"]
    parts = [*head, *(f"{text}\n" for text in page.lead)]
    for section in page.sections:
        parts += [f"## {section.title}\n", *_section_text(section)]
    parts.append("## All numbers\n")
    for each in page.numbers:
        parts += [f"### {each.title}\n", f"{each.asked}\n", *(f"{text}\n" for text in each.sentences)]
        parts += [table.markdown() for table in each.tables]
    parts += ["## How the numbers were made\n", *(table.markdown() for table in page.appendix.tables)]
    parts += [f"{title}: `{command}`\n" for title, command in page.appendix.commands]
    return "\n".join(parts)


def _plain(text: str) -> str:
    """Text with every sign of Markdown escaped."""
    return re.sub(r"([\\`*_\[\]<>#|&])", r"\\\1", text)


def _section_text(section: Section) -> list[str]:
    parts = []
    for answer in section.answers:
        about = f" ({answer.about})" if answer.about else ""
        parts.append(f"**{answer.advice.asks}**{about} {answer.advice.says} {answer.advice.sure}".rstrip() + "\n")
    for exhibit in section.exhibits:
        if exhibit.finding is not None:
            parts.append(f"**{exhibit.finding.title}.** {exhibit.finding.text} {exhibit.note}".rstrip() + "\n")
        if exhibit.table is not None:
            parts.append(exhibit.table.markdown())
    return parts


def numbers(documents: Sequence[Any]) -> str:
    """All numbers as JSON."""
    return json.dumps(as_json(list(documents)), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _panels(exhibit: Exhibit) -> list[tuple[str, Any]]:
    """The panels of a figure, title and SVG; a single one without title. Empty for a table."""
    if exhibit.finding is None:
        return []
    from markupsafe import Markup

    key, says = exhibit.key, unbroken(f"{exhibit.finding.text} {exhibit.note}".strip())
    with drawing():
        panels = exhibit.finding.panels()
    parts = []
    for number, panel in enumerate(panels, start=1):
        # The text of the first panel describes all of them.
        text = f"{panel.title}. {says if number == 1 else panel.text}".removeprefix(". ").strip()
        parts.append((panel.title, Markup(svg(panel.figure, f"{key}-{number}" if panel.title else key, text))))
    return parts


def _files(each: Numbers) -> list[dict[str, str]]:
    """Every number of a run as files inside the page."""
    files = [("all numbers", f"{each.key}.json", "application/json", numbers([each.document]))]
    files += [
        (table.caption.lower(), f"{each.key}-{table.key}.csv", "text/csv", table.csv())
        for table in _tables(each.document)
    ]
    return [
        {"what": what, "name": name, "href": f"data:{kind};base64,{_base64(text)}"} for what, name, kind, text in files
    ]


def _tables(document: Document) -> list[Table]:
    """The tables of an answer that have a row."""
    return [table for table in words(document).tables(document) if table.rows]


def _base64(text: str) -> str:
    return base64.b64encode(text.encode(errors="replace")).decode()


def _write_csv(documents: Sequence[Any], path: Path) -> None:
    folder = place_of(path)
    folder.mkdir(parents=True, exist_ok=True)
    for number, document in enumerate(documents, start=1):
        for table in _tables(document):
            name = re.sub(r"\W+", "-", f"{number}-{table.key}")
            write_output(folder / f"{name}.csv", table.csv())
