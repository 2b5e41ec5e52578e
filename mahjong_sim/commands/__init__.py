"""The commands of `tongits mahjong`, one a file; each is imported when it is used."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mahjong_sim.bots.registry import REGISTRY
from reports.commands.shell import Shell
from tongits_sim.bots.bot_list import tables_of

COMMANDS = {
    "simulate": "Play games and show what each player earns.",
    "compare": "Compare bots on the same deals in every seating.",
    "whatif": "Measure what a change of the house rules does.",
    "analyze": "Answer a question about the game.",
    "score": "Say what a hand is worth, or what it waits for.",
    "tune": "Tune the parameters of a bot, and measure it on held-out deals.",
    "records": "Write games move by move, one JSON object per line.",
    "replay": "Show and verify recorded games or watch bots.",
    "rules": "List, explain and compare house rules.",
    "strategies": "List and explain the bots and their parameters.",
    "selfcheck": "Compare deals with exact probabilities, or measure speed.",
}
"""The commands with their first lines of help."""


def _warm_up(folder: Path) -> Iterator[list[str]]:
    games = str(folder / "mahjong.jsonl")
    for players in tables_of(list(REGISTRY), 4):
        yield ["simulate", "--games", "4", "--players", players]
    yield ["simulate", "--games", "4", "--set", "joker.play=true"]
    yield ["compare", "greedy", "caller", "--deals", "60"]
    yield ["whatif", "pay.discarder=1", "--deals", "60"]
    yield ["records", "--games", "1", "-o", games]
    yield ["replay", games, "--quiet"]
    yield ["analyze", "payouts", "--deals", "60"]


mahjong = Shell(
    name="mahjong",
    sections={"Commands": COMMANDS},
    homes={name: f"{__name__}.{name}" for name in COMMANDS},
    warm_up=_warm_up,
    help="""Play and compare bots in Visayan mahjong.

    Four players, 144 tiles, money. House rules are data: tongits mahjong rules

    Start with: tongits mahjong simulate
    """,
)
