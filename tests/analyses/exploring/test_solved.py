"""Solved profiles on a page: for the rules that it can be moved to, averaged over what it has no slider for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import strategies
from analyses.answers.explore import Variant
from analyses.exploring.parts import parts_of
from analyses.exploring.solved import solved_answers
from tongits_sim.profiles.profile import ProfileError, read_profile
from tongits_sim.rules import load

PAGAT = Path(strategies.__file__).parent / "profiles" / "pagat.profile"


def variant(**settings: str) -> Variant:
    return Variant(
        settings=settings,
        games=1,
        matches=1,
        games_sq=1,
        critical=1.0,
        seat_critical=1.0,
        sums={},
        players=(),
        endings={},
        turns=1.0,
        grids=(),
        rules_option="",
    )


def amounts_of(*changes: str, **settings: str) -> list[tuple[str, dict[str, float]]]:
    rules = load("pagat", changes)
    answers = solved_answers(rules.knobs(), parts_of(rules), [variant(**settings)], ())
    return [(each.rules, dict(each.amounts)) for each in answers]


def test_a_profile_is_found_from_other_payments() -> None:
    ((name, amounts),) = amounts_of()
    assert name == "pagat"
    assert amounts["pay.fold"] == 1
    assert amounts_of("pay.fold=5", "fees.winnings=0.1", "bonus.secret_set=6") == [
        ("pagat", amounts | {"bonus.melds": 0.5})
    ]


def test_and_from_another_way_of_playing_that_is_switched() -> None:
    assert amounts_of("call.timing=end") == []
    assert len(amounts_of("call.timing=end", **{"call.timing": "start"})) == 1


def test_bonuses_that_do_not_move_together_are_out_of_reach() -> None:
    assert amounts_of("bonus.secret_run=2") == []


def test_cells_are_averages_by_weight() -> None:
    rules = load("pagat")
    (answer,) = solved_answers(rules.knobs(), parts_of(rules), [variant()], ())
    profile = read_profile(str(PAGAT))
    for grid in answer.grids:
        mine = profile.grid("call" if grid.question == "calls" else "respond")
        assert mine is not None
        weight, yes = (mine.array(name).astype(float) for name in ("weight", "yes"))
        size = np.prod([len(edges) for edges in grid.axes])
        assert set(grid.cells) <= set(range(int(size)))
        total = dict.fromkeys(range(int(size)), 0.0)
        names = [name for name, _ in mine.axes]
        axes = [
            names.index(name) for name in ("count", "stock", names[0] if grid.question == "calls" else "caller_cards")
        ]
        for where in np.argwhere(weight > 0):
            number = 0
            for axis in axes:
                number = number * weight.shape[axis] + int(where[axis])
            total[number] += weight[tuple(where)] * yes[tuple(where)]
        overall = (weight * np.nan_to_num(yes)).sum()
        assert sum(total.values()) == pytest.approx(overall)
        assert all(0 <= each <= 1000 for each in grid.yes)
        pooled = dict(zip(grid.cells, grid.yes, strict=True))
        weights = dict.fromkeys(pooled, 0.0)
        for where in np.argwhere(weight > 0):
            number = 0
            for axis in axes:
                number = number * weight.shape[axis] + int(where[axis])
            weights[number] += weight[tuple(where)]
        assert all(abs(pooled[number] - 1000 * total[number] / weights[number]) <= 0.51 for number in pooled)
    assert answer.gain == pytest.approx(profile.solved["gain"]["ci95"][1])


def test_a_file_that_is_no_profile(tmp_path: Path) -> None:
    (tmp_path / "a.profile").write_text("no")
    rules = load("pagat")
    with pytest.raises(ProfileError):
        solved_answers(rules.knobs(), parts_of(rules), [variant()], [tmp_path / "a.profile"])
    twice = solved_answers(rules.knobs(), parts_of(rules), [variant()], [PAGAT])
    assert [each.rules for each in twice] == ["pagat", "pagat"]
