"""The player that a meter measures, and the one that deviations are fitted against: the same player, or a cheaper one.

Fitting and choosing take many more games than measuring. A *stand-in* may take the place of a player that searches
there. The result is a legal way to play, whatever it was fitted against, so its gain against the player itself, on
deals that neither fitted nor chose it, is still a lower bound; but a search against the player itself may find more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from analyses.solving.held_out import gains

if TYPE_CHECKING:
    from analyses.solving.solver import Problem
    from tongits_sim.run.how import How
    from tongits_sim.strategy import Player

LAST = 7_000_003
"""Added to a seed to get the seed of the deals that choose among finalists."""


@dataclass(frozen=True)
class Target:
    """The player to measure, and the one to fit against.

    Attributes:
        player: the player to measure; gains are gains against two of it.
        fit_on: the player against two of which deviations are fitted and first chosen.
    """

    player: Player
    fit_on: Player

    @classmethod
    def of(cls, player: Player, fit_on: Player | None = None) -> Target:
        """A player, fitted on itself unless there is another one."""
        return cls(player, player if fit_on is None or fit_on == player else fit_on)

    @property
    def replaced(self) -> bool:
        """Whether a stand-in takes the player's place while deviations are fitted."""
        return self.fit_on is not self.player

    @property
    def bases(self) -> tuple[Player, ...]:
        """The players that a plan may deviate from: the one it was fitted on, and the player."""
        return (self.fit_on, self.player) if self.replaced else (self.player,)

    def finalists(self, most: int) -> int:
        """How many plans chosen against the stand-in are tried against the player itself."""
        return most if self.replaced else 1

    def words(self, finalists: int = 1, deals: int = 0) -> str:
        """The addition to a sentence about the search; empty without a stand-in."""
        if not self.replaced:
            return ""
        said = f"; all that against {self.fit_on.label} in place of {self.player.label}"
        if finalists < 2:
            return said
        return (
            f"{said}, and of the best {finalists} the one that gained most against {self.player.label} itself on "
            f"{deals:,} further deals"
        )


def strongest(problem: Problem, target: Target, finalists: Sequence[Player], how: How, deals: int) -> int:
    """The number of the finalist that gains most against the player itself, on deals of their own.

    Args:
        problem: rules and seed.
        target: whom to measure.
        finalists: players for one seat; a single one is not played.
        how: where to play.
        deals: deals to choose on.

    Raises:
        TongitsError: for anything that cannot be played.
    """
    if len(finalists) < 2:
        return 0
    seats = (target.player, target.player, target.player)
    tried = gains(problem, seats, finalists, how, deals, (problem.seed + LAST) % 2**64)
    return max(range(len(finalists)), key=lambda number: float(tried[number].estimate))


def card_play(player: Player) -> Player:
    """The bot that lends its card play to the best calls and challenges against a player.

    It is the bot below the player's profile; or `expert` against players that search, whose memory has no room for a
    profile.
    """
    from strategies.expert import EXPERT
    from strategies.profile_bot import unprofiled
    from tongits_sim.strategy import Player

    return Player(EXPERT) if player.strategy.scratch is not None else unprofiled(player)
