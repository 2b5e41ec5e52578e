import numpy as np
import pytest

from mahjong_sim import compare, whatif
from mahjong_sim.bots.registry import load_players
from mahjong_sim.bots.strategy import Player
from mahjong_sim.experiments.batch_kernel import TALLY_DTYPE, play_arm
from mahjong_sim.experiments.paired import Arm, PairedEstimates, PairedJob
from mahjong_sim.experiments.playing import COUNTS, largest_payment
from mahjong_sim.experiments.worker import WorkerState
from mahjong_sim.game.state import new_record
from mahjong_sim.records.form import ROTATED
from mahjong_sim.rules import KNOBS, load
from tongits_sim.run.job import Block
from tongits_sim.stats import paired_difference, unseen_share

COLUMNS = COUNTS.names


def test_a_sensible_bot_beats_one_that_plays_by_chance() -> None:
    answer = compare("visayan", "random,greedy", others="random,random,random", deals=40)
    assert [row.player for row in answer.ranking] == ["greedy", "random"]
    (pair,) = answer.pairs
    assert (pair.a, pair.verdict, pair.b) == ("random", "worse", "greedy")
    means = {row.player: row.payout.mean or 0 for row in answer.ranking}
    assert pair.diff.mean == pytest.approx(means["random"] - means["greedy"])
    assert answer.games_played == 2 * 4 * 40


IDLE = "jai_alai.markers=6"  # there is no pot

CHANCE = np.random.default_rng(5)

ONE = CHANCE.integers(-400, 400, 50)

PLAYERS = load_players("random,greedy,random,greedy")

OTHER = ONE + CHANCE.integers(-30, 60, 50)


def job(change: str) -> PairedJob:
    """The rules and a change of them, the same players in both: every deal in four rotations."""
    arms = ((name, load("visayan", settings)) for name, settings in (("as it is", []), (change, [change])))
    return PairedJob(tuple(Arm(name, rules, PLAYERS) for name, rules in arms), 20)


@pytest.fixture
def moments() -> PairedEstimates:
    totals = job("pay.discarder=3").empty()
    x = np.zeros((2, len(COLUMNS)), np.int64)
    differ = np.full_like(x, 50)
    xx = x.copy()
    first = x.copy()
    x[:, 0] = ONE.sum(), OTHER.sum()
    xx[:, 0] = (ONE**2).sum(), (OTHER**2).sum()
    first[:, 0] = (ONE**2).sum(), (ONE * OTHER).sum()
    pairs = np.array([[(a * b).sum() for b in (ONE, OTHER)] for a in (ONE, OTHER)])
    totals.add({"games": np.array([50]), "x": x, "xx": xx, "first": first, "pairs": pairs, "differ": differ})
    totals.add({"apart": np.array([[0, 50], [50, 0]])})
    return PairedEstimates(job("pay.discarder=3"), totals)


def test_differences_are_those_of_the_deals(moments: PairedEstimates) -> None:
    mean = (OTHER - ONE).mean() / 400
    half = 2.0095752 * (OTHER - ONE).std(ddof=1) / 50**0.5 / 400  # t with 49 degrees of freedom
    for diff, p in (moments.change(1, "payout_0"), moments.lead(1, 0)):
        assert diff.mean == pytest.approx(mean)
        assert diff.half_width == pytest.approx(half, rel=1e-4)
        assert p is not None
        assert (p < 0.05) == (abs(mean) > half)
    assert moments.mean(0, "payout_0").mean == pytest.approx(ONE.mean() / 400)


def test_what_no_deal_showed_may_yet_come() -> None:
    rare = job(IDLE).empty()
    rare.add({"games": np.array([200])})
    play, paid, idle = (PairedEstimates(job(change), rare) for change in ("win.several=all", "hand.flush=9", IDLE))
    diff, p = play.change(1, "void")
    assert diff.ci95 == pytest.approx((-unseen_share(200), unseen_share(200)))
    assert p == 1
    money = 2 * largest_payment(load("visayan", ["hand.flush=9"])) * unseen_share(200)
    assert paid.change(1, "payout_0")[0].half_width == paid.lead(0, 1)[0].half_width == pytest.approx(money)
    for sure, column in ((paid, "void"), (paid, "discards"), (idle, "moved"), (idle, "void")):
        assert sure.change(1, column)[0].ci95 == (0, 0), column
    rare["differ"][1, COLUMNS.index("discards")] = 1
    assert paid.change(1, "void")[0].half_width  # a bot that looks at payments has played otherwise
    assert play.mean(1, "void").half_width
    assert play.mean(1, "wins_0").half_width


def test_few_deals_that_differ_leave_room_for_others() -> None:
    few = job(IDLE).empty()
    changed = np.zeros((2, len(COLUMNS)), np.int64)
    changed[1, COLUMNS.index("discards")] = 4
    few.add({"games": np.array([300]), "x": changed, "xx": changed, "differ": changed})
    diff, p = PairedEstimates(job("win.several=all"), few).change(1, "discards")
    plain = paired_difference(300, 0, 4, 0, 0, 4).scaled(1 / 4)
    assert diff.mean == plain.estimate
    assert diff.half_width == pytest.approx(plain.half_width * (1 + 1.959964**2 * (1 / 4 - 1 / 300)))
    assert p is not None
    assert p > 0.05


def test_no_payment_is_larger_than_the_largest() -> None:
    knobs = [f"{name}=3" for name in KNOBS if name.startswith(("hand.", "instant.")) and not name.endswith("_from")]
    rules = load("visayan", [*knobs, "doubles.play=true", "jai_alai.share=5", "instant.many_flowers_from=1"])
    job = PairedJob((Arm("a", rules, PLAYERS), Arm("b", rules, PLAYERS)), 1)
    worker = job.worker()
    most = 0
    for first in range(60):
        counts = worker.play(next(job.blocks())._replace(first_match=first)).counts
        most = max(most, *(abs(int(total)) for total in counts["x"][0, :4]))
    assert 0 < most / 400 < largest_payment(rules)


EQUAL = load_players("random,random,random,random")


def arm(players: tuple[Player, ...] = EQUAL) -> Arm:
    return Arm("one", load("visayan"), players)


def test_a_match_brings_the_sums_of_its_seatings() -> None:
    seats = WorkerState(load("visayan"), load_players("random,greedy,random,random"), 3, lambda match, game: "")
    out = np.zeros((5, len(COLUMNS) + 1), np.int64)
    with seats.playing():
        to = new_record(TALLY_DTYPE)[0], out
        play_arm(seats.records, to, seats.deals(Block(0, 2, 5, 1)), np.array(ROTATED, np.int8), False)
    assert out[:, len(COLUMNS)].tolist() == [4] * 5
    assert out[:, :4].sum(axis=1).tolist() == [0] * 5
    ended = out[:, COLUMNS.index("void")] + out[:, COLUMNS.index("wins_0") : COLUMNS.index("wins_0") + 4].sum(axis=1)
    assert ended.tolist() == [4] * 5


WHATIF_PLAYERS = "random,greedy,greedy,random"


def test_a_change_of_payments_changes_no_game() -> None:
    answer = whatif("visayan", ["pay.discarder=1", "wall.dead_tiles=40"], WHATIF_PLAYERS, deals=30)
    paid, shorter = answer.changes
    effects = {row.measure: row for row in paid.effects}
    assert effects[COUNTS.measures["discards"]].diff.mean == 0
    assert (effects[COUNTS.measures["moved"]].diff.mean or 0) < 0
    row = {effect.measure: effect for effect in shorter.effects}[COUNTS.measures["void"]]
    assert (row.diff.mean or 0) > 0
    assert row.diff.mean == pytest.approx((row.after.mean or 0) - (row.before.mean or 0))
    assert {"units that greedy 1 makes", "units that greedy 2 makes"} <= set(effects)


WORKER_PLAYERS = load_players("greedy,random,random,random")


def test_equal_arms_are_equal_and_products_are_squares() -> None:
    rules = load("visayan")
    job = PairedJob((Arm("a", rules, WORKER_PLAYERS), Arm("b", rules, WORKER_PLAYERS)), 12)
    worker = job.worker()
    counts = worker.play(next(job.blocks())).counts
    assert counts["games"].tolist() == [12]
    assert counts["x"][0].tolist() == counts["x"][1].tolist()
    assert counts["first"][1].tolist() == counts["xx"][0].tolist()
    assert np.all(counts["pairs"] == counts["xx"][0, 0])
    assert counts["rounds"].tolist() == [48, 48]
    assert not worker.busy
