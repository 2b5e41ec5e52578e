"""What is said of a profile is no more than what was measured."""

from __future__ import annotations

from analyses.answers.shared import Versions
from analyses.answers.solving import ExploitAnswer, Meter, Reading
from reports.text.solving import exploit_sentence, gain_words, reading_words
from tongits_sim.run.answers import Estimate


def test_gains_come_with_their_interval() -> None:
    assert gain_words(Estimate(0.0073, (0.0035, 0.0111))) == ("+0.0073 units a game (95 % interval +0.0035 to +0.0111)")
    assert gain_words(Estimate(None)) == "unknown"


def test_a_reading_is_a_line() -> None:
    line = reading_words(Reading(50, 33.4, Estimate(0.02, (0.01, 0.03)), 1000))
    assert line.startswith("Iteration 50, 33 s: one seat gains +0.020")


def test_the_largest_gain_is_named_and_called_a_lower_bound() -> None:
    meters = tuple(
        Meter(name, Estimate(gain, None if gain is None else (gain - 0.1, gain + 0.1)), "x", "y", 10)
        for name, gain in (("cells", 0.2), ("decisions", 0.7), ("players", None))
    )
    answer = ExploitAnswer("exploit", "pagat", "", {}, "expert", 1, 1, meters, 1.0, (), Versions())
    sentence = exploit_sentence(answer)
    assert "gains more than +0.70 units a game" in sentence
    assert "(decisions)" in sentence
    assert "lower bound" in sentence
    assert "proves nothing" not in sentence
    assert "stand-in" not in sentence


def answered(*gains: float, fit_on: str | None = None) -> ExploitAnswer:
    """An answer about `best`, each gain known to 0.1 units."""
    meters = tuple(Meter("cells", Estimate(gain, (gain - 0.1, gain + 0.1)), "x", "y", 10) for gain in gains)
    return ExploitAnswer("exploit", "pagat", "", {}, "best", 1, 1, meters, 1.0, (), Versions(), fit_on)


def test_where_nothing_was_seen_to_gain_that_proves_nothing() -> None:
    sentence = exploit_sentence(answered(-0.3, -0.2))
    assert "No single deviation that we found gains anything; the best one: −0.20 units a game" in sentence
    assert "None was seen to gain, which proves nothing." in sentence
    assert "proves nothing" in exploit_sentence(answered(0.05))


def test_a_stand_in_is_named() -> None:
    sentence = exploit_sentence(answered(0.3, fit_on="learned"))
    assert "fitted and first chosen against learned, a stand-in for best" in sentence
    assert "measured against best itself" in sentence
    assert "a search against best itself, not learned, may find more" in sentence


def test_stored_answers_without_a_stand_in_are_read() -> None:
    document = answered(0.3).to_dict()
    assert document.pop("fit_on") is None
    assert ExploitAnswer.from_dict(document) == answered(0.3)
