"""Public history of the match: statistics of each seat over its earlier games (the `past_` fields of the `VIEW`).

It uses only what the rules show to all: calls, challenges and folds, compared counts (R11, R12), when a seat opened,
and how many turns followed. A call that nobody challenges does not show its count. A fold by a player who could
challenge only by a held secret (R10) looks forced, so it does not count.

The fields are written at the end of a game, except in matches of one game. A fork copies the fields with the view.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tongits_sim.compile.jit import njit
from tongits_sim.game.rivals import visibly_may_challenge
from tongits_sim.game.settle import comparing_seats
from tongits_sim.game.state import CHALLENGED
from tongits_sim.rules.codes import SHOWDOWN_WHO_EVERYONE

BLUFF_ABOVE = np.int64(30)
"""A call with a higher shown count is a bluff. The bot `bluffer` calls in earnest up to this count."""

PAST_FIELDS = (
    "past_games",
    "past_calls",
    "past_shown",
    "past_call_points",
    "past_bluffs",
    "past_challenges",
    "past_folds",
    "past_showdowns",
    "past_showdown_points",
    "past_opened",
    "past_open_turns",
    "past_call_turns",
)
"""The fields: the first is a number of games, the others are by seat."""
COUNT_FIELDS = ("past_shown", "past_call_points", "past_bluffs", "past_showdowns", "past_showdown_points")
"""The fields that come from compared counts."""


def copy_history(source: Any, target: Any) -> None:
    """Copy the history from one `VIEW` record to another, from Python."""
    for field in PAST_FIELDS:
        target[field] = source[field]


@njit
def forget(view):
    """Clear what a view remembers of the earlier games of a match."""
    view.past_games = 0
    for seat in range(3):
        view.past_calls[seat] = 0
        view.past_shown[seat] = 0
        view.past_call_points[seat] = 0
        view.past_bluffs[seat] = 0
        view.past_challenges[seat] = 0
        view.past_folds[seat] = 0
        view.past_showdowns[seat] = 0
        view.past_showdown_points[seat] = 0
        view.past_opened[seat] = 0
        view.past_open_turns[seat] = 0
        view.past_call_turns[seat] = 0


@njit
def remember(game, view, rules, result):
    """Add a finished game to what a view remembers of its match."""
    view.past_games += 1
    seats = comparing_seats(game, view, rules)
    shown = seats & (seats - 1) != 0  # a single seat compares with nobody
    for seat in range(3):
        count = result.counts[seat]
        if shown and seats >> seat & 1:
            view.past_showdowns[seat] += 1
            view.past_showdown_points[seat] += count
        if view.first_open[seat] > 0:
            view.past_opened[seat] += 1
            view.past_open_turns[seat] += view.first_open[seat]
            view.past_call_turns[seat] += view.turns[seat] - view.first_open[seat]
        if seat == result.caller:
            view.past_calls[seat] += 1
            if shown:
                view.past_shown[seat] += 1
                view.past_call_points[seat] += count
                view.past_bluffs[seat] += 1 if count > BLUFF_ABOVE else 0
        elif result.caller >= 0 and rules.showdown_who != SHOWDOWN_WHO_EVERYONE:
            if result.responses[seat] == CHALLENGED:
                view.past_challenges[seat] += 1
            elif visibly_may_challenge(view, seat):
                view.past_folds[seat] += 1
