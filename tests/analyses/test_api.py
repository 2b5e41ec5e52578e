import json
from pathlib import Path
from typing import Any

import pytest

from analyses.api import analyze
from analyses.question import QuestionError
from analyses.questions.payouts import PayoutsAnswer
from analyses.tournament import tournament
from tests.playing import ROOT, command
from tongits_sim.run.arguments import ArgumentError


def test_the_answer_is_that_of_the_command_line(tmp_path: Path) -> None:
    answer = analyze("payouts", ["sjs", "pagat"], games="300", seed=5, workers=1, out=tmp_path / "run")
    assert isinstance(answer, PayoutsAnswer)
    assert answer.rule_sets == ("sjs", "pagat")
    line = ["payouts", "--rules", "sjs", "--rules", "pagat", "--games", "300", "--seed", "5", "--format", "json"]
    code, out, _ = command("analyze", *line)
    assert code == 0
    stored = json.loads((tmp_path / "run" / "results.json").read_text())
    for document in (answer.to_dict(), stored):
        for key in ("variants", "parts", "endings", "players", "games", "seed", "options"):
            assert json.loads(json.dumps(document[key])) == json.loads(out)[key]


def test_tournaments_are_those_of_the_command_line(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"field": "1 greedy, 2 random", "events": "20", "matches": 0, "deals": 20.0, "seed": 4}
    answer = tournament("match", "sjs", **asked, workers=1, out=tmp_path / "run")
    line = ["--rules", "sjs", "--field", "1 greedy, 2 random", "--events", "20", "--matches", "0", "--deals", "20"]
    code, out, _ = command("tournament", "match", *line, "--seed", "4", "--format", "json")
    assert code == 0
    stored = json.loads((tmp_path / "run" / "results.json").read_text())
    for document in (answer.to_dict(), stored):
        for key in ("kinds", "stages", "best", "luck", "games_played", "command_line"):
            assert json.loads(json.dumps(document[key])) == json.loads(out)[key]
    assert "<table>" in answer._repr_html_()
    with pytest.raises(QuestionError, match="events must lie between 1"):
        tournament("match", events=0)
    with pytest.raises(ArgumentError, match="no argument 'worker'; did you mean 'workers'"):
        tournament("match", worker=2)  # type: ignore[call-arg]


def test_a_question_of_ones_own_is_asked_by_its_file() -> None:
    spec = f"{ROOT}/docs/examples/my_question.py:shares"
    answer = analyze(spec, "pagat", "greedy,caller,hunter", 200, part=0.0)
    assert (answer.question, answer.games) == (spec, 200)
    assert [row["verdict"] for row in answer.to_dict()["cells"]] == ["more"] * 3
    assert "Than its share" in answer._repr_html_()
