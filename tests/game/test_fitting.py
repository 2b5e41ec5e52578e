import random
from typing import Any

from tongits_sim.cards import U
from tongits_sim.compile.jit import njit
from tongits_sim.game.meld_queries import long_melds, melds_fitted
from tongits_sim.game.state import MAX_MELDS, VIEW_DTYPE, new_record


@njit
def fitted(view: Any, cards: Any) -> Any:
    return melds_fitted(view, cards)


@njit
def long_ones(view: Any, owner: int) -> Any:
    return long_melds(view, owner)


def test_against_one_after_another() -> None:
    view, chance = new_record(VIEW_DTYPE), random.Random(1)
    for _ in range(200):
        fits = [chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64) for _ in range(MAX_MELDS)]
        cards = chance.getrandbits(64) & chance.getrandbits(64) & chance.getrandbits(64)
        view["meld_fits"][0] = fits
        expected = sum(1 << number for number, each in enumerate(fits) if each & cards)
        assert int(fitted(view[0], U(cards))) == expected


def test_long_melds_of_an_owner_against_one_after_another() -> None:
    view, chance = new_record(VIEW_DTYPE), random.Random(2)
    for name in ("meld_jokers", "meld_turn", "meld_kind"):
        view[name] = 9  # what lies behind is not looked at
    for _ in range(200):
        owners = [chance.randrange(3) for _ in range(MAX_MELDS)]
        sizes = [chance.choice((0, 3, 4, 13)) for _ in range(MAX_MELDS)]
        view["meld_owner"][0], view["meld_size"][0] = owners, sizes
        for owner in range(3):
            expected = sum(1 << n for n in range(MAX_MELDS) if owners[n] == owner and sizes[n] >= 4)
            assert int(long_ones(view[0], owner)) == expected
