"""Figures that several answers share, and a note on empty boxes of a map."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from analyses import figures
from analyses.figures import Flow, Point
from analyses.words import Finding
from tongits_sim.run.numbers import amount

if TYPE_CHECKING:
    from analyses.rollouts.cells import Cell


def dots(cells: Iterable[Cell], min_forks: int, games: int) -> str:
    """Why boxes of a map have no answer, and how many games would do; empty where all have one."""
    every = list(cells)
    few = [cell.n for cell in every if cell.n < min_forks]
    if not few:
        return ""
    text = (
        f"{len(few)} of {len(every)} boxes have no answer: each came up fewer than {min_forks} times in {games:,} "
        "games, too rarely to tell."
    )
    needed = sorted(games * min_forks / n for n in few if n)
    if not needed:
        return f"{text} None of these came up at all."
    half, most = (_round_up(needed[int(share * (len(needed) - 1))]) for share in (0.5, 0.9))
    enough = [sum(games * min_forks <= n * number for n in few) for number in (half, most)]
    text += f" About {half:,} games would do for {enough[0]} of them"
    text += f", {most:,} for {enough[1]}." if enough[1] > enough[0] else "."
    never = len(few) - len(needed)
    return text + (f" {never} never came up." if never else "")


def _round_up(games: float) -> int:
    """The next of 1, 2, 5 times a power of ten."""
    power = int(10 ** math.floor(math.log10(games)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= games)


def earnings(points: Sequence[Point], headline: str) -> Finding | None:
    """The earnings of each player, with a headline; None if there are no players."""
    if not points:
        return None
    gains = [point.player for point in points if point.limits[0] > 0]
    losses = [point.player for point in points if point.limits[1] < 0]
    text = f"{headline} Certain gain: {_joined(gains)}; certain loss: {_joined(losses)}."
    return Finding("forest", "What each player earns", text, lambda: figures.draw_forest(points))


def by_ending(flows: Sequence[Flow]) -> Finding | None:
    """Payoff by ending; None if no money changes hands."""
    if not flows:
        return None
    parts = []
    for player in list(dict.fromkeys(flow.player for flow in flows))[:3]:
        mine = [flow for flow in flows if flow.player == player]
        won, lost = max(mine, key=lambda flow: flow.won), min(mine, key=lambda flow: flow.lost)
        parts.append(
            f"{player} wins most through {_ending(won)} ({amount(won.won)} units a game) and loses most through "
            f"{_ending(lost)} ({amount(lost.lost)})"
        )
    text = "; ".join(parts) + "."
    return Finding("channels", "Payoff by ending", text, lambda: figures.draw_channels(flows))


def _ending(flow: Flow) -> str:
    return f"“{figures.ENDING_WORDS[flow.ending]}”"


def _joined(names: list[str]) -> str:
    return ", ".join(names) if names else "nobody"
