from dataclasses import replace

from reports.questions.compare import command_line, headline
from tests.experiments.duplicate.fields import compared, example
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
