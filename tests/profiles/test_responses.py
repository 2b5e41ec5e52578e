"""Responses: their file, what they make of a profile, and what is refused."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tongits_sim.profiles.profile import Grid, Profile
from tongits_sim.profiles.responses import (
    ANSWERED,
    AS_PROFILE,
    MIDDLE,
    RESPONSE_FIELDS,
    STYLES,
    ResponseError,
    Responses,
    read_responses,
    to_bytes,
)
from tongits_sim.rules import load

AXES = (("count", (0, 10, 20)),)


def profile() -> Profile:
    """Yes with 0.25, 0.5 and 0.75 by count."""
    yes = np.array([0.25, 0.5, 0.75], "<f4").tobytes()
    return Profile("pagat", load("pagat").digest(), "expert", tuple(Grid(kind, AXES, yes) for kind in ANSWERED))


def responses(**changes: Any) -> Responses:
    """No, yes and as the profile to every style; to bold and stubborn yes always."""
    says = {(kind, *style): bytes([0, 1, 2]) for kind in ANSWERED for style in STYLES if style != MIDDLE}
    says |= {(kind, "more", "more"): bytes([1, 1, 1]) for kind in ANSWERED}
    fields: dict[str, Any] = {
        "rules": "pagat",
        "digest": profile().digest,
        "axes": dict.fromkeys(ANSWERED, AXES),
        "says": says,
        "rates": dict.fromkeys(ANSWERED, (0.2, 0.4, 0.8)),
        "weight": dict.fromkeys(ANSWERED, 3.0),
        "about": {"games": 7},
    }
    return Responses(**(fields | changes))


def test_there_and_back(tmp_path: Path) -> None:
    path = tmp_path / "x.responses"
    path.write_bytes(to_bytes(responses()))
    again = read_responses(path)
    assert again == responses()
    assert to_bytes(again) == path.read_bytes()
    assert again.contents() == responses().contents()


def test_contents_change_with_what_is_played() -> None:
    other = responses(rates=dict.fromkeys(ANSWERED, (0.2, 0.5, 0.8)))
    assert other.contents() != responses().contents()
    assert responses(about={}).contents() == responses().contents()


def test_on_top_of_a_profile() -> None:
    assert responses().played(profile(), ("less", "usual"))["call"].tolist() == [0.0, 1.0, 0.75]
    assert responses().played(profile(), ("more", "more"))["respond"].tolist() == [1.0, 1.0, 1.0]
    assert responses().played(profile(), MIDDLE)["call"].tolist() == [0.25, 0.5, 0.75]


def test_a_profile_of_other_rules_or_cells_is_refused() -> None:
    responses().check(profile())
    grids = tuple(replace(grid, axes=(("stock", (0, 1, 2)),)) for grid in profile().grids)
    for other in (replace(profile(), digest="0"), replace(profile(), grids=grids)):
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


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.responses"
    whole = to_bytes(responses())
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
