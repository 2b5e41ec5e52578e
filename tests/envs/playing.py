"""Random play in the environments, by a policy of its own: it looks at masks only."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tongits_sim.envs.aec import AGENTS, raw_env
from tongits_sim.envs.vector import TongitsVectorEnv
from tongits_sim.rules import preset_names

PRESETS = preset_names()


def play_game(table: Any, rng: np.random.Generator) -> tuple[dict[str, float], int]:
    """Play a game that has been dealt by random legal actions: what each agent got, and how many steps it took."""
    paid = dict.fromkeys(AGENTS, 0.0)
    steps = 0
    for agent in table.agent_iter():
        observation, reward, over, _, _ = table.last()
        paid[agent] += reward
        if over:
            table.step(None)
            continue
        table.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
        steps += 1
    return paid, steps


def random_games(rules: str, games: int, seed: int = 1) -> Iterator[tuple[raw_env, dict[str, float]]]:
    """Games of random play, each with its finished environment and what the agents got."""
    table = raw_env(rules)
    rng = np.random.default_rng(seed)
    table.reset(seed=seed)
    for number in range(games):
        if number:
            table.reset()
        paid, _ = play_game(table, rng)
        yield table, paid


def tables(num_envs: int = 6, opponents: str = "random,random", **options: Any) -> TongitsVectorEnv:
    return TongitsVectorEnv(num_envs, opponents=opponents, **options)
