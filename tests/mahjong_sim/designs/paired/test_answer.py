"""The answers of compare and whatif as JSON."""

from __future__ import annotations

import json

from mahjong_sim.designs.paired.answer import CompareAnswer, WhatIfAnswer
from mahjong_sim.designs.paired.compare import compare
from mahjong_sim.designs.paired.whatif import whatif


def test_answers_are_read_back_from_their_json() -> None:
    one = compare("visayan", "random,greedy", others="random,random,random", deals=10)
    assert CompareAnswer.from_dict(json.loads(json.dumps(one.to_dict()))) == one
    other = whatif("visayan", ["pay.discarder=1"], "random,random,random,random", deals=10)
    assert WhatIfAnswer.from_dict(json.loads(json.dumps(other.to_dict()))) == other
