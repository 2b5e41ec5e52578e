"""Metrics of users: found by name in a file of their own or in an installed package."""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import Any

from tongits_sim.experiments.paired import Metric, MetricError
from tongits_sim.imports import load as load_object
from tongits_sim.imports import offered
from tongits_sim.run.user_file import Words, load_named

ENTRY_POINTS = "tongits_sim.metrics"
"""Group of entry points: the metrics of installed packages, each the name and `package.module:ATTRIBUTE`."""
LOADER = "analyses.user_metrics:load_metric"


def load_metric(given: str) -> Metric:
    """The metric of a name; `my_metric.py:NAME` executes the file. Raises MetricError or TongitsError."""
    path, _, own = given.rpartition(":")
    if path.endswith(".py"):
        read = load_named(path, own, Metric, Words("metric", "metric", "metrics"))
        return replace(read, import_spec=given, loader=LOADER)
    others = offered(ENTRY_POINTS)
    if given not in others:
        close = difflib.get_close_matches(given, others, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        way_out = "Write my_metric.py:NAME; see docs/how-to/contributing.md"
        raise MetricError(f"there is no metric {given!r}.{hint} {way_out}")
    candidate: Any = load_object(others[given])
    if not isinstance(candidate, Metric):
        raise MetricError(f"{given} is not a metric: it must be a Metric of tongits_sim.experiments.paired")
    own_metric: Metric = replace(candidate, import_spec=given, loader=LOADER)
    return own_metric
