"""Tunes the numbers of a bot, one after another, each on walls of its own, and measures the result on held-out walls.

A number is changed only where the best of the values tried earns more, by more than its standard error, than the value
before. That is a choice, no proof; what counts is the measurement at the end, on a seed that chose nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mahjong_sim.mahjong import MAHJONG
from tongits_sim.any_game.designs.paired.estimates import PairedEstimates
from tongits_sim.any_game.designs.paired.job import Arm, PairedJob
from tongits_sim.any_game.jobs import JobError
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.how import How

if TYPE_CHECKING:
    from mahjong_sim.bots.strategy import Player
    from mahjong_sim.rules import RuleSet

TRIED: Mapping[str, tuple[float, ...]] = {
    "pung_weight": (0, 1, 2, 3, 5),
    "chow_weight": (0, 0.5, 1, 2),
    "risk_weight": (0, 10, 20, 40, 80),
    "fold_turn": (7, 9, 11, 13, 100),
    "fold_at": (1, 2, 3),
    "kang_back": (-2, 0, 1),
    "secret_back": (-1, 0, 1),
    "paid_back": (-1, 0, 1),
    "pung_far": (2, 3, 4, 12),
    "open_at": (3, 4, 12),
    "chow_at": (2, 3, 12),
}
"""The numbers of `expert` in the order in which they are tuned, and the values that are tried."""
HELD_OUT = 1_000_003
"""What is added to the seed of the walls that measure the result."""


@dataclass(frozen=True)
class TuneStep(Answer):
    """A number tuned.

    Attributes:
        param: its name.
        seed: of the walls.
        before, chosen: its value before and after.
        tried: units a game that each other value earns more than the one before, by value.
    """

    param: str
    seed: int
    before: float
    chosen: float
    tried: Mapping[str, Estimate]


@dataclass(frozen=True, kw_only=True)
class TunedAnswer(Answer):
    """The answer of `tune`.

    Attributes:
        command: `mahjong tune`.
        rules: name of the rules.
        start, tuned: the bot before and after, as `--players` reads it.
        others: the three at its table.
        deals: walls of each step, in four rotations.
        seed: of the first step; each later step has the next one.
        steps: the numbers in their order.
        check_deals, check_seed: the held-out walls.
        lead: units a game that the tuned bot earns more than the one before, on held-out walls.
        elapsed_s: seconds of play.
    """

    command: str
    rules: str
    start: str
    tuned: str
    others: tuple[str, ...]
    deals: int
    seed: int
    steps: tuple[TuneStep, ...]
    check_deals: int
    check_seed: int
    lead: Estimate
    elapsed_s: float


def tune(
    rules: RuleSet,
    bot: Player,
    others: Sequence[Player],
    tried: Mapping[str, Sequence[float]],
    *,
    deals: int = 1_000,
    check_deals: int = 4_000,
    seed: int = 1,
    how: How | None = None,
) -> TunedAnswer:
    """Tune the parameters of a bot.

    Args:
        rules: house rules.
        bot: where it starts.
        others: three others at its table.
        tried: values of each number, in the order in which they are tuned.
        deals: walls of each step.
        check_deals: held-out walls.
        seed: of the walls of the first step.
        how: where and how to play.

    Raises:
        JobError: not three others, or the bot has no such number.
    """
    known = [param.name for param in bot.strategy.params]
    if not known:
        raise JobError(f"{bot.strategy.name} has no numbers to tune; for those of each bot: tongits mahjong strategies")
    for name in tried:
        if name not in known:
            raise JobError(
                f"{bot.strategy.name} has no number {name!r} to tune; it has {', '.join(known)}: name them with --try"
            )
    if len(others) != 3:
        raise JobError(f"three others sit at the table, not {len(others)}")
    now, steps, elapsed = bot, [], 0.0
    for number, (name, values) in enumerate(tried.items()):
        step, spent = _step(rules, now, others, (name, values), deals, seed + number, how or How())
        steps.append(step)
        elapsed += spent
        now = with_value(now, name, step.chosen)
    check_seed = seed + HELD_OUT
    lead, spent = _leads(rules, [bot, now], others, check_deals, check_seed, how or How(), "check")
    return TunedAnswer(
        command="mahjong tune",
        rules=rules.name,
        start=bot.spec,
        tuned=now.spec,
        others=tuple(player.spec for player in others),
        deals=deals,
        seed=seed,
        steps=tuple(steps),
        check_deals=check_deals,
        check_seed=check_seed,
        lead=lead[0],
        elapsed_s=elapsed + spent,
    )


def with_value(player: Player, name: str, value: float) -> Player:
    """The player with another value of a number."""
    return replace(player, values={**player.values, name: value})


def _step(
    rules: RuleSet,
    now: Player,
    others: Sequence[Player],
    tried: tuple[str, Sequence[float]],
    deals: int,
    seed: int,
    how: How,
) -> tuple[TuneStep, float]:
    """Tune one number; also returns the seconds it took."""
    name, values = tried
    before = now.parameters()[name]
    rest = [value for value in values if value != before]
    leads, spent = _leads(
        rules, [now, *(with_value(now, name, each) for each in rest)], others, deals, seed, how, f"tune-{name}"
    )
    chosen = choice(before, dict(zip(rest, leads, strict=True)))
    return TuneStep(name, seed, before, chosen, {f"{v:g}": lead for v, lead in zip(rest, leads, strict=True)}), spent


def choice(before: float, leads: Mapping[float, Estimate]) -> float:
    """The value that leads most, if by more than its standard error; else the one before.

    >>> choice(1.0, {2.0: Estimate(0.1, (0.0, 0.2)), 3.0: Estimate(0.2, (-0.5, 0.9))})
    1.0
    >>> choice(1.0, {2.0: Estimate(0.1, (0.0, 0.2))})
    2.0
    """
    best = max(leads, key=lambda value: leads[value].mean or 0.0, default=before)
    lead = leads.get(best)
    half = None if lead is None else lead.half_width
    if lead is None or lead.mean is None or half is None or lead.mean <= half / 1.96:
        return before
    return best


def _leads(
    rules: RuleSet,
    players: Sequence[Player],
    others: Sequence[Player],
    deals: int,
    seed: int,
    how: How,
    part: str,
) -> tuple[list[Estimate], float]:
    """Units a game that each player but the first earns more than the first, on the same walls; and the seconds."""
    arms = tuple(Arm(f"{number}", rules, (player, *others)) for number, player in enumerate(players))
    if len({player.identity for player in players}) == 1:
        return [Estimate(0.0)] * (len(players) - 1), 0.0
    job = PairedJob(MAHJONG, arms, deals, seed)
    run = how.run(job, part)
    moments = PairedEstimates(job, run.totals)
    return [moments.lead(number, 0)[0] for number in range(1, len(arms))], run.elapsed
