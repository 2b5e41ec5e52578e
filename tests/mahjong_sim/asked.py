"""Questions asked once for several tests, of few games."""

from __future__ import annotations

import functools
from typing import Any

from analyses.question import inquiry
from analyses.registry import question
from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.forks.job import Binning, Bins, ForkEstimates, ForkJob
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.rules import load
from tongits_sim.run.how import How

GAMES = {"mano": 40, "payouts": 40}


@functools.cache
def asked(name: str, players: str = "greedy,greedy,greedy,greedy") -> Any:
    """The answer to a question, of few games with few forks a cell."""
    entry = question(name, MAHJONG)
    few = {"min_forks": 15, "session_games": 8}
    own = {option.name: few[option.name] for option in entry.options}
    return entry.ask(inquiry(entry, players=players, games=GAMES.get(name, 60), how=How(workers=1), **own))


BINNINGS = (
    Binning("all"),
    Binning("shanten", (Bins("shanten", (0, 1, 2, 3)),)),
    Binning("chose", (Bins("chose", (0, 1)),)),
)


def fork_job(forked: str, games: int = 40, **fields: Any) -> ForkJob:
    """Forks between four greedy bots."""
    others = {"open": "closed", "tries": "ambitious(suit_at=1),closed"}.get(forked)
    fields = {"others": load_players(others) if others else (), "goals": (128, 8) if forked == "tries" else ()} | fields
    return ForkJob(load("visayan"), load_players("greedy,greedy,greedy,greedy"), forked, BINNINGS, games, **fields)


@functools.cache
def forks(forked: str, placebo: bool = False) -> ForkEstimates:
    """Forks that were played."""
    job = fork_job(forked, placebo=placebo)
    run = How(workers=1).run(job)
    return ForkEstimates(job, run.totals, run.elapsed)


def check_presented(presented: Any, answer: Any) -> None:
    """Sentences, tables and figures of an answer are whole; presented: the module of its words."""
    assert presented.headline(answer).endswith(".")
    assert all(text.rstrip().endswith(".") for text in presented.sentences(answer))
    tables = presented.tables(answer)
    assert len({table.key for table in tables}) == len(tables)
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert sum(len(table.rows) for table in tables) > 2
    for finding in presented.findings(answer):
        assert finding.text
        assert all(panel.figure.get_size_inches()[0] > 1 for panel in finding.panels())
