"""The answer about payouts as a type: rows of one set of rules, and what the house does to fairness."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import pytest

from analyses.answers.payouts import Payout, Variant, of_arm
from tongits_sim.run.answers import Estimate


def variant(**changes: Any) -> Variant:
    """A variant in which all is 1 but what is said."""
    kinds: dict[str, Any] = {"str": "x", "int": 1, "float": 1.0, "Estimate": Estimate(1.0)}
    return replace(Variant(**{each.name: kinds[str(each.type)] for each in fields(Variant)}), **changes)


def test_fair_is_a_third_of_the_fees_below_zero() -> None:
    row = variant(moved=Estimate(10.0), kept_by_the_house=Estimate(0.6))
    assert row.fees == 0.6
    assert row.fair_of_moved == pytest.approx(-0.02)
    assert variant(kept_by_the_house=Estimate(0.0)).fair_of_moved == 0
    assert variant(moved=Estimate(0.0)).fair_of_moved == 0


def test_rows_are_found_by_rules_and_bot() -> None:
    rows = [Payout(rules, player, 1.0, 1, 1.0) for rules in "ab" for player in "xy"]
    assert of_arm(rows, variant(rules="b", player="x")) == [rows[2]]


def test_json_has_the_keys_in_order() -> None:
    row = variant()
    keys = list(row.to_dict())
    assert keys[:8] == ["rules", "player", "games", "sessions", "next_dealer", "moved", "moved_ci95", "dealer"]
    assert Variant.from_dict(row.to_dict()) == row
