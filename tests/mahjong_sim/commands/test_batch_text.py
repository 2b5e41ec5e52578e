"""A batch in words."""

from __future__ import annotations

from dataclasses import replace

from mahjong_sim.commands.batch_text import ENDING_WORDS, asked, closing, flat, sentences
from mahjong_sim.designs.batch.simulate import simulate
from mahjong_sim.game.state import ENDINGS

ANSWER = ("visayan", "random,greedy,random,random", 60)


def test_every_ending_has_words() -> None:
    assert tuple(ENDING_WORDS) == ENDINGS


def test_the_answer_in_sentences() -> None:
    answer = simulate(*ANSWER)
    first, second = sentences(answer)
    assert first.startswith("greedy earns most")
    assert second.startswith("Mano (the dealer) wins")
    assert asked(replace(answer, match_games=5, fixed_seats=True)).count(" · ") == 3
    assert sentences(replace(answer, games=0)) == ["No game was finished."]
    assert sentences(replace(answer, leader=None))[0].startswith("Four random players")
    lead = answer.leader
    assert lead is not None
    unsure = replace(answer, leader=replace(lead, lead_ci95=(-1.0, 2.0)))
    assert sentences(unsure)[0].startswith("Undecided: greedy")
    assert closing(replace(answer, games_per_second=None, out="runs/x")) == "Nothing was left to play. Saved in runs/x."


def test_rows_are_flat_for_csv() -> None:
    row = flat(simulate(*ANSWER).players_summary[0])
    assert row["slots"] == "0 2 3"
    assert not any(isinstance(value, dict | list) for value in row.values())
