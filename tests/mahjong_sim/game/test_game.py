"""Mahjong: the engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mahjong_sim.bots.registry import load_players
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.game import legality, state
from mahjong_sim.game.board import Board
from mahjong_sim.game.engine import PHASE_ROB
from mahjong_sim.game.legality import LEGAL, NO_WAIT
from mahjong_sim.game.wall import U, below, shuffle
from mahjong_sim.hands.lookups import Tables
from mahjong_sim.hands.value import item_names
from mahjong_sim.rules import PRESETS, load
from mahjong_sim.tiles import BEAUTY, CHOW, KANG, KINDS, NEWS, PUNG, SAGASA, SECRET, copies, parse_tile, parse_tiles
from tests.mahjong_sim.hands.by_sums import helping
from tests.mahjong_sim.tables import (
    answer_until,
    begin,
    by_chance,
    discards,
    legal_actions,
    meld,
    melds_of,
    offered,
    play,
    play_out,
    seen_by_all,
    table,
    tiles_everywhere,
    wall,
)
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.run.job import Block

BAD = """
from mahjong_sim.bots.helpers import always, never
from mahjong_sim.bots.random_bot import claim, declare, discard
from mahjong_sim.bots.strategy import Hooks, Strategy
from tongits_sim.compile.jit import njit


@njit
def absent(view, params):
    for kind in range(34):
        if view.counts[kind] == 0:
            return kind
    return 0


@njit
def raises(view, params):
    if view.turn > 4:
        raise ValueError("too many turns for me")
    return discard(view, params)


@njit
def changes(view, params):
    view.counts[0] = 4
    return discard(view, params)


ABSENT = Strategy("absent", "Discards what it has not.", Hooks(always, claim, declare, absent), uses_random=True)
RAISES = Strategy("raises", "Raises.", Hooks(always, claim, declare, raises), uses_random=True)
CHANGES = Strategy("changes", "Changes its view.", Hooks(always, claim, declare, changes), uses_random=True)
"""


@pytest.mark.parametrize(
    ("name", "message", "detail"),
    [
        ("absent", "broke rule V5 at its discard: the tile is not in the hand", ""),
        ("raises", "it stopped with an error", "ValueError: too many turns for me"),
        ("changes", "it changed its view", ""),
    ],
)
def test_a_bot_that_misbehaves_is_named_with_its_rule(tmp_path: Path, name: str, message: str, detail: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(BAD, encoding="utf-8")
    job = BatchJob(load("visayan"), load_players(f"random,random,{path}:{name},random"), 8, fixed_seats=True)
    fault = job.worker().play(Block(0, 0, 8, 1)).fault
    assert fault is not None
    assert (fault.label, fault.slot, fault.seat, fault.detail) == (name, 2, 2, detail)
    assert message in fault.failure
    assert fault.replay.startswith("tongits mahjong records --rules visayan")


def test_a_game_played_again_by_its_answers_is_the_same() -> None:
    board = table()
    board.deal()
    play_out(board, by_chance(3))
    board.finish()
    answers = [int(row[3]) for row in board.rows if row[0] == state.ACT_DECISION]
    again = table()
    again.deal_deck(board.game["deck"], int(board.game["dice"]), int(board.game["joker_dice"]))
    for action in answers:
        assert again.advance() != state.DECISION_OVER
        assert again.apply(action) == 0
    assert again.advance() == state.DECISION_OVER
    again.finish()
    assert again.rows.tolist() == board.rows.tolist()
    assert again.result["payout"].tolist() == board.result["payout"].tolist()


def test_a_batch_plays_what_a_board_plays() -> None:
    job = BatchJob(load("visayan"), load_players("random,random,random,random"), 40, 5, fixed_seats=True)
    counted = job.worker().play(Block(0, 0, 40, 1))
    payouts = np.zeros(4, np.int64)
    board = Board(load("visayan"))
    bots = job.worker()
    assert bots.table["hooks"].shape == (1, 4, 4)
    for number in range(40):
        board.begin_match(5, number)
        board.game["chance"][:] = 1
        board.deal()
        play_out_with_hook(board)
        board.finish()
        payouts += board.result["payout"]
    assert counted.counts["fields"][:, 2].tolist() == payouts.tolist()


def play_out_with_hook(board: Board) -> None:
    """Ask the random bot's hooks in Python."""
    from mahjong_sim.bots.random_bot import claim, declare, discard, win

    hooks = (win, claim, declare, discard)
    while (decision := board.advance()) != state.DECISION_OVER:
        assert board.apply(int(hooks[decision](board.view, None))) == 0


WAITS_5S = "4s 6s 1d 2d 3d 4d 5d 6d 7d 8d 9d 1c 2c 3c 9c 9c"

"""Sixteen tiles that wait for 5s alone."""

OTHER_5S = "3s 4s 1d 2d 3d 4d 5d 6d 7d 8d 9d 4c 5c 6c 8c 8c"

"""Sixteen others that wait for 2s and 5s."""

FULL = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d 6d Dr Dr"

FIVE = parse_tile("5s")

WAITS_JOKER = "4s 6s 1d 2d 3d 4d 5d 6d 7d 8d 9d 2c 3c 4c 9c 9c"

ALL = [copies(kind) for kind in range(KINDS)]


def asked(board: Board) -> tuple[str, int]:
    """The next decision and the seat that makes it."""
    decision = board.advance()
    return (
        ("over", -1) if decision == state.DECISION_OVER else (state.DECISIONS[decision], int(board.view["mahjong_me"]))
    )


def says(board: Board, decision: str, seat: int, action: int) -> None:
    """The seat is asked next, for that decision, and may answer so."""
    assert asked(board) == (decision, seat)
    assert board.apply(action) == 0


def wins(board: Board, seat: int) -> None:
    """The seat is asked next, wins, and the game is over."""
    says(board, "win", seat, 1)
    assert asked(board) == ("over", -1)


def test_v5_mano_begins_without_drawing() -> None:
    board = begin("1s")
    assert asked(board) == ("discard", 0)
    assert (int(board.view["turn"]), int(board.view["drawn"]), int(board.view["counts"].sum())) == (1, -1, 17)


def test_v5_a_discard_nobody_takes_is_dead_and_the_next_seat_draws() -> None:
    board = offered("We", draws="9c")
    assert asked(board) == ("discard", 1)
    assert int(board.view["drawn"]) == parse_tile("9c")
    assert int(board.view["taken_by"][0]) == -1


def test_v6_a_win_comes_before_a_pung_and_a_pung_before_a_chow() -> None:
    board = offered("5s", "3s 4s", "5s 5s", WAITS_5S)
    says(board, "win", 3, 0)
    assert asked(board) == ("claim", 2)
    assert (int(board.view["may_pung"]), int(board.view["may_kang"]), int(board.view["may_chow"])) == (1, 0, 0)
    assert board.apply(0) == 0
    assert asked(board) == ("claim", 1)
    assert (int(board.view["may_pung"]), int(board.view["may_chow"])) == (0, 1 << parse_tile("3s"))


def test_v6_who_is_passed_over_loses_the_turn() -> None:
    board = offered("5s", "", "5s 5s")
    answer_until(board, state.DECISION_CLAIM, 2)
    assert board.apply(meld(PUNG, FIVE)) == 0
    assert asked(board) == ("discard", 2)
    assert board.view["turns"].tolist() == [1, 0, 1, 0]
    assert int(board.view["counts"].sum()) == 14
    assert int(board.view["taken_by"][0]) == 2


def test_v6_only_the_next_seat_chows() -> None:
    hands = ("5s", "", "3s 4s", "6s 7s")
    assert asked(offered(*hands)) == ("discard", 1)
    board = offered(*hands, changes=("claim.chow=any",))
    says(board, "claim", 2, 0)
    says(board, "claim", 3, meld(CHOW, FIVE))
    assert melds_of(board, 3) == [(int(CHOW), FIVE)]


def test_v6_the_next_seat_is_asked_once_for_pung_and_chow() -> None:
    board = offered("5s", "5s 5s 4s 6s 7s")
    assert asked(board) == ("claim", 1)
    assert int(board.view["may_chow"]) == sum(1 << parse_tile(text) for text in ("4s", "5s"))
    assert int(board.view["may_pung"]) == 1
    assert board.apply(0) == 0
    assert asked(board) == ("discard", 1)


@pytest.mark.parametrize(
    ("several", "yes", "winners"),
    [("nearest", [1], [0, 0, 1, 0]), ("all", [1, 1], [0, 0, 1, 1]), ("all", [0, 1], [0, 0, 0, 1])],
)
def test_v6_the_nearest_of_several_wins_or_all(several: str, yes: list[int], winners: list[int]) -> None:
    board = offered("5s", "", OTHER_5S, WAITS_5S, changes=(f"win.several={several}",))
    for seat, answer in enumerate(yes, 2):
        says(board, "win", seat, answer)
    assert asked(board) == ("over", -1)
    assert board.game["wins"].tolist() == winners
    assert int(board.game["ending"]) == state.ENDING_DISCARD


def test_v7_a_kang_takes_its_gift_from_the_back() -> None:
    board = offered("5s", "", "5s 5s 5s", back="9c")
    answer_until(board, state.DECISION_CLAIM, 2)
    assert int(board.view["may_kang"]) == 1
    assert board.apply(meld(KANG, FIVE)) == 0
    assert asked(board) == ("discard", 2)
    assert (int(board.view["drawn"]), int(board.view["counts"].sum())) == (parse_tile("9c"), 14)
    assert board.game["instant"][4].tolist() == [-25, -25, 75, -25]


def test_v7_a_secret_lies_face_down() -> None:
    for hidden, shown, seen in ((True, -1, 0), (False, FIVE, 4)):
        board = begin("5s 5s 5s 5s", back="F1 9c", changes=(f"secret.hidden={str(hidden).lower()}",))
        says(board, "declare", 0, meld(SECRET, FIVE))
        assert asked(board) == ("discard", 0)
        assert int(board.view["meld_tile"][0, 0]) == shown
        assert int(board.view["own_secrets"][0]) == FIVE
        assert int(board.view["seen"][FIVE]) == seen
        # The gift was a flower, which was replaced.
        assert (int(board.view["drawn"]), int(board.view["n_flowers"][0])) == (parse_tile("9c"), 1)
        assert board.game["instant"][5].tolist() == [150, -50, -50, -50]


def punged(hand: str, draws: str, changes: tuple[str, ...] = (), other: str = "", back: str = "") -> Board:
    """Seat 1 has taken the first discard, 5s, for a pung and discarded 9c; everybody else discards what they draw."""
    board = offered("5s", hand + " 9c", other, draws=draws, back=back, changes=changes)
    answer_until(board, state.DECISION_CLAIM, 1)
    assert board.apply(meld(PUNG, FIVE)) == 0
    return board


def until_declare(board: Board, seat: int) -> bool:
    """Play on, everybody discarding what they drew, until a seat may declare; False if two rounds pass first."""
    for _ in range(60):
        decision = board.advance()
        if decision == state.DECISION_DECLARE and int(board.view["mahjong_me"]) == seat:
            return True
        drawn = int(board.view["drawn"])
        actions = legal_actions(board)
        assert board.apply(drawn if decision == state.DECISION_DISCARD and drawn >= 0 else actions[0]) == 0
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


@pytest.mark.parametrize(("when", "later"), [("since", True), ("drawn", False)])
def test_v7_the_fourth_tile_of_a_sagasa_may_have_to_be_just_drawn(when: str, later: bool) -> None:
    board = punged("5s 5s", "We Ws Ww 5s Wn 1d 2d 9d", (f"sagasa.when={when}",))
    assert until_declare(board, 1)
    assert board.apply(0) == 0
    assert asked(board) == ("discard", 1)
    other = next(kind for kind in range(34) if kind != FIVE and board.view["counts"][kind])
    assert board.apply(other) == 0
    assert until_declare(board, 1) == later


def test_v7_a_sagasa_can_be_robbed_where_the_rules_say_so() -> None:
    board = punged("5s 5s", "We Ws Ww 5s", ("sagasa.robbing=true",), other=WAITS_5S)
    # The waiting seat lets the discard of 5s pass first.
    assert until_declare(board, 1)
    assert board.apply(meld(SAGASA, FIVE)) == 0
    wins(board, 2)
    assert int(board.game["ending"]) == state.ENDING_ROBBED
    assert board.game["instant"][6].tolist() == [0, 0, 0, 0]
    board.finish()
    assert int(board.result["discarder"]) == 1
    assert tiles_everywhere(board)[FIVE] == 4


def test_v7_a_sagasa_that_nobody_robs_is_made() -> None:
    board = punged("5s 5s", "We Ws Ww 5s", ("sagasa.robbing=true",), other=WAITS_5S)
    assert until_declare(board, 1)
    assert board.apply(meld(SAGASA, FIVE)) == 0
    says(board, "win", 2, 0)
    assert asked(board) == ("discard", 1)
    assert melds_of(board, 1) == [(int(SAGASA), FIVE)]


def test_v8_beauty_and_news_are_declared_in_the_first_turn() -> None:
    board = begin("Dr Dg Dw We Ws Ww Wn", back="9c")
    assert asked(board) == ("declare", 0)
    assert (int(board.view["may_beauty"]), int(board.view["may_news"])) == (1, 1)
    assert board.apply(meld(BEAUTY, parse_tile("Dr"))) == 0
    says(board, "declare", 0, meld(NEWS, parse_tile("We")))
    assert asked(board) == ("discard", 0)
    assert [code for code, _ in melds_of(board, 0)] == [int(BEAUTY), int(NEWS)]
    assert int(board.view["counts"].sum()) == 17 - 3 - 4 + 1
    assert board.game["instant"][2].tolist() == [75, -25, -25, -25]
    assert board.game["instant"][3].tolist() == [75, -25, -25, -25]


@pytest.mark.parametrize(("changes", "may"), [((), False), (("first.discards=round",), True)])
def test_v8_mano_takes_a_seats_first_discard_by_the_other_reading(changes: tuple[str, ...], may: bool) -> None:
    board = begin("Dr Dg", draws="Ww Ww Dw Ww Wn Wn Wn Dw", changes=changes)
    offers = []
    while int(board.view["turn"]) < 10 and board.advance() != state.DECISION_OVER:
        if int(board.view["decision"]) == state.DECISION_CLAIM and int(board.view["may_beauty"]):
            offers.append((int(board.view["turn"]), int(board.view["mahjong_me"]), int(board.view["offer"])))
        drawn = int(board.view["drawn"])
        discard = int(board.view["decision"]) == state.DECISION_DISCARD
        assert board.apply((drawn if drawn >= 0 else legal_actions(board)[0]) if discard else 0) == 0
    # The last seat's first discard, with the fourth turn; not its second.
    assert offers == ([(4, 0, parse_tile("Dw"))] if may else [])


def test_v8_mano_wins_with_a_beauty_by_the_other_reading() -> None:
    for changes, ending in ((), state.ENDING_VOID), (("first.discards=round",), state.ENDING_DISCARD):
        board = begin(f"{DONE} 9c 9c Dr Dg We", draws="Dw", changes=changes)
        discards(board, "We")
        while board.advance() != state.DECISION_OVER:
            drawn = int(board.view["drawn"])
            discard = int(board.view["decision"]) == state.DECISION_DISCARD
            won = int(board.view["decision"]) == state.DECISION_WIN and int(board.view["offer"]) == parse_tile("Dw")
            assert board.apply((drawn if drawn >= 0 else legal_actions(board)[0]) if discard else won) == 0
        assert int(board.game["ending"]) == ending


def test_v8_a_beauty_is_completed_by_the_discard_a_first_turn_begins_with() -> None:
    board = offered("Dw", "Dr Dg", "Dr Dg")
    assert asked(board) == ("claim", 1)
    assert int(board.view["may_beauty"]) == 1
    assert board.apply(meld(BEAUTY, parse_tile("Dr"))) == 0
    assert asked(board) == ("discard", 1)
    board = offered("Dw", "", "Dr Dg")
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
    wins(board, seat)
    assert int(board.game["ending"]) == state.ENDING_DISCARD
    assert melds_of(board, seat) == [(int(BEAUTY), parse_tile("Dr"))]
    assert board.game["instant"][2].tolist() == [75 if player == seat else -25 for player in range(4)]
    assert tiles_everywhere(board).tolist() == ALL
    board.finish()
    assert (int(board.result["discarder"]), board.result["wins"].tolist()) == (0, [int(e == seat) for e in range(4)])


def test_v9_a_beauty_completes_nothing_where_there_is_none_or_after_the_first_round() -> None:
    for changes, passes in ((("first.beauty=false",), False), ((), True)):
        board = begin("We Dw", f"{DONE} Dr Dg 9c 9c", draws="Ws Wn Ww Wn Wn", changes=changes)
        discards(board, "We" if passes else "Dw")
        for _ in range(3 * passes):  # they draw a wind each, and discard it
            answer_until(board, state.DECISION_DISCARD)
            assert board.apply(int(board.view["drawn"])) == 0
        if passes:
            discards(board, "Dw")
        assert asked(board)[0] != "win"


def test_v9_no_wait_is_paid_for_the_tile_of_a_beauty_though_the_eye_is_of_its_kind() -> None:
    board = offered("Dw", f"{DONE} Dr Dg Dw Dw")
    wins(board, 1)
    board.finish()
    assert "single_wait" not in item_names(int(board.result["items"][1]))


def test_v11_a_hand_completed_by_a_meld_after_a_claim_wins_by_the_discard() -> None:
    board = offered("1s", "2s 3s 4s 5s 6s 1d 2d 3d 4c 5c 6c 9c 9c Dr Dg Dw", changes=("instant.beauty=0",))
    answer_until(board, state.DECISION_CLAIM, 1)
    assert board.apply(meld(CHOW, parse_tile("1s"))) == 0
    says(board, "declare", 1, meld(BEAUTY, parse_tile("Dr")))
    wins(board, 1)
    assert board.rows[-1].tolist() == [state.ACTS.index("win"), 1, state.FROM_DISCARD, parse_tile("1s")]
    board.finish()
    value = int(board.result["value"][1])
    assert value == 125  # and quick
    assert int(board.result["discarder"]) == 0
    assert board.result["parts"][0].tolist() == [-2 * value, 4 * value, -value, -value]


def test_v9_a_gift_after_a_claim_is_bunot() -> None:
    board = offered("Wn", f"{DONE} We Ws Ww 9c", back="9c")
    answer_until(board, state.DECISION_CLAIM, 1)
    assert board.apply(meld(NEWS, parse_tile("We"))) == 0
    wins(board, 1)
    assert int(board.game["ending"]) == state.ENDING_BUNOT


def test_v10_only_a_hand_that_waits_declares_its_wait() -> None:
    waiting = WAITS_5S + " We"
    for changes, tile, reason in (
        ((), "We", NO_WAIT),
        (("wait.declared=true",), "1d", NO_WAIT),
        (("wait.declared=true",), "We", LEGAL),
    ):
        board = begin(waiting, changes=changes)
        answer_until(board, state.DECISION_DISCARD)
        assert board.apply(parse_tile(tile) | 256) == reason
    assert board.view["declared"].tolist() == [1, 0, 0, 0]
    answer_until(board, state.DECISION_DISCARD, 0)
    assert board.apply(int(board.view["drawn"])) == 0
    assert board.view["declared"].tolist() == [0] * 4


def with_secret(text: str, secret: str, changes: tuple[str, ...], draws: str = "") -> Board:
    """A board on which mano has declared a secret of a hand of seventeen tiles, and its gift is the east wind."""
    board = begin(text, changes=changes, draws=draws, back="We")
    answer_until(board, state.DECISION_DECLARE, 0)
    assert board.apply(meld(SECRET, parse_tile(secret))) == 0
    answer_until(board, state.DECISION_DISCARD, 0)
    return board


def test_v10_nobody_waits_for_a_tile_whose_four_copies_it_has() -> None:
    middle = "5s 5s 5s 5s 4s {} 1d 2d 3d 4d 5d 6d 7c 7c 7c 9c 9c"
    for neighbour, reason in (("6s", NO_WAIT), ("3s", LEGAL)):  # 4s 6s wait for 5s alone, 3s 4s for 2s too
        board = with_secret(middle.format(neighbour), "5s", ("wait.declared=true",))
        assert board.apply(parse_tile("We") | 256) == reason


def test_v10_a_wait_is_single_beside_a_kind_whose_four_copies_the_seat_has() -> None:
    for kang, paid in (("7s", True), ("1s", False)):  # 8s 9s 9s 9s wait for 8s, and for 7s
        text = " ".join([kang] * 4) + " 8s 9s 9s 9s 1d 2d 3d 4d 5d 6d 2c 3c 4c"
        board = with_secret(text, kang, ("wait.single=only",), draws="8s")
        assert board.apply(parse_tile("We")) == 0
        answer_until(board, state.DECISION_DISCARD, 1)
        assert board.apply(parse_tile("8s")) == 0
        wins(board, 0)
        board.finish()
        assert ("single_wait" in item_names(int(board.result["items"][0]))) == paid


def test_v9_mano_may_win_with_the_hand_dealt_or_leave_it() -> None:
    board = begin(FULL)
    says(board, "win", 0, 0)
    assert asked(board) == ("discard", 0)
    board = begin(FULL)
    wins(board, 0)
    assert (int(board.game["ending"]), int(board.game["winning_kind"])) == (int(state.ENDING_BUNOT), -1)


def test_v9_bunot_is_the_last_tile_drawn() -> None:
    board = offered("We", WAITS_5S, draws="5s")
    wins(board, 1)
    assert (int(board.game["ending"]), int(board.game["winning_kind"])) == (int(state.ENDING_BUNOT), FIVE)


def test_v9_a_flowers_replacement_is_a_gift() -> None:
    board = offered("We", WAITS_5S, draws="F1", back="5s")
    assert asked(board) == ("win", 1)
    assert int(board.game["source"]) == state.FROM_BACK


def test_v3_a_game_is_void_when_a_tile_is_needed_and_the_wall_is_empty() -> None:
    board = begin(changes=("wall.dead_tiles=40",))
    board.game["front"] += int(board.view["wall_left"]) - 1
    board.view["wall_left"] = 1
    answer_until(board, state.DECISION_DISCARD, 1)
    assert board.apply(legal_actions(board)[0]) == 0
    while (decision := board.advance()) != state.DECISION_OVER:
        assert decision in (state.DECISION_CLAIM, state.DECISION_WIN)
        assert board.apply(0) == 0
    assert int(board.game["ending"]) == state.ENDING_VOID


def test_v12_a_joker_completes_a_hand() -> None:
    # The joker is 1c, shown as the last but one tile of the wall.
    board = begin("We", WAITS_JOKER, draws="1c", back="We 1c", rules="visayan_jokers")
    assert int(board.view["joker_kind"]) == parse_tile("1c")
    discards(board, "We")
    assert asked(board) == ("win", 1)
    assert int(board.view["jokers"]) == 1
    assert board.apply(1) == 0
    assert asked(board) == ("over", -1)
    assert int(board.game["winning_kind"]) == -1


def test_v12_a_discarded_joker_is_a_plain_tile() -> None:
    board = offered("1c", WAITS_JOKER, back="We 1c", rules="visayan_jokers")
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
        assert board.advance() == state.DECISION_DISCARD
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
    endings = set()
    melds = set()
    for number in range(16):
        board.begin_match(11, number)
        board.deal()
        for seat, decision, action in play(board, by_chance(number)):
            check_position(board, seat, decision)
            if decision in (state.DECISION_CLAIM, state.DECISION_DECLARE):
                melds.add(action & 255)
        assert tiles_everywhere(board).tolist() == ALL
        board.finish()
        assert board.result["parts"].sum(axis=1).tolist() == [0] * 8
        assert int(board.result["payout"].sum()) == 0
        endings.add(int(board.game["ending"]))
    assert {int(CHOW), int(PUNG)} <= melds
    assert int(state.ENDING_VOID) in endings


def check_position(board: Board, seat: int, decision: int) -> None:
    """What holds whenever a seat is asked."""
    view, game = board.view, board.game
    assert view["counts"].tolist() == game["counts"][seat].tolist()
    assert int(view["jokers"]) == int(game["jokers"][seat])
    assert tiles_everywhere(board).tolist() == ALL
    assert view["seen"].tolist() == seen_by_all(board).tolist()
    assert view["seen_often"].tolist() == kinds_often(view["seen"])
    assert view["held"].tolist() == kinds_often(view["counts"])
    assert view["keys"].tolist() == keys_of(view["counts"])
    mine = decision in (state.DECISION_DECLARE, state.DECISION_DISCARD) or seat == int(view["seat"]) or robbing(board)
    holds_17 = int(view["seat"]) if mine and decision != state.DECISION_CLAIM else -1
    for player in range(state.SEATS):
        if player != int(view["seat"]):
            assert int(game["waits"][player]) == waits_of(board, player)
        size = int(game["counts"][player].sum() + game["jokers"][player]) + 3 * int(view["n_melds"][player])
        assert size == (17 if player == holds_17 else 16)


def kinds_often(counts: np.ndarray) -> list[int]:
    """The kinds (bits) counted at least once, twice, three and four times."""
    return [sum(1 << int(kind) for kind in np.flatnonzero(counts >= least)) for least in (1, 2, 3, 4)]


def keys_of(counts: np.ndarray) -> list[int]:
    """The keys of the four groups of a hand, from its counts read as numbers in base 5."""
    digits = "".join(str(int(count)) for count in counts[:34])
    groups = digits[:9], digits[9:18], digits[18:27], digits[27:]
    return [int(group[:-4], 5) * 1024 + int(group[-4:], 5) for group in groups]


def waits_of(board: Board, seat: int) -> int:
    """The kinds (bits) that complete a hand at rest."""
    melds = int(board.view["n_melds"][seat])
    tables = Tables(*map(int, board.view["tables"]))
    away, helps = helping(tables, board.game["counts"][seat], int(board.game["jokers"][seat]), melds)
    return int(helps) if away == 1 else 0


def robbing(board: Board) -> bool:
    """Whether the seat is asked to rob a sagasa: its tile is still in the hand of the seat in turn."""
    return int(board.view["decision"]) == state.DECISION_WIN and int(board.game["asked_in"]) == PHASE_ROB


RED = parse_tile("Dr")
EAST = parse_tile("We")


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (meld(CHOW, FIVE), legality.NOT_A_CHOW),
        (meld(CHOW, 250), legality.NOT_A_CHOW),
        (meld(PUNG, FIVE + 1), legality.NOT_A_PUNG),
        (meld(KANG, FIVE), legality.NOT_A_KANG),
        (meld(BEAUTY, RED), legality.NOT_A_BEAUTY),
        (meld(NEWS, EAST), legality.NOT_NEWS),
        (meld(SECRET, FIVE), legality.NOT_FOR_A_CLAIM),
        (99, legality.NOT_AN_ACTION),
        (2**63 + 1, legality.NOT_A_CHOW),
    ],
)
def test_illegal_claims_are_refused_and_change_nothing(action: int, code: int) -> None:
    board = offered("5s", "4s 6s 5s 5s")
    answer_until(board, state.DECISION_CLAIM, 1)
    before = (board.view_bytes(), board.game.tobytes())
    assert board.apply(action) == code
    assert (board.view_bytes(), board.game.tobytes()) == before
    assert board.apply(meld(PUNG, FIVE)) == 0


def test_v5_only_tiles_of_the_hand_are_discarded_and_no_flower() -> None:
    board = begin("1s 2s", "3s")
    assert board.advance() == state.DECISION_DISCARD
    absent = next(kind for kind in range(34) if board.view["counts"][kind] == 0)
    assert board.apply(absent) == legality.NOT_HELD
    assert board.apply(parse_tile("F1")) == legality.NO_SUCH_TILE
    assert board.apply(2**64 - 1) == legality.NO_SUCH_TILE
    assert board.apply(parse_tile("1s")) == 0


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (meld(SECRET, RED), legality.NOT_A_SECRET),
        (meld(SAGASA, FIVE), legality.NOT_A_SAGASA),
        (meld(BEAUTY, RED + 1), legality.NOT_A_BEAUTY),
        (meld(NEWS, EAST), legality.NOT_NEWS),
        (meld(CHOW, FIVE), legality.NOT_TO_DECLARE),
        (8, legality.NOT_AN_ACTION),
    ],
)
def test_illegal_declarations_are_refused(action: int, code: int) -> None:
    board = begin("5s 5s 5s 5s Dr Dg Dw")
    assert board.advance() == state.DECISION_DECLARE
    assert board.apply(action) == code
    assert board.apply(meld(SECRET, FIVE)) == 0


def win_dealt(board: Board) -> None:
    """Mano wins with the hand dealt."""
    board.deal_deck(wall(FULL))
    wins(board, 0)
    board.finish()


def end_void(board: Board) -> None:
    """A game that ends void."""
    board.deal_deck(wall())
    play_until_void(board)


def play_until_void(board: Board) -> None:
    """No tile is left to draw, and nobody takes what is discarded."""
    board.view["wall_left"] = 0
    while (decision := board.advance()) != state.DECISION_OVER:
        own = [kind for kind in range(34) if board.view["counts"][kind] > 0]
        assert board.apply(own[-1] if decision == 3 else 0) == 0
    board.finish()


def test_v2_mano_who_wins_stays_mano() -> None:
    board = table(games=2)
    win_dealt(board)
    assert (int(board.match["mano"]), int(board.match["over"])) == (0, 0)


@pytest.mark.parametrize(("reading", "mano"), [("pass", 1), ("stay", 0)])
def test_v2_after_a_void_game(reading: str, mano: int) -> None:
    board = table(load("visayan", [f"deal.after_void={reading}"]), games=2)
    end_void(board)
    assert int(board.match["mano"]) == mano


def test_v2_the_first_mano_is_chosen_by_chance() -> None:
    board = table()
    manos = np.zeros(4, np.int64)
    for number in range(400):
        board.begin_match(9, number)
        manos[int(board.match["mano"])] += 1
    assert ((manos - 100) ** 2 / 100).sum() < 20


def test_v12_jai_alai_five_markers_take_the_pot() -> None:
    board = table(load("visayan", ["jai_alai.share=1"]), games=9)
    pots = []
    for _ in range(3):
        win_dealt(board)  # bunot: two markers
        pots.append(board.result["parts"][state.PARTS.index("pot")].tolist())
    assert pots == [[-100] * 4, [0] * 4, [400, 0, 0, 0]]
    assert board.match["markers"].tolist() == [0, 0, 0, 0]
    win_dealt(board)  # a new pot
    assert board.result["parts"][state.PARTS.index("pot")].tolist() == [-100] * 4


def test_v12_a_pot_may_grow_with_every_game() -> None:
    board = table(load("visayan", ["jai_alai.share=5", "jai_alai.growth=1", "jai_alai.markers=6"]), games=9)
    pots = []
    for _ in range(4):
        win_dealt(board)
        pots.append(board.result["parts"][state.PARTS.index("pot")].tolist())
    assert pots == [[-500] * 4, [-100] * 4, [2700, -100, -100, -100], [-500] * 4]


def test_v12_a_pot_nobody_takes_goes_back() -> None:
    board = table(load("visayan", ["jai_alai.share=1"]), games=2)
    totals = np.zeros(4, np.int64)
    for _ in range(2):
        end_void(board)
        totals += board.result["parts"][state.PARTS.index("pot")]
    assert totals.tolist() == [0, 0, 0, 0]
    assert int(board.match["over"]) == 1


def test_money_adds_up_to_zero_over_a_match_with_a_pot() -> None:
    board = table(load("visayan", ["jai_alai.share=0.5", "jai_alai.markers=2"]))
    for number in range(6):
        board.begin_match(4, number, 5)
        total = 0
        while not board.match["over"]:
            board.deal()
            play_out(board, by_chance(number))
            board.finish()
            total += int(board.result["payout"].sum())
        assert total == 0


def test_a_game_depends_on_its_numbers_alone() -> None:
    one = table(games=3)
    other = table(games=3)
    for board, games in ((one, 2), (other, 1)):
        board.begin_match(8, 5, 3)
        for _ in range(games):
            board.deal()
            play_out(board, by_chance(1))
            board.finish()
    other.deal()
    assert other.game["deck"].tolist() == one.game["deck"].tolist()


def shuffled(start: int) -> np.ndarray:
    wall = np.zeros(144, np.int8)
    shuffle(wall, U(start))
    return wall


def test_a_wall_has_all_tiles() -> None:
    assert np.bincount(shuffled(7), minlength=KINDS).tolist() == ALL


def test_a_tile_is_anywhere_in_the_wall() -> None:
    walls = np.array([shuffled(start) for start in range(0, 40_000_000, 10_007)])
    places = np.bincount(np.argmax(walls == 41, axis=1), minlength=144)  # F8, of which there is one
    expected = len(walls) / 144
    chi2 = float(((places - expected) ** 2 / expected).sum())
    assert abs(chi2 - 143) < 4.5 * (2 * 143) ** 0.5


def test_numbers_below_a_bound() -> None:
    with np.errstate(over="ignore"):
        numbers = np.array([below(U(mix(U(i) * GOLDEN)), np.int64(6)) for i in range(6000)])
    assert sorted(set(numbers.tolist())) == list(range(6))
    counts = np.bincount(numbers)
    assert ((counts - 1000) ** 2 / 1000).sum() < 30


BARE = (
    "hand.concealed=0",
    "hand.quick=0",
    "hand.back_to_back=0",
    "hand.single_wait=0",
    "instant.no_flowers=0",
    "instant.winner_no_flowers=0",
)

"""Rules that pay for nothing but the win and what it is made of."""

PUNGS = "1s 1s 1s 3s 3s 3s 5d 5d 5d 7d 7d 7d 9c 9c We We"

"""Sixteen tiles that win with 9c or We: five pungs."""


def won(
    *hands: str, changes: tuple[str, ...] = (), discard: str = "Ww", rules: str = "visayan", dice: int = 0, **given: str
) -> Any:
    """A settled game: mano discards, or the next seat draws, and whoever may win does."""
    board = table(load(rules, changes))
    board.deal_deck(wall(*hands, **given), dice=dice)
    while (decision := board.advance()) != state.DECISION_OVER:
        assert board.apply({0: 1, 3: parse_tile(discard)}.get(decision, 0)) == 0
    board.finish()
    return board.result


def test_v11_examples_of_all_pungs_by_discard_and_by_bunot() -> None:
    result = won("9c", "", PUNGS, changes=BARE, discard="9c")
    assert result["value"].tolist() == [0, 0, 125, 0]
    assert result["payout"].tolist() == [-250, -125, 500, -125]
    assert int(result["discarder"]) == 0
    result = won("Ww", PUNGS, changes=BARE, draws="9c")
    assert result["payout"].tolist() == [-250, 750, -250, -250]
    assert int(result["discarder"]) == -1


EXAMPLES = {
    "Ws Wn Dr Dg 9c": [-125, -125, 500, -250],  # A: by discard
    "Ws Wn Dr Dg Ws Wn Dr 9c": [-250, -250, 750, -250],  # B: by bunot
}


@pytest.mark.parametrize("draws", EXAMPLES)
@pytest.mark.parametrize(("declared", "value"), [(None, 150), (0, 125), (256, 150)])
def test_v11_the_examples_are_hands_whose_wait_was_not_declared(draws: str, declared: int | None, value: int) -> None:
    """Under all other rules as they are: an open pung, a flower, after five discards.

    declared: with every discard after which the hand waits; None: where no wait must be declared.
    """
    board = table("visayan" if declared is None else "visayan_declared")
    board.deal_deck(wall("1s", "", PUNGS.removeprefix("1s ") + " F1", draws=draws, back="Ww"))
    while (decision := board.advance()) != state.DECISION_OVER:
        pung = decision == 1 and int(board.view["offer"]) == 0 and int(board.view["may_pung"])
        action = 1 if decision == 0 else 2 * pung
        if decision == 3:
            seat = int(board.view["mahjong_me"])
            drawn = int(board.view["drawn"])
            tile = parse_tile(["1s", "Ww"][seat // 2]) if drawn < 0 else drawn
            action = tile | (declared or 0) if seat == 2 else tile
        assert board.apply(action) == 0
    board.finish()
    assert board.result["value"].tolist() == [0, 0, value, 0]
    assert board.result["parts"][0].tolist() == [cents * value // 125 for cents in EXAMPLES[draws]]


def test_v10_items_are_added() -> None:
    result = won("9c", "", PUNGS, discard="9c")
    names = item_names(int(result["items"][2]))
    assert names == ["win", "all_pungs", "concealed", "quick", "back_to_back"]
    assert int(result["value"][2]) == 100 + 4 * 25


def test_v11_a_winner_without_flowers_is_paid_by_each() -> None:
    changes = tuple(change for change in BARE if "flowers" not in change)
    result = won("9c", "", PUNGS, changes=(*changes, "instant.no_flowers=0"), discard="9c")
    assert result["parts"][state.PARTS.index("flowers")].tolist() == [-25, -25, 75, -25]


@pytest.mark.parametrize(("discards", "counts", "quick"), [(0, "table", False), (1, "table", True), (0, "own", True)])
def test_v10_a_quick_win_counts_the_tables_discards_or_the_winners(discards: int, counts: str, quick: bool) -> None:
    changes = (f"quick.discards={discards}", f"quick.counts={counts}")
    result = won("9c", "", PUNGS, changes=changes, discard="9c")
    assert ("quick" in item_names(int(result["items"][2]))) == quick


def test_v9_a_gift_may_be_paid_singly() -> None:
    for value, paid in (("true", 250), ("false", 125)):
        changes = (*BARE, f"win.gift_is_bunot={value}")
        result = won("Ww", PUNGS, changes=changes, draws="F1", back="9c")
        assert result["payout"].tolist() == [-paid, 3 * paid, -paid, -paid]


def test_v6_winners_do_not_pay_each_other() -> None:
    other = "2s 2s 2s 4s 4s 4s 6d 6d 6d 8d 8d 8d 7c 8c 9d 9d"
    changes = (*BARE, "win.several=all", "hand.all_chows=0")
    result = won("9c", "", PUNGS, other, changes=changes, discard="9c")
    assert result["wins"].tolist() == [0, 0, 1, 1]
    a, b = (int(result["value"][seat]) for seat in (2, 3))
    assert result["payout"].tolist() == [-2 * (a + b), -(a + b), 3 * a, 3 * b]


def test_v12_a_double_doubles_every_payment() -> None:
    for dice, factor in ((6 * 2 + 2, 2), (6 * 2 + 3, 1)):
        result = won("9c", "", PUNGS, changes=BARE, discard="9c", rules="visayan_doubles", dice=dice)
        assert result["payout"].tolist() == [cents * factor for cents in (-250, -125, 500, -125)]


def test_instant_payments_stand_in_a_void_game() -> None:
    board = begin("5s 5s 5s 5s", changes=("instant.no_flowers=0",))
    says(board, "declare", 0, meld(SECRET, FIVE))
    play_until_void(board)
    assert board.result["payout"].tolist() == [150, -50, -50, -50]
    assert board.result["wins"].tolist() == [0, 0, 0, 0]


def hand_sizes(board: Board) -> list[int]:
    """Tiles in each hand."""
    game = board.game
    return [int(game["counts"][seat].sum() + game["jokers"][seat]) for seat in range(state.SEATS)]


@pytest.mark.parametrize("name", PRESETS)
def test_v3_mano_has_17_tiles_and_the_others_16(name: str) -> None:
    for number in range(20):
        board = table(name)
        board.begin_match(3, number)
        board.deal()
        mano = int(board.view["mano"])
        assert hand_sizes(board) == [17 if seat == mano else 16 for seat in range(state.SEATS)]
        assert tiles_everywhere(board).tolist() == ALL


def test_v4_mano_replaces_flowers_first_and_again_and_again() -> None:
    board = begin("F1 F2", "F3", back="F4 1s 2s 3s")
    rows = [(int(act), int(seat), int(tile)) for act, seat, _, tile in board.rows]
    flower = int(state.ACT_FLOWER)
    back = int(state.ACT_BACK)
    first, second, third, fourth, one, two, three = parse_tiles("F1 F2 F3 F4 1s 2s 3s")
    assert rows == [
        (flower, 0, first),
        (flower, 0, second),
        (back, 0, fourth),
        (flower, 0, fourth),
        (back, 0, one),
        (back, 0, two),
        (flower, 1, third),
        (back, 1, three),
    ]
    assert board.view["n_flowers"].tolist() == [3, 1, 0, 0]
    assert int(board.view["wall_left"]) == 144 - 65 - 4


def test_v11_no_flowers_are_paid_as_dealt_before_replacements() -> None:
    board = begin("F1 F2", "F3", "", "", back="1s 2s 3s")
    # Seats 2 and 3 were dealt none: each gets 0.25 from each of the others.
    assert board.game["instant"][1].tolist() == [-50, -50, 50, 50]


def test_v12_manila_has_36_bonus_tiles_and_many_are_paid_once() -> None:
    honours = "Dr Dr Dr Dr Dg Dg Dg Dg Dw Dw Dw Dw We We We We"
    board = begin("", honours, rules="manila")
    assert board.view["n_flowers"].tolist()[1] >= 16
    assert board.game["counts"][:, 27:].sum() == 0
    # Seat 1 gets 0.50 from each for many flowers; who was dealt none gets 0.25 from each.
    none = [seat for seat in range(state.SEATS) if board.game["flowers_at_deal"][seat] == 0]
    for seat in range(state.SEATS):
        many = 150 if seat == 1 else -50
        expected = many + 75 * (seat in none) - 25 * len([player for player in none if player != seat])
        assert int(board.game["instant"][1][seat]) == expected


def test_v12_the_dice_choose_a_suited_tile_whose_other_copies_are_jokers() -> None:
    # The roll of 2 and 1 counts three tiles from the back: a wind, so the next before it is the joker.
    board = table("visayan_jokers")
    deck = wall("5d 5d", "5d", back="1s 2s We 5d")
    board.deal_deck(deck, joker_dice=6 * 1 + 0)
    five = parse_tile("5d")
    assert int(board.view["joker_kind"]) == five
    assert board.game["jokers"].tolist() == [2, 1, 0, 0]
    assert board.game["counts"][:, five].tolist() == [0, 0, 0, 0]
    assert five not in board.game["wall"][int(board.game["front"]) : int(board.game["back"])]
    assert tiles_everywhere(board).tolist() == ALL


def test_v12_one_copy_of_a_hand_may_be_the_joker() -> None:
    board = table(load("visayan_jokers", ["joker.copies=one"]))
    board.deal_deck(wall("5d 5d", "5d", back="We 5d"), joker_dice=0)
    five = parse_tile("5d")
    assert int(board.view["joker_kind"]) == five
    assert board.game["jokers"].tolist() == [1, 1, 0, 0]
    assert board.game["counts"][:, five].tolist() == [1, 0, 0, 0]
