from dataclasses import replace

import pytest

from reports.questions.tournament import about, headline, tables
from tests.analyses.test_answers import tournament_some
from tongits_sim.run.answers import Estimate


@pytest.mark.parametrize(
    ("title", "says"),
    [
        (Estimate(0.5, (0.46, 0.54)), "wins the title: 50 ± 4 % (by lot it would be 33 %)."),
        (Estimate(0.5, (0.04, 0.96)), "wins the title: 50 % ("),  # an interval that touches either end says nothing
        (Estimate(0.5, (0.04, 0.94)), "wins the title: 50 % ("),
        (Estimate(0.5, (0.06, 0.96)), "wins the title: 50 % ("),
        (Estimate(0.93, (0.92, 0.94)), "wins the title: 93.0 ± 1.0 % ("),
        (Estimate(0.98, (0.96, 0.99)), "wins the title nearly always: 98 % ("),
        (Estimate(0.02, (0.01, 0.04)), "wins the title hardly ever: 2 % ("),
        (Estimate(0.5), "wins the title: 50 % ("),
        (Estimate(0.97), "wins the title nearly always: 97 % ("),
    ],
)
def test_how_often_the_best_wins_the_title(title: Estimate, says: str) -> None:
    some = tournament_some()
    best = replace(some.kind("good"), title=title)
    answer = tournament_some(kinds=(best, *some.kinds[1:]))
    assert headline(answer).startswith(f"A good {says}")


def test_each_number_of_the_tables_is_one_of_the_answer() -> None:
    shown = {
        table.key: [dict(zip(table.headings, row, strict=True)) for row in table.rows]
        for table in tables(tournament_some())
    }
    good, bad = shown["kinds"]
    assert (good["player"], good["enter"], good["win the title"], good["each"]) == ("good", "3", "60 ± 5 %", "20 ± 2 %")
    assert (bad["player"], bad["enter"], bad["win the title"], bad["reach the final"]) == (
        "bad",
        "6",
        "40 ± 5 %",
        "60 %",
    )
    assert shown["lengths"] == [
        {"rounds": "20", "the better is first": "50 ± 5 %"},
        {"rounds": "500", "the better is first": "95 ± 2 %"},
    ]


def test_the_luck_of_others_is_said_where_it_is_known() -> None:
    said = "Luck: other players win the title 60 ± 8 % as often as in a lottery."
    assert about(tournament_some())[0] == said
    assert not any("Luck" in line for line in about(tournament_some(best=None, luck=None, lottery=None)))
