"""The adviser at the table: the rollouts of `tongits advise`, put into the table's words."""

from __future__ import annotations

from reports.play.hints import Adviser


def usual_adviser(against: str) -> Adviser | None:
    """Advice against these two bots."""
    return None
