"""Features are what the deciding seat sees; cells follow the edges of bins."""

from __future__ import annotations

import numpy as np
import pytest

from tests.profiles.views import play_through_views
from tongits_sim.profiles.cells import FEATURES, GRID_FIELDS, KINDS, MOST, cell_of, feature_of, fill_grid

AXES = (("count", (0, 5, 10)), ("stock", (0, 3)), ("rivals", (0, 1, 2)))


def grid(kind: int = 0, axes: tuple[tuple[str, tuple[int, ...]], ...] = AXES) -> np.recarray:
    """A record with one grid."""
    record = np.zeros(1, np.dtype(list(GRID_FIELDS), align=True)).view(np.recarray)
    fill_grid(record, kind, axes)
    return record


def test_bins_hold_from_their_edge_to_the_next() -> None:
    bins = grid()["grid_bins"][0, 0]
    assert [int(bins[0, value]) for value in (0, 4, 5, 9, 10, MOST)] == [0, 0, 1, 1, 2, 2]
    assert grid()["grid_stride"][0, 0, :3].tolist() == [6, 3, 1]


def test_features_are_those_of_a_slow_reading() -> None:
    """Every feature of every call and answer in some games, against Python on the view's plain numbers."""
    seen = 0
    record = grid()
    for view in play_through_views("pagat", "expert,caller,greedy", games=40):
        me = int(view.me)
        others = [(me + 1) % 3, (me + 2) % 3]
        rivals = [seat for seat in others if view.open_melds[seat] > 0 or view.secrets[seat] > 0]
        expected = {
            "count": int(view.count),
            "stock": int(view.stock_left),
            "rivals": len(rivals),
            "rival_cards": min(int(view.hand_size[seat]) for seat in (rivals or others)),
            "least_cards": min(int(view.hand_size[seat]) for seat in others),
            "own_cards": int(view.hand_size[me]),
            "own_melds": int(view.open_melds[me]),
            "turn": int(view.turns[me]),
        }
        if KINDS[int(view.decision)] == "respond":
            caller = int(view.caller)
            third = 3 - me - caller
            expected["caller_cards"] = int(view.hand_size[caller])
            expected["caller_melds"] = int(view.open_melds[caller])
            expected["other"] = 1 if third in rivals else 0
        for name, value in expected.items():
            assert feature_of(view, FEATURES.index(name)) == value, name
        count = 0 if view.count < 5 else 1 if view.count < 10 else 2
        assert cell_of(view, record[0], 0) == 6 * count + 3 * (view.stock_left >= 3) + len(rivals)
        seen += 1
    assert seen > 50


@pytest.mark.parametrize("name", FEATURES)
def test_every_feature_can_be_asked(name: str) -> None:
    view = next(iter(play_through_views("sjs", "expert,caller,greedy", games=5)))
    assert 0 <= feature_of(view, FEATURES.index(name)) <= MOST
