import math
from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from strategies import load_players
from tests.experiments.duplicate.fields import NULL_BOTS, field
from tests.playing import play, play_silently
from tongits_sim.cards import U, cards_in, parse_card
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.experiments.batch_kernel import F
from tongits_sim.experiments.duplicate import DuplicateTotals, deal_counts, luck_counts
from tongits_sim.experiments.duplicate_estimates import (
    CorrectedEstimates,
    DuplicateEstimates,
    DuplicateRun,
    moments_of,
)
from tongits_sim.experiments.duplicate_kernel import N_QUANTITIES, QUANTITIES
from tongits_sim.experiments.worker import seatings
from tongits_sim.hands.melds import least_deadwood
from tongits_sim.records.write import play_records
from tongits_sim.rules import load, rules_record
from tongits_sim.run.job import Block

SENSIBLE = (-0.6, -0.4, 1.8, 0.8, 0.0, -0.1, -0.2, 0.4, -1.6)

WRONG = (9.0, -20.0, 3.0, 0.0, 7.0, -11.0, 5.0, 5.0, 5.0)

"""What draws are worth, said by nobody who knows: the mean is 0 all the same, the variance is not smaller."""


def played(players: str = "greedy,caller,hunter", deals: int = 60, **changes: Any) -> DuplicateRun:
    what = field(players, deals, **changes)
    return DuplicateRun.of(play_silently(what, workers=1), what)


def corrected(players: str, deals: int, **changes: Any) -> CorrectedEstimates:
    moments = moments_of(played(players, deals, **changes))
    assert isinstance(moments, CorrectedEstimates)
    return moments


def plain_strength(hand: set[int], ace_runs: int, share: float) -> np.ndarray:
    cards = [card for card in hand if card & 15 < 13]
    count, sets, runs = least_deadwood(U(sum(1 << card for card in cards)), ace_runs)
    melded = set(cards_in(int(sets) | int(runs)))
    loose = [min((card & 15) + 1, 10) for card in cards if card not in melded]
    after = (int(count) - max(loose, default=0)) / 10
    return np.array([after, after * share, len(melded) / 3])


@pytest.mark.parametrize(
    ("rules", "bots"), [("pagat", "greedy,caller,hunter"), ("pagat+joker", "expert,greedy,random")]
)
def test_luck_is_counted_card_by_card(rules: str, bots: str) -> None:
    """One deal in six seatings, recomputed from its records."""
    job = field(bots, 1, rules, draw_worth=SENSIBLE, seed=5)
    sums = play_silently(job, workers=1).totals
    players, worth = load_players(bots), np.reshape(SENSIBLE, (3, 3))
    ace_runs, luck = rules_record(load(rules))[0].melds_ace_runs, np.zeros(3)
    for order in permutations(range(3)):
        seated = [players[slot] for slot in order]
        (record,) = play_records(load(rules), seated, 1, 5, 1, fixed_seats=True)
        hands = [{parse_card(card) for card in cards} for cards in record["hands"]]
        stock = [parse_card(card) for card in record["stock"]]
        size, draws = len(stock), np.zeros((3, 3))
        for event in record["events"]:
            hand, cards = hands[event["seat"]], {parse_card(card) for card in event.get("cards", [])}
            if event["act"] == "draw":
                share = len(stock) / size
                each = [plain_strength(hand | {card}, ace_runs, share) for card in stock]
                draws[event["seat"]] += each[0] - np.mean(each, axis=0)
                hand.add(stock.pop(0))
            elif event["act"] in ("discard", "sapaw"):
                hand.remove(parse_card(event["card"]))
            elif cards:
                hand -= cards
        for seat, slot in enumerate(order):
            luck[slot] += sum(worth[step] @ draws[(seat + step) % 3] for step in range(3))
    assert np.array(sums["luck"], float) / 10_000 == pytest.approx(luck, abs=6 * 0.5001e-4)


@pytest.mark.parametrize("worth", [SENSIBLE, WRONG])
@pytest.mark.parametrize(
    ("rules", "bots", "match_games"),
    [
        ("pagat", "greedy,random", 1),
        ("sjs", "caller,expert", 1),
        ("pagat+joker", "expert,greedy", 1),
        ("wars", "greedy,caller", 3),
    ],
)
def test_luck_is_0_on_average(rules: str, bots: str, match_games: int, worth: tuple[float, ...]) -> None:
    """Within its noise, also in matches with a jackpot, and for players of very different strength."""
    moments = corrected(bots, 1500 // match_games, rules=rules, draw_worth=worth, match_games=match_games)
    for luck in (moments.luck(0), moments.luck(1), moments.luck_difference(0, 1)):
        assert luck.se > 0
        assert abs(luck.estimate) < 4 * luck.se


def test_correcting_saves_variance_and_changes_no_game() -> None:
    worth, plain = played("expert,greedy", 800, draw_worth=SENSIBLE), played("expert,greedy", 800)
    assert all((worth.sums[name] == plain.sums[name]).all() for name in plain.sums)
    assert moments_of(plain).difference(0, 1).se > 0
    moments = moments_of(worth)
    assert isinstance(moments, CorrectedEstimates)
    assert 1.0 < moments.factor(0, 1) < 1.5
    assert corrected("expert,greedy", 300, draw_worth=WRONG).factor(0, 1) < 1.0


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
        others = [float(estimates.met(bot, other).estimate) for other in range(3) if other != bot]
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
    held, z, one = [], [], field(players, 60)
    for seed in range(200):
        what = replace(one, seed=seed)
        estimates = DuplicateEstimates(DuplicateRun.of(play_silently(what, workers=1, block_size=60), what))
        for a, b in ((0, 1), (0, 2), (1, 2)):
            difference = estimates.difference(a, b)
            held.append(bool(difference.contains(0)))
            z.append(float(difference.estimate / difference.se))
    assert 0.925 <= np.mean(held) <= 0.975
    assert abs(np.mean(z)) < 0.12


def test_estimates_less_luck_are_those_of_the_deals() -> None:
    """Against means and variances of the deals, played one by one."""
    what = field("greedy,caller,hunter", 30, draw_worth=SENSIBLE)
    worker, paid, luck = what.worker(), [], []
    for deal in range(30):
        counts = worker.play(Block(deal, deal, 1, 1)).counts
        paid.append(counts["sums"][:, 0] / (100 * what.places[0]))
        luck.append(counts["luck"] / (10_000 * what.places[0]))
    estimates = moments_of(DuplicateRun.of(play_silently(what, workers=1), what))
    assert isinstance(estimates, CorrectedEstimates)
    less = np.array(paid) - np.array(luck)
    assert [float(estimates.payout(bot).estimate) for bot in range(3)] == pytest.approx(less.mean(axis=0).tolist())
    difference, fortune = less[:, 0] - less[:, 2], np.array(luck)[:, 0] - np.array(luck)[:, 2]
    assert estimates.difference(0, 2).estimate == pytest.approx(difference.mean())
    assert estimates.difference(0, 2).se == pytest.approx(difference.std(ddof=1) / math.sqrt(30))
    assert estimates.luck(1).estimate == pytest.approx(np.array(luck)[:, 1].mean())
    assert estimates.luck_difference(0, 2).se == pytest.approx(fortune.std(ddof=1) / math.sqrt(30))
    assert estimates.covariance() == pytest.approx(np.cov(less.T) / 30)
    as_paid = np.array(paid)[:, 0] - np.array(paid)[:, 2]
    assert estimates.factor(0, 2) == pytest.approx(as_paid.var() / difference.var())


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


@pytest.mark.parametrize("scale", [1, 10**9])
def test_luck_is_exact_however_large(scale: int) -> None:
    random = np.random.default_rng(2)
    deals = random.integers(-scale, scale, (20, 3, N_QUANTITIES))
    luck = random.integers(-100 * scale, 100 * scale, (20, 3))
    counts = luck_counts(deals, luck)
    less = 100 * deals[:, :, 0].astype(object) - luck
    assert (counts["luck"] == luck.astype(object).sum(axis=0)).all()
    assert (counts["corrected_cross"] == less.T @ less).all()
    assert (counts["luck_cross"] == luck.astype(object).T @ luck.astype(object)).all()
    assert set(counts) <= set(DuplicateTotals(1, 3, luck=True))
    assert not set(counts) & set(DuplicateTotals(1, 3))


def test_every_slot_sits_on_every_seat_equally_often() -> None:
    for table in ((0, 1, 2), (0, 0, 1), (0, 1, 1)):
        orders = seatings(table)
        assert len({tuple(table[slot] for slot in seating) for seating in orders}) == len(orders)
        for seat in range(3):
            assert [sum(seating[seat] == slot for seating in orders) for slot in range(3)] == [len(orders) // 3] * 3
