"""Values of knobs: what is taken, what is refused, and how they read."""

import math

import pytest

from tongits_sim.rules import KNOBS, RuleError, RuleSet
from tongits_sim.rules.endings import CallTiming


def test_choice_is_found_by_its_text() -> None:
    assert {CallTiming.END: 1}["end"] == 1  # type: ignore[index]
    assert KNOBS["call.timing"].sentence(CallTiming.END) == CallTiming.END.sentence


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("call.timing", "ends", "call.timing must be start or end, not 'ends'. Did you mean 'end'?"),
        ("call.timing", 1, "call.timing must be start or end, not 1."),
        ("call.timing", True, "call.timing must be start or end, not true."),
        ("tongits.hand_melds", 1, "tongits.hand_melds must be true or false, not 1."),
        ("tongits.hand_melds", "yes", "tongits.hand_melds must be true or false, not 'yes'."),
        ("secrets.run_min", 6, "secrets.run_min must be 4 or 5, not 6."),
        ("jokers.count", True, "jokers.count must be 0, 1 or 2, not true."),
        ("jokers.count", 1.0, "jokers.count must be 0, 1 or 2, not 1.0."),
        ("jokers.points", -1, "jokers.points must be a whole number from 0 to 1000, not -1."),
        ("jokers.points", 1001, "jokers.points must be a whole number from 0 to 1000, not 1001."),
        ("jokers.points", 1.5, "jokers.points must be a whole number from 0 to 1000, not 1.5."),
        ("melds.max_voluntary", 21, "melds.max_voluntary must be a whole number from 0 to 20, not 21."),
        ("call.meld_age", 51, "call.meld_age must be a whole number from 0 to 50, not 51."),
        ("match.progressive_target", 10**7, "must be a whole number from 0 to 1000000, not 10000000."),
        ("pay.fold", -1, "pay.fold must be an amount from 0 to 1000000 with at most 2 decimals, not -1."),
        ("pay.fold", 1.005, "with at most 2 decimals, not 1.005."),
        ("pay.fold", "3", "not '3'."),
        ("pay.fold", False, "not false."),
        ("pay.fold", 1_000_000.01, "not 1000000.01."),
        ("pay.fold", math.nan, "not nan."),
        ("pay.fold", math.inf, "not inf."),
        ("pay.fold", -math.inf, "not -inf."),
        ("pay.fold", 1e300, "not 1e+300."),
        ("pay.fold", 10**400, "not 1000"),
        pytest.param("pay.fold", 10**5000, "not that.", id="a number too long to print"),
        ("pay.fold", None, "not None."),
        ("pay.fold", [1] * 100, "not [1, 1, 1"),
        ("fees.antes", 1.01, "fees.antes must be a share from 0 to 1 with at most 6 decimals, not 1.01."),
        ("fees.antes", 1e-7, "not 1e-07."),
    ],
)
def test_value_that_is_none_of_the_knobs_is_refused(name: str, value: object, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        RuleSet.from_knobs({name: value})
    assert str(caught.value).startswith(name)
    assert message in str(caught.value)
    assert len(str(caught.value)) < 200


def test_negative_zero_is_zero() -> None:
    assert math.copysign(1, RuleSet.from_knobs({"pay.fold": -0.0}).pay.fold) == 1


@pytest.mark.parametrize(
    ("knob", "value", "sentence"),
    [
        ("pay.fold", 1.0, "Each loser pays 1 unit for a draw nobody challenges."),
        ("pay.fold", 0.5, "Each loser pays 0.5 units for a draw nobody challenges."),
        ("pay.fold", 1_000_000.0, "Each loser pays 1000000 units for a draw nobody challenges."),
        ("fees.antes", 0.15, "The house keeps 15 per cent of the pot of antes."),
        ("fees.antes", 0.07, "The house keeps 7 per cent of the pot of antes."),
        ("fees.antes", 0.000001, "The house keeps 0.0001 per cent of the pot of antes."),
        ("jokers.points", 0, "A joker left in the hand counts 0 against its holder."),
    ],
)
def test_numbers_in_sentences(knob: str, value: float, sentence: str) -> None:
    assert KNOBS[knob].sentence(value) == sentence


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
