"""The table of players, the best first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from analyses.money import unit_name
from analyses.presentation import Table, columns, earnings, share
from tongits_sim.run.answers import Estimate


class _PlayerRow(Protocol):
    """A player of a batch, as both games have it."""

    @property
    def player(self) -> str: ...

    @property
    def slots(self) -> tuple[int, ...]: ...

    @property
    def payout(self) -> Estimate: ...

    @property
    def wins(self) -> Estimate: ...


_Row = TypeVar("_Row", bound=_PlayerRow)
_Row_co = TypeVar("_Row_co", bound=_PlayerRow, covariant=True)


class _Played(Protocol[_Row_co]):
    """The answer of a batch of either game."""

    @property
    def players_summary(self) -> Sequence[_Row_co]: ...


def ranked(answer: _Played[_Row]) -> list[_Row]:
    """The rows of the players of a batch, the best first."""
    return sorted(answer.players_summary, key=_worst_last)


def _worst_last(row: _PlayerRow) -> tuple[float, float]:
    """A key: by payout, then by games won."""
    return -(row.payout.mean or 0.0), -(row.wins.mean or 0.0)


def _name(row: _PlayerRow) -> str:
    """The player, with the number of its copies if there are several."""
    return row.player if len(row.slots) == 1 else f"{row.player} ×{len(row.slots)}"


def standings(answer: _Played[_Row], more: Mapping[str, Callable[[_Row], str]], money: bool = True) -> Table:
    """A row for each player of a batch, the best first; `more` columns by heading; `money`: whether games pay units."""
    rows = ranked(answer)
    units = dict(zip([row.player for row in rows], earnings(row.payout for row in rows), strict=True))
    cells: dict[str, Callable[[_Row], str]] = {"player": _name}
    if money:
        cells[f"{unit_name()} a game"] = lambda row: units[row.player]
    cells["wins"] = lambda row: share(row.wins)
    return columns("players", "What each player earns", rows, {**cells, **more})
