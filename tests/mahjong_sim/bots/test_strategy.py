"""The contract of bots, and players."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from mahjong_sim.bots.hooks import always, never
from mahjong_sim.bots.registry import load_player
from mahjong_sim.bots.strategy import Hooks, Param, Player, Strategy, params_dtype
from tongits_sim.errors import TongitsError

SHY = Strategy("shy", "Shy.", Hooks(always, never, never, never), (Param("fold_at", 2, 0, 5, "folds"),))


def test_parameters_have_bounds_and_names() -> None:
    assert Player(SHY, {"fold_at": 3}).label == "shy(fold_at=3)"
    assert Player(SHY, {"fold_at": 2}).label == "shy"
    with pytest.raises(TongitsError, match="outside its bounds 0 to 5"):
        Player(SHY, {"fold_at": 6})
    with pytest.raises(TongitsError, match="Did you mean 'fold_at'"):
        Player(SHY, {"fold": 1})


def test_parameters_are_a_record() -> None:
    record = Player(SHY, {"fold_at": 4}).params()
    assert record.dtype == params_dtype(SHY.params)
    assert record["fold_at"].tolist() == [4]
    assert np.zeros(1, params_dtype(())).dtype.names == ("mahjong_params",)


def test_hooks_are_functions() -> None:
    with pytest.raises(TongitsError, match="discard hook"):
        Hooks(always, never, never, 3)  # type: ignore[arg-type]


def test_players_travel_by_name() -> None:
    player = load_player("defender(fold_at=3)")
    again = pickle.loads(pickle.dumps(player))
    assert again.identity == player.identity
    assert again.manifest() == player.manifest()


def test_a_manifest_says_what_decides_how_it_plays() -> None:
    one, other = load_player("defender"), load_player("defender(fold_at=3)")
    assert one.digest() == other.digest() != load_player("greedy").digest()
    assert one.manifest()["params"] != other.manifest()["params"]
