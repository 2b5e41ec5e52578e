import json
from pathlib import Path
from typing import Any

import pytest

from analyses.face import analyze, checked
from analyses.question import QuestionError
from analyses.questions.payouts import PayoutsAnswer
from analyses.tournaments import tournament
from tests.asking import TOY
from tests.playing import ROOT, command
from tongits_sim.errors import TongitsError
from tongits_sim.run.how import HowError


def options(name: str) -> Any:
    return next(option for option in TOY.options if option.name == name)


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
    with pytest.raises(HowError, match="no option 'worker' of playing"):
        tournament("match", worker=2)


def test_a_question_of_ones_own_is_asked_by_its_file() -> None:
    spec = f"{ROOT}/docs/examples/my_question.py:shares"
    answer = analyze(spec, "pagat", "greedy,caller,hunter", 200, part=0.0)
    assert (answer.question, answer.games) == (spec, 200)
    assert [row["verdict"] for row in answer.to_dict()["cells"]] == ["more"] * 3
    assert "Than its share" in answer._repr_html_()


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("turns", "many", "turns must be a whole number"),
        ("turns", 10, "turns must lie between 1 and 9, not 10"),
        ("scale", 11, "scale must be a number from 0 to 10, not 11"),
        ("scale", "1", "scale must be a number from 0 to 10, not '1'"),
        ("way", "wide", "way must be 'long' or 'short', not 'wide'"),
        ("change", [1], "change must be text, not 1"),
        ("bare", "yes", "bare must be True or False, not 'yes'"),
    ],
)
def test_an_option_takes_what_a_command_line_takes(name: str, values: Any, message: str) -> None:
    with pytest.raises(TongitsError, match=message):
        checked(options(name), values)
