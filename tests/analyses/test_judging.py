from dataclasses import replace

import numpy as np
import pytest

from analyses.judging import MeasurementPlan, position_seed, regret_of, select
from analyses.tables import Gap
from analyses.values import Values, seated_tables
from tests.table.games import house
from tests.table.test_positions import TYPED
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.table.actions import Action
from tongits_sim.table.position import PositionError
from tongits_sim.table.position_text import read_position
from tongits_sim.table.recorded import RecordedChoice
from tongits_sim.table.rollouts import PlayedWorlds, Rollouts

BEGINNERS = seated_tables("greedy,greedy,greedy")
FEW = MeasurementPlan(rounds=(8, 8), survivors=(3, 1), min_worlds=16, max_worlds=16)


def open_tongits(card: int) -> RecordedChoice:
    table = "me: Qc Qd Qh, 6c 6d 6h, 2c 2d 2h; right: 7s 8s 9s"
    typed = replace(TYPED, hand="3h 4h 5h Ks", table=table, discards="4c Tc", stock=9, sizes="9,12")
    position = read_position(house("pagat"), typed)
    return RecordedChoice(1, position, int(DECISION_DISCARD), 1 << card)


def test_a_planted_mistake_is_measured_with_its_reason() -> None:
    regret = regret_of(open_tongits(32 + 2), BEGINNERS, 1, FEW)
    assert regret is not None
    assert regret.had_choice
    assert regret.best != regret.chosen
    assert regret.lead.above(1.0)
    assert regret.worlds == 16
    assert "you win 100 %" in regret.why


def test_the_best_choice_loses_nothing() -> None:
    regret = regret_of(open_tongits(48 + 12), BEGINNERS, 1, FEW)
    assert regret is not None
    assert not regret.lead.above()


def test_a_choice_that_is_no_legal_action_is_refused() -> None:
    choice = replace(open_tongits(0), code=1 << 1)
    with pytest.raises(PositionError, match="no action"):
        regret_of(choice, BEGINNERS)


def test_seeds_differ_by_choice() -> None:
    assert len({position_seed(1, game, move) for game in range(20) for move in range(50)}) == 1000


class CoinFlips(Rollouts):
    def __init__(self, seed: int, options: int = 10) -> None:
        self.rng, self.per_walk, self.orders, self.tried = np.random.default_rng(seed), 1, 8, 0
        self.actions = [Action("discard", int(DECISION_DISCARD), 1 << card) for card in range(options)]
        self.active, self.played = np.ones(options, np.int64), np.zeros(options, np.int64)
        self._samples = PlayedWorlds(np.zeros(0, np.int64), np.zeros((0, options)), np.zeros((0, options, 3)))

    def play(self, numbers: np.ndarray) -> PlayedWorlds:
        payout = self.rng.normal(0, 3, (len(numbers), len(self.actions))) * self.active
        return PlayedWorlds(numbers, payout, np.zeros((*payout.shape, 3)))


def coin_flips(seed: int) -> Values:
    values = Values.__new__(Values)
    values.rollouts = [CoinFlips(3 * seed + table) for table in range(3)]
    values.actions, values._first = values.rollouts[0].actions, [0] * 3
    return values


def test_nothing_is_lost_where_all_options_are_equally_good() -> None:
    """The best of noisy values, priced on the worlds that chose it, is too high; the regret that is measured is not."""
    plan, naive, measured = MeasurementPlan(), list[float](), list[Gap]()
    for seed in range(300):
        values = coin_flips(seed)
        best, _ = select(values, 0, plan)
        if best:
            naive.append(values.lead(best, 0).mean)
            values.forget()
            values.play(values.worlds + 32)
            measured.append(values.lead(best, 0))
    lost = np.array([each.mean for each in measured])
    assert len(lost) > 150
    assert abs(lost.mean()) < 3.3 * lost.std(ddof=1) / np.sqrt(len(lost))
    assert np.mean(naive) > 10 * np.std(naive) / np.sqrt(len(naive))
    assert 0.91 < np.mean([abs(each.mean) <= 1.96 * each.se for each in measured]) < 0.98
