"""The page of findings: its numbers are written right, and it names every command that it stands on."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strategies.solved import SHIPPED
from tests.bench.findings_asked import FOUGHT, HIGH, PRESETS, asked, modest_of, rules_of, turned_of
from tests.bench.findings_claims import FINDINGS
from tests.bench.findings_words import (
    MARGIN,
    Answers,
    bear_out,
    far_above,
    far_below,
    less,
    next_to_nothing,
    pm,
    points,
    pooled,
    share,
    table,
    turned,
)
from tongits_sim.rules import load

PAGE = Path(__file__).resolve().parent.parent / "docs" / "findings.md"


def test_numbers_are_rounded_to_their_precision() -> None:
    assert pm({"mean": 1.23456, "ci95": [1.2, 1.3]}) == "+1.235 ± 0.050"
    assert pm({"mean": -12.3, "ci95": [-16, -8]}, " units") == "−12.3 ± 4.0 units"
    assert pm({"mean": -123.4, "ci95": [-163, -83]}) == "−123 ± 40"
    assert pm({"mean": 0.0, "ci95": [0.0, 0.0]}) == "+0.00 ± 0.00"
    assert pm({"mean": None, "ci95": None}) == "–"
    assert points({"mean": 0.0123, "ci95": [0.01, 0.0146]}) == "+1.23 ± 0.23 points"
    assert share(0.1234, [0.12, 0.13]) == "12.3 ± 0.5 %"
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | ---: |\n| 1 | 2 |"


def test_claims_need_their_numbers() -> None:
    near, far = {"mean": 1.0, "ci95": [0.5, 1.5]}, {"mean": 1.0, "ci95": [0.7, 1.3]}
    assert not far_above(near)
    assert far_above(far)
    assert far_below(turned(far))
    assert not far_below(far)
    assert next_to_nothing({"mean": 0.0, "ci95": [-0.9 * MARGIN, 0.9 * MARGIN]})
    assert not next_to_nothing({"mean": 0.0, "ci95": [-0.9 * MARGIN, 1.1 * MARGIN]})
    bear_out(True, "fine")
    with pytest.raises(SystemExit, match="do not bear out: too much"):
        bear_out(False, "too much")


def test_cells_and_differences_are_never_surer_than_their_parts() -> None:
    cells: list[dict[str, Any]] = [
        {"n": 1, "ev_diff": 1.0, "ci95": [0.0, 2.0], "share_yes": 0.5},
        {"n": 3, "ev_diff": 2.0, "ci95": [1.8, 2.2], "share_yes": 1.0},
        {"n": 0, "ev_diff": None, "ci95": None, "share_yes": None},
    ]
    whole = pooled(cells)
    assert (whole["n"], whole["mean"], whole["yes"]) == (4, 1.75, 0.875)
    assert whole["ci95"] == pytest.approx([1.35, 2.15])
    assert pooled(cells[2:])["mean"] is None
    a, b = {"mean": 3.0, "ci95": [2.0, 4.0]}, {"mean": 1.0, "ci95": [1.0, 1.0]}
    assert less(a, b) == {"mean": 2.0, "ci95": [1.0, 3.0]}
    assert less(a, a, apart=False)["ci95"] == [-2.0, 2.0]


@pytest.mark.parametrize("rules", FOUGHT)
def test_the_profiles_of_the_page_differ_from_solved_in_calls_alone(rules: str) -> None:
    profile = SHIPPED.under(load(rules))
    calls = profile.grids[0].array()
    turned_calls, modest_calls = (make(profile).grids[0].array() for make in (turned_of, modest_of))
    assert np.allclose(turned_calls, 1 - calls)
    at = profile.grids[0].axes[-1][1].index(HIGH)
    assert not modest_calls[1:, ..., at:].any()
    assert np.array_equal(modest_calls[0], calls[0])
    assert np.array_equal(modest_calls[..., :at], calls[..., :at])
    assert all(make(profile).grids[1] == profile.grids[1] for make in (turned_of, modest_of))


def _store(folder: Path, name: str, **changes: Any) -> None:
    arguments = asked()[name]
    kept = {"asked": arguments, "profile": {"digest": rules_of(arguments)}, "answer": {"versions": {"engine": "1"}}}
    (folder / f"{name}.json").write_text(json.dumps(kept | changes), encoding="utf-8")


def test_answers_of_another_build_question_or_profile_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="nobody has asked"):
        Answers(tmp_path)
    for name in asked():
        _store(tmp_path, name)
    assert Answers(tmp_path).versions == {"engine": "1"}
    first = next(iter(asked()))
    for changes, words in (
        ({"asked": ["simulate"]}, "in another way"),
        ({"profile": {"digest": "another"}}, "another profile"),
        ({"answer": {"versions": {"engine": "2"}}}, "of 2 builds"),
    ):
        _store(tmp_path, first, **changes)
        with pytest.raises(SystemExit, match=words):
            Answers(tmp_path)
        _store(tmp_path, first)


def test_the_page_names_every_command() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, arguments in asked().items():
        assert f"tongits {shlex.join(arguments)}\n" in text, name
    for rules in PRESETS:
        assert f"| {rules} |" in text
    assert text.count("*How sure:*") == len(FINDINGS)
    assert f"\n\n**{len(FINDINGS)}. " in text
