"""What is kept of solving: states, shipped files, stand-ins."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from analyses.solving import shipping
from analyses.solving.shipping import FEWEST, PART, STEPS, Recipe, Shipped, Step, compact, make_all
from analyses.solving.solver import STATE
from strategies.solved import Library
from tongits_sim.errors import TongitsError
from tongits_sim.profiles.profile import Grid, Profile, from_bytes, to_bytes
from tongits_sim.rules import load
from tongits_sim.run.how import How

# ---- The profiles that ship: made small without moving, measured as they ship, skipped when up to date, resumed ----


HOW = How(workers=2)
FEW = Recipe(iterations=2, gain=None, games=400, fit_games=300, rounds=1, deals=100)


def profiles(folder: Path, recipe: Recipe = FEW, names: tuple[str, ...] = ("pagat", "sjs")) -> list[Shipped]:
    """Profiles made in a folder."""
    return list(make_all(names, folder, recipe, HOW, lambda step: None))


def test_they_are_made_once(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    first = profiles(folder)
    assert [shipped.fresh for shipped in first] == [True, True]
    assert [shipped.step for shipped in first] == [Step("pagat", 1, 2), Step("sjs", 2, 2)]
    assert [path.name for path in sorted(folder.iterdir())] == ["pagat.profile", "sjs.profile"]
    again = profiles(folder)
    assert [shipped.fresh for shipped in again] == [False, False]
    assert [shipped.profile for shipped in again] == [shipped.profile for shipped in first]
    assert Library(folder).under(load("sjs")) == first[1].profile
    other = profiles(folder, Recipe(iterations=3, gain=None, games=400, fit_games=300, rounds=1, deals=100), ("pagat",))
    assert other[0].fresh
    assert other[0].profile.solved["iterations"] == 3


def test_what_a_file_says_was_measured_on_what_it_holds(tmp_path: Path) -> None:
    (shipped,) = profiles(tmp_path, names=("pagat",))
    profile = shipped.profile
    problem = FEW.problem(load("pagat"))
    again = shipping.measured(profile, problem, FEW, HOW)
    assert again.solved["gain"] == profile.solved["gain"]
    assert profile.solved["deals"] == FEW.deals
    assert profile.solved["knobs"] == load("pagat").knobs()


def test_it_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    recipe = Recipe(iterations=4, gain=None, games=400, fit_games=300, rounds=1, deals=100)
    seen = []

    def stop(step: Step) -> None:
        seen.append(step.iteration)
        if len(seen) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match="pagat was being solved; what is finished stays"):
        list(make_all(("pagat",), tmp_path, recipe, HOW, stop))
    assert (tmp_path / f"pagat.profile{PART}{STATE}").exists()
    assert not (tmp_path / "pagat.profile").exists()
    list(make_all(("pagat",), tmp_path, recipe, HOW, lambda step: seen.append(step.iteration)))
    assert seen == [1, 2, 3, 4, 0]
    straight = profiles(tmp_path / "straight", recipe, ("pagat",))
    assert straight[0].profile.contents() == Library(tmp_path).under(load("pagat")).contents()
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["pagat.profile"]


def test_a_state_of_something_else_is_not_gone_on_with(tmp_path: Path) -> None:
    (tmp_path / f"pagat.profile{PART}{STATE}").write_bytes(b"nothing")
    (tmp_path / "pagat.profile").write_bytes(b"nothing")
    (shipped,) = profiles(tmp_path, names=("pagat",))
    assert shipped.fresh


def test_a_folder_that_cannot_be_written_to_is_refused_first(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TongitsError, match="cannot write"):
        profiles(tmp_path / "file")
    with pytest.raises(TongitsError, match="unknown preset"):
        profiles(tmp_path, names=("pagat", "nowhere"))
    assert not list(tmp_path.glob("*.profile"))


def test_making_small_keeps_what_matters() -> None:
    rng = np.random.default_rng(3)
    cells = 4000
    weight, se = rng.gamma(0.5, 2.0, cells), rng.uniform(0.01, 1.0, cells)
    arrays = {"weight": weight, "ev_yes": rng.normal(size=cells), "ev_no": rng.normal(size=cells), "se": se}
    yes = rng.uniform(size=cells).astype("<f4")
    axes = (("count", tuple(range(200))), ("stock", tuple(range(20))))
    grid = Grid("call", axes, yes.tobytes(), {name: each.astype("<f4").tobytes() for name, each in arrays.items()})
    before = Profile("pagat", "", "expert", (grid,), {"valued": 100_000})
    after = compact(before)
    least = FEWEST * 1000 / 100_000
    heavy = weight >= least
    small = after.grids[0]
    assert np.abs(small.array().ravel() - yes).max() <= 0.5 / STEPS + 1e-6
    for name in ("ev_yes", "ev_no"):
        assert (np.abs(small.array(name).ravel() - arrays[name])[heavy] <= se[heavy] / 2 + 1e-6).all()
        assert not small.array(name).ravel()[~heavy].any()
    assert np.allclose(small.array("weight").ravel()[heavy], weight[heavy], rtol=0.04)
    assert len(to_bytes(after)) < 0.7 * len(to_bytes(before))
    read = from_bytes(to_bytes(after), "x")
    assert np.allclose(read.grids[0].array(), small.array(), atol=1e-4)


def test_rules_that_pay_by_points_stop_at_ten_times_as_much() -> None:
    recipe = Recipe(gain=0.01)
    assert recipe.until(load("pagat")).gain == 0.01
    assert recipe.until(load("rulesofcards")).gain == pytest.approx(0.1)
    assert FEW.until(load("pagat")).gain is None
