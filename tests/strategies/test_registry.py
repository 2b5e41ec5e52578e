from pathlib import Path
from typing import Any

import pytest
from numba.core.registry import cpu_target

from strategies.deviator import _hook
from strategies.registry import load_player, load_players
from tongits_sim.bots.bot_list import SpecError, split_specs


def test_hooks_made_inside_functions_are_known_by_what_they_enclose() -> None:
    """So that every process finds their code on disk, and none takes another's."""
    codegen = cpu_target.target_context.codegen()
    made: list[Any] = [_hook("call"), _hook("call"), _hook("lay")]
    keys = [hook._cache._index_key((), codegen) for hook in made]
    folders = [Path(hook._cache.cache_path).name for hook in made]
    assert keys[0] == keys[1]
    assert len(set(keys)) == len(keys) - 1
    assert folders == ["strategies.deviator"] * 3


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        ("greedy", "greedy"),
        ("  greedy ", "greedy"),
        ("greedy()", "greedy"),
        ("greedy(call_at=5)", "greedy(call_at=5)"),
        ("greedy ( call_at = 5 , challenge_at=0 )", "greedy(call_at=5, challenge_at=0)"),
        ("greedy(call_at=30)", "greedy"),  # its default
        ("random(call_rate=2.5e-1)", "random(call_rate=0.25)"),
        ("habit(player=greedy(call_at=5), take=never)", "habit(player=greedy(call_at=5), take=never)"),
        ('habit(player="greedy(call_at=5)", take=never)', "habit(player=greedy(call_at=5), take=never)"),
        (
            "habit(player=habit(player=expert, block=9), lay=all)",
            "habit(player=habit(player=expert, block=9), lay=all)",
        ),
        ("docs/examples/my_habits.py:wary(player=greedy(call_at=5))", "wary(player=greedy(call_at=5))"),
        ("habit(player=docs/examples/my_bots.py:shy(call_at=5), lay=all)", "habit(player=shy(call_at=5), lay=all)"),
    ],
)
def test_specs_are_read_and_written(spec: str, label: str) -> None:
    player = load_player(spec)
    assert player.label == label
    assert load_player(player.spec).label == label


def test_lists_of_players() -> None:
    players = load_players("greedy, greedy(call_at=5, challenge_at=9),miser")
    assert [player.label for player in players] == ["greedy", "greedy(call_at=5, challenge_at=9)", "miser"]
    assert len(load_players("greedy", None)) == 1
    assert split_specs("a(b=1,c=2),d") == ["a(b=1,c=2)", "d"]
    with pytest.raises(SpecError, match="3 players are needed, 2 are named"):
        load_players("greedy,miser")
