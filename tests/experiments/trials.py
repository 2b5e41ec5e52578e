"""A small trial of a habit."""

from strategies import load_player
from tongits_sim.experiments.trials import TrialJob
from tongits_sim.rules import load


def trial(
    rules: str = "pagat",
    habit: str = "never_call=1",
    deals: int = 60,
    seed: int = 3,
    player: str = "expert",
    opponents: tuple[str, str] = ("greedy", "caller"),
) -> TrialJob:
    one, other = map(load_player, opponents)
    tried = load_player(f"habit(player={player}, {habit})")
    return TrialJob(load(rules), load_player(player), tried, (one, other), deals, seed)
