"""Cold kernels are reached by address, and a game has the addresses its rules can need."""

from __future__ import annotations

import pytest

from tongits_sim.game import cold
from tongits_sim.game.state import new_game
from tongits_sim.rules import load, rules_record

KERNELS = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel")


def test_an_address_is_found_once() -> None:
    assert cold.address("rearrange_wild") == cold.address("rearrange_wild") != 0
    assert cold.address("rearrange_wild") != cold.address("best_natural_bonus")


@pytest.mark.parametrize(
    ("spec", "needed"),
    [
        ("rulesofcards", ()),
        ("pagat", ("bonus_kernel",)),
        ("rulesofcards+joker", ("wild_kernel",)),
        ("pagat+joker", KERNELS),
    ],
)
def test_a_game_has_the_kernels_its_rules_can_need(spec: str, needed: tuple[str, ...]) -> None:
    game = new_game(rules_record(load(spec)))
    assert tuple(name for name in KERNELS if game[name][0]) == needed
