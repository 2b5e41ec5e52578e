from typing import Any

import numpy as np

from tongits_sim.run.totals import Totals


def columns(totals: Totals, array: str, places: Any) -> dict[str, list[Any]]:
    """What the numbers of an array at flat places (int64[k]) are called, by the names of its axes."""
    return {
        axis.name: [axis.places[place] for place in index] if isinstance(axis.places, tuple) else index.tolist()
        for axis, index in totals.indices(array, np.asarray(places))
    }
