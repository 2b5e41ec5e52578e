import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from strategies import load_players
from tests.experiments.duplicate.fields import NULL_BOTS, field
from tests.playing import play, play_silently
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.batch_kernel import F
from tongits_sim.experiments.duplicate import DuplicateTotals, deal_counts
from tongits_sim.experiments.duplicate_estimates import DuplicateEstimates, DuplicateRun
from tongits_sim.experiments.duplicate_kernel import N_QUANTITIES, QUANTITIES
from tongits_sim.experiments.worker import seatings
from tongits_sim.rules import load


def played(players: str = "greedy,caller,hunter", deals: int = 60, **changes: Any) -> DuplicateRun:
    what = field(players, deals, **changes)
    return DuplicateRun.of(play_silently(what, workers=1), what)


def moments(players: str, deals: int, planned: int | None = None, **changes: Any) -> DuplicateEstimates:
    return DuplicateEstimates(played(players, deals, **changes), planned)


def test_a_bot_against_itself_differs_by_exactly_nothing() -> None:
    for players in ("greedy,greedy", "greedy,greedy,caller", "random,random"):
        estimates = moments(players, 30)
        difference = estimates.difference(0, 1)
        assert (difference.estimate, difference.low, difference.high) == (0, 0, 0)


def test_bots_that_no_deal_told_apart_may_differ() -> None:
    run = played("greedy,caller", 30)
    for name in ("sums", "cross"):
        run.sums[name][...] = 0
    difference = DuplicateEstimates(run).difference(0, 1)
    assert difference.estimate == 0
    assert difference.low == -difference.high < 0


def test_differences_are_those_of_the_payouts() -> None:
    estimates = moments("greedy,caller,hunter,miser", 50)
    total = sum(float(estimates.payout(bot).estimate) for bot in range(4))
    assert total == pytest.approx(0)
    difference = estimates.difference(1, 3)
    assert difference.estimate == pytest.approx(estimates.payout(1).estimate - estimates.payout(3).estimate)
    covariance = estimates.covariance()
    expected = covariance[1, 1] + covariance[3, 3] - 2 * covariance[1, 3]
    assert difference.se == pytest.approx(math.sqrt(expected))


def test_places_and_meetings_average_to_the_payout() -> None:
    estimates = moments("greedy,caller,hunter", 80)
    for bot in range(3):
        mean = float(estimates.payout(bot).estimate)
        seats = [float(estimates.per_game(bot, {f"seat_{seat}": 1}, seats=3).estimate) for seat in range(3)]
        assert np.mean(seats) == pytest.approx(mean)
        others = [float(estimates.met(bot, opponent).estimate) for opponent in range(3) if opponent != bot]
        assert others == pytest.approx([mean, mean])
        dealt, games = {"dealer": 1}, {"dealer_games": 1}
        rest = estimates.per_game(bot, {"payout": 1, "dealer": -1}, {"games": 1, "dealer_games": -1})
        assert (float(estimates.per_game(bot, dealt, games).estimate) + 2 * float(rest.estimate)) / 3 == pytest.approx(
            mean
        )


@pytest.mark.slow
def test_intervals_cover_on_a_null_field(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coins of other salts are equal in truth: 95 % of the intervals of their differences hold 0."""
    monkeypatch.setattr("tongits_sim.bots.player.BasePlayer.check_current", lambda player: None)  # 600 times one file
    players = ",".join(f"{NULL_BOTS}:coin(salt={salt})" for salt in (1, 2, 3))
    # One run, cut into many independent ones by its seed.
    held = []
    z = []
    one = field(players, 60)
    for seed in range(200):
        what = replace(one, seed=seed)
        estimates = DuplicateEstimates(DuplicateRun.of(play_silently(what, workers=1, block_size=60), what))
        for a, b in ((0, 1), (0, 2), (1, 2)):
            difference = estimates.difference(a, b)
            held.append(bool(difference.contains(0)))
            z.append(float(difference.estimate / difference.se))
    assert 0.925 <= np.mean(held) <= 0.975
    assert abs(np.mean(z)) < 0.12


@pytest.mark.parametrize("players", ["greedy,caller,random", "greedy,hunter"])
def test_sums_are_those_of_the_seatings_played_alone(players: str) -> None:
    what = field(players, 12, match_games=2)
    tally = what.empty()
    for block in what.blocks():
        tally.add(what.worker().play(block).counts)
    bots = load_players(players, None)
    totals = [dict.fromkeys(QUANTITIES, 0) for _ in bots]
    for table in what.tables:
        for seating in seatings(table):
            seated = [table[slot] for slot in seating]
            a, b, c = (bots[bot] for bot in seated)
            sums = play(BatchJob(load("pagat"), (a, b, c), 24, 1, 2, fixed_seats=True)).sums
            for seat, bot in enumerate(seated):
                mine = totals[bot]
                mine["payout"] += sums.field("payout", slot=seat)
                mine[f"seat_{seat}"] += sums.field("payout", slot=seat)
                mine["dealer"] += sums.field("payout", slot=seat, role=1)
                mine["dealer_games"] += sums.field("games", slot=seat, role=1)
                mine["burned"] += sums.field("burned", slot=seat)
                mine["wins"] += sum(sums.field(name, slot=seat) for name in F if name.startswith("wins_"))
                for name in QUANTITIES[8:]:
                    mine[name] += sums.field(name, slot=seat)
    for bot in range(len(bots)):
        assert dict(zip(QUANTITIES, tally.sums[bot], strict=True)) == totals[bot]
        assert tally.products[bot, 0, 0] == tally.cross[bot, bot]


@pytest.mark.parametrize("workers", [1, 2])
def test_stops_where_it_is_told(workers: int) -> None:
    what = field(deals=100)
    run = play_silently(what, workers=workers, block_size=10, look=lambda sums: sums.deals >= 30)
    assert (run.stopped_early, what.games) == (True, 600)
    assert run.totals.deals == 30
    read = DuplicateRun.of(run, what)
    assert (read.stopped_early, read.sums, read.games_now) == (True, run.totals, run.games_now)


@pytest.mark.parametrize("scale", [1, 10**6, 10**9, 4 * 10**9])
def test_products_are_exact_however_large(scale: int) -> None:
    random = np.random.default_rng(1)
    deals = random.integers(-scale, scale, (50, 3, N_QUANTITIES))
    met = random.integers(-scale, scale, (50, 3, 3))
    sums = DuplicateTotals(1, 3)
    sums.add(deal_counts(deals, met))
    sums.add({"cells": np.zeros(sums.shape("cells"), np.int64)})
    exact = deals.astype(object)
    assert sums.deals == 50
    assert (sums.sums == exact.sum(axis=0)).all()
    assert (sums.products == np.einsum("dbq,dbr->bqr", exact, exact)).all()
    assert (sums.cross == np.einsum("db,dc->bc", exact[:, :, 0], exact[:, :, 0])).all()
    assert (sums.met_sq == (met.astype(object) ** 2).sum(axis=0)).all()
    assert isinstance(sums.products[0, 0, 0], int)


def test_every_slot_sits_on_every_seat_equally_often() -> None:
    for table in ((0, 1, 2), (0, 0, 1), (0, 1, 1)):
        orders = seatings(table)
        assert len({tuple(table[slot] for slot in seating) for seating in orders}) == len(orders)
        for seat in range(3):
            assert [sum(seating[seat] == slot for seating in orders) for slot in range(3)] == [len(orders) // 3] * 3


def test_what_the_others_make_has_the_error_of_the_deals() -> None:
    """Games in which a bot does not deal differ in number from deal to deal: a ratio (Cochran, section 2.11)."""
    what = field(deals=40, match_games=3)
    worker = what.worker()
    deals = []
    for block in what.blocks(1):
        sums = what.empty()
        sums.add(worker.play(block).counts)
        deals.append(dict(zip(QUANTITIES, map(int, sums.sums[0]), strict=True)))
    estimates = moments("greedy,caller,hunter", 40, match_games=3)
    dealt = np.array([deal["dealer_games"] for deal in deals])
    games = estimates.places - dealt
    payout = np.array([deal["payout"] - deal["dealer"] for deal in deals])
    residual = payout - payout.sum() / games.sum() * games
    rest = estimates.per_game(0, {"payout": 1, "dealer": -1}, {"games": 1, "dealer_games": -1})
    assert len(deals) == 40
    assert len(set(dealt)) > 1
    assert float(rest.estimate) == pytest.approx(payout.sum() / games.sum() / 100)
    assert float(rest.se) == pytest.approx(math.sqrt(40 / 39 * (residual**2).sum()) / games.sum() / 100)
