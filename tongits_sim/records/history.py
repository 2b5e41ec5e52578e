"""What the recorded games of a match showed to all before a game: the `past_` fields of its view."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tongits_sim.game import state
from tongits_sim.game.engine import PHASE_OVER
from tongits_sim.game.match_history import COUNT_FIELDS, copy_history
from tongits_sim.records.file import match_of
from tongits_sim.records.replay import dealt_board, play_events
from tongits_sim.records.schema import Record, RecordError

_LAST_GAME = 1 << 60


def remember_games(view: np.record, earlier: Iterable[Record]) -> None:
    """Add finished games of a match, in order, to the history of a `VIEW`. Raises RecordError.

    Args:
        view: of a later game of the match.
        earlier: records of checked form, or games that one seat wrote down (`PlayedNotation.partial_record`).
    """
    for record in earlier:
        _remember_game(view, record)


def _remember_game(view: np.record, record: Record) -> None:
    past = dealt_board(record)
    copy_history(view, past.view)
    play_events(past, record["events"], to_the_end="after" in record)
    if past.game.phase != PHASE_OVER:  # nobody wrote down how it ended
        return
    past.match.last_game = _LAST_GAME
    past.finish()
    for name in COUNT_FIELDS:  # nobody wrote down what these seats showed
        for seat in record.get("unknown", ()):
            past.view[name][seat] = view[name][seat]
    copy_history(past.view, view)


@dataclass
class _Match:
    """The match of a file that is being read."""

    key: tuple[Any, ...]
    games: int = 0
    waiting: list[Record] = field(default_factory=list)  # its latest games, which `view` does not remember yet
    view: np.recarray = field(default_factory=lambda: state.new_record(state.VIEW_DTYPE))


class MatchHistories:
    """The history of the matches of a file. Every game of the file is passed to `add`, in order."""

    def __init__(self) -> None:
        self._match = _Match(())

    def before(self, record: Record) -> np.record:
        """A `VIEW` with the `past_` fields as they are at the start of a game that is not added yet.

        The fields are all 0 if an earlier game of the match was not added, or broke a rule.
        """
        match = self._match
        if match.key != match_of(record) or match.games != record["game"]:
            fresh: np.record = state.new_record(state.VIEW_DTYPE)[0]
            return fresh
        try:
            remember_games(match.view[0], match.waiting)
        except RecordError:
            self._match = _Match(())
            return self.before(record)
        match.waiting = []
        view: np.record = match.view.copy()[0]
        return view

    def add(self, record: Record) -> None:
        """Note a game, for the games after it."""
        if record["game"] == 0:
            self._match = _Match(match_of(record))
        if self._match.key == match_of(record) and self._match.games == record["game"]:
            self._match.games += 1
            self._match.waiting.append(record)
