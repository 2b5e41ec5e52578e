"""Train a small policy against two bots, and write its weights for policy_bot.py.

python docs/examples/train_policy.py --minutes 3 --out policy.toml
tongits compare "docs/examples/policy_bot.py:trained(file=policy.toml)" greedy --deals 20k

The policy is a softmax of weighted sums (policy_bot.py). After a batch of games the payout of each game is regressed on
the sum, over its decisions, of the gradient of the log-probability of what was chosen; the coefficients are the natural
gradient of the expected payout (episodic natural actor-critic: Peters and Schaal, "Natural actor-critic",
Neurocomputing 71, 2008, section 4.2). Steps are limited by how far they move the policy.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.envs import TongitsVectorEnv

sys.path.insert(0, str(Path(__file__).parent))
from policy_bot import N_FEATURES, features, score


@njit
def act(seen, masks, weights, draws, actions, traces):
    """Choose an action at each table by the policy, and add the gradient of its log-probability to the table's trace.

    seen: uint8[n, ...]; masks: int8[n, ...]; draws: float64[n] in [0, 1); actions: int64[n]; traces: float64[n, k].
    """
    legal = np.zeros(masks.shape[1], np.int64)
    rows = np.zeros((masks.shape[1], N_FEATURES))
    chance = np.zeros(masks.shape[1])
    for table in range(masks.shape[0]):
        n_legal = 0
        highest = -np.inf
        for action in range(masks.shape[1]):
            if masks[table, action] != 0:
                legal[n_legal] = action
                features(seen[table], action, rows[n_legal])
                chance[n_legal] = score(weights, rows[n_legal])
                highest = max(highest, chance[n_legal])
                n_legal += 1
        actions[table] = legal[0] if n_legal > 0 else 0
        if n_legal < 2:
            continue
        total = 0.0
        for number in range(n_legal):
            chance[number] = np.exp(chance[number] - highest)
            total += chance[number]
        left = draws[table] * total
        chosen = n_legal - 1
        for number in range(n_legal):
            left -= chance[number]
            if left < 0:
                chosen = number
                break
        actions[table] = legal[chosen]
        for number in range(n_legal):
            weight = (1.0 if number == chosen else 0.0) - chance[number] / total
            for k in range(N_FEATURES):
                traces[table, k] += weight * rows[number, k]


def natural_step(traces: np.ndarray, payouts: np.ndarray, largest: float, ridge: float = 1e-2) -> np.ndarray:
    """The change of the weights: the natural gradient, shortened to a divergence (Kullback-Leibler) of `largest`."""
    centred = payouts - payouts.mean()
    fisher = traces.T @ traces / len(traces)
    gradient = np.linalg.solve(fisher + ridge * np.eye(len(fisher)), traces.T @ centred / len(traces))
    moved = float(gradient @ fisher @ gradient) / 2
    return gradient * min(1.0, np.sqrt(largest / max(moved, 1e-12)))


@dataclass
class Training:
    """A policy being trained.

    Attributes:
        weights: of the policy now.
        average: of its weights over the second half of the batches so far.
        payouts: units a game, by batch.
    """

    env: TongitsVectorEnv
    seed: int = 1
    weights: np.ndarray = field(default_factory=lambda: np.zeros(N_FEATURES))
    payouts: list[float] = field(default_factory=list)
    history: list[np.ndarray] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)
        self._traces = np.zeros((self.env.num_envs, N_FEATURES))
        self._actions = np.zeros(self.env.num_envs, np.int64)
        self._shown, _ = self.env.reset(seed=self.seed)

    def batch(self, games: int) -> tuple[np.ndarray, np.ndarray]:
        """Play at least this many games; returns their traces float64[n, k] and payouts float64[n], units."""
        traces: list[np.ndarray] = []
        payouts: list[np.ndarray] = []
        while sum(map(len, payouts)) < games:
            seen, masks = self._shown["observation"], self._shown["action_mask"]
            act(seen, masks, self.weights, self._rng.random(len(masks)), self._actions, self._traces)
            self._shown, rewards, ended, _, _ = self.env.step(self._actions)
            traces.append(self._traces[ended])
            payouts.append(rewards[ended])
            self._traces[ended] = 0
        return np.concatenate(traces), np.concatenate(payouts)

    def improve(self, games: int) -> float:
        """One batch and one step; what the policy earned in that batch, in units a game."""
        traces, payouts = self.batch(games)
        self.weights = self.weights + natural_step(traces, payouts, 0.1 / (1 + len(self.payouts) / 50))
        self.history.append(self.weights)
        self.payouts.append(float(payouts.mean()))
        return self.payouts[-1]

    @property
    def average(self) -> np.ndarray:
        return np.mean(self.history[len(self.history) // 2 :], axis=0)


def write_weights(path: Path, weights: np.ndarray, title: str) -> None:
    """Write the table file that `trained(file=...)` reads."""
    row = ", ".join(f"{weight:.5f}" for weight in weights)
    path.write_text(f'title = "{title}"\nweights = [[{row}]]\n', encoding="utf-8")


def train(training: Training, minutes: float, games: int, say: Callable[[str], object] = print) -> None:
    """Train for this many minutes, and report every tenth batch by `say`."""
    began = time.perf_counter()
    while time.perf_counter() - began < 60 * minutes:
        training.improve(games)
        if len(training.payouts) % 10 == 0:
            played = len(training.payouts) * games
            last = np.mean(training.payouts[-10:])
            say(
                f"{time.perf_counter() - began:6.0f} s  {played:10,} games  {last:+.3f} units a game (with exploration)"
            )


def main() -> None:
    """Parse the command line and train."""
    parser = argparse.ArgumentParser(description="Train a small policy against two bots.")
    parser.add_argument("--rules", default="pagat")
    parser.add_argument("--opponents", default="greedy,greedy")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--games", type=int, default=20_000, help="games in a batch")
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.toml"))
    chosen = parser.parse_args()
    env = TongitsVectorEnv(chosen.tables, chosen.rules, opponents=chosen.opponents, copy=False)
    training = Training(env, chosen.seed)
    train(training, chosen.minutes, chosen.games, lambda text: print(text, flush=True))
    write_weights(chosen.out, training.average, f"trained against {chosen.opponents} under {chosen.rules}")
    print(f"wrote {chosen.out}")


if __name__ == "__main__":
    main()
