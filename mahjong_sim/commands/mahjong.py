"""`tongits mahjong`: the list of its commands, which are those of any game."""

from __future__ import annotations

import click

from mahjong_sim.mahjong import MAHJONG
from reports.commands.shell import Shell

COMMANDS = {
    "simulate": "Play games and show what each player earns.",
    "compare": "Compare bots on the same deals in every seat.",
    "whatif": "Measure what a change of the house rules does.",
    "analyze": "Answer a question about the game.",
    "batch": "Run every job of a file and write one report.",
    "report": "Make one page of saved runs, or answer every question now.",
    "tune": "Tune the parameters of a bot, and measure it on held-out deals.",
    "records": "Write games move by move, one JSON object per line.",
    "replay": "Show and verify recorded games or watch bots.",
    "status": "Show the progress of a run, or recompute its answer.",
    "rules": "List, explain and compare house rules.",
    "strategies": "List and explain the bots and their parameters.",
    "selfcheck": "Compare deals with exact probabilities, or measure speed.",
}
"""Commands and their first lines of help."""


@click.group(
    cls=Shell,
    sections={"Commands": COMMANDS},
    game=MAHJONG,
)
def mahjong() -> None:
    """Play and compare bots in Visayan mahjong.

    Four players, 144 tiles, money. House rules are data: tongits mahjong rules

    Start with: tongits mahjong simulate
    """
