import json
import sys
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from analyses.answer_folder import KeptError
from analyses.tournament import tournament
from tests.playing import BAD_BOTS, command, sure
from tongits_sim.experiments.simulate import simulate
from tongits_sim.run.compiling import silent
from tongits_sim.run.faults import BotFault
from tongits_sim.run.run_options import RunOptions

ODD = ("1 caller, 2 expert", "1 expert, 2 caller")
SMALL = """
title = "Nine players"
field = "3 greedy, 6 random"

[[stages]]
name = "First"
players = 9
rounds = 3

[[stages]]
name = "Final"
players = 3
rounds = 4
"""


@pytest.fixture
def small(tmp_path: Path) -> str:
    path = tmp_path / "small.toml"
    path.write_text(SMALL, encoding="utf-8")
    return str(path)


def quiet(**options: object) -> RunOptions:
    return RunOptions(**{"workers": 1, "notice": silent, **options})  # type: ignore[arg-type]


def test_the_best_kind_wins_and_luck_has_a_price(small: str) -> None:
    answer = tournament(small, events=60, matches=60, deals=50, run_options=quiet())
    title = sure(answer.kind("greedy").title.mean)
    assert answer.best == "greedy"
    assert title > 0.8
    assert sum(kind.title.mean or 0 for kind in answer.kinds) == pytest.approx(1)
    assert answer.lottery == pytest.approx(2 / 3)
    assert sure(answer.luck).mean == pytest.approx(1 - title)
    assert answer.games_played == 60 * 13 + 54 + sum(row.rounds * row.matches for row in answer.lengths)
    assert sure(answer.lengths[-1].best.ci95)[0] >= 0.9


def test_points_decide_progressive_matches(small: str) -> None:
    answer = tournament(small, "pagat+progressive", events=40, matches=40, deals=60, run_options=quiet())
    greedy, other = answer.kinds
    assert (answer.target, answer.best, greedy.player) == (100, "greedy", "greedy")
    assert 0 < sure(sure(greedy.points).mean) < sure(sure(other.points).mean)
    assert greedy.payout.mean is None
    assert sure(greedy.title.mean) > 0.5
    assert [row.rounds for row in answer.lengths][:1] == [1]
    assert answer.games_played <= 40 * 13 + 63 + sum(4 * row.rounds * row.matches for row in answer.lengths)


def test_the_best_is_who_earns_most_among_these_players(small: str) -> None:
    """The players of a batch of such matches are ranked alike: who is ahead depends on the company."""
    odd = [tournament("match", field=field, events=1, matches=0, deals=40_000, run_options=quiet()) for field in ODD]
    for answer, players in zip(odd, ("caller,expert,expert", "expert,caller,caller"), strict=True):
        single = simulate("pagat", players.split(","), 800_000, 5, match_games=20, run_options=quiet()).players_summary[
            0
        ]
        ahead = single.player if sure(single.payout.mean) > 0 else players.split(",")[1]
        assert single.payout.excludes_zero
        assert answer.best == ahead
    assert all(answer.games_played == 20 + 40_000 for answer in odd)
    with_points = tournament(
        small, "sjs", field="3 greedy, 6 expert", events=1, matches=0, deals=90, run_options=quiet()
    )
    assert with_points.games_played == 13 + 10 * 9  # whole stages of nine games


def test_without_a_certain_difference_nobody_is_the_best(small: str) -> None:
    alike = tournament(small, field="9 greedy", events=5, run_options=quiet())
    near = tournament(small, field="3 greedy, 6 greedy(challenge_at=25)", events=5, deals=2, run_options=quiet())
    for answer in (alike, near):
        assert (answer.best, answer.luck, answer.lengths, answer.enough, answer.rival) == (None, None, (), None, None)
    assert alike.kinds[0].title.mean == 1
    assert {kind.player for kind in near.kinds} == {"greedy", "greedy(challenge_at=25)"}


def test_a_folder_keeps_it_and_resumes(small: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    first = tournament(small, events=20, matches=10, deals=50, run_options=quiet(out=out))
    with pytest.raises(KeptError, match="--resume"):
        tournament(small, events=20, matches=10, deals=50, run_options=quiet(out=out))
    again = tournament(small, events=20, matches=10, deals=50, run_options=quiet(out=out, resume=True))
    assert (again.kinds, again.lengths) == (first.kinds, first.lengths)
    with pytest.raises(KeptError, match="another answer"):
        tournament(small, events=21, matches=10, deals=50, run_options=quiet(out=out, resume=True))


def test_a_kind_that_fails_is_left_out_and_the_largest_other_kind_takes_its_places(small: str, tmp_path: Path) -> None:
    cheat = f"{BAD_BOTS}:cheat"
    asked: dict[str, Any] = {"events": 20, "matches": 10, "deals": 50}
    answer = tournament(small, field=f"3 greedy, 4 random, 2 {cheat}", run_options=quiet(out=tmp_path / "run"), **asked)
    (failed,) = answer.left_out
    assert failed.player == "cheat"
    assert "the bot cheat broke rule" in failed.fault
    alone = tournament(small, field="3 greedy, 6 random", run_options=quiet(), **asked)
    assert (answer.kinds, answer.stages, answer.lengths) == (alone.kinds, alone.stages, alone.lengths)
    for field, strict in ((f"3 greedy, 4 random, 2 {cheat}", True), (f"3 greedy, 6 {cheat}", False)):
        with pytest.raises(BotFault):
            tournament(small, field=field, run_options=quiet(), strict=strict, **asked)


def test_the_command_says_which_kind_failed(small: str, tmp_path: Path) -> None:
    field = f"3 greedy, 4 random, 2 {BAD_BOTS}:cheat"
    line = ("tournament", small, "--field", field, "--events", "20", "--matches", "0", "--deals", "50")
    words = (*line, "--format", "json", "--out", str(tmp_path / "run"))
    with patch.object(sys, "argv", ["cli.py", *words]):  # the manifest holds it
        code, out, err = command(*words)
    assert (code, json.loads(out)["left_out"][0]["player"]) == (1, "cheat")
    assert err.splitlines()[-1].startswith("Error: the bot cheat broke rule")
    code, _, err = command("status", "--verify", str(tmp_path / "run"), "--allow-bots", str(BAD_BOTS))
    assert (code, err) == (0, "")
    assert command(*line, "--strict")[0] == 2
