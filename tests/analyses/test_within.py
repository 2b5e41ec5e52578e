"""Answers known to within a half-width, by command and in Python."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tongits_sim as ts
from analyses.compare import compare
from analyses.trial import try_habit as attempt
from analyses.whatif import whatif
from reports.questions.whatif import screen
from tests.experiments.duplicate.fields import without_clock
from tests.playing import command
from tests.sources import ROOT
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


@pytest.mark.parametrize("shorter", [800, 2500])
def test_a_monitored_comparison_becomes_a_longer_one(tmp_path: Path, shorter: int) -> None:
    """It may have been decided when it was shorter: a longer one looks with other limits."""
    out = tmp_path / "kept"
    asked: dict[str, Any] = {"players": "greedy,caller,hunter", "monitor": True, "sessions": False}
    first = compare(deals=shorter, **asked, run_options=RunOptions(workers=2, notice=silent, out=out))
    kept = RunOptions(workers=2, notice=silent, out=out, resume=True)
    longer = compare(deals=4000, **asked, run_options=kept)
    alone = compare(deals=4000, **asked, run_options=QUIET)
    assert without_clock(longer.to_dict()) == without_clock(alone.to_dict())
    assert longer.run.games_now < alone.run.games_now
    assert first.answer.deals <= longer.answer.deals


def test_a_finished_trial_becomes_a_longer_one(tmp_path: Path) -> None:
    out = tmp_path / "kept"
    asked: dict[str, Any] = {"habit": "never_call=1", "player": "greedy", "against": "caller"}
    attempt(deals=1200, **asked, run_options=RunOptions(workers=1, notice=silent, out=out))
    kept = RunOptions(workers=1, notice=silent, out=out, resume=True)
    longer = attempt(deals=3000, **asked, run_options=kept)
    alone = attempt(deals=3000, **asked, run_options=QUIET)
    assert without_clock(longer.to_dict()) == without_clock(alone.to_dict())


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


def test_a_change_that_shows_no_effect_leaves_and_metrics_are_those_of_all_changes(tmp_path: Path) -> None:
    asked: dict[str, Any] = {
        "change": ("call.timing=end", "fees.winnings=0.05", "draw.take_discard=free"),
        "within": 0.06,
    }
    way = RunOptions(workers=2, notice=silent, out=tmp_path / "kept")
    answer = whatif(**asked, run_options=way).answer
    timing, fee, free = answer.changes
    assert fee.deals is not None
    assert timing.deals is not None
    assert fee.deals < timing.deals
    assert "house_income" in [row.metric for row in answer.metrics]
    assert free.unseen("dealer_edge")
    assert free.deals == 16_000
    assert answer.within is not None
    assert answer.within.reached
    assert "16,000 deals show no effect of one change" in " ".join(screen(answer).notes)
    again = whatif(**asked, run_options=replace(way, resume=True)).answer
    assert without_clock(again.to_dict()) == without_clock(answer.to_dict())
    assert not again.run.games_per_second
    closer = whatif(**asked | {"within": 0.05}, run_options=replace(way, resume=True)).answer
    alone = whatif(**asked | {"within": 0.05}, run_options=QUIET).answer
    assert without_clock(closer.to_dict()) == without_clock(alone.to_dict())


def test_a_question_is_asked_until_its_main_number_is_known() -> None:
    told = document("analyze", "sunog", "--within", "1.5", "--players", "greedy,greedy,greedy")
    low, high = told["by_bot"][0]["burned"]["ci95"]
    assert (high - low) / 2 <= 0.015
    assert told["games"] == told["within"]["games"]
    answer = ts.analyze("sunog", players="greedy,greedy,greedy", within=1.5, run_options=QUIET)
    assert answer.games == told["games"]


@pytest.mark.parametrize("question", ["calls", "challenges", "lay"])
def test_a_question_of_the_book_is_measured_until_its_gain_is_known(question: str) -> None:
    asked = ("analyze", question, "--within", "0.5", "--players", "caller,greedy,hunter")
    told = document(*asked)
    gains = [row["gain"] for row in told.get("situations", ())] or [row["all"] for row in told["averages"]]
    assert gains
    assert all((gain["ci95"][1] - gain["ci95"][0]) / 2 <= 0.5 for gain in gains)
    assert told["book"] is None
    same = ts.analyze(question, games=told["games"], players="caller,greedy,hunter", run_options=QUIET).to_dict()
    assert same["averages"] == told["averages"]
    _, out, _ = command(*asked, "--workers", "1")
    assert "Known to within ±0.5, as asked" in out
    assert ("On average over all such decisions" in out) == (question != "lay")


def test_a_question_without_a_main_number_says_so() -> None:
    question = f"{ROOT / 'docs/examples/my_question.py'}:shares"
    code, _, err = command("analyze", question, "--within", "0.1")
    assert code == 2
    assert "No such option" in err
    assert "--within" in err
    with pytest.raises(TongitsError, match="no main number"):
        ts.analyze(question, within=0.1)


def test_mahjong_takes_it_too() -> None:
    told = document("mahjong", "simulate", "--within", "0.25", "--players", "greedy,greedy,caller,caller")
    assert told["within"]["reached"]
    assert told["games"] == told["within"]["games"]
    assert all((row["payout"]["ci95"][1] - row["payout"]["ci95"][0]) / 2 <= 0.25 for row in told["players_summary"])
    (pair,) = document("mahjong", "compare", "greedy", "caller", "--within", "0.1", "--games", "3k")["pairs"]
    assert (pair["diff"]["ci95"][1] - pair["diff"]["ci95"][0]) / 2 <= 0.1
    few = document("mahjong", "compare", "greedy", "caller", "--within", "0.001", "--games", "400")
    assert (few["within"]["reached"], few["deals"]) == (False, 400)


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
