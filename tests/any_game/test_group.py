"""Groups of knobs, made by hand."""

import pytest

from tongits_sim.any_game.group import MOST_UNITS
from tongits_sim.rules import RuleError
from tongits_sim.rules.endings import Call, CallTiming, StockOut
from tongits_sim.rules.money import Pay
from tongits_sim.rules.play import Jokers


def test_group_takes_the_text_of_a_choice_and_whole_amounts() -> None:
    assert Call("end").timing is CallTiming.END  # type: ignore[arg-type]
    assert isinstance(Pay(tongits=5).tongits, float)
    assert Pay(tongits=MOST_UNITS).tongits == 1_000_000


def test_group_checks_its_values() -> None:
    with pytest.raises(RuleError, match=r"jokers\.count must be 0, 1 or 2, not 3"):
        Jokers(count=3)


def test_group_is_called_as_in_knobs() -> None:
    assert StockOut.title() == "stock_out"
    assert [knob.name for knob in StockOut.knobs()] == [
        "stock_out.moment",
        "stock_out.eligible",
        "stock_out.nobody_eligible",
    ]
