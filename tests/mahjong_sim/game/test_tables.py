"""The tables of distances, reached through addresses."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import VIEW_DTYPE, new_record
from mahjong_sim.game.tables import game_tables, set_tables, tables_of
from mahjong_sim.hands.distance import shanten
from mahjong_sim.rules import load
from mahjong_sim.tiles import KINDS, parse_tiles
from tongits_sim.jit import njit


@njit
def away_by_view(view, counts):
    return shanten(tables_of(view), counts, 0, 0)


def test_a_hand_is_as_far_through_the_view_as_through_the_tables() -> None:
    view = new_record(VIEW_DTYPE)
    rules = load("visayan")
    tables = set_tables(view, rules)
    counts = np.bincount(parse_tiles("1s 2s 3s 5d 5d 5d 7c 8c 9c Dr Dr We We 1d 9d 4s"), minlength=KINDS)
    counts = counts.astype(np.int8)
    assert away_by_view(view[0], counts) == shanten(tables, counts, 0, 0) == 2


def test_rules_choose_the_tables() -> None:
    assert [
        game_tables(load("visayan", [change])).pairs
        for change in ("win.seven_pairs=false", "win.equal_pairs=false", "win.equal_pairs=true")
    ] == [0, 1, 2]
    with_jokers, without = game_tables(load("visayan_jokers")), game_tables(load("visayan"))
    assert with_jokers.wild is not with_jokers.suits
    assert without.wild is without.suits
