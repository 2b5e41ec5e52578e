"""Mahjong: the characteristic behaviour of each bot."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mahjong_sim.bots import helpers
from mahjong_sim.bots.danger import (
    danger,
    passed_lately,
    safest_discard,
    threatening,
)
from mahjong_sim.bots.expert import safest
from mahjong_sim.bots.helpers import isolation
from mahjong_sim.bots.registry import load_player, load_players
from mahjong_sim.bots.surplus import (
    best_surplus,
    best_surplus_with_jokers,
    tiles_of,
    unseen_beside_jokers,
    unseen_often,
)
from mahjong_sim.experiments.batch import BatchJob
from mahjong_sim.experiments.playing import F_MELD
from mahjong_sim.game.board import Board
from mahjong_sim.game.state import DECISION_CLAIM, DECISION_DECLARE, DECISION_DISCARD
from mahjong_sim.hands.kinds import held_often
from mahjong_sim.hands.lookups import hand_tables
from mahjong_sim.hands.outlook import keys_of, shanten
from mahjong_sim.rules import PRESETS, load
from mahjong_sim.tiles import (
    BEAUTY,
    CHOW,
    COPIES,
    DRAGONS,
    KANG,
    KINDS,
    NEWS,
    PLAIN,
    SAGASA,
    SECRET,
    WINDS,
    parse_tile,
)
from tests.mahjong_sim.bots.positions import answer
from tests.mahjong_sim.hands.by_sums import changed, distance, nearer
from tests.mahjong_sim.hands.plain_hands import counts_of
from tests.mahjong_sim.hands.test_winning_hands import hands
from tests.mahjong_sim.tables import answer_until, begin, by_chance, meld, offered, play, table
from tongits_sim.compile.jit import njit
from tongits_sim.errors import TongitsError
from tongits_sim.run.job import Block


def to_discard(*hands: str, **given: Any) -> Board:
    """A dealt board on which mano is asked what to discard."""
    board = begin(*hands, **given)
    answer_until(board, DECISION_DISCARD, 0)
    return board


def claimable(tile: str, hand: str) -> Board:
    """A board on which the next seat must decide whether to claim mano's discard."""
    board = offered(tile, hand)
    answer_until(board, DECISION_CLAIM, 1)
    return board


@pytest.mark.parametrize("bot", ["greedy", "closed", "caller", "defender", "ambitious", "expert"])
def test_a_wait_is_declared_where_it_must_be(bot: str) -> None:
    hand = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1c 2c 3c 4d 6d 7c 7c We"
    assert answer(to_discard(hand), bot) == parse_tile("We")
    board = begin(hand, rules="visayan_declared")
    answer_until(board, DECISION_DISCARD, 0)
    assert answer(board, bot) == parse_tile("We") | 256


def test_it_breaks_up_other_suits_for_a_flush() -> None:
    board = to_discard("1d 1d 2d 3d 4d 5d 6d 7d 8d 9d 9d 1s 2s 3s 5c 6c 7c")
    assert answer(board, "ambitious") == parse_tile("1s")
    assert answer(board, "ambitious(suit_at=12)") == answer(board, "greedy")


def melds_made(bots: str) -> np.ndarray:
    """How often each slot made each meld in some games."""
    job = BatchJob(load("visayan"), load_players(bots), 60)
    fields: np.ndarray = job.worker().play(Block(0, 0, 60, 1)).counts["fields"]
    return fields[:, F_MELD : F_MELD + 7]


def test_it_melds_more() -> None:
    taken = melds_made("caller,greedy,caller,greedy")[:, :3].sum(axis=1)  # chows, pungs, kangs
    assert taken[0] + taken[2] > taken[1] + taken[3]


def test_its_only_melds_are_secrets() -> None:
    melds = melds_made("closed,greedy,greedy,greedy")
    assert melds[0][: int(SECRET) - 1].tolist() == [0, 0, 0]
    assert melds[0][4:].sum() == 0
    assert melds[1:].sum() > 0


@pytest.mark.parametrize(
    ("tile", "unseen", "ways"),
    [
        ("We", {"We": 0}, 0),
        ("We", {"We": 1}, 1),
        ("We", {"We": 3}, 3 + 3),
        ("5s", {"5s": 0, "4s": 2, "6s": 3}, 6),
        ("1s", {"1s": 1, "2s": 2, "3s": 4}, 1 + 8),
        ("9s", {"9s": 0, "1d": 4, "2d": 4}, 0),
        ("1d", {"1d": 0, "9s": 4, "8s": 4}, 0),
    ],
)
def test_ways_are_pairs_of_unseen_tiles(tile: str, unseen: dict[str, int], ways: int) -> None:
    counts = np.zeros(KINDS, np.int8)
    for name, count in unseen.items():
        counts[parse_tile(name)] = count
    assert danger(counts, parse_tile(tile)) == ways


def test_a_tile_that_passed_is_safe() -> None:
    board = to_discard("Dg 5s", "Dg 5s 4s")
    assert board.apply(parse_tile("Dg")) == 0
    answer_until(board, DECISION_DISCARD, 1)
    assert passed_lately(board.view, parse_tile("Dg"))
    assert not passed_lately(board.view, parse_tile("5s"))
    assert safest_discard(board.view) == parse_tile("Dg")


def test_melds_and_discards_threaten() -> None:
    board = to_discard()
    assert not threatening(board.view, 1, 10)
    board.view["n_melds"][2] = 3
    assert threatening(board.view, 3, 10)
    board.view["n_melds"][2] = 0
    board.view["n_melds"][0] = 5  # its own
    assert not threatening(board.view, 3, 10)
    board.view["n_discards"] = 10
    assert threatening(board.view, 3, 10)


FAR = "1s 4s 7s 2d 5d 8d 3c 6c 9c Dr Dg We Ws 1d 4d 7d 5s"

NEAR = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 3d 4d 5d Dr Dr We"


def test_it_folds_far_hands_only_and_only_when_threatened() -> None:
    for hand in (FAR, NEAR):
        board = to_discard(hand)
        assert answer(board, "defender") == answer(board, "greedy")
        board.view["n_melds"][1] = 4
        folded = answer(board, "defender")
        assert folded == (int(safest_discard(board.view)) if hand == FAR else parse_tile("We"))


def test_it_takes_a_kang_that_greedy_passes() -> None:
    board = claimable("5d", "5d 5d 5d 1s 2s 3s 4s 5s 6s")
    assert answer(board, "expert(kang_back=1)") == meld(KANG, parse_tile("5d"))
    assert answer(board, "expert(kang_back=-2)") != meld(KANG, parse_tile("5d"))


def test_it_gives_far_hands_up_late() -> None:
    board = to_discard(FAR)
    board.view["turns"][0] = 90
    assert answer(board, "expert(fold_turn=10)") == int(safest(board.view))
    assert answer(board, "expert(fold_turn=100, risk_weight=0, pung_weight=0, chow_weight=0)") == answer(
        board, "greedy"
    )


LACKS_5C = "1s 2s 3s 4s 5s 6s 7s 8s 9s 1d 2d 4c 6c Dr Dr We"


def test_it_discards_what_leaves_it_nearest() -> None:
    board = to_discard(NEAR)
    assert answer(board, "greedy") == parse_tile("We")


def test_it_takes_what_brings_it_nearer_and_nothing_else() -> None:
    assert answer(claimable("5c", LACKS_5C), "greedy") == meld(CHOW, parse_tile("4c"))
    assert answer(claimable("2s", LACKS_5C), "greedy") == 0


@pytest.mark.parametrize("rules", ["visayan", "visayan_jokers"])
def test_a_claim_that_helps_is_the_nearest_if_it_brings_the_hand_nearer(rules: str) -> None:
    board = table(rules)
    taken = [0, 0]
    for number in range(12):
        board.begin_match(23, number)
        board.deal()
        for _, decision, _ in play(board, by_chance(number)):
            if decision == DECISION_CLAIM:
                action, away = helpers.nearest_claim(board.view)
                nearer = away < helpers.now_away(board.view)
                assert answer(board, "greedy") == (int(action) if nearer else 0)
                taken[nearer] += 1
    assert min(taken) > 20


def declared_tile_by_tile(board: Board) -> int:
    """What `declare_what_helps` says, from the counts of the hand without each meld."""
    view = board.view
    seat = int(view["mahjong_me"])
    counts = view["counts"].copy()
    jokers = int(view["jokers"])
    melds = int(view["n_melds"][seat])
    now = int(helpers.now_away(view))
    options = []
    for kind in range(34):
        options += [(SAGASA, kind, [kind], 0)] * (int(view["may_sagasa"]) >> kind & 1)
        options += [(SECRET, kind, [kind] * 4, 1)] * (int(view["may_secret"]) >> kind & 1)
    options += [(NEWS, WINDS, list(range(WINDS, WINDS + 4)), 1)] * int(view["may_news"])
    options += [(BEAUTY, DRAGONS, list(range(DRAGONS, DRAGONS + 3)), 1)] * int(view["may_beauty"])
    for code, tile, gone, more in options:
        rest = counts.copy()
        np.subtract.at(rest, gone, 1)
        if rest.min() < 0 or shanten(hand_tables(True), rest, jokers, melds + more) <= now:
            return meld(code, tile)
    return 0


@pytest.mark.parametrize("rules", ["visayan", "visayan_jokers"])
def test_what_is_declared_leaves_the_hand_as_near(rules: str) -> None:
    board = table(rules)
    answers = []
    for number in range(40):
        board.begin_match(29, number)
        board.deal()
        for _, decision, _ in play(board, by_chance(number)):
            if decision == DECISION_DECLARE:
                answers.append(answer(board, "greedy"))
                assert answers[-1] == declared_tile_by_tile(board)
    codes = [answer & 255 for answer in answers]
    assert {SECRET, SAGASA, BEAUTY, 0} <= set(codes)


@pytest.mark.parametrize("rules", PRESETS)
def test_it_plays_every_preset_and_makes_every_meld(rules: str) -> None:
    job = BatchJob(load(rules), load_players("random,random,random,random"), 2000)
    played = job.worker().play(Block(0, 0, 2000, 1))
    assert played.fault is None
    melds = played.counts["fields"][:, F_MELD : F_MELD + 7].sum(axis=0)
    wanted = melds[:5] if rules == "manila" else melds
    assert (wanted > 0).all()
    assert played.counts["fields"][:, 2].sum() == 0


OWN = """
from mahjong_sim.bots.greedy import GREEDY
from mahjong_sim.bots.helpers import never
from mahjong_sim.bots.strategy import Hooks, Strategy

SHY = Strategy("shy", "Takes no discard.", Hooks(GREEDY.hooks.win, never, never, GREEDY.hooks.discard))
"""


def test_a_bot_of_ones_own_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(OWN, encoding="utf-8")
    player = load_player(f"{path}:shy")
    assert (player.label, player.origin, player.spec) == ("shy", str(path), f"{path}:shy")
    with pytest.raises(TongitsError, match="It defines: greedy, shy"):
        load_player(f"{path}:bold")


NOTHING = np.uint64(0)


@njit
def _surplus(tables: Any, counts: Any, n_melds: Any, seen: Any, hidden: Any) -> Any:
    held = held_often(counts)
    return best_surplus(tables, keys_of(counts), held, n_melds, unseen_often(held, held_often(seen), hidden))


@njit
def _unseen(kinds: Any, counts: Any, seen: Any, hidden: Any) -> Any:
    unseen = unseen_often(held_often(counts), held_often(seen), hidden)
    return tiles_of(kinds, unseen), kinds & unseen[0]


def tile_by_tile(pairs: int, counts: Any, jokers: int, n_melds: int, unseen: Any) -> int:
    """The same result, computed from the helping tiles after each discard."""

    def away(hand: Any) -> int:
        return distance(hand, jokers, n_melds, pairs)

    after = changed(counts, -1, away)
    best, most = -1, -1
    for kind, left in after.items():
        if left == min(after.values()):
            counts[kind] -= 1
            score = 8 * sum(int(unseen[near]) for near in nearer(counts, away)) + int(isolation(kind))
            counts[kind] += 1
            if score > most:
                best, most = kind, score
    return best


def positions(number: int, n_melds: int) -> Any:
    """Hands of all sorts: any tiles, few suits, many pairs; and what of the rest lies open."""
    chance = random.Random(n_melds)
    for place in range(number):
        kinds = (range(PLAIN), range(chance.randint(15, 30)), chance.sample(range(PLAIN), 11), range(3, 13))[place % 4]
        wall = [kind for kind in kinds for _ in range(4 if place % 4 != 2 else 3)]
        tiles = chance.sample(wall, 17 - 3 * n_melds)
        counts = np.array([tiles.count(kind) for kind in range(KINDS)], np.int8)
        seen = np.zeros(KINDS, np.int8)
        for kind in range(PLAIN):
            seen[kind] = chance.randint(0, 4 - counts[kind]) if place % 3 else 0
        yield counts, seen


@pytest.mark.parametrize("pairs", [0, 1, 2])
@pytest.mark.parametrize("n_melds", [0, 1, 3])
def test_all_at_once_is_tile_by_tile(pairs: int, n_melds: int) -> None:
    tables = hand_tables(pairs=pairs)
    for counts, seen in positions(60, n_melds):
        unseen = np.zeros(KINDS, np.int8)
        unseen[:PLAIN] = 4 - seen[:PLAIN] - counts[:PLAIN]
        surplus = int(_surplus(tables, counts, n_melds, seen, NOTHING))
        assert surplus == tile_by_tile(pairs, counts, 0, n_melds, unseen), counts


def test_unseen_tiles_leave_out_own_hidden_melds() -> None:
    counts = counts_of("1s 1s 5d")
    seen = counts_of("1s Dr Dr Dr")
    kinds = np.uint64(1 | 1 << 13 | 1 << 27 | 1 << 30)
    assert _unseen(kinds, counts, seen, NOTHING) == (1 + 3 + 1 + 4, kinds)
    assert _unseen(kinds, counts, seen, np.uint64(1 << 30)) == (1 + 3 + 1, kinds - (1 << 30))


JOKER_KIND = 4


@njit
def surplus_jokers_surplus(tables: Any, counts: Any, jokers: Any, n_melds: Any, seen: Any, left: Any) -> Any:
    unseen = unseen_beside_jokers(held_often(counts), held_often(seen), np.uint64(0), JOKER_KIND, left)
    return best_surplus_with_jokers(tables, keys_of(counts), held_often(counts), jokers, n_melds, unseen)


@pytest.mark.parametrize("pairs", [0, 1, 2])
@pytest.mark.parametrize("n_melds", [0, 1, 3])
def test_surplus_jokers_all_at_once_is_tile_by_tile(pairs: int, n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    for number, (counts, jokers) in enumerate(hands(45, 17 - 3 * n_melds, 7 * n_melds + pairs)):
        counts[JOKER_KIND] = 0
        seen = np.zeros(KINDS, np.int8)
        if number % 2:
            seen[:PLAIN] = (np.arange(PLAIN) * number // 3) % (COPIES + 1 - counts[:PLAIN])
        seen[JOKER_KIND] = 1
        unseen = np.zeros(KINDS, np.int8)
        unseen[:PLAIN] = COPIES - seen[:PLAIN] - counts[:PLAIN]
        unseen[JOKER_KIND] -= jokers
        surplus = int(surplus_jokers_surplus(tables, counts, jokers, n_melds, seen, unseen[JOKER_KIND]))
        assert surplus == tile_by_tile(pairs, counts, jokers, n_melds, unseen), (counts, jokers)
