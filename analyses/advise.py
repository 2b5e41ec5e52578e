"""What to do in a position: the expected value of every legal action, by rollouts over the unseen cards.

Worlds are deals of the hidden cards, drawn by how likely the others' choices so far are in them
(`worlds/kernel.py`); in each, every action is played on to the end with the same cards and random words.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from analyses.answers.advise import AdviceAnswer, AdvisedAction, PositionFacts
from analyses.answers.shared import Bot, Versions
from analyses.reasons import reason
from strategies.registry import STRONGEST
from tongits_sim.experiments.batch import rules_option
from tongits_sim.experiments.warmup import prepare_once
from tongits_sim.game.state import DECISIONS
from tongits_sim.players import as_players
from tongits_sim.run.answers import Estimate
from tongits_sim.run.how import How
from tongits_sim.run.warmup import to_stderr
from tongits_sim.strategy import Player
from tongits_sim.table.known_cards import Weighing
from tongits_sim.table.options import spelled
from tongits_sim.table.position import Position, PositionError
from tongits_sim.table.rollouts import CLOSE, Limits, Rollouts
from tongits_sim.table.rollouts import estimates as estimates_of

if TYPE_CHECKING:
    from tongits_sim.table.options import Option
    from tongits_sim.table.rollouts import OptionEstimate, Samples

SECONDS = 1.0
"""Default time for worlds."""
CLEAR = 2.5758293035489004 / 1.959963984540054
"""Widens a 95 % interval to one of 99 %; an action is clearly worse if that leaves out 0."""

Against = str | Player | Sequence[Player | str] | None
Look = Callable[[AdviceAnswer], None]


def field_of(against: Against) -> tuple[Player, ...]:
    """The players of the rollouts: one for all seats, two for right and left, or three for right, left and the seat
    itself. If none is named, the strongest bot.

    Raises:
        TongitsError: there is no such player, or there are more than three.
    """
    if against is None:
        against = STRONGEST
    players = as_players([against] if isinstance(against, Player) else against)
    if not 1 <= len(players) <= 3:
        raise PositionError(f"name one player for all, or those of right and left and your own, not {len(players)}")
    right = players[0]
    left = players[1] if len(players) > 1 else right
    return right, left, players[2] if len(players) > 2 else right


def advise(
    position: Position,
    against: Against = None,
    *,
    worlds: int | None = None,
    seconds: float = SECONDS,
    seed: int = 1,
    how: How | None = None,
    weighing: Weighing | None = None,
    look: Look | None = None,
) -> AdviceAnswer:
    """What to do in a position.

    Args:
        position: the position (`tongits_sim/table/position.py`).
        against: who plays on: a player or spec for all seats; two, for right and left (right also plays on for the
            seat itself); or three, the last for the seat itself.
        worlds: the exact number; None: as many as time allows, fewer if the choice is clear before.
        seconds: time for worlds.
        seed: 0 .. 2**64 - 1; the same seed and number of worlds give the same digits.
        how: `workers` and `notice` are used.
        weighing: how the others' choices weigh.
        look: called with the answer so far while more worlds are being played.

    Raises:
        PositionError: the position is impossible, or the rules are played for a score.
        BotFault: a bot breaks the rules or fails.
    """
    if position.rules.match.progressive_target > 0:
        raise PositionError(
            f"{position.rules.name} is played for a score, not for money: actions have no expected value; choose other "
            "rules, or set match.progressive_target=0"
        )
    way, chosen, players = how or How(), weighing or Weighing(), field_of(against)
    prepare(position, players, way)
    began = time.perf_counter()
    rollouts = Rollouts(position, seated(position, players), seed, chosen, way.workers)
    report = _Report(position, players, seed, chosen, rollouts, began)
    try:
        left = max(0.0, seconds - (time.perf_counter() - began))
        samples = rollouts.play(Limits(worlds, left), None if look is None else lambda some: look(report.answer(some)))
    finally:
        rollouts.close()
    return report.answer(samples)


def seated(position: Position, players: Sequence[Player]) -> list[Player]:
    """The players for right, left and oneself, by seat."""
    seats = {position.right: players[0], position.left: players[1], position.seat: players[2]}
    return [seats[seat] for seat in range(3)]


def prepare(position: Position, players: Sequence[Player], how: How) -> None:
    """Compile the kernels of advice, with a notice, unless they are compiled."""

    def play() -> None:
        rollouts = Rollouts(position, seated(position, players), workers=1)
        rollouts.play(Limits(worlds=1))
        rollouts.close()

    prepare_once("advise", players, play, how.notice or to_stderr)


class _Report:
    """A report in progress: makes answers from the samples so far."""

    def __init__(
        self,
        position: Position,
        players: tuple[Player, ...],
        seed: int,
        weighing: Weighing,
        rollouts: Rollouts,
        began: float,
    ) -> None:
        self.position, self.players, self.seed, self.weighing = position, players, seed, weighing
        self.rollouts, self.began = rollouts, began
        self._bots = tuple(Bot.of(each) for each in {each.label: each for each in players}.values())
        self._versions = Versions.current()

    def answer(self, samples: Samples) -> AdviceAnswer:
        """The answer from the samples."""
        position, options = self.position, self.rollouts.options
        estimates = estimates_of(samples)
        order = sorted(range(len(options)), key=lambda n: (-estimates[n].behind, estimates[n].behind_se, n))
        actions = [
            action_of(position, options[n], estimates[n], reason(position, options[n], estimates[n])) for n in order
        ]
        verdict = verdict_of([estimates[n] for n in order], CLOSE)
        right, left, me = self.players
        rules = position.rules
        return AdviceAnswer(
            command="advise",
            rules=rules.name,
            rules_option=rules_option(rules),
            knobs=rules.knobs(),
            position=PositionFacts.from_dict(position.facts()),
            against={"right": right.label, "left": left.label, "me": me.label},
            seed=self.seed,
            worlds=samples.worlds,
            effective=samples.effective,
            candidates=samples.candidates,
            rollouts=samples.rollouts,
            actions=tuple(actions),
            verdict=verdict,
            close=CLOSE,
            advice=advice_of(actions, verdict, CLOSE),
            used=tuple(self.weighing.sentences(position)),
            defaults=position.defaults,
            elapsed_s=time.perf_counter() - self.began,
            bots=self._bots,
            versions=self._versions,
        )


def action_of(position: Position, option: Option, result: OptionEstimate, why: str) -> AdvisedAction:
    """An option and its estimate as a part of the answer.

    Args:
        position: the position.
        option: the option.
        result: its estimate.
        why: its reason, a sentence.
    """
    return AdvisedAction(
        action=option.text(position),
        kind=option.kind,
        cards=spelled(option.cards),
        decision=DECISIONS[option.act],
        word=str(option.word),
        ev=estimate(result.value, result.quantile * result.se),
        behind=estimate(result.behind, result.quantile * result.behind_se),
        win=result.won,
        burned=result.burned,
        beaten=result.beaten,
        worlds=result.worlds,
        why=why,
    )


def estimate(mean: float, half: float) -> Estimate:
    """A mean with its interval, from the half-width; no limits if that is infinite."""
    return Estimate(mean, (mean - half, mean + half) if math.isfinite(half) else None)


def verdict_of(estimates: Sequence[OptionEstimate], close: float) -> str:
    """`clear`, `close`, `undecided` or `forced`, from estimates in order, the best one first."""
    others = estimates[1:]
    if not others:
        return "forced"
    if all(each.behind + CLEAR * each.quantile * each.behind_se < 0 for each in others):
        return "clear"
    near = [each for each in others if each.behind + each.quantile * each.behind_se >= 0]
    if near and all(each.behind - each.quantile * each.behind_se > -close for each in near):
        return "close"
    return "undecided"


def advice_of(actions: Sequence[AdvisedAction], verdict: str, close: float) -> str:
    """The answer in a sentence: what to do, its lead over the next best action, and how sure that is."""
    best = actions[0]
    named = best.action[0].upper() + best.action[1:]
    if verdict == "forced":
        return f"{named}: there is no choice."
    second = actions[1]
    gap = -(second.behind.mean or 0.0)
    if verdict == "clear":
        return f"{named}: {gap:.2f} units better than to {second.action}."
    even = [each.action for each in actions[1:] if each.behind.ci95 is None or each.behind.ci95[1] >= 0]
    shown = ", ".join(even[:3]) + (f" and {len(even) - 3} more" if len(even) > 3 else "")
    if verdict == "close":
        return f"{named}, or as well (to within {close:g} units): {shown or second.action}."
    return f"{named} looks best, but more worlds are needed to tell it from: {shown or second.action}."
