"""Own metrics found by name, and in the answers of `whatif`."""

from __future__ import annotations

from pathlib import Path

import pytest

from analyses.own_metrics import ENTRY_POINTS, metric
from analyses.rule_changes import ChangeError
from analyses.whatif import whatif
from reports.questions.whatif import tables
from tests.playing import ROOT
from tongits_sim.core.user_file import BotFileError, only_files
from tongits_sim.experiments.paired import MetricError
from tongits_sim.run.answers import Estimate, value

EXAMPLE = f"{ROOT}/docs/examples/my_metric.py:points_left"


def test_a_metric_of_a_file_stands_beside_the_others() -> None:
    answer = whatif("pagat", deals=40, change="pay.tongits=6", metric=EXAMPLE, rank_by="points_left", workers=1).answer
    effect = answer.changes[0].effect("own:points_left")
    assert value(effect.before) > 5
    assert effect.diff == Estimate(0.0)  # the cards stay as they were, but a metric may count money too
    assert answer.rank_by == "own:points_left"
    assert f"--metric {EXAMPLE}" in answer.command_line
    assert type(answer).from_dict(answer.to_dict()) == answer
    assert "points left, a game" in {row[0] for row in tables(answer)[0].rows}


def test_a_metric_of_an_installed_package(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"left": "somewhere:LEFT", "no_metric": "somewhere:ELSE"}
    own = {"somewhere:LEFT": metric(EXAMPLE), "somewhere:ELSE": 5}
    monkeypatch.setattr("analyses.own_metrics.offered", lambda group: points if group == ENTRY_POINTS else {})
    monkeypatch.setattr("analyses.own_metrics.load", own.__getitem__)
    assert metric("left").given == "left"
    with pytest.raises(MetricError, match="no_metric is not a metric"):
        metric("no_metric")
    with pytest.raises(MetricError, match="Did you mean 'left'"):
        metric("lft")


def test_two_of_one_name_are_refused() -> None:
    with pytest.raises(ChangeError, match="the same name"):
        whatif("pagat", deals=5, change="pay.tongits=6", metric=[EXAMPLE, EXAMPLE])


def test_files_are_executed_only_where_they_may_be(tmp_path: Path) -> None:
    with only_files([str(tmp_path)], "--allow-bots"), pytest.raises(BotFileError, match="if you trust it"):
        metric(EXAMPLE)
