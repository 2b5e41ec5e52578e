"""What to do in each cell of a chart when one player sits on all seats: yes, no, or a mix, and which calls are bluffs.

The other charts say what is best against bots that may be far from good play. Here both actions are compared where
everybody, the deciding seat later on included, plays as the same player; so the numbers say where it is indifferent.

A box of a chart or a card holds positions that differ: by the cards of the hand, and by what the moves tell of the
hidden ones. The gain of yes in them is spread about its mean, so where the mean is small, many have the other answer,
and the box says to ask.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.answers.cells import ASK, DEPENDS, MIX, UNRESOLVED
from analyses.answers.rollouts import ChoiceCell
from analyses.estimates import rollouts
from analyses.question import Inquiry, QuestionError
from tongits_sim.players import load_player
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from tongits_sim.experiments.forks import ForkEstimates

C = TypeVar("C", bound=ChoiceCell)

SAME = 0.1
"""Both actions count as worth the same if their difference is surely within this share of its mean size over all
decisions."""
SPREAD = {"call": 0.8, "respond": 0.8, "lay": 0.35}
"""The standard deviation of the gain of yes among the positions of a box, as a multiple of the `stakes`, by kind of
decision: measured by advice on some hundred positions of each kind under several rule sets.
"""
_KIND = {"call": "call", "challenge": "respond"}
METHOD = (
    "yes or no where the sign of the difference is resolved; mix where the whole 95 % interval lies within "
    f"{100 * SAME:.0f} % of the mean absolute difference over all decisions, whatever its sign; depends where the mean "
    f"is so small that in {100 * ASK:.0f} % of the positions or more the other answer is better, which are spread "
    f"about it by {SPREAD['call']:g} times the stakes, the root mean square of what both answers are worth; a call is "
    "a bluff where it gains although calls that are challenged lose money there (the whole 95 % interval below 0)"
)


def stakes(weight: ArrayLike, yes: ArrayLike, no: ArrayLike) -> float:
    """The root mean square of the values of both answers over all decisions, units; 0 where there is none."""
    import numpy as np

    weights = np.asarray(weight, float)
    squares = (np.square(np.asarray(yes, float)) + np.square(np.asarray(no, float))) / 2
    total = float(weights.sum())
    return math.sqrt(float((weights * squares).sum()) / total) if total else 0.0


def least_clear(kind: str, at_stake: float) -> float:
    """The least that an answer gains on average, units, where less than `ASK` of the positions have the other one."""
    return SPREAD[kind] * at_stake * NormalDist().inv_cdf(1 - ASK)


def against(inquiry: Inquiry, fitted: Sequence[str]) -> Inquiry:
    """The inquiry with the player of `--against` on all seats.

    Args:
        inquiry: its option `against` is a player's spec.
        fitted: options of thresholds, which mean nothing here.

    Raises:
        QuestionError: one of these is given.
        TongitsError: there is no such player.
    """
    for name in fitted:
        if inquiry.options.get(name) is not None:
            raise QuestionError(
                f"--{name.replace('_', '-')} means nothing with --against: no threshold is fitted there"
            )
    player = load_player(inquiry.options["against"])
    return replace(inquiry, players=(player, player, player))


def charted(
    at_table: Inquiry, forks: ForkEstimates, keys: Sequence[str], kind: type[ChoiceCell], words: tuple[str, str]
) -> dict[str, Any]:
    """The fields of an answer against one player: the chart with its verdicts, and no threshold.

    Args:
        at_table: the inquiry that `against` gave.
        forks: its paired rollouts.
        keys: names of the axes of the chart.
        kind: type of its cells.
        words: the verdicts for yes and for no.
    """
    min_forks = at_table.options["min_forks"]
    cells, same = judged(forks, "chart", keys, min_forks, kind, words)
    fields = rollouts.played(forks, [], min_forks, naive=False)
    return fields | {
        "method": fields["method"] | {"verdicts": METHOD},
        "cells": cells,
        "averages": rollouts.averages(forks),
        "against": at_table.players[0].label,
        "same": same,
    }


def judged(
    forks: ForkEstimates, name: str, keys: Sequence[str], min_forks: int, kind: type[C], words: tuple[str, str]
) -> tuple[tuple[C, ...], float]:
    """The cells of a grid with the values of both actions and a verdict; and the difference below which both count as
    the same.

    Args:
        forks: the paired rollouts.
        name: name of the grid.
        keys: names of its axes.
        min_forks: cells with fewer forks have no verdict.
        kind: type of the cells.
        words: the verdicts for yes and for no.
    """
    import numpy as np

    cells = rollouts.cells(forks, name, keys, min_forks, kind, more={"ev_yes": "yes", "ev_no": "no"})
    known = [cell for cell in cells if cell.n >= min_forks and cell.ev_diff.mean is not None]
    worth = np.array([(cell.n, _mean(cell.ev_yes), _mean(cell.ev_no)) for cell in known]).reshape(-1, 3)
    clear = least_clear(_KIND[words[0]], stakes(*worth.T))
    total = sum(cell.n for cell in known)
    same = SAME * math.fsum(cell.n * abs(cell.ev_diff.mean or 0.0) for cell in known) / total if total else 0.0
    return tuple(replace(cell, verdict=_verdict(cell, min_forks, (same, clear), words)) for cell in cells), same


def _mean(number: Estimate | None) -> float:
    return (number.mean if number else None) or 0.0


def _verdict(cell: ChoiceCell, min_forks: int, bounds: tuple[float, float], words: tuple[str, str]) -> str | None:
    """`bounds`: below which both actions are the same, and below which many positions have the other answer."""
    value, limits = cell.ev_diff.mean, cell.ev_diff.ci95
    if cell.n < min_forks or value is None or limits is None:
        return None
    same, clear = bounds
    if -same <= limits[0] and limits[1] <= same:
        return MIX
    if abs(value) < clear:
        return DEPENDS
    if not cell.resolved:
        return UNRESOLVED
    return words[0] if value > 0 else words[1]
