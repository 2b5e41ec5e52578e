"""Trials of habits against games that were written down, and the claim that no look misses."""

import math

import numpy as np
import pytest

from tests.experiments.trials import trial
from tests.playing import play_silently
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.trials import QUANTITIES, TrialEstimates, counts_of
from tongits_sim.experiments.worker import ROTATIONS
from tongits_sim.records.write import play_records
from tongits_sim.rules.amounts import UNIT


@pytest.mark.parametrize("rules", ["pagat", "sjs"])
def test_it_counts_what_the_records_of_its_games_say(rules: str) -> None:
    job = trial(rules)
    totals = play_silently(job, workers=1).totals
    for arm, player in enumerate((job.player, job.habit)):
        slots = (player, *job.opponents)
        sums = dict.fromkeys(QUANTITIES, 0)
        for seating in ROTATIONS:
            seated = [slots[slot] for slot in seating]
            me = seating.index(0)
            for record in play_records(job.rules, seated, job.deals, job.seed, 1, fixed_seats=True):
                result, events = record["result"], record["events"]
                won = result["winner"] == me
                called = any(event["act"] == "call" and event["seat"] == me for event in events)
                challenged = any(event["act"] == "challenge" and event["seat"] == me for event in events)
                sums["payout"] += round(100 * result["payout"][me])
                sums["wins"] += won
                sums["tongits"] += won and result["ending"] == "tongits"
                sums["sunog"] += bool(result["burned"][me])
                sums["calls"] += called
                sums["calls_won"] += called and won
                sums["challenges"] += challenged
                sums["challenges_won"] += challenged and won
        for name in QUANTITIES[: QUANTITIES.index("opened")]:
            assert totals["sums"][arm, QUANTITIES.index(name)] == sums[name], (name, arm)
    assert totals["sums"][1, QUANTITIES.index("calls")] == 0 < totals["sums"][0, QUANTITIES.index("calls")]


def test_the_sums_of_changes_are_those_of_the_deals() -> None:
    rng = np.random.default_rng(1)
    without, with_habit = (rng.integers(-5, 5, (40, len(QUANTITIES))) for _ in range(2))
    with_habit[:10] = without[:10]
    counts = counts_of(without, with_habit)
    assert counts["deals"].tolist() == [40]
    assert counts["differ"].tolist() == [sum(any(a != b) for a, b in zip(without, with_habit, strict=True))]
    for column in range(len(QUANTITIES)):
        changes = [int(b) - int(a) for a, b in zip(without[:, column], with_habit[:, column], strict=True)]
        assert counts["changes"][column] == sum(changes)
        assert counts["squares"][column] == sum(change**2 for change in changes)


def test_a_habit_that_changes_nothing_has_limits_by_what_may_still_come() -> None:
    job = trial(habit="call_from_turn=1", deals=1200)
    estimates = TrialEstimates(job, play_silently(job, workers=1).totals)
    assert estimates.differing == 0
    gain = estimates.gain(1200, 0.95)
    assert gain.estimate == 0
    assert 0 < float(gain.high) == -float(gain.low) < 1
    few = TrialEstimates(job, play_silently(trial(deals=500), workers=1).totals)
    assert math.isinf(float(few.gain(500, 0.95).high))


def test_money_is_in_units_a_game() -> None:
    job = trial(deals=50)
    estimates = TrialEstimates(job, play_silently(job, workers=1).totals)
    total = int(estimates.totals["sums"][1, 0])
    assert estimates.level("payout", 1) == pytest.approx(total / (3 * 50 * UNIT))
    change = float(estimates.change("payout").estimate)
    assert change == pytest.approx(estimates.level("payout", 1) - estimates.level("payout", 0))


def test_rules_without_money_are_refused() -> None:
    with pytest.raises(TongitsError, match="score"):
        trial(rules="pagat+progressive")
