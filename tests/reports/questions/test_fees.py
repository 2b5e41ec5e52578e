"""What is said about fees."""

from __future__ import annotations

from dataclasses import replace

from reports.questions import fees as words
from reports.text.stake import at
from tests.analyses.test_fees import document, example
from tongits_sim.run.answers import Estimate


def test_says_what_the_house_gets_and_who_beats_it() -> None:
    headline = words.headline(example())
    assert headline.startswith("Under casino_x the house takes 5 % of the winnings: 0.")
    assert "of the turnover. Before the fee caller gets +" in headline
    assert " units a game; it breaks even at a fee of " in headline
    usual = words.headline(document(rules="pagat", games=1800))
    assert usual.startswith("A fee of 5 % of the winnings would bring the house under pagat: 0.")


def test_says_how_long_it_takes() -> None:
    answer = example()
    rest = " ".join(words.sentences(answer))
    assert "To be ahead with 95 % probability caller needs " in rest
    assert " games at no fee, " in rest
    assert "Losing before any fee: " in rest
    assert "hunter" in rest
    assert "To break even at 5 % a player must win, before the fee, the units a game that it pays: " in rest
    with at(pace=8.0):
        assert " min at 8 s a turn) at no fee" in " ".join(words.sentences(answer))


def test_nobody_gains_is_said() -> None:
    answer = document(rules="casino_x", players="greedy", games=1800)
    assert "Nobody certainly gains, even without it: greedy gets " in words.headline(answer)
    (row,) = answer.break_even
    sure = replace(row, before=Estimate(2.0, (1.0, 3.0)), level=Estimate(1.4, (1.2, 1.6)))
    assert "At any fee of the winnings, greedy gains." in words.headline(replace(answer, break_even=(sure,)))


def test_what_is_left_out_is_said() -> None:
    answer = document(rules="online", fee="winnings", games=600)
    assert "The fee of 15 % of the antes under online is left out here." in " ".join(words.sentences(answer))
    other = replace(answer, same_play=False)
    assert "play differently at different levels" in " ".join(words.sentences(other))


def test_tables_and_figures() -> None:
    answer = example()
    tables = words.tables(answer)
    assert [table.key for table in tables] == ["levels", "players", "break_even"]
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert tables[0].rows[2][0] == "5 % (the rules)"
    assert [each.key for each in words.findings(answer)] == ["incomes", "to-gain"]
    for finding in words.findings(answer):
        assert finding.draw().axes
    assert [each.asks for each in words.advice(answer)] == ["What does the fee bring the house?", "Who beats the fee?"]
