"""Forks of a decision at the four tables, or at one table of named players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from analyses import opponents
from analyses.question import QuestionError
from analyses.rollouts import fork_questions
from tongits_sim.players import load_player

if TYPE_CHECKING:
    from analyses.question import Inquiry
    from tongits_sim.experiments.forks import Binning, ForkEstimates
    from tongits_sim.strategy import Player


@dataclass(frozen=True)
class Seats:
    """The players at a table, and the slots whose decisions count."""

    name: str  # name of one of the four tables; empty for named players
    players: tuple[Player, ...]
    slots: tuple[int, ...]


@dataclass(frozen=True)
class Forked(Seats):
    """A player, and the forks at its decisions."""

    forks: ForkEstimates

    @property
    def games(self) -> int:
        """Games times the player's slots."""
        return int(self.forks.totals["games"][0]) * len(self.slots)


def four() -> tuple[Seats, ...]:
    """The four tables. If all three players are equal, all seats count."""
    found = []
    for table in opponents.TABLES:
        players = tuple(map(load_player, table.players))
        same = len({player.label for player in players}) == 1
        found.append(Seats(table.name, players, (0, 1, 2) if same else (2,)))
    return tuple(found)


def seats_of(inquiry: Inquiry) -> tuple[Seats, ...]:
    """The tables of an inquiry. Raises QuestionError if nobody has the name of the option `of`."""
    return four() if inquiry.at_tables else (Seats("", inquiry.players, fork_questions.slots(inquiry)),)


def play(
    inquiry: Inquiry, decision: str, binnings: Sequence[Binning], nobody: str, **changes: Any
) -> tuple[Forked, ...]:
    """Play the forks of a decision at each table, equally many games at each. Raises QuestionError."""
    played = []
    for seats in seats_of(inquiry):
        mine = replace(inquiry, players=seats.players)
        part = seats.name or "play"
        forks = fork_questions.play(mine, decision, binnings, part, slots=seats.slots, **changes)
        played.append(Forked(seats.name, seats.players, seats.slots, forks))
    if not any(table.forks.forks for table in played):
        raise QuestionError(nobody.format(games=f"{inquiry.games:,}", rules=inquiry.rules.name))
    return tuple(played)
