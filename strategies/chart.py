"""The chart player calls and challenges by tables of largest counts: for calls by the stock left and the number of
opponents with an open meld, for challenges by the stock left and the caller's cards. The tables may come from a file,
`chart(file=PATH)`; the file is TOML or JSON and holds `call_at`, 18 rows (stock
left, 0 to 17) of three numbers (no, one, two opponents with an open meld), and `challenge_at`, 18 rows of 13 numbers (0
to 12 cards in the caller's hand). -1 means never. Every other bot takes a file too: `expert(file=PATH)` calls and
challenges by the tables and otherwise plays its own strategy.

The default tables were fitted to forks in games of three `adaptive` under sjs. Of the charts fitted under sjs, pagat,
online and rulesofcards, only this chart beats the linear thresholds of `adaptive` under all four rules against two
`greedy`: by 0.362 ± 0.013, 0.093 ± 0.013, 0.057 ± 0.007 and 0.61 ± 0.19 units per game on held-out deals. Against two
`expert` it is better under sjs and rulesofcards, and worse by 0.083 ± 0.012 under pagat and 0.027 ± 0.005 under online.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.helpers import NO, YES
from strategies.inference import open_opponents
from tongits_sim.bots.chart_file import Table
from tongits_sim.compile.jit import njit
from tongits_sim.strategy import Strategy

_CALLS = (
    (130, 130, 130),
    (130, 130, 130),
    (130, 130, 130),
    (130, 62, 130),
    (130, 70, 130),
    (130, 130, 130),
    (130, 130, 130),
    (130, 74, 130),
    (130, 130, 130),
    (77, 130, 40),
    (130, 130, 42),
    (130, 130, 44),
    (130, 130, 47),
    (53, 51, 49),
    (130, 54, 49),
    (130, 130, 54),
    (130, 130, 47),
    (130, 130, 47),
)
_CHALLENGES = (
    (-1, 8, 18, 22, 27, 32, 37, 38, 41, 44, -1, -1, -1),
    (-1, 8, 18, 22, 27, 32, 37, 38, 41, 44, -1, -1, -1),
    (-1, 8, 18, 22, 27, 32, 37, 38, 41, 44, -1, -1, -1),
    (-1, 8, 18, 22, 27, 20, 37, 38, 41, 44, -1, -1, -1),
    (-1, 8, 18, 20, 17, 18, 25, 23, 41, 44, -1, -1, -1),
    (-1, 8, 14, 20, 15, 26, 27, 26, 27, 44, -1, -1, -1),
    (-1, 8, 17, 24, 25, 24, 28, 32, 30, 28, -1, -1, -1),
    (-1, 5, 18, 20, 25, 28, 31, 31, 34, 34, -1, -1, -1),
    (-1, 6, 16, 23, 27, 30, 31, 34, 36, 38, -1, -1, -1),
    (-1, 6, 16, 22, 27, 32, 33, 35, 37, 42, -1, -1, -1),
    (-1, 7, 19, 23, 26, 32, 36, 36, 39, 43, -1, -1, -1),
    (-1, 10, 14, 21, 27, 33, 36, 39, 41, 44, -1, -1, -1),
    (-1, 8, 20, 21, 28, 33, 37, 40, 43, 46, -1, -1, -1),
    (-1, 8, 19, 24, 29, 34, 40, 40, 43, 44, -1, -1, -1),
    (-1, 8, 18, 24, 27, 34, 39, 38, 43, 44, -1, -1, -1),
    (-1, 8, 18, 22, 29, 35, 37, 38, 41, 44, -1, -1, -1),
    (-1, 8, 18, 22, 27, 32, 37, 38, 41, 44, -1, -1, -1),
    (-1, 8, 18, 22, 27, 32, 37, 38, 41, 44, -1, -1, -1),
)


@njit
def call(view, params):
    """Call with a count up to the table's."""
    return YES if view.count <= params.call_at[view.stock_left, open_opponents(view)] else NO


@njit
def respond(view, params):
    """Challenge with a count up to the table's."""
    return YES if view.count <= params.challenge_at[view.stock_left, view.hand_size[view.caller]] else NO


CHART = replace(
    GREEDY,
    name="chart",
    summary="Calls and challenges by tables of stock, open opponents and the caller's cards, its own or from a file.",
    hooks=replace(GREEDY.hooks, call=call, respond=respond),
    params=(),
    tables=(
        Table("call_at", _CALLS, -1, 200, "largest count with which it calls a draw"),
        Table("challenge_at", _CHALLENGES, -1, 200, "largest count with which it challenges a call"),
    ),
)


def charted(base: Strategy) -> Strategy:
    """A strategy that calls and challenges by tables and otherwise plays like `base`."""
    names = {table.name for table in CHART.tables}
    hooks = replace(base.hooks, call=call, respond=respond)
    params = tuple(param for param in base.params if param.name not in names)
    return replace(base, hooks=hooks, params=params, tables=CHART.tables)
