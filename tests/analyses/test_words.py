"""Words that answers share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.money import PaceError, StakeError, at, in_money, length, parse_pace, parse_stake, terms
from analyses.questions.calls import WORDS as CALL
from analyses.rollouts import verdicts
from analyses.rollouts import words as rollout_words
from analyses.rollouts.cells import Average, CountLimit, Extremes
from reports.questions import words as words_of
from tests.analyses.examples import AVERAGES, calls, choice
from tests.analyses.examples import verdicts as example

# ---- Stakes as people write them ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "units", "text"),
    [
        ("20 peso", 3, "+60 peso"),
        ("€0.50", -3, "-€1.50"),
        ("₱20", 0.15, "+₱3"),
        ("5", 1000, "+5,000"),
        (" 0.25 EUR ", 1, "+0.25 EUR"),
    ],
)
def test_units_become_money(stake: str, units: float, text: str) -> None:
    assert parse_stake(stake).text(units) == text


@pytest.mark.parametrize("text", ["", "0", "-5", "peso", "5 6", "20 \x1b[31m", "1e9", "5 a b", "9" * 20])
def test_what_is_no_stake_is_refused(text: str) -> None:
    with pytest.raises(StakeError) as info:
        parse_stake(text)
    assert str(info.value).isprintable()


@pytest.mark.parametrize("text", ["", "0", "-8s", "fast", "8m", "\x1b[31m8s", "1e9"])
def test_what_is_no_pace_is_refused(text: str) -> None:
    assert [parse_pace(each) for each in ("8s", "8", " 2.5 sec ")] == [8.0, 8.0, 2.5]
    with pytest.raises(PaceError) as info:
        parse_pace(text)
    assert str(info.value).isprintable()


# ---- Words of questions asked by paired rollouts: what is resolved, what is confounded, which extremes are named ----

CELLS = [
    choice(1.234, stock_left=1, own_count=2),
    choice(1.234, False, stock_left=1, own_count=3),
    choice(1.234, False, 3, stock_left=1, own_count=4),
]


def test_the_naive_difference_is_called_wrong_only_where_it_is() -> None:
    fine = replace(AVERAGES, chose_yes=Average(0.5, (0.4, 0.6), 4))
    texts = [rollout_words.naive_sentence(each, "called", "waited") for each in (AVERAGES, fine)]
    assert ["opposite" in text for text in texts] == [True, False]
    assert rollout_words.naive_sentence(replace(AVERAGES, naive=None), "called", "waited") == ""


def test_cells_say_whether_they_are_resolved() -> None:
    assert [rollout_words.cell_words(cell, 200) for cell in CELLS] == ["+1.23", "(+1.23)", "·"]
    text = rollout_words.resolved_sentence(calls((1.0,)), CELLS)
    assert all(each in text for each in ("resolved in 1 of 3 cells", "1 are inconclusive", "1 have fewer than 100"))


def test_thresholds_in_words() -> None:
    limits = [
        CountLimit(count=count, low=low, high=high, n=9, pooled=False, always=count == 80)
        for count, low, high in ((12, 10, 13), (-1, -1, 2), (80, 13, 13), (None, None, None))
    ]
    words = ["12 (10 to 13)", "never (never to 2)", "any count", "–"]
    assert [rollout_words.threshold_words(limit) for limit in limits] == words


def test_extremes_are_named_only_where_other_games_chose_them() -> None:
    """And then even where the estimate of the other games has the other sign: to leave it out would be a selection."""
    answer = calls((1.0, -1.0))
    assert rollout_words.strongest(answer, answer.cells, str) == ""
    for cell, number in zip(answer.cells, ("+1.00", "−1.00"), strict=True):
        chosen = replace(answer, extremes={"cells": Extremes(most=cell.at, least=None, games=250, seed=9)})
        text = rollout_words.strongest(chosen, answer.cells, lambda cell: "here")
        assert text.startswith(f"Most in favour: here, {number} units")
        assert "against" not in text


# ---- Sentences in money, and games in minutes --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stake", "text", "expected"),
    [
        ("20 peso", "It earns +1.548 units a game.", "It earns +30.96 peso a game."),
        ("20 peso", "between −5 and +6 units.", "between −100 and +120 peso."),
        ("20 peso", "nets 2.39 ± 0.04 units", "nets 47.8 ± 0.8 peso"),
        ("€0.50", "a bankroll of 1,240 units", "a bankroll of €620"),
        ("€0.50", "−3 units", "−€1.5"),
        ("5", "0.0004 units", "0.002"),
        ("20 peso", "ends below −100 or above +120 units", "ends below −2,000 or above +2,400 peso"),
        ("20 peso", "units a game, no number", "units a game, no number"),
        ("20 peso", "3 united players, 4 unitss", "3 united players, 4 unitss"),
    ],
)
def test_units_become_their_worth(stake: str, text: str, expected: str) -> None:
    assert in_money(text) == text
    with at(parse_stake(stake)):
        assert in_money(text) == expected
    assert in_money(text) == text


def test_terms_add_up_and_end() -> None:
    with at(parse_stake("5"), 8.0):
        with at(pace=3.0):
            assert terms().pace == 3.0
            assert terms().money == parse_stake("5")
        assert terms().pace == 8.0
    assert (terms().money, terms().pace) == (None, None)


def test_games_take_time() -> None:
    assert length(100, 8.2) == ""
    with at(pace=8.0):
        assert length(100, None) == ""
        assert length(1, 8.2) == "66 s at 8 s a turn"
        assert length(60, 8.2) == "66 min at 8 s a turn"
        assert length(100, 8.2) == "1 h 49 min at 8 s a turn"
        assert length(10_000, 8.2) == "182 h at 8 s a turn"


# ---- Verdicts in words: one answer to a situation, bluffs named, no thresholds -----------------------------------

ANSWER = example(
    (
        ("call", 1.0, False),
        ("mix", 0.0, False),
        ("wait", -1.0, False),
        ("call", 0.5, True),
        ("unresolved", 0.1, False),
        ("depends", 0.2, False),
        (None, 0, False),
    )
)


def test_the_headline_counts_situations() -> None:
    headline = verdicts.headline(ANSWER, CALL)
    assert "calling is better in 2 of 6 situations and waiting a turn in 1" in headline
    assert "in 1 both are worth the same, in 1 it depends" in headline


def test_the_pocket_table_says_what_to_do() -> None:
    (table,) = verdicts.pocket(ANSWER, CALL)
    ranges = "call with 0–9; mix with 10–19; wait with 20–29; call with 30–39 (a bluff); not resolved with 40–49"
    assert table.rows == [["12+", f"{ranges}; depends, ask at 50–59"]]
    assert table.rows[0][1] in verdicts.advice(ANSWER, CALL)[0].says
    bluff = verdicts.bluff_words(ANSWER)
    assert all(each in bluff for each in ("from 30 up", "25.0 %", "−3.00 units"))
    assert verdicts.bluff_words(example((("call", 1.0, False),))) == ""


def test_tables_hold_both_values_and_no_threshold() -> None:
    chart, cells = words_of(ANSWER).tables(ANSWER)
    said = ["call +1.00", "mix 0.00", "wait −1.00", "bluff +0.50", "? +0.10", "ask +0.20"]
    assert [row[1] for row in chart.rows] == said
    assert [row[3] for row in cells.rows] == ["call", "mix", "wait", "call (bluff)", "unresolved", "depends"]
    assert "threshold" not in " ".join([*words_of(ANSWER).sentences(ANSWER), chart.markdown(), cells.markdown()])
