import re
from dataclasses import replace

import numpy as np
import pytest

from tests.records.notation_text import notation_of
from tests.table.games import boards, games, house, swapped
from tongits_sim.cards import mask_of, parse_card
from tongits_sim.game.log import ACT_DRAW, LoggedAction
from tongits_sim.game.state import DECISIONS, GAME_DTYPE, VIEW_DTYPE
from tongits_sim.records.notation import read_sheet
from tongits_sim.records.notation_game import play_sheet
from tongits_sim.records.replay import ANSWERS, dealt_board
from tongits_sim.records.schema import Record, RecordError
from tongits_sim.table.actions import possible_actions
from tongits_sim.table.builder import board_at as builder_board_at
from tongits_sim.table.builder import decision_of
from tongits_sim.table.position import Position, PositionError, dealt, position_of, seen_rows
from tongits_sim.table.position_text import (
    PositionText,
    read_facts,
    read_position,
)
from tongits_sim.table.recorded import board_at, choices_of, position_after, position_at


@pytest.mark.parametrize("rules", ["pagat", "pagat+joker", "pagat!free", "sjs"])
def test_every_card_is_counted(rules: str) -> None:
    seen = 0
    for _, _, board in boards(rules, "random,expert,random"):
        position = position_of(board, house(rules))
        hidden = sum(int(hand).bit_count() for seat, hand in enumerate(board.game.hands) if seat != position.seat)
        secrets = sum(meld.size for meld in position.melds if meld.face_down and meld.owner != position.seat)
        known = sum(cards.bit_count() for cards in position.known)
        assert position.unknown.bit_count() == hidden + secrets + position.stock - known
        for seat in range(3):
            if seat != position.seat:
                assert position.known[seat] & ~int(board.game.hands[seat]) == 0
        assert position.hand == int(board.game.hands[position.seat])
        assert position.unknown & position.hand == 0
        seen += 1
    assert seen > 50


def test_other_hidden_cards_give_the_same_position() -> None:
    compared = 0
    for record, move, board in boards("pagat"):
        position = position_of(board, house("pagat"))
        try:
            other = board_at(swapped(record, position.seat), move)
        except (PositionError, RecordError):  # with those cards it could not have come about
            continue
        if other.view.decision == board.view.decision:
            assert (*other.game.hands, *other.game.stock) != (*board.game.hands, *board.game.stock)
            assert position_of(other, house("pagat")) == position
            compared += 1
    assert compared > 20


TYPED = PositionText("3h 4h 5h 9c 9d Ks 2c 8d Jd Js", "right: 7s 8s 9s; me: Qc Qd Qh", "Qs 4c", sizes="9,12")


def position() -> Position:
    return read_position(house("pagat"), TYPED)


def test_the_table_is_as_typed() -> None:
    facts = read_facts(house("pagat"), TYPED)
    board = builder_board_at(facts, 0)
    view = board.view
    assert (view.stock_left, view.n_discards, view.turn, view.dealer) == (13, 2, 3, 1)
    assert [int(size) for size in view.hand_size] == [10, 9, 12]
    assert [int(number) for number in view.open_melds] == [1, 1, 0]
    assert [int(flag) for flag in view.sunog_risk] == [0, 0, 1]
    assert int(view.n_melds) == 2
    assert int(board.game.hands[0]) == facts.hand


def test_melds_of_unseen_cards_keep_their_size() -> None:
    typed = PositionText("3h 4h 5h 9c 9d Ks 2c 8d Jd", "left: ????; me: Qc Qd Qh", "Qs 4c", 9, "12,8", "call")
    facts = read_facts(house("pagat"), typed)
    board = builder_board_at(facts, 0)
    assert int(board.view.meld_size[0]) == 4
    assert int(board.view.secrets[2]) == 1
    assert int(board.game.secret_faces[0]) == 0
    assert decision_of(facts, board) == "call"
    assert np.frombuffer(read_position(house("pagat"), typed).past.view, VIEW_DTYPE)["n_melds"][0] == 2


def test_a_call_after_the_draw_as_typed() -> None:
    rules = house("pagat!after_draw")
    hand = "9c 9d Ks 2c 8d Jd Js 6c 4c"
    typed = PositionText(hand, "me: 3h 4h 5h; left: 7s 8s 9s", "Qs Qd Kd")
    with pytest.raises(PositionError, match="to call comes after the draw"):
        read_position(rules, replace(typed, decide="call"))
    asked = read_position(rules, replace(typed, hand=f"{hand} Ah"))
    assert asked.decision == "call"
    assert {action.kind for action in possible_actions(asked)} == {"call", "discard"}
    assert LoggedAction.of(asked.past.rows[-1]).act == ACT_DRAW
    answers = read_position(rules, replace(typed, caller="left"))
    assert answers.sizes == (9, 12, 10)
    assert [row[1] for row in answers.past.rows if row[0] & 255 == ACT_DRAW and row[0] >> 8 == 2] == [0]


def test_positions_are_those_of_the_record() -> None:
    for record in games("pagat")[:2]:
        for choice in choices_of(record):
            if choice.decision >= 0:
                assert choice.position == position_at(record, choice.move, choice.position.decision)
            assert choice.position.decision in DECISIONS


def test_hands_of_others_and_the_stock_are_empty() -> None:
    for _, _, board in boards("pagat", count=2):
        position = position_of(board, house("pagat"))
        game = np.frombuffer(position.past.game, GAME_DTYPE)[0]
        view = np.frombuffer(position.past.view, VIEW_DTYPE)[0]
        others = [seat for seat in range(3) if seat != position.seat]
        assert not any(game["hands"][seat] or game["dealt"][seat] or game["deadwood"][seat] for seat in others)
        assert int(game["hands"][position.seat]) == int(board.game.dealt[position.seat])
        assert not game["stock"].any()
        assert not game["words"].any()
        assert view["hand"] == 0


def test_draws_of_others_are_not_seen() -> None:
    _, _, board = list(boards("pagat", count=2))[-1]
    for seat in range(3):
        for head, cards, _ in seen_rows(board.rows, seat, board.rules):
            if head & 255 == int(ACT_DRAW):
                assert (cards != 0) == (head >> 8 & 255 == seat)


def test_the_deal_as_a_seat_knows_it_is_that_of_the_game() -> None:
    record = games("pagat")[0]
    true = dealt_board(record)
    for seat in range(3):
        hand = int(mask_of(map(parse_card, record["hands"][seat])))
        board = dealt(house("pagat"), true.match, seat, hand)
        assert int(board.game.hands[seat]) == hand
        assert [int(size) for size in board.view.hand_size] == [int(size) for size in true.view.hand_size]
        assert (board.game.phase, board.view.dealer, board.view.stock_left) == (0, true.view.dealer, 15)


def test_each_move_is_the_answer_to_its_decision() -> None:
    seen = set[str]()
    for record in games("pagat"):
        for move, event in enumerate(record["events"], start=1):
            try:
                position = position_at(record, move)
            except PositionError:
                continue
            assert position.seat == event["seat"]
            answers = ANSWERS[DECISIONS.index(position.decision)]
            assert event["act"] in answers or (event["act"] == "draw" and position.decision in ("draw", "call"))
            seen.add(position.decision)
    assert seen >= {"call", "respond", "draw", "lay", "discard"}


def test_a_draw_answers_two_decisions() -> None:
    both = 0
    for record in games("pagat", "miser,miser,miser"):
        for move, event in enumerate(record["events"], start=1):
            if event["act"] == "draw":
                try:
                    call = board_at(record, move, "call")
                    draw = board_at(record, move, "draw")
                except PositionError:
                    continue
                assert (call.view.decision, draw.view.decision) == (0, 2)
                assert call.logged == draw.logged == move - 1
                both += 1
    assert both > 0


def test_after_a_call_that_nobody_made_the_next_seat_decides() -> None:
    others = 0
    for record in games("sjs", "greedy,greedy,caller", 20):
        events = record["events"]
        for choice in choices_of(record):
            if choice.decision >= 0 and events[choice.move - 1]["seat"] == choice.position.seat:
                assert position_at(record, choice.move, choice.position.decision) == choice.position
            elif choice.position.decision == "call" and choice.position.seat != events[choice.move - 1]["seat"]:
                assert position_at(record, choice.move, "call") == choice.position
                others += 1
    assert others > 10


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hand": "3h 3h 5h"}, "3h stands twice in the hand"),
        ({"table": "right: 7s 8s Ts; me: Qc Qd Qh"}, "right's 7s 8s Ts is not a meld"),
        ({"sizes": "nine"}, "is not a seat|does not say how many"),
        ({"decide": "call"}, "to call comes before the draw"),
        ({"known": "left: Qs"}, "does not allow a discard such as Qs in the hand"),
    ],
)
def test_wrong_positions_get_a_sentence(changes: dict[str, str | int], message: str) -> None:
    with pytest.raises(PositionError, match=message) as caught:
        read_position(house("pagat"), replace(TYPED, **changes))  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_cards_that_others_took_are_known_under_free() -> None:
    typed = PositionText("3h 4h 5h 9c 9d Ks 2c 8d Jd", "me: Qc Qd Qh", "Qs 4c 6h", sizes="12,12", known="left: 6h")
    facts = read_facts(house("pagat!free"), typed)
    assert facts.known[2].bit_count() == 1
    assert facts.located_cards == facts.known[2]


GAME = """rules pagat
dealer A
hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah
A: [5c 5d 5h] -Kh
B: + -9c
C: +7h -Qd
A: +Td
"""


def seen(text: str) -> Record:
    return play_sheet(read_sheet(text)).partial_record


def test_the_seat_whose_cards_are_known_has_a_position() -> None:
    position = position_after(seen(GAME))
    assert (position.seat, position.decision, position.stock) == (0, "lay", 12)
    assert position.sizes == (10, 12, 12)
    assert position_after(seen(GAME), "discard").decision == "discard"
    with pytest.raises(PositionError, match="there is no decision to call; there is lay and"):
        position_after(seen(GAME), "call")
    with pytest.raises(PositionError, match="A must decide, whose cards are not all written down"):
        position_after(seen(GAME.replace("hand A 5c", "hand A ?")))
    with pytest.raises(PositionError, match="Ben must decide"):
        position_after(seen(f"name B Ben\n{GAME}A: -Jh\n"))
    with pytest.raises(PositionError, match="move 3 is one of B"):
        position_at(seen(GAME), 3)


AT_THE_END = """rules sjs
dealer A
hand A 5c 5d 5h Kh 2c 3c 4c 9d 9s Jh 7d 8s Ah
hand B 6c 6d 6h 2d 2h 2s 3d 3h 3s 9c 9h Jc
A: [5c 5d 5h] -Kh
B: +Js [6c 6d 6h] -9c
C: + -Qd
A: +Td -Jh
"""


def test_a_call_at_the_end_of_a_turn_may_be_passed() -> None:
    asked = position_after(seen(AT_THE_END))
    assert (asked.seat, asked.decision) == (0, "call")
    for passed in (f"{AT_THE_END}A: pass", AT_THE_END.rstrip() + " pass", AT_THE_END.replace("hand A 5c", "hand A ?")):
        after = position_after(seen(passed))
        assert (after.seat, after.decision, after.offer) == (1, "draw", parse_card("Jh"))
    goes_on = seen(AT_THE_END.replace("-Jh", "-Jh pass") + "B: + -Jc")
    assert goes_on["passed"] is False


def test_a_call_at_the_start_of_a_turn_may_be_passed() -> None:
    start = GAME.replace("A: +Td\n", "")
    asked = position_after(seen(start))
    assert (asked.seat, asked.decision) == (0, "call")
    with pytest.raises(PositionError, match="after the last move A draws a card; write it down"):
        position_after(seen(f"{start}A: pass"))
    assert seen(f"{start}A: pass +Td")["events"] == seen(GAME)["events"]
    assert seen(f"{start}A: pass -Jh")["events"][-2]["act"] == "draw"


@pytest.mark.parametrize(
    "rules", ["pagat", "sjs", "wikipedia", "pagat+joker", "pagat!free", "pagat!sequential", "pagat!after_draw"]
)
def test_the_choices_of_a_seat_are_those_of_the_whole_record(rules: str) -> None:
    compared = 0
    for record in games(rules, "miser,expert,turtle", 8):
        for seat in range(3):
            text = notation_of(record, seat)
            own = list(choices_of(record, [seat]))
            assert list(choices_of(seen(text))) == own
            compared += len(own)
    assert compared > 60


@pytest.mark.parametrize("rules", ["pagat", "pagat!free"])
def test_draws_that_follow_from_the_other_moves_need_not_be_written(rules: str) -> None:
    for record in games(rules, "miser,expert,turtle", 8):
        for seat in range(3):
            text = notation_of(record, seat)
            discarded = re.sub(r"\+(..)( -\1)", r"+\2", text)  # a card that was drawn and thrown away
            without = re.sub(r"^(.: )\+ (?=[-\[(\w])(?!call|tongits)", r"\1", discarded, flags=re.MULTILINE)
            assert without != text
            assert list(choices_of(seen(without))) == list(choices_of(record, [seat]))
