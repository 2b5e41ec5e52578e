"""What is said about sessions."""

from __future__ import annotations

from reports.questions import sessions as words
from reports.text.money import parse_stake
from reports.text.stake import at
from tests.analyses.test_sessions import document, example


def test_says_who_ends_ahead_and_what_it_takes() -> None:
    headline = words.headline(example())
    assert headline.startswith("In sessions of 20 games under casino_x, expert ends ahead in ")
    assert "hunter must bring " in headline
    alike = words.headline(document(players="greedy,greedy,greedy", games=1200))
    assert "each of three greedy ends ahead in " in alike


def test_every_player_is_spoken_of() -> None:
    answer = example()
    rest = " ".join(words.sentences(answer))
    for player in ("hunter", "expert"):
        assert f"{player} makes " in rest
    assert "The house keeps 0." in rest
    assert "Lost on the way: hunter loses 20 units in " in rest
    assert "The house" not in " ".join(words.sentences(document(rules="pagat", games=1200)))
    assert len(words.advice(answer)) == 2


def test_time_is_said_at_a_pace() -> None:
    answer = example()
    assert " at 8 s a turn" not in words.headline(answer)
    with at(parse_stake("20 peso"), 8.0):
        assert "In sessions of 20 games (" in words.headline(answer)
        assert " min at 8 s a turn)" in words.headline(answer)


def test_tables_and_figures() -> None:
    answer = example()
    tables = words.tables(answer)
    assert [table.key for table in tables] == ["players", "quantiles", "fan", "ruin"]
    assert all(len(row) == len(table.headings) for table in tables for row in table.rows)
    assert [table.key for table in words.console(answer)] == ["players", "quantiles", "ruin"]
    assert tables[0].rows[1][0] == "expert ×2"
    assert {row[0] for row in tables[-1].rows} >= {"20", "60"}
    assert [each.key for each in words.findings(answer)] == ["fan", "ruin"]
    for finding in words.findings(answer):
        assert finding.draw().axes
        assert finding.text.endswith(".")
    assert words.pocket(answer)[0].key == "players"
