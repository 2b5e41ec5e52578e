"""What tournaments count, as integers that merge by addition.

| array | shape | holds |
| --- | --- | --- |
| `events`, `games` | [1] | tournaments, games |
| `titles` | [kinds] | tournaments won by a player of the kind |
| `reached` | [stages, kinds] | players of the kind in the stage, summed over tournaments |
| `reached_sq` | [stages, kinds] | the same, squared in each tournament |
| `paid` | [kinds] | money of the kind in the first stage, hundredths |
| `paid_sq` | [kinds] | the same, squared in each tournament; Python integers |
"""

from __future__ import annotations

import numpy as np

from tongits_sim.run.totals import Axis, Totals, settled


class EventTotals(Totals):
    """The totals of an event job."""

    def __init__(self, stages: int, kinds: int) -> None:
        stage, kind = Axis("stage", stages), Axis("kind", kinds)
        super().__init__(
            {
                "events": (1,),
                "games": (1,),
                "titles": (kind,),
                "reached": (stage, kind),
                "reached_sq": (stage, kind),
                "paid": (kind,),
                "paid_sq": (kind,),
            }
        )


def event_counts(games: int, champions: np.ndarray, reached: np.ndarray, paid: np.ndarray) -> dict[str, np.ndarray]:
    """The arrays of the module's table for some tournaments.

    Args:
        games: games of one tournament.
        champions: int64[events], the kind of each winner.
        reached: int64[events, stages, kinds], players of each kind in each stage.
        paid: int64[events, kinds], money of each kind in the first stage, hundredths.
    """
    events, kinds = paid.shape
    squares = (paid.astype(object) ** 2).sum(axis=0) if events else np.zeros(kinds, object)
    return {
        "events": np.array([events]),
        "games": np.array([events * games]),
        "titles": np.bincount(champions, minlength=kinds).astype(np.int64),
        "reached": reached.sum(axis=0),
        "reached_sq": (reached**2).sum(axis=0),
        "paid": paid.sum(axis=0),
        "paid_sq": settled(squares),
    }
