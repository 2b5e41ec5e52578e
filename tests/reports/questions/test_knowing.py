"""What is said about hidden cards."""

from __future__ import annotations

from analyses.answers.knowing import ALL
from reports.questions import knowing as words
from reports.text.rollouts import value
from tests.analyses.test_knowing import example


def test_says_what_the_hands_are_worth() -> None:
    answer = example()
    headline = words.headline(answer)
    assert headline.startswith(
        "Under pagat, one of three expert bots who searches and sees the other two hands earns +"
    )
    assert f"earns {value(answer.hands)} units a game more" in headline
    assert headline.endswith(" than one who searches in the same way and does not.")


def test_says_what_is_luck_and_what_it_bounds() -> None:
    answer = example()
    rest = " ".join(words.sentences(answer))
    assert f"is luck: {value(answer.beyond_hands)}." in rest
    assert f"Searching without seeing anything brings {value(answer.of(ALL).blind)}." in rest
    assert "in up to 16 worlds with expert on all seats" in rest
    assert "60 deals, each with every seat in turn" in rest
    for row in answer.cells[:-1]:
        assert f"{row.decisions} {value(row.worth)}" in rest
    (advice,) = words.advice(answer)
    assert value(answer.hands) in advice.says
    assert "60 deals" in advice.sure


def test_tables_and_figure() -> None:
    answer = example()
    hands, stock = words.tables(answer)
    assert [row[0] for row in hands.rows] == [row.decisions for row in answer.cells]
    assert hands.rows[-1][3] == value(answer.hands)
    assert [row[1] for row in stock.rows] == [value(each) for each in (answer.stock, answer.both, answer.beyond_hands)]
    (finding,) = words.findings(answer)
    assert value(answer.beyond_hands) in finding.text
    assert len(finding.draw().axes) == 1
