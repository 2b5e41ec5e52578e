"""`tongits mahjong compare`."""

from __future__ import annotations

import json

from tests.playing import command

ASKED = ("mahjong", "compare", "greedy", "random", "--others", "random,random,random", "--deals", "20")


def test_it_answers_in_words_json_and_csv() -> None:
    code, out, err = command(*ASKED)
    assert code == 0, err
    assert "20 deals of mahjong in four rotations · with random, random, random · rules visayan" in " ".join(
        out.split()
    )
    assert "greedy earns most" in out
    code, out, _ = command(*ASKED, "--format", "json")
    assert json.loads(out)["ranking"][0]["player"] == "greedy"
    code, out, _ = command(*ASKED, "--format", "csv")
    assert out.startswith("player,payout,wins\ngreedy,")


def test_one_player_is_not_compared() -> None:
    code, _, err = command("mahjong", "compare", "greedy", "--deals", "5")
    assert code == 2
    assert "two players" in err
