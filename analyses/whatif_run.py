"""Plays a `WhatIfJob`: a number of deals, or until the effects are known; writes the answer."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from analyses import whatif_metrics
from analyses.answer_folder import begin
from analyses.answers.shared import Bot, Stopping, Versions
from analyses.answers.whatif import ChangeAnswer, Choosing, WhatIfAnswer
from analyses.change_effects import ALPHA, change_answer, change_answers, corrected, levels, ranked
from analyses.whatif_job import WhatIfJob
from tongits_sim.experiments.paired import PairedJob, PairedTotals
from tongits_sim.experiments.paired_estimates import Conditions, PairedEstimates
from tongits_sim.run.answers import RunFacts
from tongits_sim.run.compiling import to_stderr
from tongits_sim.run.estimates import LEVEL
from tongits_sim.run.files import RESULTS, replace_file
from tongits_sim.run.run_options import RunOptions
from tongits_sim.run.within import Within, next_size
from tongits_sim.stats import FIRST_LOOK

if TYPE_CHECKING:
    from tongits_sim.run.job import Notice

_RARE = 16 * FIRST_LOOK
"""A change leaves if this many deals show no effect, which is then surely rarer than 3 in this many deals."""


def play(job: WhatIfJob, run_options: RunOptions) -> WhatIfAnswer:
    """Play a job, and write its answer if there is a folder. Raises TongitsError, Interrupted."""
    run_options = replace(run_options, out=None if run_options.out is None else Path(run_options.out))
    if run_options.out is not None:
        begin(run_options.out, "whatif", job.manifest(), run_options.resume, grows=True)
    _announce_books(job, run_options.notice or to_stderr)
    answer = _Runner(job, run_options).answer()
    if run_options.out is not None and not run_options.stopped:
        text = json.dumps(answer.to_dict(), indent=1, ensure_ascii=False, allow_nan=False)
        replace_file(run_options.out / RESULTS, text.encode())
    return answer


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
        self.job = job
        self.run_options = run_options
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
        left = list(range(len(job.changes)))
        start = 0
        size = min(FIRST_LOOK, job.deals)
        looks = 0
        before: PairedTotals | None = None  # the deals before `start`, of the base and the changes left
        while True:
            part = replace(job, changes=tuple(job.changes[number] for number in left), deals=size)
            totals = self._stage(part, start, before)
            effects = PairedEstimates(part.pairing(), totals, job.labels, conditions)
            looks += 1
            for place, number in enumerate(left, start=1):
                known[number] = replace(change_answer(part, effects, place), deals=effects.deals)
            needed = {number: self._needed(known[number], size, within) for number in left}
            stay = [0, *(place for place, number in enumerate(left, start=1) if needed[number] is not None)]
            left = [number for number in left if needed[number] is not None]
            sizes = [deals for deals in needed.values() if deals is not None]
            if not sizes or self.run_options.stopped:
                break
            before = _some_arms(effects.pairing, totals, stay)
            start = size
            size = min(max(sizes), max(min(sizes), 2 * size))
        changes, family = corrected([known[number] for number in range(len(job.changes))], job.all_knobs)
        took = self._took(within, changes, not self.run_options.stopped, effects.deals, looks)
        adapt = None
        if job.adapt:
            adapted = replace(job.adapted(), within=None, deals=size)
            adapt, _ = change_answers(adapted, self._effects("adapt", adapted))
        elapsed = time.perf_counter() - began
        stopping = Stopping.at_width(took)
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
        """The half-width asked for, the widest that was reached, and the deals that it took.

        Changes without an effect in any deal do not count; the screen states their number.
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
            stopping=Stopping.planned(mechanical.deals, "deals"),
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
