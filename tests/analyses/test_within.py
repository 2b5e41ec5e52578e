"""Answers known to within a half-width, by command and in Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tongits_sim as ts
from analyses.compare import compare
from analyses.whatif import whatif
from tests.playing import command
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.simulate import simulate
from tongits_sim.run.compiling import silent
from tongits_sim.run.run_options import RunOptions

QUIET = RunOptions(workers=1, notice=silent)


def document(*arguments: str) -> Any:
    code, out, err = command(*arguments, "--format", "json", "--workers", "1")
    assert code == 0, err
    return json.loads(out)


def test_a_batch_is_the_batch_of_as_many_games() -> None:
    results = simulate(within=0.15, run_options=QUIET)
    assert results.within is not None
    assert results.within.reached
    assert all((row.payout.half_width or 1) <= 0.15 for row in results.players_summary)
    same = simulate(games=results.games, run_options=QUIET)
    assert results.players_summary == same.players_summary
    assert results.within.games == results.games > 2000


def test_games_are_the_most() -> None:
    told = document("simulate", "--within", "0.001", "--games", "5k")
    assert told["games"] == told["within"]["games"] == 5000
    assert not told["within"]["reached"]
    code, out, _ = command("simulate", "--within", "0.001", "--games", "5k", "--workers", "1")
    assert code == 0
    assert "Not known to within ±0.001: after 5,000 games it is ±0.1" in out


def test_matches_for_points_are_known_by_games_won() -> None:
    results = simulate("pagat+progressive", within=1.5, run_options=QUIET)
    assert all((row.wins.half_width or 1) <= 0.015 for row in results.players_summary)
    assert results.within is not None
    assert results.within.looks > 1


def test_a_comparison_is_that_of_as_many_deals(tmp_path: Path) -> None:
    out = tmp_path / "kept"
    told = document("compare", "greedy", "caller", "--within", "0.15", "--out", str(out))
    (pair,) = told["pairs"]
    low, high = pair["diff"]["ci95"]
    assert (high - low) / 2 <= 0.15
    assert told["within"]["counted"] == "deals"
    same = compare(players="greedy,caller", deals=told["deals"], run_options=QUIET).to_dict()
    assert same["pairs"] == told["pairs"]
    closer = document("compare", "greedy", "caller", "--within", "0.1", "--out", str(out), "--resume")
    assert closer["deals"] > told["deals"]
    assert (
        closer["pairs"] == compare(players="greedy,caller", deals=closer["deals"], run_options=QUIET).to_dict()["pairs"]
    )


def test_a_finished_comparison_becomes_a_longer_one(tmp_path: Path) -> None:
    out = tmp_path / "kept"
    compare(players="greedy,caller", deals=300, run_options=RunOptions(workers=1, notice=silent, out=out))
    longer = compare(
        players="greedy,caller", deals=700, run_options=RunOptions(workers=1, notice=silent, out=out, resume=True)
    ).to_dict()
    assert longer["pairs"] == compare(players="greedy,caller", deals=700, run_options=QUIET).to_dict()["pairs"]
    with pytest.raises(TongitsError, match="holds another answer: deals is 700 there and 600 here"):
        compare(players="greedy,caller", deals=600, run_options=RunOptions(notice=silent, out=out, resume=True))


CHANGES = ("call.timing=end", "pay.sunog_extra=2", "pay.tongits=4")


def test_a_change_that_is_known_stops_while_others_play_on() -> None:
    answer = whatif(change=CHANGES, within=0.1, run_options=QUIET).answer
    assert answer.within is not None
    assert answer.within.reached
    deals = [change.deals or 0 for change in answer.changes]
    assert len(set(deals)) > 1
    assert max(deals) == answer.deals
    for change in answer.changes:
        assert (change.effect("dealer_edge").diff.half_width or 0) <= 0.1
        alone = whatif(change=change.change, deals=change.deals, run_options=QUIET).answer.changes[0]
        assert alone.effect("dealer_edge").diff == change.effect("dealer_edge").diff
    assert answer.games_played == (answer.deals + sum(deals)) * answer.seatings
    assert answer.games_played < 4 * answer.deals * answer.seatings


def test_a_question_is_asked_until_its_main_number_is_known() -> None:
    told = document("analyze", "sunog", "--within", "1.5", "--players", "greedy,greedy,greedy")
    low, high = told["by_bot"][0]["burned"]["ci95"]
    assert (high - low) / 2 <= 0.015
    assert told["games"] == told["within"]["games"]
    answer = ts.analyze("sunog", players="greedy,greedy,greedy", within=1.5, run_options=QUIET)
    assert answer.games == told["games"]


def test_a_question_without_a_main_number_says_so() -> None:
    code, _, err = command("analyze", "calls", "--within", "0.1")
    assert code == 2
    assert "--within" in err
    with pytest.raises(TongitsError, match="no main number"):
        ts.analyze("calls", within=0.1)


def test_a_batch_of_jobs_takes_it_too(tmp_path: Path) -> None:
    file = tmp_path / "jobs.toml"
    file.write_text(
        '[[job]]\ncommand = "simulate"\nwithin = 0.2\n[[job]]\ncommand = "compare"\nplayers = "greedy,caller"\n'
        'within = 0.3\n[[job]]\ncommand = "whatif"\nchange = ["call.timing=end"]\nwithin = 0.3\n'
        '[[job]]\ncommand = "analyze"\nquestion = "sunog"\nplayers = "greedy,greedy,greedy"\nwithin = 2.0\n'
    )
    code, _, err = command("batch", str(file), "--out", str(tmp_path / "out"), "--workers", "1")
    assert code == 0, err
    answers = [json.loads(path.read_text()) for path in sorted((tmp_path / "out").glob("*/results.json"))]
    assert [answer["within"]["reached"] for answer in answers if "within" in answer].count(True) >= 3


def test_a_half_width_is_positive() -> None:
    code, _, err = command("simulate", "--within", "0")
    assert code == 2
    assert "it must be a number between" in err
    with pytest.raises(TongitsError, match="above 0"):
        whatif(change="call.timing=end", within=-1.0, run_options=QUIET)
    with pytest.raises(TongitsError, match="leave within or the table out"):
        simulate(within=0.1, games_table="games.parquet", run_options=QUIET)
