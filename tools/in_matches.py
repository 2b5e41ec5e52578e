"""What a player earns over another in the same seat of the same matches, by the number of the game in its match.

`python -m tools.in_matches --over expert` plays matches of twelve games at the line-ups on which `trained` is trained,
and at some new ones. In game 1 the opponents are unknown; in games 9 to 12 a player has seen their habits.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from strategies.registry import load_player
from strategies.trained import RULES
from tongits_sim.errors import TongitsError
from tongits_sim.experiments.batch import BatchJob
from tongits_sim.rules import RuleSet, load
from tongits_sim.rules.amounts import UNIT
from tongits_sim.run.base_job import check_seed
from tongits_sim.run.compiling import silent
from tongits_sim.run.faults import BotFault
from tongits_sim.stats import Interval, mean_interval
from tongits_sim.strategy import Player

MATCH_GAMES = 12
TABLES = (
    ("trained", "trained"),
    ("expert", "expert"),
    ("trained", "expert"),
    *((f"greedy(challenge_at={count})",) * 2 for count in (18, 24, 28, 36, 44)),
    ("caller", "caller"),
    ("hunter", "hunter"),
    ("trained", "greedy"),
)
UNMET = (("defender", "defender"), ("adaptive", "adaptive"), ("greedy(challenge_at=32)",) * 2)
"""Tables that training does not have."""
PARTS = {"game 1": (0, 1), "games 1-3": (0, 3), "games 9-12": (8, 12), "all": (0, MATCH_GAMES)}


ORDERS = tuple(itertools.permutations(range(3)))


class Money(NamedTuple):
    """What slot 0 earned in every game of every match, hundredths: int64[matches, MATCH_GAMES]."""

    played: np.ndarray  # without the jackpot
    jackpot: np.ndarray


def money(rules: RuleSet, players: tuple[Player, Player, Player], matches: int, seed: int) -> Money:
    """Play as many matches in each of the six orders of three players. Raises TongitsError."""
    parts = [_money(rules, players, order, matches // len(ORDERS), seed) for order in ORDERS]
    return Money(*(np.concatenate(part) for part in zip(*parts, strict=True)))


def _money(
    rules: RuleSet, players: tuple[Player, Player, Player], order: tuple[int, ...], matches: int, seed: int
) -> Money:
    a, b, c = (players[slot] for slot in order)
    seed = check_seed(seed, f"order {order}")
    job = BatchJob(rules, (a, b, c), matches * MATCH_GAMES, seed, MATCH_GAMES, fixed_seats=True, keep_rows=True)
    job.prepare(silent)
    worker = job.worker()
    seat = order.index(0)
    found = Money(np.zeros((matches, MATCH_GAMES), np.int64), np.zeros((matches, MATCH_GAMES), np.int64))
    for block in job.blocks():
        done = worker.play(block)
        if done.fault is not None:
            raise BotFault(done.fault)
        if done.rows is None:
            raise TongitsError("these games kept no rows")
        at = done.rows["match"], done.rows["game"]
        found.jackpot[at] = done.rows[f"jackpot_{seat}"]
        found.played[at] = done.rows[f"payout_{seat}"] - found.jackpot[at]
    return found


def gap(own: Money, instead: Money) -> Money:
    return Money(own.played - instead.played, own.jackpot - instead.jackpot)


def gains(by_rules: Sequence[Money]) -> list[Interval]:
    """The mean gain, units a game, under some rules, which play the same deals: by `PARTS` without the jackpot, then
    over all games with it.
    """
    without, jackpot = (np.sum(part, axis=0) for part in zip(*by_rules, strict=True))
    parts = [without[:, first:end] for first, end in PARTS.values()]
    return [_mean(part).scaled(1 / len(by_rules)) for part in (*parts, without + jackpot)]


def _mean(part: np.ndarray) -> Interval:
    """The mean a game, with the match as unit; part: int64[matches, games], hundredths."""
    sums = part.sum(axis=1)
    return mean_interval(len(sums), int(sums.sum()), int((sums * sums).sum())).scaled(1 / (UNIT * part.shape[1]))


def line(table: str, gains: Sequence[Interval]) -> str:
    return f"{table:>50}" + "".join(f"{gain.estimate:+11.3f} ± {gain.half_width:.3f}" for gain in gains)


def main() -> None:
    """Print a row for each table under each rules, and the means over the rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--player", default="trained")
    parser.add_argument("--over", default="expert", help="who sits there instead")
    parser.add_argument("--rules", nargs="*", default=RULES)
    parser.add_argument("--tables", nargs="*", help="only tables that contain one of these words")
    parser.add_argument("--strong", default="trained", help="who plays as `trained` at the tables")
    parser.add_argument("--games", type=int, default=60_000, help="games of each table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    player = load_player(options.player)
    over = load_player(options.over)
    matches = -(-options.games // (MATCH_GAMES * len(ORDERS))) * len(ORDERS)
    seed = check_seed(options.seed, "in matches")
    heads = f"{'against':>50}" + "".join(f"{part:>19}" for part in (*PARTS, "with the jackpot"))
    found: dict[str, list[Money]] = {}
    for name in options.rules:
        rules = load(name)
        print(f"{name}: {options.player} over {options.over}, {matches:,} matches of {MATCH_GAMES} games\n{heads}")
        for table in (*TABLES, *UNMET):
            words = ", ".join(table)
            if options.tables and not any(word in words for word in options.tables):
                continue
            first, second = (load_player(options.strong if seat == "trained" else seat) for seat in table)
            own = money(rules, (player, first, second), matches, seed)
            instead = money(rules, (over, first, second), matches, seed)
            found.setdefault(words, []).append(gap(own, instead))
            print(line(words, gains(found[words][-1:])), flush=True)
    if len(options.rules) > 1:
        print(f"mean of {len(options.rules)} rules\n{heads}")
        for words, by_rules in found.items():
            print(line(words, gains(by_rules)))


if __name__ == "__main__":
    main()
