"""Compares bots on duplicate deals."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from analyses import figures
from analyses.answer_folder import begin, keep, run_name
from analyses.answers.comparison import ComparisonAnswer
from analyses.answers.shared import INCONCLUSIVE, LeftOut
from analyses.comparison_rows import comparison_answer
from analyses.elimination import Elimination
from analyses.leading import games_to_lead
from analyses.monitoring import Watch
from strategies.registry import load_player
from tongits_sim import stats
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.duplicate import DuplicateJob
from tongits_sim.experiments.duplicate_estimates import DuplicateRun
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.answers import frame, mean_of
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import check_seed
from tongits_sim.run.compiling import silent, to_stderr
from tongits_sim.run.display import RichDisplay, View, view_of
from tongits_sim.run.faults import BotFault
from tongits_sim.run.job import described
from tongits_sim.run.numbers import MINUS, parse_count
from tongits_sim.run.run import run_job
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.run.within import MOST
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure

DEALS = 20_000
"""Deals of a comparison if nobody says how many."""
CONFIRMING = "compare"
"""The check whose deals (`check_seed`) confirm."""


class CompareError(TongitsError):
    """A comparison is impossible."""


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
        elimination: Elimination | None = None,
    ) -> None:
        """
        Args:
            run: the games and their counts.
            watch: says how the run stopped.
            confirmation: the comparison on other deals.
            elimination: the stages of a comparison to a half-width; None for a fixed number of deals or `monitor`.
        """
        self.run = run
        self.confirmation = confirmation
        self._watch = watch
        self._elimination = elimination

    @property
    def job(self) -> DuplicateJob:
        """The bots, the rules and the deals."""
        return self.run.job

    @functools.cached_property
    def answer(self) -> ComparisonAnswer:
        """The typed answer, confirmed by the second seed if one was played."""
        first = comparison_answer(self.run, self._watch, self._elimination)
        return first if self.confirmation is None else first.confirmed(self.confirmation.answer)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/reference/formats.md)."""
        return self.answer.to_dict()

    def view(self) -> View:
        """One screen: the ranking, a figure of what each player earns."""
        return view_of(self.answer)

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
        """Units a game of each player at tables with each other player."""
        return frame(self.answer.matrix)

    @functools.cached_property
    def tables(self) -> pl.DataFrame:
        """Payouts at each table of three."""
        return frame(self.answer.tables)

    @functools.cached_property
    def payouts(self) -> pl.DataFrame:
        """Histograms of the payouts of a game: a row for each player and bin that occurred."""
        return frame(self.answer.payouts)

    def to_pandas(self) -> pd.DataFrame:
        """`ranking` as a pandas data frame."""
        return self.ranking.to_pandas()

    def plot_ranking(self) -> Figure:
        """A figure of what each player earns, units a game, with 95 % intervals."""
        return ranking_figure(self.answer).figure()

    def plot_matrix(self) -> Figure:
        """A figure of what each player earns against each other player, units a game."""
        return matrix_figure(self.answer).figure()


def ranking_figure(answer: ComparisonAnswer) -> figures.Intervals:
    """What each player earns, best first."""
    return figures.Intervals([figures.Row.of(row.player, row.payout) for row in answer.ranking], figures.EARNED)


def matrix_figure(answer: ComparisonAnswer) -> figures.Matrix:
    """Units a game of each player against each other player; grey if the sign is not sure."""
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
    return figures.Matrix(players, rows, "player", "units a game, against this opponent")


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
        strict: a bot that fails ends the comparison. By default the bot is left out and the others are compared.
        games: an alias of `deals`.
        block_deals: deals in a block; the default depends on the job. The size of a block changes no digit.
        run_options: workers, folder, progress as one value; `out` is a folder for the answer and every finished block.
        playing: fields of `RunOptions` by name, instead.

    Raises:
        TongitsError: for anything that cannot be played or compared.
        BotFault: a bot fails and cannot be left out, because it hangs, is the baseline, or leaves only one player.
    """
    deals = deals if games is None else games
    if within is not None and monitor:
        raise CompareError("a comparison stops at a width or when it is decided, not both; leave one out")
    house_rules = rules if isinstance(rules, RuleSet) else load(rules)
    usual = DEALS if within is None else MOST
    most = parse_count(usual if deals is None else deals, "the number of deals")
    beginning = most if within is None else min(most, stats.FIRST_LOOK)
    job = DuplicateJob(house_rules, as_players(players), beginning, seed, match_games, all_triples)
    baseline_index = find_baseline(job, baseline)
    options = with_overrides(run_options or RunOptions(notice=to_stderr), playing)
    if options.out is not None:
        request = _request(job, monitor, baseline_index, confirm)
        if within is not None:
            request |= {"deals": most, "within": True}  # a smaller half-width is the same question with more deals
        begin(options.out, "compare", request, options.resume, grows=True)
    play = functools.partial(_play_seed, within=within, most=most, monitor=monitor, block_deals=block_deals)
    left_out: list[LeftOut] = []
    while True:
        try:
            comparison = _play_job(job, play, baseline, options, confirm, len(left_out))
            break
        except BotFault as fault:
            job = without(job, fault, baseline, strict=strict)
            left_out.append(LeftOut(fault.fault.label, str(fault)))
    if left_out:
        comparison.answer = replace(comparison.answer, left_out=tuple(left_out))
    if sessions and not options.stopped:
        comparison.answer = replace(comparison.answer, leads=games_to_lead(job, comparison.answer, options))
    if options.out is not None and not options.stopped:
        keep(comparison, options.out)
    return comparison


def _play_job(
    job: DuplicateJob,
    play: Callable[[DuplicateJob, int | None, RunOptions, str], Comparison],
    baseline: str | None,
    options: RunOptions,
    confirm: bool,
    failed: int,
) -> Comparison:
    """Play the players of a job; `failed`: how many were left out before. Raises BotFault."""
    baseline_index = find_baseline(job, baseline)
    comparison = play(job, baseline_index, options, run_name("play", failed))
    if confirm:
        other_deals = replace(job, seed=check_seed(job.seed, CONFIRMING))
        comparison.confirmation = play(other_deals, baseline_index, options, run_name("confirm", failed))
    return comparison


def without(job: DuplicateJob, fault: BotFault, baseline: str | None, *, strict: bool) -> DuplicateJob:
    """The job without a bot that failed. Raises the fault if the others cannot go on."""
    label = fault.fault.label
    left = tuple(player for name, player in zip(job.labels, job.players, strict=True) if name != label)
    baseline_index = find_baseline(job, baseline)
    needed = baseline_index is not None and job.labels[baseline_index] == label
    if strict or fault.hangs or needed or not 2 <= len(left) < len(job.players):
        raise fault
    return replace(job, players=left)


def _play_seed(
    job: DuplicateJob,
    baseline: int | None,
    options: RunOptions,
    run_name: str,
    *,
    within: float | None,
    most: int,
    monitor: bool,
    block_deals: int | None,
) -> Comparison:
    """Play one seed; `run_name` names its folder."""
    watch = Watch(job, monitor, baseline)
    if within is not None:
        elimination = Elimination(job, within, most, baseline, options, run_name, block_deals)
        elimination.play()
        return Comparison(elimination.run, watch, elimination=elimination)
    out = None if options.out is None else options.out / run_name
    run = run_job(
        job, replace(options, out=out, notice=options.notice or silent), looks=watch.looks, block_size=block_deals
    )
    return Comparison(DuplicateRun.of(run, job), watch)


def _request(job: DuplicateJob, monitor: bool, baseline: int | None, confirm: bool) -> dict[str, Any]:
    """Everything that determines the answer."""
    return {
        "rules": {"name": job.rules.name, "knobs": job.rules.knobs()},
        "players": described(job.players),
        "deals": job.deals,
        "seed": job.seed,
        "match_games": job.match_games,
        "all_triples": job.repeats,
        "baseline": None if baseline is None else job.labels[baseline],
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
