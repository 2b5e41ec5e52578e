"""The bots' contract: named numbers within bounds, labels that name a player again, digests."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from strategies import load_player, strategy
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.strategy import Hooks, Param, Player, Strategy, params_dtype

GREEDY = strategy("greedy")


def test_hooks_are_in_the_order_of_the_decisions() -> None:
    assert tuple(Hooks.__dataclass_fields__) == DECISIONS
    assert len(set(Player(GREEDY).addresses())) == len(DECISIONS)


@pytest.mark.parametrize("spec", ["greedy", "greedy(call_at=5)", "greedy(call_at=5, challenge_at=2.5)", "miser"])
def test_a_label_names_the_player_again(spec: str) -> None:
    player = load_player(spec)
    assert player.label == spec
    assert load_player(player.label) == player


def test_numbers_at_their_default_are_not_in_the_label() -> None:
    player = load_player("greedy(call_at=30)")
    assert player.label == "greedy"
    assert player.parameters() == load_player("greedy").parameters() == {"call_at": 30, "challenge_at": 24}


def test_the_record_holds_the_numbers() -> None:
    record = load_player("greedy(call_at=5.25)").params()
    assert (record["call_at"][0], record["challenge_at"][0]) == (5.25, 24)
    assert record.shape == (1,)


def test_no_record_of_numbers_begins_like_another() -> None:
    # Numba takes a record that begins like another for a kind of it, with a warning that it is an experiment.
    one, two = Param("a", 1, 0, 2, ""), Param("b", 1, 0, 2, "")
    layouts = [params_dtype(params) for params in ((), (one,), (one, two), (two,))]
    names = [layout.names[0] for layout in layouts if layout.names]
    assert len(set(names)) == 4
    assert all({layout[name] for name in layout.names or ()} == {np.dtype("f8")} for layout in layouts)


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"call": 5}, r"greedy has no parameter 'call'\. Did you mean 'call_at'\? It has: call_at, challenge_at"),
        ({"zzz": 5}, r"greedy has no parameter 'zzz'\. It has"),
        ({"call_at": 131}, "greedy: call_at = 131 is outside its bounds 0 to 130"),
        ({"call_at": float("nan")}, "outside its bounds"),
        ({"call_at": float("inf")}, "outside its bounds"),
    ],
)
def test_numbers_that_cannot_be_are_refused(values: dict[str, float], said: str) -> None:
    with pytest.raises(TongitsError, match=said):
        Player(GREEDY, values)


def test_a_strategy_without_numbers_says_so() -> None:
    bare = Strategy("bare", "Nothing to set.", GREEDY.hooks)
    with pytest.raises(TongitsError, match="bare has no parameters, so 'x' means nothing to it"):
        Player(bare, {"x": 1})


def test_players_travel_by_name() -> None:
    for spec in ("greedy", "greedy(call_at=0.1)", "docs/examples/my_bots.py:shy(min_cards=3)"):
        player = load_player(spec)
        copy = pickle.loads(pickle.dumps(player))
        assert copy == player
        assert copy.strategy is player.strategy


def test_the_digest_follows_the_source(tmp_path: Path) -> None:
    source = Path("docs/examples/my_bots.py").read_text(encoding="utf-8")
    digests = set()
    for name, text in (("a.py", source), ("b.py", source.replace("12, 0, 130", "13, 0, 130"))):
        (tmp_path / name).write_text(text, encoding="utf-8")
        digests.add(load_player(f"{tmp_path / name}:shy").digest())
    assert len(digests) == 2
    assert load_player("greedy").digest() != load_player("hunter").digest()
    assert load_player("greedy").digest() == load_player("greedy(call_at=3)").digest()
