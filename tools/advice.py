"""Is advice calibrated? Compares expected values predicted for positions of games with the same games played on.

    python -m tools.advice --positions 2000 --field expert --out advice.json --plot docs/images/advise.svg

One position of each game is taken, at a move whose number is drawn before. Its worlds are independent, so they are
split: the first part chooses the best option, the second predicts, the third is the reference for intervals. The *true*
value of an option is its payment if it is forced in the game itself, with the true hidden cards.

* Bias: the mean over games of prediction minus truth, for a random option, for the best option, and for the best minus
a random other option. Games are independent, so the interval is the interval of a mean.
* Slope of truth on prediction, and both means by decile of the prediction: the plot.
* Coverage: how often the 95 % interval of a prediction, widened by the interval of the reference, holds the reference.
The truth is one world, not a mean over worlds, so it cannot be the reference.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from strategies import load_player
from tongits_sim.game.board import Board
from tongits_sim.records.schema import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player
from tongits_sim.table.observed import Likelihood
from tongits_sim.table.position import PositionError, position_of
from tongits_sim.table.recorded import board_at
from tongits_sim.table.rollouts import Z95, PlayedWorlds, Rollouts, standard_error

MAX_MOVES = 36
SHARES = (1, 4, 8)
"""Parts of the worlds: to choose, to predict, and to be the reference."""
WORLDS = 104


def positions(games: Iterable[Record], rng: np.random.Generator) -> Iterator[Board]:
    """A board at a decision of each game, if the game lasts long enough.

    The number of the move is drawn independently of the game. Drawn among the game's moves, it would be near the end
    too often, and the rest of a game must not decide which positions are measured.
    """
    for record in games:
        for move in range(int(rng.integers(1, MAX_MOVES + 1)), len(record["events"]) + 1):
            try:
                yield board_at(record, move)
            except PositionError:  # no choice here: try the next move
                continue
            break


def measured(
    board: Board,
    rules: RuleSet,
    players: Sequence[Player],
    seed: int,
    rng: np.random.Generator,
    likelihood: Likelihood,
    worlds: int = WORLDS,
) -> dict[str, Any] | None:
    """A row of predictions and true values of a position; None without a choice."""
    position = position_of(board, rules)
    rollouts = Rollouts(position, players, seed, likelihood)
    if len(rollouts.actions) < 2:
        return None
    rollouts.extend(worlds)
    truth = rollouts.play_true(board)[0] / UNIT
    choose, predict, reference = parts(rollouts)
    best = int(np.argmax(choose.payout.mean(axis=0)))
    alternative = int(rng.choice([n for n in range(len(truth)) if n != best]))
    either = int(rng.integers(len(truth)))
    row: dict[str, Any] = {"decision": position.decision, "options": len(truth), "moves": len(position.past.rows)}
    for name, a, b in (("any", either, None), ("best", best, None), ("gap", best, alternative)):
        row[name] = [
            *_value(predict, a, b),
            *_value(reference, a, b),
            float(truth[a] - (truth[b] if b is not None else 0.0)),
        ]
    return row


def parts(rollouts: Rollouts) -> list[PlayedWorlds]:
    """The worlds in independent parts."""
    walk = rollouts.samples.walk
    ends = np.cumsum(SHARES) * (rollouts.tried // rollouts.per_walk // sum(SHARES))
    return [
        PlayedWorlds(*(column[(first <= walk) & (walk < last)] for column in rollouts.samples))
        for first, last in zip([0, *ends[:-1]], ends, strict=True)
    ]


def _value(samples: PlayedWorlds, a: int, b: int | None) -> tuple[float, float]:
    """The mean of an option, or of the difference between two, and half the width of its 95 % interval."""
    values = samples.payout[:, a] - (samples.payout[:, b] if b is not None else 0.0)
    return float(values.mean()), Z95 * standard_error(values - values.mean(), samples.walk)


def summary(rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    figures: dict[str, Any] = {"positions": len(rows)}
    for name in ("any", "best", "gap"):
        predicted, own, reference, alternative, truth = np.array([row[name] for row in rows]).T
        error = predicted - truth
        half = Z95 * error.std(ddof=1) / np.sqrt(len(error))
        some = own > 0
        held = (np.abs(predicted - reference) < np.hypot(own, alternative))[some]
        noise = float(((own / Z95) ** 2).mean())
        slope = np.cov(predicted, truth)[0, 1] / max(1e-9, predicted.var(ddof=1) - noise)
        figures[name] = {
            "predicted": float(predicted.mean()),
            "true": float(truth.mean()),
            "bias": float(error.mean()),
            "bias_ci95": [float(error.mean() - half), float(error.mean() + half)],
            "slope": float(slope),
            "coverage": float(held.mean()),
            "deciles": deciles(predicted, truth),
        }
    return figures


def deciles(predicted: np.ndarray, truth: np.ndarray) -> list[list[float]]:
    """By decile of the prediction: mean prediction, mean truth, half width of its interval, positions."""
    order = np.array_split(np.argsort(predicted, kind="stable"), 10)
    return [
        [
            float(predicted[part].mean()),
            float(truth[part].mean()),
            float(Z95 * truth[part].std(ddof=1) / np.sqrt(len(part))),
            float(len(part)),
        ]
        for part in order
        if len(part) > 1
    ]


def plot(figures: dict[str, Any], path: Path) -> None:
    import matplotlib as mpl

    mpl.use("Agg")
    mpl.rcParams["svg.hashsalt"] = "advice"
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(1, 2, figsize=(8, 4), layout="constrained")
    for axis, name, title in zip(axes, ("any", "gap"), ("Value of an action", "Best less another"), strict=True):
        x, y, half, _ = np.array(figures[name]["deciles"]).T
        low = min(x.min(), y.min())
        high = max(x.max(), y.max())
        axis.plot([low, high], [low, high], color="0.6", linewidth=1)
        axis.errorbar(x, y, half, fmt="o", markersize=4, color="C0", capsize=2)
        axis.set(title=f"{title} ({figures['positions']:,} positions)", xlabel="predicted, units", ylabel="true, units")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    parser = argparse.ArgumentParser(description="Is advice calibrated?")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--field", default="expert")
    parser.add_argument("--seed", type=int, default=20_001)
    parser.add_argument("--discards", type=int, default=Likelihood().discards)
    parser.add_argument("--steps", type=int, default=Likelihood().burn_in)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--out", type=Path, default=None)
    parser.add_argument("--plot", type=Path, default=None)
    options = parser.parse_args()
    rules = load(options.rules)
    players = [load_player(spec) for spec in [options.field] * 3]
    rng = np.random.default_rng(options.seed)
    likelihood = Likelihood(discards=options.discards, burn_in=options.steps)
    began = time.perf_counter()
    rows = list[dict[str, Any]]()
    games = play_records(rules, players, 20 * options.positions, options.seed)
    for number, board in enumerate(positions(games, rng)):
        row = measured(board, rules, players, options.seed + number, rng, likelihood, options.worlds)
        if row is not None:
            rows.append(row)
            if options.out and len(rows) % 20 == 0:
                options.out.write_text(json.dumps({"rows": rows}))
        if len(rows) == options.positions:
            break
    figures = {"rules": options.rules, "field": options.field, "seed": options.seed, **summary(rows)}
    figures["seconds"] = time.perf_counter() - began
    text = json.dumps(figures, indent=1)
    print(text)
    if options.out:
        options.out.write_text(json.dumps({**figures, "rows": rows}))
    if options.plot:
        plot(figures, options.plot)


if __name__ == "__main__":
    main()
