import io
import json
from functools import cache
from typing import Any

import pytest

from analyses.question import inquiry
from analyses.registry import built_in, question
from reports.questions import screen_of, words
from tests.playing import command

FORKED = ("calls", "challenges", "discards", "lay")
SMALL: dict[str, dict[str, Any]] = {name: {"games": 3000, "min_forks": 30} for name in FORKED}
PLAYERS = {"payouts": "greedy"}


@cache
def answer(name: str) -> Any:
    asked = question(name)
    options = {"games": 1000, "players": PLAYERS.get(name, "greedy,bluffer,hunter")} | SMALL.get(name, {})
    return asked.ask(inquiry(asked, **options))


every_question = pytest.mark.parametrize("name", built_in())


@every_question
def test_json_is_read_back(name: str) -> None:
    document = answer(name).to_dict()
    stored = json.loads(json.dumps(document, allow_nan=False))
    again = type(answer(name)).from_dict(stored)
    assert json.loads(json.dumps(again.to_dict())) == stored


@every_question
def test_words_and_tables_are_whole(name: str) -> None:
    presenter, given = words(answer(name)), answer(name)
    screen = screen_of(given)
    assert screen.heading.startswith(given.rules)
    assert screen.answer.strip()
    tables = presenter.tables(given)
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.headings) for row in table.rows), table.key


@every_question
def test_figures_are_drawn_and_told(name: str) -> None:
    findings = words(answer(name)).findings(answer(name))
    assert findings
    for each in findings:
        for panel in each.panels():
            panel.figure.savefig(io.BytesIO(), format="svg")
        assert each.text.endswith(".")


@pytest.mark.parametrize("name", FORKED)
def test_on_the_command_line(name: str) -> None:
    code, out, err = command("analyze", name, "--games", "2000", "--min-forks", "50", "--workers", "1")
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 80
    assert len(out.splitlines()) <= 24
    code, out, _ = command("analyze", name, "--games", "1000", "--format", "csv")
    assert code == 0
    assert {"ev_diff_low", "n"} <= set(out.splitlines()[0].split(","))
