"""The answer of `analyze discards`."""

from __future__ import annotations

from dataclasses import dataclass

from analyses.answers.rollouts import Cell, RolloutsAnswer
from tongits_sim.run.answers import Answer, Estimate, Limits


@dataclass(frozen=True, kw_only=True)
class DiscardCell(Cell):
    """A loose card instead of the bot's own discard: one's own difference, and the next player's (`danger`)."""

    danger: float | None = None
    danger_ci95: Limits | None = None


@dataclass(frozen=True, kw_only=True)
class DiscardAverages(Answer):
    """Mean differences of one's own payout (`all`) and of the next player's (`danger`)."""

    all: Estimate
    danger: Estimate


@dataclass(frozen=True, kw_only=True)
class RankSymmetry(Answer):
    """Chi-square of the suits of a rank around their mean; p-value corrected by Holm."""

    rank: str
    chi2: float
    df: int
    p_holm: float | None


@dataclass(frozen=True, kw_only=True)
class Symmetry(Answer):
    """Whether the four suits of a rank cost the same: chi-square of all ranks together, and of each."""

    chi2: float
    df: int
    p: float | None
    ranks: tuple[RankSymmetry, ...] = ()


@dataclass(frozen=True, kw_only=True)
class DiscardsAnswer(RolloutsAnswer):
    """How dangerous discards are.

    Attributes:
        cells: every card, by own turn.
        ranks: by rank, own turn and whether the next player has an open meld.
        table: by whether it fits a meld on the table, others of its rank seen, and the next player.
        averages: over all alternatives.
        symmetry: of the suits.
    """

    cells: tuple[DiscardCell, ...]
    ranks: tuple[DiscardCell, ...]
    table: tuple[DiscardCell, ...]
    averages: DiscardAverages
    symmetry: Symmetry
