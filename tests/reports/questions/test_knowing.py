"""What is said about hidden cards."""

from __future__ import annotations

from analyses.answers.knowing import ALL
from reports.questions import knowing as words
from reports.text.rollouts import value
from tests.analyses.test_knowing import example


def test_says_what_the_hands_are_worth() -> None:
    found = example()
    told = words.headline(found)
    assert told.startswith("Under pagat, one of three expert bots who searches and sees the other two hands earns +")
    assert f"earns {value(found.hands)} units a game more" in told
    assert told.endswith(" than one who searches in the same way and does not.")


def test_says_what_is_luck_and_what_it_bounds() -> None:
    found = example()
    rest = " ".join(words.sentences(found))
    assert f"is luck: {value(found.beyond_hands)}." in rest
    assert f"Searching without seeing anything brings {value(found.of(ALL).blind)}." in rest
    assert "in up to 16 worlds with expert on all seats" in rest
    assert "60 deals, each with every seat in turn" in rest
    for row in found.cells[:-1]:
        assert f"{row.decisions} {value(row.worth)}" in rest
    (advice,) = words.advice(found)
    assert value(found.hands) in advice.says
    assert "60 deals" in advice.sure


def test_tables_and_figure() -> None:
    found = example()
    hands, stock = words.tables(found)
    assert [row[0] for row in hands.rows] == [row.decisions for row in found.cells]
    assert hands.rows[-1][3] == value(found.hands)
    assert [row[1] for row in stock.rows] == [value(each) for each in (found.stock, found.both, found.beyond_hands)]
    (finding,) = words.findings(found)
    assert value(found.beyond_hands) in finding.text
    assert len(finding.draw().axes) == 1
