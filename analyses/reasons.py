"""The reason for an action in a few words: cards kept, risks taken, and how games end after the action."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from tongits_sim.cards import NATURALS, U, card_text, cards_in, format_mask
from tongits_sim.hands.melds import NO_MELD, least_deadwood, meld_fits, meld_kind
from tongits_sim.rules import rules_record

if TYPE_CHECKING:
    from tongits_sim.table.actions import Action
    from tongits_sim.table.position import Position


class Ends(NamedTuple):
    """Chances after an action: to win, to be burned, to lose a challenge."""

    won: float
    burned: float
    beaten: float


_DIFFER = 0.1
"""A smaller difference of chances is no reason."""
_NEVER = 0.005
"""A smaller chance is printed as 0 %."""


def reason(position: Position, action: Action, ends: Ends) -> str:
    """What an action does to the hand, and how games end after it."""
    chances = (("wins", ends.won), ("burned in", ends.burned), ("beaten in", ends.beaten))
    told = ", ".join(f"{name} {_percent(share)}" for name, share in chances if share >= _NEVER)
    return _sentence("; ".join(filter(None, (_FACTS[action.kind](position, action), _risk(position, action), told))))


def because(position: Position, best: Action, alternative: Action, ends: Ends, instead: Ends) -> str:
    """Why an action is better than an alternative: a fact that holds for the better action only, then the chances that
    differ most. Names at most two reasons; empty if nothing differs.
    """
    fact, same = (_FACTS[action.kind](position, action) for action in (best, alternative))
    parts = [fact] if fact != same else []  # a fact about both actions is no reason
    gains = (ends.won - instead.won, instead.burned - ends.burned, instead.beaten - ends.beaten)
    largest = sorted((number for number in range(3) if gains[number] >= _DIFFER), key=lambda number: -gains[number])
    parts += [_difference(number, ends[number], instead[number]) for number in largest]
    return "; ".join(parts[:2]) + "." if parts else ""


def _difference(chance: int, share: float, instead: float) -> str:
    """One chance (its index in `Ends`) after the better action, and after the alternative."""
    before = f"in {_percent(instead)} of games"
    if share < _NEVER and chance:
        return f"otherwise {('', 'you are burned', 'you lose a challenge')[chance]} {before}"
    happens = ("you win", "burned in", "a challenge is lost in")[chance]
    return f"{happens} {_percent(share)} of games instead of {_percent(instead)}"


def turning(action: str, tables: Mapping[str, Ends]) -> str:
    """Name the chance that differs most between the tables: `if you call: you win 40 % (strong), 88 % (beginners).`"""
    apart = [max(shares) - min(shares) for shares in zip(*tables.values(), strict=True)]
    chance = apart.index(max(apart))
    shares = ", ".join(f"{_percent(ends[chance])} ({table})" for table, ends in tables.items())
    return f"if you {action}: {('you win', 'burned in', 'beaten in')[chance]} {shares}."


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def loose_cards(position: Position, hand: int) -> tuple[int, int]:
    """Cards of a hand outside the melds of its best arrangement (mask), and their points."""
    ace_runs = int(rules_record(position.rules)[0].melds_ace_runs)
    points, sets, runs = least_deadwood(U(hand & int(NATURALS)), ace_runs)
    return hand & int(NATURALS) & ~int(sets) & ~int(runs), int(points)


def partners(card: int) -> list[int]:
    """Pairs of cards (masks) that make a meld of three with a card (int); the ace is low."""
    rank = card & 15
    suit = card >> 4
    same = [1 << (16 * other_suit + rank) for other_suit in range(4) if other_suit != suit]
    pairs = [a | b for a, b in itertools.combinations(same, 2)]
    for first in (rank - 2, rank - 1, rank):
        if first >= 0 and first + 2 <= 12:
            run = sum(1 << (16 * suit + place) for place in range(first, first + 3))
            pairs.append(run & ~(1 << card))
    return pairs


def partial_melds(loose: int, unknown: int) -> list[tuple[int, int]]:
    """Pairs of loose cards (masks) that one unseen card completes to a meld, each with the number of cards that do so;
    the pairs with most cards come first.
    """
    pairs = []
    for a, b in itertools.combinations(cards_in(loose), 2):
        outs = 0
        for pair in partners(a):
            if pair >> b & 1:
                outs |= pair & ~(1 << b)
        count = (outs & unknown).bit_count()
        if count:
            pairs.append((1 << a | 1 << b, count))
    return sorted(pairs, key=_most_outs)


def _most_outs(pair_and_outs: tuple[int, int]) -> tuple[int, int]:
    """A key: pairs with most outs first, then by their cards."""
    pair, outs = pair_and_outs
    return -outs, pair


def _kept(position: Position, hand: int) -> str:
    """The hand after the action: up to two pairs close to a meld, else the points of its loose cards."""
    loose, points = loose_cards(position, hand)
    pairs = list[tuple[int, int]]()
    used = 0
    for pair, outs in partial_melds(loose, position.unknown):
        if not pair & used and len(pairs) < 2:
            used |= pair
            pairs.append((pair, outs))
    if len(pairs) == 2 and pairs[0][1] == pairs[1][1]:
        return (
            f"keeps {format_mask(pairs[0][0])} and {format_mask(pairs[1][0])} ({_cards(pairs[0][1])} would meld each)"
        )
    if pairs:
        return f"keeps {' and '.join(f'{format_mask(pair)} ({_cards(outs)} would meld it)' for pair, outs in pairs)}"
    return f"leaves {points} points, no two cards close to a meld" if loose else "leaves nothing outside melds"


def _fits(position: Position, faces: int) -> int:
    ace_runs = int(rules_record(position.rules)[0].melds_ace_runs)
    kind = int(meld_kind(U(faces), ace_runs))
    return int(meld_fits(U(faces), kind, ace_runs)) if kind != NO_MELD else 0


def _risk(position: Position, action: Action) -> str:
    """What the other players may do with the cards shown."""
    if action.kind == "lay" and not action.face_down:
        outs = (_fits(position, action.cards) & position.unknown).bit_count()
        return f"{_cards(outs)} would fit the meld and block a call"
    if action.kind != "discard":
        return ""
    card = action.cards.bit_length() - 1
    take = position.rules.draw.take_discard
    for meld in position.melds:
        onto = take in ("extend_any", "free") or (take == "extend_own" and meld.owner == position.right)
        if onto and not meld.face_down and _fits(position, meld.cards) >> card & 1:
            return f"right may take {card_text(card)} onto {format_mask(meld.cards)}"
    pairs = [pair for pair in partners(card) if pair & ~position.unknown == 0]
    if not pairs:
        return f"nobody can meld {card_text(card)}"
    more = f" or {len(pairs) - 1} other pair{'' if len(pairs) == 2 else 's'}" if len(pairs) > 1 else ""
    return f"right takes {card_text(card)} with {format_mask(pairs[0])}{more}"


def _discard(position: Position, action: Action) -> str:
    rest = position.hand & ~action.cards
    before, after = loose_cards(position, position.hand)[1], loose_cards(position, rest)[1]
    torn = f"breaks a meld ({after - before:+d} points), " if after > before else ""
    return f"{torn}{_kept(position, rest)}"


def _lay(position: Position, action: Action) -> str:
    is_open = any(meld.owner == position.seat and not meld.face_down for meld in position.melds)
    gain = (
        "hides the meld" if action.face_down else "frees cards" if is_open else "opens the hand, so you may challenge"
    )
    return f"{gain}; {_kept(position, position.hand & ~action.cards)}" if is_open or action.face_down else gain


def _sapaw(position: Position, action: Action) -> str:
    owner = position.melds[action.meld].owner
    rest = position.hand & ~action.cards
    before, after = loose_cards(position, position.hand)[1], loose_cards(position, rest)[1]
    change = f"takes {before - after} points out of the hand" if after < before else f"costs {after - before} points"
    return change if owner == position.seat else f"{change} and may keep {position.name(owner)} from calling"


def _take(position: Position, action: Action) -> str:
    both = position.hand | 1 << position.offer
    if action.meld >= 0:
        return f"adds the discard to a meld and draws no card; {_kept(position, position.hand)}"
    if action.cards.bit_count() == 1:
        return f"takes it into the hand; {_kept(position, both)}"
    rest = both & ~action.cards
    return f"makes a meld at once and leaves {loose_cards(position, rest)[1]} points"


def _draw(position: Position, action: Action) -> str:
    return _kept(position, position.hand)


def _call(position: Position, action: Action) -> str:
    able = [
        f"{position.name(seat)} with {_cards(position.sizes[seat])}"
        for seat in (position.right, position.left)
        if any(meld.owner == seat for meld in position.melds)
    ]
    return f"{' and '.join(able)} may challenge" if able else "nobody with an open meld can challenge"


def _answer(position: Position, action: Action) -> str:
    return f"{position.count} points against {_cards(position.sizes[position.caller])}"


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


_FACTS = {
    "call": _call,
    "pass": _draw,
    "challenge": _answer,
    "fold": _answer,
    "draw": _draw,
    "take": _take,
    "lay": _lay,
    "sapaw": _sapaw,
    "discard": _discard,
}
