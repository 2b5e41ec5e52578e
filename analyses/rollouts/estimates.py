"""Shared by the questions that paired rollouts answer: playing the forks, cells, averages, fitted limits on the count,
and whether such a limit ("call with at most 24") describes the cells of a chart.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.question import QuestionError
from analyses.rollouts import cells as cells_of
from analyses.rollouts.cells import (
    CHOOSING_SHARE,
    Averages,
    Cell,
    ChoiceCell,
    Coordinate,
    CountLimit,
    Extremes,
    Place,
    mean,
)
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    import numpy as np

    from analyses.question import Inquiry
    from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkEstimates

C = TypeVar("C", bound=Cell)
Table = tuple[tuple[float, ...], ...]

LEVEL = 0.95
FITTING = 7_000_003
"""Added to a seed, once a round, to get the seeds of the games that fit thresholds."""
CHOOSING = 5_000_011
"""Added to a seed to get the seed of the games that choose extreme cells."""
_MOST_FITTING = 2_000_000
"""The most games of a round of fitting by default."""
ALWAYS = 130.0
"""The threshold above every count."""

FORKED = (
    "Paired rollouts (forks): at every such decision both actions were played to the end from the same position, with "
    "the same hidden cards, stock and random numbers, by the same bots. The difference is the action's causal effect."
)
CHECKED = (
    "tests hold that forcing the bot's own answer gives exactly 0, that every branch is what playing it step by step "
    "gives, that 93 to 97 % of such intervals hold the truth, and more: docs/reference/analyses.md, Validity"
)
NAIVE = (
    "Confounded by hand strength, not a causal effect: mean payout at decisions answered yes less that at decisions "
    "answered no."
)


def play(
    inquiry: Inquiry,
    decision: str,
    binnings: Sequence[Binning],
    part: str = "play",
    turn: int = 0,
    nobody: str = "",
    **changes: Any,
) -> ForkEstimates:
    """Play the forks of an inquiry.

    Args:
        inquiry: rules, players, games, seed.
        decision: the decision to fork.
        binnings: how forks are sorted into cells.
        part: name of the run's folder; the forks of `play` are written into the table of decisions, if one is asked
            for.
        turn: the fitting round, each on a seed of its own; 0: the seed of the inquiry.
        nobody: what to say where there is no such decision: "nobody ... in {games} games under {rules}: ...".
        changes: fields of the job that differ.

    Raises:
        TableError: the table of decisions cannot be written.
        QuestionError: there is no such decision, and `nobody` says so.
    """
    from tongits_sim.core.jobs import MOST_SEED
    from tongits_sim.experiments.forks import ForkEstimates, ForkJob, columns

    seed = (inquiry.seed + turn * FITTING) % (MOST_SEED + 1)
    fields: dict[str, Any] = {"games": inquiry.games, "rules": inquiry.rules, "slots": slots(inquiry)} | changes
    job = ForkJob(players=inquiry.players, decision=decision, binnings=tuple(binnings), seed=seed, **fields)
    path = inquiry.options.get("decisions_table") if part == "play" else None
    if path is None:
        run = inquiry.how.run(job, part)
    else:
        from tongits_sim.run.row_table import RowTable

        table = RowTable(Path(path), columns(decision, seed, job.job.labels), job)
        run = inquiry.how.run(replace(job, keep_rows=True), part, table)
    forks = ForkEstimates(job, run.totals, run.elapsed)
    if nobody and not forks.forks:
        raise QuestionError(nobody.format(games=f"{job.games:,}", rules=inquiry.rules.name))
    return forks


def slots(inquiry: Inquiry) -> tuple[int, ...]:
    """The slots whose decisions count: those of `--of NAME`, or all.

    Raises:
        QuestionError: nobody at the table has that name.
    """
    wanted = inquiry.options.get("of")
    labels = [player.label for player in inquiry.players]
    specs = [player.spec for player in inquiry.players]
    if not wanted:
        return (0, 1, 2)
    matching = tuple(slot for slot in range(3) if wanted in (labels[slot], specs[slot]))
    if not matching:
        raise QuestionError(
            f"nobody at the table is called {wanted!r}; choose one of {', '.join(dict.fromkeys(labels))}"
        )
    return matching


def or_none(estimate: Estimate) -> Estimate | None:
    """The estimate; None where nothing is known of it, so that JSON leaves it out."""
    return None if estimate.mean is None else estimate


def averages(forks: ForkEstimates, value: str = "payout", naive: bool = False) -> Averages:
    """The three averages of the difference in a value, and the confounded difference in payout if `naive`."""

    def of(group: str) -> tuple[Estimate, int]:
        n = forks.totals["groups"][("all", "yes", "no").index(group), 0]
        return mean(forks.group(group, value)), int(n)

    return cells_of.averages(of, forks.naive() if naive else None, NAIVE)


def cells(
    forks: ForkEstimates,
    name: str,
    keys: Sequence[str],
    min_forks: int,
    kind: type[C],
    value: str = "payout",
    more: Mapping[str, str] | None = None,
    names: Mapping[str, Sequence[Coordinate]] | None = None,
) -> tuple[C, ...]:
    """The cells of a binning, see `analyses.rollouts.cells`.

    Args:
        forks: the paired rollouts.
        name: name of the map.
        keys: names of its axes.
        min_forks: minimum number of forks of a resolved cell.
        kind: type of the cells.
        value: the value with the difference `ev_diff`.
        more: fields of the kind of cell, each with the value that it estimates.
        names: names of the values of a coordinate: a sequence that they index.
    """
    other = {key: forks.cells(name, each) for key, each in (more or {}).items()}
    chose = forks.cells(name, "chose") if issubclass(kind, ChoiceCell) else None
    optional = {each.name for each in fields(kind) if each.default is None}

    def own(place: Place) -> dict[str, Any]:
        found: dict[str, Any] = {} if chose is None else {"share_yes": mean(chose, place).mean}
        for key, interval in other.items():
            found[key] = or_none(mean(interval, place)) if key in optional else mean(interval, place)
        return found

    def at(place: Place) -> dict[str, Coordinate]:
        found = coordinates(forks.binning(name).axes, keys, place)
        return found | {key: each[int(str(found[key]))] for key, each in (names or {}).items()}

    return cells_of.cells(forks, name, min_forks, kind, value, own, at)


def coordinates(axes: Sequence[BinnedFeature], keys: Sequence[str], place: Sequence[int]) -> dict[str, Coordinate]:
    """Where a cell lies: `{key: lowest value}`, and `key_to` (None: no end) where bins hold more than one."""
    position: dict[str, Coordinate] = {}
    for axis, key, at in zip(axes, keys, place, strict=True):
        position[key] = axis.edges[at]
        if len(axis.edges) > 1 and any(b - a > 1 for a, b in zip(axis.edges, axis.edges[1:], strict=False)):
            position[f"{key}_to"] = axis.edges[at + 1] - 1 if at + 1 < axis.bins else None
    return position


def fitting_games(inquiry: Inquiry) -> int:
    """Games per round of fitting: `--fit-games`, else half of `--games`, at most two million."""
    return int(inquiry.options["fit_games"] or max(1, min(inquiry.games // 2, _MOST_FITTING)))


def choose(inquiry: Inquiry, decision: str, binnings: Sequence[Binning], **changes: Any) -> ForkEstimates:
    """Play the games that choose extreme cells: a quarter as many as estimate, on a seed of their own."""
    from tongits_sim.core.jobs import MOST_SEED

    smaller = inquiry.with_games(max(1, inquiry.games // CHOOSING_SHARE), (inquiry.seed + CHOOSING) % (MOST_SEED + 1))
    return play(smaller, decision, binnings, "choose", **changes)


def extremes(
    choosing: ForkEstimates, cells_of_map: Sequence[Cell], value: Callable[[Any], float | None] | None = None
) -> Extremes:
    """Where the resolved cells with the largest gain and the largest loss lie.

    Args:
        choosing: forks of games that estimate nothing.
        cells_of_map: the cells of one of their maps.
        value: the number to compare instead of `ev_diff`; unresolved cells then count as well.
    """
    of = value or (lambda cell: cell.ev_diff.mean if cell.resolved else None)
    known = [(number_, cell) for cell in cells_of_map if (number_ := of(cell)) is not None]
    most = max(known, key=lambda each: each[0], default=None)
    least = min(known, key=lambda each: each[0], default=None)
    return Extremes(
        most=most[1].at if most is not None and most[0] > 0 else None,
        least=least[1].at if least is not None and least[0] < 0 else None,
        games=choosing.job.games,
        seed=choosing.job.seed,
    )


_DRAWS = 10_000


def fit(
    forks: ForkEstimates,
    name: str,
    keys: Sequence[str],
    min_forks: int,
    value: str = "payout",
    limits: bool = True,
) -> tuple[CountLimit, ...]:
    """The best threshold on the count, the first axis of a binning, in every cell of its other axes.

    Args:
        forks: the paired rollouts.
        name: name of the map.
        keys: names of these other axes.
        min_forks: cells with fewer forks are fitted together with all others of the same last coordinate (`pooled`).
        value: the value with the difference to fit.
        limits: whether to bootstrap the limits of each threshold, which takes longer than everything else.
    """
    import numpy as np

    counts = forks.counts(name).astype(float)
    differences = forks.cells(name, value)
    chose = np.nan_to_num(np.asarray(forks.cells(name, "chose").estimate))
    diff, se = np.nan_to_num(np.asarray(differences.estimate)), np.asarray(differences.se)
    fits = []
    for place in np.ndindex(*counts.shape[1:]):
        cut: tuple[Any, ...] = (slice(None), *place)
        pooled = counts[cut].sum() < min_forks
        if pooled:
            cut = (slice(None),) + (slice(None),) * (len(place) - 1) + (place[-1],)
        n, d, e, own = pool(counts[cut], diff[cut], se[cut], counts[cut] * chose[cut])
        own_n = int(counts[(slice(None), *place)].sum())
        at = coordinates(forks.binning(name).axes[1:], keys, place)
        fits.append(replace(threshold_of(n, d, e, own, limits), at=at, n=own_n, pooled=bool(pooled)))
    return tuple(fits)


def pool(
    n: np.ndarray, diff: np.ndarray, se: np.ndarray, yes: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Cells added up over all axes but the first, taken as independent.

    Args:
        n: forks, float64[K, ...].
        diff: mean differences, units, float64[K, ...].
        se: their standard errors, units, float64[K, ...].
        yes: how often the bot said yes, float64[K, ...].

    Returns:
        The same four, float64[K].
    """
    import numpy as np

    rest = tuple(range(1, n.ndim))
    total = n.sum(axis=rest)
    used = np.where(n > 0, n, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        d = (used * diff).sum(axis=rest) / total
        e = np.sqrt(np.nansum(np.square(used * se), axis=rest)) / total
    return total, d, e, yes.sum(axis=rest)


def threshold_of(n: np.ndarray, diff: np.ndarray, se: np.ndarray, yes: np.ndarray, limits: bool = True) -> CountLimit:
    """The best threshold on counts 0, 1, ..., K - 1.

    Args:
        n: forks by count, float64[K].
        diff: mean differences by count, units, float64[K].
        se: their standard errors, units, float64[K].
        yes: how often the bot said yes, by count, float64[K].
        limits: whether to bootstrap the limits of the threshold.
    """
    import numpy as np

    from tongits_sim.stats import fit_threshold

    known = (n > 1) & np.isfinite(diff) & np.isfinite(se)
    if not known.any():
        return CountLimit()
    fitted = fit_threshold(np.arange(len(n)), np.where(known, n, 0), diff, se, draws=_DRAWS if limits else 1)
    last = int(fitted.candidates[-1])
    gained = np.where(known, n * np.nan_to_num(diff), 0.0) / n[known].sum()
    from_here = gained[::-1].cumsum()[::-1]  # the opposite rule: yes with at least so much
    with_bot = np.concatenate([[0.0], np.cumsum(2 * yes - n)])  # calls kept less calls missed up to each count
    return CountLimit(
        count=fitted.best,
        low=fitted.low if limits else None,
        high=fitted.high if limits else None,
        always=fitted.best == last,
        bot=int(with_bot.argmax()) - 1,
        gain=fitted.value,
        count_from=int(from_here.argmax()),
        gain_from=max(0.0, float(from_here.max())),
    )


def table(fitted: Sequence[CountLimit], key: str, columns: int) -> Table:
    """Limits by stock left and another coordinate of `columns` values from 0, as a table of a chart."""
    from tongits_sim.game.state import MAX_STOCK

    rows: list[list[float]] = [[-1.0] * columns for _ in range(MAX_STOCK + 1)]
    for limit in fitted:
        if limit.count is not None:
            rows[limit.whole("stock_left")][limit.whole(key)] = ALWAYS if limit.always else float(limit.count)
    return tuple(tuple(row) for row in rows)


def played(
    forks: ForkEstimates,
    fitted: Sequence[ForkEstimates],
    min_forks: int,
    choosing: ForkEstimates | None = None,
    naive: bool = True,
) -> dict[str, Any]:
    """The fields of an answer on what was played and how.

    Args:
        forks: the forks that estimate.
        fitted: the forks that thresholds were fitted on.
        min_forks: minimum number of forks of a resolved cell.
        choosing: the forks that chose the extreme cells.
        naive: whether the confounded difference is shown.
    """
    every = [forks, *fitted, *([choosing] if choosing is not None and choosing not in fitted else [])]
    return {
        "forks": forks.forks,
        "min_forks": min_forks,
        "method": method(forks, fitted, min_forks, choosing, naive),
        "elapsed_s": sum(each.elapsed for each in every),
        "branches": sum(int(each.totals["branches"][0]) for each in every),
    }


def method(
    forks: ForkEstimates,
    fitted: Sequence[ForkEstimates],
    min_forks: int,
    choosing: ForkEstimates | None = None,
    naive: bool = True,
) -> dict[str, str]:
    """How the numbers were obtained, for the appendix.

    Args:
        forks: those that estimate.
        fitted: those that thresholds were fitted on.
        min_forks: minimum number of forks of a resolved cell.
        choosing: those that chose the extreme cells.
        naive: whether the confounded difference is shown.
    """
    texts = {
        "forks": FORKED,
        "unit": f"the game; {forks.clusters:,} games, {forks.forks:,} forks; ratio of sums, delta method",
        "stopping": "a number of games fixed before the start",
        "correction": f"Benjamini-Hochberg over the cells with at least {min_forks:,} forks; cells with fewer are "
        "unresolved",
        "checked": CHECKED,
    }
    if naive:
        texts["naive"] = NAIVE
    if fitted:
        seeds = ", ".join(str(each.job.seed) for each in fitted)
        texts["fitting"] = (
            f"thresholds were fitted on other games than these: seed {seeds}; the range beside a threshold is where "
            "95 % of 10,000 resamplings of these forks put it, not a confidence interval"
        )
    if choosing is not None:
        texts["extremes"] = (
            f"the extreme cells were chosen on {choosing.job.games:,} other games (seed {choosing.job.seed}) and "
            "estimated on these: their intervals need no correction for the choice"
        )
    return texts


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


def column(cells: Sequence[Cell], limit: CountLimit) -> list[Cell]:
    """The cells at the place of a limit, added up over the features that its place does not have."""
    keys = [key for key in limit.at if not key.endswith("_to")]
    every = pooled(cells, ("own_count", *keys))
    return [cell for cell in every if all(within(cell, key, limit.whole(key)) for key in keys)]


def describes(limit: CountLimit, cells: Sequence[Cell]) -> bool:
    """Whether "yes with at most so much" is the answer at a place of a chart: "yes with at least so much" gains no
    more, and no cell there contradicts it.
    """
    if limit.count is None:
        return False
    if limit.gain is not None and limit.gain_from is not None and limit.gain_from > limit.gain + _SAME:
        return False
    return not contradicted(10**6 if limit.always else limit.count, column(cells, limit))


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
