"""Rules as integers, whatever the game."""

from __future__ import annotations

import numpy as np

from tests.any_game.small_game import ALL, CoinRules
from tongits_sim.any_game.rule_record import filled_record, rules_dtype


def test_every_knob_is_a_field_of_its_kind() -> None:
    layout = rules_dtype(ALL.knobs)
    assert layout.names == ("coin_toss_side", "coin_toss_twice", "stake_ante")
    assert [layout[name] for name in layout.names] == [np.int8, np.int8, np.int64]


def test_a_record_holds_codes_and_hundredths() -> None:
    rules = CoinRules.from_knobs({"coin_toss.side": "tails", "stake.ante": 0.35})
    record = filled_record(rules, rules_dtype(ALL.knobs))
    assert record.tolist() == [(1, 0, 35)]
    assert record.stake_ante[0] == 35
