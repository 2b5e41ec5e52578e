"""The effects of changed house rules: base and changed rules on the same deals, with the same bots."""

from __future__ import annotations

import difflib
import functools
import hashlib
import json
import math
import os
import shlex
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from analyses import figures, whatif_metrics
from analyses.answer_folder import begin
from analyses.answers.shared import VIEW, Bot, Versions
from analyses.answers.whatif import (
    INCONCLUSIVE,
    NO_EFFECT,
    ChangeAnswer,
    Choosing,
    MetricEffect,
    MetricLevel,
    Planned,
    RankedChange,
    SkippedChange,
    Verdict,
    WhatIfAnswer,
)
from analyses.rule_changes import Change, ChangeError, changes, every_change, no_effect
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.batch_answer import leaves_out_jackpot
from tongits_sim.experiments.paired import OWN, Arm, Metric, MetricError, PairedJob, PairedTotals, seatings_of
from tongits_sim.experiments.paired_estimates import Conditions, PairedEstimates, metric_names
from tongits_sim.imports import load as load_object
from tongits_sim.imports import offered
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT, takes_fees
from tongits_sim.run.answers import Estimate, RunFacts, finite, frame, mean_of
from tongits_sim.run.arguments import public
from tongits_sim.run.base_job import MAX_SEED
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.display import RichDisplay, View
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.files import RESULTS, replace_file
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.run_options import Playing, RunOptions, with_overrides
from tongits_sim.run.user_file import Words, load_named
from tongits_sim.run.within import MOST, Within, check_within, next_size
from tongits_sim.stats import FIRST_LOOK, benjamini_hochberg, holm, verdict
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure

    from tongits_sim.run.job import Notice

ENTRY_POINTS = "tongits_sim.metrics"
"""Group of entry points: the metrics of installed packages, each the name and `package.module:ATTRIBUTE`."""
LOADER = "analyses.whatif:load_metric"


def load_metric(given: str) -> Metric:
    """The metric of a name; `my_metric.py:NAME` executes the file. Raises MetricError or TongitsError."""
    path, _, own = given.rpartition(":")
    if path.endswith(".py"):
        read = load_named(path, own, Metric, Words("metric", "metric", "metrics"))
        return replace(read, import_spec=given, loader=LOADER)
    others = offered(ENTRY_POINTS)
    if given not in others:
        close = difflib.get_close_matches(given, others, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        way_out = "Write my_metric.py:NAME; see docs/how-to/contributing.md"
        raise MetricError(f"there is no metric {given!r}.{hint} {way_out}")
    candidate: Any = load_object(others[given])
    if not isinstance(candidate, Metric):
        raise MetricError(f"{given} is not a metric: it must be a Metric of tongits_sim.experiments.paired")
    own_metric: Metric = replace(candidate, import_spec=given, loader=LOADER)
    return own_metric


DEALS = 20_000
RANK_BY = "dealer_edge"
ADAPTING = "trained,trained,trained"  # they adapt to the rules
MAX_UNRANKED = 6
"""Up to so many changes are described one by one; more are ranked, by other deals than the estimates."""
CHOOSING = 2_000_003
"""Added to a seed to get the seed of the deals that rank."""


@dataclass(frozen=True)
class WhatIfJob:
    """Changes of house rules, and the deals that compare them with the base."""

    base: RuleSet  # the rules that are changed
    players: tuple[Player, ...]  # three players
    changes: tuple[Change, ...]  # the changes that are played
    skipped: tuple[SkippedChange, ...] = ()  # changes of `all_knobs` that cannot be played
    deals: int = DEALS  # deals (matches, if `match_games` is not 1) that each rule set plays in every seating
    seed: int = 1  # 0 .. 2**64 - 1.
    match_games: int = 1  # games of a match
    all_knobs: bool = False  # every single-knob change is among the changes
    rank_by: str = RANK_BY  # the metric of the ranking
    rules_option: str = ""  # how a command line names the base; empty: from the name of the base
    metrics: tuple[Metric, ...] = ()  # metrics of the user, measured besides the program's
    bankroll: float = 0.0  # units: also count players who are ever down by this much in a match; 0: do not count
    adapt: bool = False  # three `trained`, who adapt to the rules, play the changes too
    # play until the effects on `rank_by` are known to within this half-width, with at most `deals`; None: play `deals`
    within: float | None = None

    def __post_init__(self) -> None:
        """Raise ChangeError for options that do not fit together."""
        if not self.changes:
            raise ChangeError("nothing is changed; name a change such as 'call.timing=end', or all knobs")
        own = [metric.key for metric in self.metrics]
        if len(set(own)) < len(own):
            raise ChangeError("two of your metrics have the same name; rename one")
        if self.bankroll and self.match_games == 1:
            raise ChangeError("a bankroll is lost in a session; set match_games, the length of a session")
        fees = any(map(takes_fees, self.rule_sets))
        session = self.match_games > 1
        known = (*metric_names(self.labels, Conditions(fees, session, bool(self.bankroll))), *own)
        if self.rank_by not in known:
            raise ChangeError(f"there is no metric {self.rank_by!r} to rank by; there are {', '.join(known)}")

    @property
    def labels(self) -> list[str]:
        return [player.label for player in self.players]

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The base, then the changed rules."""
        return (self.base, *(change.rules for change in self.changes))

    @property
    def choosing(self) -> Choosing | None:
        """The deals that rank many changes."""
        if len(self.changes) <= MAX_UNRANKED or self.within is not None:
            return None
        return Choosing(max(self.deals // 2, 1), (self.seed + CHOOSING) % (MAX_SEED + 1))

    def pairing(self, choosing: Choosing | None = None) -> PairedJob:
        """The deals under all rule sets.

        choosing: use these deals in place of the deals of the estimates.
        """
        arms = tuple(Arm(rules, self.players) for rules in self.rule_sets)
        deals, seed = (self.deals, self.seed) if choosing is None else (choosing.deals, choosing.seed)
        seatings = seatings_of([player.spec for player in self.players])
        bankroll = round(self.bankroll * UNIT)
        return PairedJob(arms, deals, seed, self.match_games, seatings, self.metrics, bankroll)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the answer, as JSON."""
        own = {"all_knobs": self.all_knobs, "rank_by": self.rank_by} | ({"adapt": True} if self.adapt else {})
        return own | self.pairing().manifest()

    def adapted(self) -> WhatIfJob:
        """The same changes, played by players who adapt to the rules."""
        return replace(self, players=as_players(ADAPTING), metrics=(), adapt=False, rank_by=RANK_BY)

    def rules_words(self) -> str:
        """The base as options of a command line."""
        return self.rules_option or rules_option(self.base)

    def command_line(self) -> str:
        """The command that asks the same again."""
        parts = [
            "tongits whatif",
            self.rules_words(),
            "--players",
            shlex.quote(",".join(player.full_spec for player in self.players)),
        ]
        parts += ["--all-knobs", f"--rank-by {shlex.quote(self.rank_by)}"] if self.all_knobs else []
        for change in self.changes if not self.all_knobs else ():
            preset = change.text.startswith("to ")
            parts += ["--preset-to" if preset else "--change", shlex.quote(change.text.removeprefix("to "))]
        parts += [f"--metric {shlex.quote(metric.import_spec or metric.name)}" for metric in self.metrics]
        parts += [] if self.within is None else [f"--within {self.within:g}"]
        parts += [f"--deals {self.deals} --seed {self.seed}"]
        parts += [f"--match-games {self.match_games}"] if self.match_games > 1 else []
        parts += ["--adapt"] if self.adapt else []
        return " ".join(parts + ([f"--bankroll {self.bankroll:g}"] if self.bankroll else []))


def changes_of(
    base: RuleSet, settings: str | Sequence[str], presets: str | Sequence[str], all_knobs: bool
) -> tuple[tuple[Change, ...], tuple[SkippedChange, ...]]:
    """The changes to play, and the changes that cannot be played. Raises TongitsError.

    Args:
        base: the rules that are changed.
        settings: `"knob=value"`, one or more; `"a=1,b=2"` is one change of two knobs.
        presets: whole presets to change to.
        all_knobs: add every single-knob change.
    """
    named, whole = ([several] if isinstance(several, str) else list(several) for several in (settings, presets))
    explicit = changes(base, named, whole)
    if not all_knobs:
        return tuple(explicit), ()
    every, skipped = every_change(base)
    texts = {change.text for change in explicit}
    return (*explicit, *(change for change in every if change.text not in texts)), tuple(skipped)


ALPHA = 0.05
_WORDS: Mapping[str, Verdict] = {"better": "more", "worse": "less"}


def levels(effects: PairedEstimates) -> tuple[MetricLevel, ...]:
    """Every metric under the base rules."""
    return tuple(MetricLevel(metric, Estimate.of(effects.level(metric))) for metric in effects.metrics)


def change_answers(
    job: WhatIfJob,
    mechanical: PairedEstimates,
    choosing: PairedEstimates | None = None,
) -> tuple[tuple[ChangeAnswer, ...], int]:
    """The answer to each change, and the number of tests.

    Args:
        mechanical: estimates of the players under all rule sets.
        choosing: the same on the deals that rank the changes; None if one set of deals does both.
    """
    numbers = range(1, len(job.changes) + 1)
    return _correct([_change_answer(job, mechanical, number, choosing) for number in numbers], job.all_knobs)


def _change_answer(
    job: WhatIfJob, mechanical: PairedEstimates, number: int, choosing: PairedEstimates | None = None
) -> ChangeAnswer:
    """The answer to the change of a number, counted from 1, before its p-values are corrected."""
    change = job.changes[number - 1]
    play, anything = mechanical.differing(number)
    reason = no_effect(job.base, change, job.match_games) if anything == 0 else ""
    return ChangeAnswer(
        change=change.text,
        rules=change.rules.name,
        knobs={knob: change.rules.knobs().get(knob, "") for knob in change.knobs},
        no_effect=reason or None,
        same_deck=change.rules.jokers.count == job.base.jokers.count,
        deals_played_differently=play,
        deals_that_differ=anything,
        effects=_rows(mechanical, number, NO_EFFECT if reason else INCONCLUSIVE, choosing),
    )


def ranked(changes: Sequence[ChangeAnswer], metric: str) -> tuple[RankedChange, ...]:
    """The changes by the size of their effect on a metric, the largest first: see `ChangeAnswer.size`."""
    ordered = sorted(changes, key=lambda change: -change.size(metric))
    rows = [(change.change, change.no_effect, change.effect(metric)) for change in ordered]
    return tuple(RankedChange(rank, *row) for rank, row in enumerate(rows, start=1))


def _rows(
    effects: PairedEstimates, number: int, verdict: Verdict = INCONCLUSIVE, choosing: PairedEstimates | None = None
) -> tuple[MetricEffect, ...]:
    rows = [_row(effects, metric, number, verdict) for metric in effects.metrics]
    if choosing is None:
        return tuple(rows)
    return tuple(replace(row, choosing=float(choosing.effect(row.metric, number).diff.estimate)) for row in rows)


def _row(effects: PairedEstimates, metric: str, number: int, verdict: Verdict) -> MetricEffect:
    effect = effects.effect(metric, number, idle=verdict == NO_EFFECT)
    return MetricEffect(
        metric=metric,
        before=Estimate(effect.base),
        after=Estimate(effect.changed),
        diff=Estimate.of(effect.diff),
        p=effect.p if math.isfinite(effect.p) else None,
        p_holm=None,
        verdict=verdict,
        variance_reduction=effect.variance_reduction,
    )


def _correct(changes: Sequence[ChangeAnswer], map_of_all: bool) -> tuple[tuple[ChangeAnswer, ...], int]:
    """Correct all p-values as one family and give the verdicts; leave out changes that provably have no effect.

    `map_of_all`: correct by Benjamini and Hochberg, because everything is mapped; otherwise by Holm.
    """
    tests = [effect for change in changes if not change.no_effect for effect in change.effects]
    values = [math.nan if effect.p is None else effect.p for effect in tests]
    by_holm = holm(values)
    by_bh = benjamini_hochberg(values) if map_of_all else None
    decided = []
    for at, effect in enumerate(tests):
        p = finite(by_holm[at])
        corrected_of_all = None if by_bh is None else finite(by_bh[at])
        verdict = _verdict(effect, by_holm[at] if by_bh is None else by_bh[at])
        decided.append(replace(effect, p_holm=p, p_bh=corrected_of_all, verdict=verdict))
    rest = iter(decided)
    rows = []
    for change in changes:
        effects = change.effects if change.no_effect else tuple(next(rest) for _ in change.effects)
        rows.append(replace(change, effects=effects))
    return tuple(rows), len(tests)


def _verdict(effect: MetricEffect, p: float) -> Verdict:
    return NO_EFFECT if effect.nothing else _WORDS.get(verdict(mean_of(effect.diff), float(p), ALPHA), INCONCLUSIVE)


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
            percentage points or what the metric is measured in. A change that is known leaves, and so does one of which
            16,000 deals show no effect, while the others are played on; `deals` is then the most.
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
    return play(job, with_overrides(run_options, playing))


def planned(
    rules: RuleSet | str | os.PathLike[str],
    players: str | Sequence[Player | str],
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
) -> WhatIfJob:
    """The job that `whatif` plays for these arguments. Raises TongitsError."""
    base = rules if isinstance(rules, RuleSet) else load(rules)
    metrics = _metrics(metric)
    if rank_by in {own.name for own in metrics}:
        rank_by = OWN + rank_by
    if within is not None:
        check_within(within)
    usual = DEALS if within is None else MOST
    number = parse_count(usual if deals is None else deals, "the number of deals")
    if all_knobs and match_games == 1 and leaves_out_jackpot(base.knobs(), 1):
        # Only matches show the worth of a jackpot, and the largest change of all concerns the jackpot.
        match_games = MATCH
        number = max(number // MATCH, min(number, _FEWEST))
    changes, skipped = changes_of(base, change, preset_to, all_knobs)
    return WhatIfJob(
        base,
        as_players(players),
        changes,
        skipped,
        number,
        seed,
        match_games=match_games,
        all_knobs=all_knobs,
        rank_by=rank_by,
        rules_option=rules_option,
        metrics=metrics,
        bankroll=bankroll or 0.0,
        adapt=adapt,
        within=within,
    )


_RARE = 16 * FIRST_LOOK
"""Deals after which a change leaves of which none showed an effect: at most 3 of so many can."""
MATCH, _FEWEST = 20, 50
"""For all changes of rules with a jackpot: games of a match, and the fewest matches."""


def _metrics(given: str | Metric | Sequence[str | Metric]) -> tuple[Metric, ...]:
    every = [given] if isinstance(given, str | Metric) else given
    return tuple(load_metric(metric) if isinstance(metric, str) else metric for metric in every)


def play(job: WhatIfJob, run_options: RunOptions) -> WhatIf:
    """Play a job, and write its answer if there is a folder. Raises TongitsError, Interrupted."""
    run_options = replace(run_options, out=None if run_options.out is None else Path(run_options.out))
    if run_options.out is not None:
        begin(run_options.out, "whatif", job.manifest(), run_options.resume, grows=True)
    _announce_books(job, run_options.notice or to_stderr)
    answer = _Runner(job, run_options).answer()
    if run_options.out is not None and not run_options.stopped:
        text = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        replace_file(run_options.out / RESULTS, text.encode())
    return WhatIf(answer)


def _announce_books(job: WhatIfJob, notice: Notice) -> None:
    """Say how many books have to be made before the first deal."""
    from strategies.book.bot import books_to_make

    books = books_to_make(job.players, job.rule_sets)
    if books > 1:
        notice(
            f"The bot book needs {books} books, which are made first, in some 10 CPU seconds each, and kept: after "
            "Ctrl-C the same command goes on. The bot trained needs none.\n"
        )


def _some_arms(pairing: PairedJob, totals: PairedTotals, arms: list[int]) -> PairedTotals:
    """The counts of some of the arms."""
    some = replace(pairing, arms=tuple(pairing.arms[arm] for arm in arms)).empty()
    some.add({name: counts if name == "deals" else counts[arms] for name, counts in totals.items()})
    return some


class _Runner:
    """A job in progress."""

    def __init__(self, job: WhatIfJob, run_options: RunOptions) -> None:
        self.job, self.run_options = job, run_options
        self.workers = 1
        self.now = 0  # games played now, without games of a resumed run

    def answer(self) -> WhatIfAnswer:
        began = time.perf_counter()
        if self.job.within is not None:
            return self._answer_within(self.job.within, began)
        mechanical = self._effects("play", self.job)
        choosing = self._effects("choosing", self.job, self.job.choosing) if self.job.choosing else None
        adapt = None
        if self.job.adapt:
            job = self.job.adapted()
            adapt, _ = change_answers(job, self._effects("adapt", job))
        answer = self._answer(mechanical, choosing, time.perf_counter() - began)
        return replace(answer, adapt=adapt)

    def _answer_within(self, within: float, began: float) -> WhatIfAnswer:
        """Play until the effect of each change is known to within a half-width.

        A change leaves when it is known, or when `_RARE` deals have shown no effect of it. The others play on, with the
        base, from the deal that was reached.
        """
        job = self.job
        conditions = Conditions.of(job.pairing())
        known: dict[int, ChangeAnswer] = {}
        left, start, size, looks = list(range(len(job.changes))), 0, min(FIRST_LOOK, job.deals), 0
        before: PairedTotals | None = None  # the deals before `start`, of the base and the changes left
        while True:
            part = replace(job, changes=tuple(job.changes[number] for number in left), deals=size)
            totals = self._stage(part, start, before)
            effects = PairedEstimates(part.pairing(), totals, job.labels, conditions)
            looks += 1
            for place, number in enumerate(left, start=1):
                known[number] = replace(_change_answer(part, effects, place), deals=effects.deals)
            needed = {number: self._needed(known[number], size, within) for number in left}
            stay = [0, *(place for place, number in enumerate(left, start=1) if needed[number] is not None)]
            left = [number for number in left if needed[number] is not None]
            sizes = [deals for deals in needed.values() if deals is not None]
            if not sizes or self.run_options.stopped:
                break
            before = _some_arms(effects.pairing, totals, stay)
            start, size = size, min(max(sizes), max(min(sizes), 2 * size))
        changes, family = _correct([known[number] for number in range(len(job.changes))], job.all_knobs)
        took = self._took(within, changes, not self.run_options.stopped, effects.deals, looks)
        adapt = None
        if job.adapt:
            adapted = replace(job.adapted(), within=None, deals=size)
            adapt, _ = change_answers(adapted, self._effects("adapt", adapted))
        elapsed = time.perf_counter() - began
        stopping = Planned("within", took.sentence())
        games = (effects.deals + sum(change.deals or 0 for change in changes)) * effects.pairing.games_per_deal
        answer = self._document(effects, (changes, family), games, elapsed)
        return replace(answer, stopping=stopping, within=took, adapt=adapt)

    def _needed(self, change: ChangeAnswer, deals: int, within: float) -> int | None:
        """After how many deals to look at a change again; None: it leaves."""
        width = whatif_metrics.shown_width(self.job.rank_by, change.effect(self.job.rank_by).diff)
        needed = next_size(deals, width, within, self.job.deals)
        if needed is None or (width is not None and not change.unseen(self.job.rank_by)):
            return needed
        return None if deals >= _RARE else min(needed, _RARE)

    def _took(self, within: float, changes: Sequence[ChangeAnswer], finished: bool, deals: int, looks: int) -> Within:
        """What the effects were to be known to, and what that took. Changes without an effect in any deal do not count:
        the screen says how many they are.
        """
        metric = self.job.rank_by
        shown = [change.effect(metric).diff for change in changes if not change.unseen(metric)]
        widths = [whatif_metrics.shown_width(metric, diff) for diff in shown]
        known = [width for width in widths if width is not None]
        widest = max(known, default=0.0) if len(known) == len(widths) else None
        reached = finished and widest is not None and widest <= within
        return Within(within, widest, reached, deals, looks, "deals")

    def _stage(self, job: WhatIfJob, start: int, before: PairedTotals | None) -> PairedTotals:
        """Play the deals of a job from `start` on, and add those before."""
        stage = replace(job.pairing(), deals=job.deals - start, first_match=start)
        name = f"play-{start}-to-{job.deals}"
        if len(job.changes) < len(self.job.changes):
            changed = "\n".join(change.text for change in job.changes)
            name += f"-{hashlib.sha256(changed.encode()).hexdigest()[:12]}"
        totals = self._play(stage, name)
        if before is not None:
            totals.add(before)
        return totals

    def _effects(self, run_name: str, job: WhatIfJob, choosing: Choosing | None = None) -> PairedEstimates:
        pairing = job.pairing(choosing)
        return PairedEstimates(pairing, self._play(pairing, run_name), job.labels)

    def _play(self, pairing: PairedJob, run_name: str) -> PairedTotals:
        run = self.run_options.run(pairing, run_name)
        self.workers = run.workers
        self.now += run.games_now
        totals: PairedTotals = run.totals
        return totals

    def _answer(self, mechanical: PairedEstimates, choosing: PairedEstimates | None, elapsed: float) -> WhatIfAnswer:
        played = sum(estimates.pairing.games for estimates in (mechanical, choosing) if estimates is not None)
        return self._document(mechanical, change_answers(self.job, mechanical, choosing), played, elapsed)

    def _document(
        self, mechanical: PairedEstimates, found: tuple[tuple[ChangeAnswer, ...], int], played: int, elapsed: float
    ) -> WhatIfAnswer:
        """The answer of estimates, the changes found with the number of tests, and the games played."""
        job = self.job
        changes, family = found
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
            bots=tuple(Bot.of(player) for player in {player.full_spec: player for player in job.players}.values()),
            knobs=job.base.knobs(),
            versions=Versions.current(),
            run=RunFacts(self.workers, elapsed, self.now / elapsed if self.now and elapsed > 0 else None),
        )


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
        view: View = load_object(VIEW)(self.answer)
        return view
