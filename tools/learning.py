"""How the gain of `deep` grows with rounds of training and with trees: the tables in docs/explanation/deep.md.

    python -m tools.learning rounds --rules pagat,sjs,online --drawn 6 --games 3000
    python -m tools.learning trees --rules pagat,sjs,online

`rounds` trains a course and measures it after every round, `trees` takes the trees that ship and leaves the last ones
of every kind out. The measure is the gain of one seat over a third copy of the two others, on deals of no training.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping
from dataclasses import replace

from analyses.gains import gains
from analyses.training import Course, Training
from strategies import load_player
from strategies.deep import FILE, packed, trees_in, unpacked, with_trees
from tongits_sim.any_game.jobs import check_seed
from tongits_sim.rules import load
from tongits_sim.run.how import How
from tongits_sim.strategy import Player

BESIDE = ("deep", "expert")
SHARES = (0.125, 0.25, 0.5, 1.0)


def shortened(share: float) -> bytes:
    """The trees that ship, only the first of every kind."""
    ensembles = unpacked(trees_in(str(FILE)))
    return packed([replace(each, trees=each.trees[: round(share * len(each.trees))], stops=()) for each in ensembles])


def table(players: Mapping[str, Player], rules: str, deals: int, how: How) -> None:
    """Print a row for every player."""
    others = list(players.values())
    columns = []
    for preset in rules.split(","):
        for name in BESIDE:
            bot = load_player(name)
            seed = check_seed(1, "learning")
            columns.append(
                (
                    f"{preset}: 2 {name}",
                    gains(load(preset), (bot,) * 3, others, how, deals, seed),
                )
            )
    print("| | " + " | ".join(head for head, _ in columns) + " |")
    print("| --- |" + " ---: |" * len(columns))
    for number, label in enumerate(players):
        cells = (f"{column[number].estimate:+.3f} ± {column[number].half_width:.3f}" for _, column in columns)
        print(f"| {label} | " + " | ".join(cells) + " |", flush=True)


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["rounds", "trees"])
    parser.add_argument("--rules", default="pagat,sjs,online")
    parser.add_argument("--drawn", type=int, default=6)
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--deals", type=int, default=10_000)
    parser.add_argument("--workers", type=int)
    options = parser.parse_args()
    how = How(options.workers)
    if options.what == "trees":
        table(
            {f"{share:.0%} of the trees": with_trees(shortened(share)) for share in SHARES},
            options.rules,
            options.deals,
            how,
        )
        return
    training = Training(Course(tuple(options.rules.split(",")), options.drawn, games=options.games), how)
    players, began = {}, time.process_time()
    for number in range(training.course.rounds):
        training.step(print)
        spent = time.process_time() - began
        players[f"round {number + 1}, {training.course.games_of(number):,} games a table, {spent:.0f} s"] = (
            training.player
        )
    table(players, options.rules, options.deals, how)


if __name__ == "__main__":
    main()
