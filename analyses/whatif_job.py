"""The job of a question about changes of house rules: rules, players, deals, changes."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.answers.whatif import Choosing, SkippedChange
from analyses.rule_changes import Change, ChangeError, changes, every_change
from tongits_sim.core.jobs import MOST_SEED
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.paired import Arm, PairedJob, seatings_of
from tongits_sim.experiments.paired_estimates import Conditions, metric_names
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, takes_fees
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.experiments.paired import Metric

DEALS = 20_000
RANK_BY = "dealer_edge"
MOST_UNRANKED = 6
"""Changes up to this number are described one by one; more are ranked, by other deals than those of the estimates."""
CHOOSING = 2_000_003
"""Added to a seed to get the seed of the deals that rank."""


@dataclass(frozen=True)
class WhatIfJob:
    """Changes of house rules, and the deals that compare them with the base.

    Attributes:
        base: the rules that are changed.
        players: three players.
        changes: the changes that are played.
        skipped: changes of `all_knobs` that cannot be played.
        deals: how many deals (matches, where `match_games` is not 1) each rule set plays in every seating.
        seed: 0 .. 2**64 - 1.
        match_games: games of a match.
        all_knobs: every single-knob change is among the changes.
        rank_by: the metric of the ranking.
        rules_option: how a command line names the base; made from the base's name if empty.
        metrics: the user's own, measured beside the program's.
        bankroll: units, to count the players who are ever down by it in a match; 0: do not.
    """

    base: RuleSet
    players: tuple[Player, ...]
    changes: tuple[Change, ...]
    skipped: tuple[SkippedChange, ...] = ()
    deals: int = DEALS
    seed: int = 1
    match_games: int = 1
    all_knobs: bool = False
    rank_by: str = RANK_BY
    rules_option: str = ""
    metrics: tuple[Metric, ...] = ()
    bankroll: float = 0.0

    def __post_init__(self) -> None:
        """Raises ChangeError for options that do not fit together."""
        if not self.changes:
            raise ChangeError("nothing is changed; add --change KNOB=VALUE, --preset-to NAME or --all-knobs")
        own = [metric.key for metric in self.metrics]
        if len(set(own)) < len(own):
            raise ChangeError("two metrics of your own have the same name; give one of them another")
        if self.bankroll and self.match_games == 1:
            raise ChangeError("a bankroll is lost in a session; add --match-games GAMES, the games of one")
        fees, session = any(map(takes_fees, self.rule_sets)), self.match_games > 1
        known = (*metric_names(self.labels, Conditions(fees, session, bool(self.bankroll))), *own)
        if self.rank_by not in known:
            raise ChangeError(f"there is no metric {self.rank_by!r} to rank by; there are {', '.join(known)}")

    @property
    def labels(self) -> list[str]:
        """Labels of the players."""
        return [player.label for player in self.players]

    @property
    def rule_sets(self) -> tuple[RuleSet, ...]:
        """The base, then the changed rules."""
        return (self.base, *(change.rules for change in self.changes))

    @property
    def choosing(self) -> Choosing | None:
        """The deals that rank many changes."""
        if len(self.changes) <= MOST_UNRANKED:
            return None
        return Choosing(max(self.deals // 2, 1), (self.seed + CHOOSING) % (MOST_SEED + 1))

    def pairing(self, choosing: Choosing | None = None) -> PairedJob:
        """The same deals under all rule sets.

        Args:
            choosing: these deals instead of those of the estimates.
        """
        arms = tuple(Arm(rules, self.players) for rules in self.rule_sets)
        deals, seed = (self.deals, self.seed) if choosing is None else (choosing.deals, choosing.seed)
        seatings = seatings_of([player.spec for player in self.players])
        bankroll = round(self.bankroll * UNIT)
        return PairedJob(arms, deals, seed, self.match_games, seatings, self.metrics, bankroll)

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the answer, as JSON."""
        return {"all_knobs": self.all_knobs, "rank_by": self.rank_by} | self.pairing().manifest()

    def rules_words(self) -> str:
        """The base as options of a command line."""
        return self.rules_option or rules_option(self.base)

    def command_line(self) -> str:
        """The command that asks the same again."""
        parts = [
            "tongits whatif",
            self.rules_words(),
            "--players",
            shlex.quote(",".join(player.given for player in self.players)),
        ]
        parts += ["--all-knobs", f"--rank-by {shlex.quote(self.rank_by)}"] if self.all_knobs else []
        for change in self.changes if not self.all_knobs else ():
            preset = change.text.startswith("to ")
            parts += ["--preset-to" if preset else "--change", shlex.quote(change.text.removeprefix("to "))]
        parts += [f"--metric {shlex.quote(metric.given or metric.name)}" for metric in self.metrics]
        parts += [f"--deals {self.deals} --seed {self.seed}"]
        parts += [f"--match-games {self.match_games}"] if self.match_games > 1 else []
        return " ".join(parts + ([f"--bankroll {self.bankroll:g}"] if self.bankroll else []))


def changes_of(
    base: RuleSet, settings: str | Sequence[str], presets: str | Sequence[str], all_knobs: bool
) -> tuple[tuple[Change, ...], tuple[SkippedChange, ...]]:
    """The changes asked for, and those of them that cannot be played.

    Args:
        base: the rules that are changed.
        settings: `"knob=value"`, one or more; `"a=1,b=2"` is one change of two knobs.
        presets: whole presets to change to.
        all_knobs: every single-knob change there is, too.

    Raises:
        TongitsError: a change is impossible, or named twice.
    """
    named, whole = ([each] if isinstance(each, str) else list(each) for each in (settings, presets))
    explicit = changes(base, named, whole)
    if not all_knobs:
        return tuple(explicit), ()
    every, skipped = every_change(base)
    texts = {change.text for change in explicit}
    return (*explicit, *(change for change in every if change.text not in texts)), tuple(skipped)
