from pathlib import Path

import pytest

from mahjong_sim.hands.value import ITEMS
from mahjong_sim.rules import PRESETS, RuleError, RuleSet, diff, load
from mahjong_sim.rules.play_knobs import Honours, Tiles
from mahjong_sim.rules.record import rules_record
from mahjong_sim.rules.ruleset import preset


def test_visayan_is_the_rules_as_written() -> None:
    assert load("visayan").knobs() == RuleSet().knobs()


def test_presets_differ_where_they_say() -> None:
    changed = {name: {change.knob for change in diff(load("visayan"), load(name))} for name in PRESETS}
    assert changed == {
        "visayan": set(),
        "visayan_declared": {"wait.declared"},
        "visayan_jokers": {"joker.play"},
        "visayan_doubles": {"doubles.play"},
        "visayan_jai_alai": {"jai_alai.share"},
        "manila": {"tiles.honours", "first.beauty", "first.news", "instant.many_flowers"},
    }
    assert load("manila").instant.many_flowers == 0.5
    assert load("manila").instant.many_flowers_from == 13
    assert all(preset(name).title and preset(name).summary for name in PRESETS)


def test_a_file_is_laid_over_its_base(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('base = "manila"\n[pay]\ndiscarder = 3\n[hand]\nwin = 2\n', encoding="utf-8")
    rules = load(str(path))
    assert (rules.name, rules.pay.discarder, rules.hand.win, rules.first.news) == ("ours", 3, 2, False)


def test_v10_prices() -> None:
    record = rules_record(RuleSet())[0]
    dear = {"win": 100, "straight": 50, "flush": 50, "seven_pairs": 50}
    assert {name: int(record[f"hand_{name}"]) for name in ITEMS} == dict.fromkeys(ITEMS, 25) | dear


def test_flowers_make_no_beauty() -> None:
    with pytest.raises(RuleError, match=r"first\.beauty"):
        RuleSet(tiles=Tiles(honours=Honours.FLOWERS))
