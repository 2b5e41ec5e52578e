"""Records of games as they are played."""

from __future__ import annotations

import io
import json

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.designs.work import ROTATED
from mahjong_sim.game.state import SEATS
from mahjong_sim.records.form import checked_form
from mahjong_sim.records.write import pips
from mahjong_sim.rules import KNOBS, load
from tests.mahjong_sim.games import recorded
from tongits_sim.any_game.record_form import hundredths, write_lines

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


def test_records_are_the_games_of_a_batch() -> None:
    """The same seed: what each player gains in five games, two of a match, is what the batch counts."""
    job = Job(load("visayan"), load_players(BOTS), 5, 41, 2)
    worker = job.worker()
    blocks = [worker.play(block) for block in job.blocks()]
    gains = [0] * SEATS
    for record in recorded("visayan", BOTS, 5, 2):
        for seat, slot in enumerate(ROTATED[record["match"] % SEATS]):
            gains[slot] += hundredths(record["result"]["payout"][seat])
    assert gains == [sum(int(played.counts["x"][slot]) for played in blocks) for slot in range(SEATS)]


def test_lines_are_written() -> None:
    file = io.StringIO()
    records = recorded("visayan", BOTS)
    assert write_lines(records, file) == len(records)
    assert [json.loads(line) for line in file.getvalue().splitlines()] == list(records)


def test_dice_of_a_throw() -> None:
    assert [pips(throw) for throw in (0, 5, 35)] == [[1, 1], [1, 6], [6, 6]]
