import itertools

import numpy as np
import pytest

from strategies import load_player
from tests.playing import sure
from tongits_sim.experiments.simulate import simulate
from tools.ladder import mean_and_error, p_value, payoffs


def test_equal_players_earn_nothing_and_a_deal_sums_to_zero() -> None:
    greedy = load_player("greedy")
    same = payoffs("sjs", [greedy] * 3, 50, 7)
    assert np.allclose(same.sum(axis=1), 0)
    mixed = payoffs("pagat", [load_player("caller"), greedy, greedy], 50, 7)
    assert np.allclose(mixed.sum(axis=1), 0)
    assert mixed.any()


def test_one_deal_is_the_average_of_its_seatings() -> None:
    bots = ["caller", "greedy", "miser"]
    mine = payoffs("pagat", [load_player(bot) for bot in bots], 1, 7)[0]
    runs = [
        simulate("pagat", [bots[slot] for slot in order], 1, 7, fixed_seats=True, notice=lambda text: None)
        for order in itertools.permutations(range(3))
    ]
    for slot, bot in enumerate(bots):
        earned = [sure(row.payout.mean) for run in runs for row in run.players_summary if row.player == bot]
        assert mine[slot] == pytest.approx(sum(earned) / 6)


def test_the_normal_p() -> None:
    assert p_value(1.96, 1.0) == pytest.approx(0.05, abs=1e-3)
    assert p_value(0.0, 0.0) == 1
    assert mean_and_error(np.array([1.0, 3.0])) == (2, 1)
