"""A batch in words."""

from __future__ import annotations

from dataclasses import replace

from mahjong_sim.commands.batch_text import asked, flat
from mahjong_sim.designs.batch.simulate import simulate

ANSWER = ("visayan", "random,greedy,random,random", 60)


def test_what_was_played_is_one_line() -> None:
    answer = simulate(*ANSWER)
    assert asked(replace(answer, match_games=5, fixed_seats=True)).count(" · ") == 3


def test_rows_are_flat_for_csv() -> None:
    row = flat(simulate(*ANSWER).players_summary[0])
    assert row["slots"] == "0 2 3"
    assert not any(isinstance(value, dict | list) for value in row.values())
