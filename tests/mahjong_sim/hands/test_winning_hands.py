"""Mahjong: winning hands, their arrangement and value."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import numpy as np
import pytest

from mahjong_sim.game.state import game_tables
from mahjong_sim.hands import arrange, outlook
from mahjong_sim.hands.kinds import held_often
from mahjong_sim.hands.lookups import hand_tables
from mahjong_sim.hands.value import ITEMS, best_value, item_names, items_value, seven_pairs_roles
from mahjong_sim.rules import load
from mahjong_sim.rules.record import rules_record
from mahjong_sim.tiles import BEAUTY, CHOW, COPIES, KANG, KINDS, NEWS, PLAIN, PUNG, SAGASA, SECRET, parse_tile
from tests.mahjong_sim.hands.by_sums import changed, distance, far, helping, kinds, lacks, nearer
from tests.mahjong_sim.hands.plain_hands import (
    Hand,
    Winner,
    arrangements,
    counts_of,
    random_winner,
    stand_ins,
    vector,
)
from tongits_sim.compile.jit import njit

Found = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]


def every_arrangement(hand: Hand, jokers: int, bahay: int) -> list[Found]:
    counts = vector(hand)
    state = arrange.first_arrangement(counts, jokers, bahay)
    answer = []
    while arrange.next_arrangement(counts, state):
        rows = (tuple(map(int, state[row])) for row in (arrange.CHOWS, arrange.PUNGS, arrange.JOKERS))
        answer.append((*rows, int(arrange.eye_of(state))))
    assert not arrange.next_arrangement(counts, state)
    return answer  # type: ignore[return-value]


def expected(hand: Hand, jokers: int, bahay: int) -> set[Found]:
    answer = set()
    for full, stands in stand_ins(hand, jokers):
        for groups, eye in arrangements(full, bahay):
            chows = tuple(groups.count(("chow", kind)) for kind in range(34))
            pungs = tuple(groups.count(("pung", kind)) for kind in range(34))
            answer.add((chows, pungs, tuple(stands[kind] for kind in range(34)), eye))
    return answer


def test_all_arrangements_are_found_once() -> None:
    chance = random.Random(121)
    several = 0
    for number in range(200):
        winner = random_winner(chance, suits=None if number % 2 else (0, 9))
        bahay = 5 - len(winner.melds)
        ways = every_arrangement(winner.hand, 0, bahay)
        assert len(ways) == len(set(ways))
        assert set(ways) == expected(winner.hand, 0, bahay)
        several += len(ways) > 1
    assert several > 10


def test_jokers_stand_for_every_suited_tile_that_fits() -> None:
    chance = random.Random(131)
    hands = 0
    while hands < 20:
        winner = random_winner(chance, most_jokers=2)
        if winner.jokers == 0 or (winner.jokers == 2 and hands % 5):
            continue
        hands += 1
        bahay = 5 - len(winner.melds)
        ways = every_arrangement(winner.hand, winner.jokers, bahay)
        assert len(ways) == len(set(ways))
        assert set(ways) == expected(winner.hand, winner.jokers, bahay)


def test_three_equal_chows_are_three_pungs_too() -> None:
    hand = tuple(map(int, counts_of("1s 1s 1s 2s 2s 2s 3s 3s 3s 5d 5d")[:34]))
    ways = every_arrangement(hand, 0, 3)
    assert sorted((chows[0], pungs[0]) for chows, pungs, _, _ in ways) == [(0, 1), (3, 0)]


def test_dragons_and_winds_are_pungs_or_the_eye_only() -> None:
    assert not every_arrangement(tuple(map(int, counts_of("Dr Dg Dw 5d 5d")[:34])), 0, 1)
    assert not every_arrangement(tuple(map(int, counts_of("Dr Dr Dr Dr 5d")[:34])), 0, 1)
    (only,) = every_arrangement(tuple(map(int, counts_of("Dr Dr Dr Wn Wn")[:34])), 0, 1)
    assert only[1][27] == 1
    assert only[3] == 33


@njit
def _eyes(counts: Any, bahay: Any) -> Any:
    return arrange.eyes_of(held_often(counts), bahay)


@njit
def _beside(counts: Any, eye: Any) -> Any:
    return arrange.beside_eye(held_often(counts), eye)


@njit
def _chows(counts: Any, eye: Any, pungs: Any) -> Any:
    return arrange.chows_beside(arrange.beside_eye(held_often(counts), eye)[0], pungs)


def by_sets(hand: Hand, bahay: int) -> list[tuple[int, int, int]]:
    """Every arrangement without jokers, as kinds of chows and of pungs (bits), and of the eye."""
    eyes = int(_eyes(vector(hand), bahay))
    answer = []
    for eye in (kind for kind in range(34) if eyes >> kind & 1):
        _, able, sure, fits = _beside(vector(hand), eye)
        for pungs in subsets(int(able)):
            chows, used = _chows(vector(hand), eye, np.uint64(pungs))
            if fits and used:
                answer.append((int(chows), pungs | int(sure), eye))
    return answer


def subsets(kinds: int) -> list[int]:
    """All sets of kinds that are part of one."""
    parts = [0]
    part = -kinds & kinds
    while part:
        parts.append(part)
        part = (part - kinds) & kinds
    return parts


def bits(counts: tuple[int, ...]) -> int:
    return sum(1 << kind for kind, count in enumerate(counts) if count)


def test_sets_of_kinds_give_the_same_arrangements() -> None:
    chance = random.Random(141)
    wins = losses = several = 0
    for number in range(200):
        winner = random_winner(chance, suits=None if number % 2 else (0, 9))
        bahay = 5 - len(winner.melds)
        hand = list(winner.hand)
        if number % 5 == 0:  # most of these are not complete
            gone = chance.choice([kind for kind in range(34) if hand[kind]])
            come = chance.randrange(34)
            hand[gone] -= 1
            hand[come] += 1
        if max(hand) > 4:
            continue
        ways = by_sets(tuple(hand), bahay)
        slow = {(bits(chows), bits(pungs), eye) for chows, pungs, _, eye in expected(tuple(hand), 0, bahay)}
        assert len(ways) == len(set(ways))
        assert set(ways) == slow
        wins += len(ways) > 0
        losses += len(ways) == 0
        several += len(ways) > 1
    assert wins > 100
    assert losses > 20
    assert several > 10


@njit
def _outlook(tables: Any, counts: Any, jokers: Any, bahay: Any) -> Any:
    return outlook.outlook_with_jokers(tables, outlook.keys_of(counts), held_often(counts), jokers, bahay)


def hands(number: int, tiles: int, seed: int) -> Any:
    """Hands with one to three jokers: any tiles, few suits, many pairs."""
    chance = random.Random(seed)
    for place in range(number):
        jokers = 1 + place % 3
        among = (range(PLAIN), range(chance.randint(12, 34)), chance.sample(range(PLAIN), 9))[place // 3 % 3]
        picked = chance.sample([kind for kind in among for _ in range(COPIES)], tiles - jokers)
        yield np.array([picked.count(kind) for kind in range(KINDS)], np.int8), jokers


def _far(n_melds: int, jokers: int, hand: Any) -> Any:
    return far(hand, 5 - n_melds, jokers)


def _far_from_pairs(jokers: int, pairs: int, hand: Any) -> Any:
    return distance(hand, jokers, 0, pairs)


@pytest.mark.parametrize("n_melds", [0, 1, 2, 4])
def test_one_look_is_every_tile_by_itself(n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=0)
    for hand, jokers in hands(45, 17 - 3 * n_melds, n_melds):
        away, helps, spare = _outlook(tables, hand, jokers, 5 - n_melds)
        assert away == far(hand, 5 - n_melds, jokers)
        more, less = (changed(hand, step, partial(_far, n_melds, jokers)) for step in (1, -1))
        assert kinds(helps) == {kind for kind, far_away in more.items() if far_away < away}
        assert kinds(spare) == {kind for kind, far_away in less.items() if far_away == away}


@pytest.mark.parametrize("pairs", [0, 1, 2])
def test_kinds_that_help_seven_pairs_counted(pairs: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    for hand, jokers in hands(45, 16, pairs):
        away, helps = helping(tables, hand, jokers, 0)
        assert away == lacks(tables, hand, jokers, 0) == distance(hand, jokers, 0, pairs)
        assert kinds(helps) == nearer(hand, partial(_far_from_pairs, jokers, pairs))


NAMES = {"chow": CHOW, "pung": PUNG, "kang": KANG, "secret": SECRET, "sagasa": SAGASA, "beauty": BEAUTY, "news": NEWS}

SECRETS = "secret 7c, secret 1d, secret Wn, secret 6d"

Knobs = tuple[str, ...]


def value(
    text: str, winning: str = "", melds: str = "", *, by_draw: bool = False, jokers: int = 0, knobs: Knobs = ()
) -> tuple[int, str]:
    table = [part.split() for part in melds.split(",") if part.strip()]
    kinds = np.array([NAMES[name] for name, _ in table] + [0] * 5, np.int8)
    tiles = np.array([parse_tile(tile) for _, tile in table] + [0] * 5, np.int8)
    won = parse_tile(winning) if winning else -1
    rules = rules_record(load("visayan", knobs))[0]
    tables = game_tables(load("visayan", knobs))
    cents, items = best_value(tables, counts_of(text), jokers, won, by_draw, kinds, tiles, len(table), rules)
    return int(cents), " ".join(item_names(int(items)))


def test_v11_example_a_and_b_are_worth_one_and_a_quarter() -> None:
    """Winning and all pungs. The example pays the wait separately, so here the winning tile makes no paid wait."""
    hand, melds = "2s 2s 2s 4d 4d", "pung 7c, kang Dr, pung Wn, pung 9s"
    for by_draw in (False, True):
        assert value(hand, "", melds, by_draw=by_draw) == (125, "win all_pungs")


@pytest.mark.parametrize(
    ("hand", "winning", "melds", "expected"),
    [
        ("2s 3s 4s 5d 5d", "2s", "pung 7c, chow 1d, pung Wn, chow 6d", "win"),
        ("2s 3s 4s 5d 5d", "2s", "chow 7c, chow 1d, chow 2d, chow 6d", "win all_chows"),
        ("2s 2s 2s 5d 5d", "2s", "pung 7c, pung 1d, sagasa 2d, kang We", "win all_pungs back_to_back"),
        ("5d 5d", "5d", "pung 7c, chow 1d, pung Wn, chow 6d, pung 1s", "win all_revealed single_wait"),
        ("5d 5d", "5d", "pung 7c, chow 1d, pung Wn, chow 6d, secret 1s", "win single_wait"),
        ("2s 3s 4s 5d 5d", "2s", "secret 7c, secret 1d, secret Wn, secret 6d", "win concealed"),
        ("2s 3s 4s 5d 5d", "2s", "secret 7c, secret 1d, secret Wn, kang 6d", "win"),
        ("2s 3s 4s 5d 5d", "2s", "beauty Dr, secret 1d, secret Wn, secret 6d", "win"),
        ("2s 2s 2s 5d 5d", "", "news We, pung 1d, pung Wn, pung 6d", "win"),
        ("7s 8s 9s 5d 5d", "9s", "chow 1s, chow 4s, pung Wn, pung 6d", "win straight"),
        ("7s 8s 9s 5d 5d", "7s", "chow 1s, chow 4s, pung Wn, pung 6d", "win straight single_wait"),
        ("7s 8s 9s 5d 5d", "8s", "chow 1s, chow 4d, pung Wn, pung 6d", "win paninigit"),
        ("7s 8s 9s 5s 5s", "9s", "pung 1s, chow 4s, pung 3s, chow 6s", "win flush"),
        ("7s 8s 9s Dr Dr", "9s", "pung 1s, chow 4s, pung 3s, chow 6s", "win"),
        ("1s 2s 3s Dr Dr", "3s", "pung 1s, chow 4s, pung 3s, pung 6d", "win single_wait"),
        ("1s 2s 3s Dr Dr", "1s", "pung 1s, chow 4s, pung 3s, pung 6d", "win"),
        ("1s 2s 3s Dr Dr", "Dr", "pung 1s, chow 4s, pung 3s, pung 6d", "win single_wait"),
        ("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn", "We", "", "win concealed seven_pairs"),
        ("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn", "Dr", "", "win concealed seven_pairs single_wait"),
        ("1s 1s 3s 3s 5s 5s 6s 6s 7s 7s 7s 8s 8s 9s 9s 2s 2s", "8s", "", "win concealed flush seven_pairs single_wait"),
    ],
)
def test_v10_items(hand: str, winning: str, melds: str, expected: str) -> None:
    cents, items = value(hand, winning, melds)
    assert items == expected
    assert cents == sum(round(100 * float(load("visayan").knobs()[f"hand.{item}"])) for item in items.split())


def test_the_best_arrangement_counts() -> None:
    hand, melds = "1s 1s 1s 2s 2s 2s 3s 3s 3s 5d 5d", "pung 7c, pung Wn"
    assert value(hand, "3s", melds) == (150, "win all_pungs back_to_back")
    assert value(hand, "3s", "chow 7c, chow 1d") == (150, "win all_chows single_wait")
    assert value("3s 4s 4s 4s 5s", "4s", melds + ", chow 1d, chow 1d")[0] == 125


def test_a_hand_that_is_not_complete_has_no_value() -> None:
    assert value("1s 1s 1s 2s 2s", "1s", "pung 7c, pung Wn, pung 1d, pung 2d")[0] > 0
    assert value("1s 1s 1s 2s 4s", "1s", "pung 7c, pung Wn, pung 1d, pung 2d") == (-1, "")


def test_v9_beauty_and_news_in_the_hand_are_no_bahay() -> None:
    assert value("Dr Dg Dw 5d 5d", "5d", "pung 7c, pung Wn, pung 1d, pung 2d") == (-1, "")
    assert value("5d 5d", "5d", "pung 7c, pung Wn, pung 1d, pung 2d, beauty Dr")[0] == 150


@pytest.mark.parametrize(
    ("knob", "hand", "winning", "melds", "by_draw", "before", "after"),
    [
        ("wait.stack=true", "7s 8s 9s 5d 5d", "8s", "chow 1s, chow 4d, pung Wn, pung 6d", False, 125, 150),
        ("wait.single=only", "2s 3s 4s 5s 5s", "2s", "chow 1s, chow 4d, pung Wn, pung 6d", False, 100, 100),
        ("wait.single=only", "2s 3s 4s 5s 5s", "5s", "chow 1s, chow 4d, pung Wn, pung 6d", False, 125, 100),
        ("wait.single=only", "7s 8s 9s 5d 5d", "8s", "chow 1s, chow 4d, pung Wn, pung 6d", False, 125, 125),
        ("wait.single=only", "4s 4s 4s 6s 6s", "6s", "chow 1s, chow 4d, pung Wn, pung 6d", False, 125, 100),
        ("concealed.secret=false", "2s 3s 4s 5d 5d", "2s", SECRETS, True, 125, 100),
        ("concealed.discard=false", "2s 3s 4s 5d 5d", "2s", SECRETS, True, 125, 125),
        ("concealed.discard=false", "2s 3s 4s 5d 5d", "2s", SECRETS, False, 125, 100),
        ("win.seven_pairs=false", "1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn", "We", "", False, 175, -1),
        ("win.equal_pairs=false", "1s 1s 1s 1s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn", "We", "", False, 175, -1),
    ],
)
def test_knobs(knob: str, hand: str, winning: str, melds: str, by_draw: bool, before: int, after: int) -> None:
    assert value(hand, winning, melds, by_draw=by_draw)[0] == before
    assert value(hand, winning, melds, by_draw=by_draw, knobs=(knob,))[0] == after


def test_v12_jokers_take_the_best_place() -> None:
    melds = "pung 1d, pung Wn, pung 2d"
    # 444 and 55, or 44 and 555: both waits are worth the same, and the item with the larger bit is named.
    assert value("2s 2s 2s 4s 4s 5s 5s", "4s", melds, jokers=1) == (150, "win all_pungs single_wait")
    cheaper = ("hand.single_wait=0",)
    assert value("2s 2s 2s 4s 4s 5s 5s", "4s", melds, jokers=1, knobs=cheaper) == (150, "win all_pungs back_to_back")
    assert value("1s 2s 3s 4s 5s 6s 7s", "1s", "chow 1d, chow 2d", jokers=4)[1] == "win all_chows straight single_wait"
    assert value("Dr Dr 2s 2s", "2s", "pung 1d, pung Wn, pung 2d, pung 3d", jokers=1)[0] == 150
    assert value("Dr 2s 2s 2s", "2s", "pung 1d, pung Wn, pung 2d, pung 3d", jokers=1)[0] == -1


def knobs_of(chance: random.Random) -> list[str]:
    """Random knobs of V9 and V10."""
    knobs = [f"hand.{name}={chance.choice((0, 0.25, 0.5, 1, 2))}" for name in ITEMS]
    names = ("wait.stack", "win.seven_pairs", "win.equal_pairs", "concealed.secret", "concealed.discard")
    knobs += [f"{name}={chance.choice(('true', 'false'))}" for name in names]
    return [*knobs, f"wait.single={chance.choice(('shape', 'shape', 'only'))}"]


def evaluated(winner: Winner, rules: Any) -> tuple[int, int]:
    kinds = np.array([code for code, _ in winner.melds] + [0] * 5, np.int8)
    tiles = np.array([tile for _, tile in winner.melds] + [0] * 5, np.int8)
    melds = (kinds, tiles, len(winner.melds))
    pairs = (2 if rules["win_equal_pairs"] else 1) if rules["win_seven_pairs"] else 0
    tables = hand_tables(True, pairs)
    cents, items = best_value(tables, vector(winner.hand), winner.jokers, winner.winning, winner.by_draw, *melds, rules)
    return int(cents), int(items)


@pytest.mark.parametrize(("hands", "most_jokers"), [(400, 0), (12, 1), (4, 2)])
def test_random_hands_are_worth_what_the_slow_twin_says(hands: int, most_jokers: int) -> None:
    chance = random.Random(141 + most_jokers)
    for _ in range(hands):
        winner = random_winner(chance, most_jokers)
        rules = load("visayan", [] if chance.random() < 0.3 else knobs_of(chance))
        knobs = rules.knobs()
        if winner.jokers:
            knobs["wait.single"] = "shape"
            rules = load("visayan", [f"{name}={str(value).lower()}" for name, value in knobs.items()])
        record = rules_record(rules)[0]
        cents, items = evaluated(winner, record)
        assert cents == winner.value(knobs), (winner.hand, winner.jokers, winner.winning, winner.melds, knobs)
        assert cents in (-1, items_value(items, record))


def test_seven_pairs_with_jokers() -> None:
    chance = random.Random(151)
    for _ in range(10):
        kinds = chance.sample(range(PLAIN if chance.random() < 0.5 else 9), 8)
        hand = [0] * PLAIN
        for number, kind in enumerate(kinds):
            hand[kind] += 3 if number == 0 else 2
        tiles = [kind for kind in kinds if kind < 27]
        jokers = 0
        for kind in chance.sample(tiles, min(2, len(tiles))):
            hand[kind] -= 1
            jokers += 1
        winning = chance.choice([kind for kind in range(PLAIN) if hand[kind]])
        winner = Winner(tuple(hand), jokers, winning, False, [])
        equal = chance.random() < 0.5
        rules = load("visayan", [f"win.equal_pairs={str(equal).lower()}"])
        assert evaluated(winner, rules_record(rules)[0])[0] == winner.value(rules.knobs()), (hand, jokers, winning)
        assert seven_pairs_roles(vector(tuple(hand)), jokers, winning, equal)[0] != 0
