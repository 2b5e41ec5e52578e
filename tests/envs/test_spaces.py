"""The spaces."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.playing import ROOT
from tongits_sim.encoding.action_table import N_ACTIONS
from tongits_sim.encoding.observation import N_OBSERVATION
from tongits_sim.envs.spaces import action_space, observation_space, whole
from tongits_sim.errors import TongitsError


def test_the_spaces_have_the_sizes_of_the_encodings() -> None:
    space = observation_space()
    assert space["observation"].shape == (N_OBSERVATION,)
    assert space["action_mask"].shape == (N_ACTIONS,) == (int(action_space().n),)


def test_docs_say_the_sizes() -> None:
    page = (ROOT / "docs/how-to/envs.md").read_text(encoding="utf-8")
    assert f"are {N_OBSERVATION:,} numbers (uint8)" in page
    assert f"There are {N_ACTIONS} actions" in page


@pytest.mark.parametrize("value", [3, np.int64(3), np.uint8(3), np.array(3)])
def test_a_whole_number_is_of_any_integer_type(value: Any) -> None:
    assert whole("it", value, 0, 3) == 3


@pytest.mark.parametrize("value", [4, -1, 3.0, np.float64(2.0), "3", None, [3]])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    with pytest.raises(TongitsError, match=r"^it must be a whole number from 0 to 3, not "):
        whole("it", value, 0, 3)


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(TongitsError, match="it must be"):
        whole("it", 10**5000, 0, 3)


def test_an_action_is_sampled_by_a_mask() -> None:
    mask = np.zeros(N_ACTIONS, np.int8)
    mask[5] = 1
    assert action_space().sample(mask) == 5
