"""Tunes the numbers of a bot, one after another, each on deals of its own, and measures the result on held-out deals.

A number is changed only where the best of the values tried earns more, by more than its standard error, than the value
before. That is a choice, no proof; what counts is the measurement at the end, on a seed that chose nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tongits_sim.core import paired as estimates
from tongits_sim.core.game import Game
from tongits_sim.core.house_rules import HouseRules
from tongits_sim.core.jobs import JobError
from tongits_sim.core.player import BoundedParam
from tongits_sim.run.answers import Answer, Estimate
from tongits_sim.run.options import RunOptions

Tried = Mapping[str, Sequence[float]]
"""Values to try of each number of a bot, in the order in which the numbers are tuned."""

HELD_OUT = 1_000_003
"""What is added to the seed of the deals that measure the result."""
_COARSE = 10


@dataclass(frozen=True)
class TuneStep(Answer):
    param: str  # its name
    seed: int  # of the deals
    # before, chosen: its value before and after
    before: float
    chosen: float
    tried: Mapping[str, Estimate]  # units a game that each other value earns more than the one before, by value


@dataclass(frozen=True, kw_only=True)
class TunedAnswer(Answer):
    command: str  # `tune`, or `mahjong tune`
    rules: str  # name of the rules
    # start, tuned: the bot before and after, as `--players` reads it
    start: str
    tuned: str
    others: tuple[str, ...]  # who else sits at its table
    deals: int  # deals of each step, each played in every rotation of the seats
    seed: int  # of the first step; each later step has the next one
    steps: tuple[TuneStep, ...]  # the numbers in their order
    # check_deals, check_seed: the held-out deals
    check_deals: int
    check_seed: int
    lead: Estimate  # units a game that the tuned bot earns more than the one before, on held-out deals
    elapsed_s: float  # seconds of play


def tune(
    game: Game,
    rules: HouseRules | str | None,
    bot: Any,
    others: str | Sequence[Any],
    tried: Tried | None = None,
    *,
    deals: int = 1_000,
    check_deals: int = 4_000,
    seed: int = 1,
    how: RunOptions | None = None,
) -> TunedAnswer:
    """Tune the numbers of a bot at a table with others who stay as they are.

    Args:
        rules: house rules, or what `load` takes; the game's usual ones if None.
        bot: where it starts: a player, or its spec.
        others: who else sits at the table, players or specs.
        tried: values of each number, in the order in which they are tuned; by default `usual` of the bot.
        deals: deals of each step.
        check_deals: held-out deals.

    Raises TongitsError: the table is not full, or the bot has no such number.
    """
    house_rules, table, playing = game.rules_of(rules), tuple(game.bots.load_players(others, None)), how or RunOptions()
    start = game.bots.load_player(bot) if isinstance(bot, str) else bot
    if len(table) != game.seats - 1:
        raise JobError(f"{game.others_sit} at the table, not {len(table)}")
    now, steps, elapsed = start, [], 0.0
    for number, (name, values) in enumerate(_checked(game, start, tried).items()):
        step, spent = _step(game, house_rules, now, table, (name, values), deals, seed + number, playing)
        steps.append(step)
        elapsed += spent
        now = now.with_value(name, step.chosen)
    check_seed = seed + HELD_OUT
    lead, spent = _leads(game, house_rules, [start, now], table, check_deals, check_seed, playing, "held-out")
    return TunedAnswer(
        command=game.key("tune"),
        rules=house_rules.name,
        start=start.spec,
        tuned=now.spec,
        others=tuple(player.spec for player in table),
        deals=deals,
        seed=seed,
        steps=tuple(steps),
        check_deals=check_deals,
        check_seed=check_seed,
        lead=lead[0],
        elapsed_s=elapsed + spent,
    )


def usual(game: Game, bot: Any) -> Tried:
    """The values to try for each parameter of a bot: the values that its game names, else `coarse` values of each
    parameter with more than one.
    """
    named: Mapping[str, Tried] = {} if bot.origin else getattr(game.bots, "TRIED", {})
    grids = {param.name: coarse(param) for param in bot.strategy.params if param.low < param.high}
    return named.get(bot.strategy.name) or grids


def _checked(game: Game, bot: Any, tried: Tried | None) -> Tried:
    known = [param.name for param in bot.strategy.params]
    if not known:
        raise JobError(f"{bot.strategy.name} has no numbers to tune; for those of each bot: {game.command} strategies")
    for name, values in (tried or {}).items():
        if name not in known:
            raise JobError(f"{bot.strategy.name} has no number {name!r} to tune; it has {', '.join(known)}")
        if set(values) <= {bot.parameters()[name]}:
            raise JobError(f"{name} is {bot.parameters()[name]:g} already: name other values to try")
    return tried or usual(game, bot)


def _step(
    game: Game,
    rules: HouseRules,
    now: Any,
    others: Sequence[Any],
    tried: tuple[str, Sequence[float]],
    deals: int,
    seed: int,
    how: RunOptions,
) -> tuple[TuneStep, float]:
    name, values = tried
    before = now.parameters()[name]
    rest = [value for value in values if value != before]
    bots = [now, *(now.with_value(name, each) for each in rest)]
    leads, spent = _leads(game, rules, bots, others, deals, seed, how, f"tune-{name}")
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
    game: Game,
    rules: HouseRules,
    bots: Sequence[Any],
    others: Sequence[Any],
    deals: int,
    seed: int,
    how: RunOptions,
    part: str,
) -> tuple[list[Estimate], float]:
    """Units a game that each bot but the first earns more than the first, on the same deals; and the seconds."""
    if len({bot.identity for bot in bots}) == 1:
        return [Estimate(0.0)] * (len(bots) - 1), 0.0
    tables = [(bot, *others) for bot in bots]
    paired = game.paired if game.has("paired") else estimates
    leads, run = paired.leads(game, rules, tables, deals, seed, lambda job: how.run(job, part))
    return leads, run.elapsed


def coarse(param: BoundedParam) -> list[float]:
    """Values over the whole range, closer together where a number that cannot be negative is small."""
    power = 2 if param.low >= 0 else 1
    span = param.high - param.low
    return sorted({rounded(param, param.low + span * (i / _COARSE) ** power) for i in range(_COARSE + 1)})


def rounded(param: BoundedParam, value: float) -> float:
    """The nearest whole number of steps, `resolution`, within the bounds."""
    step = resolution(param)
    return round(min(max(round(value / step) * step, param.low), param.high), 6)


def resolution(param: BoundedParam) -> float:
    """The smallest step of a number that is tried: a point or a card, else a hundredth of its range."""
    counts = param.low >= 0 and param.high > 2 and all(float(x).is_integer() for x in (param.low, param.high))
    return 1.0 if counts and float(param.default).is_integer() else (param.high - param.low) / 100
