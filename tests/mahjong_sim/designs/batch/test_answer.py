"""The answer of a batch as JSON."""

from __future__ import annotations

import json

from mahjong_sim.designs.batch.answer import BatchAnswer
from mahjong_sim.designs.batch.simulate import simulate


def test_an_answer_is_read_back_from_its_json() -> None:
    answer = simulate("visayan", "random,random,greedy,random", 40)
    document = json.loads(json.dumps(answer.to_dict()))
    assert BatchAnswer.from_dict(document) == answer
    assert "broken_off" not in document
    assert set(document["players_summary"][0]["parts"]) >= {"hand", "flowers", "kang", "secret", "sagasa"}
