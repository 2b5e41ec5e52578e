"""Lists the melds of an arranged hand, and tests whether cards form a meld."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tongits_sim.cards import JOKERS, NATURALS, U, cards_in
from tongits_sim.hands.melds import NO_MELD, meld_kind
from tongits_sim.rules.codes import MELDS_ACE_RUNS_HIGH, MELDS_ACE_RUNS_LOW

_COLUMN = 0x0001_0001_0001_0001
_LANE = 0x1FFF


def arranged_melds(game: np.record, rules: np.record, seat: int) -> list[list[int]]:
    """The melds of a seat's best arrangement in a `GAME` record, each as a list of cards (ints)."""
    jokers = game.wild[seat], game.wild_as[seat]
    return melds_of(game.hands[seat], game.sets[seat], game.runs[seat], *jokers, rules) if game.hands[seat] else []


def melds_of(
    hand: np.uint64, sets: np.uint64, runs: np.uint64, wild: np.ndarray, wild_as: np.ndarray, rules: np.record
) -> list[list[int]]:
    """The melds of an arranged hand, each as a list of cards (ints).

    Args:
        hand, sets, runs, wild, wild_as: as in a `VIEW`.
        rules: a `RULES` record.
    """
    melds = _sets_of(int(sets)) + runs_of(int(runs), int(rules.melds_ace_runs))
    jokers = cards_in(int(hand) & int(JOKERS))
    for faces, joker_faces in zip(wild, wild_as, strict=True):
        if int(faces) and rules.jokers_count > 0:
            used = [jokers.pop(0) for _ in cards_in(int(joker_faces))]
            melds.append(cards_in(int(faces) & ~int(joker_faces)) + used)
    return melds


def _sets_of(mask: int) -> list[list[int]]:
    columns = [mask & (_COLUMN << rank) for rank in range(13)]
    return [cards_in(column) for column in columns if column]


def runs_of(mask: int, ace_runs: int) -> list[list[int]]:
    """The longest runs in a mask whose cards are all in runs."""
    return [
        [16 * suit + place % 13 for place in places]
        for suit in range(4)
        for places in _cover(mask >> (16 * suit) & _LANE, ace_runs)
    ]


def _cover(lane: int, ace_runs: int) -> list[list[int]]:
    """Split a lane into runs of places 0 (ace) to 13 (ace above the king), which use each card once."""
    if not lane & 1 or ace_runs == MELDS_ACE_RUNS_LOW:
        return _stretches(lane)
    high = _stretches(lane ^ 1 | 1 << 13)
    if ace_runs == MELDS_ACE_RUNS_HIGH or all(len(stretch) >= 3 for stretch in high):
        return high
    return _stretches(lane)


def _stretches(line: int) -> list[list[int]]:
    stretches: list[list[int]] = []
    for place in range(14):
        if line >> place & 1:
            if place == 0 or not line >> (place - 1) & 1:
                stretches.append([])
            stretches[-1].append(place)
    return stretches


def can_be_meld(cards: Iterable[int], ace_runs: int, max_jokers: int) -> bool:
    """Whether the cards form a meld for some faces of their jokers (R3, R16)."""
    mask = sum(1 << card for card in set(cards))
    naturals = mask & int(NATURALS)
    jokers = len(cards_in(mask & int(JOKERS)))
    if naturals.bit_count() < 2 or jokers > max_jokers:
        return False
    if jokers == 0:
        return bool(meld_kind(U(naturals), ace_runs) != NO_MELD)
    candidates = [face for face in cards_in(int(NATURALS)) if not naturals >> face & 1]
    if jokers == 1:
        return any(meld_kind(U(naturals | 1 << face), ace_runs) != NO_MELD for face in candidates)
    return any(
        meld_kind(U(naturals | 1 << first | 1 << second), ace_runs) != NO_MELD
        for first in candidates
        for second in candidates
        if first < second
    )
