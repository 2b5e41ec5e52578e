"""The tables of docs/explanation/thinking.md say what was measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyses.questions.knowing import ARMS, GROUPS
from tongits_sim.game.state import DECISIONS
from tools.blocks import marks
from tools.ladder import PRESETS as TEN
from tools.thinking import (
    FINDINGS,
    PAGE,
    PAIRS,
    knowing_job,
    speed_words,
    stored,
    strength_table,
    worth_findings,
    worth_table,
)


def row(rules: str, bot: str, against: str, gain: float) -> dict[str, Any]:
    known = {"rules": rules, "bot": bot, "against": against, "deals": 100, "seed": 1}
    return known | {"gain": gain, "se": 0.1}


def test_strength_is_marked_after_holm() -> None:
    text = strength_table([row("pagat", "rollout", "expert", 1.0), row("pagat", "rollout", "solved", 0.2)])
    assert "| pagat | +1.000 ± 0.196* | +0.200 ± 0.196* |" in text
    text = strength_table([row("pagat", "rollout", "expert", 0.2), row("sjs", "rollout", "expert", 0.2)])
    assert "*" not in text.partition("| pagat")[2]
    assert "all 2 comparisons" in text


def test_speed_is_of_the_decisions_thought_about() -> None:
    known = {"rules": "sjs", "bot": "rollout", "against": "solved", "games": 10, "seconds": 0.5}
    text = speed_words([known | {"thoughts": 50, "changed": 5, "worlds": 500}])
    assert "under sjs 100 decisions a second" in text
    assert "(5.0 a game of one seat, 10 worlds each on average, 10 % answered otherwise" in text


def test_every_group_is_thought_about_with_and_without_the_hands() -> None:
    assert {name for name, _ in GROUPS} == {name for name, _ in ARMS}
    assert {each for _, thinks in GROUPS for each in thinks} == set(DECISIONS)
    job = knowing_job("pagat", "greedy", 10, 1, 8)
    assert [(arm.shown, arm.knows) for arm in job.arms[-2:]] == [("stock", 2), ("both", 3)]


def test_worth_is_a_table_by_rules() -> None:
    lines = worth_table([known_worth("pagat", 0.8), known_worth("sjs", 1.2)]).splitlines()
    rows = [line for line in lines if line.startswith("|")][2:]
    assert len(rows) == len(ARMS) + len(GROUPS) + 1
    assert [line.count("+0.10 ± 0.10") for line in rows] == [2] * len(ARMS) + [0] * (len(GROUPS) + 1)
    assert [line.count("+0.50 ± 0.10") for line in rows].count(2) == len(GROUPS) - 1
    assert [line.count("+0.30 ± 0.10") for line in rows].count(2) == 1
    assert [line for line in rows if "+0.80 ± " in line and "+1.20 ± " in line]


def known_worth(rules: str, discards: float) -> dict[str, Any]:
    known: dict[str, Any] = {"rules": rules, "player": "expert", "deals": 10, "seed": 1, "worlds": 8}
    known["gain"] = {f"{name}: {shown}": [0.1, 0.0, 0.2] for name, shown in ARMS}
    known["hands"] = {name: [0.5, 0.4, 0.6] for name, _ in GROUPS} | {"discards": [discards, 0.7, 0.9]}
    return known | {"stock": [0.3, 0.2, 0.4]}


def test_findings_name_the_least_and_the_largest_and_are_refused_where_untrue() -> None:
    text = worth_findings([known_worth("pagat", 0.8), known_worth("sjs", 1.2), known_worth("rulesofcards", 9.0)])
    assert "under all 3 rule sets, +0.80 (pagat) to +1.20 (sjs)." in text
    assert "| rulesofcards | +9.00 ± 0.10 |" in text
    with pytest.raises(SystemExit, match="largest part"):
        worth_findings([known_worth("pagat", 0.4)])


def test_answers_are_read_in_the_order_of_the_presets(tmp_path: Path) -> None:
    for name in ("online", "pagat"):
        (tmp_path / f"worth-{name}.json").write_text(json.dumps(name))
    assert stored(tmp_path, "worth") == ["pagat", "online"]


def test_the_page_has_the_tables() -> None:
    text = PAGE.read_text("utf-8")
    begin, end = marks("thinking")
    block = text.partition(begin)[2].partition(end)[0]
    assert all(f"`{bot}` beside two `{other}`" in block for bot, other in PAIRS)
    assert "*worth of the hands*, all decisions" in block
    findings = FINDINGS.read_text("utf-8").partition(begin)[2].partition(end)[0]
    assert all(f"| {name} |" in findings for name in TEN)
