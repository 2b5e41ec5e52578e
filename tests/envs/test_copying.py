import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.envs.playing import play_game, tables
from tongits_sim import envs
from tongits_sim.envs.aec import AGENTS
from tongits_sim.errors import TongitsError


def pickled(table: Any) -> Any:
    return pickle.loads(pickle.dumps(table))


def seen(table: Any) -> tuple[Any, ...]:
    """Everything that agents see of an environment."""
    shown = [table.observe(agent) for agent in AGENTS]
    arrays = [(observed["observation"].tobytes(), observed["action_mask"].tobytes()) for observed in shown]
    return table.agent_selection, dict(table.terminations), dict(table.rewards), dict(table._cumulative_rewards), arrays


@pytest.mark.parametrize("rules", ["pagat", "pagat+joker", "sjs", "online"])
@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
def test_a_copy_in_mid_game_is_the_same_and_independent(rules: str, copied: Callable[[Any], Any]) -> None:
    table = envs.env(rules=rules)
    chance = np.random.default_rng(3)
    points, match = 0, 0
    while points < 125:
        table.reset(seed=7, options={"match": match})
        match += 1
        while not all(table.terminations.values()):
            other = copied(table)
            before = seen(table)
            assert seen(other) == before
            action = int(chance.choice(np.flatnonzero(table.last()[0]["action_mask"])))
            other.step(action)
            assert seen(table) == before
            table.step(action)
            assert seen(other) == seen(table)
            table = other if points % 3 == 0 else table  # a copy of a copy, too
            points += 1


def test_a_copy_plays_the_rest_of_the_game_and_the_next_one() -> None:
    table = envs.env(rules="sjs")
    table.reset(seed=11)
    for _ in range(9):
        table.step(int(np.flatnonzero(table.last()[0]["action_mask"])[0]))
    other = pickled(table)
    results = []
    for env in (table, other):
        paid = play_game(env, np.random.default_rng(5))
        record = env.unwrapped.record()
        env.reset()
        results.append((paid, record, seen(env)))
    assert results[0] == results[1]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, pickled])
def test_many_tables_say_that_they_cannot_be_copied(copied: Callable[[Any], Any]) -> None:
    with pytest.raises(TongitsError, match="cannot be copied or pickled"):
        copied(tables(2))
