"""The answers of solved players, for payments that were solved: the profiles that ship, and files of `tongits solve`.

A profile has more features than a page has sliders. Its probabilities and values are averaged over the others, by how
often each of their cells arises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import strategies
from analyses.answers.explore import SolvedAnswer, SolvedGrid
from tongits_sim.rules import KNOBS

if TYPE_CHECKING:
    import numpy as np

    from analyses.answers.explore import Variant
    from analyses.exploring.parts import Part
    from tongits_sim.profiles.profile import Grid, Profile

AXES = {"calls": ("call", ("count", "stock", "rivals")), "challenges": ("respond", ("count", "stock", "caller_cards"))}
"""For each question the kind of a profile's grid, and the axes that the page shows."""


def solved_answers(
    knobs: Mapping[str, Any], parts: Sequence[Part], variants: Sequence[Variant], files: Iterable[Path]
) -> tuple[SolvedAnswer, ...]:
    """The profiles, shipped ones and files, for rules that the page can be set to.

    Args:
        knobs: the rules that were played.
        parts: their amounts.
        variants: the ways of playing.
        files: profiles of `tongits solve`.

    Raises:
        ProfileError: a file is no profile.
    """
    answers = []
    for profile in _profiles(files):
        mine = profile.solved.get("knobs")
        if not isinstance(mine, Mapping):
            continue
        for variant in variants:
            amounts = _amounts(knobs, parts, variant.settings, mine)
            if amounts is not None:
                answers.append(_answer(profile, mine, variant.settings, amounts))
    return tuple(answers)


def _profiles(files: Iterable[Path]) -> list[Profile]:
    from tongits_sim.profiles.profile import read_profile

    shipped = sorted((Path(strategies.__file__).parent / "profiles").glob("*.profile"))
    return [read_profile(str(path)) for path in (*files, *shipped)]


def _amounts(
    knobs: Mapping[str, Any], parts: Sequence[Part], settings: Mapping[str, str], mine: Mapping[str, Any]
) -> dict[str, float] | None:
    """The amounts that set the page to a profile's rules; None where it cannot be."""
    moved = {knob for part in parts for knob in part.knobs} | {"fees.antes", "fees.winnings"}
    for name, value in knobs.items():
        wanted = mine.get(name, KNOBS[name].absent)
        if name not in moved and KNOBS[name].text(wanted) != settings.get(name, KNOBS[name].text(value)):
            return None
    amounts = {}
    for part in parts:
        factors = {float(mine[knob]) / one for knob, one in part.knobs.items()} or {part.amount}
        if len(factors) > 1:
            return None
        amounts[part.name] = factors.pop()
    return amounts


def _answer(
    profile: Profile, mine: Mapping[str, Any], settings: Mapping[str, str], amounts: Mapping[str, float]
) -> SolvedAnswer:
    gain = profile.solved.get("gain")
    grids = [_grid(question, profile.grid(kind), kept) for question, (kind, kept) in AXES.items()]
    return SolvedAnswer(
        rules=profile.rules,
        settings=dict(settings),
        amounts=dict(amounts),
        fees={name: float(mine[f"fees.{name}"]) for name in ("antes", "winnings")},
        gain=float(gain["ci95"][1]) if isinstance(gain, Mapping) else None,
        grids=tuple(grid for grid in grids if grid is not None),
    )


def _grid(question: str, grid: Grid | None, kept: Sequence[str]) -> SolvedGrid | None:
    """A grid with a few of its axes; thousandths, which is finer than they are known."""
    import numpy as np

    if grid is None or "weight" not in grid.values:
        return None
    names = [name for name, _ in grid.axes]
    if not set(kept) <= set(names):
        return None
    weight = grid.array("weight").astype(np.float64)
    others = tuple(axis for axis, name in enumerate(names) if name not in kept)
    order = [[name for name in names if name in kept].index(name) for name in kept]

    def pooled(values: np.ndarray) -> np.ndarray:
        return np.asarray(np.nan_to_num(values).sum(axis=others).transpose(order)).reshape(-1)

    total = pooled(weight)
    cells = np.flatnonzero(total > 0)
    means = [
        pooled(weight * grid.array(name).astype(np.float64))[cells] / total[cells]
        for name in ("yes", "ev_yes", "ev_no")
    ]
    edges = dict(grid.axes)
    return SolvedGrid(
        question=question,
        axes=tuple(edges[name] for name in kept),
        cells=tuple(int(cell) for cell in cells),
        yes=tuple(round(1000 * float(each)) for each in means[0]),
        ev_yes=tuple(round(1000 * float(each)) for each in means[1]),
        ev_no=tuple(round(1000 * float(each)) for each in means[2]),
    )
