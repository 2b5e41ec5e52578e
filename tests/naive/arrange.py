"""Arranging a hand into melds, by trying every arrangement (R3, R8)."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache

from tests.naive.cards import Rules, is_joker, plain_total, points
from tests.naive.melds import Meld, all_melds

Bonus = Callable[[list[Meld]], int | Fraction]
"""A worth of the melds of an arrangement; of what jokers show only kind and size may matter, not which face."""


Starting = dict[str, list[tuple[frozenset[str], Meld]]]
"""For each card the melds, with their cards, of which it is the first card."""


def melds_by_first_card(hand: Iterable[str], rules: Rules) -> tuple[list[str], Starting]:
    """The hand in a fixed order (jokers last), and for each card the melds in which it is the first of that order.

    Of melds of the same cards one is enough: the natural cards (at least two) decide between set and run.
    """
    order = sorted(hand, key=lambda card: (is_joker(card), card))
    distinct = {frozenset(meld.cards): meld for meld in all_melds(order, rules)}
    starting: Starting = {card: [] for card in order}
    for cards, meld in distinct.items():
        starting[min(cards, key=order.index)].append((cards, meld))
    return order, starting


class Arranger:
    """All arrangements of one hand into melds (R3: a card is in one meld only).

    The first card not yet dealt with is either left unmelded or is the first card of one of its melds; that tries
    every arrangement exactly once.
    """

    def __init__(self, hand: Iterable[str], rules: Rules) -> None:
        self.rules = rules
        self.order, self.starting = melds_by_first_card(hand, rules)
        self.least = cache(self._least)

    def _first(self, left: frozenset[str]) -> str:
        return next(card for card in self.order if card in left)

    def _least(self, left: frozenset[str]) -> int:
        """R3: the least total of unmelded cards over all arrangements of the cards left."""
        if not left:
            return 0
        first = self._first(left)
        loose = points(first, self.rules) + self.least(left - {first})
        return min([loose, *(self.least(left - cards) for cards, _ in self.starting[first] if cards <= left)])

    def best(self, left: frozenset[str]) -> Iterator[list[Meld]]:
        """R3: every arrangement of the cards left that reaches the least total."""
        if not left:
            yield []
            return
        first = self._first(left)
        if points(first, self.rules) + self.least(left - {first}) == self.least(left):
            yield from self.best(left - {first})
        for cards, meld in self.starting[first]:
            if cards <= left and self.least(left - cards) == self.least(left):
                yield from ([meld, *rest] for rest in self.best(left - cards))


def best_arrangement(hand: Iterable[str], rules: Rules, bonus: Bonus | None = None) -> tuple[int, list[Meld]]:
    """R3: (least total of unmelded cards, the melds of such an arrangement).

    With `bonus` the arrangement is, among those with the least total, one with the largest bonus. The total is the one
    over all arrangements also where `showdown.hand_melds_count_zero` is false (fine print R3).
    """
    cards = frozenset(hand)
    arranger = Arranger(cards, rules)
    arrangements = arranger.best(cards)
    melds = next(arrangements) if bonus is None else max(arrangements, key=bonus)
    return arranger.least(cards), melds


def least_deadwood(hand: Iterable[str], rules: Rules) -> int:
    """R3: the least total of unmelded cards over all arrangements."""
    return best_arrangement(hand, rules)[0]


def count(hand: Iterable[str], rules: Rules) -> int:
    """R3: the deadwood count of a hand as it is compared and paid (`showdown.hand_melds_count_zero`)."""
    cards = list(hand)
    return least_deadwood(cards, rules) if rules["showdown.hand_melds_count_zero"] else plain_total(cards, rules)


def full_arrangement(hand: Iterable[str], rules: Rules) -> list[Meld] | None:
    """R8, R1.3: melds that use up the whole hand, or None. No card may be loose, not even a joker worth 0 points."""
    order, starting = melds_by_first_card(hand, rules)
    dead_ends: set[frozenset[str]] = set()

    def arrange(left: frozenset[str]) -> list[Meld] | None:
        if not left:
            return []
        if left in dead_ends:
            return None
        first = next(card for card in order if card in left)
        for cards, meld in starting[first]:
            rest = arrange(left - cards) if cards <= left else None
            if rest is not None:
                return [meld, *rest]
        dead_ends.add(left)
        return None

    return arrange(frozenset(order))


def can_meld_all(hand: Iterable[str], rules: Rules) -> bool:
    """R8: whether every card of the hand can be in a meld."""
    return full_arrangement(hand, rules) is not None
