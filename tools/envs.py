"""Speed of the vector environment, many random games of the PettingZoo environment verified, strength of a policy.

    python -m tools.envs speed --tables 1536 --steps 400
    python -m tools.envs verify --games 2000
    python -m tools.envs policy "docs/examples/policy_bot.py:trained(file=docs/examples/policy.toml)"

`speed` prints steps a second of wall time and of processor time, for `step` alone (observations and masks written, no
copies) and with a random legal action picked at every table. `verify` plays random games under every preset, replays
each game's record and compares payouts. `policy` seats a bot against two others (`--opponents`) on duplicate deals, in
every seating; the deal is the unit of the interval.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Sequence

from strategies import load_player
from tests.envs.playing import PRESETS, random_games, tables
from tongits_sim.envs.aec import AGENTS
from tongits_sim.records.replay import replay
from tools.ladder import mean_and_error, payoffs


def speed(count: int, steps: int, workers: int, rules: str, opponents: str) -> dict[str, float]:
    """Steps a second: of wall and of processor time, of `step` alone and with picking actions."""
    env = tables(count, opponents, rules=rules, workers=workers, copy=False)
    env.reset(seed=1)
    for _ in range(50):
        env.step(env.sample_actions())
    wall = cpu = 0.0
    began = time.perf_counter()
    used = time.process_time()
    for _ in range(steps):
        actions = env.sample_actions()
        before = time.perf_counter()
        spent = time.process_time()
        env.step(actions)
        wall += time.perf_counter() - before
        cpu += time.process_time() - spent
    done = count * steps
    env.close()
    return {
        "step_wall": done / wall,
        "step_cpu": done / cpu,
        "both_wall": done / (time.perf_counter() - began),
        "both_cpu": done / (time.process_time() - used),
    }


def verify(games: int, presets: Sequence[str]) -> int:
    """Play random games, and return how many are legal and pay as their records replay. SystemExit at the first other
    game.
    """
    verified = 0
    for rules in presets:
        for table, paid in random_games(rules, games):
            record = table.record()
            problems = replay(record)
            if problems or [paid[agent] for agent in AGENTS] != record["result"]["payout"]:
                raise SystemExit(f"{rules}, match {record['match']}: {problems or 'another payout'}")
            verified += 1
        print(f"{rules}: {games} games", flush=True)
    return verified


def strength(bot: str, opponents: str, rules: str, deals: int, seed: int) -> tuple[float, float]:
    """The earnings of a bot a game against two others, in units, and half of the 95 % interval."""
    first, second = opponents.split(",")
    players = [load_player(name) for name in (bot, first, second)]
    mean, error = mean_and_error(payoffs(rules, players, deals, seed)[:, 0])
    return mean, 1.96 * error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    fast = kinds.add_parser("speed")
    fast.add_argument("--tables", type=int, default=1536)
    fast.add_argument("--steps", type=int, default=400)
    fast.add_argument("--workers", type=int, default=2)
    checked = kinds.add_parser("verify")
    checked.add_argument("--games", type=int, default=2000)
    strong = kinds.add_parser("policy")
    strong.add_argument("bot")
    strong.add_argument("--deals", type=int, default=20_000)
    strong.add_argument("--seed", type=int, default=2024)
    for measure in (fast, strong):
        measure.add_argument("--opponents", default="greedy,greedy")
        measure.add_argument("--rules", default="pagat")
    chosen = parser.parse_args()
    if chosen.kind == "speed":
        rates = speed(chosen.tables, chosen.steps, chosen.workers, chosen.rules, chosen.opponents)
        print(*(f"{name} {rate:,.0f}/s" for name, rate in rates.items()), f"load {os.getloadavg()[0]:.1f}", sep="  ")
    elif chosen.kind == "verify":
        print(f"{verify(chosen.games, PRESETS):,} games verified")
    else:
        mean, half = strength(chosen.bot, chosen.opponents, chosen.rules, chosen.deals, chosen.seed)
        print(f"{mean:+.3f} ± {half:.3f} units a game")


if __name__ == "__main__":
    main()
