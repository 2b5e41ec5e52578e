"""Every kind of page by the rules of axe-core: contrast, names, headings, tables."""

from collections.abc import Callable
from pathlib import Path

import pytest

from reports.page import card, player_sheet
from reports.page.render import html
from reports.page.review import page_of
from reports.text.card import pocket_card
from strategies.book.shipped import shipped
from tests.analyses.test_answers import review_answer
from tests.axe import AXE, violations
from tests.chromium import BROWSER, browser
from tests.reports.page.pages import every
from tests.reports.page.test_report import made
from tongits_sim.rules import load


def _card() -> str:
    rules = load("pagat")
    book = shipped(rules)
    assert book is not None
    return card.page(pocket_card(book, rules))


def _player() -> str:
    rules = load("pagat")
    book = shipped(rules)
    assert book is not None
    return player_sheet.player_html(book, rules, "tongits report --for player")


PAGES: dict[str, Callable[[], list[str]]] = {
    "answers": lambda: [html(every())],
    "single answers": lambda: [html([document]) for document in every()],
    "report": lambda: [made()],
    "review": lambda: [page_of(review_answer())],
    "card": lambda: [_card()],
    "player": lambda: [_player()],
}


@pytest.mark.browser
@pytest.mark.skipif(BROWSER is None or not AXE.is_file(), reason="there is no chromium or no axe-core to look with")
@pytest.mark.parametrize("kind", PAGES)
def test_nothing_breaks_a_rule(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_sheet, "hands_of", lambda book, rules: [])
    path = tmp_path / "page.html"
    with browser() as window:
        window("Page.setBypassCSP", enabled=True)
        for page in PAGES[kind]():
            path.write_text(page, encoding="utf-8")
            for dark in (False, True):
                window.size(920, 800, dark=dark)
                window.open(path)
                assert violations(window) == [], (kind, dark)
