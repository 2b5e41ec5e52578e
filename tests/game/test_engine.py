from typing import Any

import pytest

from tests.game.scenes import Script, acts, house
from tongits_sim.cards import NO_CARD
from tongits_sim.game import log
from tongits_sim.game.board import Board
from tongits_sim.game.engine import PHASE_OVER
from tongits_sim.game.illegal_reasons import REASONS
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_LAY,
    DECISION_OVER,
    DECISION_RESPOND,
    DECISION_SAPAW,
    ENDING_CHALLENGE,
    ENDING_DRAW,
    ENDING_SPREAD,
    ENDING_STOCK_OUT,
    ENDING_TONGITS,
    ENDINGS,
    MAX_TURNS,
)
from tongits_sim.rules import load

QUIET = (
    "Ac 3c 5c 7c 9c Jc Kc 2d 4d 6d 8d Td Qd",
    "Ad 3d 5d 7d 9d Jd Kd 2h 4h 6h 8h Th",
    "Ah 3h 5h 7h 9h Jh Kh 2s 4s 6s 8s Ts",
)
"""Hands without melds that most cards do not help."""


def over(board: Board, ending: Any) -> bool:
    return bool(board.game.phase == PHASE_OVER and board.game.ending == ending)


def test_r2_the_dealer_does_not_draw_first() -> None:
    script = Script("pagat", ("2c", "", ""))
    assert script.broken("0 draw") == "R4"
    assert script.broken("0 call") == "R9"
    assert script.broken(f"1 discard {script.hands[1][0]}") == "R2"
    assert script.broken(f"0 discard 2c; 1 discard {script.hands[1][0]}") == "R2"  # not before the draw
    assert script.broken("0 discard 2c; 1 draw; 1 draw") != ""
    assert script.broken("0 discard 2c; 1 pass; 1 draw") != ""
    assert script.broken("0 discard 2c; 1 pass; 2 pass; 0 pass") == ""


def test_r2_lays_and_sapaws_in_any_order() -> None:
    script = Script("pagat", ("7c 7d 7h 8c 8d 8h 7s 8s 2c", "", ""))
    orders = (
        "0 lay 7c 7d 7h; 0 lay 8c 8d 8h; 0 sapaw 7s > 0; 0 sapaw 8s > 1",
        "0 lay 7c 7d 7h; 0 sapaw 7s > 0; 0 lay 8c 8d 8h; 0 sapaw 8s > 1",
        "0 lay 8c 8d 8h; 0 sapaw 8s > 0; 0 lay 7c 7d 7h 7s",
    )
    for order in orders:
        board = script.play(f"{order}; 0 discard 2c")
        assert board.view.hand_size[0] == 4
        assert list(board.view.meld_size[:2]) == [4, 4]


def test_r2_every_decision_comes_up_in_its_place() -> None:
    script = Script("sjs", ("7c 7d 7h 2c", "7s 9c Jd Kh 2d 4h 5c 8s Td Qs 3c 6d", ""), stock="4s")
    assert script.play("").view.decision == DECISION_LAY
    board = script.play("0 lay 7c 7d 7h; 0 discard 2c; 1 draw")
    assert board.view.decision == DECISION_SAPAW
    assert board.apply(0) == 0
    assert board.advance() == DECISION_DISCARD


def test_a_choice_with_one_answer_is_not_asked() -> None:
    board = Script("pagat", QUIET).play(f"0 discard {QUIET[0][:2]}")
    assert (board.view.me, board.view.decision) == (1, DECISION_DISCARD)
    assert acts(board) == [log.ACT_DISCARD, log.ACT_DRAW]


def test_an_illegal_answer_leaves_the_game_as_it_was() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "", "")).play("")
    before = (board.view_bytes(), [int(hand) for hand in board.game.hands])
    reason = board.apply(1 << 20)
    assert REASONS[reason][0] == "R3"
    assert before == (board.view_bytes(), [int(hand) for hand in board.game.hands])


def test_r2_an_answer_to_a_call_is_yes_or_no() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "", ""), "Ts Jd").play("0 lay 7c 7d 7h; 0 discard 2c; 1 pass; 2 pass")
    assert board.view.decision == DECISION_CALL
    assert REASONS[board.apply(2)][0] == "R2"


MELDED = "Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Js Qs"


@pytest.mark.parametrize(
    ("value", "dealer", "other"), [("off", False, False), ("player_in_turn", True, False), ("any_player", True, True)]
)
def test_tongits_spread(value: str, dealer: bool, other: bool) -> None:
    rules = house("pagat", tongits__spread=value)
    board = Script(rules, (f"{MELDED} Ks", "", "")).play("")
    assert over(board, ENDING_SPREAD) == dealer
    board = Script(rules, ("", MELDED, "")).play("")
    assert over(board, ENDING_SPREAD) == other
    assert (log.ACT_SPREAD in acts(board)) == other


def test_d55_r1_3_a_spread_wins_at_once() -> None:
    for rules in ("wikipedia", "casino_x"):
        script = Script(rules, ("", "", MELDED))
        board = script.end(f"2 spread {'Ac 2c 3c / 4d 5d 6d / 7h 8h 9h / Ts Js Qs'}")
        assert board.result.winner == 2
        assert script.broken("2 spread Ac 2c 3c / 4d 5d 6d") == "R1.3"
        assert script.broken("1 draw") == "R1.3"


def test_r1_3_the_dealer_comes_first() -> None:
    hands = ("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc", "Ad 2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd", "")
    assert Script(house("pagat", tongits__spread="any_player"), hands, dealer=2).play("").game.winner == 0


def test_r1_3_is_not_bound_by_the_rules_of_tongits() -> None:
    rules = house("online", tongits__spread="any_player", deal__dealer_may_lay_first=False)
    assert over(Script(rules, ("", MELDED, "")).play(""), ENDING_SPREAD)


EIGHTS = ("8c 8d 8h 2c", "", "")
SAGASA = "0 lay 8c 8d 8h; 0 discard 2c; 1 pass; 2 pass; 0 draw; 0 sapaw 8s > 0"


def test_d52_r5_3_sagasa() -> None:
    script = Script(house("ecoins", discard__restriction="any"), EIGHTS, "Ts Jd 8s 4s Tc Jh")
    board = script.play(SAGASA)
    assert list(board.game.sagasa) == [200, -100, -100]
    spare = next(card for card in script.hands[0] if card not in EIGHTS[0])
    assert script.broken(f"{SAGASA}; 0 discard {spare}; 1 pass; 2 pass; 0 call") == "R9.3"
    assert script.broken(f"{SAGASA}; 0 discard {spare}; 1 pass; 2 pass; 0 draw") == ""


@pytest.mark.parametrize(
    ("knobs", "paid"), [({}, 0), ({"secrets__sagasa": "pay"}, 500), ({"secrets__sagasa": "off"}, 0)]
)
def test_secrets_sagasa(knobs: dict[str, Any], paid: int) -> None:
    board = Script(house("pagat", pay__sagasa=2.5, **knobs), EIGHTS, "Ts Jd 8s").play(SAGASA)
    assert board.game.sagasa[0] == paid


@pytest.mark.parametrize(
    "script",
    [
        "0 lay 8c 8d 8h; 0 sapaw 8s > 0",  # not drawn now
        "0 lay 5s 6s 7s; 0 discard 2c; 1 pass; 2 pass; 0 draw; 0 sapaw 8s > 0",  # a run
        "0 lay 8c 8d 8h; 0 discard 2c; 1 draw; 1 sapaw 8s > 0",  # another's set
    ],
)
def test_r5_3_no_sagasa(script: str) -> None:
    rules = house("pagat", secrets__sagasa="pay", pay__sagasa=1)
    hand = "8c 8d 8h 2c" if "discard" in script else "8c 8d 8h 8s 2c"
    hand, stock = (f"{hand} 5s 6s 7s", "Jd Td 8s") if "5s" in script else (hand, "8s")
    game = Script(rules, (hand, "", ""), "" if "8s" in hand else stock)
    assert list(game.play(script).game.sagasa) == [0, 0, 0]
    assert game.judged(script).sagasas == []


def test_r15_2_a_progressive_sagasa_costs_nothing() -> None:
    board = Script(house("ecoins+progressive", discard__restriction="any"), EIGHTS, "Ts Jd 8s").play(SAGASA)
    assert list(board.game.sagasa) == [0, 0, 0]


ALL_MELDED = ("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Js Qs Ks", "", "")
ONE_LEFT = ("Ac 2c 3c 4d 5d 6d 7h 8h 9h Ts Js Qs 2d", "", "")
LAY_TWELVE = "0 lay Ac 2c 3c; 0 lay 4d 5d 6d; 0 lay 7h 8h 9h; 0 lay Ts Js Qs"
SHOWN = "Ac 2c 3c / 4d 5d 6d / 7h 8h 9h / Ts Js Qs"


@pytest.mark.parametrize(("value", "at_once"), [("any", True), ("no_discard", True), ("discard_last", False)])
def test_tongits_exit_before_the_discard(value: str, at_once: bool) -> None:
    script = Script(house("pagat", tongits__exit=value), ALL_MELDED)
    assert over(script.play(""), ENDING_TONGITS) == at_once
    if at_once:
        assert script.broken("0 tongits Ac 2c 3c / 4d 5d 6d / 7h 8h 9h / Ts Js Qs Ks") == ""
        assert script.broken("1 tongits Ac 2c 3c / 4d 5d 6d / 7h 8h 9h / Ts Js Qs Ks") == "R8"
        assert script.broken("0 tongits Ac 2c 3c / 4d 5d 6d / 7h 8h 9h") == "R8"
        assert script.broken("0 tongits Ac 2c 3c 4d / 5d 6d / 7h 8h 9h / Ts Js Qs Ks") == "R8"
        assert script.broken("0 discard Ac") == script.broken("0 tongits") == "R8"
        assert script.broken("0 tongits Ac 2c 3c / 4d 5d 6d / 7h 8h 9h / Ts Js Qs Ks; 1 draw") == "R8"


@pytest.mark.parametrize(("value", "wins"), [("any", True), ("discard_last", True), ("no_discard", False)])
def test_tongits_exit_with_the_discard(value: str, wins: bool) -> None:
    script = Script(house("pagat", tongits__exit=value), ONE_LEFT)
    assert over(script.play("0 discard 2d"), ENDING_TONGITS) == wins
    assert script.broken(f"0 discard 2d; 0 tongits {SHOWN}") == ("" if wins else "R2")


def test_r8_an_empty_hand_is_tongits_without_hand_melds() -> None:
    rules = house("pagat", tongits__hand_melds=False)
    script = Script(rules, ALL_MELDED)
    assert script.broken(f"{LAY_TWELVE.replace('Ts Js Qs', 'Ts Js Qs Ks')}; 0 tongits") == ""


def test_r8_discard_last_keeps_a_card() -> None:
    rules = house("pagat", tongits__exit="discard_last")
    script = Script(rules, ALL_MELDED)
    assert script.broken("0 lay Ac 2c 3c; 0 lay 4d 5d 6d; 0 lay 7h 8h 9h; 0 lay Ts Js Qs Ks") == "R8"
    assert script.broken(f"{LAY_TWELVE}; 0 discard Ks; 0 tongits") == ""


@pytest.mark.parametrize(("value", "rule"), [("any", ""), ("no_discard", ""), ("discard_last", "R8")])
def test_r8_the_last_card_may_leave_in_any_way(value: str, rule: str) -> None:
    rules = house("pagat", tongits__exit=value, tongits__hand_melds=False)
    nine = "Ac 2c 3c 4d 5d 6d 7h 8h 9h"
    lays = "lay Ac 2c 3c; {0} lay 4d 5d 6d; {0} lay 7h 8h 9h"
    script = Script(rules, (f"{nine} Ts Js Qs Ks", "", ""))
    assert script.broken(f"0 {lays.format(0)}; 0 lay Ts Js Qs; 0 sapaw Ks > 3") == rule
    script = Script(rules, (f"{nine} Ts Th Td Tc", "", ""))
    assert script.broken(f"0 {lays.format(0)}; 0 secret Ts Th Td Tc") == rule
    script = Script(rules, ("2s Kh", f"{nine} Th Kc Kd", ""), "2h 3d 4s")
    turn = f"0 discard 2s; 1 draw; 1 {lays.format(1)}; 1 sapaw Th > 2; 1 discard 2h; 2 pass; 0 draw; 0 discard Kh"
    assert script.broken(f"{turn}; 1 take Kh = Kh Kc Kd") == rule
    assert script.broken(f"{turn}; 1 take Kh = Kh Kc Kd; 1 tongits") == rule


@pytest.mark.parametrize(
    ("knobs", "ending"),
    [
        ({}, ENDING_TONGITS),
        ({"deal__dealer_may_lay_first": False}, ENDING_TONGITS),
        ({"tongits__exit": "no_discard"}, ENDING_TONGITS),
        ({"tongits__exit": "discard_last"}, None),
        ({"tongits__hand_melds": False}, None),
        ({"tongits__hand_melds": False, "tongits__spread": "player_in_turn"}, ENDING_SPREAD),
        ({"tongits__exit": "discard_last", "tongits__spread": "any_player"}, ENDING_SPREAD),
    ],
)
def test_r8_2_a_hand_of_melds_is_dealt(knobs: dict[str, Any], ending: Any) -> None:
    script = Script(house("pagat", **knobs), ALL_MELDED)
    board = script.play("")
    state = script.judged("")
    assert over(board, ending) if ending is not None else board.game.phase != PHASE_OVER
    assert state.declared == (None if ending is None else (ENDINGS[ending], 0))


def test_r8_no_discard_plays_on_with_an_empty_hand() -> None:
    rules = house("pagat", tongits__exit="no_discard", tongits__hand_melds=False)
    script = Script(rules, ONE_LEFT, "Kh Jd 9c")
    board = script.play(f"{LAY_TWELVE}; 0 discard 2d; 1 pass; 2 pass; 0 draw; 0 discard 9c")
    assert board.view.hand_size[0] == 0
    assert board.game.phase != PHASE_OVER


def test_r8_2_never_in_somebody_elses_turn() -> None:
    board = Script("pagat", ("Kd", MELDED, ""), "Kh").play("0 discard Kd")
    assert board.game.phase != PHASE_OVER or log.ACT_TONGITS in acts(board)
    assert acts(board)[0] != log.ACT_TONGITS


THREE = ("7c 7d 7h 2c", "8c 8d 8h", "9c 9d 9h")
OPENING = "0 lay 7c 7d 7h; 0 discard 2c; 1 draw; 1 lay 8c 8d 8h; 1 discard Ts; 2 draw; 2 lay 9c 9d 9h; 2 discard Jd"
STOCK = "Ts Jd Qh 4s Tc Jh"


@pytest.mark.parametrize(
    ("answers", "ending"),
    [
        ("1 fold; 2 fold", ENDING_DRAW),
        ("1 challenge; 2 fold", ENDING_CHALLENGE),
        ("1 fold; 2 challenge", ENDING_CHALLENGE),
    ],
)
def test_r11_endings_of_a_call(answers: str, ending: Any) -> None:
    assert over(Script("pagat", THREE, STOCK).play(f"{OPENING}; 0 call; {answers}"), ending)


def test_d23_r10_who_may_not_challenge_folds_at_once() -> None:
    board = Script("pagat", ("7c 7d 7h 2c", "", ""), STOCK).play(
        "0 lay 7c 7d 7h; 0 discard 2c; 1 pass; 2 pass; 0 call; 1 fold forced; 2 fold forced"
    )
    assert over(board, ENDING_DRAW)
    assert acts(board)[-3:] == [log.ACT_CALL, log.ACT_FORCED_FOLD, log.ACT_FORCED_FOLD]


@pytest.mark.parametrize(("value", "known"), [("simultaneous", 0), ("sequential", 2)])
def test_response_order(value: str, known: int) -> None:
    board = Script(house("pagat", response__order=value), THREE, STOCK).play(f"{OPENING}; 0 call; 1 challenge")
    assert (board.view.decision, board.view.me) == (DECISION_RESPOND, 2)
    assert board.view.responses[1] == known
    assert board.game.responses[1] == 2


@pytest.mark.parametrize(("value", "asked"), [("caller_and_challengers", True), ("everyone", False)])
def test_showdown_who(value: str, asked: bool) -> None:
    board = Script(house("pagat", showdown__who=value), THREE, STOCK).play(f"{OPENING}; 0 call")
    assert (board.view.decision == DECISION_RESPOND) == asked
    assert over(board, ENDING_CHALLENGE) != asked
    assert log.ACT_CHALLENGE not in acts(board)


def test_r11_everyone_without_anybody_who_could_challenge_is_a_draw() -> None:
    script = Script("rulesofcards", ("7c 7d 7h 2c", "", ""), STOCK)
    assert over(script.play("0 lay 7c 7d 7h; 0 discard 2c; 1 pass; 2 pass; 0 call"), ENDING_DRAW)


def test_r10_the_right_of_the_caller_answers_first() -> None:
    assert Script("pagat", THREE, STOCK).broken(f"{OPENING}; 0 call; 2 challenge") == "R10"


def passes(script: Script, turns: int) -> str:
    """The dealer discards; then follow turns of drawing and discarding the drawn card."""
    first = script.hands[0][0]
    return "; ".join([f"0 discard {first}", *(f"{turn % 3} pass" for turn in range(1, turns + 1))])


@pytest.mark.parametrize(("value", "over_now"), [("after_turn", True), ("failed_draw", False)])
def test_stock_out_moment(value: str, over_now: bool) -> None:
    script = Script(house("pagat", stock_out__moment=value, draw__take_discard="free"), QUIET)
    board = script.play(passes(script, 15))
    assert board.view.stock_left == 0
    assert over(board, ENDING_STOCK_OUT) == over_now
    for more in ("1 call", "1 draw 2c"):
        assert script.broken(f"{passes(script, 15)}; {more}")
    assert script.end(passes(script, 15)) if over_now else script.broken(f"{passes(script, 14)}; 0 draw; 1 draw 2c")


def test_r12_at_draw_the_last_card_ends_the_game() -> None:
    script = Script(house("pagat", stock_out__moment="at_draw", stock_out__eligible="all"), QUIET)
    board = script.end(f"{passes(script, 14)}; 0 draw")
    assert over(board, ENDING_STOCK_OUT)
    assert (board.view.stock_left, list(board.view.hand_size)) == (0, [13, 12, 12])
    for more in ("0 discard 2c", "1 call"):
        assert script.broken(f"{passes(script, 14)}; 0 draw; {more}")


def test_r12_failed_draw_a_legal_take_may_be_declined() -> None:
    script = Script(house("pagat", stock_out__moment="failed_draw", draw__take_discard="free"), QUIET)
    board = script.play(passes(script, 15))
    assert board.view.decision == DECISION_DRAW
    assert board.apply(0) == 0
    assert board.advance() == DECISION_OVER
    assert over(board, ENDING_STOCK_OUT)


def test_r12_end_timing_the_last_turn_may_still_call() -> None:
    script = Script(house("sjs", call__needs="nothing"), QUIET)
    last = 15 % 3
    board = script.end(f"{passes(script, 15)}; {last} call; 1 fold forced; 2 fold forced")
    assert log.ACT_CALL in acts(board)
    assert board.result.ending == ENDING_DRAW
    silent = script.play(passes(script, 15))
    assert (silent.apply(0), silent.advance()) == (0, int(DECISION_OVER))
    assert over(silent, ENDING_STOCK_OUT)


def test_r2_the_120th_turn_is_the_last() -> None:
    board = Board(house("pagat", draw__take_discard="free"))
    board.begin_match(3, 0, 1)
    board.deal()
    free = (1 << 62) | (1 << 63)
    while (decision := board.advance()) != DECISION_OVER:
        word = free if decision == DECISION_DRAW else 0
        if decision == DECISION_DISCARD:
            word = int(board.view.legal) & -int(board.view.legal)
        assert board.apply(word) == 0
    assert over(board, ENDING_STOCK_OUT) or over(board, ENDING_TONGITS)
    assert board.view.turn <= MAX_TURNS
    if board.game.ending == ENDING_STOCK_OUT:
        assert board.view.turn == MAX_TURNS
        assert board.view.stock_left == load("pagat").jokers.count + 15


@pytest.mark.parametrize("rules", ["pagat", "sjs", "wikipedia+joker", "casino_x"])
def test_nothing_private_is_left_over_from_another_seat(rules: str) -> None:
    """Two boards play the same game; on one, what is private is scrambled before each decision: it is written anew."""
    private = ("hand", "melded", "sets", "runs", "deadwood", "count", "drawn", "legal")
    one = Board(load(rules))
    other = Board(load(rules))
    for board in (one, other):
        board.begin_match(5, 0, 20)
    kinds = set()
    while not one.match.over:
        for board in (one, other):
            board.deal()
        while True:
            for name in private:
                other.view[name] = 77
            decision = one.advance()
            assert other.advance() == decision
            if decision == DECISION_OVER:
                break
            kinds.add(int(decision))
            shown = [(one.view[name], other.view[name]) for name in private]
            assert all(mine == its for mine, its in shown), (decision, dict(zip(private, shown, strict=True)))
            if decision not in (DECISION_DISCARD, DECISION_SAPAW):
                assert one.view.legal == 0
            hand = int(one.game.hands[one.view.me])
            assert int(one.view.hand) == hand
            assert int(one.view.legal) & ~hand == 0
            assert one.view.drawn == NO_CARD or one.view.me == one.view.seat
            legal = int(one.view.legal)
            for board in (one, other):
                board.apply(legal & -legal if decision == DECISION_DISCARD else 0)
        for board in (one, other):
            board.finish()
    assert {int(DECISION_DRAW), int(DECISION_DISCARD)} <= kinds
