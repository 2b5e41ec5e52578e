"""Mahjong: the design `forks`."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.bots.danger import tile_class
from mahjong_sim.designs.forks import layout
from mahjong_sim.designs.forks.job import Binning, Bins, ForkEstimates
from mahjong_sim.designs.forks.kernel import longest_suit, other_tile
from mahjong_sim.designs.forks.layout import SHARES, VALUES
from mahjong_sim.designs.forks.worker import Worker, column, counts_of, naive_of, places, values_of
from mahjong_sim.game.state import DECISION_DISCARD
from mahjong_sim.tiles import parse_tile
from tests.mahjong_sim.asked import BINNINGS, fork_job, forks
from tests.mahjong_sim.tables import table, wall
from tongits_sim.any_game.jobs import JobError
from tongits_sim.run.work import Block

# ---- Estimates of forks: means of rows, and intervals that hold the truth as often as they say -------------------

JOB = fork_job("claims", 200)


def forks_of(seed: int, effect: float = 50) -> ForkEstimates:
    """Forks of 200 games, one to three each, in which arm a brings 50 cents more on average."""
    chance = np.random.default_rng(seed)
    matches = np.repeat(np.arange(200), chance.integers(1, 4, 200))
    rows = np.zeros((len(matches), len(layout.COLUMNS)), np.int64)
    rows[:, 0], rows[:, layout.COLUMNS.index("weight")] = matches, 1
    luck = chance.normal(0, 200, 200)[matches]  # the forks of a game have it in common
    rows[:, layout.COLUMNS.index("payout_a")] = effect + luck + chance.normal(0, 100, len(matches))
    rows[:, layout.COLUMNS.index("chose")] = chance.integers(0, 2, len(matches))
    totals = JOB.empty()
    totals.add({**counts_of(rows, BINNINGS, ()), "games": np.array([200]), "branches": np.array([2 * len(rows)])})
    return ForkEstimates(JOB, totals)


def test_intervals_hold_the_truth() -> None:
    """Of the difference of arms; and of the naive difference, which is nothing for what is drawn by chance."""
    inside = naive = 0
    for seed in range(200):
        mean, difference = forks_of(seed).cells("all"), forks_of(seed, effect=0).naive()
        inside += float(mean.low) <= 0.5 <= float(mean.high)
        naive += float(difference.low) <= 0 <= float(difference.high)
    assert 180 <= inside <= 199
    assert 180 <= naive <= 200


def test_the_parts_add_up() -> None:
    estimates = forks("claims")
    counts = estimates.counts("shanten")
    means = np.nan_to_num(np.asarray(estimates.cells("shanten").estimate))
    assert counts.sum() == estimates.forks
    assert (counts * means).sum() / counts.sum() == pytest.approx(float(estimates.cells("all").estimate))
    with pytest.raises(KeyError):
        estimates.moments("nothing")


# ---- Forks as a value --------------------------------------------------------------------------------------------


def test_bins_say_where_they_lie() -> None:
    bins = Bins("shanten", (0, 1, 2))
    places = [bins.coordinate(place) for place in range(3)]
    assert places == [{"shanten": 0}, {"shanten": 1}, {"shanten": 2, "shanten_to": None}]
    assert Bins("own_turn", (0, 4, 8)).coordinate(0) == {"own_turn": 0, "own_turn_to": 3}
    assert Bins("meld", (1, 2), ("chow", "pung")).coordinate(1) == {"meld": "pung"}


def test_binnings_have_cells() -> None:
    assert Binning("all").cells == 1
    assert Binning("two", (Bins("pairs", (0, 3)), Bins("shanten", (0, 1, 2)))).shape == (2, 3)


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(JobError, match="must be one of claims"):
        fork_job("wins")
    with pytest.raises(JobError, match="need 1 other players, not 0"):
        fork_job("open", others=())
    with pytest.raises(JobError, match="is not a feature"):
        Bins("luck", (0,))
    with pytest.raises(JobError, match="increasing"):
        Bins("pairs", (3, 2))
    with pytest.raises(JobError, match="2 bins and 1 names"):
        Bins("pairs", (0, 3), ("few",))


# ---- Forks: equal arms bring the same; an arm is the game that its action leads to; what is seen is what a seat sees


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
    from mahjong_sim.face import simulate

    rows = rows_of("claims", 1)
    chose = column(rows, "chose") == 1
    seats = column(rows, "seat")[chose]
    own = column(rows, "payout_a")[chose]
    # The bot's own arm is the same whatever is forked before or after it, in the same game.
    for seat in set(seats):
        assert len(set(own[seats == seat])) == 1
    played = simulate(players="greedy,greedy,greedy,greedy", games=1, workers=1)
    by_seat = {row.seat: row.payout.mean for row in played.seats_summary}
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


# ---- The columns of a fork ---------------------------------------------------------------------------------------


def test_columns_stand_where_kernels_write_them() -> None:
    assert layout.COLUMNS[layout.FIRST_FEATURE] == layout.FEATURES[0]
    assert layout.COLUMNS[layout.FIRST_OUTCOME] == "payout_a"
    assert len(set(layout.COLUMNS)) == len(layout.COLUMNS)
    assert layout.COLUMNS[layout.FIRST_OUTCOME + len(layout.OUTCOMES)] == "payout_b"


def test_shares_are_values() -> None:
    assert {"won_a", "dealt_in_b", "chose"} <= set(SHARES) < set(VALUES)
    assert not any(value.startswith(("payout", "price", "value", "once")) for value in SHARES)


# ---- The worker of forks: sums of rows are those that plain loops give -------------------------------------------

ROWS = np.random.default_rng(5).integers(0, 6, (40, len(layout.COLUMNS)))
ROWS[:, layout.COLUMNS.index("match")] = np.sort(ROWS[:, 0])
ROWS[:, layout.COLUMNS.index("chose")] %= 2
ROWS[:, layout.COLUMNS.index("slot")] %= 4
ROWS[:, layout.COLUMNS.index("arms")] = 3


def test_cells_hold_the_sums_of_their_rows() -> None:
    counts = counts_of(ROWS, BINNINGS, ())
    by_cell: dict[tuple[int, int], np.ndarray] = {}
    values = values_of(ROWS, ())
    for row, cell, value in zip(ROWS, places(ROWS, BINNINGS[1]), values, strict=True):
        key = (int(cell), int(row[0]))
        weighted = row[layout.COLUMNS.index("weight")] * np.concatenate([[1], value])
        by_cell[key] = by_cell.get(key, 0) + weighted
    for cell in range(4):
        own = [sums for (place, _), sums in by_cell.items() if place == cell]
        moments = counts["cells"][1 + cell]
        assert moments[0] == sum(sums[0] for sums in own)
        assert moments[1] == sum(sums[0] ** 2 for sums in own)
        at = 2 + 3 * VALUES.index("payout")
        assert moments[at] == sum(sums[1] for sums in own)
        assert moments[at + 2] == sum(sums[1] ** 2 for sums in own)
    assert counts["forks"].sum() == len(ROWS)


def test_values_are_differences_of_arms() -> None:
    values = dict(zip(VALUES, values_of(ROWS, (2, 4)).T, strict=True))
    assert (values["payout"] == column(ROWS, "payout_a") - column(ROWS, "payout_b")).all()
    assert (values["once"] == column(ROWS, "payout_a") - column(ROWS, "payout_c")).all()
    goal, items = column(ROWS, "goal"), column(ROWS, "items_a")
    bits = np.where(goal == 0, 2, np.where(goal == 1, 4, 0))
    assert (values["goal_a"] == ((items & bits) != 0)).all()


def test_naive_sums_are_by_choice() -> None:
    sums = naive_of(ROWS, column(ROWS, "match"))
    chose, weight = column(ROWS, "chose") == 1, column(ROWS, "weight")
    assert sums[0] == weight[chose].sum()
    assert sums[1] == (weight * column(ROWS, "payout_a"))[chose].sum()
    assert sums[3] == (weight * column(ROWS, "payout_b"))[~chose].sum()
    assert not naive_of(ROWS[:0], ROWS[:0, 0]).any()
