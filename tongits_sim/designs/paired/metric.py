"""A user's metric: a number of each finished game, by a compiled function of the game's `VIEW` and `RESULT`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import HookError, compile_hook
from tongits_sim.game.state import RESULT_DTYPE
from tongits_sim.identity import reach
from tongits_sim.names import load

OWN = "own:"
"""The beginning of the names of users' metrics in answers."""
MOST_COUNT = 1_000_000
"""The largest number that a metric may count in one game, of either sign."""
_NAME = re.compile(r"[A-Za-z_]\w{0,39}")


class MetricError(TongitsError):
    """A metric that cannot be compiled, or fails in a game."""


@dataclass(frozen=True)
class Metric:
    """A number of each game, whose mean per game is compared between rule sets.

    Attributes:
        name: a Python name; people read it with spaces for underscores.
        count: `count(view, result)`, a whole number of a finished game, at most a million of either sign. `result` is
            its `RESULT` record, `view` the public state at its end as the seat that was asked last saw it; both are
            only to be read. Numba compiles it.
        scale: a factor of the mean: 0.01 turns hundredths into units.
        given: where another process finds it, `my_metric.py:NAME` or an entry point; "" where none can.
        loader: `package.module:function`, which loads what `given` names.
    """

    name: str
    count: Callable[[Any, Any], Any]
    scale: float = 1.0
    given: str = field(default="", compare=False)
    loader: str = field(default="", compare=False, repr=False)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise MetricError(f"a metric's name is made of letters, digits and underscores, not {self.name!r}")

    @property
    def key(self) -> str:
        """Its name in answers."""
        return OWN + self.name

    def address(self) -> int:
        """The address of the compiled function, for `call_hook`; compiles it if need be. Raises MetricError."""
        try:
            return compile_hook(self.count, RESULT_DTYPE, self.name, "count")
        except HookError as error:
            message = str(error).replace(f"the bot {self.name!r}", f"the metric {self.name!r}")
            raise MetricError(message.replace(" hook ", " function ")) from None

    def manifest(self) -> dict[str, Any]:
        """Everything that determines its numbers, as JSON."""
        function = getattr(self.count, "py_func", self.count)
        return {"metric": self.given or self.name, "source": reach(function, self.scale).digest}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, str]]:
        """Metrics travel to other processes by name. Raises MetricError for one that no file holds."""
        if not self.given or not self.loader:
            raise MetricError(
                f"the metric {self.name!r} stands in no file, so other processes cannot load it: use the backend "
                "'threading'"
            )
        return _reload, (self.loader, self.given)


def _reload(loader: str, given: str) -> Metric:
    metric: Metric = load(loader)(given)
    return metric
