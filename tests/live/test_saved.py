"""A match on disk: whole at any time, refused when it is damaged."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.live.people import a_match, play_by_chance
from tongits_sim.errors import TongitsError
from tongits_sim.live.saved import Keeper, SaveError, load_match


def saved_match(path: Path, games: int = 2) -> Path:
    """A match with finished games and one in progress."""
    match, keeper = a_match(seed=5, games=10), Keeper(path, 0, 10)
    for _ in range(games):
        match.deal()
        play_by_chance(match, random.Random(1))
        keeper.add(match.finish())
    match.deal()
    while match.over:
        keeper.add(match.finish())
        match.deal()
    keeper.save(match.begun())
    return path


def test_is_read_back(tmp_path: Path) -> None:
    path = saved_match(tmp_path / "games.jsonl")
    saved = load_match(path)
    assert len(saved.records) >= 2
    assert saved.begun is not None
    assert saved.begun["game"] == len(saved.records)
    assert (saved.seat, saved.games, saved.any_game["players"][0]) == (0, 10, "you")
    Keeper(path, 0, 10, saved.records).save(None)
    assert load_match(path).begun is None
    Keeper(path, 0, 10).done()
    with pytest.raises(SaveError, match="played to its end"):
        load_match(path)


def test_a_folder_that_is_missing_is_made(tmp_path: Path) -> None:
    saved_match(tmp_path / "a" / "b" / "games.jsonl", 1)
    assert load_match(tmp_path / "a" / "b" / "games.jsonl").records


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("tongits-unfinished/1", "tongits-unfinished/9", "its format"),
        ('"seat": 0', '"seat": 3', "seat"),
        ('"games": 10', '"games": 0', "1 to"),
        ('"seed": 5', '"seed": 6', "are not those before"),
        ('"dealer"', '"dealt"', "lacks dealer"),
        ("{", "[", "JSON"),
    ],
)
def test_what_is_damaged_is_refused(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = saved_match(tmp_path / "games.jsonl")
    beside = tmp_path / "games.jsonl.unfinished"
    beside.write_text(beside.read_text().replace(old, new, 1))
    with pytest.raises(SaveError, match=message):
        load_match(path)


def test_a_finished_game_that_is_wrong_is_refused(tmp_path: Path) -> None:
    path = saved_match(tmp_path / "games.jsonl")
    path.write_text(re.sub(r'"payout": \[-?[\d.]+', '"payout": [99', path.read_text(), count=1))
    with pytest.raises(TongitsError, match="payout"):
        load_match(path)


def test_a_place_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SaveError, match="cannot write"):
        Keeper(tmp_path / "file" / "games.jsonl", 0, 1).save(None)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.data())
def test_any_damage_is_a_sentence(tmp_path: Path, data: st.DataObject) -> None:
    path = tmp_path / "games.jsonl"
    if not path.exists():
        saved_match(path, 1)
        (tmp_path / "copy").write_bytes((tmp_path / "games.jsonl.unfinished").read_bytes())
    content = bytearray((tmp_path / "copy").read_bytes())
    at = data.draw(st.integers(0, len(content) - 1))
    content[at : at + data.draw(st.integers(0, 9))] = data.draw(st.binary(max_size=6))
    (tmp_path / "games.jsonl.unfinished").write_bytes(bytes(content))
    try:
        saved = load_match(path)
    except TongitsError as error:
        assert str(error)  # noqa: PT017
    else:
        json.dumps(saved.begun)
