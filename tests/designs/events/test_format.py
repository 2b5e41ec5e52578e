"""Formats as files state them: what they become, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.designs.events.events import STAGES, form
from tongits_sim.designs.events.format import Entry, FormatError, read_format


def test_stages_take_the_best_of_the_stages_they_name() -> None:
    groups, upper, lower, final = form().stages
    assert groups.entries == ()
    assert (upper.entries, lower.entries) == ((Entry(0, 1, 6),), (Entry(0, 7, 12),))
    assert final.entries == (Entry(1, 1, 2), Entry(2, 1, 1))


def test_a_stage_takes_the_best_of_the_one_before_if_nothing_is_said() -> None:
    stages = read_format("x", [{"players": 9, "rounds": 1}, {"players": 3, "rounds": 1}]).stages
    assert stages[1].entries == (Entry(0, 1, 3),)
    assert [stage.name for stage in stages] == ["Stage 1", "Stage 2"]


def test_games_are_counted() -> None:
    event = form()
    assert [stage.tables for stage in event.stages] == [12, 2, 2, 1]
    assert event.games == 12 * 2 + 2 * 2 + 2 * 3 + 4
    assert (event.players, event.tables) == (18, 17)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 17}, "cannot all sit at tables of three"),
        ({"groups": 4}, "cannot all sit at tables of three"),
        ({"rounds": 0}, "rounds must be a whole number from 1"),
        ({"rounds": True}, "rounds must be a whole number"),
        ({"score": "points"}, "score must be"),
        ({"by_group": 1}, "by_group true or false"),
        ({"colour": "red"}, "has no key 'colour'"),
        ({"name": ""}, "at most 60 letters"),
        ({"from": "Groups 1-3"}, "takes all players"),
    ],
)
def test_a_stage_that_cannot_be_played_is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_format("x", [STAGES[0] | changes])


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    with pytest.raises(FormatError, match="rounds must be a whole number"):
        read_format("x", [STAGES[0] | {"rounds": 10**5000}])


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("Finals 1-3", "names no earlier stage"),
        ("Groups 1-30", "has no ranks 1 to 30"),
        ("Groups 1-6", "6 players come from the stages before, and 3 are to play"),
        (7, "from = 7 names no earlier stage"),
        (f"Groups 1-{'9' * 5000}", "names no earlier stage"),
    ],
)
def test_who_enters_must_be_there(source: Any, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        read_format("x", [STAGES[0], {"players": 3, "rounds": 1, "from": source}])


@pytest.mark.parametrize("stages", [[], None, "x", [5]])
def test_stages_are_tables(stages: Any) -> None:
    with pytest.raises(FormatError, match=r"at least one stage|must be a table"):
        read_format("x", stages)


def test_two_stages_of_one_name_are_refused() -> None:
    with pytest.raises(FormatError, match="two stages have this name"):
        read_format("x", [STAGES[0], STAGES[0] | {"players": 3, "groups": 1}])
