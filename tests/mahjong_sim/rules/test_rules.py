"""Mahjong: house rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from mahjong_sim.hands.value import ITEMS
from mahjong_sim.rules import KNOBS, PRESETS, RuleError, RuleSet, describe, diff, load, record
from mahjong_sim.rules.play import Honours, Tiles
from mahjong_sim.rules.record import rules_record
from mahjong_sim.rules.ruleset import preset

# ---- Presets, files and overrides --------------------------------------------------------------------------------


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


# ---- The prices of V10 -------------------------------------------------------------------------------------------


def test_v10_prices() -> None:
    record = rules_record(RuleSet())[0]
    dear = {"win": 100, "straight": 50, "flush": 50, "seven_pairs": 50}
    assert {name: int(record[f"hand_{name}"]) for name in ITEMS} == dict.fromkeys(ITEMS, 25) | dear


# ---- The knobs of play as the rules have them --------------------------------------------------------------------

DEFAULTS: dict[str, object] = {
    **dict.fromkeys(("secret.hidden", "win.gift_is_bunot", "first.beauty", "first.news", "win.seven_pairs"), True),
    **dict.fromkeys(("sagasa.robbing", "wait.stack", "joker.play", "doubles.play"), False),
    "deal.after_void": "pass",
    "win.several": "nearest",
    "quick.counts": "table",
    "joker.copies": "all",
    "tiles.honours": "play",
    "claim.chow": "next",
    "wall.dead_tiles": 0,
    "quick.discards": 5,
    "doubles.factor": 2,
    "pay.discarder": 2,
    "pay.others": 1,
    "pay.bunot": 2,
    "sagasa.when": "since",
    "jai_alai.share": 0,
    "jai_alai.growth": 0,
    "jai_alai.markers": 5,
    "jai_alai.bunot_markers": 2,
    **{f"instant.{name}": 0.25 for name in ("beauty", "news", "no_flowers", "winner_no_flowers", "kang")},
    "instant.secret": 0.5,
    "instant.sagasa": 0.5,
    "instant.many_flowers": 0,
}


def test_a_reading_is_the_default_of_its_knob() -> None:
    knobs = RuleSet().knobs()
    assert {name: knobs[name] for name in DEFAULTS} == DEFAULTS


# ---- Rules as kernels read them ----------------------------------------------------------------------------------


def test_knobs_are_fields() -> None:
    encoded = rules_record(load("manila", ["hand.win=1.25"]))[0]
    assert (int(encoded["hand_win"]), int(encoded["tiles_honours"]), int(encoded["quick_discards"])) == (125, 1, 5)


CODES = [name for name in vars(record) if name.isupper() and isinstance(getattr(record, name), int)]


def test_a_code_is_the_place_of_its_value() -> None:
    for name in CODES:
        (knob,) = [knob for knob in KNOBS.values() if name.startswith(f"{knob.field_name.upper()}_")]
        value = name.removeprefix(f"{knob.field_name.upper()}_").lower()
        rules = RuleSet.from_knobs(
            {knob.name: value} | ({"first.beauty": False, "first.news": False} if value == "flowers" else {})
        )
        assert int(rules_record(rules)[0][knob.field_name]) == getattr(record, name)


# ---- Rule sets as values -----------------------------------------------------------------------------------------


def test_flowers_make_no_beauty() -> None:
    with pytest.raises(RuleError, match=r"first\.beauty"):
        RuleSet(tiles=Tiles(honours=Honours.FLOWERS))


@pytest.mark.parametrize(("name", "highest"), [("jai_alai.markers", 100), ("instant.many_flowers_from", 36)])
def test_what_counts_from_one_says_so(name: str, highest: int) -> None:
    with pytest.raises(RuleError, match=f"a whole number from 1 to {highest}, not 0"):
        RuleSet.from_knobs({name: 0})
    assert RuleSet.from_knobs({name: 1}).knobs()[name] == 1


# ---- Rules in words ----------------------------------------------------------------------------------------------


def test_a_knob_without_effect_says_why() -> None:
    sentences = {line.knob: line.sentence for line in describe(load("visayan"))}
    assert "No effect here: there are no jokers" in sentences["joker.copies"]
    assert "No effect" not in sentences["hand.win"]
    assert "No effect" in {line.knob: line.sentence for line in describe(load("manila"))}["instant.news"]


def test_more_flowers_than_there_are_have_no_effect() -> None:
    def sentence(flowers: int) -> str:
        rules = load("visayan", ["instant.many_flowers=1", f"instant.many_flowers_from={flowers}"])
        return {line.knob: line.sentence for line in describe(rules)}["instant.many_flowers_from"]

    assert "No effect here: there are eight flowers" in sentence(9)
    assert "No effect" not in sentence(8)


def test_a_gift_that_is_no_bunot_is_paid_as_often_as_the_others_pay() -> None:
    rules = load("visayan", ["win.gift_is_bunot=false", "pay.others=3"])
    sentence = {line.knob: line.sentence for line in describe(rules)}["win.gift_is_bunot"]
    assert "as those who did not discard" in sentence
