"""What tournaments count, as integers that merge by addition.

| array | shape | holds |
| --- | --- | --- |
| `events`, `games` | [1] | tournaments; games, of progressive matches the most there can be |
| `played` | [1] | games that were played: fewer where progressive matches ended before their last |
| `titles` | [kinds] | tournaments won by a player of the kind |
| `reached` | [stages, kinds] | players of the kind in the stage, summed over tournaments |
| `reached_sq` | [stages, kinds] | the same, squared in each tournament |
| `paid` | [kinds] | money of the kind in the first stage, hundredths; in progressive matches points, less than 0 |
| `paid_products` | [kinds, kinds] | products of two kinds' money in each tournament; Python integers |
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
                "played": (1,),
                "titles": (kind,),
                "reached": (stage, kind),
                "reached_sq": (stage, kind),
                "paid": (kind,),
                "paid_products": (kind, Axis("other", kinds)),
            }
        )


def event_counts(
    games: int, played: int, champions: np.ndarray, reached: np.ndarray, paid: np.ndarray
) -> dict[str, np.ndarray]:
    """The arrays of the module's table for some tournaments.

    Args:
        games: games of one tournament, the most there can be.
        played: games of all of them.
        champions: int64[events], the kind of each winner.
        reached: int64[events, stages, kinds], players of each kind in each stage.
        paid: int64[events, kinds], money of each kind in the first stage, hundredths.
    """
    events, kinds = paid.shape
    exact = paid.astype(object)
    products = exact.T @ exact if events else np.zeros((kinds, kinds), object)
    return {
        "events": np.array([events]),
        "games": np.array([events * games]),
        "played": np.array([played]),
        "titles": np.bincount(champions, minlength=kinds).astype(np.int64),
        "reached": reached.sum(axis=0),
        "reached_sq": (reached**2).sum(axis=0),
        "paid": paid.sum(axis=0),
        "paid_products": settled(products),
    }
