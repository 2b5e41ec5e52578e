from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive import RANKS, SUITS, all_melds, kind_of, least_deadwood, plain_total, sapaw_slots
from tests.naive.melds import face_melds, is_set
from tests.sample_hands import ACE_RUNS, House, hands, house, mask, names, some_hands
from tongits_sim.cards import ACES, COLUMN, EMPTY, U, rank_threes
from tongits_sim.hands import melds

EVERY_MODE = pytest.mark.parametrize("mode", ACE_RUNS)
KINDS = {None: melds.NO_MELD, "set": melds.SET, "run": melds.RUN}


def lane_cards(lane: int, suit: str) -> list[str]:
    return [RANKS[rank] + suit for rank in range(13) if lane >> rank & 1]


def column_cards(column: int, rank: str) -> list[str]:
    return [rank + suit for place, suit in enumerate(SUITS) if column >> place & 1]


def short_runs(mode: str) -> list[int]:
    runs = {
        frozenset(face[0] for face in faces) for kind, faces in face_melds(mode) if kind == "run" and len(faces) == 3
    }
    return [sum(1 << RANKS.index(rank) for rank in run) for run in runs]


@EVERY_MODE
def test_r3_meld_kind_of_all_cards_of_a_suit(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    for lane in range(1 << 13):
        cards = lane_cards(lane, SUITS[lane % 4])
        assert melds.meld_kind(mask(cards), rules.ace_runs) == KINDS[kind_of(cards, rules.naive)], cards


@EVERY_MODE
def test_r3_meld_kind_of_all_cards_of_a_rank_and_of_mixtures(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    groups = [column_cards(column, rank) for column in range(1, 16) for rank in RANKS]
    groups += [list(hand) for hand in hands(2000, seed=1, most=7)]
    groups += [[*sorted(faces), extra] for _, faces in face_melds(mode) for extra in ("Ac", "7h") if extra not in faces]
    for cards in groups:
        assert melds.meld_kind(mask(cards), rules.ace_runs) == KINDS[kind_of(cards, rules.naive)], cards


@EVERY_MODE
def test_r6_meld_fits_for_every_meld_there_is(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    for kind, faces in face_melds(mode):
        fits = melds.meld_fits(mask(faces), KINDS[kind], rules.ace_runs)
        assert names(fits) == sapaw_slots(faces, kind, rules.naive), sorted(faces)
    assert len(face_melds(mode)) >= 13 * 5 + 4 * 66


@EVERY_MODE
def test_r3_in_meld_for_all_cards_of_a_suit(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    melding = [[three for three in short_runs(mode) if three >> card & 1] for card in range(13)]
    for lane in range(1 << 13):
        shift = 16 * (lane % 4)
        for card in range(13):
            grown = lane | 1 << card
            expected = any(three & ~grown == 0 for three in melding[card])
            assert melds.in_meld(U(lane << shift), shift + card, rules.ace_runs) == expected, (lane, card)


@EVERY_MODE
def test_r4_in_meld_and_has_meld_with_for_whole_hands(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    with_meld = 0
    for hand in hands(1200, seed=2, most=9):
        card, held = hand[0], hand[1:]
        number = int(mask([card])).bit_length() - 1
        expected = any(card in meld.cards for meld in all_melds(hand, rules.naive))
        assert melds.in_meld(mask(held), number, rules.ace_runs) == expected, hand
        assert melds.in_meld(mask(hand), number, rules.ace_runs) == expected, hand
        assert melds.has_meld_with(mask(hand), number, rules.ace_runs) == expected, hand
        with_meld += expected
    assert with_meld > 300


@EVERY_MODE
def test_r3_has_meld(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    with_meld = 0
    for hand in hands(1500, seed=3, most=7):
        expected = bool(all_melds(hand, rules.naive))
        assert melds.has_meld(mask(hand), rules.ace_runs) == expected, hand
        with_meld += expected
    assert with_meld > 300
    threes = short_runs(mode)
    for lane in range(1 << 13):
        expected = any(three & ~lane == 0 for three in threes)
        assert melds.has_meld(U(lane << 16), rules.ace_runs) == expected, lane


def check_arrangement(hand: tuple[str, ...], rules: House) -> tuple[Any, Any]:
    """The kernel's count is the twin's, and its sets and runs are melds that leave just that count."""
    count, sets, runs = melds.least_deadwood(mask(hand), rules.ace_runs)
    assert count == least_deadwood(hand, rules.naive), hand
    assert sets & runs == EMPTY
    assert (sets | runs) & ~mask(hand) == EMPTY
    assert plain_total(set(hand) - names(sets | runs), rules.naive) == count, hand
    for rank in RANKS:
        of_rank = [card for card in names(sets) if card[0] == rank]
        assert not of_rank or is_set(of_rank), hand
    for suit in SUITS:
        of_suit = [card for card in names(runs) if card[1] == suit]
        assert least_deadwood(of_suit, rules.naive) == 0, hand
    return sets, runs


@EVERY_MODE
def test_r3_least_deadwood_of_many_hands(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    quarrels = fours_torn = 0
    for hand in hands(2000, seed=4):
        check_arrangement(hand, rules)
        quarrels += is_quarrel(hand, rules)
        fours_torn += any(is_torn_four(hand, rank, rules) for rank in RANKS)
    assert quarrels > 500
    assert fours_torn > 90


def is_quarrel(hand: tuple[str, ...], rules: House) -> bool:
    cards = mask(hand)
    threes = (rank_threes(cards) * COLUMN) & cards
    high = {"low": EMPTY, "high": ACES, "both": EMPTY}[rules.naive["melds.ace_runs"]]
    return bool(melds.run_cover(cards, high) & threes != EMPTY)


def is_torn_four(hand: tuple[str, ...], rank: str, rules: House) -> bool:
    four = [card for card in hand if card[0] == rank]
    return len(four) == 4 and is_quarrel(hand, rules)


@EVERY_MODE
def test_r3_least_deadwood_of_all_hands_of_a_few_cards(mode: str) -> None:
    rules = house(melds__ace_runs=mode)
    pool = ["Ah", "2h", "3h", "Jh", "Qh", "Kh", "Ac", "As", "Kc", "Ks", "2c", "3c"]
    for size in range(3, 8):
        for hand in combinations(pool, size):
            check_arrangement(hand, rules)


@pytest.mark.parametrize(
    ("mode", "cards", "count"),
    [
        ("low", "Ah 2h 3h", 0),
        ("high", "Ah 2h 3h", 6),
        ("both", "Ah 2h 3h", 0),
        ("low", "Qh Kh Ah", 21),
        ("high", "Qh Kh Ah", 0),
        ("both", "Qh Kh Ah", 0),
        ("both", "Kh Ah 2h", 13),
        ("both", "Ah 2h 3h Qh Kh", 5),
        ("both", "Ah 2h 3h 4h Qh Kh", 0),
        ("low", "7c 7d 7h 7s 8s 9s", 0),
        ("low", "7c 7d 7h 8h 9h", 14),
        ("low", "5c 5d 5h 6h 7h 7c 7d", 6),
        ("both", "Ac Ad Ah 2h 3h Qh Kh", 7),
        ("both", "Ah 2h 3h Qh Kh As 2s 3s Qs Ks Qc Qd", 15),  # one ace low, the other high
    ],
)
def test_r3_counts_by_hand(mode: str, cards: str, count: int) -> None:
    rules = house(melds__ace_runs=mode)
    hand = tuple(cards.split())
    assert melds.least_deadwood(mask(hand), rules.ace_runs)[0] == count
    check_arrangement(hand, rules)


@given(some_hands(), st.sampled_from(ACE_RUNS))
def test_r3_least_deadwood_of_any_hand(hand: tuple[str, ...], mode: str) -> None:
    check_arrangement(hand, house(melds__ace_runs=mode))
