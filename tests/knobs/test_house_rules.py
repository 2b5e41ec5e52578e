from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.knobs.small_game import ALL, CoinRules
from tongits_sim.knobs.fields import filled_record, rules_dtype
from tongits_sim.knobs.knob import MAX_UNITS
from tongits_sim.records import schema
from tongits_sim.rules import KNOBS, RuleError, RuleSet
from tongits_sim.rules.ending_knobs import Call, CallTiming
from tongits_sim.rules.money_knobs import Pay


def test_group_takes_the_text_of_a_choice_and_whole_amounts() -> None:
    assert Call("end").timing is CallTiming.END  # type: ignore[arg-type]
    assert {CallTiming.END: 1}["end"] == 1  # type: ignore[index]
    assert isinstance(Pay(tongits=5).tongits, float)
    assert Pay(tongits=MAX_UNITS).tongits == 1_000_000


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("call.timing", "ends", "call.timing must be start, end or after_draw, not 'ends'. Did you mean 'end'?"),
        ("secrets.run_min", 6, "secrets.run_min must be 4 or 5, not 6."),
        ("jokers.points", 1.5, "jokers.points must be a whole number from 0 to 1000, not 1.5."),
        ("pay.fold", 1_000_000.01, "not 1000000.01."),
        ("fees.antes", 1e-7, "not 1e-07."),
    ],
)
def test_value_that_is_none_of_the_knobs_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        RuleSet.from_knobs({name: value})
    assert str(caught.value).startswith(name)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("call.timing", " end ", "end"),
        ("tongits.hand_melds", "false", False),
        ("jokers.points", "+7", 7),
        ("pay.fold", "2", 2.0),
        ("pay.fold", "0.500", 0.5),
        ("fees.antes", "0.000001", 0.000001),
    ],
)
def test_text_is_read_in_the_knobs_own_type(name: str, text: str, value: object) -> None:
    setting = KNOBS[name].parse(text)
    assert setting == value
    assert isinstance(setting, type(value))


SIDE = schema.must(lambda value: value in ("heads", "tails"), "heads or tails")

CHECKS: dict[str, schema.Check] = {
    "format": schema.must(lambda value: value == "coins", "coins"),
    "seed": schema.SEED,
    "tosses": schema.list_of(SIDE, most=3),
    "pair": schema.list_of(schema.WHOLE, 2, most=2, entry="{1} of seat {2}"),
    "paid": schema.object_of({"ante": schema.AMOUNT, "twice": schema.FLAG}),
    "more": schema.any_object,
}

RECORD = {
    "format": "coins",
    "seed": -1,
    "tosses": ["heads"],
    "pair": [1, 2],
    "paid": {"ante": 0.25, "twice": True},
    "more": {"any": 1},
}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"seed": True}, "seed must be a whole number, not true"),
        ({"pair": [1, -1]}, "pair of seat 1 must be a whole number from 0, not -1"),
        ({"paid": {"ante": 1, "twice": 1}}, "paid.twice must be true or false, not 1"),
        ({"more": []}, "more must be an object, not []"),
    ],
)
def test_a_wrong_value_is_named(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(schema.RecordError) as caught:
        schema.check_record(CHECKS, {**RECORD, **changes})
    assert (caught.value.rule, caught.value.reason) == ("format", reason)


@given(st.integers(-2 * 10**14, 2 * 10**14))
def test_amounts_go_both_ways(amount: int) -> None:
    assert schema.hundredths(schema.units(amount)) == amount
    assert schema.is_amount(schema.units(amount)) == (abs(amount) <= 10**14)


def test_every_knob_is_a_field_of_its_kind_with_its_code_or_hundredths() -> None:
    layout = rules_dtype(ALL.knobs)
    assert layout.names == ("coin_toss_side", "coin_toss_twice", "stake_ante")
    assert [layout[name] for name in layout.names] == [np.int8, np.int8, np.int64]
    rules = CoinRules.from_knobs({"coin_toss.side": "tails", "stake.ante": 0.35})
    assert filled_record(rules, layout).tolist() == [(1, 0, 35)]
