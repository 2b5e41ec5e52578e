"""A report: one HTML page that needs nothing else, or the same in Markdown, or all its numbers."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from reports.comparing import asked, baseline_answer, certainty
from reports.findings import Finding, findings, headline
from reports.questions import words
from reports.svg import svg
from reports.tables import Table, tables
from tongits_sim.errors import TongitsError

Document = Mapping[str, Any]

FORMS = (".html", ".md", ".json", ".csv")
CHECK_DEALS = 200_000


class ReportError(TongitsError):
    """A report that cannot be written."""


def write_report(documents: Sequence[Document], path: Path) -> None:
    """Write a report of one or more runs; the ending of `path` says in which form."""
    form = form_of(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if form == ".csv":
            _write_csv(documents, path)
            return
        made = {".html": html, ".md": markdown, ".json": numbers}[form](documents)
        path.write_text(made, encoding="utf-8", errors="replace")
    except OSError as error:
        raise ReportError(f"cannot write {path}: {error.strerror or error}") from None


def report_of(runs: Sequence[Path], path: Path) -> None:
    """Write one report of stored runs, folders of any command with --out. Raises StoredError, ReportError."""
    from reports.stored import damage_told, stored_document

    form_of(path)
    documents = []
    for run in runs:
        document = stored_document(run)
        with damage_told(run):
            _run(document, 1, drawn=False)
        documents.append(document)
    with damage_told(*runs):
        write_report(documents, path)


def form_of(path: Path) -> str:
    """In which form a report is written, by the ending of its name. Raises ReportError."""
    form = path.suffix.lower()
    if form not in FORMS:
        raise ReportError(f"a report ends in {', '.join(FORMS[:-1])} or {FORMS[-1]}, not {path.name!r}")
    return form


def html(documents: Sequence[Document]) -> str:
    """The page."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("reports")
    environment = Environment(
        loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    runs = [_run(document, number) for number, document in enumerate(documents, start=1)]
    style = loader.get_source(environment, "report.css")[0]
    page = environment.get_template("report.html")
    return page.render(runs=runs, style=style, checks=checks(), title=_title(documents))


def markdown(documents: Sequence[Document]) -> str:
    """The same as text."""
    parts = [f"# {_title(documents)}\n"]
    for number, document in enumerate(documents, start=1):
        run = _run(document, number, drawn=False)
        parts += [f"## {run['headline']}\n", f"{run['asked']}\n", *(f"{text}\n" for text in run["sentences"])]
        parts += [f"**{each['finding'].title}.** {each['finding'].text}\n" for each in run["figures"]]
        parts += [table.markdown() for table in [*run["tables"], *run["appendix"]]]
        parts += [f"`{run['command']}`\n"] if run["command"] else []
    return "\n".join([*parts, checks().markdown()])


def numbers(documents: Sequence[Document]) -> str:
    """All numbers as JSON."""
    return json.dumps(list(documents), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def checks() -> Table:
    """Exact probabilities against deals made now."""
    from tongits_sim.selfcheck import run

    rows = run(CHECK_DEALS, 1)
    cells = [[row.check, f"{row.exact:.6g}", f"{row.simulated:.6g}", f"{row.z:+.2f}".replace("-", "−")] for row in rows]
    failed = sum(not row.passed for row in rows)
    word = "All pass" if not failed else f"{failed} FAIL"
    note = f"{CHECK_DEALS:,} deals, seed 1. z: standard errors between the two; above 4.5 fails. {word}."
    return Table("checks", "Exact checks in this build", ["Quantity", "Exact", "Simulated", "z"], cells, note=note)


def _run(document: Document, number: int, drawn: bool = True) -> dict[str, Any]:
    if "question" in document:
        return _question(document, number, drawn)
    made = tables(document)
    return {
        "id": f"run-{number}",
        "headline": headline(document),
        "asked": _asked(document),
        "sentences": [text for text in (baseline_answer(document), _certainty(document)) if text],
        "figures": [_figure(each, number, drawn) for each in findings(document)],
        "tables": made,
        "appendix": [_bots(document), _rules(document), _facts(document)],
        "command": command_line(document),
        "files": _files(document, made, number),
    }


def _question(document: Document, number: int, drawn: bool) -> dict[str, Any]:
    """The answer to a question, in the same parts."""
    from reports.analyzing import asked as asked_of

    shown = words(document)
    made = shown.tables(document)
    return {
        "id": f"run-{number}",
        "headline": shown.answer(document),
        "asked": asked_of(document),
        "sentences": shown.sentences(document),
        "figures": [_figure(each, number, drawn) for each in shown.findings(document)],
        "tables": made,
        "appendix": [_bots(document), _rules(document), _method(document)],
        "command": command_line(document),
        "files": _files(document, made, number),
    }


def _method(document: Document) -> Table:
    """How a question's numbers were made: seed, games, what its document says of its method, versions."""
    rows = [["Seed", str(document["seed"])], ["Games", f"{document['games']:,}"]]
    rows += [[name.capitalize(), text] for name, text in document.get("method", {}).items()]
    rows += [[f"Version: {name}", str(version)] for name, version in document["versions"].items()]
    return Table("facts", "How the numbers were made", ["", "Value"], rows, text=2)


def _figure(finding: Finding, number: int, drawn: bool) -> dict[str, Any]:
    from markupsafe import Markup

    key = f"{finding.key}-{number}"
    return {"finding": finding, "svg": Markup(svg(finding.draw, key, finding.text)) if drawn else "", "id": key}


def _title(documents: Sequence[Document]) -> str:
    rules = dict.fromkeys(document["rules"] for document in documents)
    return f"Tongits bots under {', '.join(rules)}"


def _asked(document: Document) -> str:
    if document["command"] == "compare":
        return asked(document)
    players = ", ".join(document["players"])
    return f"{document['games']:,} games between {players} · rules {document['rules']} · seed {document['seed']}"


def _certainty(document: Document) -> str:
    return certainty(document) if document["pairs"] else str(document["stopping"]["words"])


def command_line(document: Document) -> str:
    """The command that brings these numbers again, as far as it is known."""
    import shlex

    if "command_line" in document:
        return str(document["command_line"])
    if document["command"] != "compare":
        return ""
    players = " ".join(shlex.quote(player) for player in document["players"])
    told = f"tongits compare {players} {document['rules_option']}"
    told += f" --games {document['games_asked']} --seed {document['seed']}"
    told += f" --match-games {document['match_games']}" if document["match_games"] > 1 else ""
    told += " --all-triples" if document["all_triples"] else ""
    told += f" --baseline {shlex.quote(document['baseline'])}" if document["baseline"] else ""
    mode, width = document["stopping"]["mode"], document["stopping"]["width"]
    told += {"fixed": "", "monitor": " --monitor", "width": f" --stop-at-width {width}"}[mode]
    return told + (" --confirm" if document["confirm"] else "")


def _bots(document: Document) -> Table:
    rows = [
        [
            bot["player"],
            bot.get("summary", ""),
            ", ".join(f"{name} = {value:g}" for name, value in bot["params"].items()) or "none",
            bot.get("source", ""),
        ]
        for bot in document["bots"]
    ]
    return Table("bots", "The players", ["Player", "What it does", "Its numbers", "Source"], rows, text=4)


def _rules(document: Document) -> Table:
    from tongits_sim.rules import RuleSet, describe

    if "rule_sets" in document:
        rows = [[name, f"tongits rules show {name}"] for name in document["rule_sets"]]
        return Table("rules", "The rules", ["Rules", "In words, with all knobs"], rows, text=2)
    rules = RuleSet.from_knobs(document["knobs"], name=document["rules"])
    rows = [[line.sentence, line.knob, str(line.value)] for line in describe(rules)]
    return Table("rules", f"The rules: {document['rules']}", ["In words", "Knob", "Value"], rows, text=3)


def _facts(document: Document) -> Table:
    rows = [
        ["Seed", str(document["seed"])],
        ["Games played", f"{document['games_played']:,}"],
        ["Games of a match", f"{document['match_games']:,}"],
        ["Stopping", document["stopping"]["words"]],
        [
            "Intervals",
            "95 %, the unit is the deal with all its tables and seatings"
            if document["pairs"]
            else "95 %, the unit is the match",
        ],
        [
            "Correction",
            f"Holm over {len(document['pairs'])} pairs; the map: Benjamini-Hochberg"
            if document["pairs"]
            else "none: one table of players",
        ],
        *[[f"Version: {name}", str(version)] for name, version in document["versions"].items()],
    ]
    return Table("facts", "How the numbers were made", ["", "Value"], rows, text=2)


def _files(document: Document, made: Sequence[Table], number: int) -> list[dict[str, str]]:
    """Every number as files that lie in the page itself."""
    files = [("all numbers", f"run-{number}.json", "application/json", numbers([document]))]
    files += [(table.caption.lower(), f"run-{number}-{table.key}.csv", "text/csv", table.csv()) for table in made]
    return [
        {"what": what, "name": name, "href": f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"}
        for what, name, kind, text in files
    ]


def _write_csv(documents: Sequence[Document], path: Path) -> None:
    folder = path.with_suffix("")
    folder.mkdir(parents=True, exist_ok=True)
    for number, document in enumerate(documents, start=1):
        shown = words(document).tables if "question" in document else tables
        for table in shown(document):
            name = re.sub(r"\W+", "-", f"{number}-{table.key}")
            (folder / f"{name}.csv").write_text(table.csv(), encoding="utf-8")
