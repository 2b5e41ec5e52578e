"""Gains on the same deals are those of one player after the other."""

from __future__ import annotations

import pytest

from analyses import gains as module
from analyses.gains import even, gains
from strategies import load_player
from tongits_sim.rules import load
from tongits_sim.run.how import How

HOW = How(workers=2)
PAGAT = load("pagat")


def test_together_as_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_ARMS", 2)  # so that they are measured in parts
    folder, expert, caller = (load_player(name) for name in ("folder", "expert", "caller"))
    seats = (folder, folder, folder)
    joint = gains(PAGAT, seats, [expert, caller, folder], HOW, 300, 5)
    alone = [gains(PAGAT, seats, [each], HOW, 300, 5)[0] for each in (expert, caller)]
    assert [float(gain.estimate) for gain in joint] == [*(float(gain.estimate) for gain in alone), 0]


@pytest.mark.parametrize("name", ["expert", "random", "deep"])
def test_what_is_not_played_is_exactly_nothing(name: str) -> None:
    """The same gains, digit by digit, where three equal players are played for comparison; chance bots too."""
    one, same, caller = load_player(name), load_player(name), load_player("caller")
    assert even(PAGAT, (one, one, one))
    assert not even(PAGAT, (one, same, same))
    played = gains(PAGAT, (one, same, same), [caller], HOW, 200, 9)
    assert gains(PAGAT, (one, one, one), [caller], HOW, 200, 9) == played


def test_what_a_house_or_a_match_keeps_is_played() -> None:
    caller = load_player("caller")
    seats = (caller, caller, caller)
    assert not even(PAGAT, seats, 3)
    assert not even(load("online"), seats)
    assert even(load("online", ["fees.antes=0", "fees.winnings=0"]), seats)
