"""The tables of a report."""

from __future__ import annotations

from analyses.words import Table
from reports.questions.tables import channel_table


def test_markdown_and_csv() -> None:
    table = Table("k", "What", ["Player", "Units"], [["a|b", "1"]], note="Why.")
    assert table.markdown() == "**What**\n\n| Player | Units |\n| --- | ---: |\n| a\\|b | 1 |\n\nWhy.\n"
    assert table.csv() == "Player,Units\na|b,1\n"


def test_endings_that_move_no_money_are_left_out() -> None:
    cells = {("a", way, ending): f"{way} {ending}" for way in ("won", "lost") for ending in ("draw", "void")}
    table = channel_table(cells, {"draw"})
    assert table.headings == ["player", "", "draw, unchallenged"]
    assert table.rows == [["a", "won", "won draw"], ["a", "lost", "lost draw"]]
