from typing import Any

import pytest

from tests.game.scenes import NOT_R, Script, house
from tests.naive import PRESETS
from tongits_sim.cards import parse_card, parse_mask
from tongits_sim.game import legality
from tongits_sim.game.illegal_reasons import (
    CALL_AFTER_LONG_MELD,
    CALL_AFTER_OPPONENT_SAPAW,
    CALL_AFTER_OWN_SAPAW,
    CALL_NOT_AT_ZERO,
    CALL_ON_FIRST_TURN,
    CALL_WITHOUT_MELD,
    LEGAL,
)
from tongits_sim.rules.codes import CALL_TIMING_START

START = [name for name in PRESETS if name != "sjs"]
NEW_MELD = [name for name in PRESETS if name not in ("wikipedia", "casino_x")]


def lays(rules: str, *melds: str, **knobs: Any) -> str:
    """The rule that keeps the dealer from laying these melds from his hand; "" for none."""
    script = Script(house(rules, **knobs), (" ".join(melds), "", ""))
    return script.broken("; ".join(f"0 lay {cards}" for cards in melds))


@pytest.mark.parametrize("rules", PRESETS)
def test_d1_r3_melds(rules: str) -> None:
    for cards in ("7c 7d 7s", "3s 4s 5s", "8d 9d Td Jd Qd", "Jc Jd Js Jh"):
        assert lays(rules, cards) == ""


@pytest.mark.parametrize("rules", ["pagat", "grokipedia"])
def test_d2_r3_the_ace_is_low(rules: str) -> None:
    for good in ("Ac 2c 3c", "4h 5h 6h", "8s 9s Ts Js", "7h 7c 7d"):
        assert lays(rules, good) == ""
    for bad in ("Qs Ks As", "Ks As 2s", "4h 5h 6d", "7h 7c"):
        assert lays(rules, bad) == "R3"


@pytest.mark.parametrize(("value", "low", "high"), [("low", "", "R3"), ("high", "R3", ""), ("both", "", "")])
def test_melds_ace_runs(value: str, low: str, high: str) -> None:
    assert lays("pagat", "Ac 2c 3c", melds__ace_runs=value) == low
    assert lays("pagat", "Qc Kc Ac", melds__ace_runs=value) == high
    assert lays("pagat", "Kc Ac 2c", melds__ace_runs=value) == "R3"


def test_r5_only_from_the_hand() -> None:
    assert Script("pagat", ("7c 7d", "7h", "7s")).broken("0 lay 7c 7d 7h") == "R5"


SAPAW = ("4s 5s 6s 7c 7d 7h 3s", "2s 7s 8s Kc", "8h")


def test_d3_r6_sapaw() -> None:
    laid = "0 lay 4s 5s 6s; 0 lay 7c 7d 7h; 0 discard 3s; 1 draw"
    script = Script("pagat", SAPAW)
    assert script.broken(f"{laid}; 1 sapaw 7s > 0") == ""
    assert script.broken(f"{laid}; 1 sapaw 7s > 1") == ""
    assert script.broken(f"{laid}; 1 sapaw 8s > 1") == "R6"
    assert script.broken(f"{laid}; 1 sapaw Kc > 0") == "R6"
    assert script.broken(f"{laid}; 1 sapaw 7s > 2") == "R6"
    assert script.broken("0 lay 4s 5s 6s; 0 lay 7c 7d 7h; 0 discard 3s; 1 sapaw 7s > 0") == "R2"  # not before the draw


def test_d4_r6_both_ends() -> None:
    script = Script("pagat", ("4h 5h 6h", "3h 7h 2h 8h", ""))
    laid = "0 lay 4h 5h 6h; 0 discard {}; 1 draw".format(next(c for c in script.hands[0] if c[1] != "h"))
    for card, rule in (("3h", ""), ("7h", ""), ("2h", "R6"), ("8h", "R6")):
        assert script.broken(f"{laid}; 1 sapaw {card} > 0") == rule


def test_d5_r6_a_card_opens_the_way_for_the_next() -> None:
    script = Script("pagat", ("8h 9h Th Qh Kh", "Jh", "2c"), stock="3c 4c 5c 6c")
    spare = next(card for card in script.hands[0] if card[1] != "h")
    before = f"0 lay 8h 9h Th; 0 discard {spare}; 1 draw"
    after = "1 sapaw Jh > 0; 1 discard 3c; 2 pass; 0 draw; 0 sapaw Qh > 0; 0 sapaw Kh > 0"
    assert script.broken(f"{before}; {after}") == ""
    assert script.broken(f"{before}; 1 discard 3c; 2 pass; 0 draw; 0 sapaw Qh > 0") == "R6"


@pytest.mark.parametrize(("value", "rule"), [("any", ""), ("opponents", "R6")])
def test_sapaw_targets(value: str, rule: str) -> None:
    script = Script(house("pagat", sapaw__targets=value), ("7c 7d 7h 7s", "", ""))
    assert script.broken("0 lay 7c 7d 7h; 0 sapaw 7s > 0") == rule


@pytest.mark.parametrize(("value", "rule"), [(True, ""), (False, "R6")])
def test_sapaw_before_open(value: bool, rule: str) -> None:
    script = Script(house("pagat", sapaw__before_open=value), ("7c 7d 7h 2c", "7s 9c 9d 9h", ""))
    opening = "0 lay 7c 7d 7h; 0 discard 2c; 1 draw"
    assert script.broken(f"{opening}; 1 sapaw 7s > 0") == rule
    assert script.broken(f"{opening}; 1 lay 9c 9d 9h; 1 sapaw 7s > 0") == ""
    dark = Script(house("pagat", sapaw__before_open=value), ("7c 7d 7h 2c", "7s 9c 9d 9h 9s", ""))
    assert dark.broken(f"{opening}; 1 secret 9c 9d 9h 9s; 1 sapaw 7s > 0") == ""


def test_r5_2_nobody_may_sapaw_on_a_secret() -> None:
    script = Script(house("sjs"), ("4s 5s 6s 7s Kd", "8s", ""))
    assert script.broken("0 secret 4s 5s 6s 7s; 0 discard Kd; 1 draw; 1 sapaw 8s > 0") == "R5.2"


@pytest.mark.parametrize("rules", NEW_MELD)
def test_d30_r4_not_onto_an_open_meld(rules: str) -> None:
    assert take_onto(rules) == "R4"


def take_onto(rules: str, **knobs: Any) -> str:
    """The rule against taking 7h onto an own meld of sevens; the dealer is seat 1."""
    script = Script(house(rules, discard__restriction="any", **knobs), ("7c 7d 7s", "2c 3d", "7h Kd"), "4c 9s 5h", 1)
    return script.broken(
        "1 discard 2c; 2 pass; 0 draw; 0 lay 7c 7d 7s; 0 discard 9s; 1 pass; 2 draw; 2 discard 7h; 0 take 7h > 0"
    )


def test_d31_r4_must_be_played_there() -> None:
    for rules, rule in (("casino_x", ""), ("wikipedia", "R4")):
        assert take_onto(rules) == ""
        script = Script(rules, ("7c 7d 7s 7h", "2c", ""))
        assert script.broken("0 lay 7c 7d 7s; 0 discard 7h; 1 take 7h > 0") == rule
        assert script.broken("0 lay 7c 7d 7s; 0 discard 7h; 1 take 7h") == "R4"


def test_r4_onto_an_open_meld_ignores_r6_and_counts_as_a_sapaw() -> None:
    knobs = {"draw__take_discard": "extend_any", "sapaw__targets": "opponents", "sapaw__before_open": False}
    assert take_onto("pagat", **knobs) == ""
    script = Script(house("pagat", **knobs), ("7c 7d 7s 7h", "2c", ""))
    board = script.play("0 lay 7c 7d 7s; 0 discard 7h; 1 take 7h > 0")
    assert (board.view.sapaws[1], board.view.sapawed_on[0], board.view.own_sapaw[1]) == (1, 1, 1)


@pytest.mark.parametrize(
    ("value", "own", "others", "hand"),
    [
        ("new_meld", "R4", "R4", "R4"),
        ("extend_own", "", "R4", "R4"),
        ("extend_any", "", "", "R4"),
        ("free", "", "", ""),
    ],
)
def test_draw_take_discard(value: str, own: str, others: str, hand: str) -> None:
    assert take_onto("pagat", draw__take_discard=value) == own
    script = Script(house("pagat", draw__take_discard=value), ("7c 7d 7s 7h", "2c", ""))
    assert script.broken("0 lay 7c 7d 7s; 0 discard 7h; 1 take 7h > 0") == others
    assert script.broken("0 discard 7h; 1 take 7h") == hand


@pytest.mark.parametrize(
    ("cards", "rule"),
    [
        ("7h 7c 7d", ""),
        ("7h 8h 9h", ""),
        ("7h 8h 9h Th", ""),
        ("7c 7d 7s", "R4"),  # without the discard
        ("7h 7c 8h", "R3"),
        ("7h 7c", "R3"),
        ("7h 7c 7d Kh", "R3"),
        ("7h 6h 8h", "R4"),  # 6h is not his
    ],
)
def test_r4_a_new_meld_needs_two_cards_of_the_hand(cards: str, rule: str) -> None:
    script = Script("pagat", ("7h 6h", "7c 7d 7s 8h 9h Th Kh", ""))
    assert script.broken(f"0 discard 7h; 1 take 7h = {cards}") == rule
    assert script.broken(f"0 discard 7h; 1 take 7s = {cards}")


def test_r4_only_the_last_discard() -> None:
    script = Script("pagat", ("7h", "2c", "7c 7d"), stock="3s")
    assert script.broken("0 discard 7h; 1 pass; 2 take 7h = 7c 7d 7h") == "R4"


def test_r4_free_may_not_be_discarded_in_that_turn() -> None:
    script = Script(house("pagat", draw__take_discard="free"), ("7h", "2c", ""))
    assert script.broken("0 discard 7h; 1 take 7h; 1 discard 7h") == "R4"
    assert script.broken("0 discard 7h; 1 take 7h; 1 discard 2c") == ""
    script = Script(house("pagat", draw__take_discard="free"), ("7c 7d 7s 7h", "2c", ""))
    assert script.broken("0 lay 7c 7d 7s; 0 discard 7h; 1 take 7h; 1 sapaw 7h > 0; 1 discard 2c") == ""


def test_r5_2_a_taken_card_is_in_no_secret() -> None:
    script = Script(house("pagat", draw__take_discard="free"), ("7h", "7c 7d 7s", ""))
    assert script.broken("0 discard 7h; 1 take 7h; 1 secret 7c 7d 7h 7s") == "R5.2"
    assert script.broken("0 discard 7h; 1 take 7h; 1 lay 7c 7d 7h 7s") == ""


@pytest.mark.parametrize(("limit", "rule"), [(0, ""), (1, "R5"), (2, "")])
def test_melds_max_voluntary(limit: int, rule: str) -> None:
    script = Script(house("pagat", melds__max_voluntary=limit), ("7c 7d 7s 8c 8d 8s", "", ""))
    assert script.broken("0 lay 7c 7d 7s; 0 lay 8c 8d 8s") == rule


def test_melds_max_voluntary_leaves_out_takes_and_secrets() -> None:
    rules = house("pagat", melds__max_voluntary=1)
    script = Script(rules, ("2c", "2d 2h 7c 7d 7s 9c 9d 9h 9s", ""))
    assert script.broken("0 discard 2c; 1 take 2c = 2c 2d 2h; 1 secret 9c 9d 9h 9s; 1 lay 7c 7d 7s") == ""


@pytest.mark.parametrize(
    ("kinds", "run_min", "cards", "rule"),
    [
        ("none", 4, "9c 9d 9h 9s", "R5.2"),
        ("set4", 4, "9c 9d 9h 9s", ""),
        ("set4", 4, "9c 9d 9h", "R5.2"),
        ("set4", 4, "4c 5c 6c 7c", "R5.2"),
        ("set4_run", 4, "4c 5c 6c 7c", ""),
        ("set4_run", 4, "4c 5c 6c", "R5.2"),
        ("set4_run", 5, "4c 5c 6c 7c", "R5.2"),
        ("set4_run", 5, "4c 5c 6c 7c 8c", ""),
    ],
)
def test_secrets_kinds_and_run_min(kinds: str, run_min: int, cards: str, rule: str) -> None:
    script = Script(house("pagat", secrets__kinds=kinds, secrets__run_min=run_min), (cards, "", ""))
    assert script.broken(f"0 secret {cards}") == rule


@pytest.mark.parametrize(("value", "rule"), [(True, ""), (False, "R2")])
def test_deal_dealer_may_lay_first(value: bool, rule: str) -> None:
    script = Script(house("pagat", deal__dealer_may_lay_first=value), ("7c 7d 7s", "8c 8d 8s", ""))
    assert script.broken("0 lay 7c 7d 7s") == rule
    assert script.broken("1 lay 8c 8d 8s") == "R2"
    assert Script(script.rules, ("7c 7d 7h 7s", "", "")).broken("0 secret 7c 7d 7h 7s") == rule
    spare = next(card for card in script.hands[0] if card[0] != "7")
    assert script.broken(f"0 discard {spare}; 1 draw; 1 lay 8c 8d 8s") == ""


def test_d32_r7_a_card_that_fits_may_not_be_discarded() -> None:
    for rules, rule in (("ecoins", "R7"), ("pagat", "")):
        script = Script(rules, ("7c 7d 7h 2c", "7s 9c", ""))
        assert script.broken("0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 discard 7s") == rule
        assert script.broken("0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 discard 9c") == ""
    by_shape = house("ecoins", sapaw__targets="opponents", sapaw__before_open=False)  # whatever R6 allows
    script = Script(by_shape, ("7c 7d 7h 7s 2c", "7s 9c", "4s 5s 6s 8s 3s"))
    assert script.broken("0 lay 7c 7d 7h; 0 discard 7s") == "R7"
    runs = house("ecoins", secrets__kinds="set4_run", secrets__run_min=4)
    script = Script(runs, ("2c", "", "4s 5s 6s 7s 3s"))
    assert script.broken("0 discard 2c; 1 pass; 2 draw; 2 secret 4s 5s 6s 7s; 2 discard 3s") == ""


def test_r7_a_joker_fits_where_one_more_is_allowed() -> None:
    script = Script(house("ecoins+joker"), ("7c 7d 7h 2c", "X1 9c", ""), stock="4s")
    assert script.broken("0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 discard X1") == "R7"
    for laid in ("7c 7d X2(7h)", "7c 7d 7h 7s"):
        script = Script(house("ecoins+joker"), (f"{laid.partition('(')[0]} 2c", "X1 9c", ""), stock="4s")
        assert script.broken(f"0 lay {laid}; 0 discard 2c; 1 draw; 1 discard X1") == ""


def test_r7_unless_every_card_fits() -> None:
    board = Script("ecoins", ("7c 7d 7h 2c", "7s 9c", "")).play("0 lay 7c 7d 7h; 0 discard 2c")
    for hand, taken, allowed in (("7s 9c", "", "9c"), ("7s", "", "7s"), ("7s Kh", "Kh", "7s")):
        board.game.hands[1] = parse_mask(hand)
        board.game.taken_now = parse_mask(taken)  # R7 judges what R4 allows
        legal = legality.legal_discards(board.game, board.view, board.rules, 1)
        assert legal == parse_mask(allowed)


SETS = ("7c 7d 7h 2c 3d", "8c 8d 8h 3h 2s", "9c 9d 9h 4d")
LAP = "1 pass; 2 pass"


def opened(rules: Any) -> tuple[Script, str]:
    """A deal, and its script up to the dealer's second turn, with an open meld of the dealer."""
    script = Script(rules, SETS, "Ts Jd Qh 4s Tc Jh Qd 5s Td Jc Qs 5h")
    return script, f"0 lay 7c 7d 7h; 0 discard 2c; {LAP}"


@pytest.mark.parametrize("rules", START)
def test_d25_r9_not_after_the_draw(rules: str) -> None:
    script, lap = opened(rules)
    assert script.may_call(lap, 0)
    assert script.broken(f"{lap}; 0 draw; 0 call") == "R9"
    assert script.broken(f"{lap}; 0 pass; 0 call") == "R9"


def test_d26_r9_with_the_discard() -> None:
    script, lap = opened("sjs")
    assert script.may_call(f"{lap}; 0 pass", 0)
    assert script.broken(f"{lap}; 0 call") == "R9"


def test_r9_with_the_card_just_drawn() -> None:
    script, lap = opened(house("pagat", call__timing="after_draw"))
    assert script.may_call(f"{lap}; 0 draw", 0)
    assert script.broken(f"0 discard 2c; {LAP}; 0 draw; 0 call") == "R9.2"
    for moves in ("", "; 0 pass"):
        assert script.broken(f"{lap}{moves}; 0 call") == "R9"
    script = Script(script.rules, ("7c 7d 7h Kc Kd Kh 2c", "", ""), "Ts Jd Qh")
    assert script.broken(f"{lap}; 0 draw; 0 call") == ""
    assert script.broken(f"{lap}; 0 draw; 0 lay Kc Kd Kh; 0 call") == "R9"


@pytest.mark.parametrize("rules", PRESETS)
def test_r9_1_not_on_the_first_turn(rules: str) -> None:
    script, _ = opened(house(rules, call__needs="nothing"))
    turn = "1 pass" if rules == "sjs" else ""
    assert script.broken(f"0 discard 2c; {turn}; 1 call") == "R9.1"


@pytest.mark.parametrize(("value", "rule"), [("open_meld", "R9.2"), ("any_table_meld", "R9.2"), ("nothing", "")])
def test_call_needs(value: str, rule: str) -> None:
    script = Script(house("sjs", call__timing="start", call__needs=value), ("7c 7d 7h 7s 2c", "", ""), "Ts Jd")
    assert script.broken(f"0 discard 2c; {LAP}; 0 call") == rule
    secret = script.broken(f"0 secret 7c 7d 7h 7s; 0 discard 2c; {LAP}; 0 call")
    assert secret == ("R9.2" if value == "open_meld" else "")


@pytest.mark.parametrize(
    ("value", "laid", "held"), [("none", "R9.2", "R9.2"), ("challenge", "R9.2", "R9.2"), ("call_and_challenge", "", "")]
)
def test_secrets_grants_a_call(value: str, laid: str, held: str) -> None:
    rules = house("pagat", secrets__grants=value, secrets__privilege="held")
    script = Script(rules, ("7c 7d 7h 7s 2c", "", ""), "Ts Jd")
    assert script.broken(f"0 secret 7c 7d 7h 7s; 0 discard 2c; {LAP}; 0 call") == laid
    assert script.broken(f"0 discard 2c; {LAP}; 0 call") == held


def test_r9_2_secrets_that_support_no_call() -> None:
    granted = {"secrets__grants": "call_and_challenge"}
    script = Script(house("pagat", secrets__privilege="laid", **granted), ("7c 7d 7h 7s 2c", "", ""), "Ts Jd")
    assert script.broken(f"0 discard 2c; {LAP}; 0 call") == "R9.2"  # it is held
    script = Script(house("sjs", **granted), ("7c 7d 7h 7s 2c 3d", "", ""), "Ts Jd 4s")
    assert (
        script.broken(f"0 discard 2c; {LAP}; 0 draw; 0 secret 7c 7d 7h 7s; 0 discard 3d; 0 call") == "R9.2"
    )  # just now
    free = house("pagat", secrets__privilege="held", draw__take_discard="free", **granted)
    script = Script(free, ("2c", "7c 7d 7h 3d", "7s"), "Ts Jd")
    taken = "0 discard 2c; 1 pass; 2 draw; 2 discard 7s; 0 take 7s; 0 discard {}; 1 pass; 2 pass; 0 call"
    script = Script(free, ("7c 7d 7h 2c 3d", "", "7s"), "Ts Jd Qh 4s")
    assert script.broken(taken.format("3d")) == "R9.2"  # with a taken card


@pytest.mark.parametrize(("age", "second", "third"), [(0, "", ""), (1, "", ""), (2, "R9.2", ""), (3, "R9.2", "R9.2")])
def test_call_meld_age(age: int, second: str, third: str) -> None:
    script, lap = opened(house("pagat", call__meld_age=age))
    assert script.broken(f"{lap}; 0 call") == second
    assert script.broken(f"{lap}; 0 pass; {LAP}; 0 call") == third


def test_call_meld_age_0_with_the_discard() -> None:
    for age, rule in ((0, ""), (1, "R9.2")):
        script = Script(house("sjs", call__meld_age=age), SETS, "Ts Jd Qh 4s")
        assert script.broken(f"0 discard 2c; {LAP}; 0 draw; 0 lay 7c 7d 7h; 0 discard 3d; 0 call") == rule


FOUR = ("7c 7d 7h 2c 3d", "7s 8c 3h", "9c 9d 9h 4d")


@pytest.mark.parametrize("rules", NOT_R)
def test_d27_r9_3_after_an_opponents_sapaw(rules: str) -> None:
    script = Script(house(rules, discard__restriction="any"), FOUR, "Ts Jd Qh 4s Tc Jh Qd")
    lap = "0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 sapaw 7s > 0; 1 discard Ts; 2 pass"
    own = "; 0 pass" if rules == "sjs" else ""
    assert script.broken(f"{lap}{own}; 0 call") == "R9.3"
    assert script.may_call(f"{lap}; 0 pass; {LAP}{own}", 0)


@pytest.mark.parametrize(
    ("value", "now", "later"), [("off", "", ""), ("since_last_turn", "R9.3", ""), ("rest_of_game", "R9.3", "R9.3")]
)
def test_call_block_opponent_sapaw(value: str, now: str, later: str) -> None:
    script = Script(house("pagat", call__block_opponent_sapaw=value), FOUR, "Ts Jd Qh 4s Tc Jh Qd")
    lap = "0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 sapaw 7s > 0; 1 discard Ts; 2 pass"
    assert script.broken(f"{lap}; 0 call") == now
    assert script.broken(f"{lap}; 0 pass; {LAP}; 0 call") == later


SELF = ("7c 7d 7h 7s 2c 3d", "8c 3h", "9c 9d 9h 4d")


@pytest.mark.parametrize(
    ("rules", "rule"),
    [
        *((name, "R9.3") for name in ("pagat", "online", "wars", "ecoins")),
        *((name, "") for name in ("wikipedia", "grokipedia", "sjs")),
    ],
)
def test_d28_d29_r9_3_after_an_own_sapaw(rules: str, rule: str) -> None:
    script = Script(house(rules, discard__restriction="any"), SELF, "Ts Jd Qh 4s Tc Jh Qd 5s")
    lap = f"0 discard 2c; {LAP}; 0 draw; 0 lay 7c 7d 7h; 0 discard Qh; {LAP}; 0 draw; 0 sapaw 7s > 0; 0 discard Jh"
    own = "; 0 pass" if rules == "sjs" else ""
    assert script.broken(f"{lap}; {LAP}{own}; 0 call") == rule
    assert script.may_call(f"{lap}; {LAP}; 0 pass; {LAP}{own}", 0)


@pytest.mark.parametrize(
    ("value", "own", "others"), [("off", "", ""), ("own_meld", "R9.3", ""), ("any_meld", "R9.3", "R9.3")]
)
def test_call_block_own_sapaw(value: str, own: str, others: str) -> None:
    rules = house("pagat", call__block_own_sapaw=value)
    script = Script(rules, SELF, "Ts Jd Qh 4s Tc Jh Qd 5s")
    assert script.broken(f"0 lay 7c 7d 7h; 0 sapaw 7s > 0; 0 discard 2c; {LAP}; 0 call") == own
    hands = ("7c 7d 7h 2c 3d", "8c 8d 8h 3h", "8s 9c 9d 9h")
    script = Script(rules, hands, "Ts Jd Qh 4s Tc Jh Qd 5s")
    lap = "0 discard 2c; 1 draw; 1 lay 8c 8d 8h; 1 discard Ts; 2 draw; 2 lay 9c 9d 9h; 2 sapaw 8s > 0; 2 discard Jd"
    assert script.broken(f"{lap}; 0 pass; 1 pass; 2 call") == others


def test_r9_3_an_own_sapaw_of_this_turn_under_end() -> None:
    script = Script(house("sjs", call__block_own_sapaw="own_meld"), SELF, "Ts Jd Qh 4s Tc Jh Qd 5s")
    lap = f"0 lay 7c 7d 7h; 0 discard 2c; {LAP}; 0 draw; 0 sapaw 7s > 0; 0 discard 3d"
    assert script.broken(f"{lap}; 0 call") == "R9.3"
    assert script.broken(f"{lap}; {LAP}; 0 pass; 0 call") == ""


def test_r9_3_an_own_sapaw_since_the_last_draw_under_after_draw() -> None:
    rules = house("pagat", call__timing="after_draw", draw__take_discard="extend_own")
    script = Script(rules, SELF, "Ts Jd Qh 4s Tc Jh Qd 5s")
    lap = f"0 lay 7c 7d 7h; 0 discard 2c; {LAP}; 0 draw; 0 sapaw 7s > 0; 0 discard 3d"
    assert script.broken(f"{lap}; {LAP}; 0 draw; 0 call") == "R9.3"
    assert script.broken(f"{lap}; {LAP}; 0 pass; {LAP}; 0 draw; 0 call") == ""
    script = Script(rules, ("7c 7d 7h 2c 3d", "", "7s"), "Ts Jd Qh 4s Tc Jh Qd 5s")
    lap = "0 lay 7c 7d 7h; 0 discard 2c; 1 pass; 2 draw; 2 discard 7s; 0 take 7s > 0"
    assert script.broken(f"{lap}; 0 call") == "R9.3"
    assert script.broken(f"{lap}; 0 discard 3d; {LAP}; 0 draw; 0 call") == ""


@pytest.mark.parametrize(("value", "rule"), [(True, "R9.3"), (False, "")])
def test_d6_call_block_long_meld(value: bool, rule: str) -> None:
    script = Script(house("online", call__block_long_meld=value), ("5c 6c 7c 8c 9c 2d", "", ""), "Ts Jd Qh 4s Tc Jh")
    lap = f"0 lay 5c 6c 7c 8c 9c; 0 discard 2d; {LAP}"
    assert script.broken(f"{lap}; 0 call") == rule
    assert script.may_call(f"{lap}; 0 pass; {LAP}", 0)


@pytest.mark.parametrize(("value", "rule"), [("off", ""), ("only_at_zero", "R9.4"), ("pays_double", "")])
def test_call_zero_count_fight(value: str, rule: str) -> None:
    rules = house("pagat", call__zero_count_fight=value, tongits__hand_melds=False)
    script, lap = opened(rules)
    assert script.broken(f"{lap}; 0 call") == rule
    melded = Script(rules, ("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Js Qs 2d", "", ""), "Kh Jd")
    assert melded.broken(f"0 lay Ac 2c 3c; 0 discard 2d; {LAP}; 0 call") == ""


def test_r9_4_with_the_card_just_drawn_where_only_the_discard_wins() -> None:
    """A hand of melds after the draw is no Tongits before its discard, so that one may call with it."""
    knobs = {"call__timing": "after_draw", "tongits__exit": "discard_last", "call__zero_count_fight": "only_at_zero"}
    hand = "Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Js Ks 2d"
    for drawn, rule in (("Qs", ""), ("Qd", "R9.4")):
        script = Script(house("pagat", **knobs), (hand, "", ""), f"Kh Jd {drawn}")
        assert script.broken(f"0 lay Ac 2c 3c; 0 discard 2d; {LAP}; 0 draw; 0 call") == rule


@pytest.mark.parametrize(
    ("changes", "moves", "code"),
    [
        ({}, "", LEGAL),
        ({"call__needs": "nothing"}, "", LEGAL),
        ({"call__meld_age": 2}, "", CALL_WITHOUT_MELD),
        ({"call__zero_count_fight": "only_at_zero", "tongits__hand_melds": False}, "", CALL_NOT_AT_ZERO),
        ({}, "1 sapaw 7s > 0", CALL_AFTER_OPPONENT_SAPAW),
        ({"call__block_opponent_sapaw": "off"}, "1 sapaw 7s > 0", LEGAL),
        ({}, "0 sapaw 6d > 0", CALL_AFTER_OWN_SAPAW),
        ({"call__block_own_sapaw": "off"}, "0 sapaw 6d > 0", LEGAL),
        ({"call__block_long_meld": True}, "", LEGAL),
        ({"call__block_long_meld": True}, "0 lay 3h 4h 5h 6h", CALL_AFTER_LONG_MELD),
    ],
)
def test_check_call_names_the_part_of_r9(changes: dict[str, Any], moves: str, code: int) -> None:
    meld = "7c 7d 7h" if "sapaw 7s" in moves else "7d 8d 9d"
    script = Script(house("pagat", **changes), (f"{meld} 6d 2c 3h 4h 5h 6h", "7s 8c", "2s"), "Ts Jd Qh 4s Tc Jh")
    own = f"; {moves}" if moves.startswith("0") else ""
    right = f"1 draw; {moves}; 1 discard Ts" if moves.startswith("1") else "1 pass"
    board = script.play(f"0 lay {meld}{own}; 0 discard 2c; {right}; 2 draw")  # before the turn that a call would begin
    turn = int(board.view.turns[0]) + 1
    judged = (board.game, board.view, board.rules, 0, turn)
    assert legality.check_call(*judged, CALL_TIMING_START) == code
    assert legality.may_call(*judged) == (code == LEGAL)
    assert legality.check_call(*judged[:4], 1, CALL_TIMING_START) == CALL_ON_FIRST_TURN
    assert not legality.may_call(*judged[:4], 1)


def test_r9_2_a_held_secret_supports_a_call_under_any_table_meld() -> None:
    for grants, privilege, rule in (
        ("call_and_challenge", "held", ""),
        ("call_and_challenge", "laid", "R9.2"),
        ("challenge", "held", "R9.2"),
    ):
        rules = house("pagat", call__needs="any_table_meld", secrets__grants=grants, secrets__privilege=privilege)
        script = Script(rules, ("7c 7d 7h 7s 2c", "", ""), "Ts Jd")
        assert script.broken(f"0 discard 2c; {LAP}; 0 call") == rule


@pytest.mark.parametrize("rules", NOT_R)
def test_d23_r10_without_a_meld_one_folds(rules: str) -> None:
    script, lap = opened(house(rules, discard__restriction="any"))
    turn = "; 0 pass" if rules == "sjs" else ""
    assert script.broken(f"{lap}{turn}; 0 call; 1 challenge") == "R10"
    assert script.broken(f"{lap}{turn}; 0 call; 1 fold") == "R10"
    assert script.broken(f"{lap}{turn}; 0 call; 1 fold forced; 2 fold forced") == ""


@pytest.mark.parametrize("rules", ["sjs", "wikipedia", "wars", "ecoins"])
def test_d24_r10_a_secret_may_challenge_and_not_call(rules: str) -> None:
    hands = ("7c 7d 7h 2c 3d", "8c 8d 8h 8s 3h", "9c 9d 4d")
    script = Script(house(rules, discard__restriction="any"), hands, "Ts Jd Qh 4s Tc Jh Qd")
    secret = "1 draw; 1 secret 8c 8d 8h 8s; 1 discard Ts" if rules == "sjs" else "1 pass"
    lap = f"0 lay 7c 7d 7h; 0 discard 2c; {secret}; 2 pass; 0 pass"
    turn = "; 1 pass" if rules == "sjs" else ""
    assert script.broken(f"{lap}{turn}; 1 call") == "R9.2"
    call = f"{lap}; 0 call" if rules == "sjs" else f"{lap}; 1 pass; 2 pass; 0 call"
    assert script.broken(f"{call}; 1 challenge") == ""
    assert script.broken(f"{call}; 1 fold forced") == "R10"


@pytest.mark.parametrize(
    ("needs", "grants", "privilege", "laid", "held", "nothing"),
    [
        ("open_or_secret", "challenge", "laid", "", "R10", "R10"),
        ("open_or_secret", "challenge", "held", "", "", "R10"),
        ("open_or_secret", "none", "held", "R10", "R10", "R10"),
        ("open_only", "call_and_challenge", "held", "R10", "R10", "R10"),
        ("nothing", "none", "laid", "", "", ""),
    ],
)
def test_response_needs(needs: str, grants: str, privilege: str, laid: str, held: str, nothing: str) -> None:
    rules = house("pagat", response__needs=needs, secrets__grants=grants, secrets__privilege=privilege)
    hands = ("7c 7d 7h 2c 3d", "8c 8d 8h 8s 3h", "9c 9d 4d")
    script = Script(rules, hands, "Ts Jd Qh 4s Tc Jh Qd")
    for turn, secret in (("1 draw; 1 secret 8c 8d 8h 8s; 1 discard Ts", laid), ("1 pass", held)):
        lap = f"0 lay 7c 7d 7h; 0 discard 2c; {turn}; 2 pass; 0 call"
        assert script.broken(f"{lap}; 2 fold") == "R10"  # the right of the caller answers first
        assert script.broken(f"{lap}; 1 challenge") == secret
        assert script.broken(f"{lap}; 1 fold{' forced' if secret else ''}") == ""
        assert script.broken(f"{lap}; 1 fold{'' if secret else ' forced'}") == "R10"
        answer = "1 challenge" if not secret else "1 fold forced"
        assert script.broken(f"{lap}; {answer}; 2 challenge") == nothing


@pytest.mark.parametrize(("most", "rule"), [(1, "R16"), (2, "")])
def test_jokers_max_per_meld(most: int, rule: str) -> None:
    rules = house("pagat+joker", jokers__max_per_meld=most)
    script = Script(rules, ("7c 7d X1 X2 2c", "", ""))
    assert script.broken("0 lay 7c 7d X1(7h)") == ""
    assert script.broken("0 lay 7c 7d X1(7h) X2(7s)") == rule


def test_r16_a_meld_needs_two_natural_cards() -> None:
    rules = house("pagat+joker", jokers__max_per_meld=2)
    assert Script(rules, ("7c X1 X2 2c", "", "")).broken("0 lay 7c X1(7h) X2(7s)") == "R16"


def test_r16_a_joker_is_the_card_it_stands_for() -> None:
    script = Script("pagat+joker", ("7c 7d X1 2c", "7h 7s", ""), stock="4d")
    lap = "0 lay 7c 7d X1(7h); 0 discard 2c; 1 draw"
    assert script.broken(f"{lap}; 1 sapaw 7s > 0") == ""
    assert script.broken(f"{lap}; 1 sapaw 7h > 0") == "R6"
    for most, rule in ((1, "R16"), (2, "")):
        rules = house("pagat+joker", jokers__max_per_meld=most)
        script = Script(rules, ("7c 7d X1 2c", "X2", ""), stock="4d")
        assert script.broken(f"{lap}; 1 sapaw X2(7s) > 0") == rule
        assert script.broken(f"{lap}; 1 sapaw X2(7h) > 0") == "R6"


def test_r16_a_joker_may_be_sapawed_taken_and_discarded() -> None:
    script = Script("pagat+joker", ("7c 7d 7h X1 2c", "9c 9d X2", "Tc Td"), stock="4d 5d")
    assert script.broken("0 lay 7c 7d 7h; 0 sapaw X1(7s) > 0") == ""
    assert script.broken("0 discard X1; 1 take X1(9h) = 9c 9d X1") == ""
    assert script.broken("0 discard X1; 1 take X1(9h) = 9c X2 X1") != ""
    assert script.broken("0 discard X1; 1 take X1(8h) = 9c 9d X1") == "R3"
    assert script.broken("0 discard X1; 1 take X1(9c) = 9c 9d X1") == "R3"
    assert script.broken("0 discard X1; 1 take X1(9h) = 9c 9d X1 X2(9s)") != ""
    assert script.broken("0 discard 7h; 1 take 7h = 7h") != ""
    onto = Script(house("casino_x+joker"), ("7c 7d 7h X1 2c", "", ""))
    assert onto.broken("0 lay 7c 7d 7h; 0 discard X1; 1 take X1(7s) > 0") == ""
    assert onto.broken("0 lay 7c 7d 7h; 0 discard X1; 1 take X1(8s) > 0") == "R4"


@pytest.mark.parametrize(
    ("hand", "offer", "most", "may"),
    [
        ("7c Kd X1", "7h", 1, True),
        ("9c Kd X1", "7c", 1, True),
        ("Tc Kd X1", "7c", 1, False),
        ("Tc Kd X1 X2", "7c", 1, False),
        ("Tc Kd X1 X2", "7c", 2, True),
        ("Kd 2h X1 X2", "7c", 2, False),
        ("7c Kd 2h", "7h", 1, False),
        ("7c 7d X1", "X2", 1, True),
        ("7c Kd 2h", "X2", 1, False),
        ("7c Tc X1", "X2", 2, True),
    ],
)
def test_r16_a_discard_may_be_taken_for_a_meld_with_jokers(hand: str, offer: str, most: int, may: bool) -> None:
    rules = house("pagat+joker", jokers__max_per_meld=most)
    board = Script(rules, ("", "", "")).play("")
    board.game.hands[1] = parse_mask(hand)
    board.view.offer = parse_card(offer)
    assert bool(legality.may_take(board.game, board.view, board.rules, 1)) == may
