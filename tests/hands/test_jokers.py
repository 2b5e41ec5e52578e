import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.naive import JOKERS, NATURALS, all_melds, can_meld_all, is_natural, kind_of, least_deadwood, plain_total
from tests.sample_hands import ACE_RUNS, Hand, House, hands, house, houses, mask, names, some_hands, words
from tongits_sim.hands import jokers as kernels
from tongits_sim.hands.melds import least_deadwood as natural_deadwood

HOUSES = houses(jokers__count=[2], melds__ace_runs=ACE_RUNS, jokers__max_per_meld=[1, 2], jokers__points=[0, 10, 20])
EVERY_MODE = pytest.mark.parametrize("mode", ACE_RUNS)


def bits(cards: Any) -> int:
    return int(cards).bit_count()


def check_wild_meld(faces: Any, played: Any, hand: Hand, rules: House) -> frozenset[str]:
    """The meld is legal (R3, R16); its natural cards, which the hand holds."""
    shown = names(faces)
    by_jokers = names(played)
    assert kind_of(shown, rules.naive), (hand, shown)
    assert by_jokers <= shown
    assert 1 <= len(by_jokers) <= rules.naive["jokers.max_per_meld"], hand
    assert len(shown - by_jokers) >= 2, hand
    assert shown - by_jokers <= set(hand), hand
    return shown - by_jokers


def check_arrangement(hand: Hand, rules: House) -> Any:
    """The kernel's count is the twin's, its melds are legal and apart, and leave just that count."""
    cards = mask(hand)
    best = kernels.arrange(cards, rules.record)
    cost = best[0]
    arrangement = words(best[1:])
    sets, runs, wild_a, as_a, wild_b, as_b = arrangement
    count = int(cost) >> 2
    assert count == least_deadwood(hand, rules.naive), hand
    groups = [names(sets), names(runs)]
    groups += [check_wild_meld(faces, as_, hand, rules) for faces, as_ in ((wild_a, as_a), (wild_b, as_b)) if faces]
    melded = frozenset[str]().union(*groups)
    assert len(melded) == sum(map(len, groups)), f"a card in two melds: {hand}"
    assert melded <= set(hand)
    natural_count = natural_deadwood(sets | runs, rules.ace_runs)[0]
    assert natural_count == 0, f"sets and runs are not all melds: {hand}"
    check_jokers(hand, int(cost), arrangement, melded, rules)
    return best


def check_jokers(hand: Hand, cost: int, arrangement: list[Any], melded: frozenset[str], rules: House) -> None:
    """No more jokers are used than held; with the loose ones the points left are the count; the cost says how many."""
    held = sorted(card for card in hand if card in JOKERS)
    used = bits(arrangement[3]) + bits(arrangement[5])
    assert used <= len(held)
    left = [card for card in hand if is_natural(card) and card not in melded] + held[used:]
    assert plain_total(left, rules.naive) == cost >> 2, hand
    assert cost & 3 == len(held) - used, hand
    assert names(kernels.melded_cards(mask(hand), *arrangement)) == melded | set(held[:used]), hand
    assert (cost == 0) == can_meld_all(hand, rules.naive), hand


@pytest.mark.parametrize("jokers", [0, 1, 2])
@EVERY_MODE
def test_r16_arrange_many_hands(jokers: int, mode: str) -> None:
    rules = [house for house in HOUSES if house.naive["melds.ace_runs"] == mode]
    jokers_melded = runs_with = sets_with = both_in_one = full = 0
    for number, hand in enumerate(hands((300, 1000, 900)[jokers], seed=10 + jokers, jokers=jokers)):
        best = check_arrangement(hand, rules[number % len(rules)])
        wilds = [(faces, as_) for faces, as_ in (best[3:5], best[5:7]) if faces]
        jokers_melded += len(wilds)
        sets_with += sum(len({card[0] for card in names(faces)}) == 1 for faces, _ in wilds)
        runs_with += sum(len({card[1] for card in names(faces)}) == 1 for faces, _ in wilds)
        both_in_one += any(bits(as_) == 2 for _, as_ in wilds)
        full += best[0] == 0
    if jokers:
        assert min(sets_with, runs_with) > 150
        assert full > 50
    assert (both_in_one > 20) == (jokers == 2)


@pytest.mark.parametrize("jokers", [1, 2])
@EVERY_MODE
def test_r16_arrange_all_hands_of_a_few_cards(jokers: int, mode: str) -> None:
    pools = ["Ah 2h 3h 4h Qh Kh Kc Ks Kd", "5h 6h 7h 8h 9h 7c 7d 7s 5c", "Ah Ac As 2h 3h 4h 5h 2c Qh Kh"]
    rules = [house for house in HOUSES if house.naive["melds.ace_runs"] == mode]
    number = 0
    for pool in pools:
        for size in range(2, 9 - jokers):
            for cards in combinations(pool.split(), size):
                number += 1
                check_arrangement(cards + JOKERS[:jokers], rules[number % len(rules)])
    assert number > 1000


@pytest.mark.parametrize(
    ("mode", "cards", "count"),
    [
        ("low", "7c 7d X1", 0),
        ("low", "7c 8c X1", 0),
        ("low", "7c 9c X1", 0),
        ("low", "7c 9c Kd X1", 10),
        ("low", "7c X1", 17),
        ("low", "Kh Ah X1", 21),
        ("high", "Kh Ah X1", 0),
        ("high", "Ah 2h X1", 13),
        ("both", "Ah 2h 4h Qh Kh X1", 0),  # the run with the joker must leave the ace to queen and king
        ("both", "Ah 3h 4h Qh Kh X1", 0),
        ("low", "7c 7d 7h 7s X1", 7),
        ("low", "7c X1 X2", 27),
        ("low", "7c Tc X1 X2", 0),
        ("low", "5c 5d 5h 5s 6h 7h X1", 0),
        ("low", "4h 5h 6h 5c 5d X1", 0),
    ],
)
def test_r16_counts_by_hand(mode: str, cards: str, count: int) -> None:
    rules = house(jokers__count=2, melds__ace_runs=mode, jokers__max_per_meld=2)
    best = check_arrangement(tuple(cards.split()), rules)
    assert best[0] >> 2 == count


def test_r16_one_joker_in_a_meld_where_only_one_is_allowed() -> None:
    for most, count in ((1, 37), (2, 0)):
        rules = house(jokers__count=2, jokers__max_per_meld=most)
        assert check_arrangement(("7c", "Tc", "X1", "X2"), rules)[0] >> 2 == count


def test_r8_a_loose_joker_worth_nothing_is_not_in_a_meld() -> None:
    rules = house(jokers__count=1, jokers__points=0)
    assert check_arrangement(("7c", "7d", "7h", "7s", "X1"), rules)[0] == 1


@settings(max_examples=200)
@given(st.integers(1, 2).flatmap(some_hands), st.sampled_from(HOUSES))
def test_r16_arrange_any_hand_with_jokers(hand: Hand, rules: House) -> None:
    check_arrangement(hand, rules)


def stands_with_jokers(cards: Hand, jokers: int, rules: House) -> bool:
    melds = all_melds(cards + JOKERS[:jokers], rules.naive)
    return any(set(cards) <= set(meld.cards) for meld in melds)


@pytest.mark.parametrize("jokers", [1, 2])
@EVERY_MODE
def test_r16_partners_of_every_card(jokers: int, mode: str) -> None:
    rules = house(jokers__count=2, jokers__max_per_meld=2, melds__ace_runs=mode)
    for card in NATURALS:
        number = int(mask([card])).bit_length() - 1
        expected = {
            natural for natural in NATURALS if natural != card and stands_with_jokers((card, natural), jokers, rules)
        }
        assert names(kernels.wild_partners(number, jokers, rules.ace_runs)) == expected, card


@pytest.mark.parametrize("jokers", [1, 2])
@EVERY_MODE
def test_r16_wild_pair(jokers: int, mode: str) -> None:
    rules = house(jokers__count=2, jokers__max_per_meld=2, melds__ace_runs=mode)
    rng = random.Random(14)
    pairs = 0
    for _ in range(1500):
        cards = tuple(rng.sample(NATURALS, rng.randint(0, 5)))
        expected = any(stands_with_jokers(pair, jokers, rules) for pair in combinations(cards, 2))
        assert kernels.wild_pair(mask(cards), jokers, rules.ace_runs) == expected, cards
        pairs += expected
    assert 300 < pairs < 1300
