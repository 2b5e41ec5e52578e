"""Charts as files: what is written is what the chart bot plays, and it is played against its source."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from analyses.question import QuestionError, inquiry
from analyses.questions.calls import CALLS
from analyses.questions.challenges import CHALLENGES
from analyses.rollouts.charts import Chart, check_path
from strategies import load_player


def test_a_chart_is_read_again_as_written(tmp_path: Path) -> None:
    calls = tuple((130.0, 20.0 + stock, -1.0) for stock in range(18))
    fights = tuple((130.0, 10.0, *(float(stock),) * 11) for stock in range(18))
    path = tmp_path / "mine.toml"
    path.write_text(Chart(calls, fights).text('from "me"'))
    player = load_player(f"chart(file={json.dumps(str(path))})")
    assert player.tables == {"call_at": calls, "challenge_at": fights}


def test_bad_names_are_refused_before_anything_is_played(tmp_path: Path) -> None:
    for path in (tmp_path / "chart.json", tmp_path / "nowhere" / "chart.toml"):
        with pytest.raises(QuestionError):
            check_path(path)


def test_a_chart_is_of_the_player_who_was_asked_about(tmp_path: Path) -> None:
    """It is played by him, with everything else as he does it, and against him."""
    path = tmp_path / "found.toml"
    settings = {"games": 2000, "chart": path, "check_games": 100, "players": "greedy,expert,greedy", "of": "expert"}
    chart = CALLS.ask(inquiry(CALLS, **settings)).chart
    assert chart is not None
    assert (chart.source, chart.player) == ("expert", "expert(file=found.toml)")


@pytest.mark.parametrize("question", [CALLS, CHALLENGES])
def test_the_chart_found_plays_better_than_its_source(question: Any, tmp_path: Path) -> None:
    """A bot that calls and fights only with nearly nothing leaves much to find."""
    path = tmp_path / "found.toml"
    players = ",".join(["greedy(call_at=4, challenge_at=4)"] * 3)
    asked = inquiry(question, players=players, games=40_000, chart=path, check_games=2000, min_forks=200)
    chart = question.ask(asked).chart
    assert path.exists()
    assert chart.seed not in (asked.seed, asked.seed + 7_000_003)
    assert chart.source == "greedy(call_at=4, challenge_at=4)"
    assert chart.verdict == "better"
    assert chart.diff.ci95 is not None
    assert chart.diff.ci95[0] > 0
