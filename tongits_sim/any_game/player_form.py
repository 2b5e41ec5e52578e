"""What the players of every game share: named parameters within bounds, and their part of a manifest."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tongits_sim.errors import TongitsError


@dataclass(frozen=True)
class BoundedParam:
    """A named number of a strategy, with its default and the bounds it must lie in."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


class PlayerForm:
    """A strategy with its parameters filled in: the attributes of a frozen dataclass, which every game's player is.

    Attributes:
        strategy: how it plays; has a `name` and `params`.
        values: parameters that differ from their defaults.
        origin: where another process finds the strategy again; "" for the program's own.
    """

    strategy: Any
    values: Mapping[str, float]
    origin: str

    @property
    def label(self) -> str:
        """What people call it."""
        raise NotImplementedError

    @property
    def spec(self) -> str:
        """The spec from which the game's registry makes this player."""
        raise NotImplementedError

    @property
    def identity(self) -> tuple[str, ...]:
        """Equal for players that play the same."""
        return self.strategy.name, self.origin, repr(sorted(self.parameters().items()))

    @property
    def given(self) -> str:
        """The spec as a command line names it, with a name of its own where it has one."""
        return self.spec

    def digest(self) -> str:
        """Digest of the sources that it plays with."""
        raise NotImplementedError

    def check_values(self) -> None:
        """Check the parameters.

        Raises:
            TongitsError: the strategy has no parameter of that name, or the value is outside its bounds.
        """
        known = {param.name: param for param in self.strategy.params}
        for name, value in self.values.items():
            if name not in known:
                raise TongitsError(_unknown_param(self.strategy.name, list(known), name))
            param = known[name]
            if not (math.isfinite(value) and param.low <= value <= param.high):
                raise TongitsError(
                    f"{self.strategy.name}: {name} = {value:g} is outside its bounds {param.low:g} to {param.high:g}"
                )

    def parameters(self) -> dict[str, float]:
        """All parameters with their values."""
        return {param.name: float(self.values.get(param.name, param.default)) for param in self.strategy.params}

    def changed(self) -> dict[str, float]:
        """The parameters that differ from their defaults, in the order of the strategy."""
        values = {param.name: self.values.get(param.name, param.default) for param in self.strategy.params}
        return {param.name: values[param.name] for param in self.strategy.params if values[param.name] != param.default}

    def manifest(self) -> dict[str, Any]:
        """What decides how it plays, as JSON holds it."""
        return {
            "player": self.spec,
            "strategy": self.strategy.name,
            "params": self.parameters(),
            "origin": self.origin,
            "source": self.digest(),
        }


def _unknown_param(bot: str, names: Sequence[str], name: str) -> str:
    if not names:
        return f"{bot} has no parameters, so {name!r} means nothing to it"
    close = difflib.get_close_matches(name, names, 1)
    hint = f" Did you mean {close[0]!r}?" if close else ""
    return f"{bot} has no parameter {name!r}.{hint} It has: {', '.join(names)}"
