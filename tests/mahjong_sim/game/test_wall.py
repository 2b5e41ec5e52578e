"""The wall, the deal, the flowers and the joker (V3, V4, V12)."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.game.board import Board
from mahjong_sim.game.log import ACT_BACK, ACT_FLOWER
from mahjong_sim.game.state import SEATS
from mahjong_sim.game.wall import throw_dice
from mahjong_sim.rules import PRESETS, load
from mahjong_sim.tiles import KINDS, copies, parse_tile, parse_tiles
from tests.mahjong_sim.tables import table, tiles_everywhere, wall

ALL = [copies(kind) for kind in range(KINDS)]


def hand_sizes(board: Board) -> list[int]:
    """Tiles in each hand."""
    game = board.game
    return [int(game["counts"][seat].sum() + game["jokers"][seat]) for seat in range(SEATS)]


@pytest.mark.parametrize("name", PRESETS)
def test_v3_mano_has_17_tiles_and_the_others_16(name: str) -> None:
    for number in range(20):
        board = table(name)
        board.begin_match(3, number)
        board.deal()
        mano = int(board.view["mano"])
        assert hand_sizes(board) == [17 if seat == mano else 16 for seat in range(SEATS)]
        assert tiles_everywhere(board).tolist() == ALL


def test_v4_mano_replaces_flowers_first_and_again_and_again() -> None:
    board = table()
    board.deal_deck(wall("F1 F2", "F3", back="F4 1s 2s 3s"))
    rows = [(int(act), int(seat), int(tile)) for act, seat, _, tile in board.rows]
    flower, back = int(ACT_FLOWER), int(ACT_BACK)
    first, second, third, fourth, one, two, three = parse_tiles("F1 F2 F3 F4 1s 2s 3s")
    assert rows == [
        *((flower, 0, first), (flower, 0, second)),
        *((back, 0, fourth), (flower, 0, fourth), (back, 0, one), (back, 0, two)),
        *((flower, 1, third), (back, 1, three)),
    ]
    assert board.view["n_flowers"].tolist() == [3, 1, 0, 0]
    assert int(board.view["wall_left"]) == 144 - 65 - 4


def test_v11_no_flowers_are_paid_as_dealt_before_replacements() -> None:
    board = table()
    board.deal_deck(wall("F1 F2", "F3", "", "", back="1s 2s 3s"))
    # Seats 2 and 3 were dealt none: each gets 0.25 from each of the others.
    assert board.game["instant"][1].tolist() == [-50, -50, 50, 50]


def test_v12_manila_has_36_bonus_tiles_and_many_are_paid_once() -> None:
    honours = "Dr Dr Dr Dr Dg Dg Dg Dg Dw Dw Dw Dw We We We We"
    board = table("manila")
    board.deal_deck(wall("", honours))
    assert board.view["n_flowers"].tolist()[1] >= 16
    assert board.game["counts"][:, 27:].sum() == 0
    # Seat 1 gets 0.50 from each for many flowers; who was dealt none gets 0.25 from each.
    none = [seat for seat in range(SEATS) if board.game["flowers_at_deal"][seat] == 0]
    for seat in range(SEATS):
        many = 150 if seat == 1 else -50
        expected = many + 75 * (seat in none) - 25 * len([each for each in none if each != seat])
        assert int(board.game["instant"][1][seat]) == expected


def test_v12_the_dice_choose_a_suited_tile_whose_other_copies_are_jokers() -> None:
    # The roll of 2 and 1 counts three tiles from the back: a wind, so the next before it is the joker.
    board = table("visayan_jokers")
    deck = wall("5d 5d", "5d", back="1s 2s We 5d")
    board.deal_deck(deck, joker_dice=6 * 1 + 0)
    five = parse_tile("5d")
    assert int(board.view["joker_kind"]) == five
    assert board.game["jokers"].tolist() == [2, 1, 0, 0]
    assert board.game["counts"][:, five].tolist() == [0, 0, 0, 0]
    assert five not in board.game["wall"][int(board.game["front"]) : int(board.game["back"])]
    assert tiles_everywhere(board).tolist() == ALL


def test_v12_one_copy_of_a_hand_may_be_the_joker() -> None:
    board = table(load("visayan_jokers", ["joker.copies=one"]))
    board.deal_deck(wall("5d 5d", "5d", back="We 5d"), joker_dice=0)
    five = parse_tile("5d")
    assert int(board.view["joker_kind"]) == five
    assert board.game["jokers"].tolist() == [1, 1, 0, 0]
    assert board.game["counts"][:, five].tolist() == [1, 0, 0, 0]


def test_dead_tiles_stay_in_the_wall() -> None:
    board = table(load("visayan", ["wall.dead_tiles=14"]))
    board.deal_deck(wall())
    assert int(board.view["wall_left"]) == 144 - 65 - 14


def test_dice_fall_as_dice() -> None:
    rolls = [int(throw_dice(np.uint64(word))) for word in range(3600)]
    counts = np.bincount(rolls, minlength=36)
    assert len(counts) == 36
    assert ((counts - 100) ** 2 / 100).sum() < 35 + 4.5 * 70**0.5
