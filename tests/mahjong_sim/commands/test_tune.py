"""`tongits mahjong tune`."""

from __future__ import annotations

import json

from tests.playing import command

ASKED = (
    *("mahjong", "tune", "ambitious(suit_at=1)", "--others", "greedy,greedy,greedy", "--try", "suit_at=18"),
    *("--deals", "20", "--check-deals", "20", "--workers", "1"),
)


def test_it_says_what_was_tuned_on_which_seeds() -> None:
    code, out, err = command(*ASKED, "--seed", "5")
    assert code == 0, err
    text = " ".join(out.split())
    assert "suit_at" in text
    assert "20 held-out walls (seed 1000008)" in text
    code, out, _ = command(*ASKED, "--format", "json")
    assert json.loads(out)["steps"][0]["param"] == "suit_at"
    code, out, _ = command(*ASKED, "--format", "csv")
    assert out.startswith("number,seed,before,chosen,value,lead,low,high\nsuit_at,1,1.0,")


def test_errors_are_a_sentence() -> None:
    code, _, err = command("mahjong", "tune", "greedy", "--try", "luck=1")
    assert code == 2
    assert "no number" in err
    code, _, err = command("mahjong", "tune", "expert", "--try", "luck")
    assert code == 2
    assert "PARAMETER=V,V" in err
