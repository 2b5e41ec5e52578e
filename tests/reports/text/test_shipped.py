"""The table of shipped profiles says what the files say, and stands in the docs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from analyses.answers.solving import Reading
from analyses.solving.shipping import Shipped, Step
from reports.text.shipped import BEGIN, END, gain_of, shipped_words, step_words, table, with_table
from strategies.solved import RULES, SHIPPED
from tests.playing import ROOT
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate


def test_the_page_has_the_table_of_the_files() -> None:
    page = (ROOT / "docs" / "explanation" / "solving.md").read_text(encoding="utf-8")
    rows = table(SHIPPED.under(load(name)) for name in RULES)
    assert with_table(page, rows) == page, "tongits solve --all writes the table"
    assert all(f"| `{name}` |" in rows for name in RULES)


def test_every_profile_says_what_one_seat_gains() -> None:
    for name in RULES:
        gain = gain_of(SHIPPED.under(load(name)))
        assert gain is not None
        assert gain.ci95 is not None


def test_the_table_is_put_between_its_lines() -> None:
    page = f"before\n{BEGIN}\nold\n{END}\nafter\n"
    assert with_table(page, "| new |") == f"before\n{BEGIN}\n\n| new |\n\n{END}\nafter\n"
    assert with_table(with_table(page, "x"), "x") == with_table(page, "x")
    with pytest.raises(ValueError, match="has no lines"):
        with_table("nothing", "x")


def test_progress_in_words() -> None:
    step = Step("pagat", 3, 11, 50, 12.3, Reading(50, 12.3, Estimate(0.02, (0.01, 0.03)), 100))
    assert step_words(step).startswith("3/11 pagat: iteration 50, 12 s; one seat gains +0.0")
    assert step_words(replace(step, iteration=0)) == "3/11 pagat: measuring what one seat gains"
    profile = replace(SHIPPED.under(load("pagat")), solved={})
    assert shipped_words(Shipped(step, profile, 23_400, True), 61.2) == "3/11 pagat: 23 kB, made in 61 s"
    assert shipped_words(Shipped(step, profile, 23_400, False), 0).endswith("up to date")
    assert "not measured" in table([replace(profile, solved={"iterations": 1, "games": 1})])
