"""Tunes the numbers of a bot in turn, each on its own deals, and measures the result on held-out deals.

A number changes only if the best tried value earns more than the old value by more than its standard error. A step
proves nothing. The last measurement does, because its seed chose nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tongits_sim.bots.player import BasePlayer, BoundedParam
from tongits_sim.run.answers import Answer, Document, Estimate, RunFacts
from tongits_sim.run.base_job import JobError
from tongits_sim.run.job import Run
from tongits_sim.run.run_options import RunOptions

Tried = Mapping[str, Sequence[float]]
"""Values to try for each number of a bot, in the order of tuning."""

Measure = Callable[[Sequence[tuple[Any, ...]], int, int, Callable[[Any], Run[Any]]], tuple[list[Estimate], Run[Any]]]
"""`(tables, deals, seed, play)` -> the lead of the first player of each later table over the first player of the first
table, units a game, on the same deals; and the run.
"""

HELD_OUT = 1_000_003
"""Added to the seed for the held-out deals."""
_COARSE = 10


@dataclass(frozen=True)
class TuneStep(Answer):
    """A step of tuning: the values of one parameter that were tried."""

    param: str
    seed: int  # seed of the deals
    # its value before and after the step
    before: float
    chosen: float
    tried: Mapping[str, Estimate]  # by value: lead over the value before, units a game


@dataclass(frozen=True, kw_only=True)
class TunedAnswer(Document):
    """The bot before and after tuning, and what the change is worth on held-out deals."""

    command: str  # `tune`, or `mahjong tune`
    rules: str  # name of the rules
    # specs of the bot before and after
    start: str
    tuned: str
    others: tuple[str, ...]  # the opponents
    deals: int  # deals of a step, each played in every rotation of the seats
    seed: int  # seed of the first step; step i uses seed + i
    steps: tuple[TuneStep, ...]  # in the order of tuning
    # number and seed of the held-out deals
    check_deals: int
    check_seed: int
    lead: Estimate  # lead of the tuned bot over the bot before, units a game, on held-out deals


def tune(
    measure: Measure,
    rules: str,
    start: BasePlayer,
    others: Sequence[BasePlayer],
    tried: Tried,
    *,
    command: str = "tune",
    deals: int = 1_000,
    check_deals: int = 4_000,
    seed: int = 1,
    run_options: RunOptions | None = None,
) -> TunedAnswer:
    """Tune the numbers of a bot against opponents who do not change.

    Args:
        measure: plays tables, and says what their first players earn.
        rules: the name of the house rules, for the answer.
        start: the bot before tuning.
        others: the opponents.
        tried: values of each number, in the order of tuning; see `values_to_try`.
        command: for the answer.
        deals: deals of each step.
        check_deals: held-out deals.
    """
    playing = run_options or RunOptions()
    now = start
    steps = list[TuneStep]()
    elapsed = 0.0
    for number, (name, values) in enumerate(tried.items()):
        step, spent = _step(measure, now, others, (name, values), deals, seed + number, playing)
        steps.append(step)
        elapsed += spent
        now = now.with_value(name, step.chosen)
    check_seed = seed + HELD_OUT
    lead, spent = _leads(measure, [start, now], others, check_deals, check_seed, playing, "held-out")
    return TunedAnswer(
        command=command,
        rules=rules,
        start=start.spec,
        tuned=now.spec,
        others=tuple(player.spec for player in others),
        deals=deals,
        seed=seed,
        steps=tuple(steps),
        check_deals=check_deals,
        check_seed=check_seed,
        lead=lead[0],
        run=RunFacts(elapsed_s=elapsed + spent),
    )


def values_to_try(bot: BasePlayer, given: Tried | None, listed: Mapping[str, Tried], see: str) -> Tried:
    """The values to try for each number of a bot.

    Args:
        bot: the bot before tuning.
        given: the values of the user; None: the listed values of the bot, or `coarse` values if none are listed.
        listed: lists by the names of built-in bots.
        see: the command that lists the numbers of bots.

    Raises JobError: the bot has no numbers, or lacks a given number.
    """
    known = [param.name for param in bot.strategy.params]
    if not known:
        raise JobError(f"{bot.strategy.name} has no numbers to tune; to list the numbers of each bot: {see}")
    for name, values in (given or {}).items():
        if name not in known:
            raise JobError(f"{bot.strategy.name} has no number {name!r} to tune; it has {', '.join(known)}")
        if set(values) <= {bot.parameters()[name]}:
            raise JobError(f"{name} is {bot.parameters()[name]:g} already: name other values to try")
    if given:
        return given
    own = None if bot.origin else listed.get(bot.strategy.name)
    return own or {param.name: coarse(param) for param in bot.strategy.params if param.low < param.high}


def _step(
    measure: Measure,
    now: Any,
    others: Sequence[BasePlayer],
    tried: tuple[str, Sequence[float]],
    deals: int,
    seed: int,
    run_options: RunOptions,
) -> tuple[TuneStep, float]:
    name, values = tried
    before = now.parameters()[name]
    rest = [value for value in values if value != before]
    bots = [now, *(now.with_value(name, value) for value in rest)]
    leads, spent = _leads(measure, bots, others, deals, seed, run_options, f"tune-{name}")
    chosen = choice(before, dict(zip(rest, leads, strict=True)))
    return TuneStep(name, seed, before, chosen, {f"{v:g}": lead for v, lead in zip(rest, leads, strict=True)}), spent


def choice(before: float, leads: Mapping[float, Estimate]) -> float:
    """The value with the highest lead, if the lead exceeds its standard error; else the value before.

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
    measure: Measure,
    bots: Sequence[Any],
    others: Sequence[BasePlayer],
    deals: int,
    seed: int,
    run_options: RunOptions,
    run_name: str,
) -> tuple[list[Estimate], float]:
    """The lead of each later bot over the first, units a game, on the same deals; and the seconds of play."""
    if len({bot.identity for bot in bots}) == 1:
        return [Estimate(0.0)] * (len(bots) - 1), 0.0
    tables = [(bot, *others) for bot in bots]
    leads, run = measure(tables, deals, seed, lambda job: run_options.run(job, run_name))
    return leads, run.elapsed


def coarse(param: BoundedParam) -> list[float]:
    """Values over the whole range; if the range has no negative numbers, small values lie closer together."""
    power = 2 if param.low >= 0 else 1
    span = param.high - param.low
    return sorted({rounded(param, param.low + span * (i / _COARSE) ** power) for i in range(_COARSE + 1)})


def rounded(param: BoundedParam, value: float) -> float:
    """Round to a multiple of `resolution` within the bounds."""
    step = resolution(param)
    return round(min(max(round(value / step) * step, param.low), param.high), 6)


def resolution(param: BoundedParam) -> float:
    """The smallest step to try: 1 for points and cards, else a hundredth of the range."""
    counts = param.low >= 0 and param.high > 2 and all(float(x).is_integer() for x in (param.low, param.high))
    return 1.0 if counts and float(param.default).is_integer() else (param.high - param.low) / 100
