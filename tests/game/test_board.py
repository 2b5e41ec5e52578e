import numpy as np
import pytest

from tongits_sim.cards import parse_mask
from tongits_sim.compile.jit import njit
from tongits_sim.game import rare_kernels as cold
from tongits_sim.game.rare_kernels import new_game
from tongits_sim.hands.bonus import natural_bonus, wild_bonus
from tongits_sim.hands.jokers import arrange
from tongits_sim.rules import load, rules_record

KERNELS = ("wild_kernel", "bonus_kernel", "wild_bonus_kernel")


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
    game = new_game(load(spec))
    assert tuple(name for name in KERNELS if game[name][0]) == needed


HOUSE = load("sjs+joker", ["jokers.block_secret_bonus=false"])
RULES = rules_record(HOUSE)


@njit
def call(address, game, rules, seat):
    return cold.call_rare(address, game, rules, seat)


@pytest.mark.parametrize("text", ["7h 8h 9h 9c 9d 9s Th 2c X1", "4c 4d 4h X1 X2 Ks", "Kc Qd 2h X1"])
def test_a_hand_with_jokers_is_arranged_in_place(text: str) -> None:
    game = new_game(HOUSE)
    game["hands"][0, 1] = parse_mask(text)
    count = call(cold.address("rearrange_wild"), game[0], RULES[0], 1)
    assert count == arrange(parse_mask(text), RULES[0])[0] >> 2
    assert game["deadwood"][0].tolist() == [0, count, 0]
    assert int(game["melded"][0, 1]) & ~int(parse_mask(text)) == 0


@pytest.mark.parametrize(
    ("kernel", "text"),
    [("best_natural_bonus", "7h 8h 9h Th 2c"), ("best_wild_bonus", "4c 4d 4h X1 2s"), ("best_wild_bonus", "2c X1")],
)
def test_the_bonus_of_a_held_hand(kernel: str, text: str) -> None:
    game = new_game(HOUSE)
    game["hands"][0, 2] = parse_mask(text)
    game["secrets_pay"] = 1
    units = call(cold.address(kernel), game[0], RULES[0], 2)
    bonus = wild_bonus if "X1" in text else natural_bonus
    assert units == bonus(parse_mask(text), np.uint64(0), RULES[0], True, 0)
