"""What `whatif` plays: the changes of house rules, the deals, and the options that fit together."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from analyses.answers.whatif import Choosing, SkippedChange
from analyses.rule_changes import Change, ChangeError, changes_of
from analyses.user_metrics import load_metric
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.batch_answer import leaves_out_jackpot
from tongits_sim.experiments.paired import OWN, Arm, Metric, PairedJob, seatings_of
from tongits_sim.experiments.paired_estimates import Conditions, metric_names
from tongits_sim.players import as_players
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT, takes_fees
from tongits_sim.run.base_job import MAX_SEED
from tongits_sim.run.numbers import parse_count
from tongits_sim.run.within import MOST, check_within
from tongits_sim.strategy import Player

DEALS = 20_000
RANK_BY = "dealer_edge"
ADAPTING = "trained,trained,trained"  # they adapt to the rules
MAX_UNRANKED = 6
"""Up to this many changes are described one by one; more are ranked, on other deals than the estimates."""
CHOOSING = 2_000_003
"""Added to a seed to get the seed of the deals that rank."""
MATCH = 20
"""Games of a match, for all changes of rules with a jackpot."""
_FEWEST = 50
"""The fewest such matches."""


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


def _metrics(given: str | Metric | Sequence[str | Metric]) -> tuple[Metric, ...]:
    every = [given] if isinstance(given, str | Metric) else given
    return tuple(load_metric(metric) if isinstance(metric, str) else metric for metric in every)
