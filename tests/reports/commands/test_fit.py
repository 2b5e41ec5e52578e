"""`tongits analyze styles` on the command line: a profile that solve, advise and compare take."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from analyses.solving.solve import problem_of
from analyses.solving.solver import Solver
from tests.playing import command
from tongits_sim.run.how import How
from tongits_sim.run.warmup import silent

HAND = ("advise", "--hand", "3h 4h 5h 9c 9d Ks 2c 8d Jd Js 6c Ah Tc", "--discards", "Qs 4c Kd", "--worlds", "40")


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("fit") / "games.jsonl"
    players = "lola=fighter,caller,greedy"
    assert command("records", "--rules", "pagat", "--players", players, "-n", "30", "-o", str(path))[0] == 0
    return path


def test_a_profile_that_others_take(games: Path, tmp_path: Path) -> None:
    file = tmp_path / "lola.profile"
    code, out, err = command("analyze", "styles", str(games), "--player", "lola", "-n", "100", "-o", str(file))
    assert code == 0, err
    assert "lola challenges" in out
    assert file.exists()
    problem = problem_of("pagat", "expert", [f"1={file}"], games=200)
    assert problem.locks[0].file == str(file)
    Solver(problem, How(workers=1, notice=silent)).step()
    code, out, err = command(*HAND, "--against", str(file), "--format", "json")
    assert code == 0, err
    assert "lola.profile" in json.loads(out)["against"]["right"]
    code, _, err = command("compare", f"lola={file}", "greedy", "--rules", "pagat", "--deals", "20")
    assert code == 0, err


def test_json_and_csv(games: Path) -> None:
    code, out, err = command("analyze", "styles", str(games), "--player", "lola", "-n", "100", "--format", "json")
    assert code == 0, err
    answer = json.loads(out)
    assert answer["games"] == 30
    code, out, _ = command("analyze", "styles", str(games), "--player", "lola", "-n", "100", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert len(rows) == len(answer["situations"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--player", "nobody"), "no player called 'nobody' sits in the games of games.jsonl"),
        (("--player", "lola", "--rules", "sjs"), "was played under pagat, not under sjs"),
        (("--player", "lola", "--set", "pay.fold=2"), "--rules names"),
        (("--player", "lola", "-o", "."), "is a folder"),
        (("--player", "lola", "--play", "nobody"), "unknown strategy"),
    ],
)
def test_errors_in_one_sentence(games: Path, arguments: tuple[str, ...], message: str) -> None:
    code, _, err = command("analyze", "styles", str(games), *arguments)
    assert code != 0
    assert message in err
    assert "Traceback" not in err
