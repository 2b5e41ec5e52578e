"""Exact odds of a dealt hand: a meld, four of a kind, all cards in melds. Counts whole hands rank by rank.

    python -m tools.dealt_odds

A hand is read from ace to king. For "all cards in melds" a state is the set of all ways to have sorted the cards that
were read: by suit the length of the run that is open (3: three or more). Two hands with the same set of ways go on
alike, so each set is counted once. Aces are low, as in most rule sets.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

RANKS, SUITS = 13, 4
OPEN_ENDS = (0, 3)
"""Lengths of a run at which its suit may pause: none, or three and more."""
Way = tuple[int, ...]
"""By suit the length of the open run, at most 3."""


def subsets(suits: int) -> list[tuple[int, ...]]:
    """The cards of a rank that a hand may hold, by suit."""
    return [cards for size in range(suits + 1) for cards in combinations(range(suits), size)]


def in_melds(cards: int, ranks: int = RANKS, suits: int = SUITS) -> int:
    """The number of hands of so many cards whose cards all lie in melds at once."""
    start: frozenset[Way] = frozenset([(0,) * suits])
    counts: Counter[tuple[int, frozenset[Way]]] = Counter({(0, start): 1})
    for _ in range(ranks):
        following: Counter[tuple[int, frozenset[Way]]] = Counter()
        for (held, ways), number in counts.items():
            for drawn in subsets(suits):
                if held + len(drawn) <= cards:
                    after = frozenset(way for old in ways for way in _ways(old, drawn))
                    if after:
                        following[held + len(drawn), after] += number
        counts = following
    return sum(
        number
        for (held, ways), number in counts.items()
        if held == cards and any(set(way) <= set(OPEN_ENDS) for way in ways)
    )


@cache  # the same few thousand pairs come up at every rank and for every set of ways
def _ways(way: Way, drawn: tuple[int, ...]) -> tuple[Way, ...]:
    """The ways after the cards of the next rank: each goes on with its suit's run, or into a set of three or four."""
    after: list[Way] = []
    for in_set in subsets(len(way)):
        if len(in_set) in (1, 2) or not set(in_set) <= set(drawn):
            continue
        going = set(drawn) - set(in_set)
        if all(way[suit] in OPEN_ENDS for suit in range(len(way)) if suit not in going):
            after.append(tuple(min(way[suit] + 1, 3) if suit in going else 0 for suit in range(len(way))))
    return tuple(after)


def without_meld(cards: int, ranks: int = RANKS, suits: int = SUITS) -> int:
    """The number of hands of so many cards that hold no set and no run."""
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
    """The number of hands of so many cards with four of a kind, by inclusion and exclusion."""
    deck = SUITS * ranks
    most = min(ranks, cards // SUITS)
    return sum(
        (-1) ** (kinds + 1) * comb(ranks, kinds) * comb(deck - SUITS * kinds, cards - SUITS * kinds)
        for kinds in range(1, most + 1)
    )


def rows() -> list[tuple[str, float, float]]:
    """What a hand may be dealt, and its probability with 12 cards and with the dealer's 13."""
    twelve, thirteen = comb(RANKS * SUITS, 12), comb(RANKS * SUITS, 13)
    return [
        ("a meld", 1 - without_meld(12) / twelve, 1 - without_meld(13) / thirteen),
        ("four of a kind, for a secret meld", with_four(12) / twelve, with_four(13) / thirteen),
        ("all cards in melds", in_melds(12) / twelve, in_melds(13) / thirteen),
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
