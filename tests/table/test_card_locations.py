from typing import Any

import numpy as np
import pytest

from strategies import load_player
from strategies.search import CARDS
from tests.table.searches import Sitting
from tongits_sim.cards import card_points, cards_in
from tongits_sim.compile.jit import njit
from tongits_sim.rules import load
from tongits_sim.table.card_locations import FEATURES, N_FEATURES, about_card, unseen
from tongits_sim.table.determinize import deal_world, take_up
from tongits_sim.table.search_memory import SearchSettings, new_search
from tools.card_head import looked_at, loss


def _unseen(view: Any) -> list[int]:
    hidden = int(view.hand) | int(view.seen) | int(view.known[0]) | int(view.known[1]) | int(view.known[2])
    return [card for card in range(64) if card % 16 < 13 and not hidden >> card & 1]


def _near(card: int, others: Any) -> tuple[int, int]:
    """How many others have the card's rank, and how many lie within two of it in its suit."""
    rank = sum(held != card and held % 16 == card % 16 for held in others)
    return rank, sum(held // 16 == card // 16 and 1 <= abs(held - card) <= 2 for held in others)


def _slow(view: Any, card: int) -> dict[str, int]:
    mine = cards_in(int(view.hand))
    hidden = _unseen(view)
    row = {
        "rank": card % 16,
        "points": int(card_points(card)),
        "stock": int(view.stock_left),
        "unseen": len(hidden),
        "fits": int(view.fits) >> card & 1,
        "discards": int(view.n_discards),
    }
    row["own_rank"], row["own_run"] = _near(card, mine)
    row["unseen_rank"], row["unseen_run"] = _near(card, hidden)
    thrown: list[list[int]] = [[], [], []]
    for number in range(int(view.n_discards)):
        thrown[(int(view.dealer) + number) % 3].append(int(view.discards[number]))
    for name, seat in (("next", (int(view.me) + 1) % 3), ("after", (int(view.me) + 2) % 3)):
        his = thrown[seat]
        points = [int(card_points(discard)) for discard in reversed(his)]
        melds = [number for number in range(int(view.n_melds)) if int(view.meld_owner[number]) == seat]
        laid = [card for number in melds for card in cards_in(int(view.meld_faces[number]))]
        near = [back for back, discard in enumerate(reversed(his), 1) if any(_near(card, [discard]))]
        about = {
            "hand": int(view.hand_size[seat]) - int(view.known[seat]).bit_count(),
            "melds": int(view.open_melds[seat]),
            "discards": len(his),
            "last": points[0] if points else 0,
            "last2": points[1] if len(points) > 1 else 0,
            "least": min(points, default=20),
            "mean": 8 * sum(points) // max(len(points), 1),
            "ago": near[0] if near else 99,
            "fits": int(view.fits_of[seat]) >> card & 1,
            "secrets": int(view.secrets[seat]),
            "called": int(int(view.decision) == 1 and int(view.caller) == seat),
        }
        about["threw_rank"], about["threw_run"] = _near(card, his)
        about["left_rank"], about["left_run"] = _near(card, thrown[(seat + 2) % 3])
        about["laid_rank"], about["laid_run"] = _near(card, laid)
        row |= {f"{feature}_{name}": value for feature, value in about.items()}
    return row


def test_a_row_is_what_one_counts_by_hand() -> None:
    sitting = Sitting(load("sjs"), "expert,caller,greedy")
    row = np.zeros(N_FEATURES, np.int32)
    for number, _ in enumerate(sitting.decisions(3)):
        view = sitting.board.view
        if number % 5:
            continue
        cards = _unseen(view)
        assert cards_in(int(_mask(view))) == cards
        for card in cards[:: 1 + number % 4]:
            _write(view, row, np.int64(card))
            assert dict(zip(FEATURES, row.tolist(), strict=True)) == _slow(view, card)


@njit
def _mask(view):
    return unseen(view)


@njit
def _write(view, row, card):
    about_card(view, row, unseen(view), card)


@njit
def _deal(search, view, number):
    return take_up(search, view) and deal_world(search, view, np.int64(number), np.int64(0))


@pytest.mark.parametrize("rules", ["pagat", "pagat+joker"])
def test_worlds_are_dealt_as_likely_as_the_cards_are_there(rules: str) -> None:
    """Each deal fills hands and stock; over many of them a card lies in a hand as often as the trees say, or nearly."""
    house = load(rules)
    search = new_search(house, load_player("greedy"), SearchSettings(), CARDS.read_bytes()).view(np.recarray)[0]
    sitting = Sitting(house)
    worlds = 600
    tried = 0
    for number, _ in enumerate(sitting.decisions(4)):
        view = sitting.board.view
        if number % 25 != 20:
            continue
        tried += 1
        me = int(view.me)
        counts = np.zeros((64, 3))
        for world in range(worlds):
            assert _deal(search, view, world)
            hands = [int(search.game.hands[(me + step) % 3]) for step in (1, 2)]
            stock = search.game.stock[: int(view.stock_left)].tolist()
            dealt = [cards_in(hand & int(search.unknown)) for hand in hands]
            assert sorted([*dealt[0], *dealt[1], *stock]) == sorted(cards_in(int(search.unknown)))
            assert [hand.bit_count() for hand in hands] == [int(view.hand_size[(me + step) % 3]) for step in (1, 2)]
            for place, cards in enumerate((*dealt, stock)):
                counts[cards, place] += 1 / worlds
        cards = cards_in(int(search.unknown))
        places = search.places[cards] / search.places[cards].sum(axis=1, keepdims=True)
        assert np.abs(counts[cards] - places).max() < 0.15
        assert np.abs(counts[cards] - places).mean() < 0.03
    assert tried >= 3


@pytest.mark.parametrize("rules", ["pagat", "online"])
def test_the_trees_know_more_than_nothing(rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games are not the training games, and some have custom rules."""
    monkeypatch.setattr("tools.card_head.BOTS", ("expert", "greedy"))  # a table with `trained` takes long to lay
    cards = looked_at(load(rules, ["pay.fold=2", "call.timing=end"]), 300, 77, 1)
    better = loss(cards.guess, cards) - loss(cards.said, cards)
    assert better.mean() > 4 * better.std() / np.sqrt(len(better))
