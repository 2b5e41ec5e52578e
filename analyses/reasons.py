"""The reason for an action in a sentence: the cards it keeps, the risks it takes, from the cards and the rollouts."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from tongits_sim.cards import NATURALS, U, card_text, cards_in, format_mask
from tongits_sim.hands.melds import NO_MELD, least_deadwood, meld_fits, meld_kind
from tongits_sim.rules import rules_record
from tongits_sim.table.position import Position

if TYPE_CHECKING:
    from tongits_sim.table.options import Option
    from tongits_sim.table.rollouts import OptionEstimate


def reason(position: Position, option: Option, estimate: OptionEstimate) -> str:
    """The reason for an option's value."""
    maker = _REASONS[option.kind]
    text = maker(position, option, estimate)
    return text[0].upper() + text[1:] + "."


def loose_cards(position: Position, hand: int) -> tuple[int, int]:
    """Cards of a hand outside the melds of its best arrangement (mask), and their points."""
    ace_runs = int(rules_record(position.rules)[0].melds_ace_runs)
    points, sets, runs = least_deadwood(U(hand & int(NATURALS)), ace_runs)
    return hand & int(NATURALS) & ~int(sets) & ~int(runs), int(points)


def partners(card: int) -> list[int]:
    """Pairs of other cards (masks) that make a meld of three with a card (int), the ace low."""
    rank, suit = card & 15, card >> 4
    same = [1 << (16 * other + rank) for other in range(4) if other != suit]
    pairs = [a | b for a, b in itertools.combinations(same, 2)]
    for first in (rank - 2, rank - 1, rank):
        if first >= 0 and first + 2 <= 12:
            run = sum(1 << (16 * suit + place) for place in range(first, first + 3))
            pairs.append(run & ~(1 << card))
    return pairs


def partial_melds(loose: int, unknown: int) -> list[tuple[int, int]]:
    """Pairs of loose cards (masks) that one unseen card makes a meld of, and how many such cards; most first."""
    pairs = []
    for a, b in itertools.combinations(cards_in(loose), 2):
        outs = 0
        for pair in partners(a):
            if pair >> b & 1:
                outs |= pair & ~(1 << b)
        count = (outs & unknown).bit_count()
        if count:
            pairs.append((1 << a | 1 << b, count))
    return sorted(pairs, key=lambda each: (-each[1], each[0]))


def _hand_words(position: Position, hand: int) -> str:
    """The hand after the action: up to two pairs that may become melds, else its loose points."""
    loose, points = loose_cards(position, hand)
    parts, used = list[str](), 0
    for pair, outs in partial_melds(loose, position.unknown):
        if not pair & used and len(parts) < 2:
            used |= pair
            parts.append(f"{format_mask(pair)} ({_unseen(outs, 'make')} a meld)")
    if parts:
        return f"keeps {' and '.join(parts)}"
    if loose == 0:
        return "leaves nothing outside melds"
    return f"leaves {points} points outside melds, no two of them close to a meld"


def _gift_words(position: Position, card: int) -> str:
    """The ways for the next player to use a discard."""
    take = position.rules.draw.take_discard
    for meld in position.melds:
        onto = take == "extend_any" or take == "free" or (take == "extend_own" and meld.owner == position.right)
        if onto and not meld.face_down and _fits(position, meld.cards) >> card & 1:
            return f"right may take {card_text(card)} onto {format_mask(meld.cards)}"
    pairs = [pair for pair in partners(card) if pair & ~position.unknown == 0]
    if not pairs:
        return f"no unseen cards make a meld with {card_text(card)}"
    named = ", ".join(format_mask(pair) for pair in pairs[:2])
    more = f" or {len(pairs) - 2} other pairs" if len(pairs) > 3 else " or another pair" if len(pairs) == 3 else ""
    return f"right takes {card_text(card)} with {named}{more}"


def _fits(position: Position, faces: int) -> int:
    ace_runs = int(rules_record(position.rules)[0].melds_ace_runs)
    kind = int(meld_kind(U(faces), ace_runs))
    return int(meld_fits(U(faces), kind, ace_runs)) if kind != NO_MELD else 0


def _discard(position: Position, option: Option, estimate: OptionEstimate) -> str:
    card = option.cards.bit_length() - 1
    rest = position.hand & ~option.cards
    before, after = loose_cards(position, position.hand)[1], loose_cards(position, rest)[1]
    torn = f"breaks a meld ({after - before:+d} points loose), " if after > before else ""
    return f"{torn}{_hand_words(position, rest)}; risk: {_gift_words(position, card)}"


def _lay(position: Position, option: Option, estimate: OptionEstimate) -> str:
    rest = position.hand & ~option.cards
    is_open = any(meld.owner == position.seat and not meld.face_down for meld in position.melds)
    if option.face_down:
        return f"hides the meld; {_hand_words(position, rest)}; burned in {_percent(estimate.burned)}"
    outs = (_fits(position, option.cards) & position.unknown).bit_count()
    gain = "frees cards" if is_open else "opens the hand: no longer burned, may challenge, may soon call"
    return f"{gain}; {_hand_words(position, rest)}; risk: {_unseen(outs, 'fit')} the meld, which blocks a call"


def _sapaw(position: Position, option: Option, estimate: OptionEstimate) -> str:
    owner = position.melds[option.meld].owner
    rest = position.hand & ~option.cards
    before, after = loose_cards(position, position.hand)[1], loose_cards(position, rest)[1]
    change = f"takes {before - after} points out of the hand" if after < before else f"costs {after - before} points"
    if owner == position.seat:
        return f"{change}; {_hand_words(position, rest)}"
    return f"{change} and may keep {position.name(owner)} from calling; {_hand_words(position, rest)}"


def _take(position: Position, option: Option, estimate: OptionEstimate) -> str:
    both = position.hand | 1 << position.offer
    if option.meld >= 0:
        return f"adds the discard to a meld and draws no card; {_hand_words(position, position.hand)}"
    if option.cards.bit_count() == 1:
        return f"takes it into the hand; {_hand_words(position, both)}"
    rest = both & ~option.cards
    loose = loose_cards(position, rest)[1]
    return f"makes a meld at once and leaves {loose} points loose; {_hand_words(position, rest)}"


def _draw(position: Position, option: Option, estimate: OptionEstimate) -> str:
    count = position.unknown.bit_count()
    return f"{_hand_words(position, position.hand)}, and sees one of {count} unseen cards; {_ends(estimate)}"


def _call(position: Position, option: Option, estimate: OptionEstimate) -> str:
    points = loose_cards(position, position.hand)[1]
    able = [
        f"{position.name(seat)} with {_cards(position.sizes[seat])}"
        for seat in (position.right, position.left)
        if any(meld.owner == seat for meld in position.melds)
    ]
    rivals = f"{' and '.join(able)} may challenge" if able else "nobody with an open meld can challenge"
    return f"count {points}; {rivals}; beaten in {_percent(estimate.beaten)}"


def _challenge(position: Position, option: Option, estimate: OptionEstimate) -> str:
    points = loose_cards(position, position.hand)[1]
    caller = f"{position.name(position.caller)} called with {_cards(position.sizes[position.caller])}"
    return f"count {points}; {caller}; wins {_percent(estimate.won)}, is beaten in {_percent(estimate.beaten)}"


def _fold(position: Position, option: Option, estimate: OptionEstimate) -> str:
    return f"pays for a fold and no more; wins {_percent(estimate.won)}"


def _pass(position: Position, option: Option, estimate: OptionEstimate) -> str:
    return f"plays on: {_hand_words(position, position.hand)}; {_ends(estimate)}"


def _ends(estimate: OptionEstimate) -> str:
    return f"wins {_percent(estimate.won)}, burned in {_percent(estimate.burned)}"


def _cards(count: int) -> str:
    return f"{count} card{'' if count == 1 else 's'}"


def _unseen(count: int, verb: str) -> str:
    """`2 unseen cards make`, `1 unseen card makes`."""
    return f"{count} unseen card {verb}s" if count == 1 else f"{count} unseen cards {verb}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


_REASONS = {
    "call": _call,
    "pass": _pass,
    "challenge": _challenge,
    "fold": _fold,
    "draw": _draw,
    "take": _take,
    "lay": _lay,
    "sapaw": _sapaw,
    "discard": _discard,
}
