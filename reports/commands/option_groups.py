"""Several options of a command as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Command = TypeVar("Command", bound=Callable[..., Any])


def combined(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one, in the order of the help."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add
