"""Small pairings for the tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from strategies import load_players
from tongits_sim.designs.paired.job import Arm, Pairing
from tongits_sim.designs.paired.totals import Moments
from tongits_sim.rules import load
from tongits_sim.run.run import run_work

SETTINGS = ("pay.tongits=6", "call.timing=end", "jokers.count=2")


def pairing(
    settings: Sequence[str] = SETTINGS, players: str = "greedy,caller,hunter", rules: str = "pagat", **changes: Any
) -> Pairing:
    """The rules, and the rules with each setting (several knobs joined by commas)."""
    seated = tuple(load_players(players))
    sets = [load(rules), *(load(rules, text.split(",")) for text in settings)]
    return Pairing(tuple(Arm(each, seated) for each in sets), **{"deals": 40} | changes)


def play(what: Pairing, workers: int = 1, **options: Any) -> Moments:
    """Play a pairing without a word about compiling."""
    return run_work(what, workers=workers, notice=lambda text: None, **options).totals
