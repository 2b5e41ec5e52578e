"""The referee's moves, rule by rule (R2-R8), on positions set up by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.naive import DEFAULTS, PRESETS, deck, preset
from tests.referee.game import begin, step
from tests.referee.moves import discardable
from tests.referee.scenes import deal, do, event, meld, refused, table
from tests.referee.state import Sapaw, State

JOKERS = DEFAULTS | {"jokers.count": 2}


def acting(rules: dict[str, Any], hand: str, melds: Any = (), **more: Any) -> State:
    """A table after seat 0 has drawn its turn's card."""
    return table(rules, (hand, "9c 9d", "Kc Kd"), melds, phase="act", **more)


# --- R1, R2 deal and turn --------------------------------------------------------------------------------------------


def test_d7_stock_of_15() -> None:
    for name in PRESETS:
        _, stock = deal(preset(name), 0, ("", "", ""), "")
        assert len(stock) == 15
    assert len(deal(preset("pagat+joker"), 0, ("", "", ""), "")[1]) == 17
    assert len(deck(preset("pagat+joker"))) == 54


def test_r2_the_dealer_does_not_draw_first() -> None:
    hands, stock = deal(DEFAULTS, 1, ("", "5c 5d 5h Kh", ""), "")
    state = begin(DEFAULTS, 1, hands, stock)
    assert refused(state, event(1, "draw", card=stock[0])) == "R2"
    assert refused(state, event(1, "call")) == "R9"
    assert refused(state, event(1, "lay", cards="5c 5d 5h")) is None
    assert refused(state, event(2, "discard", card=hands[2][0])) == "R2"
    do(state, event(1, "lay", cards="5c 5d 5h"), event(1, "discard", card="Kh"))
    assert (state.seat, state.phase, state.offered) == (2, "start", "Kh")


def test_r2_dealer_may_lay_first() -> None:
    rules = DEFAULTS | {"deal.dealer_may_lay_first": False}
    hands, stock = deal(rules, 0, ("5c 5d 5h 5s Kh", "", ""), "")
    state = begin(rules, 0, hands, stock)
    assert refused(state, event(0, "lay", cards="5c 5d 5h")) == "R2"
    assert refused(state, event(0, "secret", cards="5c 5d 5h 5s")) == "R2"
    assert refused(state, event(0, "discard", card="Kh")) is None
    others = table(rules, ("", "6c 6d 6h Kd", ""), seat=1, turn=2, phase="act", own_turns=[1, 1, 0])
    assert refused(others, event(1, "lay", cards="6c 6d 6h")) is None


def test_r2_one_draw_a_turn_and_none_after_the_discard() -> None:
    state = table(DEFAULTS, ("7c", "9c 9d", "Kc Kd"), stock="2c 3c 4c")
    assert refused(state, event(0, "discard", card="7c")) == "R2"
    do(state, event(0, "draw", card="2c"))
    assert refused(state, event(0, "draw", card="3c")) == "R4"
    do(state, event(0, "discard", card="7c"))
    assert refused(state, event(0, "draw", card="3c")) == "R2"
    assert refused(state, event(1, "draw", card="4c")) == "R4"


# --- R4 draw and take ------------------------------------------------------------------------------------------------


def test_d30_new_meld_only() -> None:
    for name in ("pagat", "sjs", "grokipedia", "online"):
        rules = preset(name)
        state = table(rules, ("2c 3d", "", ""), [meld(rules, 0, "7c 7d 7s")], offered="7h")
        assert refused(state, event(0, "take", card="7h", onto=0)) == "R4"
        assert refused(state, event(0, "take", card="7h")) == "R4"


def test_d31_extend_any() -> None:
    for name, owner, rule in [
        ("casino_x", 0, None),
        ("casino_x", 1, None),
        ("wikipedia", 0, None),
        ("wikipedia", 1, "R4"),
    ]:
        rules = preset(name)
        state = table(rules, ("2c 3d", "", ""), [meld(rules, owner, "7c 7d 7s")], offered="7h")
        assert refused(state, event(0, "take", card="7h", onto=0)) == rule
        assert refused(state, event(0, "take", card="7h")) == "R4"


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("7h 7c 7d", None),
        ("7h 8h 9h", None),
        ("7h 8h 9h Th", None),
        ("7c 7d 7s", "R4"),  # without the discard
        ("7h 7c 8h", "R3"),
        ("7h 7c", "R4"),
        ("7h 7c 7d Kh", "R3"),
        ("7h 6h 8h", "R4"),  # 6h is not his
        ("7h 7c 7c", "R4"),
    ],
)
def test_r4_take_for_a_new_meld(cards: str, rule: str | None) -> None:
    state = table(DEFAULTS, ("7c 7d 7s 8h 9h Th Kh", "", ""), offered="7h")
    assert refused(state, event(0, "take", card="7h", cards=cards)) == rule
    assert refused(state, event(0, "take", card="7s", cards=cards)) == "R4"


def test_r4_a_taken_card_lies_open_and_counts_as_no_voluntary_meld() -> None:
    rules = DEFAULTS | {"melds.max_voluntary": 1}
    state = table(rules, ("7c 7d Kc Kd Kh 2c", "", ""), offered="7h")
    do(state, event(0, "take", card="7h", cards="7h 7c 7d"))
    assert state.open_melds(0)
    assert refused(state, event(0, "lay", cards="Kc Kd Kh")) is None


def test_r4_only_the_previous_players_discard() -> None:
    state = table(DEFAULTS, ("2c", "7c 7d 3s 4h", "7s 9d"), stock="Jc Jd Js", offered="7h")
    do(state, event(0, "draw", card="Jc"), event(0, "discard", card="2c"))
    assert refused(state, event(1, "take", card="7h", cards="7h 7c 7d")) == "R4"


def test_r4_free_takes_into_the_hand_and_keeps_it_this_turn() -> None:
    rules = DEFAULTS | {"draw.take_discard": "free"}
    state = table(rules, ("2c 9d", "", ""), [meld(rules, 1, "7c 7d 7s")], offered="7h")
    assert refused(state, event(0, "take", card="7h", onto=0)) is None
    do(state, event(0, "take", card="7h"))
    assert refused(state, event(0, "discard", card="7h")) == "R4"
    assert refused(state, event(0, "sapaw", card="7h", onto=0)) is None
    assert refused(state, event(0, "discard", card="2c")) is None


def test_r4_a_free_card_may_be_discarded_as_the_last_card() -> None:
    rules = DEFAULTS | {"draw.take_discard": "free", "discard.restriction": "not_sapawable"}
    state = table(rules, ("7h", "", ""), [meld(rules, 1, "7c 7d 7s")], offered="Kh")
    do(state, event(0, "take", card="Kh"))
    assert discardable(state) == ["7h"]  # R7 judges the cards that R4 allows
    do(state, event(0, "sapaw", card="7h", onto=0))
    assert refused(state, event(0, "discard", card="Kh")) is None


def test_r4_onto_an_open_meld_counts_as_a_sapaw_and_ignores_r6() -> None:
    rules = DEFAULTS | {"draw.take_discard": "extend_any", "sapaw.targets": "opponents", "sapaw.before_open": False}
    own = table(rules, ("2c 9d", "", ""), [meld(rules, 0, "7c 7d 7s")], offered="7h")
    do(own, event(0, "take", card="7h", onto=0))
    assert own.sapaws == [Sapaw(10, 0, 0)]
    assert own.sagasas == []
    other = table(rules, ("2c 9d", "", ""), [meld(rules, 1, "7c 7d 7s")], offered="7h")
    assert refused(other, event(0, "take", card="7h", onto=0)) is None


def test_r4_r16_a_discarded_joker_may_be_taken() -> None:
    state = table(JOKERS, ("7c 7d 9s X2", "", ""), offered="X1")
    good = event(0, "take", card="X1", cards="X1 7c 7d", shows={"X1": "7s"})
    assert refused(state, good) is None
    assert refused(state, event(0, "take", card="X1", cards="X1 7c 7d")) == "format"
    assert refused(state, good | {"as": {"X1": "8s"}}) == "R3"
    assert refused(state, good | {"as": {"X1": "7c"}}) == "R3"
    two = event(0, "take", card="X1", cards="X1 X2 7c 7d", shows={"X1": "7s", "X2": "7h"})
    assert refused(state, two) == "R16"


def test_r4_r16_one_of_the_two_hand_cards_may_be_a_joker() -> None:
    state = table(JOKERS, ("7c 9s X2", "", ""), offered="7d")
    assert refused(state, event(0, "take", card="7d", cards="7d 7c X2", shows={"X2": "7s"})) is None


# --- R5 laying and secrets -------------------------------------------------------------------------------------------


def test_r5_lay() -> None:
    state = acting(DEFAULTS, "5c 5d 5h 2s 3s")
    assert refused(state, event(0, "lay", cards="5c 5d 5h")) is None
    assert refused(state, event(0, "lay", cards="5c 5d 5s")) == "R5"
    assert refused(state, event(0, "lay", cards="5c 5d 2s")) == "R3"
    assert refused(state, event(1, "lay", cards="9c 9d")) == "R2"


def test_r5_max_voluntary_is_per_player_and_game() -> None:
    rules = DEFAULTS | {"melds.max_voluntary": 1, "secrets.kinds": "set4"}
    state = acting(rules, "5c 5d 5h 6c 6d 6h 8c 8d 8h 8s 2s", voluntary=[0, 1, 1])
    do(state, event(0, "lay", cards="5c 5d 5h"))
    assert refused(state, event(0, "lay", cards="6c 6d 6h")) == "R5"
    assert refused(state, event(0, "secret", cards="8c 8d 8h 8s")) is None


def test_r5_max_voluntary_of_two() -> None:
    rules = DEFAULTS | {"melds.max_voluntary": 2}
    state = acting(rules, "5c 5d 5h 6c 6d 6h 8c 8d 8h 2s Ks")
    do(state, event(0, "lay", cards="5c 5d 5h"))
    do(state, event(0, "lay", cards="6c 6d 6h"))
    assert refused(state, event(0, "lay", cards="8c 8d 8h")) == "R5"


@pytest.mark.parametrize(
    ("cards", "change", "rule"),
    [
        ("8c 8d 8h 8s", {}, None),
        ("8c 8d 8h 8s", {"secrets.kinds": "none"}, "R5.2"),
        ("8c 8d 8h", {}, "R5.2"),
        ("2s 3s 4s 5s", {}, "R5.2"),
        ("2s 3s 4s 5s", {"secrets.kinds": "set4_run"}, None),
        ("2s 3s 4s", {"secrets.kinds": "set4_run"}, "R5.2"),
        ("2s 3s 4s 5s", {"secrets.kinds": "set4_run", "secrets.run_min": 5}, "R5.2"),
        ("2s 3s 4s 5s 6s", {"secrets.kinds": "set4_run", "secrets.run_min": 5}, None),
    ],
)
def test_r5_2_what_a_secret_is(cards: str, change: dict[str, Any], rule: str | None) -> None:
    state = acting(DEFAULTS | change, "8c 8d 8h 8s 2s 3s 4s 5s 6s Kh Js")
    assert refused(state, event(0, "secret", cards=cards)) == rule


def test_r5_2_no_taken_card_and_no_sapaw_on_a_secret() -> None:
    rules = DEFAULTS | {"draw.take_discard": "free"}
    state = table(rules, ("8c 8d 8h 2s 4h", "", ""), offered="8s")
    do(state, event(0, "take", card="8s"))
    assert refused(state, event(0, "secret", cards="8c 8d 8h 8s")) == "R5.2"
    assert refused(state, event(0, "lay", cards="8c 8d 8h 8s")) is None
    dark = [meld(rules, 1, "3s 4s 5s 6s", secret=True)]
    assert refused(acting(rules, "2s 7s Kh", dark), event(0, "sapaw", card="2s", onto=0)) == "R5.2"


def test_r5_3_sagasa() -> None:
    rules = preset("ecoins")
    state = table(rules, ("2c 5d", "9c", "9d"), [meld(rules, 0, "8c 8d 8h")], stock="8s 3c 3d")
    do(state, event(0, "draw", card="8s"), event(0, "sapaw", card="8s", onto=0))
    assert state.sagasas == [0]
    assert refused(state, event(0, "discard", card="2c")) is None  # D52: play goes on


@pytest.mark.parametrize("why", ["not drawn now", "another's set", "a run"])
def test_r5_3_no_sagasa(why: str) -> None:
    rules = preset("ecoins")
    owner = 1 if why == "another's set" else 0
    laid = meld(rules, owner, "5s 6s 7s" if why == "a run" else "8c 8d 8h")
    state = table(rules, ("2c 5d 8s" if why == "not drawn now" else "2c 5d", "9c", "9d"), [laid], stock="Js 3c 3d")
    state.stock[0] = "Jh" if why == "not drawn now" else "8s"
    do(state, event(0, "draw", card=state.stock[0]), event(0, "sapaw", card="8s", onto=0))
    assert state.sagasas == []


# --- R6 sapaw --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "onto", "rule"),
    [
        ("7s", 0, None),  # D3
        ("3s", 0, None),
        ("8s", 0, "R6"),
        ("7s", 1, None),
        ("3s", 1, "R6"),
        ("7h", 0, "R6"),
        ("7s", 2, "R6"),
    ],
)
def test_r6_sapaw(card: str, onto: int, rule: str | None) -> None:
    melds = [meld(DEFAULTS, 1, "4s 5s 6s"), meld(DEFAULTS, 2, "7c 7d 7h")]
    state = acting(DEFAULTS, "7s 3s 8s Kh", melds)
    assert refused(state, event(0, "sapaw", card=card, onto=onto)) == rule


def test_d4_either_end_of_a_run() -> None:
    state = acting(DEFAULTS, "3h 7h 8h Kh", [meld(DEFAULTS, 1, "4h 5h 6h")])
    assert refused(state, event(0, "sapaw", card="3h", onto=0)) is None
    assert refused(state, event(0, "sapaw", card="7h", onto=0)) is None
    assert refused(state, event(0, "sapaw", card="8h", onto=0)) == "R6"


def test_d5_the_owner_goes_on_where_another_has_added() -> None:
    rules = preset("pagat")
    hands = ("Js 2c 6h", "9c 2d", "Qs Ks 3d 4h")
    state = table(rules, hands, [meld(rules, 2, "8s 9s Ts")], phase="act", stock="5c 5d 7h")
    do(
        state,
        event(0, "sapaw", card="Js", onto=0),
        event(0, "discard", card="2c"),
        event(1, "draw", card="5c"),
        event(1, "discard", card="9c"),
        event(2, "draw", card="5d"),
        event(2, "sapaw", card="Qs", onto=0),
        event(2, "sapaw", card="Ks", onto=0),
    )
    assert len(state.melds[0].shown) == 6


def test_r6_targets_and_before_open() -> None:
    melds = [meld(DEFAULTS, 0, "4s 5s 6s"), meld(DEFAULTS, 1, "7c 7d 7h")]
    opponents = acting(DEFAULTS | {"sapaw.targets": "opponents"}, "7s Kh 2h", melds)
    assert refused(opponents, event(0, "sapaw", card="7s", onto=0)) == "R6"
    assert refused(opponents, event(0, "sapaw", card="7s", onto=1)) is None
    closed = acting(DEFAULTS | {"sapaw.before_open": False}, "7s Kh 2h", melds[1:])
    assert refused(closed, event(0, "sapaw", card="7s", onto=0)) == "R6"
    dark = [melds[1], meld(DEFAULTS, 0, "2c 2d 2h 2s", secret=True)]
    any_laid = acting(DEFAULTS | {"sapaw.before_open": False}, "7s Kh 3h", dark)
    assert refused(any_laid, event(0, "sapaw", card="7s", onto=0)) is None


def test_r6_after_the_draw() -> None:
    state = table(DEFAULTS, ("7s Kh", "", ""), [meld(DEFAULTS, 1, "7c 7d 7h")])
    assert refused(state, event(0, "sapaw", card="7s", onto=0)) == "R2"


def test_r16_a_joker_is_the_card_it_stands_for() -> None:
    melds = [meld(JOKERS, 1, "7c 7d X1=7h")]
    state = acting(JOKERS, "7h 7s X2 Kh", melds)
    assert refused(state, event(0, "sapaw", card="7h", onto=0)) == "R6"
    assert refused(state, event(0, "sapaw", card="7s", onto=0)) is None
    joker = event(0, "sapaw", card="X2", onto=0, shows={"X2": "7s"})
    assert refused(state, joker) == "R16"
    state.rules = JOKERS | {"jokers.max_per_meld": 2}
    assert refused(state, joker) is None
    assert refused(state, joker | {"as": {"X2": "7h"}}) == "R6"


def test_r16_as_is_written_exactly_where_a_joker_goes_to_a_meld() -> None:
    state = acting(JOKERS, "7h 7s 7c X2 Kh 3d")
    assert refused(state, event(0, "lay", cards="7h 7s X2", shows={"X2": "7d"})) is None
    assert refused(state, event(0, "lay", cards="7h 7s X2", shows={"X2": "X1"})) == "R16"
    assert refused(state, event(0, "lay", cards="7h 7s 7c", shows={})) == "format"
    assert refused(state, event(0, "lay", cards="7h 7s 7c", shows={"X2": "7d"})) == "format"
    assert refused(state, event(0, "lay", cards="7h X2 Kh", shows={"X2": "7d"})) == "R3"


# --- R7 discard ------------------------------------------------------------------------------------------------------


def test_d32_a_card_that_fits_may_not_be_discarded() -> None:
    rules = preset("ecoins")
    state = acting(rules, "7s Kh 2h", [meld(rules, 1, "7c 7d 7h")])
    assert refused(state, event(0, "discard", card="7s")) == "R7"
    assert refused(state, event(0, "discard", card="Kh")) is None
    assert refused(state, event(0, "discard", card="9c")) == "R7"
    assert refused(acting(rules, "7s", [meld(rules, 1, "7c 7d 7h")]), event(0, "discard", card="7s")) is None


def test_r7_by_shape_only_whatever_r6_allows() -> None:
    rules = DEFAULTS | {
        "discard.restriction": "not_sapawable",
        "sapaw.targets": "opponents",
        "sapaw.before_open": False,
    }
    for owner in (0, 1, 2):
        state = acting(rules, "7s Kh 2h", [meld(rules, owner, "7c 7d 7h")])
        assert discardable(state) == ["Kh", "2h"]
    assert discardable(acting(rules, "3s Kh 2h", [meld(rules, 1, "4s 5s 6s 7s", secret=True)])) == ["3s", "Kh", "2h"]


def test_r7_a_joker_fits_where_one_more_joker_is_allowed() -> None:
    rules = JOKERS | {"discard.restriction": "not_sapawable"}
    for text, fits in [("7c 7d 7h", True), ("7c 7d 7h 7s", False), ("7c 7d X1=7h", False), ("4s 5s 6s", True)]:
        state = acting(rules, "X2 Kh", [meld(rules, 1, text)])
        assert discardable(state) == (["Kh"] if fits else ["X2", "Kh"])


# --- R8 Tongits ------------------------------------------------------------------------------------------------------

EXIT = "tongits.exit"


def test_r8_a_hand_of_melds_after_the_draw() -> None:
    for exit_rule, hand_melds, declared in [
        ("any", True, True),
        ("no_discard", True, True),
        ("discard_last", True, False),
        ("any", False, False),
    ]:
        rules = DEFAULTS | {EXIT: exit_rule, "tongits.hand_melds": hand_melds}
        state = table(rules, ("5c 5d 7h 8h 9h", "", ""), stock="5h 2c")
        do(state, event(0, "draw", card="5h"))
        assert (state.phase == "declare") == declared
        if declared:
            assert refused(state, event(0, "discard", card="5h")) == "R8"
            good = event(0, "tongits", melds=["9h 8h 7h", "5c 5d 5h"])
            assert refused(state, good) is None
            assert refused(state, good | {"seat": 1}) == "R8"
            assert refused(state, good | {"melds": [["5c", "5d", "5h"]]}) == "R8"
            assert refused(state, good | {"melds": [["5c", "5d", "7h"], ["5h", "8h", "9h"]]}) == "R8"
            assert refused(do(state, good), event(1, "draw", card="2c")) == "R8"


def test_r8_a_hand_of_melds_after_the_discard() -> None:
    for exit_rule, declared in [("any", True), ("discard_last", True), ("no_discard", False)]:
        rules = DEFAULTS | {EXIT: exit_rule}
        state = acting(rules, "5c 5d 5h Kh")
        do(state, event(0, "discard", card="Kh"))
        assert (state.phase == "declare") == declared


@pytest.mark.parametrize("act", ["lay", "sapaw", "secret", "take"])
def test_r8_an_empty_hand_without_discard(act: str) -> None:
    tried = {
        "lay": event(0, "lay", cards="5c 5d 5h"),
        "sapaw": event(0, "sapaw", card="Ks", onto=0),
        "secret": event(0, "secret", cards="5c 5d 5h 5s"),
        "take": event(0, "take", card="6h", cards="6h 6c 6d"),
    }[act]
    hand = {"lay": "5c 5d 5h", "sapaw": "Ks", "secret": "5c 5d 5h 5s", "take": "6c 6d"}[act]
    for exit_rule, rule in [("any", None), ("no_discard", None), ("discard_last", "R8")]:
        rules = DEFAULTS | {EXIT: exit_rule, "tongits.hand_melds": False}
        phase = "start" if act == "take" else "act"
        offered = "6h" if act == "take" else None
        state = table(rules, (hand, "", ""), [meld(rules, 1, "Tc Td Th"), meld(rules, 1, "Ts Js Qs")], offered=offered)
        state.phase = phase
        if act == "sapaw":
            tried = event(0, "sapaw", card="Ks", onto=1)
        assert refused(state, tried) == rule
        if rule is None:
            step(state, tried)
            assert state.declared == ("tongits", 0)
            assert refused(state, event(0, "tongits", melds=[])) is None


def test_r8_the_last_card_as_discard() -> None:
    for exit_rule, declared in [("any", True), ("discard_last", True), ("no_discard", False)]:
        rules = DEFAULTS | {EXIT: exit_rule, "tongits.hand_melds": False}
        state = do(acting(rules, "Kh"), event(0, "discard", card="Kh"))
        assert (state.phase == "declare") == declared
    assert state.seat == 1  # no_discard: he plays on with an empty hand and draws next turn
    do(state, event(1, "draw", card=state.stock[0]), event(1, "discard", card="9c"))
    do(state, event(2, "draw", card=state.stock[0]), event(2, "discard", card="Kc"))
    assert state.phase == "start"
    do(state, event(0, "draw", card=state.stock[0]))
    assert state.phase == "act"


def test_r8_2_not_before_the_draw_of_another_turn() -> None:
    rules = DEFAULTS | {"call.needs": "nothing"}
    state = table(rules, ("5c 5d 5h", "", ""), stock="Kh 2c")
    assert refused(state, event(0, "tongits", melds=["5c 5d 5h"])) == "R8"
    assert refused(state, event(0, "call")) is None


def test_r8_2_at_the_start_of_the_dealers_first_turn() -> None:
    hand = "4c 5c 6c 7c 8d 9d Td Jd Qd 2s 2h 2d 2c"
    cases: list[tuple[dict[str, Any], str | None]] = [
        ({}, "tongits"),
        ({"deal.dealer_may_lay_first": False}, "tongits"),
        ({EXIT: "no_discard"}, "tongits"),
        ({EXIT: "discard_last"}, None),
        ({"tongits.hand_melds": False}, None),
        ({"tongits.hand_melds": False, "tongits.spread": "player_in_turn"}, "spread"),
        ({EXIT: "discard_last", "tongits.spread": "any_player"}, "spread"),
    ]
    for change, act in cases:
        rules = DEFAULTS | change
        hands, stock = deal(rules, 0, (hand, "", ""), "")
        state = begin(rules, 0, hands, stock)
        assert (state.declared and state.declared[0]) == act


def test_d55_spread() -> None:
    hand = "4c 5c 6c 7c 8d 9d Td Jd Qd 2s 2h 2d"
    for name, seat in [("wikipedia", 2), ("casino_x", 2), ("pagat", None)]:
        hands, stock = deal(preset(name), 1, ("", "", hand), "")
        state = begin(preset(name), 1, hands, stock)
        assert (state.declared and state.declared[1]) == seat
    only_dealer = preset("wikipedia") | {"tongits.spread": "player_in_turn"}
    assert begin(only_dealer, 1, hands, stock).declared is None


def test_r1_3_dealer_first_then_in_turn_order() -> None:
    rules = preset("wikipedia")
    clubs, hearts = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc", "2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"
    hands, stock = deal(rules, 1, (clubs, "", hearts), "")
    assert begin(rules, 1, hands, stock).declared == ("spread", 2)
    hands, stock = deal(rules, 2, (clubs, hearts, ""), "")
    assert begin(rules, 2, hands, stock).declared == ("spread", 0)
    hands, stock = deal(rules, 2, (clubs, "", hearts + " Ah"), "")
    assert begin(rules, 2, hands, stock).declared == ("spread", 2)
