import json
from functools import cache
from typing import Any

import pytest

from analyses.question import inquiry
from analyses.question_registry import built_in, question
from reports.questions import screen_of, words

FORKED = ("calls", "challenges", "discards", "lay", "sapaws", "takes")
SMALL: dict[str, dict[str, Any]] = {name: {"games": 3000, "min_forks": 30} for name in FORKED}
PLAYERS = {"payouts": "greedy"}
SEED = 29


@cache
def answer(name: str) -> Any:
    asked = question(name)
    options = {"games": 1000, "seed": SEED, "players": PLAYERS.get(name, "greedy,bluffer,hunter")} | SMALL.get(name, {})
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
    presenter = words(answer(name))
    given = answer(name)
    screen = screen_of(given)
    assert screen.heading.startswith(f"{given.rules} · ")
    assert screen.heading.endswith(f" · seed {SEED}")
    assert screen.answer.strip()
    tables = presenter.tables(given)
    assert len({table.key for table in tables}) == len(tables)
    for table in tables:
        assert table.rows
        assert all(len(row) == len(table.headings) for row in table.rows), table.key
