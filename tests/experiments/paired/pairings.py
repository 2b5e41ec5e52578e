from collections.abc import Sequence
from typing import Any

from strategies import load_players
from tests.playing import play_silently
from tongits_sim.experiments.paired import Arm, PairedJob, PairedTotals
from tongits_sim.rules import load

SETTINGS = ("pay.tongits=6", "call.timing=end", "jokers.count=2")


def pairing(
    settings: Sequence[str] = SETTINGS, players: str = "greedy,caller,hunter", rules: str = "pagat", **changes: Any
) -> PairedJob:
    seated = tuple(load_players(players))
    sets = [load(rules), *(load(rules, text.split(",")) for text in settings)]
    return PairedJob(tuple(Arm(rules, seated) for rules in sets), **{"deals": 40} | changes)


def play(what: PairedJob, workers: int = 1, **options: Any) -> PairedTotals:
    totals: PairedTotals = play_silently(what, workers=workers, **options).totals
    return totals
