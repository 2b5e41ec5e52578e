"""The learning curve says what was measured, and on what."""

from __future__ import annotations

from analyses.answers.learning import Beside, LearnReading
from tongits_sim.run.answers import Estimate


def test_json_and_back() -> None:
    reading = LearnReading(4, 12.5, Estimate(0.01, (0.0, 0.02)), 1000)
    beside = Beside("two of solved", Estimate(None))
    assert LearnReading.from_dict(reading.to_dict()) == reading
    assert Beside.from_dict(beside.to_dict()) == beside
