"""Whether a limit on the count ("call with at most 24") describes the cells of a chart."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from analyses.answers.rollouts import Cell, Coordinate, CountLimit
from tongits_sim.run.answers import Estimate

_SAME = 1e-9


def contradicted(limit: int, cells: Sequence[Cell]) -> bool:
    """Whether a resolved cell of a column says the opposite of "yes with at most `limit`".

    Such a cell lies at or below the limit as a whole and is resolved against yes, or above it and resolved for yes; a
    cell that the limit divides says neither.
    """
    for cell in cells:
        if cell.resolved and (value := cell.ev_diff.mean) is not None:
            last = cell.last("own_count")
            below = last is not None and last <= limit
            if (below and value < 0) or (cell.whole("own_count") > limit and value > 0):
                return True
    return False


def describes(limit: CountLimit, column: Sequence[Cell]) -> bool:
    """Whether "yes with at most so much" is the answer in a column of cells: "yes with at least so much" gains no more,
    and no cell contradicts it.
    """
    if limit.count is None:
        return False
    if limit.gain is not None and limit.gain_from is not None and limit.gain_from > limit.gain + _SAME:
        return False
    return not contradicted(10**6 if limit.always else limit.count, column)


def within(cell: Cell, key: str, value: int) -> bool:
    """Whether a value lies in a cell's bin."""
    last = cell.last(key)
    return cell.whole(key) <= value and (last is None or value <= last)


def pooled(cells: Sequence[Cell], keys: Sequence[str]) -> list[Cell]:
    """Cells added up over all coordinates but these, taken as independent; resolved as one family.

    Cells that differ in nothing else are given back as they are.
    """
    groups: dict[tuple[Coordinate, ...], list[Cell]] = {}
    for cell in cells:
        groups.setdefault(tuple(cell.at[key] for key in keys), []).append(cell)
    if all(len(group) == 1 for group in groups.values()):
        return list(cells)
    from tongits_sim.stats import benjamini_hochberg, normal_p

    sums = [_sum(group, keys) for group in groups.values()]
    p = [math.nan if se is None else float(normal_p(mean / se)) for _, _, mean, se in sums]
    sure = [float(each) for each in benjamini_hochberg(p)]
    return [
        Cell(at=at, n=n, ev_diff=Estimate(mean), p_bh=None if math.isnan(q) else q, resolved=q <= 0.05)
        for (at, n, mean, _), q in zip(sums, sure, strict=True)
    ]


def _sum(group: Sequence[Cell], keys: Sequence[str]) -> tuple[Mapping[str, Coordinate], int, float, float | None]:
    """Coordinates, forks, mean and standard error of cells together; the error is None where it is not known."""
    known = [(cell.n, cell.ev_diff) for cell in group if cell.ev_diff.ci95 is not None and cell.p_bh is not None]
    n = sum(forks for forks, _ in known)
    at = {key: value for key, value in group[0].at.items() if key.removesuffix("_to") in keys}
    if not n:
        return at, 0, 0.0, None
    mean = math.fsum(forks * (each.mean or 0.0) for forks, each in known) / n
    half = [forks * (each.half_width or 0.0) for forks, each in known]
    se = math.sqrt(math.fsum(each * each for each in half)) / 1.96 / n
    return at, n, mean, se if se > 0 else None
