"""The spaces."""

from __future__ import annotations

import numpy as np

from tongits_sim.encoding.action_table import N_ACTIONS
from tongits_sim.encoding.observation import N_OBSERVATION
from tongits_sim.envs.spaces import action_space, observation_space


def test_the_spaces_have_the_sizes_of_the_encodings() -> None:
    space = observation_space()
    assert space["observation"].shape == (N_OBSERVATION,)
    assert space["action_mask"].shape == (N_ACTIONS,) == (int(action_space().n),)


def test_an_action_is_sampled_by_a_mask() -> None:
    mask = np.zeros(N_ACTIONS, np.int8)
    mask[5] = 1
    assert action_space().sample(mask) == 5
