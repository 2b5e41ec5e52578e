"""Who enters a stage, and in which order its players end it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tongits_sim.designs.events.format import Stage


def entrants(stage: Stage, orders: Sequence[np.ndarray]) -> np.ndarray:
    """The players of a stage: int64[players].

    Args:
        stage: the stage.
        orders: for each earlier stage its players, the best first; none for the first stage, which takes players
            0, 1, 2, ...
    """
    if not stage.entries:
        return np.arange(stage.players)
    if len(stage.entries) == 1:
        entry = stage.entries[0]
        return orders[entry.stage][entry.low - 1 : entry.high]
    chosen: list[int] = []
    inside: set[int] = set()
    for entry in stage.entries:
        left = entry.high - entry.low + 1
        for player in orders[entry.stage][entry.low - 1 :].tolist():
            if left and player not in inside:
                chosen.append(player)
                inside.add(player)
                left -= 1
    short = stage.players - len(chosen)
    if short:  # a stage had too few players left: the next best of the others
        rest = [player for entry in stage.entries for player in orders[entry.stage].tolist() if player not in inside]
        chosen += list(dict.fromkeys(rest))[:short]
    return np.array(chosen, np.int64)


def ranked(stage: Stage, groups: np.ndarray, money: np.ndarray, wins: np.ndarray, lot: np.ndarray) -> np.ndarray:
    """The players of a stage, the best first: int64[players].

    Args:
        stage: how scores count.
        groups: int64[groups, players of a group], the players.
        money, wins: by player, over the matches of this stage.
        lot: by player, random numbers that break ties.
    """
    first, second = (money, wins) if stage.score == "money" else (wins, money)
    players = groups.reshape(-1)
    keys = [lot[players], -second[players], -first[players]]
    if stage.by_group:
        keys.append(_ranks_in_groups(groups, first, second, lot).reshape(-1))
    return np.asarray(players[np.lexsort(keys)])


def _ranks_in_groups(groups: np.ndarray, first: np.ndarray, second: np.ndarray, lot: np.ndarray) -> np.ndarray:
    ranks = np.empty_like(groups)
    for number, players in enumerate(groups):
        order = np.lexsort((lot[players], -second[players], -first[players]))
        ranks[number, order] = np.arange(len(players))
    return ranks
