"""The referee's calls and responses, rule by rule (R9, R10), on positions set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive import DEFAULTS, preset
from tests.referee.rights import may_challenge
from tests.referee.scenes import do, event, meld, refused, table
from tests.referee.state import LongMeld, Sapaw

# --- R9 calls --------------------------------------------------------------------------------------------------------


def call_rule(rules: dict[str, Any], hand: str = "2c 9d", melds: Any = (), **more: Any) -> str | None:
    """The rule that forbids seat 0's call in turn 10 of all seats, its fourth, or None."""
    phase = rules["call.timing"]
    return refused(table(rules, (hand, "Tc", "Td"), melds, **{"phase": phase} | more), event(0, "call"))


def test_d25_not_after_the_draw() -> None:
    for name in ("pagat", "rulesofcards", "online", "wikipedia"):
        rules = preset(name)
        state = table(rules, ("2c 9d", "", ""), [meld(rules, 0, "5c 5d 5h")], stock="Kh 2d 2h")
        assert refused(state, event(0, "call")) is None
        do(state, event(0, "draw", card="Kh"))
        assert refused(state, event(0, "call")) == "R9"
        do(state, event(0, "discard", card="Kh"))
        assert refused(state, event(0, "call")) == "R2"


def test_d26_end_timing() -> None:
    rules = preset("sjs")
    state = table(rules, ("2c 9d", "", ""), [meld(rules, 0, "5c 5d 5h", turn=7)], stock="Kh 2d 2h")
    assert refused(state, event(0, "call")) == "R9"
    do(state, event(0, "draw", card="Kh"), event(0, "discard", card="Kh"))
    assert refused(state, event(0, "call")) is None
    assert refused(do(state, event(1, "draw", card="2d")), event(0, "call")) == "R2"


def test_r9_1_not_on_the_first_turn() -> None:
    for timing in ("start", "end"):
        rules = DEFAULTS | {"call.timing": timing, "call.needs": "nothing"}
        assert call_rule(rules, own_turns=[1, 1, 1]) == "R9.1"
        assert call_rule(rules, own_turns=[2, 1, 1]) is None


@pytest.mark.parametrize(
    ("needs", "timing", "laid_in", "age", "rule"),
    [
        ("open_meld", "start", 7, 1, None),
        ("open_meld", "start", 7, 2, "R9.2"),
        ("open_meld", "start", 4, 2, None),
        ("open_meld", "end", 10, 1, "R9.2"),  # C2
        ("open_meld", "end", 10, 0, None),
        ("open_meld", "end", 7, 1, None),
        ("any_table_meld", "end", 10, 1, None),
        ("nothing", "end", None, 1, None),
        ("open_meld", "start", None, 1, "R9.2"),
        ("any_table_meld", "start", None, 0, "R9.2"),
    ],
)
def test_r9_2_needs_and_age(needs: str, timing: str, laid_in: int | None, age: int, rule: str | None) -> None:
    rules = DEFAULTS | {"call.needs": needs, "call.timing": timing, "call.meld_age": age}
    melds = [] if laid_in is None else [meld(rules, 0, "5c 5d 5h", turn=laid_in)]
    assert call_rule(rules, melds=[*melds, meld(rules, 1, "6c 6d 6h")]) == rule


@pytest.mark.parametrize(
    ("grants", "privilege", "place", "rule"),
    [
        ("challenge", "laid", "laid", "R9.2"),  # D24
        ("challenge", "held", "held", "R9.2"),
        ("call_and_challenge", "laid", "laid", None),
        ("call_and_challenge", "laid", "laid now", "R9.2"),
        ("call_and_challenge", "laid", "held", "R9.2"),
        ("call_and_challenge", "held", "held", None),
        ("call_and_challenge", "held", "held, taken", "R9.2"),
        ("none", "held", "held", "R9.2"),
    ],
)
def test_r9_2_secrets(grants: str, privilege: str, place: str, rule: str | None) -> None:
    rules = DEFAULTS | {"secrets.grants": grants, "secrets.privilege": privilege, "call.timing": "end"}
    hand = "2c 9d" + (" 8c 8d 8h 8s" if place.startswith("held") else "")
    turn = 10 if place == "laid now" else 7
    melds = [meld(rules, 0, "8c 8d 8h 8s", turn=turn, secret=True)] if place.startswith("laid") else []
    taken = {"8d"} if place == "held, taken" else set()
    assert call_rule(rules, hand, melds, taken=taken) == rule


def test_r9_2_a_laid_secret_is_a_table_meld() -> None:
    rules = DEFAULTS | {"call.needs": "any_table_meld", "secrets.grants": "none"}
    assert call_rule(rules, melds=[meld(rules, 0, "8c 8d 8h 8s", secret=True)]) is None


@pytest.mark.parametrize(
    ("block", "turn", "rule"),
    [
        ("since_last_turn", 8, "R9.3"),
        ("since_last_turn", 9, "R9.3"),
        ("since_last_turn", 6, None),
        ("rest_of_game", 5, "R9.3"),
        ("off", 9, None),
    ],
)
def test_d27_an_opponents_sapaw(block: str, turn: int, rule: str | None) -> None:
    for timing in ("start", "end"):
        rules = DEFAULTS | {"call.block_opponent_sapaw": block, "call.timing": timing}
        melds = [meld(rules, 0, "5c 5d 5h"), meld(rules, 1, "6c 6d 6h"), meld(rules, 0, "Jc Jd Jh")]
        assert call_rule(rules, melds=melds, sapaws=[Sapaw(turn, 1, 0)]) == rule
        assert call_rule(rules, melds=melds, sapaws=[Sapaw(turn, 2, 1)]) is None


@pytest.mark.parametrize(
    ("name", "rule"), [("pagat", "R9.3"), ("online", "R9.3"), ("wars", "R9.3"), ("ecoins", "R9.3")]
)
def test_d28_an_own_sapaw_blocks(name: str, rule: str) -> None:
    rules = preset(name)
    melds = [meld(rules, 0, "9c 9s 9h", turn=4)]
    assert call_rule(rules, "2c", melds, sapaws=[Sapaw(7, 0, 0)]) == rule
    assert call_rule(rules, "2c", melds, sapaws=[Sapaw(4, 0, 0)]) is None
    assert call_rule(rules, "2c", melds, sapaws=[Sapaw(7, 0, 1)]) is None


def test_d29_an_own_sapaw_does_not_block() -> None:
    for name in ("sjs", "wikipedia", "grokipedia"):
        rules = preset(name)
        turn = 10 if name == "sjs" else 7
        assert call_rule(rules, "2c", [meld(rules, 0, "9c 9s 9h", turn=4)], sapaws=[Sapaw(turn, 0, 0)]) is None


def test_r9_3_own_sapaw_on_any_meld_and_this_turn_under_end() -> None:
    rules = DEFAULTS | {"call.block_own_sapaw": "any_meld"}
    melds = [meld(rules, 0, "9c 9s 9h", turn=4)]
    assert call_rule(rules, "2c", melds, sapaws=[Sapaw(7, 0, 1)]) == "R9.3"
    end = rules | {"call.timing": "end"}
    assert call_rule(end, "2c", melds, sapaws=[Sapaw(7, 0, 1)]) is None
    assert call_rule(end, "2c", melds, sapaws=[Sapaw(10, 0, 1)]) == "R9.3"


def test_d6_a_long_meld_blocks_the_next_call() -> None:
    rules = preset("online")
    melds = [meld(rules, 0, "5c 6c 7c 8c 9c", turn=7)]
    assert call_rule(rules, melds=melds, long_melds=[LongMeld(7, 0)]) == "R9.3"
    assert call_rule(rules, melds=melds, long_melds=[LongMeld(4, 0)]) is None
    state = table(rules, ("5c 6c 7c 8c 9c Kh Qs", "", ""), phase="act")
    assert do(state, event(0, "lay", cards="5c 6c 7c 8c 9c")).long_melds == [LongMeld(10, 0)]
    four = table(rules, ("5c 6c 7c 8c Kh Qs", "", ""), phase="act")
    assert do(four, event(0, "lay", cards="5c 6c 7c 8c")).long_melds == [LongMeld(10, 0)]
    three = table(rules, ("5c 6c 7c 8c Kh Qs", "", ""), phase="act")
    assert do(three, event(0, "lay", cards="5c 6c 7c")).long_melds == []
    secret = table(rules, ("5c 6c 7c 8c 9c Kh Qs", "", ""), phase="act")
    assert do(secret, event(0, "secret", cards="5c 6c 7c 8c 9c")).long_melds == []


def test_d27_played_out() -> None:
    rules = preset("wikipedia")
    hands = ("2c 9d", "5s 9c 3c", "Kd 3d")
    state = table(rules, hands, [meld(rules, 0, "5c 5d 5h")], stock="Jc Jd Qs 4s 6d 8h Ts Kh As", phase="start")
    do(state, event(0, "draw", card="Jc"), event(0, "discard", card="Jc"))
    do(state, event(1, "draw", card="Jd"), event(1, "sapaw", card="5s", onto=0), event(1, "discard", card="Jd"))
    do(state, event(2, "draw", card="Qs"), event(2, "discard", card="Qs"))
    assert refused(state, event(0, "call")) == "R9.3"
    do(state, event(0, "draw", card="4s"), event(0, "discard", card="4s"))
    do(state, event(1, "draw", card="6d"), event(1, "discard", card="6d"))
    do(state, event(2, "draw", card="8h"), event(2, "discard", card="8h"))
    assert refused(state, event(0, "call")) is None


def test_r9_4_only_at_zero() -> None:
    rules = DEFAULTS | {"tongits.hand_melds": False, "call.zero_count_fight": "only_at_zero"}
    melds = [meld(rules, 0, "9c 9s 9h", turn=4)]
    assert call_rule(rules, "2c", melds) == "R9.4"
    assert call_rule(rules, "2c 2d 2h", melds) is None


# --- R10 responses ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("needs", "grants", "privilege", "has", "may"),
    [
        ("open_or_secret", "challenge", "laid", "open", True),
        ("open_or_secret", "challenge", "laid", "nothing", False),  # D23
        ("open_or_secret", "challenge", "laid", "laid secret", True),  # D24
        ("open_or_secret", "challenge", "laid", "held secret", False),
        ("open_or_secret", "challenge", "held", "held secret", True),
        ("open_or_secret", "challenge", "held", "laid secret", True),
        ("open_or_secret", "none", "held", "held secret", False),
        ("open_only", "call_and_challenge", "held", "held secret", False),
        ("open_only", "challenge", "laid", "laid secret", False),
        ("open_only", "challenge", "laid", "open", True),
        ("nothing", "none", "laid", "nothing", True),
    ],
)
def test_r10_who_may_challenge(needs: str, grants: str, privilege: str, has: str, may: bool) -> None:
    rules = DEFAULTS | {"response.needs": needs, "secrets.grants": grants, "secrets.privilege": privilege}
    hand = "8c 8d 8h 8s 2c" if has == "held secret" else "2c 3d"
    melds = {"open": [meld(rules, 1, "8c 8d 8h")], "laid secret": [meld(rules, 1, "8c 8d 8h 8s", secret=True)]}
    state = table(rules, ("2d", hand, "Td"), [*melds.get(has, []), meld(rules, 0, "5c 5d 5h")])
    assert may_challenge(state, 1) == may
    do(state, event(0, "call"))
    assert refused(state, event(2, "fold", forced=True)) == "R10"
    assert refused(state, event(1, "challenge")) == (None if may else "R10")
    assert refused(state, event(1, "fold", forced=not may)) is None
    assert refused(state, event(1, "fold", forced=may)) == "R10"
    assert refused(state, event(0, "draw", card=state.stock[0])) == "R4"
    do(state, event(1, "fold", forced=not may))
    assert refused(state, event(1, "fold", forced=not may)) == "R10"
    do(state, event(2, "fold", forced=needs != "nothing"))
    assert state.phase == "over"


def test_r11_with_everyone_nobody_is_asked() -> None:
    rules = preset("rulesofcards")
    state = table(rules, ("2d", "2c", "Td"), [meld(rules, 0, "5c 5d 5h")])
    do(state, event(0, "call"))
    assert state.phase == "over"
