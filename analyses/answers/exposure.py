"""The answer of `analyze exposure`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from analyses.answers.rollouts import Averages, ChoiceCell, RolloutsAnswer
from tongits_sim.run.answers import Answer, Limits


@dataclass(frozen=True, kw_only=True)
class Parts(Answer):
    """The parts of a difference: payments for sunog, the rest, and how much more often one is burned (a share)."""

    sunog: float | None
    sunog_ci95: Limits | None
    rest: float | None
    rest_ci95: Limits | None
    burned: float | None
    burned_ci95: Limits | None


@dataclass(frozen=True, kw_only=True)
class LayCell(ChoiceCell, Parts):
    """Laying less holding, with its parts."""


@dataclass(frozen=True, kw_only=True)
class Insurance(Parts):
    """The difference over all decisions, or those where the bot laid or held; units a decision."""

    bot: Literal["all", "laid", "held"]
    n: int
    payout: float | None
    payout_ci95: Limits | None


@dataclass(frozen=True, kw_only=True)
class LayBin(Parts):
    """The difference in a bin of one coordinate.

    Attributes:
        by: the coordinate: meld, own_turn, opponents_open.
        bin: in words.
        n, ev_diff, ci95, share_yes: as of a cell.
    """

    by: str
    bin: str
    n: int
    ev_diff: float | None
    ci95: Limits | None
    share_yes: float | None = None


@dataclass(frozen=True, kw_only=True)
class ExposureAnswer(RolloutsAnswer):
    """Whether to lay the first meld.

    Attributes:
        hold_turns: own turns it is held; 0: to the end of the game.
        cells: by meld, turn and opponents.
        averages: over decisions.
        insurance: the parts over all decisions, then by what the bot did.
        by: by one coordinate at a time.
    """

    hold_turns: int
    cells: tuple[LayCell, ...]
    averages: Averages
    insurance: tuple[Insurance, ...]
    by: tuple[LayBin, ...] = ()
