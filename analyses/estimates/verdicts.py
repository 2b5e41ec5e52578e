"""What to do in each cell of a chart when one player sits on all seats: yes, no, or a mix, and which calls are bluffs.

The other charts say what is best against bots that may be far from good play. Here both actions are compared where
everybody, the deciding seat later on included, plays the same profile; so the numbers say where it is indifferent.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.answers.cells import finite
from analyses.answers.rollouts import ChoiceCell
from analyses.estimates import cells as cells_of
from analyses.estimates import rollouts
from analyses.question import Inquiry, QuestionError

if TYPE_CHECKING:
    from tongits_sim.designs.forks.estimates import ForkEstimates

C = TypeVar("C", bound=ChoiceCell)

SAME = 0.1
"""Both actions count as worth the same if their difference is surely within this share of its mean size over all
decisions."""
MIX, UNRESOLVED, DEPENDS = "mix", "unresolved", "depends"
FINER = "finer"
"""The name of the map that sees more than the chart, its further axes last."""
ASK = 0.1
"""Where this share of a cell's forks has clearly the other answer in the finer map, the cell says to ask."""
METHOD = (
    "yes or no where the sign of the difference is resolved; mix where the whole 95 % interval lies within "
    f"{100 * SAME:.0f} % of the mean absolute difference over all decisions, whatever its sign; depends where cells of "
    f"a finer map with {100 * ASK:.0f} % of the forks have the other sign, resolved; a call is a bluff where it is no "
    "mistake although calls that are challenged lose money there (the whole 95 % interval below 0)"
)


def against(inquiry: Inquiry, fitted: Sequence[str]) -> Inquiry:
    """The inquiry with the player of `--against` on all seats.

    Args:
        inquiry: its option `against` is a player's spec.
        fitted: options of thresholds, which mean nothing here.

    Raises:
        QuestionError: one of these is given.
        TongitsError: there is no such player.
    """
    from tongits_sim.players import load_player

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
    cells = rollouts.cells(forks, name, keys, min_forks, kind, more={"ev_yes": "yes", "ev_no": "no"})
    known = [cell for cell in cells if cell.n >= min_forks and cell.ev_diff.mean is not None]
    other = _other_answers(forks, len(keys), min_forks, cells)
    total = sum(cell.n for cell in known)
    same = SAME * math.fsum(cell.n * abs(cell.ev_diff.mean or 0.0) for cell in known) / total if total else 0.0
    verdicts = (_verdict(cell, min_forks, same, words, share) for cell, share in zip(cells, other, strict=True))
    return tuple(replace(cell, verdict=verdict) for cell, verdict in zip(cells, verdicts, strict=True)), same


def _other_answers(forks: ForkEstimates, axes: int, min_forks: int, cells: Sequence[ChoiceCell]) -> list[float]:
    """The share of each cell's forks that lie in cells of the finer map whose sign is resolved, and the other one."""
    if all(each.name != FINER for each in forks.job.binnings):
        return [0.0] * len(cells)
    finer = forks.binning(FINER)
    keys = [f"axis_{number}" for number in range(len(finer.axes))]
    rows = rollouts.cells(forks, FINER, keys, max(min_forks // 4, 30), ChoiceCell)
    each = math.prod(finer.shape[axes:])
    return [
        sum(row.n for row in rows[place * each : (place + 1) * each] if row.resolved and _apart(row, cell))
        / max(cell.n, 1)
        for place, cell in enumerate(cells)
    ]


def _apart(row: ChoiceCell, cell: ChoiceCell) -> bool:
    return (row.ev_diff.mean or 0.0) * (cell.ev_diff.mean or 0.0) < 0


def _verdict(cell: ChoiceCell, min_forks: int, same: float, words: tuple[str, str], other: float = 0.0) -> str | None:
    value, limits = cell.ev_diff.mean, cell.ev_diff.ci95
    if cell.n < min_forks or value is None or limits is None:
        return None
    if other >= ASK:
        return DEPENDS
    if -same <= limits[0] and limits[1] <= same:
        return MIX
    if not cell.resolved:
        return UNRESOLVED
    return words[0] if value > 0 else words[1]


def with_bluffs(forks: ForkEstimates, name: str, cells: Sequence[C]) -> tuple[C, ...]:
    """Cells of calls with the share that is challenged, the value of a challenged call, and whether it is a bluff.

    Args:
        forks: the paired rollouts.
        name: name of the grid.
        cells: its cells in their order, with verdicts.
    """
    import numpy as np

    fights, payouts = forks.cells(name, "fights"), forks.cells(name, "fights_payout")
    shares, means = np.ravel(np.asarray(fights.estimate)), np.ravel(np.asarray(payouts.estimate))
    charted: list[C] = []
    for place, cell in zip(np.ndindex(*forks.binning(name).shape), cells, strict=True):
        share, mean = shares[len(charted)], means[len(charted)]
        lost = cells_of.limits(payouts, place)
        sound = cell.verdict is not None and cell.verdict not in (UNRESOLVED, DEPENDS, "wait")
        charted.append(
            replace(
                cell,
                fought=rollouts.or_none(cells_of.mean(fights, place)),
                ev_fought=finite(mean / share) if share > 0 else None,
                bluff=sound and lost is not None and lost[1] < 0,
            )
        )
    return tuple(charted)
