"""The self-check compares exact probabilities with deals that the kernels generate and evaluate.

Each row is a z-score: the distance of the simulated from the exact value in standard errors. If deals are correct,
every row stays within 4.5, except in about one of several thousand runs. Hands of a deal are dependent, so the unit is
the deal.

Exact values: tests recount sets, runs, melds and points from rank and suit patterns; the figures of the least deadwood
come from an enumeration outside this program. 3 * 10**8 hands of another program agree with all values.

The matrix test: N random permutations assign k cards to G groups of s_g places; (k - 1) / N * sum over cards i and
groups g of (n_ig - N s_g / k)**2 / s_g is chi-squared with (k - 1)(G - 1) degrees of freedom, from Cov = (I - J/k) x
(S - ss'/k) / (k - 1) with S = diag(s), of which diag(1/s) is a generalised inverse.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import U, points, popcount, rank_fours, rank_threes
from tongits_sim.compile import jit
from tongits_sim.compile.bits import stream
from tongits_sim.compile.jit import check_compiling, njit
from tongits_sim.experiments.batch import BatchJob, match_length
from tongits_sim.experiments.benchmark import Row, check_deals
from tongits_sim.experiments.specialised_engines import build, missed
from tongits_sim.experiments.warmup import ENGINE
from tongits_sim.game.deal import DECK, FIRST_DEALER, below_three, deal_cards
from tongits_sim.hands.melds import least_deadwood, run_cover
from tongits_sim.rules import load
from tongits_sim.rules.codes import MELDS_ACE_RUNS_LOW
from tongits_sim.run.compiling import switched_off
from tongits_sim.run.job import Run
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import RunOptions
from tongits_sim.stats._numbers import portable
from tongits_sim.strategy import Player


class Exact(NamedTuple):
    """A quantity of a hand with exact values for 12 and 13 cards."""

    name: str
    of_12: float
    of_13: float


TABLE = (
    Exact("P(a set: some rank held 3+ times)", 0.401244653611, 0.490399509409),
    Exact("P(four of a kind)", 0.0237182028199, 0.0342003549494),
    Exact("P(a run of 3+)", 0.335806861877, 0.412753840748),
    Exact("P(a run of 4+)", 0.0618006690853, 0.0869065417040),
    Exact("P(a meld)", 0.608699881695, 0.707238621775),
    Exact("P(least deadwood <= 30)", 0.0248300, 0.0199389),
    Exact("mean points of the hand", 1020 / 13, 85.0),
    Exact("mean least deadwood", 63.3320794063, 66.0032984226),
)
DEADWOOD_SD = (15.9775190107, 16.9355529102)
# Facts of a hand: the rows of TABLE, then the square of the deadwood.
_SET, _FOUR, _RUN, _RUN_OF_FOUR, _MELD, _UP_TO_30, _POINTS, _DEADWOOD, _SQUARE = range(len(TABLE) + 1)
_SIZE = _SQUARE + 1
# Facts about the order of the stock: neighbours of equal rank, ascents, parity of the permutation.
_EQUAL_RANKS, _ASCENTS, _ODD = range(3)
_ORDER = _ODD + 1


@njit
def add_hand(hand, facts):
    """Add the quantities of `TABLE` of a hand (mask), and its squared least deadwood, to `facts` (int64[9])."""
    count = least_deadwood(hand, MELDS_ACE_RUNS_LOW)[0]
    threes = rank_threes(hand) != U(0)
    runs = run_cover(hand, U(0))
    fours = hand & (hand >> U(1)) & (hand >> U(2)) & (hand >> U(3))
    facts[_SET] += threes
    facts[_FOUR] += rank_fours(hand) != U(0)
    facts[_RUN] += runs != U(0)
    facts[_RUN_OF_FOUR] += fours != U(0)
    facts[_MELD] += threes or runs != U(0)
    facts[_UP_TO_30] += count <= 30
    facts[_POINTS] += points(hand)
    facts[_DEADWOOD] += count
    facts[_SQUARE] += count * count


@njit
def add_order(stock, size, order):
    """Add neighbours of equal rank, ascents and oddness of a stock (int8[17]) of `size` cards to `order` (int64[3])."""
    seen = U(0)
    odd = 0
    for place in range(size):
        card = np.int64(stock[place])
        if place > 0:
            order[_EQUAL_RANKS] += (card & 15) == (np.int64(stock[place - 1]) & 15)
            order[_ASCENTS] += card > np.int64(stock[place - 1])
        odd ^= popcount(seen >> U(card)) & 1
        seen |= U(1) << U(card)
    order[_ODD] += odd


class DealCounts(NamedTuple):
    """Counts over a number of deals.

    Attributes:
        deals, jokers: number of deals, and of jokers in each.
        sums, squares: int64[2, 9] and int64[2, 9, 9], by size of hand (12, 13); the two hands of 12 of a deal are
        added. order_sums, order_squares: int64[3], of the stock (`add_order`). places: int64[20, 64], how often each
        card was in each hand and at each place of the stock. dealers: int64[3], first dealers by seat.
    """

    deals: int
    jokers: int
    sums: np.ndarray
    squares: np.ndarray
    order_sums: np.ndarray
    order_squares: np.ndarray
    places: np.ndarray
    dealers: np.ndarray


@njit
def count_deals(seed, first, counts):
    """Deal matches first .. first + counts.deals - 1 and add their facts; counts: `DealCounts`."""
    deals, jokers, sums, squares, order_sums, order_squares, places, dealers = counts
    stock = np.zeros(17, np.int8)
    facts = np.zeros((2, 9), np.int64)
    order = np.zeros(3, np.int64)
    for match in range(first, first + deals):
        number = U(match)
        hands = deal_cards(stock, jokers, stream(seed, number, U(0), DECK))
        dealers[below_three(stream(seed, number, U(0), FIRST_DEALER))] += 1
        facts[:] = 0
        order[:] = 0
        if jokers == 0:
            add_hand(hands[0], facts[1])
            add_hand(hands[1], facts[0])
            add_hand(hands[2], facts[0])
        add_order(stock, 15 + jokers, order)
        for size in range(2):
            for i in range(9):
                sums[size, i] += facts[size, i]
                for j in range(i, 9):
                    squares[size, i, j] += facts[size, i] * facts[size, j]
        for i in range(3):
            order_sums[i] += order[i]
            order_squares[i] += order[i] * order[i]
        for hand in range(3):
            for card in range(64):
                places[hand, card] += np.int64(hands[hand] >> U(card) & U(1))
        for place in range(15 + jokers):
            places[3 + place, stock[place]] += 1


def deal(deals: int, seed: int, jokers: int = 0, first: int = 0) -> DealCounts:
    """Deal matches `first` .. `first + deals - 1` of a seed, and count the facts of hands and stock."""
    shapes: list[Any] = [(2, _SIZE), (2, _SIZE, _SIZE), _ORDER, _ORDER, (20, 64), 3]
    arrays = [np.zeros(shape, np.int64) for shape in shapes]
    counts = DealCounts(deals, jokers, *arrays)
    count_deals(np.uint64(seed), first, counts)
    return counts


def run(deals: int = 2_000_000, seed: int = 1) -> list[Row]:
    """Run all checks on `deals` deals of 52 cards and a quarter as many deals with two jokers. Raises TongitsError."""
    check_compiling()
    check_deals(deals, seed)
    plain = deal(deals, seed)
    with_jokers = deal(-(-deals // 4), seed, jokers=2)
    rows = hand_rows(plain) + order_rows(plain)
    return [*rows, dealer_row(plain), places_row(plain), places_row(with_jokers)]


def hand_rows(counts: DealCounts) -> list[Row]:
    """For hands of 12 and 13 cards, a row for the mean of each fact and a row for the spread of the deadwood."""
    rows = []
    for size, hands in ((1, 1), (0, 2)):
        cards = 12 + size
        for i, exact in enumerate(TABLE):
            target = exact.of_13 if size else exact.of_12
            mean, z = _mean_z(counts.deals, counts.sums[size, i], counts.squares[size, i, i], hands * target)
            rows.append(Row(f"{exact.name}, {cards} cards", target, mean / hands, z))
        rows.append(_spread_row(counts, size, hands))
    return rows


def _spread_row(counts: DealCounts, size: int, hands: int) -> Row:
    """Test the standard deviation of the least deadwood by the mean square distance from the exact mean."""
    mu = TABLE[_DEADWOOD].of_13 if size else TABLE[_DEADWOOD].of_12
    # y = d**2 - 2 mu d, summed over a deal's hands; its exact mean is sd**2 - mu**2 a hand.
    d = float(counts.sums[size, _DEADWOOD])
    dd = float(counts.sums[size, _SQUARE])
    pick = counts.squares[size].astype(np.float64)
    y = dd - 2 * mu * d
    yy = pick[_SQUARE, _SQUARE] - 4 * mu * pick[_DEADWOOD, _SQUARE] + 4 * mu * mu * pick[_DEADWOOD, _DEADWOOD]
    exact = DEADWOOD_SD[size]
    mean, z = _mean_z(counts.deals, y, yy, hands * (exact * exact - mu * mu))
    return Row(f"sd of least deadwood, {12 + size} cards", exact, math.sqrt(mean / hands + mu * mu), z)


def order_rows(counts: DealCounts) -> list[Row]:
    """Test the order of the stock: neighbours of equal rank (14 pairs, 3 in 51 each), ascents (half of 14), parity."""
    names = ("neighbours of one rank in the stock", "ascents in the stock", "P(the stock is an odd permutation)")
    rows = []
    for i, exact in enumerate((14 / 17, 7.0, 0.5)):
        mean, z = _mean_z(counts.deals, counts.order_sums[i], counts.order_squares[i], exact)
        rows.append(Row(names[i], exact, mean, z))
    return rows


def dealer_row(counts: DealCounts) -> Row:
    """Test the first dealer: chi-squared with 2 degrees of freedom."""
    expected = counts.deals / 3
    chi = float(((counts.dealers - expected) ** 2).sum() / expected)
    return Row("first dealer is seat 0, 1 or 2 (chi-squared, 2 df)", 2.0, chi, _chi_z(chi, 2))


def places_row(counts: DealCounts) -> Row:
    """Test the frequency of every card in every hand and at every place of the stock: chi-squared."""
    size = 52 + counts.jokers
    sizes = np.array([13, 12, 12] + [1] * (size - 37))[:, None]
    observed = counts.places[: len(sizes), np.flatnonzero(counts.places.sum(axis=0))]
    chi = float((size - 1) / counts.deals * ((observed - counts.deals * sizes / size) ** 2 / sizes).sum())
    df = (size - 1) * (len(sizes) - 1)
    what = "52 cards" if not counts.jokers else f"{size} cards with jokers"
    return Row(
        f"every card in every hand and place of the stock, {what} (chi-squared, {df} df)",
        float(df),
        chi,
        _chi_z(chi, df),
    )


def _mean_z(n: int, total: float, squares: float, exact: float) -> tuple[float, float]:
    mean = float(total) / n
    variance = max(float(squares) / n - mean * mean, 0.0) * n / (n - 1)
    error = math.sqrt(variance / n)
    return mean, (mean - exact) / error if error else (0.0 if mean == exact else math.inf)


def _chi_z(chi: float, df: int) -> float:
    """Transform a chi-squared value to a standard normal value (Wilson, Hilferty, 1931)."""
    return (float(portable(math.cbrt(chi / df))) - (1 - 2 / (9 * df))) / math.sqrt(2 / (9 * df))


PRESETS = (
    "pagat",
    "sjs",
    "wikipedia",
    "grokipedia",
    "rulesofcards",
    "online",
    "wars",
    "casino_x",
    "ecoins",
    "pagat+joker",
    "pagat+progressive",
)


def engines() -> str:
    """How a sentence about the measured speed names the engines."""
    return "the general engine" if switched_off() else "engines specialised for them"


def play(player: Player, preset: str, games: int, seed: int, run_options: RunOptions) -> Run[Any]:
    """Play games of three copies of a player."""
    rules = load(preset)
    return run_job(BatchJob(rules, (player,) * 3, games, seed, match_length(rules, None)), run_options)


def compiled_before(player: Player) -> bool:
    """Whether the engine was compiled by an earlier process, so that the peak memory has no compiler in it."""
    return jit.compiled_before(ENGINE)


def ready() -> None:
    """Compile the engines that the first games missed."""
    for engine in () if switched_off() else missed():
        build(engine)
