"""Lines of the log: an event, its facts, and only what was asked for."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator

import pytest

from tongits_sim.run import log as run_log


@pytest.fixture(autouse=True)
def left_as_it_was() -> Iterator[None]:
    """Take the handler away again."""
    logger = logging.getLogger(run_log.ROOT)
    before, level = list(logger.handlers), logger.level
    yield
    logger.handlers[:] = before
    logger.setLevel(level)


def test_a_line_is_an_event_and_facts(capsys: pytest.CaptureFixture[str]) -> None:
    run_log.set_up("info")
    run_log.set_up("info")  # a second time does not double the lines
    run_log.tell(
        "run", logging.INFO, "started", games=5, out="a folder", rate=1.5, no=None, player="x\n2026 ERROR", empty=""
    )
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ INFO tongits\.run started games=5 out=\"a folder\" rate=1\.5 "
        r"player=\"x\\n2026 ERROR\" empty=\"\"",
        line,
    )


@pytest.mark.parametrize("level", run_log.LEVELS)
def test_says_what_is_important_enough(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_log.set_up(level)
    for each in run_log.LEVELS:
        run_log.tell("run", getattr(logging, each.upper()), each)
    levels = [line.split()[3] for line in capsys.readouterr().err.splitlines()]
    assert levels == list(run_log.LEVELS[run_log.LEVELS.index(level) :])
    assert run_log.is_logged() == (level in ("debug", "info"))


def test_says_nothing_unless_asked(capsys: pytest.CaptureFixture[str]) -> None:
    run_log.tell("run", logging.INFO, "started")
    assert capsys.readouterr().err == ""
    assert not run_log.is_logged()


def test_a_program_has_its_own_handlers(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, run_log.ROOT):
        run_log.tell("store", logging.INFO, "merged", blocks=4)
    assert caplog.messages == ["merged blocks=4"]
