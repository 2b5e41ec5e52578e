"""The common part of questions with paired rollouts: playing, cells, averages, extreme cells, methods."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from analyses.answers.rollouts import Averages, Cell, Coordinate, Extremes
from analyses.estimates.cells import CHOOSING_SHARE, Place, mean
from analyses.estimates.cells import averages as averages_of
from analyses.estimates.cells import cells as cells_of
from analyses.question import Inquiry, QuestionError
from tongits_sim.run.answers import Estimate, Limits

if TYPE_CHECKING:
    import numpy as np

    from mahjong_sim.designs.forks.job import Binning, ForkEstimates

C = TypeVar("C", bound=Cell)

CHOOSING = 7_368_787
"""Added to the seed for the games that choose extreme cells."""
NAIVE = (
    "Confounded by hand strength, no effect of the action: mean payout at decisions where the bot acted less that at "
    "decisions where it did not."
)
FORKED = (
    "paired rollouts: at a decision the game is copied, each action is forced in a copy, and the same bots play both "
    "to the end on the same wall with the same random words"
)


@dataclass(frozen=True)
class Maps(Generic[C]):
    """The maps of an answer.

    Attributes:
        names: names of binnings, and of fields of the answer.
        cell: type of the cells.
        more: further fields of the cells: name -> the value that it estimates (`cells`).
        key: the field that ranks extreme cells; empty for `ev_diff`.
    """

    names: tuple[str, ...]
    cell: type[C]
    more: Mapping[str, str]
    key: str = ""


@dataclass(frozen=True)
class Found(Generic[C]):
    """The results of a question's forks.

    Attributes:
        forks: the paired rollouts of the estimates.
        maps: the cells of each map.
        sizes: further fields of the answer: numbers of forks and branches, seconds, and the extreme cells.
        method: descriptions of the methods.
    """

    forks: ForkEstimates
    maps: dict[str, tuple[C, ...]]
    sizes: dict[str, Any]
    method: dict[str, str]


def ask(inquiry: Inquiry, forked: str, binnings: Sequence[Binning], maps: Maps[C], **fields: Any) -> Found[C]:
    """Play the forks of an inquiry and those that choose its extreme cells, and sort both into maps.

    Where forks have weights, the least number of forks of a resolved cell is multiplied by their mean weight.

    Args:
        inquiry: rules, players, games, seed.
        forked: the kind of forks (`layout.KINDS_OF_FORK`).
        binnings: the binnings of forks; `all` must be among them.
        maps: the maps of the answer, among the binnings.
        fields: other fields of the job.

    Raises:
        QuestionError: no such decision came up.
    """
    forks = play(inquiry, forked, binnings, **fields)
    choosing = choose(inquiry, forked, binnings, **fields)
    least = inquiry.options["min_forks"] * max(1, round(int(forks.counts("all")) / forks.forks))
    shown, chosen = (
        {name: cells(each, name, least, maps.cell, maps.more) for name in maps.names} for each in (forks, choosing)
    )
    return Found(
        forks,
        shown,
        sizes={
            "forks": forks.forks,
            "branches": forks.branches + choosing.branches,
            "elapsed_s": forks.elapsed + choosing.elapsed,
            "min_forks": least,
            "extremes": {name: extremes(choosing, rows, maps.key) for name, rows in chosen.items()},
        },
        method=method(forks, choosing, least),
    )


def play(
    inquiry: Inquiry, forked: str, binnings: Sequence[Binning], part: str = "play", **fields: Any
) -> ForkEstimates:
    """Play the forks of an inquiry.

    Args:
        inquiry: rules, players, games, seed.
        forked: the kind of forks (`layout.KINDS_OF_FORK`).
        binnings: the binnings of forks.
        part: name of the run's folder.
        fields: other fields of the job.

    Raises:
        QuestionError: no such decision came up.
    """
    from mahjong_sim.designs.forks.job import ForkEstimates, ForkJob

    job = ForkJob(inquiry.rules, inquiry.players, forked, tuple(binnings), inquiry.games, inquiry.seed, **fields)
    run = inquiry.how.run(job, part)
    forks = ForkEstimates(job, run.totals, run.elapsed)
    if part == "play" and not forks.forks:
        raise QuestionError(f"no such decision came up in {inquiry.games:,} games; play more games")
    return forks


def choose(inquiry: Inquiry, forked: str, binnings: Sequence[Binning], **fields: Any) -> ForkEstimates:
    """Play the games that choose extreme cells: a quarter of the games of the estimates, with a seed of their own."""
    smaller = inquiry.with_games(max(1, inquiry.games // CHOOSING_SHARE), (inquiry.seed + CHOOSING) % 2**64)
    return play(smaller, forked, binnings, "choose", **fields)


def cells(
    forks: ForkEstimates, name: str, min_forks: int, kind: type[C], more: Mapping[str, str], tested: str = "payout"
) -> tuple[C, ...]:
    """The cells of a binning, see `analyses.estimates.cells`.

    Args:
        forks: the paired rollouts.
        name: name of the map.
        min_forks: least number of forks of a resolved cell.
        kind: type of the cells.
        more: further fields of the cells: name -> the value that it estimates; `share_yes` holds the mean alone.
        tested: the value that `ev_diff` estimates.
    """
    others = {key: forks.cells(name, value) for key, value in more.items()}

    def own(place: Place) -> dict[str, Any]:
        fields: dict[str, Any] = {}
        for key, interval in others.items():
            estimate = mean(interval, place)
            limits = share_limits(estimate, more[key], forks.moments(name)[place])
            fields[key] = estimate.mean if key == "share_yes" else Estimate(estimate.mean, limits)
        return fields

    def at(place: Place) -> dict[str, Coordinate]:
        coordinates: dict[str, Coordinate] = {}
        for axis, bin_ in zip(forks.binning(name).axes, place, strict=True):
            coordinates |= axis.coordinate(bin_)
        return coordinates

    return cells_of(forks, name, min_forks, kind, tested, own, at)


def share_limits(estimate: Estimate, value: str, moments: np.ndarray) -> Limits | None:
    """The limits of an estimate, within 0 .. 1 for a share of one arm.

    For a share of 0 the upper limit is the exact one for the effective number of independent forks (rule of three).

    Args:
        estimate: the estimate.
        value: its name (`layout.VALUES`).
        moments: the moments of the cell.
    """
    from tongits_sim.stats import zero_event_bound

    if not value.startswith(("dealt_in_", "goal_", "opened_", "paid_")):
        return estimate.ci95
    n, squares = int(moments[0]), int(moments[1])
    if estimate.mean == 0 and n:
        return 0.0, float(zero_event_bound(max(1, n * n // squares)))
    return None if estimate.ci95 is None else (max(0.0, estimate.ci95[0]), min(1.0, estimate.ci95[1]))


def total(forks: ForkEstimates, value: str = "payout") -> Estimate:
    """The mean of a value over all forks; the job must have the binning `all`."""
    estimate = mean(forks.cells("all", value))
    return Estimate(estimate.mean, share_limits(estimate, value, forks.moments("all")))


def averages(
    forks: ForkEstimates, whole: str, by_choice: str, place: tuple[int, ...] = (), naive: bool = False
) -> Averages:
    """Mean differences over all decisions, and by the bot's own choice.

    Args:
        forks: the paired rollouts.
        whole: name of a binning.
        by_choice: name of the same binning with the bot's choice as a further, last axis.
        place: a cell of `whole`.
        naive: whether to add the confounded difference.
    """
    groups = {"all": (whole, place), "yes": (by_choice, (*place, 1)), "no": (by_choice, (*place, 0))}

    def of(group: str) -> tuple[Estimate, int]:
        name, at = groups[group]
        return mean(forks.cells(name), at), int(forks.counts(name)[at])

    return averages_of(of, forks.naive() if naive else None, NAIVE)


def extremes(choosing: ForkEstimates, cells_of_map: Sequence[Cell], key: str = "") -> Extremes:
    """The coordinates of the resolved cells with the largest gain and the largest loss.

    Args:
        choosing: forks of the games that choose cells.
        cells_of_map: the cells of one of their maps.
        key: the field that ranks all cells with enough forks; empty: `ev_diff` ranks resolved cells.
    """
    enough = [cell for cell in cells_of_map if (cell.p_bh is not None if key else cell.resolved)]
    means = [(getattr(cell, key or "ev_diff").mean, cell) for cell in enough]
    ranked = [each for each in means if each[0] is not None]
    most = max(ranked, key=lambda each: each[0], default=None)
    least = min(ranked, key=lambda each: each[0], default=None)
    return Extremes(
        most=None if most is None or (not key and most[0] <= 0) else most[1].at,
        least=None if least is None or (not key and least[0] >= 0) else least[1].at,
        games=choosing.job.games,
        seed=choosing.job.seed,
    )


def method(forks: ForkEstimates, choosing: ForkEstimates, min_forks: int) -> dict[str, str]:
    """Descriptions of the methods."""
    rate = f"; of {forks.job.one_in} decisions one is forked, by chance" if forks.job.one_in > 1 else ""
    return {
        "forks": FORKED + rate,
        "unit": f"the game; {forks.clusters:,} games, {forks.forks:,} forks; ratio of sums, delta method",
        "stopping": "a number of games fixed before the start",
        "correction": f"Benjamini-Hochberg over the cells of a map with at least {min_forks:,} forks; cells with fewer "
        "are unresolved",
        "extremes": f"extreme cells were chosen on {choosing.job.games:,} other games (seed {choosing.job.seed}) and "
        "estimated on these: their intervals need no correction for the choice",
        "checked": "where every arm does what the bot does, every difference is 0",
    }
