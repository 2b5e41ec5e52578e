"""What questions with paired rollouts share: playing forks, cells, averages, the description of the method."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from analyses.question import QuestionError
from analyses.rollouts import cells as cells_of
from analyses.rollouts.cells import Averages, Cell, Coordinate, Place, mean
from tongits_sim.run.answers import Estimate

if TYPE_CHECKING:
    from analyses.question import Inquiry
    from tongits_sim.experiments.forks import BinnedFeature, Binning, ForkEstimates

C = TypeVar("C", bound=Cell)

FORKED = (
    "Paired rollouts (forks): at every decision both actions were played to the end from the same position, with "
    "the same hidden cards, stock and random numbers, by the same bots. The difference is the action's causal effect."
)
CHECKED = (
    "tests hold that forcing the bot's own action gives exactly 0, that every branch is what playing it step by step "
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
    run_name: str = "play",
    nobody: str = "",
    **changes: Any,
) -> ForkEstimates:
    """Play the forks of an inquiry. Raises TableError or QuestionError.

    Args:
        binnings: how forks are sorted into cells.
        run_name: name of the run's folder. Only the run `play` writes the table of decisions, if an option asks for it.
        nobody: the sentence if nobody had the decision: "nobody ... in {games} games under {rules}: ...".
        changes: fields of the job that differ.
    """
    from tongits_sim.experiments.forks import ForkEstimates, ForkJob, columns

    fields: dict[str, Any] = {"games": inquiry.games, "rules": inquiry.rules, "slots": slots(inquiry)} | changes
    job = ForkJob(players=inquiry.players, decision=decision, binnings=tuple(binnings), seed=inquiry.seed, **fields)
    path = inquiry.options.get("decisions_table") if run_name == "play" else None
    if path is None:
        run = inquiry.run_options.run(job, run_name)
    else:
        from tongits_sim.run.parquet import RowTable

        table = RowTable(Path(path), columns(decision, inquiry.seed, job.job.labels), job)
        run = inquiry.run_options.run(replace(job, keep_rows=True), run_name, table)
    forks = ForkEstimates(job, run.totals, run.elapsed)
    if nobody and not forks.forks:
        raise QuestionError(nobody.format(games=f"{job.games:,}", rules=inquiry.rules.name))
    return forks


def slots(inquiry: Inquiry) -> tuple[int, ...]:
    """Slots whose decisions count: slots named by `--of`, or all. Raises QuestionError."""
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
    """The cells of a binning: see `analyses.rollouts.cells`.

    Args:
        name: name of the map.
        keys: names of its axes.
        min_forks: least number of forks of a resolved cell.
        value: the value with the difference `ev_diff`.
        more: fields of the kind of cell, each with the value that it estimates.
        names: names of the values of a coordinate: a sequence that they index.
    """
    estimated = {key: forks.cells(name, value_of) for key, value_of in (more or {}).items()}

    def own(place: Place) -> dict[str, Any]:
        return {key: mean(interval, place) for key, interval in estimated.items()}

    def at(place: Place) -> dict[str, Coordinate]:
        found = coordinates(forks.binning(name).axes, keys, place)
        return found | {key: names_of[int(str(found[key]))] for key, names_of in (names or {}).items()}

    return cells_of.cells(forks, name, min_forks, kind, value, own, at)


def coordinates(axes: Sequence[BinnedFeature], keys: Sequence[str], place: Sequence[int]) -> dict[str, Coordinate]:
    """The coordinates of a cell: `{key: lowest value}`, and `key_to` (None: no end) for bins of several values."""
    position: dict[str, Coordinate] = {}
    for axis, key, at in zip(axes, keys, place, strict=True):
        position[key] = axis.edges[at]
        if len(axis.edges) > 1 and any(b - a > 1 for a, b in zip(axis.edges, axis.edges[1:], strict=False)):
            position[f"{key}_to"] = axis.edges[at + 1] - 1 if at + 1 < axis.bins else None
    return position


def method(forks: Sequence[ForkEstimates], min_forks: int) -> dict[str, str]:
    """How the numbers were made, for the field `method` of an answer: the evidence, the unit, the correction."""
    games, every = (sum(getattr(estimates, name) for estimates in forks) for name in ("clusters", "forks"))
    return {
        "forks": FORKED,
        "unit": f"the game; {games:,} games, {every:,} forks; ratio of sums, delta method",
        "stopping": "a number of games fixed before the start",
        "correction": f"Benjamini-Hochberg over the cells with at least {min_forks:,} forks; cells with fewer are "
        "too few to say",
        "checked": CHECKED,
        "naive": NAIVE,
    }
