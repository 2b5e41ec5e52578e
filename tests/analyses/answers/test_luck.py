"""The answer about luck as a type: documents of earlier versions, and the order of the pairs."""

from __future__ import annotations

from typing import Any

from analyses.answers.luck import LuckAnswer, PairRow, SessionRow
from tongits_sim.run.answers import Estimate

OLD: dict[str, Any] = {
    "a": "x",
    "b": "y",
    "games": 10,
    "sessions": 200,
    "lead": 0.6,
    "lead_ci95": [0.5, 0.7],
    "level": 0.0,
    "formula": 0.6,
    "formula_ci95": [0.55, 0.65],
    "agrees": True,
}


def pair(a: str, games: int | None, verdict: Any = "better", edge: float = 1.0) -> PairRow:
    """A pair."""
    return PairRow(a, "z", Estimate(edge), 2.0, games, (1, None), 0.01, verdict)


def test_an_earlier_answer_says_nothing_of_the_difference() -> None:
    row = SessionRow.from_dict(OLD)
    assert row.agrees is True
    assert row.difference is None
    assert row.agreement is None
    assert row.to_dict() == OLD


def test_certain_pairs_come_in_the_order_of_their_games() -> None:
    cells = (pair("slow", 900), pair("unsure", 5, "inconclusive"), pair("fast", 9, edge=3.0), pair("none", None))
    answer = LuckAnswer(
        command="analyze",
        question="luck",
        rules="pagat",
        players=("a", "b", "c"),
        games=1,
        seed=1,
        probability=0.95,
        table=("a", "b", "c"),
        match_games=10,
        matches=1,
        games_played=1,
        other_seed=2,
        cells=cells,
        sessions=(),
        first=(),
        method={},
    )
    assert [cell.a for cell in answer.certain] == ["fast", "slow"]
    assert answer.clearest.a == "fast"
