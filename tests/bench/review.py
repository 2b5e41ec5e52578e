"""Does a review find mistakes, and only mistakes? Is luck taken out without bias?

    python -m tests.bench.review --games 30

* `own`: expert reviewed with the field expert. What is lost is what looking one step ahead gains; `bias` compares the
  measured loss with what the two actions pay in the game itself, with its true hidden cards: 0 within its interval.
* `planted`: the choices of expert; in one of eight of its discards another card is discarded, the one that rollouts on
  worlds of their own say is worst. Recall: planted mistakes that are found clear. Precision: clear mistakes that are
  planted or whose loss is confirmed on other worlds.
* `luck`: mean of result and adjusted result over games, their difference with its interval, and the variance factor.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import numpy as np

from analyses.advise import CLEAR
from analyses.card_luck import luck_values, results_of
from strategies import load_player
from tongits_sim.designs.worlds.losses import Choosing, Loss, loss_of, measured_again, position_seed
from tongits_sim.game.state import DECISION_DISCARD
from tongits_sim.positions.position import PositionError
from tongits_sim.positions.recorded import RecordedChoice, choices_of
from tongits_sim.positions.stored import board_at
from tongits_sim.records.form import Record
from tongits_sim.records.write import play_records
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player

Z95 = 1.959963984540054
PLANTED = 8
"""One of so many discards is replaced."""
COSTS = 0.5
"""Units that a planted discard must cost on worlds of its own, or it is not planted."""


def mean_of(values: list[float]) -> dict[str, Any]:
    """Mean and 95 % interval of independent values."""
    found = np.array(values)
    half = Z95 * found.std(ddof=1) / np.sqrt(len(found)) if len(found) > 1 else float("inf")
    return {"mean": float(found.mean()), "ci95": [float(found.mean() - half), float(found.mean() + half)]}


def clear(loss: Loss | None) -> bool:
    """Whether a loss is a clear mistake."""
    return loss is not None and loss.best != loss.chosen and loss.mean - CLEAR * loss.half > 0


def true_gap(record: Record, choice: RecordedChoice, loss: Loss, players: list[Player]) -> float | None:
    """What the best option of a loss pays more than the chosen one with the true hidden cards; None where the moves
    cannot be played again."""
    try:
        board = board_at(record, choice.move, choice.position.decision)
    except PositionError:
        return None
    choosing = Choosing(choice, players)
    payout = choosing.worker.play_true(board)[0][0] / UNIT
    return float(payout[choosing.options.index(loss.best)] - payout[choosing.chosen])


def own(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """A bot reviewed against itself."""
    players = [player] * 3
    records = list(play_records(rules, players, games, seed))
    lost, bias, real, mistakes, began = list[float](), list[float](), 0, 0, time.perf_counter()
    measured = 0.0
    for number, record in enumerate(records):
        choices = list(choices_of(record))
        with ThreadPoolExecutor(2) as pool:
            losses = list(
                pool.map(
                    lambda each, number=number: loss_of(each, players, position_seed(seed, number, each.move)), choices
                )
            )
        lost.append(sum(loss.mean for loss in losses if loss is not None) / 3)
        real += sum(loss.real for loss in losses if loss is not None)
        mistakes += sum(clear(loss) for loss in losses)
        error = 0.0
        for choice, loss in zip(choices, losses, strict=True):
            if loss is not None and loss.best != loss.chosen:
                truth = true_gap(record, choice, loss, players)
                error += 0.0 if truth is None else loss.mean - truth
        bias.append(error)
        measured = time.perf_counter() - began
    return {
        "games": games,
        "real_choices": real,
        "clear_mistakes": mistakes,
        "lost_per_seat_and_game": mean_of(lost),
        "bias_per_game": mean_of(bias),
        "seconds": measured,
    }


def worst_discard(choice: RecordedChoice, players: list[Player], seed: int) -> RecordedChoice | None:
    """The choice with the worst discard instead, if that costs enough on worlds of its own."""
    choosing = Choosing(choice, players, seed)
    weights, gap = choosing.gaps(0, 64, range(len(choosing.options)))
    discards = [n for n, each in enumerate(choosing.options) if each.kind == "discard" and n != choosing.chosen]
    if not discards:
        return None
    means = {n: float((weights * gap[:, n]).sum() / weights.sum()) for n in discards}
    worst = min(discards, key=lambda n: means[n])
    if choosing.measure(worst, 128)[0] > -COSTS:
        return None
    return replace(choice, word=choosing.options[worst].word)


def planted(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """Mistakes put into the games of a bot."""
    players = [player] * 3
    rng = np.random.default_rng(seed)
    put, hit, found, confirmed = 0, 0, 0, 0
    for number, record in enumerate(play_records(rules, players, games, seed)):
        for choice in choices_of(record):
            own_seed = position_seed(seed, number, choice.move)
            bad = None
            if choice.act == int(DECISION_DISCARD) and rng.integers(PLANTED) == 0:
                bad = worst_discard(choice, players, own_seed + 10**9)
            loss = loss_of(bad or choice, players, own_seed)
            put += bad is not None
            if clear(loss):
                assert loss is not None
                found += 1
                hit += bad is not None
                if bad is None:
                    mean, half = measured_again(choice, loss, players, own_seed + 2 * 10**9, 1024)
                    confirmed += mean - half > 0
    return {
        "planted": put,
        "planted_found": hit,
        "clear": found,
        "other_clear": found - hit,
        "other_confirmed": confirmed,
        "recall": hit / put if put else None,
        "precision": (hit + confirmed) / found if found else None,
    }


def luck(rules: RuleSet, player: Player, games: int, seed: int) -> dict[str, Any]:
    """Results and adjusted results of seat 0, of a bot that is not the one that fitted."""
    players = [player] * 3
    values = luck_values(rules, players, seed)
    seats = [load_player("caller"), player, player]
    result, adjusted = list[float](), list[float]()
    for record in play_records(rules, seats, games, seed + 1, match_games=1):
        seat = record["players"].index("caller")
        result.append(float(results_of(record)[seat]))
        adjusted.append(result[-1] - sum(values.of(record, seat).values()))
    return {
        "games": games,
        "result": mean_of(result),
        "adjusted": mean_of(adjusted),
        "luck": mean_of([a - b for a, b in zip(result, adjusted, strict=True)]),
        "variance_factor": float(np.var(result) / np.var(adjusted)),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Does a review find mistakes, and only mistakes?")
    parser.add_argument("--games", type=int, default=30)
    parser.add_argument("--luck-games", type=int, default=10_000)
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--field", default="expert")
    parser.add_argument("--seed", type=int, default=30_001)
    parser.add_argument("--only", choices=("own", "planted", "luck"), default=None)
    asked = parser.parse_args()
    rules, player = load(asked.rules), load_player(asked.field)
    parts = {"own": own, "planted": planted, "luck": luck}
    for name, part in parts.items():
        if asked.only in (None, name):
            games = asked.luck_games if name == "luck" else asked.games
            print(json.dumps({name: part(rules, player, games, asked.seed)}, indent=1), flush=True)


if __name__ == "__main__":
    main()
