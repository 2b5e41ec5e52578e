"""The rulebook: every rule that anything cites is in it, and every knob stands under one rule."""

from __future__ import annotations

import re

import pytest

from tests.sources import ROOT, modules
from tongits_sim.any_game.rulebook import MARK, home
from tongits_sim.rules import KNOBS, RuleError, preset_names
from tongits_sim.rules.rulebook import BOOK

rule, rules, book = BOOK.rule, BOOK.rules, BOOK.book
DOCS = ROOT / "docs" / "reference" / "rulebook.md"
CITED = re.compile(r"\bR\d{1,2}(?:\.\d+)?\b")


def chapters() -> list[str]:
    """The numbers of the rules, without their parts."""
    return [number for number in rules if "." not in number]


def test_the_page_is_as_the_program_writes_it() -> None:
    assert DOCS.read_text(encoding="utf-8") == book(), (
        "run: python -m tongits_sim.rules book docs/reference/rulebook.md"
    )
    assert MARK not in book()


def test_there_are_sixteen_rules() -> None:
    assert chapters() == [f"R{number}" for number in range(1, 17)]


def test_every_rule_that_the_program_cites_is_there() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    texts = {str(path): path.read_text(encoding="utf-8") for path in pages}
    texts |= {module.shown: module.text for module in modules()}
    citations = [(place, number) for place, text in texts.items() for number in CITED.findall(text)]
    assert len(citations) > 500
    assert [(place, number) for place, number in citations if number not in rules] == []


def test_every_knob_stands_under_one_rule() -> None:
    places = {name: [number for number in chapters() if knob in rule(number).knobs] for name, knob in KNOBS.items()}
    assert {name: pages for name, pages in places.items() if len(pages) != 1} == {}
    assert places["call.timing"] == ["R9"]
    assert all(number in rules for knob in KNOBS.values() for number in knob.rule.split(", "))
    assert home(KNOBS["secrets.grants"]) == "R9"
    text = book()
    assert [name for name in KNOBS if text.count(f"\n* `{name}` (") != 1] == []


def test_a_part_has_its_own_knobs() -> None:
    assert [knob.name for knob in rule("R9.2").knobs] == ["call.needs", "call.meld_age"]
    assert KNOBS["call.timing"] in rule("R9").knobs
    assert rule("R1").knobs != rule("R16").knobs
    assert rule("R8.2").knobs == ()


def test_every_preset_has_a_source() -> None:
    sources = book().partition("\n## Sources\n")[2]
    assert [name for name in preset_names() if f"`{name}`" not in sources] == []


def test_values_of_the_presets_are_said() -> None:
    (line,) = re.findall(r"^\* `call\.timing` .+$", book(), re.MULTILINE)
    assert line.endswith("Default `start`; `end` in `sjs`.")


@pytest.mark.parametrize("number", ["R9.2", "r9.2", "9.2", " R9.2 "])
def test_a_number_is_read_as_people_write_it(number: str) -> None:
    assert rule(number).title == "What the caller needs"


@pytest.mark.parametrize(
    ("number", "message"),
    [("R17", "R1 to R16"), ("R9.7", "R9.1, R9.2, R9.3, R9.4"), ("call", "R1 to R16"), ("", "R1 to R16")],
)
def test_a_rule_that_does_not_exist_is_refused(number: str, message: str) -> None:
    with pytest.raises(RuleError, match=re.escape(message)):
        rule(number)


def test_plain_text_has_no_marks() -> None:
    for each in rules.values():
        assert each.plain
        assert not re.search(r"\*|`|<!--|\]\(", each.plain), each.number
