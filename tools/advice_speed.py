"""How many rollouts advice plays in a second of processor time, and how many independent worlds they are worth.

    python -m tools.advice_speed --rules pagat,sjs,pagat+joker --positions 30

One position of each of many games of three `expert`, at a move whose number is drawn beforehand, as `tongits advise`
plays it: the strongest player for the rules on all seats, options given up on the way. It measures one thread by
processor time, so other programs matter little; two threads play twice as many on two idle cores.
"""

from __future__ import annotations

import argparse
import time

import numpy as np

from strategies import load_player
from strategies.registry import STRONGEST
from tongits_sim.positions.boards import position_of
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.worlds.rollouts import Limits, Rollouts
from tools.advice import positions

Row = tuple[float, float, float, int, int, str]


def rates(rules_name: str, count: int, seed: int, seconds: float) -> list[Row]:
    """By position, the slowest first: rollouts, worlds and independent worlds in a second of processor time; options,
    moves seen, and the decision."""
    rules = load(rules_name)
    expert, field = [load_player("expert")] * 3, [load_player(STRONGEST)] * 3
    rows = list[Row]()
    for board in positions(play_records(rules, expert, 20 * count, seed), np.random.default_rng(seed)):
        position = position_of(board, rules)
        rollouts = Rollouts(position, field, 1, workers=1)
        if len(rollouts.options) > 1:
            rollouts.play(Limits(worlds=8))  # everything is compiled now
            began = time.process_time()
            samples = rollouts.play(Limits(seconds=seconds))
            spent = time.process_time() - began
            each = (samples.rollouts / spent, samples.worlds / spent, samples.effective / spent)
            rows.append((*each, len(rollouts.options), len(position.past.rows), position.decision))
        rollouts.close()
        if len(rows) == count:
            break
    return sorted(rows)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How many rollouts does advice play in a second?")
    parser.add_argument("--rules", default="pagat,sjs,pagat+joker")
    parser.add_argument("--positions", type=int, default=30)
    parser.add_argument("--seed", type=int, default=70_001)
    parser.add_argument("--seconds", type=float, default=0.3)
    options = parser.parse_args()
    for rules in options.rules.split(","):
        rows = rates(rules, options.positions, options.seed, options.seconds)
        print(f"{rules}: {len(rows)} positions, in a second of processor time:")
        middle = rows[len(rows) // 2]
        for name, row in [*zip(("hardest", "second", "third"), rows, strict=False), ("median", middle)]:
            played, worlds, effective, choices, moves, decision = row
            print(
                f"  {name:8} {played:9,.0f} rollouts {worlds:8,.0f} worlds, as good as {effective:8,.0f} "
                f"({decision}, {choices} options, {moves} moves seen)"
            )


if __name__ == "__main__":
    main()
