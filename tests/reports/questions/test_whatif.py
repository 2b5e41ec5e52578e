from dataclasses import replace

import pytest

from analyses.figures import Row
from analyses.whatif_metrics import effect_rows
from reports.questions.whatif import headline, ranking, screen
from tests.analyses.test_answers import EDGE, TURNS, whole
from tongits_sim.rules import describe, load
from tongits_sim.run.answers import Estimate


@pytest.mark.parametrize(("half", "claimed"), [(0.3, True), (0.34, False)])
def test_a_difference_is_claimed_only_beyond_three_standard_errors(half: float, claimed: bool) -> None:
    answer = whole()
    turns = replace(TURNS, diff=Estimate(0.5, (0.5 - half, 0.5 + half)), verdict="more")
    change = replace(answer.changes[0], effects=(replace(EDGE, verdict="inconclusive"), turns))
    said = headline(replace(answer, changes=(change,)))
    assert ("Games last longer" in said) is claimed
    assert bool(screen(replace(answer, changes=(change,))).body) is claimed


def test_a_bar_is_named_by_the_rule_and_no_share_is_left_a_fraction() -> None:
    answer = whole()
    change = replace(answer.changes[0], change="call.timing=end", knobs={"call.timing": "end"})
    sunog = replace(TURNS, metric="sunog_rate", diff=Estimate(0.05, (0.04, 0.06)), verdict="more")
    metrics = (answer.metrics[0], replace(answer.metrics[1], metric="sunog_rate"))
    changed = (replace(change, effects=(EDGE, sunog)),)
    rows = effect_rows(replace(answer, metrics=metrics, changes=changed), "sunog_rate")
    says = next(line.sentence for line in describe(load("pagat", ["call.timing=end"])) if line.knob == "call.timing")
    assert rows == [Row(says.rstrip("."), 5, (4, 6), True)]


def test_the_dealers_edge_is_said_in_units_and_never_as_more_than_all() -> None:
    """As a share of what a winner takes it may be above 100 %: a dealer who wins may deal again."""
    answer = whole()
    effect = replace(EDGE, before=Estimate(6.8), after=Estimate(0.7), diff=Estimate(-6.1, (-6.5, -5.7)), verdict="less")
    take = replace(TURNS, metric="mean_pot", before=Estimate(6.0), after=Estimate(6.0))
    changes = [replace(answer.changes[0], change=f"x={number}", effects=(effect, take, TURNS)) for number in range(9)]
    ranked = tuple(replace(answer.ranking[0], change=change.change, effect=effect) for change in changes)
    metrics = (answer.metrics[0], replace(answer.metrics[1], metric="mean_pot"), answer.metrics[1])
    many = replace(answer, metrics=metrics, changes=tuple(changes), ranking=ranked)
    assert headline(many) == "With x=0 the dealer's edge goes from 6.8 units a game to 0.7."
    assert list(ranking(many).rows[1][:2]) == ["x=0", "0.7"]
