"""Bots that break a rule, raise or change their view are caught, and the rule is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.designs.batch.job import Job
from mahjong_sim.game.asking import failure
from mahjong_sim.rules import load
from tongits_sim.any_game.asking import CONTRACT
from tongits_sim.run.work import Block

BAD = """
from mahjong_sim.bots.hooks import always, never
from mahjong_sim.bots.random_bot import claim, declare, discard
from mahjong_sim.bots.strategy import Hooks, Strategy
from tongits_sim.jit import njit


@njit
def absent(view, params):
    for kind in range(34):
        if view.counts[kind] == 0:
            return kind
    return 0


@njit
def raises(view, params):
    if view.turn > 4:
        raise ValueError("too many turns for me")
    return discard(view, params)


@njit
def changes(view, params):
    view.counts[0] = 4
    return discard(view, params)


ABSENT = Strategy("absent", "Discards what it has not.", Hooks(always, claim, declare, absent), uses_chance=True)
RAISES = Strategy("raises", "Raises.", Hooks(always, claim, declare, raises), uses_chance=True)
CHANGES = Strategy("changes", "Changes its view.", Hooks(always, claim, declare, changes), uses_chance=True)
"""


@pytest.mark.parametrize(
    ("name", "message", "detail"),
    [
        ("absent", "broke rule V5 at its discard: the tile is not in the hand", ""),
        ("raises", "it stopped with an error", "ValueError: too many turns for me"),
        ("changes", "it changed its view", ""),
    ],
)
def test_a_bot_that_misbehaves_is_named_with_its_rule(tmp_path: Path, name: str, message: str, detail: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD, encoding="utf-8")
    job = Job(load("visayan"), load_players(f"random,random,{path}:{name},random"), 8, fixed_seats=True)
    fault = job.worker().play(Block(0, 0, 8, 1)).fault
    assert fault is not None
    assert (fault.label, fault.slot, fault.seat, fault.detail) == (name, 2, 2, detail)
    assert message in fault.failure
    assert fault.replay.startswith("tongits mahjong records --rules visayan")


def test_every_breach_of_the_contract_is_a_sentence() -> None:
    for code in CONTRACT:
        assert failure(code, "claim").startswith("failed at its claim: it ")
