"""What a table needs is compiled once, and not asked for again."""

from __future__ import annotations

from strategies import load_players
from tongits_sim import jit
from tongits_sim.designs.warmup import bot_tag
from tongits_sim.live.ready import LIVE, prepare_live
from tongits_sim.rules import load


def test_is_said_once() -> None:
    players = load_players("greedy,caller", 2)
    prepare_live(players, load("pagat"), lambda text: None)
    notices: list[str] = []
    prepare_live(players, load("pagat"), notices.append)
    assert notices == []
    assert jit.compiled_before(LIVE)
    assert all(jit.compiled_before(bot_tag(player)) for player in players)
