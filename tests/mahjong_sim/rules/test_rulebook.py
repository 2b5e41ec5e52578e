"""The rulebook of mahjong: every rule that is cited is in it, and every knob stands under one rule."""

from __future__ import annotations

import re

from mahjong_sim.game.legality import REASONS
from mahjong_sim.rules import KNOBS, PRESETS
from mahjong_sim.rules.rulebook import BOOK
from tests.sources import ROOT, modules
from tongits_sim.any_game.rulebook import MARK

DOCS = ROOT / "docs" / "reference" / "mahjong-rulebook.md"
CITED = re.compile(r"\bV\d{1,2}(?:\.\d+)?\b")


def test_the_page_is_as_the_program_writes_it() -> None:
    page = BOOK.book()
    assert DOCS.read_text(encoding="utf-8") == page, f"run: python -m mahjong_sim.rules book {DOCS}"
    assert MARK not in page


def test_every_rule_that_is_cited_is_there() -> None:
    pages = [ROOT / "docs" / "reference" / name for name in ("mahjong.md", "mahjong-record.md", "mahjong-rulebook.md")]
    texts = [page.read_text(encoding="utf-8") for page in pages]
    texts += [module.text for module in modules() if module.layer == "mahjong_sim"]
    cited = {number for text in texts for number in CITED.findall(text)} | {rule for rule, _ in REASONS.values()}
    assert {f"V{number}" for number in range(1, 13)} <= cited
    assert sorted(cited - set(BOOK.rules)) == []


def test_every_knob_stands_under_one_rule() -> None:
    page = BOOK.book()
    assert [name for name in KNOBS if page.count(f"\n* `{name}` (") != 1] == []


def test_every_preset_has_a_source() -> None:
    sources = BOOK.book().partition("\n## Sources\n")[2]
    assert [name for name in PRESETS if f"`{name}`" not in sources] == []


def test_plain_text_has_no_marks() -> None:
    for rule in BOOK.rules.values():
        assert rule.plain
        assert not re.search(r"\*|`|<!--|\]\(", rule.plain), rule.number
