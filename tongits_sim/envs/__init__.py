"""Environments for reinforcement learning; they need the extra `rl` (PettingZoo and Gymnasium).

    from tongits_sim import envs
    table = envs.env(rules="pagat")                                                 # PettingZoo: three agents
    tables = envs.TongitsVectorEnv(512, "pagat", opponents="greedy,greedy")         # Gymnasium: one learner a table

Importing this package registers both: `pettingzoo.make("aec", "tongits_v0")` and `gymnasium.make_vec("Tongits-v0")`.
docs/how-to/envs.md explains observations and actions.
"""

try:
    import gymnasium
    import pettingzoo
except ImportError as missing:
    from tongits_sim.errors import MissingExtraError

    raise MissingExtraError("the environments", missing.name, "rl") from None

from tongits_sim.envs.aec import NAME, env, parallel_env, raw_env
from tongits_sim.envs.vector import TongitsVectorEnv
from tongits_sim.table.action_numbers import N_ACTIONS, describe
from tongits_sim.table.observation import N_OBSERVATION, plane

VECTOR_NAME = "Tongits-v0"
_VECTOR = "tongits_sim.envs.vector"

__all__ = [
    "NAME",
    "N_ACTIONS",
    "N_OBSERVATION",
    "VECTOR_NAME",
    "TongitsVectorEnv",
    "describe",
    "env",
    "parallel_env",
    "plane",
    "raw_env",
]


def register() -> None:
    """Register both environments with their libraries."""
    if pettingzoo.EnvSpec(NAME).id not in pettingzoo.aec_registry:
        pettingzoo.register("aec", NAME, entry_point="tongits_sim.envs.aec:env")
    if VECTOR_NAME not in gymnasium.registry:
        gymnasium.register(VECTOR_NAME, f"{_VECTOR}:one_table", vector_entry_point=f"{_VECTOR}:TongitsVectorEnv")


register()
