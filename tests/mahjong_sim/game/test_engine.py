"""Turns, claims and declarations, rule by rule (V5 to V9); and what holds in every game."""

from __future__ import annotations

import numpy as np
import pytest

from mahjong_sim.game.board import Board
from mahjong_sim.game.engine import PHASE_ROB
from mahjong_sim.game.legality import LEGAL, NO_WAIT
from mahjong_sim.game.log import ACTS
from mahjong_sim.game.state import (
    DECISION_CLAIM,
    DECISION_DECLARE,
    DECISION_DISCARD,
    DECISION_OVER,
    DECISION_WIN,
    DECISIONS,
    ENDING_BUNOT,
    ENDING_DISCARD,
    ENDING_ROBBED,
    ENDING_VOID,
    FROM_BACK,
    FROM_DISCARD,
    SEATS,
)
from mahjong_sim.hands.accept import waits
from mahjong_sim.hands.values import item_names
from mahjong_sim.melds import BEAUTY, CHOW, KANG, NEWS, PUNG, SAGASA, SECRET
from mahjong_sim.rules import PRESETS, load
from mahjong_sim.tiles import KINDS, copies, parse_tile
from tests.mahjong_sim.tables import (
    answer_until,
    by_chance,
    legal_actions,
    meld,
    melds_of,
    play,
    seen_by_all,
    table,
    tiles_everywhere,
    wall,
)

WAITS_5S = "4s 6s 1d 2d 3d 4d 5d 6d 7d 8d 9d 1c 2c 3c 9c 9c"
"""Sixteen tiles that wait for 5s alone."""
OTHER_5S = "3s 4s 1d 2d 3d 4d 5d 6d 7d 8d 9d 4c 5c 6c 8c 8c"
"""Sixteen others that wait for 2s and 5s."""
FULL = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr"

FIVE = parse_tile("5s")


def asked(board: Board) -> tuple[str, int]:
    """The decision that comes next, and whose it is."""
    decision = board.advance()
    return ("over", -1) if decision == DECISION_OVER else (DECISIONS[decision], int(board.view["mahjong_me"]))


def begin(*hands: str, rules: str = "visayan", changes: tuple[str, ...] = (), **wall_of: str) -> Board:
    """A dealt board with mano on seat 0."""
    board = table(load(rules, changes))
    board.deal_deck(wall(*hands, **wall_of))
    return board


def discards(board: Board, tile: str) -> None:
    """Mano, or who is in turn, declares nothing and discards a tile."""
    answer_until(board, DECISION_DISCARD)
    assert board.apply(parse_tile(tile)) == 0


def test_v5_mano_begins_without_drawing() -> None:
    board = begin("1s")
    assert asked(board) == ("discard", 0)
    assert (int(board.view["turn"]), int(board.view["drawn"]), int(board.view["counts"].sum())) == (1, -1, 17)


def test_v5_a_discard_nobody_takes_is_dead_and_the_next_seat_draws() -> None:
    board = begin("We", draws="9c")
    discards(board, "We")
    assert asked(board) == ("discard", 1)
    assert int(board.view["drawn"]) == parse_tile("9c")
    assert int(board.view["taken_by"][0]) == -1


def test_v6_a_win_comes_before_a_pung_and_a_pung_before_a_chow() -> None:
    board = begin("5s", "3s 4s", "5s 5s", WAITS_5S)
    discards(board, "5s")
    assert asked(board) == ("win", 3)
    assert board.apply(0) == 0
    assert asked(board) == ("claim", 2)
    assert (int(board.view["may_pung"]), int(board.view["may_kang"]), int(board.view["may_chow"])) == (1, 0, 0)
    assert board.apply(0) == 0
    assert asked(board) == ("claim", 1)
    assert (int(board.view["may_pung"]), int(board.view["may_chow"])) == (0, 1 << parse_tile("3s"))


def test_v6_who_is_passed_over_loses_the_turn() -> None:
    board = begin("5s", "", "5s 5s")
    discards(board, "5s")
    answer_until(board, DECISION_CLAIM, 2)
    assert board.apply(meld(PUNG, FIVE)) == 0
    assert asked(board) == ("discard", 2)
    assert board.view["turns"].tolist() == [1, 0, 1, 0]
    assert int(board.view["counts"].sum()) == 14
    assert int(board.view["taken_by"][0]) == 2


def test_v6_only_the_next_seat_chows() -> None:
    hands = ("5s", "", "3s 4s", "6s 7s")
    board = begin(*hands)
    discards(board, "5s")
    assert asked(board) == ("discard", 1)
    board = begin(*hands, changes=("claim.chow=any",))
    discards(board, "5s")
    assert asked(board) == ("claim", 2)
    assert board.apply(0) == 0
    assert asked(board) == ("claim", 3)
    assert board.apply(meld(CHOW, FIVE)) == 0
    assert melds_of(board, 3) == [(int(CHOW), FIVE)]


def test_v6_the_next_seat_is_asked_once_for_pung_and_chow() -> None:
    board = begin("5s", "5s 5s 4s 6s 7s")
    discards(board, "5s")
    assert asked(board) == ("claim", 1)
    assert int(board.view["may_chow"]) == sum(1 << parse_tile(text) for text in ("4s", "5s"))
    assert int(board.view["may_pung"]) == 1
    assert board.apply(0) == 0
    assert asked(board) == ("discard", 1)


def test_v6_the_nearest_of_several_wins() -> None:
    hands = ("5s", "", OTHER_5S, WAITS_5S)
    board = begin(*hands)
    discards(board, "5s")
    assert asked(board) == ("win", 2)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert board.game["wins"].tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize(("yes", "wins"), [((1, 1), [0, 0, 1, 1]), ((0, 1), [0, 0, 0, 1])])
def test_v6_all_of_several_win_where_the_rules_say_so(yes: tuple[int, int], wins: list[int]) -> None:
    board = begin("5s", "", OTHER_5S, WAITS_5S, changes=("win.several=all",))
    discards(board, "5s")
    for answer in yes:
        assert asked(board)[0] == "win"
        assert board.apply(answer) == 0
    assert asked(board) == ("over", -1)
    assert board.game["wins"].tolist() == wins
    assert int(board.game["ending"]) == ENDING_DISCARD


def test_v7_a_kang_takes_its_gift_from_the_back() -> None:
    board = begin("5s", "", "5s 5s 5s", back="9c")
    discards(board, "5s")
    answer_until(board, DECISION_CLAIM, 2)
    assert int(board.view["may_kang"]) == 1
    assert board.apply(meld(KANG, FIVE)) == 0
    assert asked(board) == ("discard", 2)
    assert (int(board.view["drawn"]), int(board.view["counts"].sum())) == (parse_tile("9c"), 14)
    assert board.game["instant"][4].tolist() == [-25, -25, 75, -25]


def test_v7_a_secret_lies_face_down() -> None:
    for hidden, shown, seen in ((True, -1, 0), (False, FIVE, 4)):
        board = begin("5s 5s 5s 5s", back="F1 9c", changes=(f"secret.hidden={str(hidden).lower()}",))
        assert asked(board) == ("declare", 0)
        assert board.apply(meld(SECRET, FIVE)) == 0
        assert asked(board) == ("discard", 0)
        assert int(board.view["meld_tile"][0, 0]) == shown
        assert int(board.view["own_secrets"][0]) == FIVE
        assert int(board.view["seen"][FIVE]) == seen
        # The gift was a flower, which was replaced.
        assert (int(board.view["drawn"]), int(board.view["n_flowers"][0])) == (parse_tile("9c"), 1)
        assert board.game["instant"][5].tolist() == [150, -50, -50, -50]


def punged(hand: str, draws: str, changes: tuple[str, ...] = (), other: str = "", back: str = "") -> Board:
    """Seat 1 has taken the first discard, 5s, for a pung and discarded 9c; everybody else discards what they draw."""
    board = begin("5s", hand + " 9c", other, draws=draws, back=back, changes=changes)
    discards(board, "5s")
    answer_until(board, DECISION_CLAIM, 1)
    assert board.apply(meld(PUNG, FIVE)) == 0
    return board


def until_declare(board: Board, seat: int) -> bool:
    """Play on, everybody discarding what they drew, until a seat may declare; False if two rounds pass first."""
    for _ in range(60):
        decision = board.advance()
        if decision == DECISION_DECLARE and int(board.view["mahjong_me"]) == seat:
            return True
        drawn = int(board.view["drawn"])
        actions = legal_actions(board)
        assert board.apply(drawn if decision == DECISION_DISCARD and drawn >= 0 else actions[0]) == 0
        if int(board.view["turn"]) > 10:
            break
    return False


def test_v7_a_sagasa_is_an_own_pung_with_the_fourth_tile_drawn() -> None:
    board = punged("5s 5s", draws="We Ws Ww 5s")
    assert until_declare(board, 1)
    assert int(board.view["may_sagasa"]) == 1 << FIVE
    assert board.apply(meld(SAGASA, FIVE)) == 0
    assert melds_of(board, 1) == [(int(SAGASA), FIVE)]
    assert board.game["instant"][6].tolist() == [-50, 150, -50, -50]
    assert asked(board) == ("discard", 1)


def test_v7_a_fourth_tile_that_was_held_makes_no_sagasa() -> None:
    assert not until_declare(punged("5s 5s 5s", draws="We Ws Ww Wn"), 1)


def test_v7_a_sagasa_can_be_robbed_where_the_rules_say_so() -> None:
    board = punged("5s 5s", "We Ws Ww 5s", ("sagasa.robbing=true",), other=WAITS_5S)
    # The waiting seat lets the discard of 5s pass first.
    assert until_declare(board, 1)
    assert board.apply(meld(SAGASA, FIVE)) == 0
    assert asked(board) == ("win", 2)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert int(board.game["ending"]) == ENDING_ROBBED
    assert board.game["instant"][6].tolist() == [0, 0, 0, 0]
    board.finish()
    assert int(board.result["discarder"]) == 1
    assert tiles_everywhere(board)[FIVE] == 4


def test_v7_a_sagasa_that_nobody_robs_is_made() -> None:
    board = punged("5s 5s", "We Ws Ww 5s", ("sagasa.robbing=true",), other=WAITS_5S)
    assert until_declare(board, 1)
    assert board.apply(meld(SAGASA, FIVE)) == 0
    assert asked(board) == ("win", 2)
    assert board.apply(0) == 0
    assert asked(board) == ("discard", 1)
    assert melds_of(board, 1) == [(int(SAGASA), FIVE)]


def test_v8_beauty_and_news_are_declared_in_the_first_turn() -> None:
    board = begin("Dr Dg Dw We Ws Ww Wn", back="9c")
    assert asked(board) == ("declare", 0)
    assert (int(board.view["may_beauty"]), int(board.view["may_news"])) == (1, 1)
    assert board.apply(meld(BEAUTY, parse_tile("Dr"))) == 0
    assert asked(board) == ("declare", 0)
    assert board.apply(meld(NEWS, parse_tile("We"))) == 0
    assert asked(board) == ("discard", 0)
    assert [code for code, _ in melds_of(board, 0)] == [int(BEAUTY), int(NEWS)]
    assert int(board.view["counts"].sum()) == 17 - 3 - 4 + 1
    assert board.game["instant"][2].tolist() == [75, -25, -25, -25]
    assert board.game["instant"][3].tolist() == [75, -25, -25, -25]


def test_v8_not_after_the_first_turn() -> None:
    board = begin("", "Dr Dg", draws="We Ws Ww Wn Dw")
    assert not until_declare(board, 1)
    assert int(board.view["turns"][1]) > 1


def test_v8_a_beauty_is_completed_by_the_discard_a_first_turn_begins_with() -> None:
    board = begin("Dw", "Dr Dg", "Dr Dg")
    discards(board, "Dw")
    assert asked(board) == ("claim", 1)
    assert int(board.view["may_beauty"]) == 1
    assert board.apply(meld(BEAUTY, parse_tile("Dr"))) == 0
    assert asked(board) == ("discard", 1)
    board = begin("Dw", "", "Dr Dg")
    discards(board, "Dw")
    assert asked(board) == ("discard", 1)  # seat 2 is not in turn


DONE = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d"
"""Four bahay."""


@pytest.mark.parametrize("seat", [1, 2, 3])
def test_v9_a_discard_that_completes_a_hand_as_a_beauty_wins(seat: int) -> None:
    """As with a chow, out of turn too, and before a pung."""
    hands = ["Dw", "", "", ""]
    hands[seat], hands[seat - 1 or 3] = f"{DONE} Dr Dg 9c 9c", "Dw Dw"
    board = begin(*hands)
    discards(board, "Dw")
    assert asked(board) == ("win", seat)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert int(board.game["ending"]) == ENDING_DISCARD
    assert melds_of(board, seat) == [(int(BEAUTY), parse_tile("Dr"))]
    assert board.game["instant"][2].tolist() == [75 if each == seat else -25 for each in range(4)]
    assert tiles_everywhere(board).tolist() == [copies(kind) for kind in range(KINDS)]
    board.finish()
    assert (int(board.result["discarder"]), board.result["wins"].tolist()) == (0, [int(e == seat) for e in range(4)])


def test_v9_a_beauty_completes_nothing_where_there_is_none_or_after_the_first_round() -> None:
    for changes, passes in ((("first.beauty=false",), False), ((), True)):
        board = begin("We Dw", f"{DONE} Dr Dg 9c 9c", draws="Ws Wn Ww Wn Wn", changes=changes)
        discards(board, "We" if passes else "Dw")
        for _ in range(3 * passes):  # they draw a wind each, and discard it
            answer_until(board, DECISION_DISCARD)
            assert board.apply(int(board.view["drawn"])) == 0
        if passes:
            discards(board, "Dw")
        assert asked(board)[0] != "win"


def test_v9_no_wait_is_paid_for_the_tile_of_a_beauty_though_the_eye_is_of_its_kind() -> None:
    board = begin("Dw", f"{DONE} Dr Dg Dw Dw")
    discards(board, "Dw")
    assert asked(board) == ("win", 1)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    board.finish()
    assert "single_wait" not in item_names(int(board.result["items"][1]))


def test_v11_a_hand_completed_by_a_meld_after_a_claim_wins_by_the_discard() -> None:
    board = begin("1s", "2s 3s 4s 5s 6s 1d 2d 3d 4c 5c 6c 9c 9c Dr Dg Dw", changes=("instant.beauty=0",))
    discards(board, "1s")
    answer_until(board, DECISION_CLAIM, 1)
    assert board.apply(meld(CHOW, parse_tile("1s"))) == 0
    assert asked(board) == ("declare", 1)
    assert board.apply(meld(BEAUTY, parse_tile("Dr"))) == 0
    assert asked(board) == ("win", 1)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert board.rows[-1].tolist() == [ACTS.index("win"), 1, FROM_DISCARD, parse_tile("1s")]
    board.finish()
    value = int(board.result["value"][1])
    assert value == 125  # and quick
    assert int(board.result["discarder"]) == 0
    assert board.result["parts"][0].tolist() == [-2 * value, 4 * value, -value, -value]


def test_v9_a_gift_after_a_claim_is_bunot() -> None:
    board = begin("Wn", f"{DONE} We Ws Ww 9c", back="9c")
    discards(board, "Wn")
    answer_until(board, DECISION_CLAIM, 1)
    assert board.apply(meld(NEWS, parse_tile("We"))) == 0
    assert asked(board) == ("win", 1)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert int(board.game["ending"]) == ENDING_BUNOT


def test_v10_only_a_hand_that_waits_declares_its_wait() -> None:
    waiting = WAITS_5S + " We"
    for changes, tile, reason in (
        ((), "We", NO_WAIT),
        (("wait.declared=true",), "1d", NO_WAIT),
        (("wait.declared=true",), "We", LEGAL),
    ):
        board = begin(waiting, changes=changes)
        answer_until(board, DECISION_DISCARD)
        assert board.apply(parse_tile(tile) | 256) == reason
    assert board.view["declared"].tolist() == [1, 0, 0, 0]
    answer_until(board, DECISION_DISCARD, 0)
    assert board.apply(int(board.view["drawn"])) == 0
    assert board.view["declared"].tolist() == [0] * 4


def test_v9_mano_may_win_with_the_hand_dealt() -> None:
    board = begin(FULL)
    assert asked(board) == ("win", 0)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert (int(board.game["ending"]), int(board.game["winning_kind"])) == (int(ENDING_BUNOT), -1)


def test_v9_a_win_may_be_left() -> None:
    board = begin(FULL)
    assert asked(board) == ("win", 0)
    assert board.apply(0) == 0
    assert asked(board) == ("discard", 0)


def test_v9_bunot_is_the_last_tile_drawn() -> None:
    board = begin("We", WAITS_5S, draws="5s")
    discards(board, "We")
    assert asked(board) == ("win", 1)
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert (int(board.game["ending"]), int(board.game["winning_kind"])) == (int(ENDING_BUNOT), FIVE)


def test_v9_a_flowers_replacement_is_a_gift() -> None:
    board = begin("We", WAITS_5S, draws="F1", back="5s")
    discards(board, "We")
    assert asked(board) == ("win", 1)
    assert int(board.game["source"]) == FROM_BACK


def test_v3_a_game_is_void_when_a_tile_is_needed_and_the_wall_is_empty() -> None:
    board = begin(changes=("wall.dead_tiles=40",))
    board.game["front"] += int(board.view["wall_left"]) - 1
    board.view["wall_left"] = 1
    answer_until(board, DECISION_DISCARD, 1)
    assert board.apply(legal_actions(board)[0]) == 0
    while (decision := board.advance()) != DECISION_OVER:
        assert decision in (DECISION_CLAIM, DECISION_WIN)
        assert board.apply(0) == 0
    assert int(board.game["ending"]) == ENDING_VOID


def test_v12_a_joker_completes_a_hand() -> None:
    # The joker is 1c, shown as the last but one tile of the wall.
    waiting = "4s 6s 1d 2d 3d 4d 5d 6d 7d 8d 9d 2c 3c 4c 9c 9c"
    board = begin("We", waiting, draws="1c", back="We 1c", rules="visayan_jokers")
    assert int(board.view["joker_kind"]) == parse_tile("1c")
    discards(board, "We")
    assert asked(board) == ("win", 1)
    assert int(board.view["jokers"]) == 1
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert int(board.game["winning_kind"]) == -1


def test_v12_a_discarded_joker_is_a_plain_tile() -> None:
    waiting = "4s 6s 1d 2d 3d 4d 5d 6d 7d 8d 9d 2c 3c 4c 9c 9c"
    board = begin("1c", waiting, back="We 1c", rules="visayan_jokers")
    discards(board, "1c")
    assert asked(board) == ("claim", 3)  # a pair of jokers makes a pung as what it is
    assert board.apply(0) == 0
    assert asked(board) == ("claim", 1)  # it does not win, and makes a chow with 2c 3c as any 1c
    assert int(board.view["may_chow"]) == 1 << parse_tile("1c")


def test_the_view_tells_nothing_of_other_hands_and_the_wall() -> None:
    deck = wall("1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dg")
    board = table()
    views = []
    for number in range(3):
        hidden = np.array(deck[17:-8])
        np.random.default_rng(number).shuffle(hidden)
        board.deal_deck([*deck[:17], *hidden.tolist(), *deck[-8:]])
        assert board.advance() == DECISION_DISCARD
        views.append(board.view_bytes())
    assert views[0] == views[1] == views[2]


VARIANTS = (
    *((name, ()) for name in PRESETS),
    ("visayan", ("claim.chow=any", "sagasa.robbing=true", "win.several=all", "secret.hidden=false")),
    ("visayan_jokers", ("joker.copies=one", "wall.dead_tiles=14", "win.seven_pairs=false")),
)


@pytest.mark.parametrize(("name", "changes"), VARIANTS, ids=[f"{name}-{len(c)}" for name, c in VARIANTS])
def test_what_holds_in_every_game(name: str, changes: tuple[str, ...]) -> None:
    board = table(load(name, changes))
    endings, melds = set(), set()
    for number in range(30):
        board.begin_match(11, number)
        board.deal()
        for seat, decision, action in play(board, by_chance(number)):
            check_position(board, seat, decision)
            if decision in (DECISION_CLAIM, DECISION_DECLARE):
                melds.add(action & 255)
        assert tiles_everywhere(board).tolist() == [copies(kind) for kind in range(KINDS)]
        board.finish()
        assert board.result["parts"].sum(axis=1).tolist() == [0] * 8
        assert int(board.result["payout"].sum()) == 0
        endings.add(int(board.game["ending"]))
    assert {int(CHOW), int(PUNG)} <= melds
    assert int(ENDING_VOID) in endings


def check_position(board: Board, seat: int, decision: int) -> None:
    """What holds whenever a seat is asked."""
    view, game = board.view, board.game
    assert view["counts"].tolist() == game["counts"][seat].tolist()
    assert int(view["jokers"]) == int(game["jokers"][seat])
    assert tiles_everywhere(board).tolist() == [copies(kind) for kind in range(KINDS)]
    assert view["seen"].tolist() == seen_by_all(board).tolist()
    assert view["seen_often"].tolist() == kinds_often(view["seen"])
    assert view["held"].tolist() == kinds_often(view["counts"])
    assert view["keys"].tolist() == keys_of(view["counts"])
    mine = decision in (DECISION_DECLARE, DECISION_DISCARD) or seat == int(view["seat"]) or robbing(board)
    holds_17 = int(view["seat"]) if mine and decision != DECISION_CLAIM else -1
    for other in range(SEATS):
        if other != int(view["seat"]):
            assert int(game["waits"][other]) == waits_of(board, other)
        size = int(game["counts"][other].sum() + game["jokers"][other]) + 3 * int(view["n_melds"][other])
        assert size == (17 if other == holds_17 else 16)


def kinds_often(counts: np.ndarray) -> list[int]:
    """The kinds (bits) counted at least once, twice, three and four times."""
    return [sum(1 << int(kind) for kind in np.flatnonzero(counts >= least)) for least in (1, 2, 3, 4)]


def keys_of(counts: np.ndarray) -> list[int]:
    """The keys of the four groups of a hand, from its counts read as numbers in base 5."""
    digits = "".join(str(int(each)) for each in counts[:34])
    groups = digits[:9], digits[9:18], digits[18:27], digits[27:]
    return [int(group[:-4], 5) * 1024 + int(group[-4:], 5) for group in groups]


def waits_of(board: Board, seat: int) -> int:
    """The kinds (bits) that complete a hand at rest, each by itself."""
    out, melds = np.zeros(KINDS, np.int8), int(board.view["n_melds"][seat])
    waits(board._tables, board.game["counts"][seat], int(board.game["jokers"][seat]), melds, out)
    return sum(1 << int(kind) for kind in np.flatnonzero(out))


def robbing(board: Board) -> bool:
    """Whether the seat is asked to rob a sagasa: its tile is still in the hand of the seat in turn."""
    return int(board.view["decision"]) == DECISION_WIN and int(board.game["asked_in"]) == PHASE_ROB
