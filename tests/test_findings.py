"""The page of findings: its numbers are written right, and it names every command that it stands on."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.lines import Line2D

from strategies.solved import SHIPPED
from tongits_sim.rules import load
from tools.findings_asked import FOUGHT, HIGH, PRESETS, asked, eager_of, modest_of, rules_of, turned_of
from tools.findings_claims import FINDINGS
from tools.findings_figures import (
    calls,
    draw_calls,
    draw_edges,
    edges,
    says_calls,
    says_edges,
    write_pictures,
)
from tools.findings_words import (
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

PAGE = Path(__file__).resolve().parent.parent / "docs" / "explanation" / "findings.md"


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
        {"n": 1, "ev_diff": {"mean": 1.0, "ci95": [0.0, 2.0]}, "share_yes": 0.5},
        {"n": 3, "ev_diff": {"mean": 2.0, "ci95": [1.8, 2.2]}, "share_yes": 1.0},
        {"n": 0, "ev_diff": {"mean": None, "ci95": None}, "share_yes": None},
    ]
    whole = pooled(cells)
    assert (whole["n"], whole["mean"], whole["yes"]) == (4, 1.75, 0.875)
    assert whole["ci95"] == pytest.approx([1.35, 2.15])
    assert pooled(cells[2:])["mean"] is None
    a, b = {"mean": 3.0, "ci95": [2.0, 4.0]}, {"mean": 1.0, "ci95": [1.0, 1.0]}
    assert less(a, b) == {"mean": 2.0, "ci95": [1.0, 3.0]}
    assert less(a, a, apart=False)["ci95"] == [-2.0, 2.0]


@pytest.mark.parametrize("rules", FOUGHT)
def test_the_profiles_of_the_page_differ_from_solved_in_one_decision(rules: str) -> None:
    profile = SHIPPED.under(load(rules))
    calls = profile.grids[0].array()
    turned_calls, modest_calls = (make(profile).grids[0].array() for make in (turned_of, modest_of))
    assert np.allclose(turned_calls, 1 - calls)
    at = profile.grids[0].axes[-1][1].index(HIGH)
    assert not modest_calls[1:, ..., at:].any()
    assert np.array_equal(modest_calls[0], calls[0])
    assert np.array_equal(modest_calls[..., :at], calls[..., :at])
    assert all(make(profile).grids[1] == profile.grids[1] for make in (turned_of, modest_of))
    assert (*eager_of(profile).grids, profile.grid("lay")) == profile.grids


def _store(folder: Path, name: str, **changes: Any) -> None:
    arguments = asked()[name]
    document = {"asked": arguments, "profile": {"digest": rules_of(arguments)}, "answer": {"versions": {"engine": "1"}}}
    (folder / f"{name}.json").write_text(json.dumps(document | changes), encoding="utf-8")


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


def answers_with(tmp_path: Path) -> Answers:
    """Answers of which only those behind the pictures have numbers; under the last preset money is larger by far."""
    for number, name in enumerate(asked()):
        answer: dict[str, Any] = {"versions": {"engine": "1"}}
        if name.startswith("calls solved"):
            places = [(count, opponents) for count in (5, 20, 40) for opponents in (0, 1, 2)]
            answer["cells"] = [
                {"own_count": count, "opponents_open": opponents, "n": 10, "share_yes": count / 41}
                | {"ev_diff": {"mean": gain, "ci95": [gain - 0.5, gain + 0.5]}}
                for count, opponents in places
                for gain in [count / 10 - opponents]
            ]
        if name.startswith("dealt"):
            edge = 4.0 if name.endswith(PRESETS[-1]) else number / 100
            answer["dealer_summary"] = {"payout": {"mean": edge, "ci95": [edge - 0.1, edge + 0.1]}}
            answer["players_summary"] = [{"payout": {"mean": 0.0, "ci95": [0.0, 0.0]}}]
        _store(tmp_path, name, answer=answer)
    return Answers(tmp_path)


def single(line: Line2D) -> bool:
    """Whether a line of a figure is a single point."""
    return np.size(line.get_xdata()) == 1


def test_pictures_show_what_the_answers_hold(tmp_path: Path) -> None:
    answers = answers_with(tmp_path)
    rows, dealt = calls(answers), edges(answers)
    assert len(rows) == 3 * 3 * 3
    assert [(each.row["mean"], each.often) for each in rows[:3]] == [(0.5, False), (2.0, False), (4.0, True)]
    assert says_calls(rows).count("+2.00 ± 0.50") == 3  # 40 points with both open, under three rule sets
    assert [(each.rules, each.bot) for each in dealt[:2]] == [(PRESETS[0], "solved"), (PRESETS[0], "expert")]
    assert all(rules in says_edges(dealt) for rules in PRESETS)
    panels = draw_calls(rows).axes
    filled = [line for line in panels[0].lines if line.get_marker() in ("o", "s", "D") and single(line)]
    assert len(filled) == 9
    assert sum(line.get_markerfacecolor() != "white" for line in filled) == 3
    near, far = draw_edges(dealt).axes
    assert sum(map(single, far.lines)) == 2
    assert sum(map(single, near.lines)) == 2 * (len(PRESETS) - 1)
    write_pictures(answers, tmp_path)
    for name in ("findings-calls", "findings-dealer"):
        assert "<svg" in (tmp_path / f"{name}.svg").read_text(encoding="utf-8")


def test_the_pictures_of_the_page_say_and_show_the_numbers_of_its_tables() -> None:
    text = PAGE.read_text(encoding="utf-8")
    pictures = dict(re.findall(r"!\[(.+?)\]\(\.\./images/(.+?)\)", text))
    assert sorted(pictures.values()) == ["findings-calls.svg", "findings-dealer.svg"]
    tables = "\n".join(line for line in text.splitlines() if line.startswith("|"))
    for says, file in pictures.items():
        numbers = re.findall(r"[+−]\d+\.\d+ ± \d+\.\d+", says)
        assert len(numbers) in (9, 20)
        assert all(number in tables for number in numbers)
        drawn = (PAGE.parents[1] / "images" / file).read_text(encoding="utf-8")
        if file == "findings-dealer.svg":
            assert all(f">{number}<" in drawn for number in numbers)
        else:
            assert all(f">{rules}<" in drawn for rules in FOUGHT)


def test_the_page_names_every_command() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, arguments in asked().items():
        assert f"tongits {shlex.join(arguments)}\n" in text, name
    for rules in PRESETS:
        assert f"| {rules} |" in text
    assert text.count("*How sure:*") == len(FINDINGS)
    assert f"\n\n**{len(FINDINGS)}. " in text
