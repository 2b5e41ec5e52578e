"""The boxes of a chart: what to do in each box, at one table or at all three, and how sure that is.

`C` call and `W` wait are sure and beyond the margin, `c` and `w` likely, `=` close. If the answer turns with the table,
the letter says against whom to say yes: `b` only beginners, `s` only strong players, `n` all but beginners, `r` all but
strong players. A box with too few positions has no letter.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from analyses.rollouts import cells as cells_of
from analyses.rollouts.cells import FALSE_SHARE, Cell, Coordinate
from analyses.rollouts.estimates import coordinates
from analyses.tables import CLOSE, TURNS, Gap, decide_fork
from tongits_sim.run.answers import Estimate, finite

if TYPE_CHECKING:
    import numpy as np

    from analyses.rollouts.seated import Forked

TURNING: dict[tuple[bool, ...], str] = {
    (False, False, True): "b",
    (False, True, True): "r",
    (True, False, False): "s",
    (True, True, False): "n",
}
"""Letters of boxes whose answer turns, by the tables at which yes is better: strong, regular, beginners."""
Z95 = 1.959963984540054


@dataclass(frozen=True, kw_only=True)
class Box(Cell):
    """A box of a chart. `ev_diff`: the gain of yes, the mean over the tables."""

    answer: str = ""  # a letter, see above; empty: too few positions
    fit: float | None = None  # the mean of the fitted surfaces, units
    share_yes: float | None = None  # how often the bots said yes
    at_tables: tuple[Estimate, ...] = ()  # gain of yes at each table
    yes: tuple[bool, ...] = ()  # the chart says yes, by table


def boxes(
    tables: Sequence[Forked],
    name: str,
    keys: Sequence[str],
    margin: float,
    words: tuple[str, str],
    min_forks: int,
    monotone: bool = True,
    names: Mapping[str, Sequence[Coordinate]] | None = None,
) -> tuple[Box, ...]:
    """The boxes of a map whose first axis is the count, in the order of its axes.

    Args:
        tables: the tables with their forks.
        keys: names of its axes.
        margin: units within which both answers are worth the same.
        words: both answers, such as call and wait; charts use their first letters.
        min_forks: boxes with fewer forks, at all tables together, have no letter.
        monotone: as of `surfaces.fitted`.
        names: names of the values of a coordinate: a sequence that they index.
    """
    import numpy as np

    from analyses.rollouts import surfaces

    counts = [each.forks.counts(name).astype(float) for each in tables]
    gains = [each.forks.cells(name) for each in tables]
    chose = [np.nan_to_num(np.asarray(each.forks.cells(name, "chose").estimate)) for each in tables]
    axes = tables[0].forks.binning(name).axes
    edges = np.array(axes[0].edges, float)
    middle = (edges + np.append(edges[1:] - 1, edges[-1] + 10)) / 2
    fits = [
        surfaces.fitted(middle, n, np.asarray(gain.estimate), np.asarray(gain.se), monotone)
        for n, gain in zip(counts, gains, strict=True)
    ]
    every: np.ndarray = np.sum(counts, axis=0)
    mean = _mean_over([(gain.estimate, gain.se) for gain in gains])
    corrected = _corrected(mean, every, min_forks)
    found = []
    for place in np.ndindex(*every.shape):
        n = int(every[place])
        known = [Gap(float(fit.fit[place]), float(fit.se[place])) for fit in fits]
        letter, yes = answer_in(known, margin, words) if n >= min_forks else ("", ())
        fit = [gap.mean for gap in known if math.isfinite(gap.mean)]
        at = coordinates(axes, keys, place)
        at |= {key: values[int(str(at[key]))] for key, values in (names or {}).items()}
        estimate, error = finite(mean[0][place]), finite(mean[1][place])
        p = finite(corrected[place])
        found.append(
            Box(
                at=at,
                n=n,
                ev_diff=cells_of.mean(gains[0], place) if len(tables) == 1 else _estimate(estimate, error),
                p_bh=p,
                resolved=p is not None and p <= FALSE_SHARE,
                answer=letter,
                fit=math.fsum(fit) / len(fit) if letter and fit else None,
                share_yes=math.fsum(share[place] * own[place] for share, own in zip(chose, counts, strict=True)) / n
                if n
                else None,
                at_tables=tuple(cells_of.mean(gain, place) for gain in gains) if len(tables) > 1 else (),
                yes=yes,
            )
        )
    return tuple(found)


def answer_in(gaps: Sequence[Gap], margin: float, words: tuple[str, str]) -> tuple[str, tuple[bool, ...]]:
    """The letter of a box, and whether the chart says yes there, by table.

    Args:
        gaps: what yes gains at each table; nan where it never comes up.
        margin: units within which both answers are worth the same.
        words: the answers: call, wait.
    """
    known = [gap for gap in gaps if math.isfinite(gap.mean)]
    if not known:
        return "", ()
    verdict = decide_fork(known, margin)
    best, mean = verdict.best == 0, math.fsum(gap.mean for gap in known) / len(known)
    if verdict.word == TURNS and len(known) == len(TURNING) - 1:
        sides = tuple(gap.mean > 0 for gap in known)
        if sides in TURNING:
            return TURNING[sides], sides
    alike = (best,) * len(gaps)
    if verdict.word == CLOSE:
        return "=", alike
    error = math.sqrt(math.fsum(gap.se**2 for gap in known)) / len(known)
    letter = words[0 if best else 1][0].upper()
    return letter if abs(mean) - Z95 * error > 0 and verdict.word != TURNS else letter.lower(), alike


def _mean_over(values: Sequence[tuple[Any, Any]]) -> tuple[np.ndarray, np.ndarray]:
    """Means and standard errors over the tables that have the box."""
    import numpy as np

    means, errors = (np.array([np.asarray(each[part], float) for each in values]) for part in (0, 1))
    known = np.isfinite(means) & np.isfinite(errors)
    number = known.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.where(known, means, 0.0).sum(axis=0) / number
        error = np.sqrt(np.square(np.where(known, errors, 0.0)).sum(axis=0)) / number
    return mean, error


def _corrected(mean: tuple[np.ndarray, np.ndarray], n: np.ndarray, min_forks: int) -> np.ndarray:
    """The p-values of the boxes with enough forks, as one family."""
    import numpy as np

    from tongits_sim.stats import benjamini_hochberg, normal_p

    with np.errstate(invalid="ignore", divide="ignore"):
        p = np.asarray(normal_p(mean[0] / mean[1]), float)
    return np.asarray(benjamini_hochberg(np.where((n >= min_forks) & (mean[1] > 0), p, np.nan)))


def _estimate(mean: float | None, se: float | None) -> Estimate:
    if mean is None or se is None or se == 0:
        return Estimate(mean)
    return Estimate(mean, (mean - Z95 * se, mean + Z95 * se))
