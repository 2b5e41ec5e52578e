"""The chart player calls and challenges by tables: the stock that is left and the number of opponents who have an open
meld give the largest count to call with; the stock and the caller's cards the largest to challenge with. The tables
may come from a file, `chart(file=PATH)`, so that a chart an analysis has worked out can be played; the file is TOML or
JSON and holds `call_at`, 18 rows (stock left, 0 to 17) of three numbers (no, one, two opponents open), and
`challenge_at`, 18 rows of 13 numbers (0 to 12 cards in the caller's hand). -1 means never. Any other bot takes such a
file too, `expert(file=PATH)`: then it calls and challenges by the tables, and does everything else in its own way.
"""

from __future__ import annotations

from dataclasses import replace

from strategies.greedy import GREEDY
from strategies.hooks import NO, YES
from strategies.sense import open_opponents
from tongits_sim.jit import njit
from tongits_sim.state import MAX_STOCK
from tongits_sim.strategy import Player, Strategy
from tongits_sim.tablefile import Table

CALLER_CARDS = 13
"""Columns of the table of challenges: 0 to 12 cards in the caller's hand."""

_CALLS = tuple((130.0, 25 + 3.3 * stock, 10 + 3.3 * stock) for stock in range(MAX_STOCK + 1))
_FIGHTS = tuple((14 + 3.0 * stock,) * CALLER_CARDS for stock in range(MAX_STOCK + 1))


@njit
def call(view, params):
    """Call with a count of at most what the table says."""
    return YES if view.count <= params.call_at[view.stock_left, open_opponents(view)] else NO


@njit
def respond(view, params):
    """Challenge with a count of at most what the table says."""
    return YES if view.count <= params.challenge_at[view.stock_left, view.hand_size[view.caller]] else NO


CHART = replace(
    GREEDY,
    name="chart",
    summary="Calls and challenges by tables of stock, opponents open and caller's cards, its own or from a file.",
    hooks=replace(GREEDY.hooks, call=call, respond=respond),
    params=(),
    tables=(
        Table("call_at", _CALLS, -1, 200, "largest count with which it calls a draw"),
        Table("challenge_at", _FIGHTS, -1, 200, "largest count with which it challenges a call"),
    ),
)


def charted(base: Strategy) -> Strategy:
    """A strategy that calls and challenges by tables, and does everything else as `base` does."""
    names = {table.name for table in CHART.tables}
    hooks = replace(base.hooks, call=call, respond=respond)
    params = tuple(param for param in base.params if param.name not in names)
    return replace(base, hooks=hooks, params=params, tables=CHART.tables)


def with_tables(player: Player, path: str) -> Player:
    """A player as it is, but calling and challenging by the tables of a file."""
    made = charted(player.strategy)
    known = {param.name for param in made.params}
    return Player(made, {name: value for name, value in player.values.items() if name in known}, player.origin, path)
