"""Progress of solving in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.text.exploit import gain_words

if TYPE_CHECKING:
    from analyses.answers.solving import Reading


def reading_words(reading: Reading) -> str:
    """A line of progress."""
    return f"Iteration {reading.iteration:,}, {reading.elapsed_s:.0f} s: one seat gains {gain_words(reading.gain)}"
