from typing import Any

from strategies import load_players
from tests.playing import play_silently
from tongits_sim.experiments.tournament_formats import Format, read_format
from tongits_sim.experiments.tournaments import TournamentJob
from tongits_sim.rules import load
from tongits_sim.run.totals import Totals

STAGES = (
    {"name": "Groups", "players": 18, "groups": 2, "matches": 2, "rounds": 2},
    {"name": "Upper", "from": "Groups 1-6", "players": 6, "rounds": 2, "groups": 2, "by_group": True},
    {"name": "Lower", "from": "Groups 7-12", "players": 6, "rounds": 3, "score": "wins"},
    {"name": "Final", "from": ["Upper 1-2", "Lower 1"], "players": 3, "rounds": 4},
)
"""Groups, two brackets and a final."""


def form() -> Format:
    return read_format("small", STAGES)


def job(players: str = "greedy,caller,random", counts: tuple[int, ...] = (6, 6, 6), **changes: Any) -> TournamentJob:
    own: dict[str, Any] = {"format": form(), "events": 6, "rules": "pagat"} | changes
    return TournamentJob(load(own.pop("rules")), tuple(load_players(players, None)), counts, **own)


def play(what: TournamentJob, **options: Any) -> Totals:
    totals: Totals = play_silently(what, **({"workers": 1} | options)).totals
    return totals
