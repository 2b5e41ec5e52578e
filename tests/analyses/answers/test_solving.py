"""Answers about solving say what was measured, and on what."""

from __future__ import annotations

from analyses.answers.solving import Meter, Reading
from tongits_sim.run.answers import Estimate


def test_json_and_back() -> None:
    reading = Reading(50, 12.5, Estimate(0.01, (0.0, 0.02)), 1000)
    meter = Meter("cells", Estimate(None), "best answer", "all cells", 1000)
    assert Reading.from_dict(reading.to_dict()) == reading
    assert Meter.from_dict(meter.to_dict()) == meter
