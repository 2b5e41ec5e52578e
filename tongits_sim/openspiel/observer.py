"""What one player sees, as OpenSpiel asks for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.encoding.observation import N_OBSERVATION
from tongits_sim.game.state import SEATS
from tongits_sim.openspiel.table import MAX_TOLD, TOLD, Table


class Observer:
    """Observations (`table.text`, `encoding.observation`), or with perfect recall information states.

    An information state adds to the observation all that the player was told, in order.

    Attributes:
        tensor: float32, all parts one after the other.
        dict: the parts: `player` (one-hot), `observation`, and with perfect recall `told` (`table.numbers_told`).
    """

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self._table, self._recall = table, perfect_recall
        shapes: dict[str, tuple[int, ...]] = {"player": (SEATS,), "observation": (N_OBSERVATION,)}
        if perfect_recall:
            shapes["told"] = MAX_TOLD, TOLD
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, np.ndarray] = {}
        at = 0
        for name, shape in shapes.items():
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees into `tensor`."""
        self.dict["player"][:] = np.arange(SEATS) == player
        self.dict["observation"][:] = self._table.observation(state.moment, player)
        if self._recall:
            self.dict["told"][:] = self._table.numbers_told(state.moment, player)

    def string_from(self, state: Any, player: int) -> str:
        """What a player sees, as text."""
        if self._recall:
            return f"player {player}\n{state.moment.stories[player]}"
        return self._table.text(state.moment, player)
