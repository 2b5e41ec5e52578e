"""The page of findings: its numbers are written right, and it names every command that it stands on."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.bench.findings_asked import FOUGHT, RULES, asked
from tests.bench.findings_page import bear_out, far_above, far_below, pm, share, table, turned

PAGE = Path(__file__).resolve().parent.parent / "docs" / "findings.md"


def test_numbers_are_rounded_to_their_precision() -> None:
    assert pm({"mean": 1.23456, "ci95": [1.2, 1.3]}) == "+1.235 ± 0.050"
    assert pm({"mean": -12.3, "ci95": [-16, -8]}, " units") == "−12.3 ± 4.0 units"
    assert pm({"mean": -123.4, "ci95": [-163, -83]}) == "−123 ± 40"
    assert pm({"mean": 0.0, "ci95": [0.0, 0.0]}) == "+0.00 ± 0.00"
    assert pm({"mean": None, "ci95": None}) == "–"
    assert share(0.1234, [0.12, 0.13]) == "12.3 ± 0.5 %"
    assert table(["a", "b"], [["1", "2"]]) == "| a | b |\n| --- | ---: |\n| 1 | 2 |"


def test_claims_need_their_numbers() -> None:
    near, far = {"mean": 1.0, "ci95": [0.5, 1.5]}, {"mean": 1.0, "ci95": [0.7, 1.3]}
    assert not far_above(near)
    assert far_above(far)
    assert far_below(turned(far))
    assert not far_below(far)
    bear_out(True, "fine")
    with pytest.raises(SystemExit, match="do not bear out: too much"):
        bear_out(False, "too much")


def test_the_page_names_every_command() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for name, arguments in asked().items():
        assert f"tongits {shlex.join(arguments)}\n" in text, name
    for rules in RULES:
        assert f"| {rules}" in text
    assert text.count("*How sure:*") == 5
    assert "rulesofcards" not in FOUGHT
