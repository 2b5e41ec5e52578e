"""Compares bots on duplicate deals: how long to play, the estimates, the answer, data frames and figures."""

from __future__ import annotations

import functools
import itertools
import math
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, Unpack

import numpy as np

from analyses import figures
from analyses.answer_folder import begin, keep, run_name
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
from analyses.answers.shared import INCONCLUSIVE, VIEW, Bot, LeftOut, Stopping, Verdict, Versions
from analyses.leading import games_to_lead
from strategies.registry import load_player
from tongits_sim import stats
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.batch_answer import House
from tongits_sim.experiments.batch_kernel import CLUSTER_NAMES, HIST_BINS, HIST_ZERO, K_X, K_XX, T_ENDINGS, F
from tongits_sim.experiments.duplicate import DuplicateJob, DuplicateTotals
from tongits_sim.experiments.duplicate_estimates import DuplicateEstimates, DuplicateRun
from tongits_sim.experiments.worker import seatings
from tongits_sim.game.state import ENDINGS, SEATS
from tongits_sim.imports import load as load_object
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT, bin_width, takes_fees
from tongits_sim.run.answers import UNKNOWN, Answer, Estimate, RunFacts, finite, flat, mean_of
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import check_seed
from tongits_sim.run.compiling import silent, to_stderr
from tongits_sim.run.display import RichDisplay, View
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.faults import BotFault
from tongits_sim.run.job import Looks, described
from tongits_sim.run.numbers import MINUS, parse_count
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.run.within import MOST, ask_until, widest
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

ALPHA = 1 - LEVEL
LOOKS = 20
"""A part of the deals between two looks."""

Pair = tuple[int, int]


def how_it_stopped(monitor: bool, deals: int, decided: bool) -> str:
    """A sentence on how a run of so many deals stopped."""
    if not monitor:
        return f"Played a number of deals fixed before the start: {deals:,}."
    aim = "decided" if decided else "not all decided before the last deal"
    return f"Watched with a confidence sequence, which allows looking at any time: {aim}, stopped at {deals:,} deals."


def look_at(deals: int) -> list[int]:
    """Numbers of deals after which a comparison of at most so many is looked at: the first time when limits begin to
    hold, then whenever it is a twentieth longer.

    >>> look_at(1200)
    [1000, 1050, 1102, 1157, 1200]
    """
    looks = list(itertools.takewhile(lambda look: look < deals, _growing(stats.FIRST_LOOK)))
    return [*looks, deals]


def _growing(first: int) -> Iterator[int]:
    while True:
        yield first
        first += first // LOOKS


def pairs(players: int) -> list[Pair]:
    return list(itertools.combinations(range(players), 2))


class Watch:
    """Looks at a run now and then and says when to stop.

    Attributes:
        field: the job.
        monitor: stop when every difference is decided; else play all deals.
        baseline: compare all players with this player; then only these differences have to be decided.
        smallest: by pair, the smallest always-valid p-value seen at any look (if watched).
        met: the aim was reached.
    """

    def __init__(self, job: DuplicateJob, monitor: bool, baseline: int | None) -> None:
        self.job = job
        self.monitor = monitor
        self.baseline = baseline
        self.smallest: dict[Pair, float] = dict.fromkeys(pairs(len(job.players)), 1.0)
        self.met = False

    @property
    def planned(self) -> int | None:
        """The number of deals that a confidence sequence is tuned for; None if the number was fixed."""
        return self.job.deals if self.monitor else None

    @property
    def looks(self) -> Looks[DuplicateTotals] | None:
        """When to look at the run; None: not before its last deal."""
        return Looks(look_at(self.job.deals), self.should_stop) if self.monitor else None

    def should_stop(self, sums: DuplicateTotals) -> bool:
        """Return True to stop now."""
        moments = DuplicateEstimates(DuplicateRun(self.job, sums, 0.0, 1), self.planned)
        self._note(moments)
        self.met = bool((stats.holm(list(self._family().values())) <= ALPHA).all())
        return self.met

    def p(self, moments: DuplicateEstimates, pair: Pair) -> float:
        """The p-value of a pair's difference, valid for the way the run stopped."""
        if self.monitor:
            return self.smallest[min(pair), max(pair)]
        return float(stats.p_value(moments.difference(*pair)))

    def _note(self, moments: DuplicateEstimates) -> None:
        for pair in self.smallest:
            now = float(stats.sequential_p(moments.n, *moments.difference_sums(*pair), self.job.deals, level=LEVEL))
            self.smallest[pair] = min(self.smallest[pair], now)

    def _family(self) -> dict[Pair, float]:
        """The differences to know or decide."""
        if self.baseline is None:
            return self.smallest
        return {pair: p for pair, p in self.smallest.items() if self.baseline in pair}


_GAINS: dict[Verdict, Literal["gains", "loses", "inconclusive"]] = {
    "better": "gains",
    "worse": "loses",
    "inconclusive": "inconclusive",
}


class Standings:
    """All tables of one run."""

    def __init__(self, moments: DuplicateEstimates, watch: Watch) -> None:
        self.moments = moments
        self.watch = watch
        self.run = moments.run
        self.labels = self.run.job.labels
        self.bots = range(len(self.labels))
        self.means = [float(moments.payout(bot).estimate) for bot in self.bots]
        self.order = sorted(self.bots, key=lambda bot: -self.means[bot])

    def ranking(self) -> tuple[RankingRow, ...]:
        """A row for each player, the best first."""
        chances = stats.rank_uncertainty(self.means, self.moments.covariance()) if self.moments.n > 1 else None
        ratings = self.moments.ratings()
        against = self._against(self.watch.baseline)
        rows = []
        for place, bot in enumerate(self.order, start=1):
            games, spread = self._spread(bot)
            baseline = self.watch.baseline
            p, word = against.get(bot, (None, None))
            row = RankingRow(
                player=self.labels[bot],
                rank=place,
                payout=Estimate.of(self.moments.payout(bot)),
                payout_sd=spread,
                games=games,
                diff_to_best=self._difference(bot, self.order[0]),
                diff_to_baseline=None if baseline is None else self._difference(bot, baseline),
                p_holm_vs_baseline=p,
                verdict_vs_baseline=word,
                rank_ci95=None if chances is None else (int(chances.low[bot]), int(chances.high[bot])),
                first_probability=None if chances is None else float(chances.first[bot]),
                rating=None if ratings is None else _rating(ratings, bot),
                **self._shares(bot),
            )
            rows.append(row)
        return tuple(rows)

    def pairs(self) -> tuple[PairRow, ...]:
        """A row for every two players; Holm's correction over all of them."""
        every = pairs(len(self.labels))
        adjusted = stats.holm([self.watch.p(self.moments, pair) for pair in every])
        rows = []
        for (first, second), p in zip(every, adjusted, strict=True):
            a, b = (second, first) if self.means[second] > self.means[first] else (first, second)
            difference = self.moments.difference(a, b)
            rows.append(
                PairRow(
                    a=self.labels[a],
                    b=self.labels[b],
                    diff=Estimate.of(difference),
                    p_holm=finite(p),
                    verdict=stats.verdict(float(difference.estimate), float(p)),
                    variance_reduction=finite(self.moments.variance_reduction(a, b)),
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
                    units = self.moments.per_game(bot, what)
                    known = Estimate.of(units) if units.se != 0 else Estimate(float(units.estimate))
                    rows.append(ChannelRow(self.labels[bot], ending, way, known))
        return tuple(rows)

    def places(self) -> tuple[PlaceRow, ...]:
        """Payout per game by seat, as dealer and not as dealer."""
        rows = []
        for bot in self.order:
            per_game = self.moments.per_game
            payouts = {f"seat {seat}": per_game(bot, {f"seat_{seat}": 1}, None, SEATS) for seat in range(SEATS)}
            payouts["dealer"] = per_game(bot, {"dealer": 1}, {"dealer_games": 1})
            others = {"games": 1, "dealer_games": -1}
            payouts["not dealer"] = per_game(bot, {"payout": 1, "dealer": -1}, others)
            rows += [PlaceRow(self.labels[bot], place, Estimate.of(payout)) for place, payout in payouts.items()]
        return tuple(rows)

    def matrix(self) -> tuple[OpponentRow, ...]:
        """Payout per game of a player at tables with another player; Benjamini-Hochberg over the cells."""
        cells = [(a, b, self.moments.met(a, b)) for a in self.order for b in self.order]
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
        payouts = self.run.sums.cells[..., F["payout"]].sum(axis=(2, 3))
        for number, table in enumerate(self.run.job.tables):
            names = " / ".join(self.labels[bot] for bot in table)
            for bot in dict.fromkeys(table):
                slots = [slot for slot in range(SEATS) if table[slot] == bot]
                games = self._table_games(number) * len(slots)
                mean = int(payouts[number, slots].sum()) / max(games, 1) / UNIT
                alone = self._alone(number, slots[0]) if len(slots) == 1 else None
                rows.append(TableRow(names, self.labels[bot], Estimate(mean) if alone is None else Estimate.of(alone)))
        return tuple(rows)

    def _alone(self, table: int, slot: int) -> stats.Interval:
        """Earnings a game of the player in a slot at a table; the deal is the unit."""
        moments, deals = self.run.sums.clusters[table], self.run.sums.deals
        cents_a_deal = self._table_games(table) / max(deals, 1) * UNIT
        payout = CLUSTER_NAMES.index(f"payout_{slot}")
        mean = stats.mean_interval(deals, int(moments[K_X + payout]), int(moments[K_XX + payout]))
        return mean.scaled(1 / cents_a_deal if cents_a_deal else math.nan)

    def house(self) -> House | None:
        """Income of the house a game, over all tables; None without fees."""
        if not takes_fees(self.run.job.rules):
            return None
        return House(Estimate.of(self.moments.house()))

    def endings(self) -> dict[str, float]:
        """The share of games that ended in each way, by name of the ending."""
        counts = self.run.sums.totals[T_ENDINGS : T_ENDINGS + len(ENDINGS)]
        return {name: int(n) / max(self.run.sums.games, 1) for name, n in zip(ENDINGS, counts, strict=True)}

    def payouts(self) -> tuple[PayoutRow, ...]:
        """The histogram of payouts in a game, in units; empty bins are left out."""
        width = bin_width(self.run.job.rules, HIST_ZERO)
        hist = self.run.sums.hist
        return tuple(
            PayoutRow(self.labels[bot], (place - HIST_ZERO) * width / UNIT, int(hist[bot, place]))
            for bot in self.order
            for place in range(HIST_BINS)
            if hist[bot, place]
        )

    def variance_reduction(self) -> float | None:
        """The factor that duplicate deals saved, the median over all pairs."""
        factors = [self.moments.variance_reduction(*pair) for pair in pairs(len(self.labels))]
        finite = [factor for factor in factors if math.isfinite(factor)]
        return float(np.median(finite)) if finite else None

    def _table_games(self, number: int) -> int:
        field = self.run.job
        return self.run.sums.deals * field.match_games * len(seatings(field.tables[number]))

    def _spread(self, bot: int) -> tuple[int, float]:
        """Games of a bot, and the standard deviation of its payout of one, units."""
        cells = self._cells(bot)
        games, total, squares = (int(cells[F[name]]) for name in ("games", "payout", "payout_sq"))
        return games, math.sqrt(max(games * squares - total * total, 0)) / max(games, 1) / UNIT

    def _cells(self, bot: int) -> np.ndarray:
        sums = np.zeros(self.run.sums.cells.shape[-1], object)
        for number, table in enumerate(self.run.job.tables):
            for slot in range(SEATS):
                if table[slot] == bot:
                    sums += self.run.sums.cells[number, slot].sum(axis=(0, 1))
        return sums

    def _difference(self, bot: int, other: int) -> Estimate:
        """Payout of a bot less another bot's; exactly 0 for a bot and itself."""
        return Estimate(0.0, (0.0, 0.0)) if bot == other else Estimate.of(self.moments.difference(bot, other))

    def _against(self, baseline: int | None) -> dict[int, tuple[float | None, Verdict]]:
        """p-value and verdict of each other player against the baseline, corrected by Holm."""
        if baseline is None:
            return {}
        others = [bot for bot in self.bots if bot != baseline]
        adjusted = stats.holm([self.watch.p(self.moments, (bot, baseline)) for bot in others])
        return {
            bot: (finite(p), stats.verdict(self.means[bot] - self.means[baseline], float(p)))
            for bot, p in zip(others, adjusted, strict=True)
        }

    def _shares(self, bot: int) -> dict[str, Estimate]:
        """The fields of a row that are shares."""
        share = self.moments.share
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


class Comparison(RichDisplay):
    """Bots compared on duplicate deals.

    Attributes:
        run: the games and their counts.
        confirmation: the comparison on other deals, if requested; only verdicts that both support are kept.
    """

    def __init__(
        self,
        run: DuplicateRun,
        watch: Watch,
        confirmation: Comparison | None = None,
    ) -> None:
        """confirmation: the comparison on other deals."""
        self.run = run
        self.confirmation = confirmation
        self._watch = watch

    @property
    def job(self) -> DuplicateJob:
        return self.run.job

    @functools.cached_property
    def answer(self) -> ComparisonAnswer:
        first = _answer(self.run, self._watch)
        return first if self.confirmation is None else first.confirmed(self.confirmation.answer)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/reference/formats.md)."""
        return self.answer.to_dict()

    def view(self) -> View:
        """One screen: the ranking, a figure of what each player earns."""
        view: View = load_object(VIEW)(self.answer)
        return view

    @functools.cached_property
    def ranking(self) -> pl.DataFrame:
        """The players, best first, one row each."""
        return frame(self.answer.ranking)

    @functools.cached_property
    def pairs(self) -> pl.DataFrame:
        """Every two players: difference, interval, corrected p-value, verdict."""
        return frame(self.answer.pairs)

    @functools.cached_property
    def channels(self) -> pl.DataFrame:
        """Payoff by ending: player, ending, won or lost, units per game."""
        return frame(self.answer.channels)

    @functools.cached_property
    def places(self) -> pl.DataFrame:
        """Payouts by seat, as dealer and not."""
        return frame(self.answer.places)

    @functools.cached_property
    def matrix(self) -> pl.DataFrame:
        """Payoff by opponent: of each player where each other sits at the table."""
        return frame(self.answer.matrix)

    @functools.cached_property
    def tables(self) -> pl.DataFrame:
        """Payouts at each table of three."""
        return frame(self.answer.tables)

    @functools.cached_property
    def payouts(self) -> pl.DataFrame:
        return frame(self.answer.payouts)

    def to_pandas(self) -> pd.DataFrame:
        return self.ranking.to_pandas()

    def plot_ranking(self) -> Figure:
        return ranking_figure(self.answer).figure()

    def plot_matrix(self) -> Figure:
        return matrix_figure(self.answer).figure()


def ranking_figure(answer: ComparisonAnswer) -> figures.Intervals:
    """What each player earns, best first."""
    return figures.Intervals([figures.Row.of(row.player, row.payout) for row in answer.ranking], figures.EARNED)


def matrix_figure(answer: ComparisonAnswer) -> figures.Matrix:
    """What each player earns beside each other player: grey if the sign is not sure."""
    players = list(dict.fromkeys(row.player for row in answer.matrix))
    most = max(abs(mean_of(row.payout)) for row in answer.matrix) or 1.0
    boxes = {
        (row.player, row.opponent): figures.Box(
            f"{mean_of(row.payout):+.2f}".replace("-", MINUS),
            "faint" if row.verdict == INCONCLUSIVE else "gain" if mean_of(row.payout) > 0 else "loss",
            0.08 + 0.42 * abs(mean_of(row.payout)) / most,
        )
        for row in answer.matrix
    }
    rows = [(row, [boxes.get((row, column), figures.Box("")) for column in players]) for row in players]
    return figures.Matrix(players, rows, "player", "units a game, beside this opponent")


def frame(rows: Iterable[Answer | Mapping[str, Any]]) -> pl.DataFrame:
    """Rows of an answer as a data frame."""
    import polars as pl

    return pl.DataFrame([flat(row) for row in rows], infer_schema_length=None)


def _answer(run: DuplicateRun, watch: Watch) -> ComparisonAnswer:
    field = run.job
    standings = Standings(DuplicateEstimates(run, watch.planned), watch)
    return ComparisonAnswer(
        rules=field.rules.name,
        deals=run.sums.deals,
        deals_asked=field.deals,
        games_played=run.sums.games,
        match_games=field.match_games,
        all_triples=field.repeats,
        rules_option=rules_option(field.rules),
        seed=field.seed,
        players=tuple(field.labels),
        baseline=None if watch.baseline is None else field.labels[watch.baseline],
        ranking=standings.ranking(),
        pairs=standings.pairs(),
        variance_reduction=standings.variance_reduction(),
        endings=standings.endings(),
        channels=standings.channels(),
        places=standings.places(),
        matrix=standings.matrix(),
        tables=standings.tables(),
        payouts=standings.payouts(),
        stopping=_stopping(watch, run.sums.deals),
        bots=tuple(Bot.of(player, label) for label, player in zip(field.labels, field.players, strict=True)),
        knobs=field.rules.knobs(),
        versions=Versions.current(),
        run=RunFacts(
            run.workers, run.elapsed, run.games_now / run.elapsed if run.games_now and run.elapsed > 0 else None
        ),
        house=standings.house(),
    )


def _stopping(watch: Watch, deals: int) -> Stopping:
    return Stopping(
        mode="monitor" if watch.monitor else "fixed",
        width=None,
        reached=watch.met if watch.monitor else None,
        words=how_it_stopped(watch.monitor, deals, watch.met),
        level=LEVEL,
        alpha=ALPHA,
    )


DEALS = 20_000
"""Deals of a comparison if nobody says how many."""
CONFIRMING = "compare"
"""The check whose deals (`check_seed`) confirm."""


class CompareError(TongitsError):
    """A comparison is impossible."""


@public
def compare(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    deals: int | float | str | None = None,
    seed: int = 1,
    *,
    baseline: str | None = None,
    confirm: bool = False,
    sessions: bool = True,
    match_games: int = 1,
    within: float | None = None,
    monitor: bool = False,
    all_triples: bool = False,
    strict: bool = False,
    games: int | float | str | None = None,
    block_deals: int | None = None,
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> Comparison:
    """Compare bots on duplicate deals.

    Args:
        rules: house rules, or what `load` understands.
        players: 2 to 40 players or their specs. Two play A,A,B and A,B,B; more play every three of them.
        deals: number of deals that each table plays in every seating, also as "20k" or 1e6; 20,000 if not given. The
            largest number, if the run may stop earlier; with `within` it may be left out.
        seed: 0 .. 2**64 - 1.
        baseline: the player to compare the others with, one of `players`.
        confirm: replicate on other deals; a verdict holds only if both runs support it.
        sessions: also count in sessions the games until the better player leads.
        match_games: games of a match; the unit of every interval is then the match.
        within: play until every difference is known to within this half-width, units a game.
        monitor: stop when every difference is decided, with intervals that are valid at any stopping time.
        all_triples: also play tables at which a bot sits twice.
        strict: a bot that fails ends the comparison; else it is left out, and the others are compared.
        games: another name of `deals`.
        block_deals: deals in a block, if not the default; they change no digit.
        run_options: workers, folder, progress as one value; `out` is a folder for the answer and every finished block.
        playing: fields of `RunOptions` by name, instead.

    Raises:
        TongitsError: for anything that cannot be played or compared.
        BotFault: a bot fails, and the others cannot go on without it: it hangs, is the baseline, or leaves one player.
    """
    deals = deals if games is None else games
    if within is not None:
        if monitor:
            raise CompareError("a comparison stops at a width or when it is decided, not both; leave one out")
        most = MOST if deals is None else parse_count(deals, "the number of deals")
        way = with_overrides(run_options or RunOptions(notice=to_stderr), playing)

        def ask(number: int, now: RunOptions) -> Comparison:
            return compare(
                rules,
                players,
                number,
                seed,
                baseline=baseline,
                confirm=confirm,
                sessions=False,
                match_games=match_games,
                all_triples=all_triples,
                strict=strict,
                block_deals=block_deals,
                run_options=now,
            )

        return _until_known(within, most, ask, sessions, way)
    house_rules = rules if isinstance(rules, RuleSet) else load(rules)
    number_of_deals = parse_count(DEALS if deals is None else deals, "the number of deals")
    field = DuplicateJob(house_rules, as_players(players), number_of_deals, seed, match_games, all_triples)
    number = find_baseline(field, baseline)
    way = with_overrides(run_options or RunOptions(notice=to_stderr), playing)
    if way.out is not None:
        begin(way.out, "compare", _request(field, monitor, number, confirm), way.resume, grows=not monitor)
    left_out: list[LeftOut] = []
    while True:
        try:
            comparison = _play_field(field, monitor, baseline, way, block_deals, confirm, len(left_out))
            break
        except BotFault as fault:
            field = without(field, fault, baseline, strict=strict)
            left_out.append(LeftOut(fault.fault.label, str(fault)))
    if left_out:
        comparison.answer = replace(comparison.answer, left_out=tuple(left_out))
    if sessions and not way.stopped:
        comparison.answer = replace(comparison.answer, leads=games_to_lead(field, comparison.answer, way))
    if way.out is not None and not way.stopped:
        keep(comparison, way.out)
    return comparison


def _until_known(
    within: float,
    most: int,
    ask: Callable[[int, RunOptions], Comparison],
    sessions: bool,
    way: RunOptions,
) -> Comparison:
    """Compare with more and more deals until every difference is known to within a half-width: see `compare`."""
    comparison, known = ask_until(
        within, ask, _width, first=stats.FIRST_LOOK, most=most, counted="deals", run_options=way
    )
    answer = comparison.answer
    words = known.sentence()
    stopping = replace(answer.stopping, mode="within", width=within, reached=known.reached, words=words)
    answer = replace(answer, within=known, stopping=stopping)
    if sessions and not way.stopped:
        answer = replace(answer, leads=games_to_lead(comparison.run.job, answer, way))
    comparison.answer = answer
    if way.out is not None and not way.stopped:
        keep(comparison, way.out)
    return comparison


def _width(comparison: Comparison) -> float | None:
    """The widest interval of the differences, or of those to the baseline, units a game."""
    answer = comparison.answer
    if answer.baseline is None:
        return widest(pair.diff for pair in answer.pairs)
    return widest(
        row.diff_to_baseline
        for row in answer.ranking
        if row.diff_to_baseline is not None and row.player != answer.baseline
    )


def _play_field(
    field: DuplicateJob,
    monitor: bool,
    baseline: str | None,
    way: RunOptions,
    block_deals: int | None,
    confirm: bool,
    failed: int,
) -> Comparison:
    """Play a field of players; `failed`: how many were left out before. Raises BotFault."""
    number = find_baseline(field, baseline)
    play, again = run_name("play", failed), run_name("confirm", failed)
    run, watch = _play_seed(field, monitor, number, way, play, block_deals)
    second = None
    if confirm:
        field_again = replace(field, seed=check_seed(field.seed, CONFIRMING))
        second = Comparison(*_play_seed(field_again, monitor, number, way, again, block_deals))
    return Comparison(run, watch, second)


def without(field: DuplicateJob, fault: BotFault, baseline: str | None, *, strict: bool) -> DuplicateJob:
    """The field without a bot that failed. Raises the fault if the others cannot go on."""
    label = fault.fault.label
    left = tuple(player for name, player in zip(field.labels, field.players, strict=True) if name != label)
    number = find_baseline(field, baseline)
    needed = number is not None and field.labels[number] == label
    if strict or fault.hangs or needed or not 2 <= len(left) < len(field.players):
        raise fault
    return replace(field, players=left)


def _play_seed(
    job: DuplicateJob,
    monitor: bool,
    baseline: int | None,
    run_options: RunOptions,
    run_name: str,
    block_deals: int | None,
) -> tuple[DuplicateRun, Watch]:
    """Play one seed; `run_name` names its folder."""
    watch = Watch(job, monitor, baseline)
    place = replace(
        run_options,
        out=None if run_options.out is None else run_options.out / run_name,
        notice=run_options.notice or silent,
    )
    run = run_job(job, place, looks=watch.looks, block_size=block_deals)
    return DuplicateRun.of(run, job), watch


def _request(field: DuplicateJob, monitor: bool, baseline: int | None, confirm: bool) -> dict[str, Any]:
    """Everything that determines the answer."""
    return {
        "rules": {"name": field.rules.name, "knobs": field.rules.knobs()},
        "players": described(field.players),
        "deals": field.deals,
        "seed": field.seed,
        "match_games": field.match_games,
        "all_triples": field.repeats,
        "baseline": None if baseline is None else field.labels[baseline],
        "monitor": monitor,
        "confirm": confirm,
    }


def find_baseline(job: DuplicateJob, baseline: str | None) -> int | None:
    """The index of the baseline among the players; None without a baseline. Raises CompareError."""
    if baseline is None:
        return None
    if baseline in job.labels:
        return job.labels.index(baseline)
    wanted = load_player(baseline).spec
    specs = [player.spec for player in job.players]
    if wanted not in specs:
        raise CompareError(f"the baseline {baseline} is not among the players; name one of {', '.join(job.labels)}")
    return specs.index(wanted)
