"""The prices of V10 to V12."""

from __future__ import annotations

from mahjong_sim.rules import RuleSet
from mahjong_sim.rules.record import rules_record


def test_v10_prices() -> None:
    record = rules_record(RuleSet())[0]
    quarter = (
        "all_chows",
        "all_pungs",
        "concealed",
        "all_revealed",
        "quick",
        "back_to_back",
        "single_wait",
        "paninigit",
    )
    assert {int(record[f"hand_{name}"]) for name in quarter} == {25}
    assert [int(record[f"hand_{name}"]) for name in ("win", "straight", "flush", "seven_pairs")] == [100, 50, 50, 50]


def test_v11_who_pays() -> None:
    pay = RuleSet().pay
    assert (pay.discarder, pay.others, pay.bunot) == (2, 1, 2)


def test_v11_instant_payments() -> None:
    instant = RuleSet().instant
    assert (instant.beauty, instant.news, instant.no_flowers, instant.winner_no_flowers, instant.kang) == (0.25,) * 5
    assert (instant.secret, instant.sagasa, instant.many_flowers) == (0.5, 0.5, 0)


def test_v12_options() -> None:
    rules = RuleSet()
    assert (rules.doubles.play, rules.doubles.factor) == (False, 2)
    assert (rules.jai_alai.share, rules.jai_alai.markers, rules.jai_alai.bunot_markers) == (0, 5, 2)
