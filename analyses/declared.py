"""Rows of an answer whose fields say themselves how they are estimated, each in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, fields
from typing import Any, TypeVar

from tongits_sim.run.answers import Answer

R = TypeVar("R", bound=Answer)


def counted(read: Callable[..., Any]) -> Any:
    """A field that `read` takes from the counts of a run."""
    return field(metadata={"read": read})


def row(kind: type[R], *counts: Any, **own: Any) -> R:
    """A row: its counted fields from the counts, the others as given."""
    read = {each.name: each.metadata["read"](*counts) for each in fields(kind) if each.metadata}  # type: ignore[arg-type]
    return kind(**own, **read)
