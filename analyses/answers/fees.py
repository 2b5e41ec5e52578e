"""The answer about fees: what the house earns at each level, what the players lose, who can beat it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from analyses.answers.flat import FlatRow
from analyses.answers.question import QuestionAnswer
from tongits_sim.run.answers import Estimate

Verdict = Literal["gains", "loses", "inconclusive"]


@dataclass(frozen=True)
class LevelRow(FlatRow):
    """A level of the fee.

    Attributes:
        level: the share that the house takes.
        house: its income, units a game.
        of_turnover: that income as a share of what changes hands before the fee.
        each: what each of three players alike would lose by it, units a game.
    """

    level: float
    house: Estimate
    of_turnover: Estimate
    each: Estimate


@dataclass(frozen=True)
class PlayerLevel(FlatRow):
    """A player at a level of the fee.

    Attributes:
        level, player: which.
        payout: units a game, after the fee.
        pays: units a game that it pays the house: what it must win before the fee to break even.
        sd: standard deviation a game, units, from whole matches in one seating.
        games_to_gain: games after which it is ahead with the answer's probability; None where no number is enough.
        games_to_gain_ci95: the same at the limits of the payout.
        p_holm: of neither gain nor loss, corrected over all players and levels.
        verdict: what may be said of its payout.
    """

    level: float
    player: str
    payout: Estimate
    pays: Estimate
    sd: float
    games_to_gain: int | None
    games_to_gain_ci95: tuple[int | None, int | None]
    p_holm: float | None
    verdict: Verdict


@dataclass(frozen=True)
class BreakEven(FlatRow):
    """The fee at which a player neither gains nor loses.

    Attributes:
        player: label.
        before: units a game that it gets before the fee.
        base: units a game of its winnings (or antes won) that the fee is a share of.
        level: the fee at which it breaks even; negative for a player who loses before the fee, above 1 for one who
            gains whatever is taken.
    """

    player: str
    before: Estimate
    base: Estimate
    level: Estimate

    @property
    def gains(self) -> bool:
        """Whether it certainly gains before the fee."""
        return self.before.ci95 is not None and self.before.ci95[0] > 0


@dataclass(frozen=True, kw_only=True)
class FeesAnswer(QuestionAnswer):
    """The answer about fees.

    Attributes:
        knob: what is raised: `fees.winnings` or `fees.antes`.
        own_level: its value in the rules.
        left_out: the other fee of the rules, set to 0 here; 0 where they have none.
        probability: of a gain that `games_to_gain` is for.
        table: who sits in the slots.
        match_games: games of a match.
        matches: matches of each level, each in every seating.
        games_played: games in all.
        turns: of a game, all players together.
        same_play: whether every level saw the same play; where bots look at the rules it may differ.
        levels: what the house earns, by level.
        cells: every player at every level.
        break_even: the fee that takes all of a player's gain.
        method: how it was estimated.
        workers: processes that played.
        elapsed_s: seconds.
    """

    knob: str
    own_level: float
    left_out: float
    probability: float
    table: tuple[str, ...]
    match_games: int
    matches: int
    games_played: int
    turns: float
    same_play: bool
    levels: tuple[LevelRow, ...]
    cells: tuple[PlayerLevel, ...]
    break_even: tuple[BreakEven, ...]
    method: Mapping[str, str]
    workers: int = 1
    elapsed_s: float = 0.0

    @property
    def best(self) -> BreakEven:
        """The player who gets most before the fee."""
        return max(self.break_even, key=lambda row: row.before.mean or 0.0)

    def of(self, player: str) -> tuple[PlayerLevel, ...]:
        """A player at every level."""
        return tuple(row for row in self.cells if row.player == player)

    def at(self, level: float) -> LevelRow:
        """A level's row. Raises KeyError."""
        for row in self.levels:
            if row.level == level:
                return row
        raise KeyError(level)
