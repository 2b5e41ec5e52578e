"""The table of players, the best first."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from analyses.money import unit_name
from analyses.presentation import Table, columns, earnings, share


def ranked(answer: Any) -> list[Any]:
    """The rows of the players of a batch, the best first."""
    return sorted(answer.players_summary, key=lambda row: (-(row.payout.mean or 0.0), -(row.wins.mean or 0.0)))


def standings(answer: Any, more: Mapping[str, Callable[[Any], str]], money: bool = True) -> Table:
    """A row for each player of a batch, the best first; `more` columns by heading; `money`: whether games pay units."""
    rows = ranked(answer)
    units = dict(zip([row.player for row in rows], earnings(row.payout for row in rows), strict=True))
    cells: dict[str, Callable[[Any], str]] = {
        "player": lambda row: row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}"
    }
    if money:
        cells[f"{unit_name()} a game"] = lambda row: units[row.player]
    cells["wins"] = lambda row: share(row.wins)
    return columns("players", "What each player earns", rows, {**cells, **more})
