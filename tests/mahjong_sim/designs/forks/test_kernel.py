"""Forks: equal arms bring the same; an arm is the game that its action leads to; what is seen is what a seat sees."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.danger import tile_class
from mahjong_sim.designs.forks import layout
from mahjong_sim.designs.forks.kernel import longest_suit, other_tile
from mahjong_sim.designs.forks.worker import Worker, column
from mahjong_sim.game.state import DECISION_DISCARD
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.asked import fork_job, forks
from tests.mahjong_sim.tables import table, wall
from tongits_sim.run.work import Block


@pytest.mark.parametrize("forked", layout.KINDS_OF_FORK)
def test_equal_arms_bring_the_same(forked: str) -> None:
    estimates = forks(forked, placebo=True)
    assert estimates.forks > 20
    for value in ("payout", "won", "once"):
        mean = estimates.cells("all", value)
        assert float(mean.estimate) == float(mean.low) == float(mean.high) == 0


@pytest.mark.parametrize("forked", layout.KINDS_OF_FORK)
def test_other_arms_do_not(forked: str) -> None:
    estimates = forks(forked)
    assert np.asarray(estimates.cells("all").se) > 0
    assert estimates.branches == estimates.forks * (3 if forked == "open" else 2)


def rows_of(forked: str, games: int = 30) -> np.ndarray:
    worker = Worker(fork_job(forked, games))
    worker.play(Block(0, 0, games, 1))
    return worker._rows[: int(worker._fork["used"][0])].copy()


def test_the_arm_the_bot_chose_is_the_game_itself() -> None:
    from mahjong_sim.designs.batch.simulate import simulate

    rows = rows_of("claims", 1)
    chose = column(rows, "chose") == 1
    seats = column(rows, "seat")[chose]
    own = column(rows, "payout_a")[chose]
    # The bot's own arm is the same whatever is forked before or after it, in the same game.
    for seat in set(seats):
        assert len(set(own[seats == seat])) == 1
    played = simulate(players="greedy,greedy,greedy,greedy", games=1, workers=1)
    by_seat = {seat: estimate.mean for seat, estimate in enumerate(played.seats)}
    assert {int(seat): payout / 100 for seat, payout in zip(seats, own, strict=True)}.items() <= by_seat.items()


def test_what_is_written_of_a_claim_is_possible() -> None:
    rows = rows_of("claims")
    assert set(column(rows, "meld")) == {1, 2, 3}
    assert column(rows, "shanten").min() >= 0
    assert set(column(rows, "nearer")) <= {-3, -2, -1, 0, 1}
    assert set(column(rows, "thrown")) <= {0, 1, 2}
    assert (column(rows, "weight") == 1).all()
    assert column(rows, "won_a").sum() > 0


def test_a_deal_in_is_paid_for() -> None:
    rows = rows_of("discards", 60)
    dealt = column(rows, "dealt_in_a") == 1
    assert dealt.any()
    assert (column(rows, "price_a")[dealt] > 0).all()
    assert (column(rows, "price_a")[~dealt] == 0).all()
    assert (column(rows, "gave_a") >= column(rows, "dealt_in_a")).all()


def test_the_first_meld_is_forked_once() -> None:
    rows = rows_of("open")
    places = list(zip(column(rows, "match"), column(rows, "seat"), strict=True))
    assert len(set(places)) == len(places)
    assert (column(rows, "arms") == 3).all()
    assert (column(rows, "own_open") == 0).all()


def test_tiles_and_suits_as_seen() -> None:
    classes = [tile_class(np.int64(parse_tile(text))) for text in ("1s", "8d", "5c", "Dg", "Wn")]
    assert [layout.TILE_CLASSES[place] for place in classes] == list(layout.TILE_CLASSES)
    board = table()
    board.deal_deck(wall("1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d Dr Dr We"))
    assert board.advance() == DECISION_DISCARD
    assert longest_suit(board.view) == 9
    tile, kinds = other_tile(board.game, board.view, np.uint64(parse_tile("We")))
    assert kinds == 15
    assert board.view["counts"][tile] > 0
    assert tile != parse_tile("We")
