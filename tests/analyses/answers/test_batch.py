"""A batch with what a page says of how it was made."""

from __future__ import annotations

import json

from analyses.answers.batch import BatchReport
from tests.playing import job, play
from tongits_sim.designs.batch.answer import BatchAnswer


def test_a_report_is_the_answer_and_how_it_was_made() -> None:
    results = play(job("sjs", games=40, match_games=10, fixed_seats=True, seed=3))
    report = BatchReport.of(results)
    assert BatchAnswer.from_dict(report.to_dict()) == results.answer
    assert [bot.player for bot in report.bots] == ["greedy", "caller", "hunter"]
    assert report.versions.tongits
    assert report.command_line.endswith("--games 40 --seed 3 --match-games 10 --fixed-seats")
    assert BatchReport.from_dict(json.loads(json.dumps(report.to_dict()))) == report
