"""Users' metrics for `whatif`: from a file, `my_metric.py:NAME`, or from an installed package."""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import Any

from tongits_sim.core.user_file import Words, load_named
from tongits_sim.experiments.paired import Metric, MetricError
from tongits_sim.names import load, offered

ENTRY_POINTS = "tongits_sim.metrics"
"""Group of entry points: the metrics of installed packages, each the name and `package.module:ATTRIBUTE`."""
LOADER = "analyses.own_metrics:metric"


def metric(given: str) -> Metric:
    """The metric of that name; the file in `my_metric.py:NAME` is executed.

    Raises:
        MetricError: there is none.
        TongitsError: the file may not or cannot be executed.
    """
    path, _, own = given.rpartition(":")
    if path.endswith(".py"):
        read = load_named(path, own, Metric, Words("metric", "metric", "metrics"))
        return replace(read, given=given, loader=LOADER)
    others = offered(ENTRY_POINTS)
    if given not in others:
        close = difflib.get_close_matches(given, others, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        way_out = "Write my_metric.py:NAME; see docs/how-to/contributing.md"
        raise MetricError(f"there is no metric {given!r}.{hint} {way_out}")
    candidate: Any = load(others[given])
    if not isinstance(candidate, Metric):
        raise MetricError(f"{given} is not a metric: it must be a Metric of tongits_sim.experiments.paired")
    own_metric: Metric = replace(candidate, given=given, loader=LOADER)
    return own_metric
