"""Features: each is what one reads off the board, and cells are found by them."""

from __future__ import annotations

import numpy as np
import pytest

from strategies import load_player
from strategies.hooks import lay_to_open
from tests.designs.forks.forking import counted, forks, slow_game
from tongits_sim.cards import NATURALS, cards_in
from tongits_sim.designs.forks.features import describe
from tongits_sim.designs.forks.job import BinnedFeature, Binning
from tongits_sim.designs.forks.layout import FEATURES
from tongits_sim.game.board import Board
from tongits_sim.game.state import DECISIONS


def described(board: Board, action: int) -> dict[str, int]:
    """The features of the decision the board stands at."""
    features = np.zeros(len(FEATURES), np.int64)
    describe(board.game, board.view, board.rules, features, np.uint64(action))
    return dict(zip(FEATURES, features.tolist(), strict=True))


@pytest.mark.parametrize("rules", ["pagat", "pagat+joker", "online"])
def test_features_are_read_off_the_board(rules: str) -> None:
    seen: dict[str, set[int]] = {name: set() for name in FEATURES}

    def look(board: Board, name: str) -> int | None:
        view, game = board.view, board.game
        me = int(view.me)
        right, left = (me + 1) % 3, (me + 2) % 3
        action = 0
        if name == "lay":
            action = int(lay_to_open(view, load_player("greedy").params().view(np.recarray)[0]))
        if name == "discard":
            action = int(view.legal) & -int(view.legal)
        features = described(board, action)
        expected = {
            "count": int(view.count),
            "stock": int(view.stock_left),
            "opponents_open": int(view.open_melds[right] > 0) + int(view.open_melds[left] > 0),
            "own_size": int(game.hands[me]).bit_count(),
            "least_size": min(int(game.hands[right]).bit_count(), int(game.hands[left]).bit_count()),
            "turn": int(view.turns[me]),
            "table_melds": int(view.n_melds),
        }
        if name == "respond":
            caller = int(view.caller)
            other = 3 - me - caller
            counts = [int(game.deadwood[seat]) for seat in range(3)]
            expected |= {
                "caller_size": int(game.hands[caller]).bit_count(),
                "caller_count": counts[caller],
                "bluff": int(counts[caller] > counts[me]),
                "caller_rank": int(counts[caller] > counts[me]) + int(counts[caller] > counts[other]),
                "order": int(me != (caller + 1) % 3),
            }
        if name == "discard" and action:
            (card,) = cards_in(action)
            rank = sum(1 << (16 * suit + card % 16) for suit in range(4))
            expected |= {"card": card, "rank": card % 16, "suit": card // 16, "fits": int(action & int(view.fits) != 0)}
            expected["seen_rank"] = (rank & (int(view.hand) | int(view.seen)) & ~action).bit_count()
        if name == "lay" and action:
            expected["meld"] = int(len({card % 16 for card in cards_in(action & int(NATURALS))}) > 1)
        assert {key: features[key] for key in expected} == expected
        for key, value in features.items():
            seen[key].add(value)
        return None

    job = forks("call", rules, "bluffer,greedy,random")
    for number in range(40):
        slow_game(job, number, look)
    assert all(
        len(seen[name]) > 1 for name in ("count", "stock", "opponents_open", "meld", "card", "caller_count", "bluff")
    )
    assert len(DECISIONS) == 6


def test_cells_hold_what_their_bins_say() -> None:
    """A coarse map adds up the cells of a fine one; what lies below the first edge is left out."""
    binnings = (
        Binning("fine", (BinnedFeature("count", tuple(range(61))), BinnedFeature("stock", tuple(range(18))))),
        Binning("coarse", (BinnedFeature("stock", (0, 5, 10)), BinnedFeature("count", (0, 20)))),
        Binning("part", (BinnedFeature("stock", (10,)),)),
    )
    cells = counted(forks("call", binnings=binnings))["cells"][:, 0].astype(int)
    fine, coarse, part = cells[: 61 * 18].reshape(61, 18), cells[61 * 18 : -1].reshape(3, 2), cells[-1]
    assert fine[:20, 5:10].sum() == coarse[1, 0] > 0
    assert fine[20:, 10:].sum() == coarse[2, 1] > 0
    assert part == coarse[2].sum() < coarse.sum()
