"""Who pays whom (V10, V11)."""

from __future__ import annotations

from typing import Any

import pytest

from mahjong_sim.game.state import DECISION_OVER, PARTS
from mahjong_sim.hands.values import item_names
from mahjong_sim.rules import load
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.tables import table, wall

BARE = (
    *("hand.concealed=0", "hand.quick=0", "hand.back_to_back=0", "hand.single_wait=0"),
    *("instant.no_flowers=0", "instant.winner_no_flowers=0"),
)
"""Rules that pay for nothing but the win and what it is made of."""
PUNGS = "1s 1s 1s 3s 3s 3s 5d 5d 5d 7d 7d 7d 9c 9c We We"
"""Sixteen tiles that win with 9c or We: five pungs."""


def won(*hands: str, changes: tuple[str, ...] = (), draws: str = "", discard: str = "", back: str = "") -> Any:
    """A settled game: mano discards, or the next seat draws, and whoever may win does."""
    board = table(load("visayan", changes))
    board.deal_deck(wall(*hands, draws=draws, back=back))
    while (decision := board.advance()) != DECISION_OVER:
        action = {0: 1, 3: parse_tile(discard or "Ww")}.get(decision, 0)
        assert board.apply(action) == 0
    board.finish()
    return board.result


def test_v11_example_a_all_pungs_by_discard() -> None:
    result = won("9c", "", PUNGS, changes=BARE, discard="9c")
    assert result["value"].tolist() == [0, 0, 125, 0]
    assert result["payout"].tolist() == [-250, -125, 500, -125]
    assert int(result["discarder"]) == 0


def test_v11_example_b_all_pungs_by_bunot() -> None:
    result = won("Ww", PUNGS, changes=BARE, draws="9c")
    assert result["payout"].tolist() == [-250, 750, -250, -250]
    assert int(result["discarder"]) == -1


EXAMPLES = {
    "Ws Wn Dr Dg 9c": [-125, -125, 500, -250],  # A: by discard
    "Ws Wn Dr Dg Ws Wn Dr 9c": [-250, -250, 750, -250],  # B: by bunot
}


@pytest.mark.parametrize("draws", EXAMPLES)
@pytest.mark.parametrize(("declared", "value"), [(None, 150), (0, 125), (256, 150)])
def test_v11_the_examples_are_hands_whose_wait_was_not_declared(draws: str, declared: int | None, value: int) -> None:
    """Under all other rules as they are: an open pung, a flower, after five discards.

    declared: with every discard after which the hand waits; None: where no wait must be declared.
    """
    board = table(load("visayan", ["wait.declared=true"] * (declared is not None)))
    board.deal_deck(wall("1s", "", PUNGS.removeprefix("1s ") + " F1", draws=draws, back="Ww"))
    while (decision := board.advance()) != DECISION_OVER:
        pung = decision == 1 and int(board.view["offer"]) == 0 and int(board.view["may_pung"])
        action = 1 if decision == 0 else 2 * pung
        if decision == 3:
            seat, drawn = int(board.view["mahjong_me"]), int(board.view["drawn"])
            tile = parse_tile(["1s", "Ww"][seat // 2]) if drawn < 0 else drawn
            action = tile | (declared or 0) if seat == 2 else tile
        assert board.apply(action) == 0
    board.finish()
    assert board.result["value"].tolist() == [0, 0, value, 0]
    assert board.result["parts"][0].tolist() == [cents * value // 125 for cents in EXAMPLES[draws]]


def test_v10_items_are_added() -> None:
    result = won("9c", "", PUNGS, discard="9c")
    names = item_names(int(result["items"][2]))
    assert names == ["win", "all_pungs", "concealed", "quick", "back_to_back"]
    assert int(result["value"][2]) == 100 + 4 * 25


def test_v11_a_winner_without_flowers_is_paid_by_each() -> None:
    changes = tuple(change for change in BARE if "flowers" not in change)
    result = won("9c", "", PUNGS, changes=(*changes, "instant.no_flowers=0"), discard="9c")
    assert result["parts"][PARTS.index("flowers")].tolist() == [-25, -25, 75, -25]


@pytest.mark.parametrize(("discards", "counts", "quick"), [(0, "table", False), (1, "table", True), (0, "own", True)])
def test_v10_a_quick_win_counts_the_tables_discards_or_the_winners(discards: int, counts: str, quick: bool) -> None:
    changes = (f"quick.discards={discards}", f"quick.counts={counts}")
    result = won("9c", "", PUNGS, changes=changes, discard="9c")
    assert ("quick" in item_names(int(result["items"][2]))) == quick


def test_v9_a_gift_may_be_paid_singly() -> None:
    for value, paid in (("true", 250), ("false", 125)):
        changes = (*BARE, f"win.gift_is_bunot={value}")
        result = won("Ww", PUNGS, changes=changes, draws="F1", back="9c")
        assert result["payout"].tolist() == [-paid, 3 * paid, -paid, -paid]


def test_v6_winners_do_not_pay_each_other() -> None:
    other = "2s 2s 2s 4s 4s 4s 6d 6d 6d 8d 8d 8d 9c 9c Ws Ws"
    result = won(
        "9c",
        "",
        PUNGS,
        other.replace("9c 9c", "7c 8c").replace("Ws Ws", "9d 9d"),
        changes=(*BARE, "win.several=all", "hand.all_chows=0"),
        discard="9c",
    )
    assert result["wins"].tolist() == [0, 0, 1, 1]
    a, b = (int(result["value"][seat]) for seat in (2, 3))
    assert result["payout"].tolist() == [-2 * (a + b), -(a + b), 3 * a, 3 * b]


def test_v12_a_double_doubles_every_payment() -> None:
    for dice, factor in ((6 * 2 + 2, 2), (6 * 2 + 3, 1)):
        board = table(load("visayan_doubles", BARE))
        board.deal_deck(wall("9c", "", PUNGS), dice=dice)
        while (decision := board.advance()) != DECISION_OVER:
            assert board.apply({0: 1, 3: parse_tile("9c")}.get(decision, 0)) == 0
        board.finish()
        assert board.result["payout"].tolist() == [cents * factor for cents in (-250, -125, 500, -125)]


def test_instant_payments_stand_in_a_void_game() -> None:
    board = table(load("visayan", ["instant.no_flowers=0"]))
    board.deal_deck(wall("5s 5s 5s 5s"))
    assert board.advance() == 2
    assert board.apply(4 | parse_tile("5s") << 8) == 0
    board.view["wall_left"] = 0
    while (decision := board.advance()) != DECISION_OVER:
        own = [kind for kind in range(34) if board.view["counts"][kind] > 0]
        assert board.apply(own[-1] if decision == 3 else 0) == 0
    board.finish()
    assert board.result["payout"].tolist() == [150, -50, -50, -50]
    assert board.result["wins"].tolist() == [0, 0, 0, 0]
