"""The legal takes, lays and additions of a person, as events."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator

from tongits_sim.cards import JOKERS, NATURALS, U, card_text, cards_in, parse_card
from tongits_sim.hands.melds import NO_MELD, meld_kind
from tongits_sim.live.match import LiveMatch
from tongits_sim.live.sight import Sight
from tongits_sim.records.events import Event
from tongits_sim.rules.codes import DRAW_TAKE_DISCARD_FREE

_PLACES = 14  # of a run: the ace is the first and the last


@functools.cache
def all_melds(ace_runs: int) -> tuple[int, ...]:
    """The faces of every set and run there is, as masks, small ones first."""
    sets = [
        sum(1 << (16 * suit + rank) for suit in suits)
        for rank in range(13)
        for size in (3, 4)
        for suits in itertools.combinations(range(4), size)
    ]
    runs = [
        sum(1 << (16 * suit + place % 13) for place in range(start, end))
        for suit in range(4)
        for start in range(_PLACES)
        for end in range(start + 3, min(start + 13, _PLACES) + 1)
    ]
    melds = {mask for mask in (*sets, *runs) if meld_kind(U(mask), ace_runs) != NO_MELD}
    return tuple(sorted(melds, key=lambda mask: (mask.bit_count(), mask)))


def fillings(cards: Iterable[str], ace_runs: int) -> list[dict[str, str]]:
    """The faces of the jokers with which these cards form one meld; one empty answer if there are no jokers.

    >>> fillings(["4c", "5c", "X1"], 0)
    [{'X1': '3c'}, {'X1': '6c'}]
    """
    mask = sum(1 << parse_card(card) for card in set(cards))
    naturals, jokers = mask & int(NATURALS), [card_text(card) for card in cards_in(mask & int(JOKERS))]
    answers = []
    for meld in all_melds(ace_runs):
        faces = cards_in(meld & ~naturals)
        if meld & naturals == naturals and len(faces) == len(jokers):
            answers.append(dict(zip(jokers, map(card_text, faces), strict=True)))
    return answers


def meld_event(act: str, cards: Iterable[str], faces: dict[str, str]) -> Event:
    """A lay, secret or take of these cards; `faces`: joker -> the card it stands for."""
    event: Event = {"act": act, "cards": list(cards)}
    return {**event, "as": faces} if faces else event


def ways_to_take(match: LiveMatch, sight: Sight) -> list[Event]:
    """Every legal way to take the discard: new melds, smallest first, then additions, then into the hand."""
    if not sight.offer:
        return []
    ace_runs = int(match.board.rules.melds_ace_runs)
    ways: list[Event] = [
        {**meld_event("take", cards, faces), "card": sight.offer}
        for cards in _melds_with(sight.hand, sight.offer, ace_runs)
        for faces in fillings(cards, ace_runs)
    ]
    ways += [{"act": "take", **addition} for addition in _additions(match, (sight.offer,))]
    if int(match.board.rules.draw_take_discard) == DRAW_TAKE_DISCARD_FREE:
        ways.append({"act": "take", "card": sight.offer})
    return [way for way in ways if match.legal(way)]


def _melds_with(hand: tuple[str, ...], offer: str, ace_runs: int) -> list[tuple[str, ...]]:
    """Melds of the discard and cards of the hand; with jokers only of three cards."""
    mask = sum(1 << parse_card(card) for card in (*hand, offer))
    jokers = [card_text(card) for card in cards_in(mask & int(JOKERS))]
    melds: dict[tuple[str, ...], None] = {}
    for meld in all_melds(ace_runs):
        naturals = [card_text(card) for card in cards_in(meld & mask)]
        needed = meld.bit_count() - len(naturals)
        if needed and meld.bit_count() > 3:
            continue
        for chosen in itertools.combinations(jokers, needed) if len(naturals) >= 2 else ():
            if offer in naturals or offer in chosen:
                melds[(*naturals, *chosen)] = None
    return list(melds)


def ways_to_lay(match: LiveMatch, sight: Sight) -> list[Event]:
    """The legal lays of the melds in the hand's arrangement, open ones before face-down ones."""
    ace_runs = int(match.board.rules.melds_ace_runs)
    ways = [
        meld_event(act, meld, faces)
        for act in ("lay", "secret")
        for meld in sight.melds
        for faces in fillings(meld, ace_runs)
    ]
    return [way for way in ways if match.legal(way)]


def ways_to_add(match: LiveMatch, cards: Iterable[str]) -> list[Event]:
    """Every legal addition of one of these cards to a meld on the table."""
    ways = [{"act": "sapaw", **addition} for addition in _additions(match, cards)]
    return [way for way in ways if match.legal(way)]


def _additions(match: LiveMatch, cards: Iterable[str]) -> Iterator[Event]:
    view = match.board.view
    for text in cards:
        card = parse_card(text)
        for number in range(int(view.n_melds)):
            fits = int(view.meld_fits[number])
            if 1 << card & int(JOKERS):
                for face in cards_in(fits):
                    yield {"card": text, "onto": number, "as": {text: card_text(face)}}
            elif fits >> card & 1:
                yield {"card": text, "onto": number}
