"""Mahjong: the distance of a hand from winning, the tiles it accepts, and its moves."""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from mahjong_sim import selfcheck as chances
from mahjong_sim.bots.surplus import nearest_discards
from mahjong_sim.game.wall import U, shuffle
from mahjong_sim.hands.kinds import held_often
from mahjong_sim.hands.lookups import HONOURS, RANKS, Tables, hand_tables
from mahjong_sim.hands.outlook import Outlook, helps_without, keys_of, outlook, waits_of
from mahjong_sim.hands.outlook import lacking as outlook_lacking
from mahjong_sim.hands.pairs import (
    DISTINCT,
    EQUAL,
    OFF,
    at_least,
    pairs_distance,
    pairs_distance_with_jokers,
)
from mahjong_sim.hands.value import seven_pairs_roles
from mahjong_sim.tiles import CHOW, KINDS, PLAIN, PUNG, SUITED, parse_tiles
from tests.mahjong_sim.hands.by_sums import (
    changed,
    code,
    distance,
    far,
    group_rows,
    helping,
    kinds,
    kinds_held,
    lacks,
    nearer,
    unpacked,
    waits,
)
from tests.mahjong_sim.hands.plain_hands import (
    Hand,
    arrangements,
    counts_of,
    holds_pairs,
    least_lacking,
    random_winner,
    steps_away,
    vector,
)
from tongits_sim.compile.bits import GOLDEN, mix
from tongits_sim.compile.jit import njit


@functools.cache
def plain_tables() -> Tables:
    """Tables without pairs: five groups and a pair only."""
    return hand_tables(pairs=0)


@pytest.fixture(scope="module")
def tables() -> Tables:
    return hand_tables(jokers=True, pairs=2)


def disturbed(chance: random.Random, hand: Hand, changes: int) -> Hand:
    """A hand after some tiles have been exchanged for others."""
    tiles = [kind for kind, count in enumerate(hand) for _ in range(count)]
    for _ in range(changes):
        tiles.pop(chance.randrange(len(tiles)))
        tiles.append(chance.choice([kind for kind in range(PLAIN) if tiles.count(kind) < 4]))
    return tuple(tiles.count(kind) for kind in range(PLAIN))


def random_hand(chance: random.Random, tiles: int, suits: int = 4) -> Hand:
    kinds = PLAIN if suits == 4 else 9 * suits
    drawn = chance.sample([kind for kind in range(kinds) for _ in range(4)], tiles)
    return tuple(drawn.count(kind) for kind in range(PLAIN))


def test_near_hands_are_as_far_as_breadth_first_search_says(tables: Tables) -> None:
    chance = random.Random(21)
    for number in range(24):
        winner = random_winner(chance)
        bahay = 5 - len(winner.melds)
        hand = disturbed(chance, winner.hand, number % 3)
        expected = steps_away(hand, bahay, 2, 1)
        assert min(lacks(tables, vector(hand), 0, 5 - bahay), 2) == expected, (hand, bahay)


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_far_hands_are_as_far_as_the_nearest_target(jokers: int) -> None:
    tables = hand_tables(jokers=True, pairs=0)
    chance = random.Random(31 + jokers)
    for number in range(8):
        bahay = number % 3
        hand = random_hand(chance, 3 * bahay + 2 - number % 2 - min(jokers, 3 * bahay), suits=1 + number % 4)
        held = min(jokers, 3 * bahay)
        assert lacks(tables, vector(hand), held, 5 - bahay) == least_lacking(hand, held, bahay), (hand, bahay)


def test_a_win_is_a_hand_that_can_be_arranged(tables: Tables) -> None:
    chance = random.Random(41)
    wins = 0
    for number in range(300):
        winner = random_winner(chance)
        melds = len(winner.melds)
        hand = disturbed(chance, winner.hand, number % 2)
        expected = any(True for _ in arrangements(hand, 5 - melds)) or (not melds and holds_pairs(hand, True))
        wins += expected
        assert (lacks(tables, vector(hand), 0, melds) == 0) == expected, (hand, melds)
    assert 150 <= wins < 300


def test_every_complete_hand_with_jokers_is_a_win(tables: Tables) -> None:
    chance = random.Random(51)
    for _ in range(300):
        winner = random_winner(chance, most_jokers=4)
        assert lacks(tables, vector(winner.hand), winner.jokers, len(winner.melds)) == 0, winner.hand


def test_a_joker_is_worth_at_least_any_suited_tile(tables: Tables) -> None:
    chance = random.Random(61)
    for _ in range(40):
        hand = random_hand(chance, 15)
        own = lacks(tables, vector(hand), 1, 0)
        for kind in range(SUITED):
            if hand[kind] < 4:
                fuller = tuple(count + (place == kind) for place, count in enumerate(hand))
                assert own <= lacks(tables, vector(fuller), 0, 0)


def test_seven_pairs_count_only_while_no_bahay_is_on_the_table(tables: Tables) -> None:
    hand = counts_of("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn")
    assert lacks(tables, hand, 0, 0) == 0
    assert lacks(plain_tables(), hand, 0, 0) > 2
    pairs = counts_of("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We")
    assert lacks(tables, pairs, 0, 1) > 0


@pytest.mark.parametrize(
    ("text", "n_melds", "expected"),
    [
        ("1s 4s 7s 1d 4d 7d 1c 4c 7c Dr Dg Dw We", 1, 8),  # thirteen tiles without a pair: the farthest there is
        ("1s 4s 7s 1d 4d 7d 1c 4c 7c Dr Dg Dw We Ws Ww Wn", 0, 10),
        ("1s 1s 1s 2s 3s 4s 5s 6s 7s 8s 9s 9s 9s", 1, 0),  # nine gates
        ("1s 1s 1s 1s", 4, 1),  # waits for a fifth: not one away
        ("1s 2s 3s 4s", 4, 0),
        ("5s 5s", 5, -1),
        ("5s", 5, 0),
    ],
)
def test_shanten_of_known_hands(text: str, n_melds: int, expected: int) -> None:
    assert lacks(plain_tables(), counts_of(text), 0, n_melds) - 1 == expected


CASES = [(pairs, jokers, n_melds) for pairs in (0, 1, 2) for jokers in (0, 1, 3) for n_melds in (0, 2)]


@pytest.mark.parametrize(("pairs", "jokers", "n_melds"), CASES)
def test_the_tiles_that_help_are_those_that_bring_the_hand_nearer(pairs: int, jokers: int, n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    chance = random.Random(91)
    for number in range(30):
        hand = vector(random_hand(chance, 16 - 3 * n_melds - jokers, suits=1 + number % 4))
        before = hand.copy()
        away, helps = helping(tables, hand, jokers, n_melds)
        assert away == lacks(tables, hand, jokers, n_melds) == distance(hand, jokers, n_melds, pairs)
        assert kinds(helps) == nearer(hand, lambda own: distance(own, jokers, n_melds, pairs)), hand
        assert (hand == before).all()


@njit
def _nearest_discards(tables: Any, counts: Any, jokers: Any, n_melds: Any) -> Any:
    return nearest_discards(tables, keys_of(counts), held_often(counts), jokers, n_melds)


@pytest.mark.parametrize(("pairs", "jokers", "n_melds"), CASES)
def test_the_nearest_discards_leave_the_nearest_hands(pairs: int, jokers: int, n_melds: int) -> None:
    tables = hand_tables(jokers=True, pairs=pairs)
    chance = random.Random(101)
    for number in range(30):
        hand = vector(random_hand(chance, 17 - 3 * n_melds - jokers, suits=1 + number % 4))
        left = changed(hand, -1, lambda own: distance(own, jokers, n_melds, pairs))
        least = min(left.values())
        away, nearest = _nearest_discards(tables, hand, jokers, n_melds)
        assert (away, kinds(nearest)) == (least, {kind for kind, far_away in left.items() if far_away == least})


@njit
def _waits_of(tables: Any, counts: Any, jokers: Any, codes: Any, tiles: Any, n_melds: Any) -> Any:
    return waits_of(tables, counts, jokers, (codes, tiles, n_melds))


def one_of(kind: int) -> Any:
    return np.eye(1, KINDS, kind, dtype=np.int8)[0]


def test_waits_are_the_tiles_that_complete() -> None:
    chance = random.Random(111)
    waiting = 0
    for number in range(120):
        winner = random_winner(chance, most_jokers=2)
        tiles = list(disturbed(chance, winner.hand, number % 2))
        tiles[chance.choice([kind for kind in range(PLAIN) if tiles[kind]])] -= 1
        hand = vector(tuple(tiles))
        jokers = winner.jokers
        melds = len(winner.melds)
        found = waits(hand, jokers, melds, 2)
        waiting += len(found) > 0
        assert found == {
            kind for kind in range(PLAIN) if hand[kind] < 4 and distance(hand + one_of(kind), jokers, melds, 2) == 0
        }
    assert waiting > 60


@pytest.mark.parametrize(("melds", "expected"), [("5d 5d", {4}), ("5s 5d", {4}), ("5s 4s", set())])
def test_a_hand_waits_for_no_tile_of_which_its_melds_have_all(melds: str, expected: set[int]) -> None:
    pung, chow = parse_tiles(melds)
    codes = np.array([PUNG, CHOW, 0, 0, 0], np.int8)
    lowest = np.array([pung, chow, 0, 0, 0], np.int8)
    hand = counts_of("4s 6s Dr Dr 1c 1c 1c 9c 9c 9c")
    assert kinds(_waits_of(hand_tables(pairs=0), hand, 0, codes, lowest, 2)) == expected


@pytest.mark.parametrize(
    ("text", "n_melds", "expected"),
    [
        ("1s 1s 1s 2s 3s 4s 5s 6s 7s 8s 9s 9s 9s", 1, "1s 2s 3s 4s 5s 6s 7s 8s 9s"),
        ("1s 2s 5d 5d", 4, "3s"),
        ("4s 6s Dr Dr", 4, "5s"),
        ("3d 3d Wn Wn", 4, "3d Wn"),
        ("2c 3c 4c 5c", 4, "2c 5c"),
        ("8s 8s 8s 8s", 4, ""),
        ("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We Wn Wn", 0, "1s 3s 5s 1d 4c Dr We Wn"),
        ("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn", 0, "Wn"),
    ],
)
def test_waits_of_known_hands(text: str, n_melds: int, expected: str) -> None:
    assert sorted(waits(counts_of(text), 0, n_melds, 1)) == parse_tiles(expected)


def test_thirteen_tiles_of_a_suit_wait_as_often_as_published() -> None:
    """Hands of one suit by their number of waits, as counted on endlessriichi.blogspot.com (August 2016)."""
    tables = hand_tables(pairs=0)
    size = np.indices((5,) * 9).reshape(9, -1)
    complete = [
        hand
        for hand in size[:, size.sum(axis=0) == 14].T
        if lacks(tables, vector((*map(int, hand), *[0] * 25)), 0, 1) == 0
    ]
    assert len(complete) == 13_259
    hands = Counter[bytes]()
    for hand, kind in itertools.product(complete, range(9)):
        if hand[kind]:
            hand[kind] -= 1
            hands[np.array(hand, np.int8).tobytes()] += 1
            hand[kind] += 1
    number = Counter[int]()
    for hand in hands:
        full = np.zeros(KINDS, np.int8)
        full[:9] = np.frombuffer(hand, np.int8)
        found = len(waits(full, 0, 1, 0))
        assert found == hands[hand]
        number[found] += 1
    published = {9: 1, 8: 16, 7: 79, 6: 392, 5: 1335, 4: 2948, 3: 6739, 2: 14493, 1: 14067}
    assert number == published


DEALS = 300_000

LIMIT = 4.5


def test_probabilities_add_up() -> None:
    assert sum(chances.flowers_dealt(number) for number in range(9)) == 1
    assert sum(chances.flowers_dealt(number, 17) for number in range(9)) == 1
    manila = [chances.flowers_dealt(number, 16, chances.MAX_BONUS) for number in range(17)]
    assert sum(manila) == 1
    mean = sum(number * share for number, share in enumerate(manila))
    assert mean == 16 * 36 / 144


@njit
def count_deals(wall, state, deals):
    """Shuffle and deal so many times; counts, of the first seat's 16 tiles, what `chances` says of them.

    Flowers dealt by number in counts[0..8]; then hands with a beauty, NEWS, four equal tiles, after flowers were
    replaced from the back.
    """
    counts = np.zeros(12, np.int64)
    held = np.zeros(42, np.int64)
    for deal in range(deals):
        shuffle(wall, mix(state + U(deal) * GOLDEN))
        held[:] = 0
        for place in range(16):
            held[wall[place]] += 1
        flowers = held[34:].sum()
        counts[flowers] += 1
        back = 143
        while flowers > 0:
            if wall[back] < 34:
                held[wall[back]] += 1
                flowers -= 1
            back -= 1
        counts[9] += held[27:30].min() > 0
        counts[10] += held[30:34].min() > 0
        counts[11] += held[:34].max() == 4
    return counts


def z_values(counts: list[int], expected: list[float], deals: int) -> list[float]:
    """How many standard deviations each count is from what is expected."""
    return [
        (count - deals * chance) / math.sqrt(deals * chance * (1 - chance))
        for count, chance in zip(counts, expected, strict=True)
    ]


def test_shuffled_walls_deal_as_the_formulas_say() -> None:
    counts = list(map(int, count_deals(np.zeros(144, np.int8), U(2024), DEALS)))
    expected = [float(chances.flowers_dealt(number)) for number in range(5)]
    expected += [float(chances.all_of(3)), float(chances.all_of(4)), float(chances.four_equal())]
    seen = counts[:5] + counts[9:]
    worst = max(map(abs, z_values(seen, expected, DEALS)))
    assert worst < LIMIT, list(zip(seen, expected, strict=True))


FAR = 99


def lacking(hand: Hand, jokers: int, equal: bool) -> int:
    """Tiles that must come, by going through the kinds: none, one, two ... pairs of each, and the pung once."""
    most = 4 if not jokers else FAR

    @functools.cache
    def least(kind: int, pairs: int, pung: bool, suited: int) -> int:
        """The least number of dragons and winds that lack, by the number of suited tiles that lack."""
        if suited > 12:
            return FAR
        if kind == PLAIN:
            return max(0, suited - jokers) if pairs == 0 and not pung else FAR
        best = FAR
        for taken in range(min(pairs, (3 if equal else 1)) + 1):
            for three in range(int(pung) + 1):
                wanted = 2 * taken + 3 * three
                if wanted <= most and (equal or taken + three <= 1):
                    missing = max(0, wanted - hand[kind])
                    rest = (kind + 1, pairs - taken, pung and not three)
                    if kind < SUITED:
                        best = min(best, least(*rest, suited + missing))
                    elif wanted <= 4:
                        best = min(best, missing + least(*rest, suited))
        return best

    return least(0, 7, True, 0)


def pairs_random_hand(chance: random.Random, jokers: int) -> Hand:
    wall = [kind for kind in range(PLAIN) for _ in range(4)]
    if chance.random() < 0.8:  # many pairs
        wall = sorted(chance.sample(range(PLAIN), chance.randint(7, 10)) * 4)
    tiles = chance.sample(wall, chance.choice((16, 17)) - jokers)
    return tuple(tiles.count(kind) for kind in range(PLAIN))


@pytest.mark.parametrize("equal", [False, True])
@pytest.mark.parametrize("jokers", [0, 1, 2, 3, 4])
def test_distances_are_the_least(jokers: int, equal: bool) -> None:
    chance = random.Random(5 * jokers + equal)
    for _ in range(25):
        hand = pairs_random_hand(chance, jokers)
        mode = EQUAL if equal else DISTINCT
        suited = kinds_held(vector(hand), 0, SUITED)
        honours = kinds_held(vector(hand), SUITED, PLAIN)
        if jokers:
            assert pairs_distance_with_jokers(suited, honours, jokers, mode) == lacking(hand, jokers, equal), hand
        else:
            assert pairs_distance(kinds_held(vector(hand), 0, PLAIN), mode) == lacking(hand, 0, equal), hand
            assert pairs_distance_with_jokers(suited, honours, 0, mode) >= 0


@pytest.mark.parametrize("tiles", [16, 17])
def test_every_number_of_pairs_pungs_and_kangs_is_as_far_as_counting_says(tiles: int) -> None:
    for fours, threes, twos in itertools.product(range(5), range(6), range(9)):
        ones = tiles - 4 * fours - 3 * threes - 2 * twos
        if ones < 0:
            continue
        held = [4] * fours + [3] * threes + [2] * twos + [1] * ones
        hand = tuple(held + [0] * (PLAIN - len(held)))
        for mode in (DISTINCT, EQUAL):
            away = pairs_distance(kinds_held(vector(hand), 0, PLAIN), mode)
            assert away == lacking(hand, 0, mode == EQUAL), held


def test_v9_seven_pairs_and_a_pung() -> None:
    hand = counts_of("1s 1s 3s 3s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn")
    assert pairs_distance(kinds_held(hand, 0, PLAIN), DISTINCT) == 0
    hand = counts_of("1s 1s 1s 1s 5s 5s 1d 1d 4c 4c Dr Dr We We We Wn Wn")
    assert pairs_distance(kinds_held(hand, 0, PLAIN), EQUAL) == 0
    assert pairs_distance(kinds_held(hand, 0, PLAIN), DISTINCT) == 2
    assert pairs_distance(kinds_held(hand, 0, PLAIN), OFF) == FAR


def test_no_hand_is_nearer_than_its_pairs_say() -> None:
    chance = random.Random(5)
    exact = 0
    for _ in range(300):
        hand = pairs_random_hand(chance, 0)
        sets = [sum(1 << kind for kind in range(PLAIN) if hand[kind] >= least) for least in (1, 2, 3, 4)]
        held = kinds_held(vector(hand), 0, PLAIN)
        bound = int(at_least(tuple(np.array(sets, np.uint64))))
        away = int(pairs_distance(held, EQUAL))
        assert bound <= away <= int(pairs_distance(held, DISTINCT))
        exact += bound == away
    assert exact > 30


NOTHING = np.uint64(0)


@njit
def _look(tables: Any, counts: Any, bahay: Any) -> Any:
    return outlook(tables, keys_of(counts), bahay)


@njit
def _lacking(tables: Any, counts: Any, bahay: Any) -> Any:
    return outlook_lacking(tables, keys_of(counts), 0, bahay)


@njit
def _helps_without(tables: Any, counts: Any, kind: Any, bahay: Any) -> Any:
    return helps_without(tables, outlook(tables, keys_of(counts), bahay), kind, bahay)


def outlook_helpful(counts: Any, bahay: int) -> set[int]:
    return nearer(counts, lambda hand: far(hand, bahay))


def hands(number: int, bahay: int) -> list[Any]:
    chance = random.Random(bahay)
    return [vector(random_hand(chance, 3 * bahay + 2 - place % 2, suits=1 + place % 4)) for place in range(number)]


@pytest.mark.parametrize("bahay", range(1, 6))
def test_one_look_is_every_tile_by_itself(bahay: int) -> None:
    for hand in hands(24, bahay):
        look = Outlook(*_look(plain_tables(), hand, bahay))
        helps = outlook_helpful(hand, bahay)
        assert look.away == _lacking(plain_tables(), hand, bahay) == far(hand, bahay)
        assert kinds(look.helps) == helps
        for kind in np.flatnonzero(hand):
            hand[kind] -= 1
            spare = far(hand, bahay) == look.away
            left = outlook_helpful(hand, bahay)
            hand[kind] += 1
            assert (kind in kinds(look.spare)) == spare
            if spare:
                assert left <= helps
                assert kinds(_helps_without(plain_tables(), hand, kind, bahay)) == left
                if kind not in kinds(look.harms):
                    assert left == helps


CHOWS = [(kind, kind + 1, kind + 2) for kind in range(7)]

PUNGS = [(kind,) * 3 for kind in range(9)]


def complete_suits(bahay: int, eyes: int) -> set[tuple[int, ...]]:
    """Every group of one suit that makes exactly this many bahay and eyes: all sets of bahay, by their tiles."""
    complete = set()
    for groups in itertools.combinations_with_replacement(CHOWS + PUNGS, bahay):
        for eye in range(9) if eyes else (None,):
            counts = Counter(itertools.chain(*groups, (eye, eye) if eye is not None else ()))
            if max(counts.values(), default=0) <= 4:
                complete.add(tuple(counts[kind] for kind in range(9)))
    return complete


def complete_rows(rows: Any, bahay: int, eye: int) -> Any:
    """The codes of the groups whose distance is 0."""
    return np.flatnonzero((rows >> np.uint64(4 * bahay + 32 * eye)) & np.uint64(15) == 0)


def tiles_of_codes(kinds: int) -> Any:
    """How many tiles the group of each code has."""
    return np.indices((5,) * kinds).reshape(kinds, -1).sum(axis=0)


@pytest.mark.parametrize(("bahay", "eye"), [(1, 0), (2, 1), (3, 0), (4, 1)])
def test_complete_groups_are_those_that_bahay_and_eye_make(bahay: int, eye: int) -> None:
    exact = tiles_of_codes(RANKS) == 3 * bahay + 2 * eye
    complete = [row for row in complete_rows(group_rows(False, False), bahay, eye) if exact[row]]
    assert set(complete) == {code(counts) for counts in complete_suits(bahay, eye)}


def test_complete_hands_of_one_and_of_three_suits_are_as_many_as_published() -> None:
    """Project Euler, problem 696: w(9, 1, 4) = 13259 and w(9, 3, 4) = 5237550 hands of four bahay and the eye."""
    size = tiles_of_codes(RANKS)
    ways = {
        (bahay, eye): int((size[complete_rows(group_rows(False, False), bahay, eye)] == 3 * bahay + 2 * eye).sum())
        for bahay in range(6)
        for eye in range(2)
    }
    assert ways[4, 1] == 13_259
    three = 0
    for split in itertools.product(range(5), repeat=3):
        if sum(split) == 4:
            for eye in range(3):
                three += int(np.prod([ways[bahay, int(suit == eye)] for suit, bahay in enumerate(split)]))
    assert three == 5_237_550


def nearest(counts: tuple[int, ...], bahay: int, eye: int, most: int) -> int:
    """The distance by enumeration of all targets of one suit."""
    best = 99
    for groups in itertools.combinations_with_replacement(CHOWS + PUNGS, bahay):
        for pair in range(9) if eye else (None,):
            target = Counter(itertools.chain(*groups, (pair, pair) if pair is not None else ()))
            if max(target.values(), default=0) <= most:
                best = min(best, sum(max(0, wanted - counts[kind]) for kind, wanted in target.items()))
    return best


def random_groups(number: int, kinds: int) -> Iterator[tuple[int, ...]]:
    chance = random.Random(11)
    for _ in range(number):
        tiles = chance.sample([kind for kind in range(kinds) for _ in range(4)], chance.randint(0, 17))
        yield tuple(tiles.count(kind) for kind in range(kinds))


@pytest.mark.parametrize("most", [4, 99])
def test_distances_of_a_suit_are_those_of_the_nearest_target(most: int) -> None:
    rows = group_rows(most > 4, False)
    for counts in random_groups(40, RANKS):
        both = unpacked(rows[code(counts)])
        for bahay, eye in itertools.product(range(4), range(2)):
            assert both[eye][bahay] == nearest(counts, bahay, eye, most), (counts, bahay, eye)


def test_distances_of_dragons_and_winds_are_those_of_pungs_and_a_pair() -> None:
    for counts in random_groups(200, HONOURS):
        both = unpacked(group_rows(False, True)[code(counts)])
        for bahay in range(6):
            pungs = itertools.combinations(range(HONOURS), bahay)
            costs = [{kind: max(0, 3 - counts[kind]) for kind in pung} for pung in pungs]
            assert both[0][bahay] == min(15, min(sum(cost.values()) for cost in costs))
            with_eye = [
                sum(cost.values()) + min(max(0, 2 - counts[kind]) for kind in range(HONOURS) if kind not in cost)
                for cost in costs
            ]
            assert both[1][bahay] == min(15, *with_eye)


@pytest.mark.parametrize("equal", [False, True])
def test_seven_pairs_are_seen_where_nothing_lacks(equal: bool) -> None:
    chance = random.Random(17 + equal)
    won = 0
    for _ in range(300):
        picked = [chance.randrange(PLAIN - chance.choice((0, 7))) for _ in range(8)]
        if chance.random() < 0.3:  # a pung and a pair of one kind, with a joker
            picked[1] = picked[0]
        tiles = picked[:1] + 2 * picked
        jokers = chance.randrange(5)
        for _ in range(jokers):
            tiles.remove(chance.choice(tiles))
        hand = tuple(tiles.count(kind) for kind in range(PLAIN))
        if max(hand) > 4:
            continue
        fits = lacking(hand, jokers, equal) == 0
        won += fits
        assert bool(seven_pairs_roles(vector(hand), jokers, -1, equal)[0]) == fits, (hand, jokers)
    assert 30 < won < 290
