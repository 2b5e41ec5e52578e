"""Profiles and responses: cells, files, what is refused."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from tests.profiles.views import last_discards, play_through_views
from tongits_sim.profiles.cells import FEATURES, GRID_FIELDS, KINDS, MOST, cell_of, feature_of, fill_grid
from tongits_sim.profiles.profile import Grid, Profile, ProfileError, from_bytes, is_profile, to_bytes
from tongits_sim.rules import load

# ---- Features are what the deciding seat sees; cells follow the edges of bins ------------------------------------

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
        last = last_discards(view)
        expected = {
            "rival_discard": min(last[seat] for seat in (rivals or others)),
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
            expected["caller_discard"] = last[caller]
            expected["other"] = 1 if third in rivals else 0
        for name, value in expected.items():
            assert feature_of(view, FEATURES.index(name)) == value, name
        count = 0 if view.count < 5 else 1 if view.count < 10 else 2
        assert cell_of(view, record[0], 0) == 6 * count + 3 * (view.stock_left >= 3) + len(rivals)
        seen += 1
    assert seen > 50


# ---- A profile's file: the same bytes for the same profile, read back, refused when damaged or for other rules ----

PROFILE_AXES = (("count", (0, 5, 10)), ("stock", (0, 3)))


def profile(rules: str = "pagat") -> Profile:
    """A small profile."""
    yes = (np.arange(6, dtype="<f4") / 5).tobytes()
    values = {name: np.full(6, 0.5, "<f4").tobytes() for name in ("weight", "ev_yes", "ev_no", "se")}
    grids = (Grid("call", PROFILE_AXES, yes, values), Grid("respond", PROFILE_AXES, yes, values))
    return Profile(rules, load(rules).digest(), "expert", grids, {"iterations": 3, "gain": None})


def test_there_and_back() -> None:
    once = to_bytes(profile())
    assert to_bytes(profile()) == once
    again = from_bytes(once, "x")
    assert to_bytes(again) == once
    assert again.grids[0].axes == PROFILE_AXES
    assert again.grids[0].array() == pytest.approx(profile().grids[0].array(), abs=1e-4)
    assert again.solved["iterations"] == 3


def test_any_bot_plays_it(tmp_path: Path) -> None:
    path = tmp_path / "p.profile"
    path.write_bytes(to_bytes(profile()))
    assert is_profile(str(path))
    player = load_player(f"expert(file={path})")
    other = load_player("expert")
    assert player.profile is not None
    assert player.strategy.profiled
    assert player.digest() != other.digest()
    assert player.strategy.hooks.discard is other.strategy.hooks.discard
    assert player.params()["profile_yes"][0, 0, :6] == pytest.approx(np.arange(6) / 5, abs=1e-4)


def test_other_rules_are_refused() -> None:
    profile().check(load("pagat"))
    with pytest.raises(ProfileError, match="solved for pagat, not for sjs"):
        profile().check(load("sjs"))


def changed(**changes: object) -> bytes:
    document = json.loads(gzip.decompress(to_bytes(profile())))
    return gzip.compress(json.dumps(document | changes).encode(), mtime=0)


def grids() -> Any:
    """The grids in its file."""
    return json.loads(gzip.decompress(to_bytes(profile())))["grids"]


def damaged(**changes: object) -> bytes:
    """With something else in its first grid."""
    first, *others = grids()
    return changed(grids=[first | changes, *others])


def with_values(weight: float) -> bytes:
    """With such a weight in a cell."""
    cells = np.array([weight, 1, 1, 1, 1, 1], "<f2")
    packed = base64.b64encode(zlib.compress(cells.tobytes())).decode()
    return damaged(values=grids()[0]["values"] | {"weight": packed})


@pytest.mark.parametrize(
    "content",
    [
        b"",
        to_bytes(profile())[:-20],
        gzip.compress(b"{}", mtime=0),
        gzip.compress(b"[1]", mtime=0),
        changed(format="tongits-profile/2"),
        changed(grids=[{"kind": "call", "axes": [["count", [0, 10**9]]], "yes": "", "values": {}}]),
        changed(grids=[{"kind": "call", "axes": [["count", list(range(255))]] * 5, "yes": "", "values": {}}]),
        changed(solved=7),
        changed(solved={"gain": [1]}),
        changed(grids=7),
        changed(grids=[[]]),
        damaged(values=[]),
        damaged(values={"weight": "x"}),
        damaged(axes=[["count", [0, 5.5, 10]], ["stock", [0, 3]]]),
        damaged(yes=[0.5]),
        with_values(np.nan),
        with_values(np.inf),
        with_values(-1.0),
        changed(grids=[grids()[0], grids()[0]]),
        gzip.compress(b"0" * 30_000_000, mtime=0),
    ],
)
def test_damaged_files_are_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="x is not a profile"):
        from_bytes(content, "x")


def test_a_grid_says_what_is_wrong_with_it() -> None:
    with pytest.raises(ProfileError, match="arrays of another size"):
        Grid("call", PROFILE_AXES, b"\0" * 4)
    with pytest.raises(ProfileError, match="increasing bins"):
        Grid("call", (("count", (5, 5)),), b"\0" * 8)
    with pytest.raises(ProfileError, match="a grid is for"):
        Grid("discard", PROFILE_AXES, b"\0" * 24)
