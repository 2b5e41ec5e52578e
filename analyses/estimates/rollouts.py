"""What questions asked by forking share: playing the forks, cells as rows, averages, thresholds fitted to cells."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from analyses.question import Inquiry
    from tongits_sim.designs.forks.estimates import Forks
    from tongits_sim.designs.forks.job import Axis, Map
    from tongits_sim.stats import Interval

Row = dict[str, Any]
Table = tuple[tuple[float, ...], ...]

LEVEL = 0.95
FALSE_SHARE = 0.05
"""Of the cells of a map called resolved, the expected share whose sign is wrong is at most this."""
FITTING = 7_000_003
"""Added to a seed, once a round, to get the ones that thresholds are fitted on."""
ALWAYS = 130.0
"""The threshold above every count."""

FORKED = (
    "Forked, not conditional: at every such decision both answers were played on from the same position, with the "
    "same hidden cards, stock and random words, by the same bots."
)
CHECKED = (
    "tests hold that forcing the bot's own answer gives exactly 0, that every branch is what playing it step by step "
    "gives, that 93 to 97 % of such intervals hold the truth, and more: docs/analyses.md, Validity"
)
NAIVE = (
    "Misleading, shown as a warning: games where the answer was yes less games where it was no. Good hands say yes, "
    "so this is no effect of the answer."
)


def play(
    inquiry: Inquiry, decision: str, maps: Sequence[Map], part: str = "play", turn: int = 0, **changes: Any
) -> Forks:
    """Play the forks of an inquiry; `turn` > 0: on the seed of that fitting round. `changes`: fields of the job."""
    from tongits_sim.designs.batch.job import MOST_SEED
    from tongits_sim.designs.forks.estimates import Forks
    from tongits_sim.designs.forks.job import ForkJob

    seed = (inquiry.seed + turn * FITTING) % (MOST_SEED + 1)
    fields: dict[str, Any] = {"games": inquiry.games, "rules": inquiry.rules, "slots": slots(inquiry)} | changes
    job = ForkJob(players=inquiry.players, decision=decision, maps=tuple(maps), seed=seed, **fields)
    run = inquiry.how.run(job, part)
    return Forks(job, run.totals, run.elapsed)


def slots(inquiry: Inquiry) -> tuple[int, ...]:
    """The players whose decisions count: `--of NAME`, or all."""
    from analyses.question import QuestionError

    wanted = inquiry.options.get("of")
    labels = [player.label for player in inquiry.players]
    if not wanted:
        return (0, 1, 2)
    found = tuple(slot for slot, label in enumerate(labels) if label == wanted)
    if not found:
        raise QuestionError(
            f"nobody at the table is called {wanted!r}; choose one of {', '.join(dict.fromkeys(labels))}"
        )
    return found


def number(value: Any) -> float | None:
    """A number as JSON holds it: None where it is not known."""
    found = float(value)
    return found if math.isfinite(found) else None


def limits(interval: Interval, place: Any = ()) -> list[float] | None:
    """The limits of one place of an interval; None where they are not known."""
    import numpy as np

    low, high = number(np.asarray(interval.low)[place]), number(np.asarray(interval.high)[place])
    return None if low is None or high is None else [low, high]


def mean(interval: Interval) -> Row:
    """An interval as `{"mean", "ci95"}`."""
    return {"mean": number(interval.estimate), "ci95": limits(interval)}


def averages(forks: Forks, value: str = "payout") -> Row:
    """The three averages of a fork's value."""
    return {
        name: mean(forks.group(group, value)) | {"n": int(forks.totals["groups"][at, 0])}
        for at, (name, group) in enumerate((("all", "all"), ("chose_yes", "yes"), ("chose_no", "no")))
    }


def rows(forks: Forks, name: str, keys: Sequence[str], min_forks: int, value: str = "payout") -> list[Row]:
    """The cells of a map as rows: coordinates, forks, difference, interval, whether its sign is resolved.

    `keys` names the axes. A cell with fewer than `min_forks` forks is never resolved; the others are one family, their
    p-values corrected by Benjamini and Hochberg.
    """
    import numpy as np

    from tongits_sim.stats import benjamini_hochberg, p_value

    shape, counts = forks.map(name), forks.counts(name)
    found, chose = forks.cells(name, value), forks.cells(name, "chose")
    p = np.where(counts >= min_forks, np.asarray(p_value(found)), np.nan)
    corrected = benjamini_hochberg(p)
    made = []
    for place in np.ndindex(*shape.shape):
        row = coordinates(shape.axes, keys, place)
        sure = number(corrected[place])
        row |= {
            "n": int(counts[place]),
            "ev_diff": number(np.asarray(found.estimate)[place]),
            "ci95": limits(found, place),
            "p_bh": sure,
            "resolved": sure is not None and sure <= FALSE_SHARE,
            "share_yes": number(np.asarray(chose.estimate)[place]),
        }
        made.append(row)
    return made


def add_value(cells: list[Row], forks: Forks, name: str, value: str, key: str) -> None:
    """Add another value of the forks of a map to its rows, as `key` and `key_ci95`."""
    import numpy as np

    found = forks.cells(name, value)
    for row, place in zip(cells, np.ndindex(*forks.map(name).shape), strict=True):
        row[key], row[f"{key}_ci95"] = number(np.asarray(found.estimate)[place]), limits(found, place)


def coordinates(axes: Sequence[Axis], keys: Sequence[str], place: Sequence[int]) -> Row:
    """Where a cell lies: `{key: lowest value}`, and `key_to` (None: no end) where bins hold more than one."""
    found: Row = {}
    for axis, key, at in zip(axes, keys, place, strict=True):
        found[key] = axis.edges[at]
        if len(axis.edges) > 1 and any(b - a > 1 for a, b in zip(axis.edges, axis.edges[1:], strict=False)):
            found[f"{key}_to"] = axis.edges[at + 1] - 1 if at + 1 < axis.bins else None
    return found


def fit(forks: Forks, name: str, min_forks: int, value: str = "payout") -> list[Row]:
    """The best threshold on the count, the first axis of a map, in every cell of its other axes.

    A cell with fewer than `min_forks` forks is fitted together with all others of the same last coordinate, and says
    so (`pooled`).
    """
    import numpy as np

    counts = forks.counts(name).astype(float)
    found = forks.cells(name, value)
    chose = np.nan_to_num(np.asarray(forks.cells(name, "chose").estimate))
    diff, se = np.nan_to_num(np.asarray(found.estimate)), np.asarray(found.se)
    made = []
    for place in np.ndindex(*counts.shape[1:]):
        cut: tuple[Any, ...] = (slice(None), *place)
        pooled = counts[cut].sum() < min_forks
        if pooled:
            cut = (slice(None),) + (slice(None),) * (len(place) - 1) + (place[-1],)
        n, d, e, own = pool(counts[cut], diff[cut], se[cut], counts[cut] * chose[cut])
        row = {"at": place, "n": int(counts[(slice(None), *place)].sum()), "pooled": bool(pooled)}
        made.append(row | threshold_of(n, d, e, own))
    return made


def pool(
    n: np.ndarray, diff: np.ndarray, se: np.ndarray, yes: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Cells added up over all axes but the first, taken as independent."""
    import numpy as np

    rest = tuple(range(1, n.ndim))
    total = n.sum(axis=rest)
    used = np.where(n > 0, n, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        d = (used * diff).sum(axis=rest) / total
        e = np.sqrt(np.nansum(np.square(used * se), axis=rest)) / total
    return total, d, e, yes.sum(axis=rest)


def threshold_of(n: np.ndarray, diff: np.ndarray, se: np.ndarray, yes: np.ndarray) -> Row:
    """The best threshold on counts 0, 1, ... from forks (float64[K]), differences and their errors in units, and how
    often the bot said yes (float64[K]); `least`, `gain_least`: the opposite rule, yes with at least so much.
    """
    import numpy as np

    from tongits_sim.stats import fit_threshold

    known = (n > 1) & np.isfinite(diff) & np.isfinite(se)
    if not known.any():
        return dict.fromkeys(("best", "low", "high", "bot", "gain", "least", "gain_least")) | {"always": False}
    fitted = fit_threshold(np.arange(len(n)), np.where(known, n, 0), diff, se)
    last = int(fitted.candidates[-1])
    gained = np.where(known, n * np.nan_to_num(diff), 0.0) / n[known].sum()
    from_here = gained[::-1].cumsum()[::-1]  # the opposite rule: yes with at least so much
    with_bot = np.concatenate([[0.0], np.cumsum(2 * yes - n)])  # calls kept less calls missed up to each count
    return {
        "best": fitted.best,
        "low": fitted.low,
        "high": fitted.high,
        "always": fitted.best == last,
        "bot": int(with_bot.argmax()) - 1,
        "gain": fitted.value,
        "least": int(from_here.argmax()),
        "gain_least": max(0.0, float(from_here.max())),
    }


def table(fitted: Sequence[Row], columns: int, otherwise: float = -1.0) -> Table:
    """Thresholds fitted to a map of (count, stock left, something of `columns` values) as a table of a chart."""
    from tongits_sim.game.state import MAX_STOCK

    rows: list[list[float]] = [[otherwise] * columns for _ in range(MAX_STOCK + 1)]
    for row in fitted:
        stock, place = row["at"]
        if row["best"] is not None:
            rows[stock][place] = ALWAYS if row["always"] else float(row["best"])
    return tuple(tuple(row) for row in rows)


def method(forks: Forks, fitted: Sequence[Forks], min_forks: int) -> dict[str, str]:
    """How the numbers were made, for the appendix."""
    seeds = ", ".join(str(each.job.seed) for each in fitted)
    told = {
        "forks": FORKED,
        "unit": f"the game; {forks.matches:,} games, {forks.forks:,} forks; ratio of sums, delta method",
        "stopping": "a number of games fixed before the start",
        "correction": f"Benjamini-Hochberg over the cells with at least {min_forks:,} forks; cells with fewer are "
        "unresolved",
        "naive": NAIVE,
        "checked": CHECKED,
    }
    if fitted:
        told["fitting"] = f"thresholds were fitted on other games than these: seed {seeds}"
    return told
