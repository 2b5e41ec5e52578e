"""Values of options: numbers as people write them, or a sentence."""

from __future__ import annotations

import click
import pytest

from reports.commands.options import FORMATS, Whole, chosen_rules, rules_again
from tongits_sim.run.sizes import parse_whole


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1000000", 10**6),
        ("1_000_000", 10**6),
        ("1,000,000", 10**6),
        ("1e6", 10**6),
        ("1M", 10**6),
        ("2.5k", 2500),
        (" 7 ", 7),
        ("18446744073709551615", 2**64 - 1),
        ("-3", -3),
        ("1e30", 10**30),
    ],
)
def test_reads_whole_numbers(text: str, number: int) -> None:
    assert parse_whole(text) == number


@pytest.mark.parametrize("text", ["", "x", "1.5", "nan", "inf", "-inf", "1e999999999", "0x10", "1e-3", "M", "1MM", "½"])
def test_refuses_the_rest(text: str) -> None:
    assert parse_whole(text) is None
    with pytest.raises(click.BadParameter, match="is not a whole number; write it like"):
        Whole().convert(text, None, None)


def test_refuses_what_is_out_of_bounds() -> None:
    assert Whole(1, 5).convert("5", None, None) == Whole(1, 5).convert(5, None, None) == 5
    for text in ("0", "6", "1e30"):
        with pytest.raises(click.BadParameter, match=f"must lie between 1 and 5, not {text}"):
            Whole(1, 5).convert(text, None, None)


def test_rules_and_their_options() -> None:
    settings = ("call.timing=end", "pay.fold=2")
    assert chosen_rules("pagat", settings).call.timing == "end"
    assert rules_again("my rules.toml", settings) == "--rules 'my rules.toml' --set call.timing=end --set pay.fold=2"
    assert FORMATS == ("table", "json", "csv")
