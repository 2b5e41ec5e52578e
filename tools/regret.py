"""What does advice cost at a table that it was not made for?

    python -m tools.regret --positions 100

Positions of calls and challenges come from games of three players who sit at none of the tables. At each table every
action is valued on `--worlds` worlds. Advisers choose on other worlds: from the strong, the regular or the beginners'
table alone, or from all three, as `tongits advise` does. Regret: the value of the best action at a table less the value
of the advised action. The best of noisy values is a little too high, and so are the regrets.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter

import numpy as np

from analyses.opponents import CLEAR
from analyses.values import Values, seated_tables
from strategies import load_player
from strategies.book.margin import margin_of
from tongits_sim.records.write import play_records
from tongits_sim.rules import load
from tongits_sim.table.recorded import choices_of
from tongits_sim.table.rollout_worker import Workers

PLAYERS = ("caller", "defender", "miser")
DECISIONS = ("call", "respond")
REAL = 0.5
"""Units: a position counts only if more is at stake at some table."""


def main() -> None:
    parser = argparse.ArgumentParser(description="What does advice cost at another table?")
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=96)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--seed", type=int, default=40_001)
    options = parser.parse_args()
    rules = load(options.rules)
    fields = seated_tables()
    workers = Workers()
    margin = margin_of(rules)
    names = [field.name for field in fields]
    tables = range(len(fields))
    rng = np.random.default_rng(options.seed)
    verdicts = Counter[str]()
    wrong = 0
    regrets: dict[str, list[list[float]]] = {name: [] for name in (*names, "all", "all, known exactly")}
    for record in play_records(rules, list(map(load_player, PLAYERS)), 50 * options.positions, options.seed):
        choices = [choice for choice in choices_of(record) if choice.position.decision in DECISIONS]
        if not choices:
            continue
        position = choices[int(rng.integers(len(choices)))].position
        truth, guess = (Values(position, fields, options.seed + part, workers) for part in (0, 1))
        if len(truth.actions) < 2:
            continue
        truth.play(options.worlds)
        guess.play(options.worlds // 2)
        at = np.array([[truth.gap(table, n, 0).mean for n in range(len(truth.actions))] for table in tables])
        if (at.max(axis=1) - at.min(axis=1)).max() < REAL:
            continue
        verdict = guess.verdict(margin)
        said = [max(range(at.shape[1]), key=lambda n: guess.gap(table, n, 0).mean) for table in tables]
        for name, chosen in zip(regrets, [*said, verdict.best, int(at.mean(axis=0).argmax())], strict=True):
            regrets[name].append((at.max(axis=1) - at[:, chosen]).tolist())
        verdicts[verdict.word] += 1
        behind = [truth.gap(table, n, verdict.best) for table in tables for n in range(at.shape[1])]
        wrong += verdict.word == CLEAR and any(gap.above(margin) for gap in behind)
        if sum(verdicts.values()) == options.positions:
            break
    for name, rows in regrets.items():
        regret = np.array(rows)
        figures = dict(zip(names, regret.mean(axis=0).round(3).tolist(), strict=True))
        print(
            json.dumps(
                {"advice for": name, **figures, "mean": round(regret.mean(), 3), "worst": round(regret.max(), 1)}
            )
        )
    print(json.dumps({"verdicts": verdicts, "clear, and wrong at a table": wrong, "margin": margin}))


if __name__ == "__main__":
    main()
