"""The record for a player at a table."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_player
from tests.designs.thinking.thoughts import thinking
from tests.game.scenes import house
from tongits_sim.designs.thinking import memory
from tongits_sim.designs.thinking.memory import Thought, new_thinking, program
from tongits_sim.errors import TongitsError
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load


def test_it_holds_how_the_player_thinks() -> None:
    think = thinking("pagat", worlds=5, tries=3, sure=2.0, thinks=("call", "discard"), otherwise={"lay": 0.25})[0]
    assert (think.worlds, think.first, think.tries, think.sure) == (5, 5, 3, 2.0)
    assert think.thinks.tolist() == [name in ("call", "discard") for name in DECISIONS]
    assert think.otherwise.tolist() == [0.25 if name == "lay" else 1.0 for name in DECISIONS]
    assert think.knows == 0


def test_all_seats_of_the_field_are_the_same_player() -> None:
    table = thinking("pagat", "solved")[0].table
    assert np.array_equal(table.hooks[0], load_player("solved").addresses())
    assert len(set(table.params.tolist())) == 1
    assert table.chance.tolist() == [1, 1, 1]


def test_a_copy_thinks_with_the_same_field() -> None:
    """Its parameters are kept for ever, so the record may be copied and outlive the player."""
    one, other = (new_thinking(load("pagat"), load_player("greedy"), Thought()) for _ in range(2))
    assert one["table"]["params"].tolist() == other["table"]["params"].tolist()


def test_a_field_that_cannot_play_here_is_refused() -> None:
    with pytest.raises(TongitsError, match="no solved profile"):
        thinking(house("pagat", call__timing="end"), "solved")


def test_the_digest_follows_its_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    before = program()
    monkeypatch.setattr(memory, "_SHARED", ())
    assert program() != before
