"""Hands for the tests of the hand kernels: drawn so that sets and runs really quarrel; as text and as masks."""

import os
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.naive import DEFAULTS, JOKERS, NATURALS, RANKS, SUITS, Rules
from tongits_sim.cards import U, card_text, cards_in, parse_card
from tongits_sim.rules import RuleSet
from tongits_sim.rules.record import rules_record

ACE_RUNS = ("low", "high", "both")
THOROUGH = int(os.environ.get("TONGITS_THOROUGH", "1"))
"""How many times as many random cases as usual."""

Hand = tuple[str, ...]
Gen = random.Random


@dataclass(frozen=True)
class House:
    """House rules in two forms: `naive` for the slow twin, `record` for the kernels; `knobs`: what is no default."""

    knobs: tuple[tuple[str, Any], ...]
    naive: Rules = field(repr=False, compare=False)
    record: Any = field(repr=False, compare=False)

    @property
    def ace_runs(self) -> Any:
        return self.record.melds_ace_runs


@cache
def _house(knobs: tuple[tuple[str, Any], ...]) -> House:
    rules = RuleSet.from_knobs(dict(knobs))
    return House(knobs, DEFAULTS | dict(knobs), rules_record(rules)[0])


def house(**knobs: Any) -> House:
    """The default rules with these knobs changed: `house(melds__ace_runs="both")`."""
    return _house(tuple(sorted((name.replace("__", "."), value) for name, value in knobs.items())))


def houses(**choices: Iterable[Any]) -> list[House]:
    return [house(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())]


def mask(cards: Iterable[str]) -> Any:
    value = 0
    for card in cards:
        value |= 1 << parse_card(card)
    return U(value)


def words(masks: Iterable[Any]) -> list[Any]:
    """What a kernel returned, as uint64 again: numba hands whole numbers to Python as plain ints."""
    return [U(mask) for mask in masks]


def names(cards: int | np.uint64) -> frozenset[str]:
    return frozenset(card_text(card) for card in cards_in(cards))


def any_hand(rng: Gen, size: int) -> list[str]:
    return rng.sample(NATURALS, size)


def few_suits(rng: Gen, size: int) -> list[str]:
    suits = rng.sample(SUITS, 1 if size <= 11 and rng.random() < 0.3 else 2)
    return rng.sample([card for card in NATURALS if card[1] in suits], size)


def few_ranks(rng: Gen, size: int) -> list[str]:
    """From four or five neighbouring ranks, round the corner too: sets that quarrel with runs."""
    start = rng.randrange(13)
    width = rng.choice((4, 5))
    ranks = [RANKS[(start + i) % 13] for i in range(width)]
    return rng.sample([card for card in NATURALS if card[0] in ranks], min(size, 4 * width - 1))


def corner(rng: Gen, size: int) -> list[str]:
    return rng.sample([card for card in NATURALS if card[0] in "A23JQK"], size)


def patched(rng: Gen, size: int) -> list[str]:
    hand: set[str] = set()
    while len(hand) < size:
        rank = rng.randrange(13)
        suit = rng.choice(SUITS)
        if rng.random() < 0.5:
            group = [RANKS[rank] + suit for suit in SUITS]
        else:
            group = [RANKS[(rank + i) % 13] + suit for i in range(rng.randint(3, 6))]
        hand |= {card for card in group if rng.random() < 0.85}
    return rng.sample(sorted(hand), size)


SORTS: tuple[Callable[[Gen, int], list[str]], ...] = (any_hand, few_suits, few_ranks, corner, patched)


def hands(count: int, seed: int, jokers: int = 0, most: int = 13) -> Iterator[Hand]:
    """`count` hands (times THOROUGH) of all sorts and sizes, most of 11 to `most` cards, with this many jokers."""
    rng = random.Random(seed)
    for number in range(count * THOROUGH):
        size = rng.randint(3, most) if number % 4 == 0 else rng.randint(min(11, most - 2), most)
        naturals = SORTS[number % len(SORTS)](rng, size - jokers)
        chosen = rng.sample(JOKERS, jokers)
        yield tuple(naturals) + tuple(chosen)


def some_hands(jokers: int = 0, most: int = 13) -> st.SearchStrategy[Hand]:
    pools = st.sampled_from(
        [NATURALS, [c for c in NATURALS if c[1] in "ch"], [c for c in NATURALS if c[0] in "A234QK"]]
    )
    naturals = pools.flatmap(lambda pool: st.lists(st.sampled_from(pool), max_size=most - jokers, unique=True))
    return naturals.map(lambda cards: tuple(cards) + JOKERS[:jokers])
