"""docs/reference/literature.md: every work that a page or a docstring cites; CITATION.cff names the program."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from datetime import date

import pytest

from tests.sources import ROOT, modules
from tongits_sim.version import VERSION

LISTED = (ROOT / "docs" / "reference" / "literature.md").read_text(encoding="utf-8")
CITATION = re.compile(
    r"(?P<names>(?:[A-Z][\w'’-]+(?:, and |, | and | et al\.,? ?| ))+)\(?(?P<year>(?:19|20)\d\d)\)?(?![\d,]?\d)"
)
NO_NAMES = {"GTCC", "Tongits", *(date(2000, month, 1).strftime("%B") for month in range(1, 13)), "OOPSLA"}
"""Words before a year that name nobody: months, and a conference."""


def cited(text: str) -> set[tuple[str, str]]:
    """First name and year of everything that a text cites."""
    names = {
        (re.split(r"[, ]", match["names"])[0], match["year"]) for match in CITATION.finditer(" ".join(text.split()))
    }
    return {each for each in names if each[0] not in NO_NAMES}


def texts() -> Iterator[tuple[str, str]]:
    """Pages, and the docstrings of modules, by name."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if page.name not in ("literature.md", "rulebook.md"):
            yield page.name, page.read_text(encoding="utf-8")
    for module in modules():
        kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        docstrings = [ast.get_docstring(node) or "" for node in module.nodes if isinstance(node, kinds)]
        yield module.shown, "\n\n".join(docstrings)


def test_everything_cited_is_listed() -> None:
    listed = {(names.split(",")[0].split(" ")[0], year) for names, year in entries()}
    missing = [
        f"{place}: {name} {year}" for place, text in texts() for name, year in cited(text) if (name, year) not in listed
    ]
    assert not missing, f"docs/reference/literature.md lacks {missing}"


def entries() -> list[tuple[str, str]]:
    """Names and year of every entry of the list."""
    return re.findall(r"^\* \*\*(.+?) \((\d{4})\)\.\*\*", LISTED, re.MULTILINE)


def test_everything_listed_is_used() -> None:
    everywhere = {each for _, text in texts() for each in cited(text)}
    unused = [(names, year) for names, year in entries() if (re.split(r"[, ]", names)[0], year) not in everywhere]
    by_title = [("Steele, Lea, Flood", "2014"), ("Brackett-Rozinsky, Lemire", "2025")]
    assert unused == by_title
    assert len(entries()) == len(set(entries())) > 40


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Holm (1979), section 2", {("Holm", "1979")}),
        ("Efron,\n    Tibshirani (1993)", {("Efron", "1993")}),
        ("external sampling (Lanctot et al. 2009)", {("Lanctot", "2009")}),
        ("Heinrich, Lanctot and Silver 2015, section 3", {("Heinrich", "2015")}),
        ("on 29 January 2016 about 2000 games", set()),
    ],
)
def test_citations_are_seen(text: str, names: set[tuple[str, str]]) -> None:
    assert cited(text) == names


def test_modules_named_in_the_list_exist() -> None:
    paths = re.findall(r"`(\w+/[\w/]+\.py)`", LISTED)
    assert len(paths) > 8
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_citation_and_the_project_are_of_this_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {VERSION}\n" in text
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION
    assert "\nlicense: MIT\n" in text
