from typing import Any

import pytest

from tests.game.scenes import Script, house
from tongits_sim.records.schema import RecordError

HANDS = ("7c 7d 7h 2c Kd", "7s 8s 2d 2h", "9s")
STOCK = "Ts Jd 4s Qh"
OPENING = "0 lay 7c 7d 7h; 0 discard 2c"


@pytest.mark.parametrize(
    ("script", "rule", "message"),
    [
        ("0 discard 2c; 0 call", "R9", "start of a turn"),
        ("0 discard 2c; 1 call", "R9.1", "first turn"),
        ("0 discard 2c; 1 take 2c", "R4", "into the hand"),
        ("0 discard 2c; 1 take 2c > 0", "R4", "no meld"),
        ("0 discard 2c; 1 take 2c = 2c 2d 7s", "R3", "not a meld"),
        ("0 discard 2c; 1 draw Kd", "R4", "the card is Ts, not Kd"),
        ("0 discard 2c; 2 draw", "R2", "turn of seat 1"),
        ("0 discard 2c; 1 discard 7s", "R2", "must draw"),
        ("0 discard 2c; 1 draw; 1 draw", "R4", "not possible now"),
        (f"{OPENING}; 1 draw; 1 sapaw 8s > 0", "R6", "does not fit"),
        (f"{OPENING}; 1 draw; 1 sapaw 9s > 0", "R6", "not in the hand"),
        (f"{OPENING}; 1 draw; 1 discard 9s", "R7", "not in the hand"),
        (f"{OPENING}; 1 draw; 1 secret 7s 8s Ts", "R3", "not a meld"),
        (f"{OPENING}; 1 fold", "R10", "nobody has to answer"),
        (f"{OPENING}; 1 tongits", "R2", "turn of seat 1|not possible"),
        (f"{OPENING}; 1 pass; 2 pass; 0 call; 1 challenge", "R10", "must fold"),
        (f"{OPENING}; 1 pass; 2 pass; 0 draw; 0 call", "R9", "start of a turn only"),
        (f"{OPENING}; 1 challenge", "R10", "nobody has to answer"),
        (f"{OPENING}; 1 pass; 2 pass; 0 call; 1 fold forced; 0 draw", "R10", "must fold"),
    ],
)
def test_rules_named(script: str, rule: str, message: str) -> None:
    with pytest.raises(RecordError) as caught:
        Script("pagat", HANDS, STOCK).play(script)
    assert caught.value.rule == rule
    assert any(part in caught.value.reason for part in message.split("|"))


def test_calls_that_come_with_the_discard() -> None:
    script = Script(house("sjs"), HANDS, STOCK)
    assert script.broken(f"{OPENING}; 0 call") == "R9.1"
    assert script.broken("0 discard 2c; 1 pass; 2 pass; 0 pass; 0 call") == "R9.2"
    assert script.broken(f"{OPENING}; 1 pass; 2 pass; 0 call") == "R9"


def refused(rules: Any, script: str, hands: tuple[str, ...] = HANDS, stock: str = STOCK) -> str:
    with pytest.raises(RecordError) as caught:
        Script(rules, hands, stock).play(script)
    return str(caught.value)


def test_a_legal_call_at_the_wrong_moment_is_not_blamed_on_the_meld() -> None:
    script = f"{OPENING}; 1 pass; 2 pass; 0 draw; 0 call"
    assert refused("sjs", script).startswith("R9: a draw is called at the end of a turn only")


def test_a_call_that_waits_for_answers_is_not_called_again() -> None:
    hands = ("7c 7d 7h 2c Kd", "8s 8d 8h 2h", "9s")
    script = "0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 lay 8s 8d 8h; 1 discard Ts; 2 pass; 0 call; 1 call"
    assert refused("pagat", script, hands).startswith("R9: a draw has been called already")
