"""Lines of the log: an event, its facts, and only what was asked for."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from tongits_sim import journal


@pytest.fixture(autouse=True)
def left_as_it_was() -> Iterator[None]:
    """Take the handler away again."""
    logger = logging.getLogger(journal.ROOT)
    before, level = list(logger.handlers), logger.level
    yield
    logger.handlers[:] = before
    logger.setLevel(level)


def test_a_line_is_an_event_and_facts(capsys: pytest.CaptureFixture[str]) -> None:
    journal.set_up("info")
    journal.set_up("info")  # a second time does not double the lines
    journal.tell(
        "run", logging.INFO, "started", games=5, out="a folder", rate=1.5, no=None, player="x\n2026 ERROR", empty=""
    )
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ INFO tongits\.run started games=5 out=\"a folder\" rate=1\.5 "
        r"player=\"x\\n2026 ERROR\" empty=\"\"",
        line,
    )


@pytest.mark.parametrize("level", journal.LEVELS)
def test_says_what_is_important_enough(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    journal.set_up(level)
    for each in journal.LEVELS:
        journal.tell("run", getattr(logging, each.upper()), each)
    said = [line.split()[3] for line in capsys.readouterr().err.splitlines()]
    assert said == list(journal.LEVELS[journal.LEVELS.index(level) :])
    assert journal.told() == (level in ("debug", "info"))


def test_says_nothing_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    journal.tell("run", logging.INFO, "started")
    assert capsys.readouterr().err == ""
    assert not journal.told()


def test_a_program_has_its_own_handlers(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, journal.ROOT):
        journal.tell("store", logging.INFO, "merged", blocks=4)
    assert caplog.messages == ["merged blocks=4"]
