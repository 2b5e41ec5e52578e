import functools
import json
from pathlib import Path

import pytest

from mahjong_sim.payouts import CHANGES, LENGTHS, PayoutsAnswer, analyze_payouts
from mahjong_sim.shown.page import report
from tests.playing import command, sure
from tongits_sim.run.answers import mean_of
from tongits_sim.run.run_options import RunOptions


@functools.cache
def payouts() -> PayoutsAnswer:
    return analyze_payouts(deals=40, session_games=8, run_options=RunOptions(workers=1))


def test_variants_are_compared_with_the_rules_asked_about() -> None:
    answer = payouts()
    assert [row.variant for row in answer.variants] == ["visayan", *CHANGES]
    first, single, *_ = answer.variants
    assert first.moved_diff is None
    change = mean_of(sure(single.moved_diff))
    assert mean_of(single.moved) - mean_of(first.moved) == pytest.approx(change)
    assert change < 0
    assert (single.void.mean, single.bunot.mean) == (first.void.mean, first.bunot.mean)


def test_sessions_have_a_row_for_each_variant_and_player() -> None:
    answer = payouts()
    assert [row.variant for row in answer.sessions] == [row.variant for row in answer.variants]
    for row in answer.sessions:
        assert row.sessions == 20
        assert mean_of(row.bankroll) > 0
        assert sure(row.session_swing) > sure(row.swing) > 0
    assert {row.pots for row in answer.sessions} == {None}


def test_pots_are_taken_more_often_in_longer_matches() -> None:
    pots = [sure(row.pots) for row in payouts().jai_alai]
    assert len(pots) == len(LENGTHS)
    assert pots == sorted(pots)
    assert pots[-1] > pots[0]


def test_the_command_prints_keeps_and_draws_what_the_function_says(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    folder = tmp_path / "run"
    asked = ("mahjong", "analyze", "payouts", "--deals", "40", "--session-games", "8", "--workers", "1")
    code, out, err = command(*asked, "--format", "json", "--out", str(folder), "-o", str(page))
    assert code == 0, err
    written = json.loads(out)
    assert written["sessions"] == json.loads(json.dumps(payouts().to_dict()["sessions"]))
    assert written["command_line"].startswith("tongits mahjong analyze payouts --rules visayan --players greedy,")
    assert "what can a session cost?" in page.read_text(encoding="utf-8")
    again = report(folder, tmp_path / "again.md")
    assert written["rules"] in again.read_text(encoding="utf-8")
