"""The chart player calls and challenges by a table: the stock that is left and the number of opponents who have an open
meld give the largest count. The table may come from a file, `chart(file=PATH)`, so that a chart an analysis has worked
out can be played; the file is TOML or JSON and holds `call_at` and `challenge_at`, each of 18 rows (stock left, 0 to
17) of three numbers (no, one, two opponents open). -1 means never.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.hooks import NO, YES
from strategies.sense import open_opponents
from tongits_sim.jit import njit
from tongits_sim.state import MAX_STOCK
from tongits_sim.tablefile import Table

_CALLS = tuple((130.0, 25 + 3.3 * stock, 10 + 3.3 * stock) for stock in range(MAX_STOCK + 1))
_FIGHTS = tuple((14 + 3.0 * stock,) * 3 for stock in range(MAX_STOCK + 1))


@njit
def call(view, params):
    """Call with a count of at most what the table says."""
    return YES if view.count <= params.call_at[view.stock_left, open_opponents(view)] else NO


@njit
def respond(view, params):
    """Challenge with a count of at most what the table says."""
    return YES if view.count <= params.challenge_at[view.stock_left, open_opponents(view)] else NO


CHART = replace(
    GREEDY,
    name="chart",
    summary="Calls and challenges by a table of stock left and opponents open, its own or from a file.",
    hooks=replace(GREEDY.hooks, call=call, respond=respond),
    params=(),
    tables=(
        Table("call_at", _CALLS, -1, 200, "largest count with which it calls a draw"),
        Table("challenge_at", _FIGHTS, -1, 200, "largest count with which it challenges a call"),
    ),
)
