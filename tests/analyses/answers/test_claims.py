"""The answer about claims as JSON and back."""

from __future__ import annotations

import pytest

from analyses.answers.claims import ClaimRow, ClaimsAnswer
from tongits_sim.run.answers import AnswerError, Estimate


def row(key: str = "low calls", **changes: object) -> ClaimRow:
    """A claim that was watched and is true."""
    fields: dict[str, object] = {
        "key": key,
        "says": "Low calls win.",
        "where": "A page; somebody; 2025",
        "asked": "Of low calls more than half win.",
        "unit": "% of them",
        "low": 50.0,
        "high": None,
        "way": "watched",
        "players": ("solved",),
        "number": Estimate(61.2, (60.9, 61.5)),
        "check": Estimate(61.4, (61.1, 61.7)),
        "elsewhere": Estimate(70.0, (69.0, 71.0)),
        "p": 0.0001,
        "p_check": 0.0002,
        "verdict": "true",
    }
    return ClaimRow(**(fields | changes))  # type: ignore[arg-type]


def some() -> ClaimsAnswer:
    """A claim of every sort."""
    none = {"check": None, "elsewhere": None, "p": None, "p_check": None, "players": ()}
    return ClaimsAnswer(
        rules="pagat",
        rules_option="--rules pagat",
        other_rules="online",
        players=("solved", "counter", "greedy"),
        games=1000,
        deals=100,
        seed=31,
        check_seed=32,
        games_played=9000,
        alpha=0.01,
        tested=2,
        claims=(
            row(),
            row("tracking", way="played", players=("counter", "greedy"), verdict="undecided"),
            row("draws", **none, way="counted", number=Estimate(2.5, (2.5, 2.5)), verdict="false", why="One in 40."),
            row(
                "times",
                **none,
                way="no question",
                number=None,
                low=None,
                unit="",
                verdict="undecided",
                why="People.",
            ),
        ),
        command_line="tongits analyze claims --rules pagat --seed 31",
    )


def test_it_is_read_back_as_it_was_written() -> None:
    assert ClaimsAnswer.from_dict(some().to_dict()) == some()


def test_claims_by_name() -> None:
    assert some().claim("draws").why == "One in 40."
    with pytest.raises(KeyError):
        some().claim("nothing")


def test_an_undecided_claim_of_an_earlier_version_is_read() -> None:
    undecided = row(verdict="undecided")
    assert ClaimRow.from_dict({**undecided.to_dict(), "verdict": "cannot be said"}) == undecided
    with pytest.raises(AnswerError, match="must be an object"):
        ClaimRow.from_dict(7)  # type: ignore[arg-type]
