"""Logs playing through the standard `logging` module, for `--log-level` or for your own handlers.

    2026-11-21T15:28:51Z INFO tongits.run progress games=1310720 of=10000000 rate=552113 remaining_s=16

A line is an event and facts `name=value`; values with blanks are quoted. The loggers are `tongits.run` (start, progress
and end of a run; blocks at DEBUG), `tongits.store` (files) and `tongits.batch`. There is no default handler.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

from tongits_sim.run.files import printable

ROOT = "tongits"

logging.getLogger(ROOT).addHandler(logging.NullHandler())  # else Python prints warnings to the standard error


def tell(logger: str, level: int, event: str, **facts: Any) -> None:
    """Log an event with its facts; facts that are None are left out."""
    log = logging.getLogger(f"{ROOT}.{logger}")
    if log.isEnabledFor(level):
        log.log(level, "%s", " ".join([event, *(f"{k}={_text(v)}" for k, v in facts.items() if v is not None)]))


def _text(value: Any) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    plain = text and text.isprintable() and not set(text) & set(' "=')
    return text if plain else json.dumps(text, ensure_ascii=False)


def set_up(level: str) -> None:
    """Write messages of at least this level (`debug`, `info`, `warning`, `error`) to stderr, a line each."""
    logger = logging.getLogger(ROOT)
    for handler in [each for each in logger.handlers if isinstance(each, _Lines)]:
        logger.removeHandler(handler)
    handler = _Lines()
    handler.setFormatter(_Form("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(level.upper())


def is_logged() -> bool:
    """Whether lines of the level INFO are written."""
    logger = logging.getLogger(ROOT)
    return any(isinstance(each, _Lines) for each in logger.handlers) and logger.isEnabledFor(logging.INFO)


class _Form(logging.Formatter):
    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """UTC, for machines in several places."""
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))


class _Lines(logging.Handler):
    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(printable(self.format(record).replace("\n", " ")) + "\n")
            sys.stderr.flush()
        except (OSError, ValueError):
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802
        """Ignore errors: playing continues although nobody reads the log."""
