"""The answer about sessions as a type."""

from __future__ import annotations

from analyses.answers.sessions import RuinRow
from tests.analyses.test_sessions import example
from tongits_sim.run.answers import Estimate


def test_rows_are_read_back() -> None:
    row = RuinRow("x", 20.0, True, Estimate(0.25, (0.2, 0.3)), 0.26)
    assert RuinRow.from_dict(row.to_dict()) == row
    assert list(row.to_dict())[:5] == ["player", "bankroll", "named", "ruined", "ruined_ci95"]


def test_best_and_worst_are_by_payout() -> None:
    answer = example()
    payouts = {row.player: row.payout.mean or 0.0 for row in answer.cells}
    assert payouts[answer.best.player] == max(payouts.values())
    assert payouts[answer.worst.player] == min(payouts.values())
