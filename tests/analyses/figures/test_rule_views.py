"""Rule effects on one screen."""

from __future__ import annotations

from dataclasses import replace

from analyses.figures.rule_views import MOST_LINES, as_html, as_text, title
from tests.analyses.answers.test_whatif import whole
from tests.analyses.test_whatif import example


def test_a_line_says_what_was_compared() -> None:
    assert title(example().answer) == "4 changes of pagat · greedy, caller, hunter · 400 deals · seed 1"
    assert "1 change of" in title(whole())
    assert "10 matches of 5 games" in title(replace(whole(), match_games=5))


def test_text_holds_each_change_with_its_surest_effects() -> None:
    text = as_text(example().answer)
    assert all(change.change in text for change in example().answer.changes)
    assert "no effect: the base has this value already" in text
    assert "length of a game, turns" in text


def test_many_changes_are_cut_to_a_screen() -> None:
    answer = example().answer
    many = replace(answer, changes=answer.changes * 10, ranking=answer.ranking * 10)
    lines = as_text(many).splitlines()
    assert len(lines) <= MOST_LINES + 4
    assert "The 20 largest of 40" in lines[-1]


def test_html_has_a_table_and_one_figure() -> None:
    page = as_html(example().answer)
    assert page.count("<table") == page.count("<svg") == 1
    assert "<th>verdict</th>" in page
    assert "<script" not in as_html(replace(whole(), base="<script>"))


def test_nothing_that_moves_is_no_figure() -> None:
    answer = example().answer
    still = tuple(change for change in answer.changes if change.no_effect)
    assert "<svg" not in as_html(replace(answer, changes=still))
