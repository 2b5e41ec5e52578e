"""A comparison of bots: its answer, data frames and figures."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from analyses.answers.comparison import ComparisonAnswer, LuckFitted
from analyses.answers.shared import Bot, Stopping, Versions
from analyses.comparison_text import answer, asked, baseline_answer, certainty, house_answer, luck_answer, ranking_table
from analyses.estimates.standings import Standings
from analyses.figures import comparison
from analyses.stopping import ALPHA, Watch
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.tournament import TournamentJob
from tongits_sim.experiments.tournament_estimates import LEVEL, TournamentRun, moments_of
from tongits_sim.run.answers import Answer, flat, value
from tongits_sim.run.notebook import Bar, Displayable, View, forest_svg

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    from matplotlib.figure import Figure


class Comparison(Displayable):
    """Bots compared on duplicate deals.

    Attributes:
        run: the games and their counts.
        confirmation: the same on other deals, if requested; then only verdicts that both support are kept.
    """

    def __init__(
        self,
        run: TournamentRun,
        watch: Watch,
        confirmation: Comparison | None = None,
        fitted: LuckFitted | None = None,
    ) -> None:
        """A comparison.

        Args:
            run: the games and their counts.
            watch: how it stopped.
            confirmation: the same on other deals.
            fitted: the value of luck and the games behind it, where luck was counted.
        """
        self.run = run
        self.confirmation = confirmation
        self._watch = watch
        self._luck_source = fitted

    @property
    def field(self) -> TournamentJob:
        """The job that was played."""
        return self.run.field

    @functools.cached_property
    def answer(self) -> ComparisonAnswer:
        """The whole answer, as pages read it and JSON holds it."""
        first = _answer(self.run, self._watch, self._luck_source)
        return first if self.confirmation is None else first.confirmed(self.confirmation.answer)

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/reference/formats.md)."""
        return self.answer.to_dict()

    def view(self) -> View:
        """One screen: the field, the sentences, the ranking, a figure of the earnings of each player."""
        bars = [Bar(row.player, value(row.payout), row.payout.ci95) for row in self.answer.ranking]
        headings, rows = ranking_table(self.answer)
        return View(self._sentences(), headings, rows, lambda: forest_svg(bars, "units a game, with 95 % intervals"))

    def _sentences(self) -> list[str]:
        parts = (asked, answer, baseline_answer, house_answer, luck_answer, certainty)
        every = [part(self.answer) for part in parts]
        return [text for text in every if text]

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
        """How often each payout occurred."""
        return frame(self.answer.payouts)

    def to_pandas(self) -> pd.DataFrame:
        """The ranking as a pandas frame."""
        return self.ranking.to_pandas()

    def plot_ranking(self) -> Figure:
        """Payouts per game with their intervals."""
        return comparison.draw_forest(comparison.forest(self.answer))

    def plot_matrix(self) -> Figure:
        """Payoff by opponent."""
        return comparison.draw_heat(comparison.heat(self.answer))

    def plot_channels(self) -> Figure:
        """Payoff by ending."""
        return comparison.draw_channels(comparison.channels(self.answer))

    def plot_payouts(self) -> Figure:
        """Distribution of payouts per game."""
        return comparison.draw_payouts(comparison.payouts(self.answer.payouts))

    def plot_places(self) -> Figure:
        """Payouts by seat and as dealer."""
        return comparison.draw_places(comparison.places(self.answer))


def frame(rows: Iterable[Answer | Mapping[str, Any]]) -> pl.DataFrame:
    """Rows of an answer as a data frame."""
    import polars as pl

    return pl.DataFrame([flat(row) for row in rows], infer_schema_length=None)


def _answer(run: TournamentRun, watch: Watch, fitted: LuckFitted | None) -> ComparisonAnswer:
    """The answer of one seed."""
    field, standings = run.field, Standings(moments_of(run, watch.planned), watch)
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
        workers=run.workers,
        elapsed_s=run.elapsed,
        games_per_second=run.played / run.elapsed if run.played and run.elapsed > 0 else None,
        house=standings.house(),
        luck=None if fitted is None else standings.luck(fitted),
    )


def _stopping(watch: Watch, deals: int) -> Stopping:
    rule = watch.rule
    return Stopping(
        mode=rule.mode,
        width=rule.width,
        reached=watch.met if rule.mode != "fixed" else None,
        words=rule.words(deals, watch.met),
        level=LEVEL,
        alpha=ALPHA,
    )
