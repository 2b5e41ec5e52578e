"""The page of a review: whole, escaped, self-contained; JSON and CSV hold the same choices."""

from __future__ import annotations

import csv
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analyses.answers.review import ReviewAnswer
from reports.page.review import ReviewFileError, page_of, write_review
from tests.analyses.answers.test_review import answer

VOID = {"meta", "input", "br", "link"}


class Checker(HTMLParser):
    """Counts tags, and checks that they close in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.articles: list[dict[str, str | None]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert "src" not in given
        if tag == "article":
            self.articles.append(given)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_whole_and_needs_nothing_else() -> None:
    page = page_of(answer())
    checker = Checker()
    checker.feed(page)
    assert checker.open == []
    assert [each["data-verdict"] for each in checker.articles] == ["clear", "best", "clear"]
    assert checker.articles[2]["data-player"] == "<b>&"
    assert "<b>&" not in page
    assert "http" not in page
    assert "<!-- " not in page


def test_files(tmp_path: Path) -> None:
    one = answer()
    for name in ("r.html", "r.json", "r.csv"):
        write_review(one, tmp_path / name)
    assert ReviewAnswer.from_dict(json.loads((tmp_path / "r.json").read_text())) == one
    with (tmp_path / "r.csv").open() as file:
        assert len(list(csv.DictReader(file))) == 3
    with pytest.raises(ReviewFileError, match=r"a review ends in \.html, \.json or \.csv"):
        write_review(one, tmp_path / "r.txt")
    with pytest.raises(ReviewFileError, match="cannot write"):
        write_review(one, tmp_path / "none" / "r.html")
