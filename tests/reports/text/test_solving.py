"""What is said of a profile is no more than what was measured."""

from __future__ import annotations

from analyses.answers.solving import Reading
from reports.text.solving import gain_words, reading_words
from tongits_sim.run.answers import Estimate


def test_gains_come_with_their_interval() -> None:
    assert gain_words(Estimate(0.0073, (0.0035, 0.0111))) == ("+0.0073 units a game (95 % interval +0.0035 to +0.0111)")
    assert gain_words(Estimate(None)) == "unknown"


def test_a_reading_is_a_line() -> None:
    line = reading_words(Reading(50, 33.4, Estimate(0.02, (0.01, 0.03)), 1000))
    assert line.startswith("Iteration 50, 33 s: one seat gains +0.020")
