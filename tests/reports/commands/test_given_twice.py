"""An option that takes one value and is given twice."""

import pytest

from tests.playing import command


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("analyze payouts --fee 5 --fee 10", "--fee"),
        ("simulate --games 10 -n 20", "--games"),
        ("compare greedy caller --deals 10 --games 20", "--deals"),
        ("simulate --rules pagat --rules sjs", "--rules"),
        ("mahjong simulate --seed 1 --seed 2", "--seed"),
        ("rules diff pagat sjs --format json --format csv", "--format"),
    ],
)
def test_it_is_one_sentence(line: str, name: str) -> None:
    code, out, err = command(*line.split())
    assert (code, out) == (2, "")
    assert err == f"Error: {name} is given two times, and takes one value; keep one\n"


def test_what_may_be_repeated_is_not_refused() -> None:
    code, out, err = command(
        "rules", "show", "pagat", "--set", "call.timing=end", "--set", "pay.sunog_extra=2", "--full", "--full"
    )
    assert code == 0, err
    assert "call" in out
