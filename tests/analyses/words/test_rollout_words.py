"""Words of questions asked by paired rollouts: what is resolved, what is confounded, which extremes are named."""

from __future__ import annotations

from dataclasses import replace

from analyses.answers.rollouts import Average, Extremes, PlayedChart
from analyses.words import rollout_words
from tests.analyses.answers.examples import AVERAGES, calls, choice
from tongits_sim.run.answers import Estimate

CELLS = [
    choice(1.234, stock_left=1, own_count=2),
    choice(1.234, False, stock_left=1, own_count=3),
    choice(1.234, False, 3, stock_left=1, own_count=4),
]


def test_the_naive_difference_is_called_wrong_only_where_it_is() -> None:
    text = rollout_words.naive_sentence(AVERAGES, "called", "waited")
    assert text.endswith(", the opposite sign.")
    fine = replace(AVERAGES, chose_yes=Average(0.5, (0.4, 0.6), 4))
    assert "opposite" not in rollout_words.naive_sentence(fine, "called", "waited")
    assert "not a causal effect" in rollout_words.naive_sentence(fine, "called", "waited")
    assert rollout_words.naive_sentence(replace(AVERAGES, naive=None), "called", "waited") == ""


def test_the_naive_difference_is_between_decisions_and_not_games() -> None:
    text = rollout_words.naive_sentence(AVERAGES, "called", "waited")
    assert "games" not in text
    assert "confounded by hand strength" in text


def test_cells_say_whether_they_are_resolved() -> None:
    assert [rollout_words.cell_words(cell, 200) for cell in CELLS] == ["+1.23", "(+1.23)", "·"]
    text = rollout_words.resolved_sentence(calls((1.0,)), CELLS)
    assert "The sign is resolved in 1 of 3 cells" in text
    assert "1 are inconclusive, and 1 have fewer than 100 forks" in text


def test_tables() -> None:
    (grid,) = rollout_words.grids(CELLS, 200, "own_count", "stock_left", "stock_left", {"1": "One"}, "A \\ B")
    assert list(grid.headings) == ["A \\ B", "2", "3", "4"]
    assert grid.rows == [["1", "+1.23", "(+1.23)", "·"]]
    assert "200 forks" in grid.note
    table = rollout_words.averages(AVERAGES, "called", "waited")
    assert [row[0] for row in table.rows] == [
        "all decisions",
        "where the bot called",
        "confounded: decisions where it called minus where it waited",
    ]
    assert "not a causal effect" in table.note
    assert len(rollout_words.cells_table(CELLS, 200, {"stock_left": "A", "own_count": "B"}).rows) == 2


def test_thresholds_in_words() -> None:
    assert rollout_words.threshold_words(12, 10, 13) == "12 (10 to 13)"
    assert rollout_words.threshold_words(-1, -1, 2) == "never (never to 2)"
    assert rollout_words.threshold_words(80, 13, 13, always=True) == "any count"
    assert rollout_words.threshold_words(None, None, None) == "–"
    assert "not a confidence interval" in rollout_words.RESAMPLED


def test_extremes_are_named_only_where_other_games_chose_them() -> None:
    def where(cell: object) -> str:
        return "here"

    answer = calls((1.0, -1.0))
    assert rollout_words.strongest(answer, answer.cells, where) == ""
    chosen = Extremes(most=answer.cells[0].at, least=None, games=250, seed=9)
    text = rollout_words.strongest(replace(answer, extremes={"cells": chosen}), answer.cells, where)
    assert text.startswith("Most in favour: here, +1.00 units (95 % interval ")
    assert text.endswith(rollout_words.HELD_OUT)
    assert "against" not in text


def test_an_extreme_is_named_with_the_estimate_of_the_other_games_even_where_its_sign_differs() -> None:
    """To leave it out then would be a selection again."""
    answer = calls((1.0, -1.0))
    chosen = Extremes(most=answer.cells[1].at, games=250, seed=9)
    assert "−1.00 units" in rollout_words.strongest(
        replace(answer, extremes={"cells": chosen}), answer.cells, lambda cell: "here"
    )


def test_lists_and_names() -> None:
    answer = calls((1.0,))
    assert rollout_words.listed(["a", "b", "c"]) == "a, b and c"
    assert rollout_words.players(answer) == "three greedy bots"
    assert rollout_words.players(replace(answer, players=("a", "b", "a"))) == "a, b, a"
    fast = rollout_words.speed_sentence(replace(answer, branches=4_000_000, elapsed_s=2.0))
    assert "2.00 million branches/s" in fast
    assert rollout_words.chart_sentence(answer) == ""


def test_a_chart_played_is_told() -> None:
    chart = PlayedChart(
        file="a.toml",
        player="chart(file=a.toml)",
        source="greedy",
        deals=1000,
        seed=1,
        diff=Estimate(0.5, (0.4, 0.6)),
        verdict="better",
        call_at=(),
        challenge_at=(),
    )
    text = rollout_words.chart_sentence(replace(calls((1.0,)), chart=chart))
    assert "1,000 held-out deals" in text
    assert text.endswith("more than greedy: better.")
