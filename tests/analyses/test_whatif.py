"""What a change does: the document, its verdicts, its frames, and its folder."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from analyses.answer_folder import KeptError
from analyses.answers.whatif import ChangeAnswer
from analyses.estimates.rule_effects import ranked
from analyses.whatif import WhatIf, planned, whatif
from tests.playing import sure
from tongits_sim.errors import TongitsError
from tongits_sim.run.answers import Estimate, value

NOTHING = {"mean": 0, "ci95": [0, 0]}


@functools.cache
def example() -> WhatIf:
    """Some changes of each sort."""
    return whatif(deals=400, change=["pay.tongits=6", "call.timing=end", "pay.fold=1", "jokers.count=1"], workers=1)


def by_change(document: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The changes by their text."""
    return {each["change"]: each for each in document["changes"]}


def test_every_change_has_every_metric_before_and_after() -> None:
    document = example().to_dict()
    wanted = {"dealer_edge", "payout_sd", "share_tongits", "share_draw", "share_challenge", "share_stock_out"}
    wanted |= {"sunog_rate", "turns", "mean_pot", "payout:greedy", "payout:caller", "payout:hunter", "skill_spread"}
    for change in document["changes"]:
        assert wanted <= {row["metric"] for row in change["effects"]}
        for row in change["effects"]:
            before, after, diff = (row[name]["mean"] for name in ("before", "after", "diff"))
            assert after - before == pytest.approx(diff, abs=1e-12)


def test_the_same_value_is_said_to_do_nothing_and_another_deck_to_be_one() -> None:
    changes = by_change(example().to_dict())
    same = changes["pay.fold=1"]
    assert same["no_effect"] == "the base has this value already"
    assert all((row["diff"], row["verdict"]) == (NOTHING, "none") for row in same["effects"])
    assert changes["pay.tongits=6"]["no_effect"] is None
    assert [name for name, each in changes.items() if not each["same_deck"]] == ["jokers.count=1"]


def test_a_change_of_payments_is_not_played_differently() -> None:
    change = by_change(example().to_dict())["pay.tongits=6"]
    assert change["deals_played_differently"] == 0 < change["deals_that_differ"]
    played = [row for row in change["effects"] if row["metric"].startswith(("share", "sunog", "turns"))]
    assert {row["verdict"] for row in played} == {"none"}


def test_verdicts_follow_the_corrected_p_values() -> None:
    document = example().to_dict()
    rows = [row for each in document["changes"] if not each["no_effect"] for row in each["effects"]]
    assert document["family"] == len(rows)
    for row in rows:
        assert row["p_holm"] >= row["p"]
        assert (row["verdict"] in ("more", "less")) == (row["p_holm"] <= 0.05)
        if row["verdict"] in ("more", "less"):
            assert (row["diff"]["mean"] > 0) == (row["verdict"] == "more")


def test_frames_hold_a_row_for_each_effect() -> None:
    answer = example()
    metrics = len(answer.to_dict()["metrics"])
    assert answer.effects.height == 4 * metrics
    assert {"change", "metric", "diff", "diff_low", "diff_high"} <= set(answer.effects.columns)
    assert answer.ranking["rank"].to_list() == [1, 2, 3, 4]


def test_ranks_every_knob() -> None:
    document = whatif(deals=20, all_knobs=True, rank_by="turns", workers=1).to_dict()
    assert document["correction"] == "benjamini-hochberg"
    assert document["choosing"] == {"deals": 10, "seed": 2_000_004}
    sizes = [abs(row["choosing"]) for row in document["ranking"]]
    assert sizes == sorted(sizes, reverse=True)
    assert len(document["ranking"]) == len(document["changes"]) > 100
    assert any("score" in each["reason"] for each in document["skipped"])


def test_a_folder_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"deals": 40, "change": "pay.fold=2", "workers": 1, "out": tmp_path / "run"}
    one = whatif(**asked).to_dict()
    again = whatif(**asked, resume=True).to_dict()
    assert again["changes"] == one["changes"]
    with pytest.raises(KeptError, match="another answer"):
        whatif(**(asked | {"change": "pay.fold=3"}), resume=True)
    with pytest.raises(TongitsError, match="played for a score"):
        whatif(deals=10, change="match.progressive_target=50")


def test_shares_have_limits_that_can_be() -> None:
    answer = example().answer
    level = next(row.value for row in answer.metrics if row.metric == "share_stock_out")
    mean, (low, high) = value(level), sure(level.ci95)
    assert 0 < low < mean < high
    assert high - mean > mean - low
    for row in (row for change in answer.changes for row in change.effects if row.metric.startswith("share_")):
        if row.p is not None and row.diff.ci95 is not None:
            assert (row.p < 0.05) == row.diff.decided


def test_a_rule_that_only_multiplies_payments_is_no_large_change() -> None:
    """Amounts are ranked by their share of what the winner takes; in units the largest change would be one of scale."""
    one, other, *_ = example().answer.changes

    def changed(change: ChangeAnswer, name: str, **after: tuple[float, float]) -> ChangeAnswer:
        rows = [
            replace(row, before=Estimate(after[row.metric][0]), diff=Estimate(after[row.metric][1]), choosing=None)
            if row.metric in after
            else row
            for row in change.effects
        ]
        return replace(change, change=name, effects=tuple(rows))

    scaled = changed(one, "points for chips", dealer_edge=(2.0, 18.0), mean_pot=(4.0, 36.0))
    fairer = changed(other, "the deal rotates", dealer_edge=(2.0, -1.9), mean_pot=(4.0, 0.0))
    assert scaled.of_take("dealer_edge") == (0.5, 0.5)
    assert [row.change for row in ranked([scaled, fairer], "dealer_edge")] == ["the deal rotates", "points for chips"]
    assert scaled.of_take("turns") is None
    assert scaled.size("turns") == scaled.effect("turns").size


def test_every_change_of_rules_with_a_jackpot_is_played_in_matches() -> None:
    """Only there does the jackpot show, and who deals the next game, which is the largest change of all."""
    job = planned("pagat", "greedy,greedy,greedy", 2000, all_knobs=True)
    assert (job.match_games, job.deals) == (20, 100)
    assert planned("pagat", "greedy,greedy,greedy", 2000, all_knobs=True, match_games=3).match_games == 3
    assert planned("rulesofcards", "greedy,greedy,greedy", 2000, all_knobs=True).match_games == 1
    assert planned("pagat", "greedy,greedy,greedy", 2000, change="pay.fold=2").match_games == 1
