import itertools
import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

from strategies.sights import SIGHTS, Opponent, Option, Own
from strategies.trained import with_trees
from tests.naive import DEFAULTS, least_deadwood
from tests.playing import sure
from tongits_sim.cards import card_points, card_text, cards_in
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISIONS
from tongits_sim.rules import load
from tongits_sim.table.live_match import LiveBots

NATURAL = [16 * suit + rank for suit in range(4) for rank in range(13)]


def mask(cards: Any) -> set[int]:
    return {*cards_in(int(cards))} & {*NATURAL}


def worth(cards: Iterable[int]) -> int:
    return sum(int(card_points(card)) for card in cards)


def beside(card: int) -> set[int]:
    return {
        partner
        for partner in NATURAL
        if partner != card and (partner & 15 == card & 15 or (partner >> 4 == card >> 4 and abs(partner - card) <= 2))
    }


def is_meld(*cards: int) -> bool:
    low, middle, high = sorted(cards)
    return low & 15 == middle & 15 == high & 15 or (low + 2 == middle + 1 == high and low >> 4 == high >> 4)


def waits(loose: set[int], live: set[int]) -> int:
    return sum(any(is_meld(card, *pair) for pair in itertools.combinations(loose, 2)) for card in live)


def hopeless(loose: set[int], partners: set[int], live: set[int]) -> int:
    """Points of the loose cards that no live card makes a meld of, together with a partner."""
    return worth(
        card
        for card in loose
        if not any(is_meld(card, partner, drawn) for partner in partners - {card} for drawn in live)
    )


def own_sights(view: Any) -> dict[str, int]:
    hand = mask(view.hand)
    live = {*NATURAL} - mask(view.hand) - mask(view.seen)
    loose = hand - mask(view.melded)
    jokers = sum(card & 15 > 12 for card in cards_in(int(view.hand) | int(view.seen)))
    return {
        "count": int(view.count),
        "stock": int(view.stock_left),
        "loose": len(loose),
        "sum": worth(hand),
        "waits": waits(loose, live),
        "alone": sum(not beside(card) & hand for card in loose),
        "hopeless": hopeless(loose, hand - mask(view.sets), live),
        "unseen": 8 * worth(live) // max(len(live), 1),
        "jokers_unseen": int(view.rules.jokers_count) - jokers,
    }


def opponent_sights(view: Any, seat: int) -> dict[str, int]:
    numbers = range(int(view.n_discards))
    thrown = [int(view.discards[number]) for number in numbers if (int(view.dealer) + number) % 3 == seat]
    values = [int(card_points(card)) if card & 15 < 13 else int(view.rules.jokers_points) for card in thrown]
    melds = [number for number in range(int(view.n_melds)) if view.meld_owner[number] == seat]
    known = mask(view.known[seat])
    hidden = int(view.hand_size[seat]) - len(cards_in(int(view.known[seat])))
    expected = hidden * own_sights(view)["unseen"] // 8 + worth(known)
    return {
        "hand": int(view.hand_size[seat]),
        "discards": len(thrown),
        "last": values[-1] if values else -1,
        "least": min(values, default=11),
        "table": sum(worth(mask(view.meld_faces[number])) for number in melds),
        "quiet": int(view.turns[seat]) - max((int(view.meld_turn[number]) for number in melds), default=0),
        "expected": expected,
        "ahead": expected - int(view.count),
        **earlier_sights(view, seat),
    }


def earlier_sights(view: Any, seat: int) -> dict[str, int]:
    """What the history of the match says of a seat (tests/game/test_match_history.py counts the history itself)."""
    past = {name: int(view[f"past_{name}"][seat]) for name in ("challenges", "folds", "calls", "shown", "showdowns")}
    chances = past["challenges"] + past["folds"]
    turns = int(view.past_call_turns[seat])
    return {
        "challenges_taken": past["challenges"],
        "chances": chances,
        "daring": 100 * (1 + past["challenges"]) // (2 + chances),
        "calls": past["calls"],
        "call_rate": 100 * past["calls"] // turns if turns else 0,
        "call_mean": int(view.past_call_points[seat]) // past["shown"] if past["shown"] else -1,
        "shown_mean": int(view.past_showdown_points[seat]) // past["showdowns"] if past["showdowns"] else -1,
    }


def discard_sights(view: Any, card: int) -> dict[str, int]:
    hand = mask(view.hand)
    live = {*NATURAL} - mask(view.hand) - mask(view.seen)
    follower = (int(view.me) + 1) % 3
    near = beside(card)
    stays = hand - {card}
    return {
        "danger": int(card in mask(view.fits)),
        "rank": card & 15,
        "partners": len(near & hand),
        "thrown": len(near & mask(view.discarded[follower])),
        "refused": len(near & mask(view.discarded[view.me])),
        "waits": waits(stays - mask(view.melded), live),
        "hopeless": hopeless(stays - mask(view.melded), stays - mask(view.sets), live),
    }


def lay_sights(view: Any, cards: list[int]) -> dict[str, int]:
    left = [card_text(card) for card in cards_in(int(view.hand)) if card not in cards]
    deadwood = {} if view.rules.jokers_count else {"left": least_deadwood(left, DEFAULTS) - int(view.deadwood)}
    return {"points": worth(cards), "cards": len(cards), **deadwood}


def walk(board: Board, bots: LiveBots, chance: random.Random, names: dict[str, int]) -> set[str]:
    """Play a game by chance and check every row; adds what the rows say to `names`. Returns decisions with cards."""
    kinds = set[str]()
    bots.deal(board)
    while 0 <= (decision := board.advance()) < len(DECISIONS):
        view, name = board.view, DECISIONS[decision]
        me = int(view.me)
        plan = sure(bots._params[me]).view(np.recarray)[0]
        action = int(bots.answer(board))
        first = int(view.caller) if name == "respond" else (me + 1) % 3
        for number in range(1, int(plan.n_actions)):
            row = dict(zip(SIGHTS, plan.rows[number].tolist(), strict=True))
            says = own_sights(view)
            for seat, which in ((first, "first"), (3 - me - first, "second")):
                says |= {f"{name}_{which}": value for name, value in opponent_sights(view, seat).items()}
            for option, which in ((0, "own"), (number, "other")):
                cards = sorted(mask(plan.actions[option]) & mask(view.hand))
                if name in ("lay", "discard"):
                    found = lay_sights(view, cards) if cards else dict.fromkeys((place.name for place in Option), 0)
                    if name == "discard" and cards:
                        found |= discard_sights(view, cards[0])
                    says |= {f"{name}_{which}": value for name, value in found.items()}
                    kinds |= {name} if cards else set()
            assert {name: row[name] for name in says} == says
            for sight, value in says.items():
                names[sight] |= value
        assert board.apply(chance.choice([action, *plan.actions[: int(plan.n_actions)].tolist()])) == 0
    return kinds


@pytest.mark.parametrize("changes", [[], ["jokers.count=2"]])
def test_a_row_is_what_one_counts_card_by_card(changes: list[str]) -> None:
    rules = load("pagat", changes)
    board = Board(rules)
    player = with_trees(b"", keeps=True)
    bots = LiveBots([player] * 3, rules)
    chance = random.Random(4)
    names = dict.fromkeys(SIGHTS, 0)
    kinds = set[str]()
    for match in range(4):
        board.begin_match(5, match, 8)
        while not board.match.over:
            kinds |= walk(board, bots, chance, names)
            board.finish()
    assert kinds == {"lay", "discard"}
    seen = [f"{place.name}_{which}" for which in ("first", "second") for place in list(Opponent)[-11:]]
    seen += [
        *(place.name for place in list(Own)[-6:-1]),
        *(f"{name}_other" for name in ("refused", "waits", "hopeless")),
    ]
    assert [name for name in seen if not names[name]] == []
    assert bool(names["jokers_unseen"]) == bool(changes)
