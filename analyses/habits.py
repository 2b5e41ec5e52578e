"""How people of recorded games play: how often each called, challenged and was burned."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from analyses.answers.review import PlayerHabits, Share
from tongits_sim.game.state import DECISIONS
from tongits_sim.records.replay import dealt_board, decisions
from tongits_sim.run.answers import Estimate
from tongits_sim.stats.proportions import wilson_interval

if TYPE_CHECKING:
    from tongits_sim.records.schema import Record


@dataclass
class _Seen:
    games: int = 0
    called: list[bool] = field(default_factory=list)
    challenged: list[bool] = field(default_factory=list)
    burned: list[bool] = field(default_factory=list)


def habits_of(records: Iterable[Record]) -> tuple[PlayerHabits, ...]:
    """A row for each player in the games, most games first.

    Everybody sees calls and challenges, so a player whose cards nobody wrote down has a row too.
    """
    seen: dict[str, _Seen] = {}
    for record in records:
        people, result = record["players"], record["result"]
        for seat, name in enumerate(people):
            own = seen.setdefault(name, _Seen())
            own.games += 1
            if "burned" in result:
                own.burned.append(bool(result["burned"][seat]))
        board = dealt_board(record)
        for step in decisions(board, record["events"], to_the_end=record.get("unknown") is None):
            decision, own = DECISIONS[step.decision], seen[people[int(board.view.me)]]
            if decision in ("call", "respond"):
                (own.called if decision == "call" else own.challenged).append(bool(step.answer))
    rows = (
        PlayerHabits(name, own.games, *map(_share, (own.called, own.challenged, own.burned)))
        for name, own in seen.items()
    )
    return tuple(sorted(rows, key=lambda row: -row.games))


def _share(said: list[bool]) -> Share:
    return Share(len(said), sum(said), Estimate.of(wilson_interval(sum(said), len(said))))
