"""A player's decisions in recorded games: how often it was asked in each situation, and how often it said yes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from analyses.fitting.situations import AXES, shape
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISION_CALL, DECISION_RESPOND
from tongits_sim.profiles.cells import GRID_FIELDS, KINDS, cell_of, fill_grid
from tongits_sim.records.replay import dealt_board, decisions, rules_of

if TYPE_CHECKING:
    from tongits_sim.any_game.record_form import Record
    from tongits_sim.rules import RuleSet

_DECISIONS = {int(DECISION_CALL): "call", int(DECISION_RESPOND): "respond"}
_GRID_DTYPE = np.dtype([("fitted_grid", "i8"), *GRID_FIELDS], align=True)


class FitError(TongitsError):
    """Games that no style can be estimated from."""


@dataclass(frozen=True)
class Seen:
    """A player's decisions.

    Attributes:
        rules: the rules of all its games.
        games: games it sat in.
        asked: by kind, how often it was asked in each situation, int64[situations].
        yes: by kind, how often it said yes.
    """

    rules: RuleSet
    games: int
    asked: dict[str, np.ndarray]
    yes: dict[str, np.ndarray]


def seen(records: Iterable[Record], player: str, rules: RuleSet | None = None, file: str = "") -> Seen:
    """A player's decisions in recorded games.

    Args:
        records: verified game records.
        player: its name in the records; all seats of that name count.
        rules: the rules the games must have been played under; None for those of the first game.
        file: the file's name, for messages.

    Raises:
        FitError: it sits in none of the games, they were played under other rules, or it was never asked for a call
            or a challenge.
    """
    grid = _grid()
    asked = {kind: np.zeros(int(np.prod(shape(kind))), np.int64) for kind in AXES}
    yes = {kind: np.zeros_like(each) for kind, each in asked.items()}
    names: dict[str, None] = {}
    games = 0
    for number, record in enumerate(records, start=1):
        names |= dict.fromkeys(record["players"])
        if player not in record["players"]:
            continue
        rules = _same_rules(rules_of(record), rules, number, file)
        games += 1
        _count(record, player, grid, asked, yes)
    if rules is None or not games:
        some = ", ".join(list(names)[:10]) or "nobody"
        raise FitError(f"no player called {player!r} sits in the games{_of(file)}; they were played by {some}")
    if not any(each.any() for each in asked.values()):
        played = "the game" if games == 1 else f"the {games:,} games"
        raise FitError(
            f"{player} was never asked for a call or a challenge in {played}{_of(file)}, so nothing can be estimated"
        )
    return Seen(rules, games, asked, yes)


def _of(file: str) -> str:
    return f" of {file}" if file else ""


def _same_rules(own: RuleSet, rules: RuleSet | None, number: int, file: str) -> RuleSet:
    """The rules of a game. Raises FitError if the other games have different ones."""
    if rules is None or own.knobs() == rules.knobs():
        return own if rules is None else rules
    other = [name for name, value in rules.knobs().items() if own.knobs()[name] != value]
    raise FitError(
        f"game {number}{_of(file)} was played under {own.name}, not under {rules.name} ({other[0]} is "
        f"{own.knobs()[other[0]]}, not {rules.knobs()[other[0]]}); a style is estimated for one set of rules: name it "
        "with --rules, and leave out games of others"
    )


def _grid() -> np.ndarray:
    grid = np.zeros(1, _GRID_DTYPE)
    for kind, axes in AXES.items():
        fill_grid(grid, KINDS.index(kind), axes)
    return grid


def _count(
    record: Record, player: str, grid: np.ndarray, asked: dict[str, np.ndarray], yes: dict[str, np.ndarray]
) -> None:
    """Add the decisions of a player in a game."""
    board = dealt_board(record)
    for step in decisions(board, record["events"]):
        kind = _DECISIONS.get(int(step.decision))
        if kind is not None and record["players"][int(board.view.me)] == player:
            cell = int(cell_of(board.view, grid[0], KINDS.index(kind)))
            asked[kind][cell] += 1
            yes[kind][cell] += 1 if step.answer else 0
