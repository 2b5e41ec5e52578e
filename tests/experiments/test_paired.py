import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from analyses.user_metrics import load_metric
from strategies import load_players
from tests.experiments.paired.pairings import pairing, play
from tests.playing import ROOT
from tests.playing import play as play_games
from tongits_sim.compile.jit import njit
from tongits_sim.experiments import paired
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.batch_kernel import T_BURNED, T_ENDINGS, T_TURNS
from tongits_sim.experiments.paired_estimates import PairedEstimates
from tongits_sim.game.state import ENDINGS
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.run.job import Block
from tongits_sim.stats import unseen_share

LABELS = ("greedy", "caller", "hunter")


def effects(what: Any) -> PairedEstimates:
    return PairedEstimates(what, play(what), LABELS)


def test_a_change_to_its_own_value_is_exactly_nothing() -> None:
    estimates = effects(pairing(["call.timing=start"]))
    assert estimates.differing(1) == (0, 0)
    for metric in estimates.metrics:
        effect = estimates.effect(metric, 1)
        assert (effect.diff.estimate, effect.diff.low, effect.diff.high) == (0, 0, 0)
        assert effect.base == effect.changed


def test_the_payout_of_a_slot_is_the_level_of_its_player() -> None:
    estimates = effects(pairing(["call.timing=end"], deals=200))
    for arm in (0, 1):
        for slot, label in enumerate(LABELS):
            earned = estimates.earned(arm, slot)
            level = estimates.level(f"payout:{label}", arm)
            assert earned.estimate == pytest.approx(level.estimate, abs=1e-12)
            assert earned.se == pytest.approx(level.se, rel=1e-9)
    change = estimates.earned(1, 0).estimate - estimates.earned(0, 0).estimate
    assert estimates.payout(1, 0).diff.estimate == pytest.approx(change, abs=1e-12)


def test_a_difference_equal_in_every_deal_is_exact() -> None:
    estimates = effects(pairing(["pot.ante=2"], rules="rulesofcards"))
    pot = estimates.effect("mean_pot", 1)
    assert estimates.differing(1)[1] == estimates.deals
    assert (pot.diff.low, pot.diff.high, pot.p) == (pot.diff.estimate, pot.diff.estimate, 0)
    assert pot.diff.estimate > 0


def test_there_and_back_differ_in_sign_only() -> None:
    there = effects(pairing(["call.timing=end"], deals=200))
    first, second = there.pairing.arms
    turned = type(there.pairing)((second, first), 200)
    other = PairedEstimates(turned, play(turned), LABELS)
    for metric in there.metrics:
        one = there.effect(metric, 1)
        two = other.effect(metric, 1)
        assert one.diff.estimate == pytest.approx(-two.diff.estimate, abs=1e-12)
        assert one.diff.se == pytest.approx(two.diff.se, rel=1e-9)
        assert (one.base, one.changed) == (two.changed, two.base)


def test_doubled_payments_double_what_is_counted_in_units() -> None:
    doubled = "pay.tongits=6,pay.fold=2,pay.fight_lost=6,pay.fold_if_challenged=6,pay.stock_out=2,pay.sunog_extra=2"
    estimates = effects(pairing([f"{doubled},bonus.ace=2,bonus.secret_set=6"], deals=200))
    for metric in estimates.metrics:
        effect = estimates.effect(metric, 1)
        factor = 1 if metric.startswith(("share_", "sunog")) or metric == "turns" else 2
        assert effect.changed == pytest.approx(factor * effect.base)
        level = estimates.level(metric)
        if metric != "skill_spread":
            assert effect.diff.se == pytest.approx((factor - 1) * level.se)


def test_rare_shares_have_wider_limits_than_normal_ones() -> None:
    estimates = effects(pairing(["call.timing=end"], deals=400))
    level = estimates.level("share_stock_out")
    assert level.low > 0
    assert level.high - level.estimate > 1.1 * (level.estimate - level.low)
    effect = estimates.effect("share_stock_out", 1)
    assert effect.diff.half_width > 1.1 * 1.96 * effect.diff.se
    assert (effect.p < 0.05) == (effect.diff.high < 0)
    often = estimates.effect("share_draw", 1)
    assert often.diff.half_width == pytest.approx(1.96 * often.diff.se, rel=0.02)


def _drawn(what: Any, rng: np.random.Generator, deals: int) -> dict[str, np.ndarray]:
    """PairedTotals of made-up deals: payouts of the second arm follow those of the first, with a known difference."""
    values = np.zeros((deals, 2, len(paired.QUANTITIES)), np.int64)
    for game in range(what.games_per_deal):
        luck = rng.normal(0, 300, (deals, 3))
        for arm, scale in enumerate((1.0, 1.2)):
            own = luck * scale + rng.normal(0, 100, (deals, 3)) + np.array([40, 0, -40]) * (1 + arm)
            paid = np.rint(own).astype(np.int64)
            start = paired.QUANTITIES.index("payout_0")
            values[:, arm, start : start + 3] += paid
            values[:, arm, paired.QUANTITIES.index("square_low")] += (paid**2).sum(axis=1)
            values[:, arm, paired.QUANTITIES.index("edge")] += 3 * paid[:, game % 3] - paid.sum(axis=1)
    return paired.moments_of(values)


@pytest.mark.slow
def test_intervals_of_differences_cover() -> None:
    what = pairing(["pay.tongits=6"], deals=300)
    rng = np.random.default_rng(11)
    variance = {
        arm: (300 * scale) ** 2 + 100**2 + (2 * 40**2 / 3) * (1 + arm) ** 2 for arm, scale in ((0, 1), (1, 1.2))
    }
    truth = {
        "dealer_edge": 0.0,
        "payout_sd": (math.sqrt(variance[1]) - math.sqrt(variance[0])) / 100,
        "skill_spread": 0.8,
        "payout:greedy": 0.4,
    }
    hits = dict.fromkeys(truth, 0)
    runs = 600
    for _ in range(runs):
        estimates = PairedEstimates(what, _drawn(what, rng, 300), LABELS)
        for metric, value in truth.items():
            hits[metric] += bool(estimates.effect(metric, 1).diff.contains(value))
    for metric, hit in hits.items():
        assert 0.925 <= hit / runs <= 0.975, (metric, hit / runs)


def test_the_spread_allows_for_not_knowing_who_is_worst() -> None:
    few, many = (effects(pairing(["call.timing=end"], deals=deals)) for deals in (60, 4000))
    assert few.effect("skill_spread", 1).diff.se > 25 * many.effect("skill_spread", 1).diff.se
    assert few.effect("skill_spread", 1).diff.contains(many.effect("skill_spread", 1).diff.estimate)


@pytest.mark.slow
def test_intervals_of_played_differences_cover() -> None:
    metrics = ("dealer_edge", "payout_sd", "turns", "mean_pot", "sunog_rate")
    truth_run = effects(pairing(["call.timing=end"], deals=40_000, seed=10_001))
    truth = {metric: truth_run.effect(metric, 1).diff for metric in metrics}
    hits = 0
    one = pairing(["call.timing=end"], deals=250)
    for seed in range(200):
        what = replace(one, seed=seed)
        estimates = PairedEstimates(what, play(what, block_size=250), LABELS)
        hits += sum(bool(estimates.effect(metric, 1).diff.contains(truth[metric].estimate)) for metric in metrics)
    assert 0.93 <= hits / (200 * len(metrics)) <= 0.97


def test_figures_of_a_session_are_those_of_its_matches() -> None:
    """Against the running totals of the same matches, played seating by seating."""
    what = pairing(["pay.tongits=6"], deals=12, match_games=5, bankroll=600)
    estimates = effects(what)
    for arm in range(2):
        ends, down = sessions_of(what, arm)
        assert estimates.level("session_sd", arm).estimate == pytest.approx(np.std(ends, ddof=0) / 100)
        assert estimates.level("session_ahead", arm).estimate == pytest.approx(np.mean([end > 0 for end in ends]))
        assert estimates.level("session_ruin", arm).estimate == pytest.approx(
            np.mean([least <= -600 for least in down])
        )
    for metric in ("session_sd", "session_ahead", "session_ruin"):
        effect = estimates.effect(metric, 1)
        assert effect.diff.low <= effect.diff.estimate <= effect.diff.high
    single = effects(pairing([], deals=4)).metrics
    assert not {"session_sd", "session_ahead", "session_ruin"} & set(single)
    assert "session_ruin" not in effects(pairing([], deals=4, match_games=2)).metrics


def sessions_of(what: paired.PairedJob, arm: int) -> tuple[list[int], list[int]]:
    """Results and lowest totals (hundredths) of every player in every session of an arm, from records."""
    ends, down = [], []
    for seating in what.seatings:
        seated = [what.arms[arm].players[slot] for slot in seating]
        rules = what.arms[arm].rules
        games = what.deals * what.match_games
        totals: dict[int, np.ndarray] = {}
        lowest: dict[int, np.ndarray] = {}
        for record in play_records(rules, seated, games, what.seed, match_games=what.match_games, fixed_seats=True):
            match = record["match"]
            paid = np.round(100 * np.array(record["result"]["payout"])).astype(int)
            totals[match] = totals.get(match, np.zeros(3, int)) + paid
            lowest[match] = np.minimum(lowest.get(match, np.zeros(3, int)), totals[match])
        ends += [int(end) for total in totals.values() for end in total]
        down += [int(least) for totals in lowest.values() for least in totals]
    return ends, down


def test_an_event_that_never_occurred_keeps_an_upper_limit() -> None:
    """A change of play of which 20 deals show nothing in one metric or other: only what cannot differ has no width."""
    estimates = effects(pairing(["deal.dealer_may_lay_first=false"], deals=20))
    assert estimates.differing(1)[0] > 0
    stock_out, spread = (estimates.effect(name, 1).diff for name in ("share_stock_out", "share_spread"))
    assert stock_out.estimate == 0 > stock_out.low
    assert stock_out.high == pytest.approx(float(unseen_share(20)))
    assert (spread.low, spread.high) == (0, 0)
    rare = effects(pairing(["tongits.hand_melds=false"], deals=20))
    assert rare.differing(1) == (0, 0)
    for metric in rare.metrics:
        effect = rare.effect(metric, 1)
        assert effect.diff.estimate == 0
        assert metric in ("share_spread", "payout_sd") or effect.diff.low < 0 < effect.diff.high
        assert (rare.effect(metric, 1, idle=True).diff.low, rare.effect(metric, 1, idle=True).diff.high) == (0, 0)
    assert not rare.effect("payout_sd", 1).diff.defined
    assert rare.payout(1, 0).diff.low < 0 < rare.payout(1, 0).diff.high


def test_a_change_of_payments_cannot_change_the_play() -> None:
    estimates = effects(pairing(["pay.tongits=6"], deals=50))
    for metric in ("turns", "sunog_rate", "share_draw", "share_stock_out"):
        diff = estimates.effect(metric, 1).diff
        assert (diff.low, diff.high) == (0, 0), metric


def test_intervals_cover_where_hardly_a_deal_differs() -> None:
    """One deal in 233 differs, so most runs of 100 deals see no such deal, or a single one."""
    what = pairing(["tongits.hand_melds=false"], deals=20_000, seed=10_001)
    truth = effects(what)
    metrics = ("mean_pot", "skill_spread", "payout:greedy", "payout:hunter")
    held = dict.fromkeys(metrics, 0)
    for seed in range(60):
        one = replace(what, deals=100, seed=seed)
        estimates = PairedEstimates(one, play(one), LABELS)
        for metric in metrics:
            held[metric] += bool(estimates.effect(metric, 1).diff.contains(truth.effect(metric, 1).diff.estimate))
    assert min(held.values()) >= 0.9 * 60, held


@pytest.mark.parametrize(
    ("players", "seatings"), [("greedy,greedy,greedy", 1), ("greedy,caller,greedy", 3), ("greedy,caller,hunter", 6)]
)
def test_plays_every_seating_that_differs(players: str, seatings: int) -> None:
    what = pairing(players=players, match_games=2)
    assert len(set(what.seatings)) == seatings
    assert what.games == 40 * seatings * 2 * 4


@pytest.mark.parametrize(("rules", "match_games"), [("pagat", 1), ("online", 3), ("rulesofcards+joker", 1)])
def test_sums_are_those_of_the_seatings_played_alone(rules: str, match_games: int) -> None:
    what = pairing([], rules=rules, deals=15, match_games=match_games)
    quantities = dict(zip(paired.QUANTITIES, play(what)["sums"][0], strict=True))
    wanted = dict.fromkeys(paired.QUANTITIES, 0)
    bots = what.arms[0].players
    for seating in what.seatings:
        a, b, c = (bots[slot] for slot in seating)
        sums = play_games(BatchJob(load(rules), (a, b, c), 15 * match_games, 1, match_games, fixed_seats=True)).sums
        wanted["turns"] += int(sums.totals[T_TURNS])
        wanted["burned"] += int(sums.totals[T_BURNED])
        for number, ending in enumerate(ENDINGS):
            wanted[f"ending_{ending}"] += int(sums.totals[T_ENDINGS + number])
        for seat, slot in enumerate(seating):
            wanted[f"payout_{slot}"] += sums.field("payout", slot=seat)
            wanted["square_high"] += sums.field("payout_sq", slot=seat)
        wanted["edge"] += 3 * sums.field("payout", role=1) - sums.field("payout")
    squares = (quantities.pop("square_high") << paired.SQUARE_BITS) + quantities.pop("square_low")
    assert squares == wanted.pop("square_high")
    del wanted["square_low"], wanted["pot"], quantities["pot"]
    for name in ("session_high", "session_low", "ahead", "ruined"):  # those of a session have a test of their own
        del wanted[name], quantities[name]
    assert quantities == wanted


def test_the_pot_is_what_the_winner_gets_from_the_others() -> None:
    what = pairing([], players="greedy,greedy,greedy", rules="online", deals=30)
    pot = play(what)["sums"][0][paired.QUANTITIES.index("pot")]
    wanted = 0.0
    for record in play_records(load("online"), load_players("greedy,greedy,greedy"), 30, 1, fixed_seats=True):
        winner, parts = record["result"]["winner"], record["result"]["parts"]
        if winner is not None:
            wanted += sum(parts[name][winner] for name in ("base", "sunog", "bonus", "pot"))
    assert pot == round(100 * wanted)


def test_an_arm_does_not_hear_of_the_others() -> None:
    together = paired.PairedWorker(pairing(["call.timing=end", "jokers.count=2"])).play(Block(0, 0, 9, 1)).counts
    alone = paired.PairedWorker(pairing(["jokers.count=2"])).play(Block(0, 0, 9, 1)).counts
    assert (together["sums"][2] == alone["sums"][1]).all()


@pytest.mark.parametrize("setting", ["pay.tongits=6", "bonus.king=1", "fees.winnings=0.05"])
def test_a_change_of_payments_leaves_every_card_where_it_was(setting: str) -> None:
    players = load_players("greedy,caller,hunter")
    base, changed = (list(play_records(load("pagat", texts), players, 60, 1)) for texts in ([], [setting]))
    for before, after in zip(base, changed, strict=True):
        assert (before["hands"], before["stock"], before["events"]) == (after["hands"], after["stock"], after["events"])
        assert before["result"]["winner"] == after["result"]["winner"]
    assert any(
        before["result"]["payout"] != after["result"]["payout"] for before, after in zip(base, changed, strict=True)
    )
    differ = play(pairing([setting]))["differ"][1]
    assert differ[0] == 0 < differ[1]


EXAMPLE = f"{ROOT}/docs/examples/my_metric.py:points_left"


@njit
def turns(view, result):
    return result.turns


TURNS = paired.Metric("my_turns", turns, scale=0.5)


def test_a_metric_counts_what_the_kernel_counts_and_changes_no_other_number() -> None:
    what = pairing(["call.timing=end"], metrics=(load_metric(EXAMPLE), TURNS))
    totals = play(what)
    without = play(pairing(["call.timing=end"]))
    sums = totals["sums"]
    assert (sums[:, len(paired.QUANTITIES) + 1] == sums[:, paired.QUANTITIES.index("turns")]).all()
    assert np.array_equal(sums[:, : len(paired.QUANTITIES)], without["sums"])
    assert np.array_equal(totals["flows"], without["flows"])
    effects = PairedEstimates(what, totals, LABELS)
    mine = effects.effect("own:my_turns", 1)
    theirs = effects.effect("turns", 1)
    assert mine.diff.estimate == pytest.approx(0.5 * float(theirs.diff.estimate))
    assert mine.diff.half_width == pytest.approx(0.5 * float(theirs.diff.half_width))


def test_workers_change_nothing() -> None:
    what = pairing(["pay.tongits=6"], metrics=(TURNS, load_metric(EXAMPLE)))

    def plain(totals: paired.PairedTotals) -> dict[str, list[object]]:
        return {name: np.asarray(totals[name]).tolist() for name in totals}

    assert plain(play(what)) == plain(play(what, workers=2, block_size=7))


@pytest.mark.parametrize("most", [1000, 2**29])
def test_moments_are_exact(most: int) -> None:
    rng = np.random.default_rng(1)
    values = rng.integers(-most, most, (7, 3, paired.N_QUANTITIES))
    moments = paired.moments_of(values)
    exact = values.astype(object)
    assert moments["deals"] == [7]
    for arm in range(3):
        assert (moments["sums"][arm] == sum(deal[arm] for deal in exact)).all()
        assert (moments["products"][arm] == sum(np.outer(deal[arm], deal[arm]) for deal in exact)).all()
        assert (moments["cross"][arm] == sum(np.outer(deal[0], deal[arm]) for deal in exact)).all()


def test_counts_the_deals_that_differ() -> None:
    values = np.zeros((4, 3, paired.N_QUANTITIES), np.int64)
    values[1, 1, 0] = values[2, 1, paired.N_PLAY] = 1
    assert paired.moments_of(values)["differ"].tolist() == [[0, 0], [1, 2], [0, 0]]


def test_counts_what_deals_have_more_and_less() -> None:
    values = np.zeros((3, 2, paired.N_QUANTITIES), np.int64)
    event = paired.QUANTITIES.index(paired.COUNTED[1])
    values[0, :, event], values[1, :, event], values[2, :, event] = (1, 4), (2, 0), (5, 5)
    more, less = paired.moments_of(values)["flows"][1, 1]
    assert (more.tolist(), less.tolist()) == ([3, 9], [2, 4])
    assert not paired.moments_of(values)["flows"][0].any()
