import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.naive import JOKERS, NATURALS, RANKS, SUITS, best_arrangement, held_secret, is_joker
from tests.naive.melds import Meld
from tests.referee.settle import long_run_bonus, secret_bonus
from tests.sample_hands import ACE_RUNS, SORTS, THOROUGH, Gen, Hand, House, house, houses, mask, some_hands
from tongits_sim.cards import EMPTY
from tongits_sim.cards import JOKERS as JOKER_MASK
from tongits_sim.hands import bonus

SECRET_HOUSES = houses(
    jokers__count=[2],
    secrets__kinds=["none", "set4", "set4_run"],
    secrets__run_min=[4, 5],
    melds__ace_runs=ACE_RUNS,
    jokers__max_per_meld=[1, 2],
)


def some_taken(rng: Gen, hand: Hand) -> Hand:
    """None, one or two cards of the hand, as if taken from the discards under `free`."""
    return tuple(rng.sample(hand, rng.choice((0, 0, 1, 2))))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_r5_2_holds_secret(jokers: int) -> None:
    rng = random.Random(jokers)
    secrets = count = 0
    for number in range((4000, 2500, 1500)[jokers] * THOROUGH):
        hand = rich_hand(rng, jokers)[rng.randint(0, 8) :]
        rules = SECRET_HOUSES[number % len(SECRET_HOUSES)]
        taken = some_taken(rng, hand) if len(hand) > 1 else ()
        expected = held_secret(hand, taken, rules.naive)
        assert bonus.holds_secret(mask(hand), mask(taken), rules.record) == expected, (hand, taken, rules)
        count += 1
        secrets += expected
    assert count // 10 < secrets < count * 9 // 10


@given(st.integers(0, 2).flatmap(some_hands), st.sampled_from(SECRET_HOUSES), st.integers(0, 99))
def test_r5_2_holds_secret_in_any_hand(hand: Hand, rules: House, seed: int) -> None:
    taken = some_taken(random.Random(seed), hand) if len(hand) > 1 else ()
    assert bonus.holds_secret(mask(hand), mask(taken), rules.record) == held_secret(hand, taken, rules.naive)


@pytest.mark.parametrize(
    ("cards", "taken", "kinds", "expected"),
    [
        ("7c 7d 7h 7s", "", "set4", True),
        ("7c 7d 7h 7s", "", "none", False),
        ("7c 7d 7h 7s", "7s", "set4", False),
        ("4h 5h 6h 7h", "", "set4", False),
        ("4h 5h 6h 7h", "", "set4_run", True),
        ("4h 5h X1 7h", "", "set4_run", True),
        ("4h 5h X1 7h", "X1", "set4_run", False),
        ("7c 7d 7h 7s 8s 9s", "", "set4", True),  # whatever the best arrangement
    ],
)
def test_r5_2_secrets_by_hand(cards: str, taken: str, kinds: str, expected: bool) -> None:
    rules = house(secrets__kinds=kinds, jokers__count=1)
    assert bonus.holds_secret(mask(cards.split()), mask(taken.split()), rules.record) == expected
    assert held_secret(cards.split(), taken.split(), rules.naive) == expected


def random_house(rng: Gen) -> House:
    kinds = rng.choice(["set4", "set4_run", "set4_run", "none"])
    return house(
        jokers__count=2,
        jokers__points=rng.choice([0, 10, 20]),
        jokers__max_per_meld=rng.choice([1, 2]),
        jokers__block_secret_bonus=rng.random() < 0.5,
        melds__ace_runs=rng.choice(ACE_RUNS),
        secrets__kinds=kinds,
        secrets__run_min=rng.choice([4, 5]),
        bonus__secret_set=rng.choice([0.0, 1.0, 2.5]),
        bonus__secret_run=rng.choice([0.0, 1.0, 3.0]),
        bonus__long_run=rng.choice([0.0, 0.0, 1.0, 5.0]),
        bonus__secret_once=rng.random() < 0.4,
        bonus__meld_scope=rng.choice(["concealed", "concealed", "any_own"]),
    )


def naive_bonus(hand: Hand, taken: Hand, rules: House, secrets_pay: bool, laid_best: int) -> tuple[int, list[Meld]]:
    """R3, R14.3: the largest bonus of the arrangements with the least count, and one of them."""

    def earned(melds: list[Meld]) -> int:
        secrets = [0]
        for meld in melds:
            wild = any(map(is_joker, meld.cards))
            clean = not set(taken) & set(meld.cards)
            secrets.append(secret_bonus(rules.naive, meld.kind, len(meld.cards), wild, concealed=clean))
        longs = sum(long_run_bonus(rules.naive, meld.kind, len(meld.cards)) for meld in melds)
        if not secrets_pay:
            secrets = [0]
        return longs + (max(laid_best, *secrets, 0) if rules.naive["bonus.secret_once"] else sum(secrets))

    _, best = best_arrangement(hand, rules.naive, earned)
    return earned(best), best


def held_bonus(hand: np.uint64, taken: np.uint64, rules: Any, secrets_pay: bool, laid_best: int) -> int:
    kernel = bonus.natural_bonus if hand & JOKER_MASK == EMPTY else bonus.wild_bonus
    return int(kernel(hand, taken, rules, secrets_pay, laid_best))


def check_bonus(hand: Hand, taken: Hand, rules: House, secrets_pay: bool, laid_best: int) -> tuple[int, list[Meld]]:
    """The kernel's bonus is the twin's; the bonus, and an arrangement that earns it."""
    expected, melds = naive_bonus(hand, taken, rules, secrets_pay, laid_best)
    paid = held_bonus(mask(hand), mask(taken), rules.record, secrets_pay, laid_best)
    assert paid == expected, f"{' '.join(hand)}; taken {taken}; {rules}; pay {secrets_pay}, laid {laid_best}: {melds}"
    return expected, melds


def rich_hand(rng: Gen, jokers: int) -> Hand:
    size = rng.randint(7, 13 - jokers)
    hand: dict[str, None] = {}
    for _ in range(rng.randint(1, 3)):
        rank = rng.randrange(13)
        suit = rng.choice(SUITS)
        quad = [RANKS[rank] + suit for suit in SUITS]
        run = [RANKS[(rank + i) % 13] + suit for i in range(rng.randint(4, 9))]
        hand |= dict.fromkeys(
            card for card in (quad if rng.random() < 0.4 else run) if rng.random() < 0.97 - jokers / 12
        )
    hand |= dict.fromkeys(rng.choice(SORTS)(rng, 7))
    hand |= dict.fromkeys(rng.sample(NATURALS, 13))
    return (*list(hand)[: size - jokers], *JOKERS[:jokers])


@pytest.mark.parametrize(("jokers", "count"), [(0, 4000), (1, 2500), (2, 1500)])
def test_r14_3_held_bonus(jokers: int, count: int) -> None:
    rng = random.Random(30 + jokers)
    rules_list = [random_house(rng) for _ in range(200)]
    paid = several = wild_secrets = 0
    for number in range(count * THOROUGH):
        hand = rich_hand(rng, jokers)
        secrets_pay = rng.random() < 0.8
        laid_best = rng.choice([0, 100, 250]) if secrets_pay else 0
        bonus, melds = check_bonus(hand, some_taken(rng, hand), rules_list[number % 200], secrets_pay, laid_best)
        paid += bonus > laid_best
        several += bonus > 0 and sum(len(meld.cards) >= 4 for meld in melds) > 1
        wild_secrets += bonus > 0 and any(
            is_joker(card) and len(meld.cards) >= 4 for meld in melds for card in meld.cards
        )
    assert paid > count // 6
    assert several > count // 20
    assert (wild_secrets > count // 10) == (jokers > 0)


@given(st.integers(0, 1).flatmap(some_hands), st.randoms(use_true_random=False))
def test_r14_3_held_bonus_of_any_hand(hand: Hand, rng: Gen) -> None:
    check_bonus(hand, some_taken(rng, hand) if len(hand) > 1 else (), random_house(rng), True, 0)


@pytest.mark.parametrize(
    ("cards", "taken", "knobs", "units"),
    [
        ("7c 7d 7h 7s Kd", "", {}, 2),
        ("7c 7d 7h 7s Kd", "7c", {}, 0),
        ("7c 7d 7h 7s Kd", "7c", {"bonus__meld_scope": "any_own"}, 2),
        ("4h 5h 6h 7h", "", {}, 3),
        ("4h 5h 6h 7h", "", {"secrets__run_min": 5}, 0),
        ("2h 3h 4h 5h 6h 7h 8h 9h", "", {}, 6),  # two runs of four
        ("2h 3h 4h 5h 6h 7h 8h", "2h", {}, 3),  # the taken card in a run of three
        ("2h 3h 4h 5h 6h 7h 8h 9h Th", "", {"bonus__long_run": 1}, 7),
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh", "", {"bonus__long_run": 1}, 8),
        ("2h 3h 4h 5h 6h 7h 8h 9h", "", {"bonus__secret_once": True}, 3),
        ("7c 7d 7h 7s 4h 5h 6h", "", {}, 3),  # the run of four pays more than the set
        ("7c 7d 7h X1", "", {}, 0),
        ("7c 7d 7h X1", "", {"jokers__block_secret_bonus": False}, 2),
        ("7c 7d 7h X1", "X1", {"jokers__block_secret_bonus": False}, 0),
        (
            "4c 4d 4h 4s 3h 5h 6h X1 X2",  # a joker may double the four that lies in the set
            "",
            {"bonus__long_run": 1, "jokers__max_per_meld": 2},
            3,
        ),
    ],
)
def test_r14_3_bonus_by_hand(cards: str, taken: str, knobs: dict[str, Any], units: int) -> None:
    base = {"jokers__count": 2, "secrets__kinds": "set4_run", "bonus__secret_set": 2, "bonus__secret_run": 3}
    rules = house(**base | knobs)
    assert check_bonus(tuple(cards.split()), tuple(taken.split()), rules, True, 0)[0] == 100 * units


def test_r14_3_a_better_secret_on_the_table_is_the_one_that_counts() -> None:
    rules = house(secrets__kinds="set4", bonus__secret_set=2, bonus__secret_once=True)
    hand = mask(["7c", "7d", "7h", "7s"])
    assert [held_bonus(hand, EMPTY, rules.record, True, best) for best in (0, 100, 300)] == [200, 200, 300]
    assert held_bonus(mask(["7c"]), EMPTY, rules.record, True, 300) == 300
