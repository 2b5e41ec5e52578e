"""Tables of rule effects."""

from __future__ import annotations

from dataclasses import replace

from reports.text import rule_tables as tables
from tests.analyses.answers.test_whatif import solved, whole
from tests.analyses.test_whatif import example


def test_a_change_has_a_row_for_each_metric() -> None:
    answer = example().answer
    table = tables.of_change(answer.changes[1], 2)
    assert table.key == "change-2"
    assert len(table.rows) == len(answer.metrics)
    assert {len(row) for row in table.rows} == {len(table.headings)}


def test_a_brief_table_names_what_did_not_move() -> None:
    table = tables.of_change(example().answer.changes[0], 1, brief=True)
    assert "length of a game" in table.note
    assert not any(row[0].startswith("length") for row in table.rows)
    assert {len(row) for row in table.rows} == {len(table.headings)}


def test_adapted_effects_stand_beside() -> None:
    table = tables.of_change(whole().changes[0], 1)
    assert table.headings[-3:] == ["If they adapt", "Verdict", "p"]
    assert table.rows[0][-3:] == ["+0.20 ± 0.10", "more", "0.0020"]


def test_the_ranking_leaves_out_what_has_no_effect() -> None:
    answer = example().answer
    assert len(tables.ranking(answer).rows) == 3
    assert "The 2 largest of 4" in tables.ranking(answer, 2).note


def test_every_change_is_marked_where_it_is_not_certain() -> None:
    table = tables.everything(example().answer)
    cells = [cell for row in table.rows for cell in row[1:]]
    assert any(cell.endswith(" ?") for cell in cells)
    assert any(not cell.endswith(" ?") for cell in cells)


def test_reasons_stand_in_a_table() -> None:
    assert tables.idle(whole()).rows == [["x=1", "not played", "cannot be"]]
    assert tables.idle(example().answer).rows == [["pay.fold=1", "no effect", "the base has this value already"]]


def test_tuned_thresholds_with_their_gain_and_bound() -> None:
    rows = tables.tuned(whole()).rows
    assert rows[0] == ["base", "greedy", "call_at = 5", "+0.100 ± 0.050", "0.020"]
    assert [row[0] for row in rows] == ["base", "pay.fold=2"]
    assert tables.tuned(replace(whole(), tuned=None, changes=example().answer.changes)).rows == []


def test_solved_effects_stand_beside_and_single_players_have_none() -> None:
    table = tables.of_change(solved().changes[0], 1)
    assert table.headings[-3:] == ["If solved", "Verdict", "p"]
    assert table.rows[0][-3] == "+0.40 ± 0.10"
    assert {tuple(row[-3:]) for row in table.rows[1:]} == {("–", "", "")}
    brief = tables.of_change(solved().changes[0], 1, brief=True)
    assert {len(row) for row in brief.rows} == {len(brief.headings)}
