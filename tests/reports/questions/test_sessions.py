"""What is said about sessions."""

from __future__ import annotations

from reports.questions import sessions as words
from reports.text.money import parse_stake
from reports.text.stake import at
from tests.analyses.test_sessions import document, example


def test_says_who_ends_ahead_and_what_it_takes() -> None:
    told = words.headline(example())
    assert told.startswith("In sessions of 20 games under casino_x, expert ends ahead in ")
    assert "hunter must bring " in told
    alike = words.headline(document(players="greedy,greedy,greedy", games=1200))
    assert "each of three greedy ends ahead in " in alike


def test_every_player_is_spoken_of() -> None:
    found = example()
    rest = " ".join(words.sentences(found))
    for player in ("hunter", "expert"):
        assert f"{player} makes " in rest
    assert "The house keeps 0." in rest
    assert "Lost on the way: hunter loses 20 units in " in rest
    assert "The house" not in " ".join(words.sentences(document(rules="pagat", games=1200)))
    assert len(words.advice(found)) == 2


def test_time_is_said_at_a_pace() -> None:
    found = example()
    assert " at 8 s a turn" not in words.headline(found)
    with at(parse_stake("20 peso"), 8.0):
        assert "In sessions of 20 games (" in words.headline(found)
        assert " min at 8 s a turn)" in words.headline(found)


def test_tables_and_figures() -> None:
    found = example()
    made = words.tables(found)
    assert [table.key for table in made] == ["players", "quantiles", "fan", "ruin"]
    assert all(len(row) == len(table.headings) for table in made for row in table.rows)
    assert [table.key for table in words.console(found)] == ["players", "quantiles", "ruin"]
    assert made[0].rows[1][0] == "expert ×2"
    assert {row[0] for row in made[-1].rows} >= {"20", "60"}
    assert [each.key for each in words.findings(found)] == ["fan", "ruin"]
    for finding in words.findings(found):
        assert finding.draw().axes
        assert finding.text.endswith(".")
    assert words.pocket(found)[0].key == "players"
