"""What is said of weights is what was measured; the page has the table of the files."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from analyses.answers.learning import Beside, LearnAnswer, LearnReading
from analyses.answers.shared import Versions
from reports.text.learning import BEGIN, END, learned_sentences, reading_words, show_learned, table
from reports.text.shipped import with_table
from strategies.learned import SHIPPED
from strategies.solved import RULES
from tests.playing import ROOT
from tongits_sim.rules import load
from tongits_sim.run.answers import Estimate

GAIN = Estimate(0.14, (0.13, 0.15))
ANSWER = LearnAnswer(
    "learn", "sjs", "--rules sjs", {}, "solved", 1, 8, 2000, 5000, 900, 31, 2.0,
    (LearnReading(4, 3.2, GAIN, 500),), (Beside("two of solved", GAIN),), 1000, "w.profile", "Done.", 5.0, (),
    Versions(),
)  # fmt: skip


def test_a_point_of_the_curve_is_a_line() -> None:
    assert reading_words(ANSWER.readings[0]).startswith("Round 4, 3 s: one seat gains +0.14")


def test_every_gain_names_its_table() -> None:
    lines = learned_sentences(ANSWER)
    assert "31 of 900 cells have another answer than that of solved, better by 2 standard errors" in lines[0]
    assert lines[1].startswith("Beside two of solved, one seat earns +0.14")
    assert "on 1,000 held-out deals" in lines[1]
    assert lines[-1] == 'To play it: tongits compare "learned(file=w.profile)" solved --rules sjs'
    assert not any("held-out" in each for each in learned_sentences(replace(ANSWER, beside=())))


@pytest.mark.parametrize(("form", "has"), [("json", '"scored": 31'), ("csv", "0.14,0.13,0.15,500"), ("table", "31 of")])
def test_three_forms(form: str, has: str, capsys: pytest.CaptureFixture[str]) -> None:
    show_learned(ANSWER, form)
    out = capsys.readouterr().out
    assert has in out
    if form == "json":
        assert LearnAnswer.from_dict(json.loads(out)) == ANSWER


def test_the_page_has_the_table_of_the_files() -> None:
    page = (ROOT / "docs" / "explanation" / "learned.md").read_text(encoding="utf-8")
    rows = table(SHIPPED.under(load(name)) for name in RULES)
    assert with_table(page, rows, BEGIN, END) == page, "tongits solve --method=learn --all writes the table"
    assert all(f"| `{name}` |" in rows for name in RULES)
