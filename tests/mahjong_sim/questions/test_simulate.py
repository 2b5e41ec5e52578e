"""`simulate` in words and tables."""

from __future__ import annotations

from dataclasses import replace

from mahjong_sim.analyses.played import played
from mahjong_sim.designs.batch.simulate import simulate
from mahjong_sim.game.state import ENDINGS
from mahjong_sim.questions import simulate as presented
from mahjong_sim.questions.simulate import ENDING_WORDS, closing, words_of
from tests.mahjong_sim.played import document


def test_it_is_presented_whole() -> None:
    answer = played(document("mahjong simulate"))
    assert presented.headline(answer).endswith(".")
    assert all(text.endswith(".") for text in presented.sentences(answer))
    tables = presented.tables(answer)
    assert len({table.key for table in tables}) == len(tables)
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert sum(len(table.rows) for table in tables) > 2
    assert presented.findings(answer) == []


def test_every_ending_has_words() -> None:
    assert tuple(ENDING_WORDS) == ENDINGS


def test_the_answer_in_sentences() -> None:
    answer = simulate("visayan", "random,greedy,random,random", 60)
    first, second = words_of(answer)
    assert first.startswith("greedy earns most")
    assert second.startswith("Mano (the dealer) wins")
    assert words_of(replace(answer, games=0)) == ["No game was finished."]
    assert words_of(replace(answer, leader=None))[0].startswith("Four random players")
    lead = answer.leader
    assert lead is not None
    unsure = replace(answer, leader=replace(lead, lead_ci95=(-1.0, 2.0)))
    assert words_of(unsure)[0].startswith("Undecided: greedy")
    assert closing(replace(answer, games_per_second=None, out="runs/x")) == "Nothing was left to play. Saved in runs/x."
