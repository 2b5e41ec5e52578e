"""Profiles and responses: cells, files, what is refused."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from strategies import load_player
from tests.profiles.views import last_discards, play_through_views
from tongits_sim.profiles.cells import FEATURES, GRID_FIELDS, KINDS, MOST, cell_of, feature_of, fill_grid
from tongits_sim.profiles.profile import Grid, Profile, ProfileError, from_bytes, is_profile, to_bytes
from tongits_sim.profiles.responses import (
    ANSWERED,
    AS_PROFILE,
    MIDDLE,
    RESPONSE_FIELDS,
    STYLES,
    ResponseError,
    Responses,
    read_responses,
)
from tongits_sim.profiles.responses import to_bytes as responses_to_bytes
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


# ---- Responses: their file, what they make of a profile, and what is refused -------------------------------------

RESPONSES_AXES = (("count", (0, 10, 20)),)


def responses_profile() -> Profile:
    """Yes with 0.25, 0.5 and 0.75 by count."""
    yes = np.array([0.25, 0.5, 0.75], "<f4").tobytes()
    return Profile(
        "pagat", load("pagat").digest(), "expert", tuple(Grid(kind, RESPONSES_AXES, yes) for kind in ANSWERED)
    )


def responses(**changes: Any) -> Responses:
    """No, yes and as the profile to every style; to bold and stubborn yes always."""
    says = {(kind, *style): bytes([0, 1, 2]) for kind in ANSWERED for style in STYLES if style != MIDDLE}
    says |= {(kind, "more", "more"): bytes([1, 1, 1]) for kind in ANSWERED}
    fields: dict[str, Any] = {
        "rules": "pagat",
        "digest": responses_profile().digest,
        "axes": dict.fromkeys(ANSWERED, RESPONSES_AXES),
        "says": says,
        "rates": dict.fromkeys(ANSWERED, (0.2, 0.4, 0.8)),
        "weight": dict.fromkeys(ANSWERED, 3.0),
        "about": {"games": 7},
    }
    return Responses(**(fields | changes))


def test_responses_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "x.responses"
    path.write_bytes(responses_to_bytes(responses()))
    again = read_responses(path)
    assert again == responses()
    assert responses_to_bytes(again) == path.read_bytes()
    assert again.contents() == responses().contents()


def test_contents_change_with_what_is_played() -> None:
    other = responses(rates=dict.fromkeys(ANSWERED, (0.2, 0.5, 0.8)))
    assert other.contents() != responses().contents()
    assert responses(about={}).contents() == responses().contents()


def test_on_top_of_a_profile() -> None:
    assert responses().played(responses_profile(), ("less", "usual"))["call"].tolist() == [0.0, 1.0, 0.75]
    assert responses().played(responses_profile(), ("more", "more"))["respond"].tolist() == [1.0, 1.0, 1.0]
    assert responses().played(responses_profile(), MIDDLE)["call"].tolist() == [0.25, 0.5, 0.75]


def test_a_profile_of_other_rules_or_cells_is_refused() -> None:
    responses().check(responses_profile())
    grids = tuple(replace(grid, axes=(("stock", (0, 1, 2)),)) for grid in responses_profile().grids)
    for other in (replace(responses_profile(), digest="0"), replace(responses_profile(), grids=grids)):
        with pytest.raises(ResponseError, match="other cells"):
            responses().check(other)


def test_a_record_holds_them() -> None:
    record = np.zeros(1, np.dtype([("one", "i8"), *RESPONSE_FIELDS]))
    responses().fill(record)
    say = record["response_say"][0]
    assert say[0, :3, STYLES.index(("less", "more"))].tolist() == [0, 1, 2]
    assert (say[:, :, STYLES.index(MIDDLE)] == AS_PROFILE).all()
    assert record["response_rates"][0].tolist() == [[0.2, 0.4, 0.8]] * 2


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"says": {}}, "each of the eight styles"),
        ({"says": {key: bytes(2) for key in responses().says}}, "do not fill"),
        ({"says": {key: bytes([3, 0, 0]) for key in responses().says}}, "do not fill"),
        ({"rates": dict.fromkeys(ANSWERED, (0.4, 0.2, 0.8))}, "must rise"),
        ({"weight": dict.fromkeys(ANSWERED, 0.0)}, "must rise"),
    ],
)
def test_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ResponseError, match=message):
        responses(**changes)


def test_responses_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.responses"
    whole = responses_to_bytes(responses())
    document = json.loads(gzip.decompress(whole))
    damaged = [
        whole[:-9],
        b"",
        gzip.compress(b"[]"),
        gzip.compress(json.dumps(document | {"format": "x"}).encode()),
        gzip.compress(json.dumps(document | {"kinds": {}, "about": None}).encode()),
        gzip.compress(json.dumps(document | {"about": []}).encode()),
        gzip.compress(json.dumps(document | {"kinds": ["call", "respond"]}).encode()),
        gzip.compress(json.dumps(json.loads(json.dumps(document).replace('"count"', '"colour"'))).encode()),
    ]
    for content in damaged:
        path.write_bytes(content)
        with pytest.raises(ResponseError, match="holds no responses"):
            read_responses(path)
    with pytest.raises(ResponseError, match="holds no responses"):
        read_responses(tmp_path / "none.responses")
