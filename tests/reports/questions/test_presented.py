from collections.abc import Callable
from typing import Any

import pytest

from reports.page.render import html
from reports.questions import screen_of, words
from reports.questions.simulate import BatchReport
from tests.analyses.test_answers import tournament_some
from tests.analyses.test_whatif import example as whatif
from tests.experiments.duplicate.fields import example as compared
from tests.playing import job, play

ANSWERS: dict[str, Callable[[], Any]] = {
    "compare": compared,
    "simulate": lambda: BatchReport.of(play(job(games=600))),
    "tournament": tournament_some,
    "whatif": lambda: whatif().answer,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_it_is_presented_whole(name: str) -> None:
    answer = ANSWERS[name]()
    presented, screen = words(answer), screen_of(answer)
    assert screen.answer.endswith(".")
    assert screen.body
    tables = presented.tables(answer)
    assert len({table.key for table in tables}) == len(tables) > 0
    for table in tables:
        assert table.caption
        assert {len(row) for row in table.rows} <= {len(table.headings)}, table.key
    findings = presented.findings(answer)
    for each in findings:
        assert each.text.endswith(".")
        assert all(panel.figure.axes for panel in each.panels())
    page = html([answer])
    assert page.count('role="img"') >= len(findings) > -1
    assert f"tongits {name} " in page
