"""The answer of a comparison: who leads, by how much, at which line-up, and how sure that is."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from typing import Literal

import numpy as np

from analyses.answers.comparison import (
    ChannelRow,
    ComparisonAnswer,
    OpponentRow,
    PairRow,
    PayoutRow,
    PlaceRow,
    RankingRow,
    TableRow,
)
from analyses.answers.shared import Bot, Stopping, Verdict, Versions
from analyses.elimination import Dismissal, Elimination
from analyses.monitoring import ALPHA, Watch, how_watching_stopped, pairs
from tongits_sim import stats
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.batch_answer import House
from tongits_sim.experiments.batch_kernel import CLUSTER_NAMES, HIST_BINS, HIST_ZERO, K_X, K_XX, T_ENDINGS, F
from tongits_sim.experiments.duplicate import DuplicateTotals
from tongits_sim.experiments.duplicate_estimates import DuplicateEstimates, DuplicateRun
from tongits_sim.experiments.worker import seatings
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.rules.amounts import UNIT, bin_width, takes_fees
from tongits_sim.run.answers import UNKNOWN, Estimate, RunFacts, finite
from tongits_sim.run.estimates import LEVEL

_GAINS: dict[Verdict, Literal["gains", "loses", "inconclusive"]] = {
    "better": "gains",
    "worse": "loses",
    "inconclusive": "inconclusive",
}


class Standings:
    """All tables of one run.

    A row about one bot uses the deals that the bot played, a row about two bots the deals that both played, and a row
    about all bots the deals that all of them played.
    """

    def __init__(self, moments: DuplicateEstimates, watch: Watch, dismissed: Mapping[int, Dismissal]) -> None:
        """dismissed: bots that left, by number."""
        self.watch = watch
        self.dismissed = dismissed
        self.run = moments.run
        self.labels = self.run.job.labels
        self.bots = range(len(self.labels))
        self._moments = [dismissed[bot].moments if bot in dismissed else moments for bot in self.bots]
        self._of_all = min(self._moments, key=lambda each: each.n)
        self.means = [float(self._moments[bot].payout(bot).estimate) for bot in self.bots]
        self.order = sorted(self.bots, key=lambda bot: -self.means[bot])

    def ranking(self) -> tuple[RankingRow, ...]:
        """A row for each player, the best first."""
        chances = stats.rank_uncertainty(self.means, self._covariance()) if self._of_all.n > 1 else None
        ratings = self._of_all.ratings()
        against = self._against(self.watch.baseline)
        rows = []
        for place, bot in enumerate(self.order, start=1):
            games, spread = self._spread(bot)
            baseline = self.watch.baseline
            p, word = against.get(bot, (None, None))
            gone = self.dismissed.get(bot)
            row = RankingRow(
                player=self.labels[bot],
                rank=place,
                payout=Estimate.of(self._moments[bot].payout(bot)),
                payout_sd=spread,
                games=games,
                diff_to_best=self._difference(bot, self.order[0]),
                diff_to_baseline=None if baseline is None else self._difference(bot, baseline),
                p_holm_vs_baseline=p,
                verdict_vs_baseline=word,
                rank_ci95=None if chances is None else (int(chances.low[bot]), int(chances.high[bot])),
                first_probability=None if chances is None else float(chances.first[bot]),
                rating=None if ratings is None else _rating(ratings, bot),
                left_after=None if gone is None else gone.moments.n,
                left_behind=None if gone is None else self.labels[gone.better],
                diff_when_left=None if gone is None else gone.behind,
                **self._shares(bot),
            )
            rows.append(row)
        return tuple(rows)

    def pairs(self) -> tuple[PairRow, ...]:
        """A row for every two players; Holm's correction over all of them."""
        every = pairs(len(self.labels))
        adjusted = stats.holm([self.watch.p(self._both(*pair), pair) for pair in every])
        rows = []
        for (first, second), p in zip(every, adjusted, strict=True):
            both = self._both(first, second)
            a, b = (second, first) if float(both.difference(first, second).estimate) < 0 else (first, second)
            difference = both.difference(a, b)
            rows.append(
                PairRow(
                    a=self.labels[a],
                    b=self.labels[b],
                    diff=Estimate.of(difference),
                    p_holm=finite(p),
                    verdict=stats.verdict(float(difference.estimate), float(p)),
                    variance_reduction=finite(both.variance_reduction(a, b)),
                )
            )
        places = {self.labels[bot]: place for place, bot in enumerate(self.order)}
        return tuple(sorted(rows, key=lambda row: (places[row.a], places[row.b])))

    def channels(self) -> tuple[ChannelRow, ...]:
        """Payoff by ending, won and lost, a game of all games of a player; no limits for an ending that never came."""
        rows = []
        ways: tuple[Literal["won", "lost"], ...] = ("won", "lost")
        for bot in self.order:
            for ending in ENDINGS:
                won, net = {f"won_{ending}": 1}, {f"payout_{ending}": 1}
                for way, what in zip(ways, (won, net | {f"won_{ending}": -1}), strict=True):
                    units = self._moments[bot].per_game(bot, what)
                    known = Estimate.of(units) if units.se != 0 else Estimate(float(units.estimate))
                    rows.append(ChannelRow(self.labels[bot], ending, way, known))
        return tuple(rows)

    def places(self) -> tuple[PlaceRow, ...]:
        """Payout per game by seat, as dealer and not as dealer."""
        rows = []
        for bot in self.order:
            per_game = self._moments[bot].per_game
            payouts = {f"seat {seat}": per_game(bot, {f"seat_{seat}": 1}, None, SEATS) for seat in range(SEATS)}
            payouts["dealer"] = per_game(bot, {"dealer": 1}, {"dealer_games": 1})
            others = {"games": 1, "dealer_games": -1}
            payouts["not dealer"] = per_game(bot, {"payout": 1, "dealer": -1}, others)
            rows += [PlaceRow(self.labels[bot], place, Estimate.of(payout)) for place, payout in payouts.items()]
        return tuple(rows)

    def matrix(self) -> tuple[OpponentRow, ...]:
        """Payout per game of a player at tables with another player; Benjamini-Hochberg over the cells."""
        cells = [(a, b, self._moments[a].met(a, b)) for a in self.order for b in self.order]
        adjusted = stats.benjamini_hochberg([float(stats.p_value(payout)) for _, _, payout in cells])
        return tuple(
            OpponentRow(
                player=self.labels[a],
                opponent=self.labels[b],
                payout=Estimate.of(payout),
                p_bh=finite(p),
                verdict=_GAINS[stats.verdict(float(payout.estimate), float(p))],
            )
            for (a, b, payout), p in zip(cells, adjusted, strict=True)
            if math.isfinite(payout.estimate)
        )

    def tables(self) -> tuple[TableRow, ...]:
        """Units a game of each player at each table; with an interval only for a player in a single slot."""
        rows = []
        for number, table in enumerate(self.run.job.tables):
            names = " / ".join(self.labels[bot] for bot in table)
            for bot in dict.fromkeys(table):
                sums = self._moments[bot].run.sums
                slots = [slot for slot in range(SEATS) if table[slot] == bot]
                games = self._table_games(number, sums.deals) * len(slots)
                mean = int(sums.cells[number, slots, ..., F["payout"]].sum()) / max(games, 1) / UNIT
                alone = self._alone(number, slots[0], sums) if len(slots) == 1 else None
                rows.append(TableRow(names, self.labels[bot], Estimate(mean) if alone is None else Estimate.of(alone)))
        return tuple(rows)

    def _alone(self, table: int, slot: int, sums: DuplicateTotals) -> stats.Interval:
        """Earnings a game of the player in a slot at a table; the deal is the unit."""
        moments, deals = sums.clusters[table], sums.deals
        cents_a_deal = self._table_games(table, deals) / max(deals, 1) * UNIT
        payout = CLUSTER_NAMES.index(f"payout_{slot}")
        mean = stats.mean_interval(deals, int(moments[K_X + payout]), int(moments[K_XX + payout]))
        return mean.scaled(1 / cents_a_deal if cents_a_deal else math.nan)

    def house(self) -> House | None:
        """Income of the house a game, over all tables; None without fees."""
        if not takes_fees(self.run.job.rules):
            return None
        return House(Estimate.of(self._of_all.house()))

    def endings(self) -> dict[str, float]:
        """The share of games that ended in each way, by name of the ending."""
        sums = self._of_all.run.sums
        counts = sums.totals[T_ENDINGS : T_ENDINGS + len(ENDINGS)]
        return {name: int(n) / max(sums.games, 1) for name, n in zip(ENDINGS, counts, strict=True)}

    def payouts(self) -> tuple[PayoutRow, ...]:
        """The histogram of payouts in a game, in units; empty bins are left out."""
        width = bin_width(self.run.job.rules, HIST_ZERO)
        rows = []
        for bot in self.order:
            hist = self._moments[bot].run.sums.hist[bot]
            rows += [
                PayoutRow(self.labels[bot], (place - HIST_ZERO) * width / UNIT, int(hist[place]))
                for place in range(HIST_BINS)
                if hist[place]
            ]
        return tuple(rows)

    def variance_reduction(self) -> float | None:
        """The factor that duplicate deals saved, the median over all pairs."""
        factors = [self._both(*pair).variance_reduction(*pair) for pair in pairs(len(self.labels))]
        finite = [factor for factor in factors if math.isfinite(factor)]
        return float(np.median(finite)) if finite else None

    def _table_games(self, number: int, deals: int) -> int:
        job = self.run.job
        return deals * job.match_games * len(seatings(job.tables[number]))

    def _both(self, a: int, b: int) -> DuplicateEstimates:
        """The deals that both bots played."""
        return min(self._moments[a], self._moments[b], key=lambda moments: moments.n)

    def _covariance(self) -> np.ndarray:
        """Covariance matrix of all bots' payouts per game, each over its own deals."""
        matrix = self._of_all.covariance()
        if self.dismissed:
            for a, b in itertools.product(self.bots, repeat=2):
                both, longer = sorted((self._moments[a], self._moments[b]), key=lambda moments: moments.n)
                matrix[a, b] = both.covariance()[a, b] * both.n / longer.n
        return matrix

    def _spread(self, bot: int) -> tuple[int, float]:
        """The games of a bot, and the standard deviation of its payout in one game, units."""
        cells = self._cells(bot)
        games, total, squares = (int(cells[F[name]]) for name in ("games", "payout", "payout_sq"))
        return games, math.sqrt(max(games * squares - total * total, 0)) / max(games, 1) / UNIT

    def _cells(self, bot: int) -> np.ndarray:
        cells = self._moments[bot].run.sums.cells
        sums = np.zeros(cells.shape[-1], object)
        for number, table in enumerate(self.run.job.tables):
            for slot in range(SEATS):
                if table[slot] == bot:
                    sums += cells[number, slot].sum(axis=(0, 1))
        return sums

    def _difference(self, bot: int, other: int) -> Estimate:
        """Payout of a bot less another bot's; exactly 0 for a bot and itself."""
        if bot == other:
            return Estimate(0.0, (0.0, 0.0))
        return Estimate.of(self._both(bot, other).difference(bot, other))

    def _against(self, baseline: int | None) -> dict[int, tuple[float | None, Verdict]]:
        """p-value and verdict of each other player against the baseline, corrected by Holm."""
        if baseline is None:
            return {}
        others = [bot for bot in self.bots if bot != baseline]
        adjusted = stats.holm([self.watch.p(self._both(bot, baseline), (bot, baseline)) for bot in others])
        return {
            bot: (finite(p), stats.verdict(self.means[bot] - self.means[baseline], float(p)))
            for bot, p in zip(others, adjusted, strict=True)
        }

    def _shares(self, bot: int) -> dict[str, Estimate]:
        """The fields of a row that are shares."""
        share = self._moments[bot].share
        shares: dict[str, stats.Interval] = {
            "wins": share(bot, {"wins": 1}),
            "second": share(bot, {"second_halves": 1}, {"games": 2}),
            "sunog": share(bot, {"burned": 1}),
            "calls": share(bot, {"calls": 1}),
            "calls_won": share(bot, {"calls_won": 1}, {"calls": 1}),
            "challenges": share(bot, {"challenges": 1}),
            "challenges_won": share(bot, {"challenges_won": 1}, {"challenges": 1}),
        }
        return {
            name: Estimate.of(interval) if math.isfinite(interval.estimate) else UNKNOWN
            for name, interval in shares.items()
        }


def _rating(ratings: stats.Ratings, bot: int) -> Estimate:
    return Estimate(float(ratings.points[bot]), (float(ratings.low[bot]), float(ratings.high[bot])))


def comparison_answer(run: DuplicateRun, watch: Watch, elimination: Elimination | None = None) -> ComparisonAnswer:
    """The answer of a run that has stopped.

    Args:
        run: the deals and their counts.
        watch: says how the run stopped.
        elimination: the stages, if the run was played to a half-width; then bots may have left early.
    """
    job = run.job
    dismissed = {} if elimination is None else elimination.dismissed
    standings = Standings(DuplicateEstimates(run, watch.planned), watch, dismissed)
    return ComparisonAnswer(
        rules=job.rules.name,
        deals=run.sums.deals,
        deals_asked=job.deals,
        games_played=run.sums.games,
        match_games=job.match_games,
        all_triples=job.repeats,
        rules_option=rules_option(job.rules),
        seed=job.seed,
        players=tuple(job.labels),
        baseline=None if watch.baseline is None else job.labels[watch.baseline],
        ranking=standings.ranking(),
        pairs=standings.pairs(),
        variance_reduction=standings.variance_reduction(),
        endings=standings.endings(),
        channels=standings.channels(),
        places=standings.places(),
        matrix=standings.matrix(),
        tables=standings.tables(),
        payouts=standings.payouts(),
        stopping=_stopping(watch, run.sums.deals, elimination),
        within=None if elimination is None else elimination.known,
        bots=tuple(Bot.of(player, label) for label, player in zip(job.labels, job.players, strict=True)),
        knobs=job.rules.knobs(),
        versions=Versions.current(),
        run=RunFacts(
            run.workers, run.elapsed, run.games_now / run.elapsed if run.games_now and run.elapsed > 0 else None
        ),
        house=standings.house(),
    )


def _stopping(watch: Watch, deals: int, elimination: Elimination | None) -> Stopping:
    if elimination is not None:
        return Stopping.at_width(elimination.known)
    if watch.monitor:
        return Stopping("monitor", None, watch.met, how_watching_stopped(deals, watch.met), LEVEL, ALPHA)
    return Stopping.planned(deals, "deals")
