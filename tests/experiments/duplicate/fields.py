import functools
from typing import Any

from analyses.answers.comparison import ComparisonAnswer
from analyses.compare import Comparison, compare
from strategies import load_players
from tongits_sim.experiments.duplicate import DuplicateJob
from tongits_sim.rules import load

NULL_BOTS = "tests/bots/null_bots.py"


def field(players: str = "greedy,caller,hunter", deals: int = 60, rules: str = "pagat", **changes: Any) -> DuplicateJob:
    return DuplicateJob(load(rules), tuple(load_players(players, None)), deals, **changes)


def compared(
    players: str = "greedy,caller,hunter", games: int = 60, rules: str = "pagat", **options: Any
) -> Comparison:
    return compare(rules, load_players(players, None), games, notice=lambda text: None, **options)


@functools.cache
def example() -> ComparisonAnswer:
    return compared(games=120, baseline="greedy", all_triples=True, confirm=True).answer


def without_clock(document: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in document.items() if name != "run"}
