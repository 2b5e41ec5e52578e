import functools
import json
from typing import Any

from mahjong_sim.face import compare, simulate, whatif
from mahjong_sim.rules import load


@functools.cache
def _text(command: str) -> str:
    answer: Any
    if command.endswith("simulate"):
        answer = simulate("visayan", "greedy,random,random,random", 40, workers=1)
    elif command.endswith("compare"):
        answer = compare(load("visayan"), ("greedy", "random"), others="random,random,random", deals=10, workers=1)
    else:
        answer = whatif("visayan", ["pay.discarder=1"], "random,random,random,random", deals=20, workers=1)
    return json.dumps(answer.to_dict())


def document(command: str) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(_text(command))
    return document | {"command_line": "tongits mahjong again", "bots": []}
