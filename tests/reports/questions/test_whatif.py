from dataclasses import replace

import pytest

from reports.questions.whatif import headline, screen
from tests.analyses.test_answers import EDGE, TURNS, whole
from tongits_sim.run.answers import Estimate


@pytest.mark.parametrize(("half", "claimed"), [(0.3, True), (0.34, False)])
def test_a_difference_is_claimed_only_beyond_three_standard_errors(half: float, claimed: bool) -> None:
    answer = whole()
    turns = replace(TURNS, diff=Estimate(0.5, (0.5 - half, 0.5 + half)), verdict="more")
    change = replace(answer.changes[0], effects=(replace(EDGE, verdict="inconclusive"), turns))
    said = headline(replace(answer, changes=(change,)))
    assert ("Games last longer" in said) is claimed
    assert bool(screen(replace(answer, changes=(change,))).body) is claimed
