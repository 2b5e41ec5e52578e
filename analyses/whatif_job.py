"""The job of a question about changes of house rules: rules, players, deals, changes."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from analyses.answers.whatif import Choosing, SkippedChange
from analyses.rule_changes import Change, ChangeError, changes, every_change
from tongits_sim.any_game.jobs import MOST_SEED, check_seed
from tongits_sim.designs.batch.job import rules_option
from tongits_sim.designs.paired.estimates import Conditions, metric_names
from tongits_sim.designs.paired.job import Arm, PairedJob, seatings_of
from tongits_sim.rules import RuleSet
from tongits_sim.rules.amounts import UNIT, takes_fees
from tongits_sim.strategy import Player

if TYPE_CHECKING:
    from tongits_sim.designs.paired.metric import Metric

DEALS = 20_000
RANK_BY = "dealer_edge"
MOST_UNRANKED = 6
"""Changes up to this number are described one by one; more are ranked, by other deals than those of the estimates."""
CHOOSING = 2_000_003
"""Added to a seed to get the seed of the deals that rank."""
ITERATIONS = 500
"""Iterations of solving each rule set."""
SOLVES = 4
"""How many times each rule set is solved."""
TUNINGS = 4
"""How many times players who adapt are tuned for each rule set."""
SOLVING_GAMES = 20_000
"""Games of an iteration."""
FITTING_SHARE = 5
"""A round of fitting plays so many times the games of an iteration; so many deals measure."""
SOLVING_ROUNDS = 8
"""Rounds of fitting the remaining gain of a seat."""


@dataclass(frozen=True)
class Solving:
    """How to solve rule sets.

    Attributes:
        play: the bot that plays the cards.
        iterations: iterations for each rule set.
        games: games of an iteration.
        solves: how many times each rule set is solved, each time on games of its own.
    """

    play: Player
    iterations: int = ITERATIONS
    games: int = SOLVING_GAMES
    solves: int = SOLVES

    def __post_init__(self) -> None:
        if self.play.strategy.profiled:
            raise ChangeError(f"{self.play.label} plays a profile already; name the bot whose card play is to be used")

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the profiles, as JSON."""
        own = {"iterations": self.iterations, "games": self.games, "solves": self.solves}
        return {"play": self.play.manifest()} | own

    def seed(self, seed: int, number: int) -> int:
        """The seed of a solve; all rule sets have the same, so that only the rules differ between them."""
        return check_seed(seed, f"whatif solve {number}")

    def games_played(self, match_games: int) -> int:
        """Games of solving one rule set and of measuring the remaining gain, without rollouts."""
        fitted = SOLVING_ROUNDS * self.fitting
        return self.solves * (self.iterations * self.games + fitted + 6 * self.deals(match_games) * match_games)

    @property
    def fitting(self) -> int:
        """Games of a round of fitting the remaining gain."""
        return FITTING_SHARE * self.games

    def deals(self, match_games: int) -> int:
        """Deals that measure the remaining gain."""
        return max(100, self.fitting // match_games)


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
        adapt: also play with players re-tuned for each rule set.
        all_knobs: every single-knob change is among the changes.
        rank_by: the metric of the ranking.
        rules_option: how a command line names the base; made from the base's name if empty.
        tuning: arguments of `analyses.tuning.tune` other than the defaults.
        solving: also solve every rule set, and compare solved players; None: do not.
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
    adapt: bool = False
    all_knobs: bool = False
    rank_by: str = RANK_BY
    rules_option: str = ""
    tuning: Mapping[str, int] = field(default_factory=dict)
    solving: Solving | None = None
    metrics: tuple[Metric, ...] = ()
    bankroll: float = 0.0

    def __post_init__(self) -> None:
        """Raises ChangeError for options that do not fit together."""
        if not self.changes:
            raise ChangeError("nothing is changed; add --change KNOB=VALUE, --preset-to NAME or --all-knobs")
        if self.all_knobs and self.adapt:
            raise ChangeError("tuning bots for every change would take hours; ask --adapt about single changes")
        if self.all_knobs and self.solving is not None:
            raise ChangeError("solving rules for every change would take hours; ask --solve about single changes")
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

    def pairing(self, tables: Sequence[tuple[Player, ...]] = (), choosing: Choosing | None = None) -> PairedJob:
        """The same deals under all rule sets.

        Three equal players need no other seating: they play as many more deals instead.

        Args:
            tables: the players of each rule set; by default the job's own.
            choosing: these deals instead of those of the estimates.
        """
        seated = tables or [self.players] * len(self.rule_sets)
        arms = tuple(Arm(rules, table) for rules, table in zip(self.rule_sets, seated, strict=True))
        deals, seed = (self.deals, self.seed) if choosing is None else (choosing.deals, choosing.seed)
        seatings = seatings_of([player.spec for player in self.players])
        bankroll = round(self.bankroll * UNIT)
        if all(len({player.spec for player in table}) == 1 for table in seated):
            return PairedJob(arms, deals * len(seatings), seed, self.match_games, seatings[:1], self.metrics, bankroll)
        return PairedJob(arms, deals, seed, self.match_games, seatings, self.metrics, bankroll)

    @property
    def tunings(self) -> int:
        """How many times the players are tuned for each rule set, each time on games of its own; once where nobody has
        anything to tune.
        """
        return TUNINGS if any(param.tunable for player in self.players for param in player.strategy.params) else 1

    def repeat(self, way: str, number: int, times: int) -> Choosing:
        """The deals that compare the players of one of several repetitions; `way` is "solved" or "tuned"."""
        return Choosing(max(self.deals // times, 1), check_seed(self.seed, f"whatif {way} {number}"))

    def manifest(self) -> dict[str, Any]:
        """Everything that determines the answer, as JSON."""
        own = {"adapt": self.adapt, "all_knobs": self.all_knobs, "rank_by": self.rank_by, "tuning": dict(self.tuning)}
        if self.adapt:
            own["tunings"] = self.tunings
        if self.solving is not None:
            own["solve"] = self.solving.manifest()
        return own | self.pairing().manifest()

    def cost(self) -> tuple[int, int]:
        """Games that will be played for the comparisons, and for solving (rollouts left out); tuning comes on top."""
        compared = self.pairing().games * (1 + self.adapt)
        if self.solving is None:
            return compared, 0
        solved = self.solving.games_played(self.match_games) * len(self.rule_sets)
        return compared + self.pairing([(self.solving.play,) * 3] * len(self.rule_sets)).games, solved

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
        parts += ["--adapt"] if self.adapt else []
        if self.solving is not None:
            parts += [f"--solve --play {shlex.quote(self.solving.play.label)} --iterations {self.solving.iterations}"]
            parts += [f"--solves {self.solving.solves}"] if self.solving.solves != SOLVES else []
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
