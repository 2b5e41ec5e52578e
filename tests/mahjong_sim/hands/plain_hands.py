"""The slow, obvious twins of the evaluation of hands: sets, recursion and no tables; written from V9 and V10."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from mahjong_sim.tiles import BEAUTY, CHOW, COPIES, KANG, KINDS, NEWS, PLAIN, PUNG, SAGASA, SECRET, SUITED, parse_tiles

Group = tuple[str, int]  # "chow" or "pung" and the lowest tile
Hand = tuple[int, ...]  # counts of 34 kinds

CHOWS = [kind for kind in range(SUITED) if kind % 9 <= 6]
GROUPS: list[tuple[Group, tuple[int, ...]]] = [
    *((("chow", kind), (kind, kind + 1, kind + 2)) for kind in CHOWS),
    *((("pung", kind), (kind,) * 3) for kind in range(PLAIN)),
]
BAHAY_NAMES = {int(CHOW): "chow", int(BEAUTY): "beauty", int(NEWS): "news"}
BAHAY_NAMES |= {int(code): "pung" for code in (PUNG, KANG, SECRET, SAGASA)}


def counts_of(text: str) -> Any:
    counts = np.zeros(KINDS, np.int8)
    for kind in parse_tiles(text):
        counts[kind] += 1
    return counts


def vector(hand: Hand) -> Any:
    return np.array([*hand, *[0] * (KINDS - PLAIN)], np.int8)


def minus(hand: Hand, tiles: tuple[int, ...]) -> Hand | None:
    rest = list(hand)
    for kind in tiles:
        rest[kind] -= 1
    return tuple(rest) if min(rest) >= 0 else None


def arrangements(hand: Hand, bahay: int) -> Iterator[tuple[tuple[Group, ...], int]]:
    """All ways to make a hand of bahay and an eye, no tile left: (groups, kind of the eye)."""
    for eye in range(PLAIN):
        rest = minus(hand, (eye, eye))
        if rest is not None:
            for groups in all_groups(rest, bahay):
                yield groups, eye


def all_groups(hand: Hand, bahay: int) -> Iterator[tuple[Group, ...]]:
    """All ways to make a hand of bahay, no tile left; the lowest tile is in one of its groups."""
    lowest = next((kind for kind, count in enumerate(hand) if count), None)
    if lowest is None or bahay == 0:
        if lowest is None and bahay == 0:
            yield ()
        return
    for group, tiles in GROUPS:
        if tiles[0] == lowest and (rest := minus(hand, tiles)) is not None:
            yield from ((group, *others) for others in all_groups(rest, bahay - 1))


def holds(hand: Hand, bahay: int) -> bool:
    return any((rest := minus(hand, (eye, eye))) is not None and _holds(rest, bahay, 0) for eye in range(PLAIN))


def _holds(hand: Hand, bahay: int, first: int) -> bool:
    if bahay == 0:
        return True
    return any(
        (rest := minus(hand, GROUPS[number][1])) is not None and _holds(rest, bahay - 1, number)
        for number in range(first, len(GROUPS))
    )


def holds_pairs(hand: Hand, equal: bool) -> bool:
    for pung in range(PLAIN):
        if hand[pung] >= 3:
            rest = minus(hand, (pung,) * 3)
            assert rest is not None
            pairs = sum(count // 2 if equal else min(count // 2, 1) for kind, count in enumerate(rest))
            if not equal and rest[pung] >= 2:
                pairs -= 1
            if pairs >= 7:
                return True
    return False


def steps_away(hand: Hand, bahay: int, pairs: int, most: int) -> int:
    """Tiles that must come, breadth first: no tile, every tile, every two tiles; `most` + 1 if more than `most`."""
    for number in range(most + 1):
        for tiles in itertools.combinations_with_replacement(range(PLAIN), number):
            more = Counter(tiles)
            fuller = tuple(count + more[kind] for kind, count in enumerate(hand))
            if max(fuller) <= COPIES and (
                holds(fuller, bahay) or (pairs and bahay == 5 and holds_pairs(fuller, pairs == 2))
            ):
                return number
    return most + 1


def least_lacking(hand: Hand, jokers: int, bahay: int) -> int:
    """Tiles that must come for bahay and an eye: over all groups and eyes, branch and bound.

    With jokers the target may have more than four tiles of a kind.
    """
    limit = 99 if jokers else COPIES
    groups = sorted(GROUPS, key=lambda each: sum(hand[kind] == 0 for kind in each[1]))
    best = [99]

    def extend(target: list[int], suited: int, honours: int, left: int, first: int) -> None:
        if honours + max(0, suited - jokers) >= best[0]:
            return
        if left == 0:
            best[0] = honours + max(0, suited - jokers)
            return
        for number in range(first, len(groups)):
            add(target, groups[number][1], suited, honours, left - 1, number)

    def add(target: list[int], tiles: tuple[int, ...], suited: int, honours: int, left: int, first: int) -> None:
        for kind in tiles:
            target[kind] += 1
            lacking = target[kind] > hand[kind]
            suited += lacking and kind < SUITED
            honours += lacking and kind >= SUITED
        if all(target[kind] <= limit for kind in tiles):
            extend(target, suited, honours, left, first)
        for kind in tiles:
            target[kind] -= 1

    for eye in sorted(range(PLAIN), key=lambda kind: -hand[kind]):
        add([0] * PLAIN, (eye, eye), 0, 0, bahay, 0)
    return best[0]


def stand_ins(hand: Hand, jokers: int) -> Iterator[tuple[Hand, Counter[int]]]:
    for kinds in itertools.combinations_with_replacement(range(SUITED), jokers):
        stands = Counter(kinds)
        yield tuple(count + stands[kind] for kind, count in enumerate(hand)), stands


class Winner:
    def __init__(self, hand: Hand, jokers: int, winning: int, by_draw: bool, melds: list[tuple[int, int]]) -> None:
        self.hand, self.jokers, self.winning, self.by_draw, self.melds = hand, jokers, winning, by_draw, melds

    def value(self, knobs: dict[str, Any]) -> int:
        """The value in cents by V10, without the quick win; -1 if the hand is not complete."""
        totals = [sum(round(100 * knobs[f"hand.{item}"]) for item in items) for items in self.all_items(knobs)]
        return max(totals, default=-1)

    def all_items(self, knobs: dict[str, Any]) -> Iterator[set[str]]:
        single_only = knobs["wait.single"] == "only" and self.winning >= 0 and len(self.awaited(knobs)) > 1
        for full, _ in stand_ins(self.hand, self.jokers):
            for groups, eye in arrangements(full, 5 - len(self.melds)):
                for role in self.roles(groups, eye):
                    yield self.shape(groups, eye, knobs) | wait_items(role, knobs, single_only)
            if not self.melds and knobs["win.seven_pairs"]:
                for role in pair_roles(full, self.winning, knobs["win.equal_pairs"]):
                    items = {"win", "seven_pairs"} | wait_items(role, knobs, single_only)
                    items |= {"concealed"} if self.by_draw or knobs["concealed.discard"] else set()
                    items |= {"flush"} if one_suit({kind for kind in range(PLAIN) if full[kind]}) else set()
                    yield items

    def shape(self, groups: tuple[Group, ...], eye: int, knobs: dict[str, Any]) -> set[str]:
        codes = [code for code, _ in self.melds]
        names = [name for name, _ in groups] + [BAHAY_NAMES[code] for code in codes]
        chows = {tile for name, tile in groups if name == "chow"} | {tile for code, tile in self.melds if code == CHOW}
        tiles = {eye} | {tile for _, tile in groups} | {tile for _, tile in self.melds}
        opened = [code for code in codes if code != SECRET]
        items = {"win"}
        if set(names) == {"chow"}:
            items.add("all_chows")
        if set(names) == {"pung"}:
            items.add("all_pungs")
        if not opened and (not codes or knobs["concealed.secret"]) and (self.by_draw or knobs["concealed.discard"]):
            items.add("concealed")
        if len(opened) == 5:
            items.add("all_revealed")
        if any({suit, suit + 3, suit + 6} <= chows for suit in (0, 9, 18)):
            items.add("straight")
        if one_suit(tiles):
            items.add("flush")
        return items

    def roles(self, groups: tuple[Group, ...], eye: int) -> set[str]:
        tile = self.winning
        roles = set()
        if tile < 0:
            return {"none"}
        if tile == eye:
            roles.add("single")
        for name, lowest in groups:
            if name == "pung" and lowest == tile:
                roles.add("pung")
            elif name == "chow" and lowest <= tile <= lowest + 2:
                middle = tile == lowest + 1
                edge = (lowest % 9, tile - lowest) in ((0, 2), (6, 0))
                roles.add("middle" if middle else "single" if edge else "open")
        return roles

    def awaited(self, knobs: dict[str, Any]) -> set[int]:
        before = minus(self.hand, (self.winning,))
        assert before is not None
        answer = set()
        for kind in range(PLAIN):
            if before[kind] < COPIES:
                after = tuple(count + (kind == place) for place, count in enumerate(before))
                plain = {**knobs, "wait.single": "shape"}
                if Winner(after, self.jokers, -1, True, self.melds).value(plain) >= 0:
                    answer.add(kind)
        return answer


def pair_roles(full: Hand, winning: int, equal: bool) -> set[str]:
    """What the winning tile can have completed in seven pairs and a pung; nothing if the hand is not that."""
    roles = set()
    for pung in range(PLAIN):
        rest = minus(full, (pung,) * 3)
        if rest is None or sum(rest) != 14 or any(count % 2 for count in rest):
            continue
        if not equal and (max(rest) > 2 or rest[pung]):
            continue
        if winning < 0 or winning == pung:
            roles.add("none")
        if winning >= 0 and rest[winning]:
            roles.add("single")
    return roles


def one_suit(tiles: set[int]) -> bool:
    return max(tiles) < SUITED and len({tile // 9 for tile in tiles}) == 1


def wait_items(role: str, knobs: dict[str, Any], single_only: bool) -> set[str]:
    if role == "pung":
        return {"back_to_back"}
    if role == "middle" and not single_only:
        return {"paninigit", "single_wait"} if knobs["wait.stack"] else {"paninigit"}
    return {"single_wait"} if role == "single" and not single_only else set()


def random_winner(chance: random.Random, most_jokers: int = 0, suits: tuple[int, int] | None = None) -> Winner:
    """A complete hand of random bahay, some of them on the table, up to so many of its suited tiles jokers.

    `suits`: the first of the kinds it is made of, and the end.
    """
    suits = suits or chance.choice(((0, 34), (0, 34), (0, 9), (0, 12), (18, 34)))
    while True:
        used: Counter[int] = Counter()
        melds: list[tuple[int, int]] = []
        hand = [0] * PLAIN
        if chance.random() < 0.2:
            kinds = [chance.randrange(*suits) for _ in range(8)]
            for number, kind in enumerate(kinds):
                hand[kind] += 2 + (number == 0)
            used.update(dict(enumerate(hand)))
        else:
            for _ in range(5):
                pung = chance.random() < 0.4
                kind = chance.randrange(*suits)
                if not pung and kind not in CHOWS:
                    pung = True
                tiles: tuple[int, ...] = (kind,) * 3 if pung else (kind, kind + 1, kind + 2)
                if chance.random() < 0.35:
                    code = chance.choice((PUNG, KANG, SECRET, SAGASA)) if pung else CHOW
                    if chance.random() < 0.05:
                        code, kind = chance.choice(((BEAUTY, 27), (NEWS, 30)))
                        tiles = (27, 28, 29) if code == BEAUTY else (30, 31, 32, 33)
                    elif code in (KANG, SECRET, SAGASA):
                        tiles = (kind,) * 4
                    melds.append((int(code), kind))
                else:
                    for tile in tiles:
                        hand[tile] += 1
                used.update(tiles)
            eye = chance.randrange(*suits)
            hand[eye] += 2
            used.update((eye, eye))
        jokers = 0
        for _ in range(chance.randint(0, most_jokers)):
            tile = chance.choice([kind for kind in range(PLAIN) if hand[kind]])
            if tile < SUITED:
                hand[tile] -= 1
                used[tile] -= 1
                jokers += 1
        if max(used.values()) <= COPIES and any(hand):
            winning = chance.choice([kind for kind in range(PLAIN) if hand[kind]])
            return Winner(tuple(hand), jokers, winning, chance.random() < 0.5, melds)
