"""`whatif` in words and tables."""

from __future__ import annotations

from mahjong_sim.analyses.played import played
from mahjong_sim.questions import whatif as presented
from tests.mahjong_sim.played import document


def test_it_is_presented_whole() -> None:
    answer = played(document("mahjong whatif"))
    assert presented.headline(answer).endswith(".")
    assert all(text.endswith(".") for text in presented.sentences(answer))
    tables = presented.tables(answer)
    assert len({table.key for table in tables}) == len(tables)
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert sum(len(table.rows) for table in tables) > 2
    assert presented.findings(answer) == []
