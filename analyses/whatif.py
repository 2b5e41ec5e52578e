"""The effects of changed house rules: base and changed rules on the same deals, with the same bots."""

from __future__ import annotations

import functools
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from analyses import figures, whatif_metrics
from analyses.answers.whatif import WhatIfAnswer
from analyses.whatif_job import RANK_BY, planned
from analyses.whatif_run import play
from tongits_sim.experiments.paired import Metric
from tongits_sim.rules import RuleSet
from tongits_sim.run.answers import frame
from tongits_sim.run.arguments import public
from tongits_sim.run.display import RichDisplay, View, view_of
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure


@public
def whatif(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    deals: int | float | str | None = None,
    seed: int = 1,
    *,
    change: str | Sequence[str] = (),
    preset_to: str | Sequence[str] = (),
    all_knobs: bool = False,
    match_games: int = 1,
    bankroll: float | None = None,
    rank_by: str = RANK_BY,
    metric: str | Metric | Sequence[str | Metric] = (),
    adapt: bool = False,
    within: float | None = None,
    rules_option: str = "",
    run_options: RunOptions | None = None,
    **playing: Unpack[Playing],
) -> WhatIf:
    """Compare house rules with changed ones on the same deals.

    Args:
        rules: the base, or what `load` understands.
        players: three players or their specs.
        deals: how many deals each rule set plays in every seating that differs, also as "20k" or 2e4; 20,000 if not
            given.
        seed: 0 .. 2**64 - 1.
        change: `"knob=value"`, one or more; `"a=1,b=2"` is one change of two knobs.
        preset_to: whole presets to change to.
        all_knobs: play and rank every single-knob change.
        match_games: games of a match, for jackpots and dealers; the unit is then the match, and a match is a session.
        bankroll: units; count players who are ever down by it in a session.
        rank_by: the metric that ranks changes.
        metric: metrics of the user, each a `Metric` or a name for `load_metric`.
        adapt: let three `trained` play the changes too.
        within: play until the effect of every change on `rank_by` is known to within this half-width, in units,
            percentage points or the unit of the metric. A change leaves when its effect is known, or when 16,000 deals
            show none; the others are played on, for at most `deals` deals.
        rules_option: how a command line names the rules.
        run_options: workers, backend, folder and so on as one value.
        playing: fields of `RunOptions` by name, instead.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    job = planned(
        rules,
        players,
        deals,
        seed,
        change=change,
        preset_to=preset_to,
        all_knobs=all_knobs,
        match_games=match_games,
        bankroll=bankroll,
        rank_by=rank_by,
        metric=metric,
        adapt=adapt,
        within=within,
        rules_option=rules_option,
    )
    return WhatIf(play(job, with_overrides(run_options, playing)))


@dataclass(frozen=True, repr=False)
class WhatIf(RichDisplay):
    """The effects of changes, for a notebook."""

    answer: WhatIfAnswer  # all of it, typed

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/reference/formats.md)."""
        return self.answer.to_dict()

    @functools.cached_property
    def effects(self) -> pl.DataFrame:
        """A row for each change and metric."""
        return frame(
            {"change": change.change} | effect.to_dict() for change in self.answer.changes for effect in change.effects
        )

    @functools.cached_property
    def ranking(self) -> pl.DataFrame:
        """The changes, the largest effect on the ranking metric first."""
        return frame({"rank": row.rank, "change": row.change} | row.effect.to_dict() for row in self.answer.ranking)

    def plot_ladder(self, metric: str = RANK_BY) -> Figure:
        """The effects on a metric with their intervals."""
        unit = f"{whatif_metrics.metric_name(metric)}: change in {whatif_metrics.unit(metric)}"
        return figures.draw_intervals(whatif_metrics.effect_rows(self.answer, metric), unit)

    def view(self) -> View:
        """One screen: the changes, and a figure."""
        return view_of(self.answer)
