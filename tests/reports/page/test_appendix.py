"""One appendix for the whole page: nothing twice, nothing left out."""

from __future__ import annotations

from dataclasses import replace

from reports.page.appendix import appendix, bots, methods, rules, runs, versions
from reports.questions import Document, get
from tests.reports.page.pages import answer, every


def named() -> list[tuple[str, Document]]:
    """The parts of a page of everything."""
    return [(get(document, "question") or get(document, "command"), document) for document in every()]


def test_every_part_says_what_was_played_and_how_to_get_it_again() -> None:
    parts = named()
    section = appendix(parts)
    table = runs(parts)
    assert [row[0] for row in table.rows] == [name for name, _ in parts]
    assert [name for name, _ in section.commands] == [name for name, _ in parts]
    assert all(command.startswith("tongits ") for _, command in section.commands)
    assert [table.key for table in section.tables][-1] == "checks"


def test_nothing_is_said_twice() -> None:
    parts = named()
    for table in appendix(parts).tables:
        rows = [tuple(row) for row in table.rows]
        assert len(rows) == len(set(rows)), table.key
    texts = [row[1] for row in methods(parts).rows]
    assert len(texts) == len(set(zip(texts, [row[0] for row in methods(parts).rows], strict=True)))
    names = [row[0] for row in bots([document for _, document in parts]).rows]
    assert names == ["greedy", "caller", "hunter", "trained", "expert"]


def test_other_rules_are_told_by_their_differences() -> None:
    first, other = rules([answer("calls"), answer("calls", "sjs")])
    assert first.caption == "The rules: pagat"
    assert len(first.rows) > 40
    assert 0 < len(other.rows) < 20
    assert all(row[3] == "sjs" for row in other.rows)
    assert len(rules([answer("calls"), answer("sunog")])[1].rows) == 0


def test_rules_that_are_named_only_are_told_too() -> None:
    document = replace(answer("payouts"), rule_sets=("pagat", "online", "house.toml"))
    other = rules([document])[1]
    assert {row[3] for row in other.rows} == {"online"}
    assert "house.toml" in other.note


def test_versions_that_differ_are_told_by_part() -> None:
    one, two = answer("calls"), answer("sunog")
    two = replace(two, versions=replace(two.versions, tongits="9.9"))
    table = versions([("calls", one), ("sunog", two)])
    assert ["tongits", "9.9", "sunog"] in table.rows
