"""Small solving jobs for the tests, and the players who play their profile from a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from strategies import load_player
from tongits_sim.designs.solving.job import SolvingJob
from tongits_sim.profiles.profile import Grid, Profile, to_bytes
from tongits_sim.rules import load
from tongits_sim.strategy import Player

AXES = {
    "call": (("count", (0, 5, 10, 20, 40)), ("stock", (0, 4, 8))),
    "respond": (("count", (0, 5, 10, 20, 40)), ("other", (0, 1, 2, 3))),
}
MORE = {
    "lay": (("count", (0, 20, 40)), ("stock", (0, 4, 8))),
    "sapaw": (("own_melds", (0, 1)), ("stock", (0, 4, 8))),
}
PROFILED = "strategies.profile_bot:profiled"


def grids(share: float | None = None, more: bool = False) -> tuple[Grid, ...]:
    """A profile of some hundred cells: everywhere the same probability, or one that differs from cell to cell.

    `more`: it says whether to lay, and whether to block, as well.
    """
    profile = []
    for kind, axes in {**AXES, **(MORE if more else {})}.items():
        cells = int(np.prod([len(edges) for _, edges in axes]))
        yes = np.linspace(0.9, 0.1, cells) if share is None else np.full(cells, share)
        # What a file holds exactly, so that both play the same.
        profile.append(Grid(kind, axes, (np.round(yes * 65535) / 65535).astype("<f4").tobytes()))
    return tuple(profile)


def solving(rules: str = "pagat", players: str = "expert,greedy,hunter", **changes: Any) -> SolvingJob:
    """A job with few games."""
    seated = tuple(load_player(spec) for spec in players.split(","))
    options: dict[str, Any] = {"profiles": (grids(),), "games": 60} | changes
    return SolvingJob(load(rules), seated, PROFILED, **options)


def from_files(job: SolvingJob, folder: Path) -> tuple[Player, ...]:
    """The job's players with their profile in a file."""
    path = folder / "a.profile"
    path.write_bytes(to_bytes(Profile(job.rules.name, job.rules.digest(), "expert", job.grids)))
    return tuple(load_player(f"{player.spec}(file={path})") for player in job.players)
