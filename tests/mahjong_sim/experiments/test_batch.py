import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.experiments.batch import BatchJob, BatchTotals, player_row
from mahjong_sim.experiments.batch_kernel import TALLY_DTYPE, add_cluster, clear_cluster, play_batch
from mahjong_sim.experiments.playing import COUNTS, FIELDS, take_seats
from mahjong_sim.experiments.worker import WorkerState
from mahjong_sim.game.state import new_record
from mahjong_sim.records.form import ROTATED
from mahjong_sim.rules import load
from tongits_sim.run.estimates import estimate
from tongits_sim.run.job import Block
from tongits_sim.stats import wilson_interval

GAMES = 80


@pytest.fixture(scope="module")
def played() -> tuple[BatchTotals, np.ndarray]:
    job = BatchJob(load("visayan"), load_players("random,greedy,greedy,random"), GAMES)
    worker = job.worker()
    totals = BatchTotals()
    payouts = np.zeros((GAMES, 4))
    for number in range(GAMES):
        counts = worker.play(Block(number, number, 1, 1)).counts
        totals.add(counts)
        payouts[number] = counts["fields"][:, FIELDS.index("payout")]
    return totals, payouts


def test_a_payout_is_a_mean_with_its_standard_error(played: tuple[BatchTotals, np.ndarray]) -> None:
    totals, payouts = played
    moments = totals.moments
    row = player_row(totals, moments, "greedy", (1, 2))
    pooled = payouts[:, 1:3].mean(axis=1) / 100
    assert row.payout.mean == pytest.approx(pooled.mean())
    half = 1.9904502 * pooled.std(ddof=1) / GAMES**0.5  # t with 79 degrees of freedom
    assert row.payout.half_width == pytest.approx(half, rel=1e-4)
    assert row.payout_sd == pytest.approx(payouts[:, 1:3].std(ddof=1) / 100)
    assert sum(part or 0.0 for part in row.parts.values()) == pytest.approx(row.payout.mean)


@pytest.mark.parametrize(("best", "second"), [((1, 2), (0, 3)), ((1,), (0, 2, 3))])
def test_the_leader_leads_by_the_difference(
    played: tuple[BatchTotals, np.ndarray], best: tuple[int, ...], second: tuple[int, ...]
) -> None:
    totals, payouts = played
    found = totals.moments.leading({"second": second, "best": best})
    assert found is not None
    one = estimate(found[2], 1 / 100)
    lead = (payouts[:, best].mean(axis=1) - payouts[:, second].mean(axis=1)) / 100
    assert found[:2] == ("best", "second")
    assert one.mean == pytest.approx(lead.mean())
    half = 1.9904502 * lead.std(ddof=1) / GAMES**0.5
    assert one.half_width == pytest.approx(half, rel=1e-4)
    assert totals.moments.leading({"greedy": (0, 1, 2, 3)}) is None


def test_who_has_not_won_may_yet_win(played: tuple[BatchTotals, np.ndarray]) -> None:
    totals = BatchTotals()
    totals.add(played[0])
    for name in ("x", "nx", "xx"):
        totals[name][COUNTS.names.index("wins_0")] = 0
    row = player_row(totals, totals.moments, "random", (0,))
    assert row.wins.mean == 0
    assert row.wins.ci95 is not None
    assert row.wins.ci95[0] == 0
    assert row.wins.ci95[1] == pytest.approx(float(wilson_interval(0, GAMES).high))


def test_seats_add_up_to_nothing(played: tuple[BatchTotals, np.ndarray]) -> None:
    means = [float(played[0].moments.column(8 + seat).estimate) for seat in range(4)]
    assert sum(means) == pytest.approx(0, abs=1e-9)


FOUR = load_players("greedy,greedy,random,defender(fold_at=3)")


def test_seats_rotate_unless_they_are_fixed() -> None:
    assert len(BatchJob(load("visayan"), FOUR).seatings) == 4
    assert BatchJob(load("visayan"), FOUR, fixed_seats=True).seatings == ((0, 1, 2, 3),)


def seats() -> WorkerState:
    return WorkerState(load("visayan"), load_players("random,greedy,random,random"), 3, lambda match, game: "")


def test_seats_are_taken_with_their_chance() -> None:
    own = seats()
    take_seats(own.records, np.array(ROTATED, np.int8), 1)
    assert own.table["seating"][0].tolist() == [1, 2, 3, 0]
    assert own.records.game.chance.tolist() == [0, 1, 1, 1]


def test_all_seatings_are_one_cluster() -> None:
    own = seats()
    tally = new_record(TALLY_DTYPE)
    with own.playing():
        play_batch(own.records, tally[0], own.deals(Block(0, 0, 6, 1)), np.array(ROTATED, np.int8), False)
    assert tally["clusters"][0].tolist() == [6, 24, 96]
    assert tally["fields"][0, :, 0].tolist() == [24] * 4


def test_a_cluster_adds_sums_squares_and_products() -> None:
    record = new_record(TALLY_DTYPE)
    one = record[0]
    for games, payouts in ((2, (3, -1, -1, -1)), (1, (-4, 4, 0, 0))):
        clear_cluster(one)
        one.n = games
        one.now[:4] = payouts
        add_cluster(one)
    assert one.clusters.tolist() == [2, 3, 5]
    assert one.x[:4].tolist() == [-1, 3, -1, -1]
    assert one.nx[:4].tolist() == [2, 2, -2, -2]
    assert one.xx[:4].tolist() == [25, 17, 1, 1]
    assert one.cross.tolist() == [-3 - 16, -3, -3, 1, 1, 1]
    assert not np.any(one.fields)


@pytest.mark.parametrize(("changes", "length"), [((), 1), (("jai_alai.share=1",), 5)])
def test_no_number_depends_on_the_cut(changes: tuple[str, ...], length: int) -> None:
    job = BatchJob(load("visayan", changes), load_players("random,greedy,random,random"), 60, 4, length)
    runs = []
    for size in (None, 1, 7):
        worker = job.worker()
        totals = BatchTotals()
        for block in reversed(list(job.blocks(size))):
            totals.add(worker.play(block).counts)
        runs.append(totals)
    assert runs[0] == runs[1] == runs[2]
    assert runs[0].games == 60
    assert runs[0].field("payout") == 0
    assert runs[0].field("games") == 240
