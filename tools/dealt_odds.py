"""Exact odds of a dealt hand: a meld, four of a kind, all cards in melds, Tongits at once. Counts hands rank by rank.

    python -m tools.dealt_odds

A hand is read from ace to king. For "all cards in melds" a state is the set of all ways to have sorted the cards that
were read: by suit the length of the run that is open (3: three or more). Two hands with the same set of ways go on
alike, so each set is counted once. Aces are low, as in most rule sets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations, permutations
from math import comb

RANKS, SUITS = 13, 4
OPEN_ENDS = (0, 3)
"""Lengths of a run at which its suit may pause: none, or three and more."""
Way = tuple[int, ...]
"""By suit the length of the open run, at most 3; last, how many more cards may lie in no meld."""
Ways = frozenset[Way]


def subsets(suits: int) -> list[tuple[int, ...]]:
    """The cards of a rank that a hand may hold, by suit."""
    return [cards for size in range(suits + 1) for cards in combinations(range(suits), size)]


def in_melds(cards: int, loose: int = 0, ranks: int = RANKS, suits: int = SUITS) -> int:
    """The number of hands of this many cards that lie in melds at once, except for at most `loose` cards."""
    start: Ways = frozenset([(0,) * suits + (loose,)])
    counts: Counter[tuple[int, Ways]] = Counter({(0, start): 1})
    for rank in range(ranks):
        following: Counter[tuple[int, Ways]] = Counter()
        fewest = cards - suits * (ranks - rank - 1)
        for (held, ways), number in counts.items():
            for drawn in subsets(suits):
                if fewest <= held + len(drawn) <= cards and (after := _after(ways, drawn)):
                    following[held + len(drawn), after] += number
        counts = following
    whole = (number for (_, ways), number in counts.items() if any(set(way[:-1]) <= set(OPEN_ENDS) for way in ways))
    return sum(whole)


@cache
def _after(ways: Ways, drawn: tuple[int, ...]) -> Ways:
    """The ways after the cards of the next rank; hands whose suits are only renamed share theirs."""
    return _renamed(_best(way for old in ways for way in _ways(old, drawn)))


@cache
def _renamed(ways: Ways) -> Ways:
    """Ways that are equal except for the names of suits, in a standard form: the suits in the order that sorts
    first.
    """
    orders = permutations(range(len(next(iter(ways))) - 1)) if ways else [()]
    named = (sorted((*(way[suit] for suit in order), way[-1]) for way in ways) for order in orders)
    return frozenset(min(named))


def _best(ways: Iterable[Way]) -> Ways:
    """The ways without those that differ from another only by allowing fewer loose cards."""
    left: dict[Way, int] = {}
    for *runs, loose in ways:
        left[tuple(runs)] = max(loose, left.get(tuple(runs), 0))
    return frozenset((*runs, loose) for runs, loose in left.items())


def _ways(way: Way, drawn: tuple[int, ...]) -> Iterator[Way]:
    """The ways after the cards of the next rank: each goes on with its suit's run, into a set of three or four, or
    stays loose.
    """
    *runs, loose = way
    for in_set in subsets(len(runs)):
        if len(in_set) in (1, 2) or not set(in_set) <= set(drawn):
            continue
        others = tuple(suit for suit in drawn if suit not in in_set)
        for size in range(min(loose, len(others)) + 1):
            for left_out in combinations(others, size):
                going = set(others) - set(left_out)
                if all(runs[suit] in OPEN_ENDS for suit in range(len(runs)) if suit not in going):
                    after = (min(runs[suit] + 1, 3) if suit in going else 0 for suit in range(len(runs)))
                    yield (*after, loose - size)


def without_meld(cards: int, ranks: int = RANKS, suits: int = SUITS) -> int:
    """The number of hands of this many cards that hold no set and no run."""
    counts: Counter[tuple[int, tuple[int, ...]]] = Counter({(0, (0,) * suits): 1})
    for _ in range(ranks):
        following: Counter[tuple[int, tuple[int, ...]]] = Counter()
        for (held, runs), number in counts.items():
            for drawn in subsets(suits):
                after = tuple(runs[suit] + 1 if suit in drawn else 0 for suit in range(suits))
                if len(drawn) < 3 and max(after) < 3 and held + len(drawn) <= cards:
                    following[held + len(drawn), after] += number
        counts = following
    return sum(number for (held, _), number in counts.items() if held == cards)


def with_four(cards: int, ranks: int = RANKS) -> int:
    """The number of hands of this many cards with four of a kind, by inclusion and exclusion."""
    deck = SUITS * ranks
    most = min(ranks, cards // SUITS)
    return sum(
        (-1) ** (kinds + 1) * comb(ranks, kinds) * comb(deck - SUITS * kinds, cards - SUITS * kinds)
        for kinds in range(1, most + 1)
    )


def rows() -> list[tuple[str, float, float]]:
    """What a hand may be dealt, and its probability with 12 cards and with the dealer's 13."""
    twelve = comb(RANKS * SUITS, 12)
    thirteen = comb(RANKS * SUITS, 13)
    # all but the card that is thrown; who draws from the stock first holds 13 cards that are as random as the dealer's
    at_once = in_melds(13, loose=1) / thirteen
    return [
        ("a meld", 1 - without_meld(12) / twelve, 1 - without_meld(13) / thirteen),
        ("four of a kind, for a secret meld", with_four(12) / twelve, with_four(13) / thirteen),
        ("all cards in melds", in_melds(12) / twelve, in_melds(13) / thirteen),
        ("Tongits on the first turn", at_once, at_once),
    ]


def shown(probability: float) -> str:
    """A probability as a reader takes it in: `60.87 %`, `1 in 24,310`."""
    return f"{100 * probability:.2f} %" if probability > 0.01 else f"1 in {1 / probability:,.0f}"


def table() -> str:
    """The rows as Markdown."""
    lines = ["| dealt | 12 cards | 13 cards, the dealer |", "| --- | ---: | ---: |"]
    lines += [f"| {name} | {shown(twelve)} | {shown(thirteen)} |" for name, twelve, thirteen in rows()]
    return "\n".join(lines)


if __name__ == "__main__":
    print(table())
