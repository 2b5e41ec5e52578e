"""What all tests share: how long and how repeatably hypothesis searches, and a log that nobody asked for yet."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# No deadline: the first example of a property may have to compile a kernel.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "default")


@pytest.fixture(autouse=True)
def _no_log_of_another_test() -> Iterator[None]:
    """A command with --log-level, run in this process, would have the next one write lines too."""
    yield
    logger = logging.getLogger("tongits")
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)
