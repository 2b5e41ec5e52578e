from dataclasses import replace

import pytest

from analyses.answers.whatif import WhatIfAnswer
from reports.questions.whatif import headline, of_change, screen
from tests.analyses.test_answers import EDGE, TURNS, whole
from tests.analyses.test_whatif import example
from tongits_sim.run.answers import Estimate


def alone(number: int) -> WhatIfAnswer:
    answer = example().answer
    return replace(answer, changes=(answer.changes[number],))


@pytest.mark.parametrize(("half", "claimed"), [(0.3, True), (0.34, False)])
def test_a_difference_is_claimed_only_beyond_three_standard_errors(half: float, claimed: bool) -> None:
    answer = whole()
    turns = replace(TURNS, diff=Estimate(0.5, (0.5 - half, 0.5 + half)), verdict="more")
    change = replace(answer.changes[0], effects=(replace(EDGE, verdict="inconclusive"), turns))
    said = headline(replace(answer, changes=(change,)))
    assert ("Games last longer" in said) is claimed
    rows = screen(replace(answer, changes=(change,))).body[0].rows  # type: ignore[union-attr]
    assert bool(rows) is claimed


def test_players_who_adapt_have_a_column() -> None:
    answer = alone(1)
    assert answer.adapt is None
    both = of_change(replace(answer, adapt=answer.changes), answer.changes[0], 1)
    assert "if all adapt" in both.headings
    assert {len(row) for row in both.rows} == {len(both.headings)}
    column = both.headings.index("if all adapt")
    assert [row[column] for row in both.rows if not row[0].endswith(" earns")] == [
        row[column - 1] for row in both.rows if not row[0].endswith(" earns")
    ]
