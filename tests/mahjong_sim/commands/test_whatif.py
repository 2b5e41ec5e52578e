"""`tongits mahjong whatif`."""

from __future__ import annotations

import json

from tests.playing import command

ASKED = ("mahjong", "whatif", "pay.discarder=1", "--players", "random,random,random,random", "--deals", "40")


def test_it_answers_in_words_json_and_csv() -> None:
    code, out, err = command(*ASKED)
    assert code == 0, err
    assert "pay.discarder=1" in out
    assert "units that change hands" in out
    code, out, _ = command(*ASKED, "--format", "json")
    assert json.loads(out)["changes"][0]["change"] == "pay.discarder=1"
    code, out, _ = command(*ASKED, "--format", "csv")
    assert out.splitlines()[0] == "change,measure,before,after,diff,p_holm"
