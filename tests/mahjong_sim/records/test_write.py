"""Records of games as they are played."""

from __future__ import annotations

import io
import json

from mahjong_sim.records.form import checked_form
from mahjong_sim.records.write import pips, write_lines
from mahjong_sim.rules import KNOBS
from tests.mahjong_sim.games import recorded

BOTS = "greedy,random,greedy,random"


def test_records_are_whole_and_of_the_right_form() -> None:
    records = recorded("visayan", BOTS)
    assert [(record["match"], record["game"], record["match_over"]) for record in records] == [
        (0, 0, False),
        (0, 1, True),
        (1, 0, False),
        (1, 1, True),
    ]
    for record in records:
        assert checked_form(record) == record
        assert set(record["rules"]["knobs"]) == set(KNOBS)
        assert sum(record["result"]["payout"]) == 0
        assert sorted(record["players"]) == sorted(BOTS.split(","))
        assert record["events"][-1]["act"] in ("win", "void")


def test_seats_rotate_with_matches() -> None:
    records = recorded("visayan", BOTS)
    assert records[0]["players"] == BOTS.split(",")
    assert records[2]["players"] == ["random", "greedy", "random", "greedy"]


def test_lines_are_written() -> None:
    file = io.StringIO()
    records = recorded("visayan", BOTS)
    assert write_lines(records, file) == len(records)
    assert [json.loads(line) for line in file.getvalue().splitlines()] == list(records)


def test_dice_of_a_throw() -> None:
    assert [pips(throw) for throw in (0, 5, 35)] == [[1, 1], [1, 6], [6, 6]]
