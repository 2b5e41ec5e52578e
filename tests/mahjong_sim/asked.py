"""Questions asked once for several tests, of few games."""

import functools
from typing import Any

import mahjong_sim.commands  # noqa: F401  joins questions and words to the game
from analyses.question import inquiry
from analyses.registry import question
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.run.options import RunOptions


@functools.cache
def asked(name: str, players: str = "greedy,greedy,greedy,greedy") -> Any:
    entry = question(name, MAHJONG)
    return entry.ask(inquiry(entry, players=players, games=40, how=RunOptions(workers=1), session_games=8))


def check_presented(presented: Any, answer: Any) -> None:
    """Screen, tables and figures of an answer are whole; presented: the module of its words."""
    screen = presented.screen(answer)
    assert screen.answer.endswith(".")
    assert screen.body
    assert len(screen.notes) <= 3
    tables = presented.tables(answer)
    assert len({table.key for table in tables}) == len(tables)
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert sum(len(table.rows) for table in tables) > 2
    for finding in presented.findings(answer):
        assert finding.text
        assert all(panel.figure.get_size_inches()[0] > 1 for panel in finding.panels())
