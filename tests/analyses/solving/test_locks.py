"""Locks name seats and who sits there."""

from __future__ import annotations

import pytest

from analyses.solving.locks import CALLERS, CHALLENGERS, LockError, locked, style
from strategies import load_player


def test_seats_bots_and_styles() -> None:
    assert locked(["1=miser"]) == {0: "miser"}
    assert locked(["2,3=greedy(challenge_at=10)"]) == {1: "greedy(challenge_at=10)", 2: "greedy(challenge_at=10)"}
    assert locked(["1=bold/shy", "3=timid"]) == {0: style("bold", "shy"), 2: style("timid", "normal")}
    assert locked([]) == {}


def test_every_style_is_a_player() -> None:
    labels = {load_player(style(calls, challenges)).label for calls in CALLERS for challenges in CHALLENGERS}
    assert len(labels) == 9


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        (["miser"], "locks nobody"),
        (["4=miser"], "locks nobody"),
        (["1="], "locks nobody"),
        (["=miser"], "locks nobody"),
        (["1=miser", "1,2=greedy"], "seat 1 is locked twice"),
        (["1,2,3=miser"], "nothing is left to solve"),
        (["2=loud/shy"], "is not a style"),
        (["2=bold/deaf"], "is not a style"),
    ],
)
def test_refused(texts: list[str], message: str) -> None:
    with pytest.raises(LockError, match=message):
        locked(texts)
