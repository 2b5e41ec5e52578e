"""The match loop of designs that play several answers at a decision on, to the end of the match, and compare them."""

from __future__ import annotations

from typing import Any

from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.designs.batch.kernel import TABLE
from tongits_sim.designs.forks.branch import note_failed, steered_game
from tongits_sim.game.match import deal, finish
from tongits_sim.jit import njit


def comparing_loop(decide: Any, count_match: Any) -> Any:
    """The `match_loop` of a design.

    Args:
        decide: as in `steered_game`: plays the other answers on and says which one the game goes on with.
        count_match: `(state)`, adds the finished match's decisions to their cells.
    """
    play_steered = steered_game(decide)

    @njit
    def start_match(records, to, k):
        state = to[0]
        for seat in range(3):
            state.paid[seat] = 0
        state.waiting = 0
        state.asked = 0

    @njit
    def play(records, to):
        game, view, match, result, rules, log, _ = records
        deal(game, view, rules, match, log)
        if not play_steered(records, to, to[0], to[0].stops):
            return False
        finish(game, view, rules, match, result)
        return True

    @njit
    def add_game(records, to, at):
        state = to[0]
        for seat in range(3):
            state.paid[seat] += records.result.payout[seat]
        state.finished += 1

    @njit
    def end_match(records, to, at, whole):
        state = to[0]
        if whole:
            count_match(state)
            state.whole += 1
        else:
            note_failed(state.branch, records.table)

    return match_loop(TABLE, add_game, start_match=start_match, play=play, end_match=end_match)
