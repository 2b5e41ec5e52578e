"""The tables of a report."""

from __future__ import annotations

from reports.page.tables import Table, tables
from tests.designs.tournament.fields import example


def test_all_tables_are_whole() -> None:
    made = tables(example())
    assert [table.key for table in made] == ["ranking", "pairs", "shares", "channels", "places", "matrix", "tables"]
    for table in made:
        assert table.caption
        assert {len(row) for row in table.rows} == {len(table.headings)}


def test_markdown_and_csv() -> None:
    table = Table("k", "What", ["Player", "Units"], [["a|b", "1"]], note="Why.")
    assert table.markdown() == "**What**\n\n| Player | Units |\n| --- | ---: |\n| a\\|b | 1 |\n\nWhy.\n"
    assert table.csv() == "Player,Units\na|b,1\n"
