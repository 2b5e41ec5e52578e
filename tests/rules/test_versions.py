"""Rules stored before a knob was there, and the guard that every new knob says what its absence means."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tongits_sim.any_game.group import Group, flag, later
from tongits_sim.rules import KNOBS, RuleError, load, preset_names
from tongits_sim.rules.versions import newest_version, stored_rules

GOLDEN = Path(__file__).parents[1] / "golden" / "records"
NEW = "call.block_long_meld"
"""A knob that some tests take for a new one, of the next version."""
NOW = newest_version()
NEXT = NOW + 1


def knobs_of_golden_records() -> dict[int, set[str]]:
    """The knobs that the stored records state, by the version in their format."""
    stated: dict[int, set[str]] = {}
    for path in GOLDEN.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            version = int(record["format"].removeprefix("tongits-game/"))
            assert stated.setdefault(version, set(record["rules"]["knobs"])) == set(record["rules"]["knobs"])
    return stated


def test_every_knob_that_came_later_says_what_its_absence_means() -> None:
    stated = knobs_of_golden_records()
    assert 1 in stated
    for name, knob in KNOBS.items():
        if name in stated[1]:
            assert (knob.since, knob.absent) == (1, None), f"{name} stands in records of version 1"
        else:
            assert knob.since > 1, f"{name} is new: state it with later(..., since={newest_version() + 1}, absent=...)"
            assert knob.absent is not None, f"{name} must say what a record without it means: later(..., absent=...)"
            assert knob.check(knob.absent) == knob.absent, name


def test_no_knob_of_a_stored_version_is_gone() -> None:
    for version, names in knobs_of_golden_records().items():
        assert names == {name for name, knob in KNOBS.items() if knob.since <= version}


@pytest.fixture
def new_knob(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the knobs is new: of the next version, and without it no long meld blocked a call."""
    monkeypatch.setitem(KNOBS, NEW, replace(KNOBS[NEW], since=NEXT, absent=False))


@pytest.mark.parametrize("preset", preset_names())
def test_whole_rules_are_themselves(preset: str) -> None:
    rules = load(preset)
    for version in (None, NOW):
        assert stored_rules(rules.knobs(), name=preset, version=version) == rules


@pytest.mark.usefixtures("new_knob")
@pytest.mark.parametrize("version", [NOW, None])
def test_an_absent_new_knob_means_what_it_says(version: int | None) -> None:
    knobs = {knob: value for knob, value in load("pagat").knobs().items() if knob != NEW}
    assert stored_rules(knobs, name="pagat", version=version) == load("pagat")


def test_the_meaning_of_an_absent_knob_is_not_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KNOBS, NEW, replace(KNOBS[NEW], since=NEXT, absent=True))
    knobs = {knob: value for knob, value in load("pagat").knobs().items() if knob != NEW}
    assert stored_rules(knobs, name="old", version=NOW).call.block_long_meld is True


@pytest.mark.usefixtures("new_knob")
@pytest.mark.parametrize(
    ("change", "version", "message"),
    [
        (
            {},
            NEXT + 1,
            f"the rules are of version {NEXT + 1}, this program knows versions up to {NEXT}: use a newer one.",
        ),
        ({}, 0, "the rules are of version 0"),
        ({}, NOW, f"{NEW} came with version {NEXT} of the rules, these are of version {NOW}."),
        ({NEW: None}, NEXT, f"the list of knobs lacks {NEW}."),
        ({"pay.fold": None}, NOW, "the list of knobs lacks pay.fold."),
        ({"pay.fold": None}, None, "the list of knobs lacks pay.fold."),
        ({"pay.tip": 1}, NEXT, "unknown knob 'pay.tip'."),
        ({"pay.tip": 1}, None, "unknown knob 'pay.tip'."),
        ({"call.timing": "middle"}, NEXT, "call.timing must be start or end, not 'middle'."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(change: dict[str, Any], version: int | None, message: str) -> None:
    knobs = {name: value for name, value in (load("pagat").knobs() | change).items() if value is not None}
    if version == NOW and change:
        knobs.pop(NEW)
    with pytest.raises(RuleError) as caught:
        stored_rules(knobs, name="stored", version=version)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_a_knob_is_stated_as_a_later_one() -> None:
    @dataclass(frozen=True)
    class Tips(Group):
        """A group of one new knob."""

        paid: bool = later(flag(True, "R14", "Whether", yes="Yes.", no="No."), since=2, absent=False)

    (knob,) = Tips.knobs()
    assert (knob.name, knob.default, knob.since, knob.absent) == ("tips.paid", True, 2, False)
    assert Tips().paid is True


def test_this_program_writes_the_newest_version() -> None:
    stored = max(knobs_of_golden_records())
    assert newest_version() == stored, (
        f"tests/golden/records: store a game of version {newest_version()} (tongits records)"
    )
