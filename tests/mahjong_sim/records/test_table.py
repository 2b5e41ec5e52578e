"""Games played with the log on are those of the batch kernel."""

from __future__ import annotations

from mahjong_sim.bots.registry import load_players
from mahjong_sim.records.table import LoggedTable
from mahjong_sim.rules import load


def test_a_game_again_is_the_same_and_another_is_not() -> None:
    table = LoggedTable(load("visayan"), load_players("random,random,random,random"), 9)
    logs = []
    for number in (0, 1, 0):
        table.begin_match(number, 1, 2)
        records = table.play()
        assert records.match.over
        assert sum(records.result.payout) == 0
        logs.append(table.rows.tolist())
    assert logs[0] == logs[2] != logs[1]
    assert table.seating == (2, 3, 0, 1)
    assert table.labels == ["random"] * 4
