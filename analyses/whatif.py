"""The effect of changed house rules: base and changed rules on the same deals, with the same bots."""

from __future__ import annotations

import functools
import json
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from analyses.answer_folder import begin
from analyses.answers.shared import Bot, Versions
from analyses.answers.whatif import Choosing, Planned, WhatIfAnswer
from analyses.comparison import frame
from analyses.estimates.rule_effects import ALPHA, change_answers, levels, ranked
from analyses.figures import effects
from analyses.figures.rule_views import as_html, as_text
from analyses.own_metrics import metric
from analyses.whatif_job import DEALS, RANK_BY, WhatIfJob, changes_of
from tongits_sim.experiments.batch_answer import jackpot_sentence
from tongits_sim.experiments.paired import OWN, Metric
from tongits_sim.experiments.paired_estimates import LEVEL, PairedEstimates
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.run.how import How
from tongits_sim.run.run_folder import RESULTS, replace_file
from tongits_sim.run.sizes import whole

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from tongits_sim.strategy import Player


class Options(TypedDict, total=False):
    """Further options by name.

    match_games: games of a match, where jackpots and dealers matter; the unit is then the match, and a match is a
    session. bankroll: units; how many players are ever down by it in a session. rank_by: the metric
    of the ranking. rules_option: how a command line named the rules. metric: the user's own metrics, `Metric`s or names
    for `analyses.own_metrics.metric`.
    The others are fields of `How`.
    """

    match_games: int
    bankroll: float
    rank_by: str
    rules_option: str
    metric: str | Metric | Sequence[str | Metric]
    workers: int | None
    backend: str
    scheduler: str | None
    out: Path | None
    resume: bool
    bot_timeout: float
    progress: Callable[[int, int], None] | None
    notice: Callable[[str], None] | None


def whatif(
    rules: RuleSet | str | os.PathLike[str] = "pagat",
    players: str | Sequence[Player | str] = "greedy,caller,hunter",
    deals: int | float | str | None = None,
    seed: int = 1,
    *,
    change: str | Sequence[str] = (),
    preset_to: str | Sequence[str] = (),
    all_knobs: bool = False,
    how: How | None = None,
    **options: Unpack[Options],
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
        all_knobs: every single-knob change there is, ranked.
        how: workers, backend, folder and so on as one value.
        options: see `Options`; fields of `How` may be given by name.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    rest: dict[str, Any] = dict(options)
    own = {name: rest.pop(name) for name in _OWN_KEYS if name in rest}
    wanted = {"change": change, "preset_to": preset_to, "all_knobs": all_knobs}
    return play(planned(rules, players, deals, seed, **wanted, **own), replace(how or How(), **rest))


def planned(
    rules: RuleSet | str | os.PathLike[str],
    players: str | Sequence[Player | str],
    deals: int | float | str | None = None,
    seed: int = 1,
    **options: Any,
) -> WhatIfJob:
    """The job that `whatif` plays.

    Args:
        rules, players, deals, seed: as of `whatif`.
        options: `change`, `preset_to`, `all_knobs` of `whatif`, and those of `Options` that are no fields of `How`.

    Raises:
        TongitsError: for anything that cannot be played or compared.
    """
    base = rules if isinstance(rules, RuleSet) else load(rules)
    wanted = {name: options.pop(name, default) for name, default in _DEFAULTS.items()}
    names = ("match_games", "bankroll", "rank_by", "rules_option")
    own = {name: options.pop(name) for name in names if name in options}
    own = {name: value for name, value in own.items() if value is not None}
    metrics = _metrics(options.pop("metric", ()))
    if own.get("rank_by") in {metric.name for metric in metrics}:
        own["rank_by"] = OWN + own["rank_by"]
    number = whole(DEALS if deals is None else deals, "the number of deals")
    if wanted["all_knobs"] and own.get("match_games", 1) == 1 and jackpot_sentence(base.knobs(), 1):
        # What a jackpot is worth, and to whom, shows only in matches; the largest change of all is of that.
        own["match_games"], number = MATCH, max(number // MATCH, min(number, _FEWEST))
    changes, skipped = changes_of(base, *(wanted[name] for name in ("change", "preset_to", "all_knobs")))
    return WhatIfJob(
        base,
        as_players(players),
        changes,
        skipped,
        number,
        seed,
        all_knobs=wanted["all_knobs"],
        metrics=metrics,
        **own,
    )


MATCH, _FEWEST = 20, 50
"""Games of the matches that measure every change of rules with a jackpot, and the fewest matches."""
_OWN_KEYS = ("match_games", "bankroll", "rank_by", "rules_option", "metric")
_DEFAULTS: dict[str, Any] = {"change": (), "preset_to": (), "all_knobs": False}


def _metrics(given: str | Metric | Sequence[str | Metric]) -> tuple[Metric, ...]:
    every = [given] if isinstance(given, str | Metric) else given
    return tuple(metric(each) if isinstance(each, str) else each for each in every)


def play(job: WhatIfJob, how: How) -> WhatIf:
    """Play a job, and write its answer if there is a folder. Raises TongitsError, Interrupted."""
    how = replace(how, out=None if how.out is None else Path(how.out))
    if how.out is not None:
        begin(how.out, "whatif", job.manifest(), how.resume)
    answer = _Runner(job, how).answer()
    if how.out is not None and not how.stopped:
        text = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        replace_file(how.out / RESULTS, text.encode())
    return WhatIf(answer)


class _Runner:
    """A job in progress."""

    def __init__(self, job: WhatIfJob, how: How) -> None:
        self.job, self.how = job, how
        self.workers = 1
        self.now = 0  # games played now, not in a run that was resumed

    def answer(self) -> WhatIfAnswer:
        """Play all of it."""
        began = time.perf_counter()
        mechanical = self._effects("play")
        choosing = self._effects("choosing", self.job.choosing) if self.job.choosing else None
        return self._answer(mechanical, choosing, time.perf_counter() - began)

    def _effects(self, part: str, choosing: Choosing | None = None) -> PairedEstimates:
        pairing = self.job.pairing(choosing)
        run = self.how.run(pairing, part)
        self.workers = run.workers
        self.now += run.played
        return PairedEstimates(pairing, run.totals, self.job.labels)

    def _answer(self, mechanical: PairedEstimates, choosing: PairedEstimates | None, elapsed: float) -> WhatIfAnswer:
        job = self.job
        changes, family = change_answers(job, mechanical, choosing)
        played = sum(each.pairing.games for each in (mechanical, choosing) if each is not None)
        return WhatIfAnswer(
            base=job.base.name,
            rules=job.base.name,
            rules_option=job.rules_words(),
            players=tuple(job.labels),
            deals=mechanical.deals,
            games_played=played,
            seatings=len(mechanical.pairing.seatings),
            match_games=job.match_games,
            seed=job.seed,
            stopping=Planned("fixed", f"Stopped after {mechanical.deals:,} deals, as planned."),
            level=LEVEL,
            alpha=ALPHA,
            correction="benjamini-hochberg" if job.all_knobs else "holm",
            family=family,
            command_line=job.command_line(),
            metrics=levels(mechanical),
            changes=changes,
            skipped=job.skipped,
            rank_by=job.rank_by,
            ranking=ranked(changes, job.rank_by),
            choosing=job.choosing,
            bots=tuple(Bot.of(player) for player in {player.given: player for player in job.players}.values()),
            knobs=job.base.knobs(),
            versions=Versions.current(),
            workers=self.workers,
            elapsed_s=elapsed,
            games_per_second=self.now / elapsed if self.now and elapsed > 0 else None,
        )


@dataclass(frozen=True, repr=False)
class WhatIf:
    """The effects of changes, to look at in a notebook.

    Attributes:
        answer: all of it, typed.
    """

    answer: WhatIfAnswer

    def to_dict(self) -> dict[str, Any]:
        """The answer as JSON holds it (docs/reference/formats.md)."""
        return self.answer.to_dict()

    @functools.cached_property
    def effects(self) -> pl.DataFrame:
        """A row for each change and metric."""
        return frame(
            {"change": each.change} | effect.to_dict() for each in self.answer.changes for effect in each.effects
        )

    @functools.cached_property
    def ranking(self) -> pl.DataFrame:
        """The changes, the largest effect on the metric ranked by first."""
        return frame(row.to_dict() for row in self.answer.ranking)

    def plot_ladder(self, metric: str = RANK_BY) -> Figure:
        """The effects on a metric with their intervals."""
        return effects.draw_ladder(effects.rungs(self.answer, metric), metric)

    def __repr__(self) -> str:
        """The changes on one screen."""
        return as_text(self.answer)

    def _repr_html_(self) -> str:
        """The changes as a table, and one figure."""
        return as_html(self.answer)
