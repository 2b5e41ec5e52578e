"""`tongits mahjong`: the list of its commands."""

from __future__ import annotations

from mahjong_sim.commands.mahjong import COMMANDS, mahjong
from tests.playing import command


def test_every_listed_command_is_there_and_says_its_line() -> None:
    for name, line in COMMANDS.items():
        entry = mahjong.commands[name]
        assert entry.name == name
        assert (entry.help or "").split("\n")[0] == line


def test_the_group_explains_itself() -> None:
    code, out, _ = command("mahjong", "--help")
    assert code == 0
    assert all(name in out for name in COMMANDS)


def test_an_unknown_command_is_a_sentence() -> None:
    code, _, err = command("mahjong", "nothing")
    assert code == 2
    assert "nothing" in err
