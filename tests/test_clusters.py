import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from tests.playing import play_silently
from tests.works import MORE

# Clusters warn of all sorts of things while they start and stop.
pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("default")]


@pytest.mark.parametrize("name", MORE)
def test_a_work_is_a_value_with_the_same_digits_however_it_is_played(name: str, tmp_path: Path) -> None:
    what = MORE[name]
    again = pickle.loads(pickle.dumps(what))
    assert again.manifest() == what.manifest()
    assert json.loads(json.dumps(what.manifest()))
    assert list(again.blocks()) == list(what.blocks())
    here = play_silently(what, workers=1)
    size = 50 if what.games > 100 else 7
    stored = {} if name == "samples" else {"out": tmp_path}  # whose rows are for memory alone
    ways: tuple[dict[str, Any], ...] = (
        {"workers": 3, "backend": "threading"},
        {"workers": 2, "backend": "loky"} | stored,
        {"workers": 1, "resume": True} | stored,
    )
    for options in ways:
        there = play_silently(what, block_size=size, **options)
        assert there.totals == here.totals, options
    assert there.games_now == 0 or not stored
