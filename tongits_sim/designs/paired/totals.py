"""Sums and products of the quantities of deals, per arm and against the first arm, as exact integers.

| array | shape | holds |
| --- | --- | --- |
| `deals` | [1] | number of deals |
| `sums` | [arms, Q] | sums over deals of the quantities (kernel.QUANTITIES) |
| `products` | [arms, Q, Q] | sums of products within an arm |
| `cross` | [arms, Q, Q] | sums of products of the first arm's quantities with the arm's |
| `differ` | [arms, 2] | deals in which the arm differs from the first: in play, in anything |
| `flows` | [arms, C, 2, 2] | events (COUNTED) that deals gain, lose against the first arm: sum, sum of squares |

Q are the quantities of the kernel, then the counts of own metrics.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tongits_sim.designs.paired.kernel import N_PLAY, QUANTITIES
from tongits_sim.run.totals import Axis, Counts, Totals

COUNTED = (*QUANTITIES[QUANTITIES.index("burned") : N_PLAY], "ahead", "ruined")
"""The quantities that are counts of events."""
_COUNTED_COLUMNS = [QUANTITIES.index(name) for name in COUNTED]
_SAFE_FLOAT = 2**53


class PairedTotals(Totals):
    """The totals of a paired job."""

    def __init__(self, arms: int, games_per_deal: int, own: Sequence[str] = ()) -> None:
        names = (*QUANTITIES, *own)
        arm, key, times = Axis("arm", arms), Axis("key", names), Axis("times", names)
        super().__init__(
            {
                "deals": (1,),
                "sums": (arm, key),
                "products": (arm, key, times),
                "cross": (arm, key, times),
                "differ": (arm, Axis("in", ("play", "anything"))),
                "flows": (arm, Axis("event", COUNTED), Axis("side", ("more", "less")), Axis("of", ("sum", "squares"))),
            }
        )
        self._games = arms * games_per_deal

    def games_of(self, counts: Counts) -> int:
        """Number of games in some counts, over all arms."""
        return int(counts["deals"].sum()) * self._games


def moments_of(values: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays (int64) of the module's table for some deals; values: int64[deals, arms, QUANTITIES and own]."""
    arms = values.shape[1]
    empty = PairedTotals(arms, 1, [f"own {number}" for number in range(values.shape[2] - len(QUANTITIES))])
    moments = {name: np.zeros(empty.shape(name), np.int64) for name in empty}
    moments["deals"][0] = len(values)
    moments["sums"][...] = values.sum(axis=0)
    off = values != values[:, :1]
    moments["differ"][:, 0] = off[:, :, :N_PLAY].any(axis=2).sum(axis=0)
    moments["differ"][:, 1] = off.any(axis=2).sum(axis=0)
    counted = values[:, :, _COUNTED_COLUMNS]
    changed = counted - counted[:, :1]
    for side, sign in enumerate((1, -1)):
        part = np.maximum(sign * changed, 0)
        moments["flows"][:, :, side, 0], moments["flows"][:, :, side, 1] = part.sum(axis=0), (part**2).sum(axis=0)
    columns = _multipliable(values)
    for arm in range(arms):
        moments["products"][arm] = columns[:, arm].T @ columns[:, arm]
        moments["cross"][arm] = columns[:, 0].T @ columns[:, arm]
    return moments


def _multipliable(values: np.ndarray) -> np.ndarray:
    """The values as floats if sums of their products stay exact, which is faster; else unchanged."""
    most = int(np.abs(values).max(initial=0)) ** 2 * max(len(values), 1)
    return values.astype(np.float64) if most < _SAFE_FLOAT else values
