"""Mahjong: the answers in words, tables and figures."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from analyses.answers.rollouts import Extremes
from analyses.registry import built_in
from analyses.words.rollout_words import HELD_OUT, strongest
from mahjong_sim.face import simulate
from mahjong_sim.game.state import ENDINGS
from mahjong_sim.mahjong import MAHJONG
from mahjong_sim.words import parts
from mahjong_sim.words.simulate import ENDING_WORDS, closing, words_of
from reports.page.stored import answer_of
from reports.questions import words
from reports.questions.any_game import KINDS
from tests.mahjong_sim.asked import asked, check_presented
from tests.mahjong_sim.played import document
from tongits_sim.run.answers import Estimate

# ---- Every answer in sentences, tables and figures ---------------------------------------------------------------


@pytest.mark.parametrize("name", built_in(MAHJONG))
def test_sentences_tables_and_figures(name: str) -> None:
    check_presented(words(asked(name)), asked(name))


@pytest.mark.parametrize("command", KINDS)
def test_what_was_played_is_presented_whole(command: str) -> None:
    stored = document(f"mahjong {command}")
    answer: Any = answer_of(stored, MAHJONG)
    assert answer.to_dict() == stored
    assert answer.games_played if command != "simulate" else answer.games
    assert answer.command_line == "tongits mahjong again"
    check_presented(words(answer), answer)
    assert words(answer).findings(answer) == []


def test_an_undecided_value_is_said_so() -> None:
    answer = replace(asked("mano"), payout=Estimate(0.1, (-0.1, 0.3)))
    assert "not decided" in words(answer).headline(answer)
    answer = replace(answer, payout=Estimate(0.2, (0.1, 0.3)))
    assert "not decided" not in words(answer).headline(answer)


# ---- Words that questions share: no stronger than their numbers --------------------------------------------------


def test_what_is_not_decided_is_said_so() -> None:
    assert parts.decided(Estimate(0.1, (-0.1, 0.3)), "gain", "loss") == "the sign is not decided"
    assert parts.decided(Estimate(0.1, (0.05, 0.3)), "gain", "loss") == "gain"
    assert parts.decided(Estimate(-0.1, (-0.2, -0.05)), "gain", "loss") == "loss"
    assert parts.points(Estimate(0.1, (0.05, 0.15))) == "+10.0 ± 5.0"
    assert parts.points(Estimate(None)) == "–"


def test_extremes_are_named_as_chosen_elsewhere() -> None:
    answer = asked("claims")
    cell = max((each for each in answer.cells if each.ev_diff.ci95), key=lambda each: each.n)
    elsewhere = replace(answer, extremes={"cells": Extremes(most=cell.at, games=9, seed=2)})
    text = strongest(elsewhere, answer.cells, lambda each: "there")
    assert text.startswith("Most in favour: there, ")
    assert text.endswith(HELD_OUT)
    nothing = replace(answer, extremes={"cells": Extremes(games=9, seed=2)})
    assert strongest(nothing, answer.cells, lambda each: "there") == ""


def test_rows_with_few_forks_are_left_out_of_tables_and_marked_in_figures() -> None:
    answer = asked("claims")
    table = parts.cells_table(answer, answer.cells, {"meld": "Meld"}, {}, ("cells", "Every cell"))
    assert len(table.rows) == sum(cell.n >= answer.min_forks for cell in answer.cells)
    rows = parts.grid_rows(answer.cells, 10**9, ("own_turn", "shanten", "meld"), lambda cell: (cell.ev_diff.mean, True))
    assert {row["state"] for row in rows} == {"few"}


# ---- `simulate` in words and tables ------------------------------------------------------------------------------


def test_every_ending_has_words() -> None:
    assert tuple(ENDING_WORDS) == ENDINGS


def test_the_answer_in_sentences() -> None:
    answer = simulate("visayan", "random,greedy,random,random", 60)
    assert words_of(answer)[0].startswith("greedy")
    assert len(words_of(replace(answer, games=0))) == 1
    assert "greedy" not in words_of(replace(answer, leader=None))[0]
    lead = answer.leader
    assert lead is not None
    unsure = replace(answer, leader=replace(lead, lead=Estimate(0.5, (-1.0, 2.0))))
    assert words_of(unsure)[0].startswith("Undecided: greedy")
    assert "runs/x" in closing(replace(answer, games_per_second=None, out="runs/x"))
