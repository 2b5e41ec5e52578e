from dataclasses import replace

import pytest

from analyses.answers.comparison import TableRow
from reports.questions.compare import command_line, company, headline
from tests.experiments.duplicate.fields import compared, example
from tongits_sim.experiments.batch_answer import House
from tongits_sim.run.answers import Estimate


def test_the_command_asks_the_same_again() -> None:
    document = replace(example(), confirm=None, match_games=3, players=("a b", "c"))
    line = "tongits compare 'a b' c --rules pagat --deals 120 --seed 1 --match-games 3 --all-triples --baseline greedy"
    assert command_line(document) == line
    assert command_line(replace(document, command_line="tongits compare x")) == "tongits compare x"
    stopping = replace(document.stopping, mode="within", width=0.5)
    assert command_line(replace(document, stopping=stopping)).endswith("--within 0.5")


def test_a_lead_that_is_not_sure_is_not_claimed() -> None:
    assert "too close to call" in headline(compared(games=1).answer)
    document = example()
    best, second = document.ranking[:2]
    pair = document.pair(best.player, second.player)
    rows = tuple(replace(row, verdict="better", diff=Estimate(1.0, (0.5, 1.5))) for row in document.pairs)
    assert "is the best" in headline(replace(document, pairs=rows))
    barely = tuple(replace(row, diff=Estimate(1.0, (0.1, 1.9))) if row.a == pair.a else row for row in rows)
    assert "too close to call" in headline(replace(document, pairs=barely))


@pytest.mark.parametrize(
    ("single", "payout", "income", "said"),
    [
        ("better", Estimate(-0.5, (-0.6, -0.4)), 0.9, "less"),
        ("better", Estimate(-0.5, (-0.6, -0.4)), 1.2, ""),  # 0.1 ± 0.1 behind
        ("better", Estimate(-0.5, (-0.6, -0.4)), 2.4, ""),  # ahead
        ("worse", Estimate(-0.1, (-0.2, 0.0)), 0.9, "more"),
        ("worse", Estimate(-0.1, (-0.2, 0.0)), 0.6, ""),  # 0.1 ± 0.1 ahead
        ("worse", Estimate(-0.1, (-0.2, 0.0)), 0.0, ""),
    ],
)
def test_a_third_of_the_fees_is_no_loss(single: str, payout: Estimate, income: float, said: str) -> None:
    document = example()
    pair = replace(document.pairs[0], verdict="better", diff=Estimate(1.0, (0.9, 1.1)))
    one, two = (pair.a, pair.b) if single == "better" else (pair.b, pair.a)
    table = TableRow(f"{one} / {two} / {two}", one, payout)
    answer = replace(document, pairs=(pair,), tables=(table,), house=House(Estimate(income)))
    expected = f"One {one} against two {two} earns {said} than a third {two} would." if said else ""
    assert company(answer) == expected
