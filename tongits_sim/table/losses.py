"""What a choice cost: the expected value of the best option less that of the chosen one.

The maximum of noisy values is too high, so two independent sets of worlds are used. *Selection worlds* say which option
looks best and how many worlds the measurement gets; *measuring worlds* say how much better it is than the chosen one.
The measurement is unbiased for the difference between these two options. The option selected may not be the best one,
and then the loss is larger than that: measured losses are biased low, never high.

To draw a world costs a hundred times as much as to play it on, and most of the noise is in the order of the stock. So
every world is played with several orders of its stock, and the mean over them is one value: the world is the unit.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace

import numpy as np

from tongits_sim.game.state import DECISION_RESPOND, DECISIONS
from tongits_sim.rules.amounts import UNIT
from tongits_sim.strategy import Player
from tongits_sim.table.known_cards import Weighing
from tongits_sim.table.options import Option, candidates
from tongits_sim.table.position import PositionError
from tongits_sim.table.recorded import RecordedChoice
from tongits_sim.table.rollout_worker import RolloutWorker, Workers
from tongits_sim.table.rollouts import Z95, t95, weighted_mean

MEASURING = 1 << 20
"""Number of the first measuring world."""
_PIECE = 16  # worlds played between two checks whether anybody still wants them
OBVIOUS = 1.0
"""Units: where every other option is clearly worse by this much, there was no real choice."""


@dataclass(frozen=True)
class Effort:
    """How many worlds a choice gets.

    Attributes:
        rounds: selection worlds of each round. After a round only options that may be better than the chosen one stay.
        kept: the largest number of options, without the chosen one, that stay after each round.
        orders: orders of the stock with which each world is played.
        least, most: measuring worlds.
        large_from: units; a larger loss on the selection worlds gets more than `least` measuring worlds.
        half: units; enough worlds then for a 95 % interval of this half-width.
    """

    rounds: tuple[int, ...] = (8, 16, 24)
    kept: tuple[int, ...] = (5, 3, 1)
    orders: int = 8
    least: int = 24
    most: int = 192
    large_from: float = 0.15
    half: float = 0.6

    def times(self, factor: int) -> Effort:
        """The effort with `factor` times as many worlds."""
        rounds = tuple(factor * count for count in self.rounds)
        half = self.half / math.sqrt(factor)
        return replace(self, rounds=rounds, least=factor * self.least, most=factor * self.most, half=half)

    def measuring(self, gap: float, deviation: float) -> int:
        """The number of measuring worlds, from the mean and standard deviation of the gap on the selection worlds."""
        if gap <= self.large_from:
            return self.least
        roots = Z95 * deviation / self.half
        return min(max(math.ceil(roots * roots), self.least), self.most)


@dataclass(frozen=True)
class Loss:
    """What a choice cost, in units.

    Attributes:
        chosen, best: the chosen option, and the one that looks best; the same where none looks better.
        options: how many options were legal.
        real: whether there was a choice: more than one option that is sensible, or one better than the chosen.
        mean: the value of `best` less that of `chosen`; 0 where they are the same.
        half: half the width of the 95 % interval of that; 0 where they are the same.
        worlds: measuring worlds.
        second: where they are the same, the largest plausible loss: the highest upper end of a 95 % interval among the
            others on the selection worlds; else 0.
    """

    chosen: Option
    best: Option
    options: int
    real: bool
    mean: float
    half: float
    worlds: int
    second: float


def loss_of(
    choice: RecordedChoice,
    players: Sequence[Player],
    seed: int = 1,
    effort: Effort | None = None,
    weighing: Weighing | None = None,
    workers: Workers | None = None,
) -> Loss | None:
    """What a choice cost; None where only one option was legal.

    Args:
        choice: the choice.
        players: who plays on, by seat; those of the other seats also made the moves before.
        seed: of the worlds.
        effort: how many worlds.
        weighing: how worlds are weighed.
        workers: the workers of earlier choices under the same rules, to save making a new one.

    Raises:
        PositionError: no world fits what was seen.
        BotFault: a bot breaks the rules or fails.
    """
    plan = effort or Effort()
    choosing = Choosing(choice, players, seed, weighing, orders=plan.orders, workers=workers)
    if len(choosing.options) < 2:
        return None
    return choosing.loss(plan)


@dataclass(frozen=True)
class Selection:
    """The result of the selection worlds.

    Attributes:
        best: number of the option that looks best; the chosen one where none looks better.
        real: whether there is a choice.
        upper: the largest upper end of an interval among the others' gaps to the chosen option, in units.
        gap, deviation: mean and standard deviation over worlds of the gap of `best`, in units; 0 for the chosen one.
    """

    best: int
    real: bool
    upper: float
    gap: float = 0.0
    deviation: float = 0.0


class Choosing:
    """A choice with its worlds.

    Attributes:
        options: the legal options.
        chosen: number of the chosen one.
        orders: orders of the stock with which each world is played; 1 where nothing is drawn any more.
    """

    _ended: threading.Event | None = None

    def __init__(
        self,
        choice: RecordedChoice,
        players: Sequence[Player],
        seed: int = 1,
        weighing: Weighing | None = None,
        *,
        orders: int = 1,
        workers: Workers | None = None,
    ) -> None:
        """Find the legal options.

        Args:
            choice: the choice.
            players: who plays on, by seat.
            seed: of the worlds.
            weighing: how worlds are weighed.
            orders: orders of the stock with which each world is played.
            workers: the workers of earlier choices under the same rules; this choice keeps one until the next.

        Raises:
            PositionError: no world fits what was seen.
            BotFault: a bot breaks the rules or fails.
        """
        alone = replace(weighing or Weighing(), per_walk=1)
        take = RolloutWorker if workers is None else workers.take
        self.worker = take(choice.position, players, alone, seed)
        self._ended = None if workers is None else workers.ended
        self.orders = 1 if choice.position.decision == DECISIONS[DECISION_RESPOND] else orders
        self.options, self.chosen = self._legal(choice)

    def _legal(self, choice: RecordedChoice) -> tuple[list[Option], int]:
        every = candidates(choice.position)
        number = chosen_of(every, choice)
        legal = self.worker.legal_of(every)
        if every[number] not in legal:
            raise PositionError(f"{every[number].text(choice.position)} is not legal here")
        self.worker.set_options(legal)
        return legal, legal.index(every[number])

    def gaps(self, first: int, count: int, wanted: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
        """Payouts of options less that of the chosen one, means over orders of the stock: weights, and float64[worlds,
        options], units; 0 if not wanted.

        Args:
            first: number of the first world.
            count: worlds.
            wanted: numbers of the options to play.

        Raises:
            PositionError: no world fits what was seen.
            BotFault: a bot breaks the rules or fails.
            CancelledError: its workers have ended.
        """
        marks = np.zeros(len(self.options), np.int64)
        marks[[*wanted, self.chosen]] = 1
        parts = []
        for start in range(first, first + count, _PIECE):
            if self._ended is not None and self._ended.is_set():
                raise CancelledError
            numbers = np.arange(start, min(start + _PIECE, first + count))
            parts.append(self.worker.play_orders(numbers, marks, self.orders))
        weights, payout = (np.concatenate(part) for part in zip(*parts, strict=True))
        if not weights.any():
            raise PositionError("the hidden cards cannot be dealt so that this position arises")
        gap = (payout - payout[:, [self.chosen]]) / UNIT
        return weights, gap * marks

    def select(self, plan: Effort) -> Selection:
        """Which option looks best on the selection worlds."""
        wanted = [number for number in range(len(self.options)) if number != self.chosen]
        weights, gap = np.zeros(0), np.zeros((0, len(self.options)))
        real, top, gaps = True, -np.inf, dict[int, tuple[float, float]]()
        for at, (count, keep) in enumerate(zip(plan.rounds, plan.kept, strict=True)):
            more_weights, more = self.gaps(len(weights), count, wanted)
            weights, gap = np.concatenate([weights, more_weights]), np.concatenate([gap, more])
            gaps = {number: weighted_mean(gap[:, number], weights) for number in wanted}
            quantile = t95(len(weights) - 1)
            uppers = {number: mean + quantile * se for number, (mean, se) in gaps.items()}
            top = max(uppers.values())
            if at == 0:
                real = top > -OBVIOUS
            order = sorted(wanted, key=lambda number: (-gaps[number][0], number))
            wanted = [number for number in order if uppers[number] > 0][:keep]
            if not wanted:
                return Selection(self.chosen, real, top)
        mean, se = gaps[wanted[0]]
        if mean <= 0:
            return Selection(self.chosen, real, top)
        return Selection(wanted[0], True, top, mean, se * math.sqrt(len(weights)))

    def loss(self, plan: Effort) -> Loss:
        """What the choice cost: the better option selected on some worlds, and measured on others.

        Raises:
            PositionError: no world fits what was seen.
            BotFault: a bot breaks the rules or fails.
        """
        selection, count = self.select(plan), len(self.options)
        chosen, best = self.options[self.chosen], self.options[selection.best]
        if best == chosen:
            return Loss(chosen, best, count, selection.real, 0.0, 0.0, 0, selection.upper)
        worlds = plan.measuring(selection.gap, selection.deviation)
        return Loss(chosen, best, count, selection.real, *self.measure(selection.best, worlds), worlds, 0.0)

    def measure(self, best: int, worlds: int) -> tuple[float, float]:
        """The value of an option less that of the chosen one, on measuring worlds, and half the width of its 95 %
        interval."""
        weights, gap = self.gaps(MEASURING, worlds, [best])
        mean, se = weighted_mean(gap[:, best], weights)
        return mean, t95(len(weights) - 1) * se


def chosen_of(options: list[Option], choice: RecordedChoice) -> int:
    """The number of the option that was chosen. Raises PositionError if it is none of them."""
    for number, option in enumerate(options):
        if (option.act, option.word) == (choice.act, choice.word):
            return number
    for number, option in enumerate(options):
        if choice.act < 0 and option.word == 0 and option.kind in ("draw", "pass"):
            return number
    raise PositionError(f"no option of {choice.position.decision} is the one chosen at move {choice.move}")


def measured_again(
    choice: RecordedChoice,
    loss: Loss,
    players: Sequence[Player],
    seed: int = 1,
    worlds: int = 256,
    weighing: Weighing | None = None,
) -> tuple[float, float]:
    """The value of the best option of a loss less that of the chosen one, against other players: mean and half the
    width of its 95 % interval.

    Args:
        choice: the choice.
        loss: its loss.
        players: who plays on, by seat.
        seed: of the worlds.
        worlds: how many.
        weighing: how worlds are weighed.

    Raises:
        PositionError: no world fits what was seen.
        BotFault: a bot breaks the rules or fails.
    """
    choosing = Choosing(choice, players, seed, weighing, orders=Effort.orders)
    return choosing.measure(choosing.options.index(loss.best), worlds)


def position_seed(seed: int, game: int, move: int) -> int:
    """The seed of the worlds of one choice."""
    return (seed * 1_000_003 + game * 1009 + move) % 2**64
