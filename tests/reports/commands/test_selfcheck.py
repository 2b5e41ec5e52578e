import json

import pytest

from tests.playing import EVERY_GAME, of
from tongits_sim.core.benchmark import Row
from tongits_sim.core.game import Game


@EVERY_GAME
def test_answers(game: Game) -> None:
    code, out, _ = of(game, "selfcheck", "--deals", "2000", "--format", "json")
    answer = json.loads(out)
    assert (code, answer["deals"], all(row["passed"] for row in answer["checks"])) == (0, 2000, True)
    assert f"tongits {answer['command']}" == f"{game.command} selfcheck"


@EVERY_GAME
def test_a_failed_check_is_an_exit_code(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [Row("P(a set)", 0.4, 0.401, 1.5), Row("P(a run)", 0.3, 0.4, 7.25)]
    monkeypatch.setattr(game.selfcheck, "run", lambda deals, seed: rows)
    code, out, err = of(game, "selfcheck", "--deals", "1000")
    assert (code, err) == (1, "Error: 1 of 2 checks failed: P(a run)\n")
    assert "FAIL" in out
