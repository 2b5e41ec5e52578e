"""The page: one file, tables with captions, figures with texts, the commands that make it again."""

from __future__ import annotations

import re
from pathlib import Path

from mahjong_sim.questions.page import html, page_of, write_page
from tests.mahjong_sim.asked import asked

ANSWERS = ("claims", "mano")


def test_the_page_is_whole_and_says_what_its_figures_show(tmp_path: Path) -> None:
    answers = [asked(name) for name in ANSWERS]
    path = tmp_path / "page.html"
    write_page(answers, path, "Our table")
    text = path.read_text(encoding="utf-8")
    assert "<h1>Our table</h1>" in text
    assert not re.search(r'(?:src|href)="(?!data:|#)', text)
    assert text.count("<svg") == text.count('role="img"') == len(re.findall(r"<title id=", text))
    assert text.count("<table>") == text.count("<caption>")
    for answer in answers:
        assert answer.command_line in text


def test_sections_are_for_readers() -> None:
    page = page_of([asked(name) for name in ANSWERS])
    assert [section.reader for section in page.sections] == ["table", "money"]
    assert page.title == "Mahjong under visayan rules"
    assert [name for name, _ in page.appendix.commands] == list(ANSWERS)


def test_the_same_answers_give_the_same_page() -> None:
    answers = [asked("mano")]
    assert html(answers) == html(answers)
