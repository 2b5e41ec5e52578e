"""Record layouts: what a hook gets holds nothing hidden."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game.state import GAME_DTYPE, MATCH_DTYPE, PARTS, RESULT_DTYPE, SEATS, VIEW_DTYPE, new_record


def test_the_view_has_no_hidden_field() -> None:
    assert VIEW_DTYPE.names is not None
    assert GAME_DTYPE.names is not None
    hidden = {"wall", "deck", "front", "back", "dice", "words"}
    assert hidden <= set(GAME_DTYPE.names)
    assert not hidden & set(VIEW_DTYPE.names)
    assert VIEW_DTYPE["counts"].shape == (42,)  # one hand


def test_first_fields_are_their_own() -> None:
    layouts = (VIEW_DTYPE, GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE)
    firsts = [layout.names[0] for layout in layouts if layout.names]
    assert len(set(firsts)) == len(layouts)


def test_records_begin_at_zero() -> None:
    result = new_record(RESULT_DTYPE)
    assert result["parts"].shape == (1, len(PARTS), SEATS)
    assert not np.any(result.view(np.uint8))
