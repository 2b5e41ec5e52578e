"""Parts that answers share: to JSON and back, and what a stored answer may lack."""

from __future__ import annotations

import json

from analyses.answers.shared import Bot, Stopping, Versions
from strategies import load_player


def test_a_bot_is_described_by_its_player_and_read_back() -> None:
    player = load_player("greedy")
    bot = Bot.of(player)
    assert bot.player == "greedy"
    assert bot.params == player.parameters()
    assert bot.source == player.digest()
    assert list(bot.to_dict()) == ["player", "strategy", "summary", "params", "origin", "source", "spec"]
    assert Bot.from_dict(json.loads(json.dumps(bot.to_dict()))) == bot
    assert Bot.of(player, "greedy 2").player == "greedy 2"


def test_a_bot_of_a_manifest_lacks_a_summary() -> None:
    assert Bot.from_dict({"player": "x", "strategy": "x", "params": {}, "origin": "", "source": "ab"}).summary == ""


def test_versions_leave_out_what_is_not_known() -> None:
    now = Versions.current()
    assert None not in now.to_dict().values()
    assert Versions.from_dict(json.loads(json.dumps(now.to_dict()))) == now
    assert Versions.from_dict({"python": "3.12", "other": "1"}).to_dict() == {"python": "3.12"}


def test_stopping_is_read_back() -> None:
    stopping = Stopping("width", 0.5, True, "Played until then.", 0.95, 0.05)
    assert Stopping.from_dict(json.loads(json.dumps(stopping.to_dict()))) == stopping
