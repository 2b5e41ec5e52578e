"""How long games last and who wins by the turn of the first meld, as shown; test_batch.py counts both from records."""

import pytest

from reports.questions.simulate import findings, laps, tables
from tests.playing import job, play
from tongits_sim.run.answers import mean_of


def test_lengths_add_up_and_are_shown() -> None:
    results = play(job("pagat", games=3000))
    answer = results.answer
    assert sum(row.games for row in answer.lengths) == 3000
    mean = sum(row.turns * row.games for row in answer.lengths) / 3000
    assert mean == pytest.approx(answer.turns_per_game)
    assert sum(mean_of(part) for _, part in laps(answer)) == pytest.approx(1)
    shown = {table.key: table for table in tables(answer)}
    assert [row[0] for row in shown["lengths"].rows][:3] == ["1–3", "4–6", "7–9"]
    assert [row[0] for row in shown["first_melds"].rows][:3] == ["never", "1", "2"]
    assert [finding.key for finding in findings(answer)] == ["forest", "lengths", "first_melds"]
    assert results.turns["games"].sum() == 3000
