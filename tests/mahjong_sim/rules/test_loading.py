"""Presets, files and overrides."""

from __future__ import annotations

from pathlib import Path

import pytest

from mahjong_sim.rules import PRESETS, RuleError, RuleSet, diff, load
from mahjong_sim.rules.loading import preset
from mahjong_sim.rules.ruleset import ALL_KNOBS
from tongits_sim.any_game.rule_file import parse_rule_file


def test_visayan_is_the_rules_as_written() -> None:
    assert load("visayan").knobs() == RuleSet().knobs()


def test_presets_differ_where_they_say() -> None:
    changed = {name: {change.knob for change in diff(load("visayan"), load(name))} for name in PRESETS}
    assert changed == {
        "visayan": set(),
        "visayan_jokers": {"joker.play"},
        "visayan_doubles": {"doubles.play"},
        "manila": {"tiles.honours", "first.beauty", "first.news", "instant.many_flowers"},
    }
    assert load("manila").instant.many_flowers == 0.5
    assert load("manila").instant.many_flowers_from == 13
    assert all(preset(name).title and preset(name).summary for name in PRESETS)


def test_overrides_change_rules_and_their_name() -> None:
    rules = load("visayan", ["win.several=all", "hand.win=1.5"])
    assert (rules.name, rules.win.several, rules.hand.win) == (
        "visayan with win.several=all, hand.win=1.5",
        "all",
        1.5,
    )


def test_a_file_is_laid_over_its_base(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "manila"\n[pay]\ndiscarder = 3\n[hand]\nwin = 2\n', encoding="utf-8")
    rules = load(str(path))
    assert (rules.name, rules.pay.discarder, rules.hand.win, rules.first.news) == ("ours", 3, 2, False)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('base = "manilla"', "Did you mean 'manila'"),
        ("[pay]\ndiscarders = 3", "pay.discarder"),
        ("[pay]\ndiscarder = 11", "from 0 to 10"),
        ("title = 3", "text in quotes"),
        ("[pay", "ours.toml"),
    ],
)
def test_a_wrong_file_is_a_sentence(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError, match=message):
        load(str(path))


@pytest.mark.parametrize(("spec", "message"), [("visayn", "Did you mean 'visayan'"), ("no.toml", "no file no.toml")])
def test_what_is_not_there_is_a_sentence(spec: str, message: str) -> None:
    with pytest.raises(RuleError, match=message):
        load(spec)
    with pytest.raises(RuleError, match="changes nothing"):
        load("visayan", ["win.several"])


def test_knobs_may_be_written_with_dots() -> None:
    assert parse_rule_file(b'"pay.bunot" = 3\n', "x", ALL_KNOBS).knobs == {"pay.bunot": 3}
