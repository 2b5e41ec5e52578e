"""How the answer of `analyze mano` is presented."""

from __future__ import annotations

from mahjong_sim.questions import mano as presented
from tests.mahjong_sim.asked import asked


def test_sentences_tables_and_figures() -> None:
    answer = asked("mano")
    assert presented.headline(answer).endswith(".")
    assert "greedy" in presented.headline(answer)
    assert all(text.rstrip().endswith(".") for text in presented.sentences(answer))
    tables = presented.tables(answer)
    assert len({table.key for table in tables}) == len(tables)
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert sum(len(table.rows) for table in tables) > 3
    for finding in presented.findings(answer):
        assert finding.text
        assert finding.draw().get_size_inches()[0] > 2


def test_an_undecided_value_is_said_so() -> None:
    from dataclasses import replace

    from tongits_sim.run.answers import Estimate

    answer = replace(asked("mano"), payout=Estimate(0.1, (-0.1, 0.3)))
    assert "not decided" in presented.headline(answer)
    answer = replace(answer, payout=Estimate(0.2, (0.1, 0.3)))
    assert "not decided" not in presented.headline(answer)
