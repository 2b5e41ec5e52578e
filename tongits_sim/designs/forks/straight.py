"""Games with forks, and branches, played without a stop by one engine, `fork.play`: it makes the forks where it asks.

The engine is specialised (specialised.py) and knows which decisions to watch from `table.watched`: in a game those that
are forked, in a branch those that are steered. It deals a game, or performs the action of a branch, plays to the end
and settles.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.memory import copy_fields, copy_record
from tongits_sim.any_game.streams import stream
from tongits_sim.cards import U
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.designs.forks.branch import begin_steer, perform
from tongits_sim.designs.forks.layout import STOP_NEVER
from tongits_sim.game.engine import PHASE_ASKED
from tongits_sim.game.state import DECISION_DISCARD, DECISION_LAY, NOBODY
from tongits_sim.jit import inline_njit, njit

ALTERNATIVES = U(0xD3C5_0010)


@inline_njit
def alternative_words(match):
    """The key of the random words by which a game's alternative discards are chosen."""
    return stream(match.seed, match.match, U(match.game), ALTERNATIVES)


@njit
def fork_off(records, branch, action):
    """As `branch.force`, but copies only the parts that a game can change: the rules in the view of the branch stay
    those of the job.
    """
    game, view, match, _, _, _, _ = records
    copy_record(branch.game, game)
    branch.game.phase = PHASE_ASKED  # the engine does not write it while it runs
    copy_fields(branch.seen, view, "me", "scores")
    if match.last_game > 1:
        copy_fields(branch.seen, view, "past_games", "past_chances")
    copy_record(branch.match, match)
    begin_steer(branch.steer, STOP_NEVER)
    perform(branch.steer, action)


@njit
def play_out(records, fork):
    """Play the branch to the end of its game and settle it; False after a fault."""
    rules, log, table = records.rules, records.log, records.table
    branch = fork.branch
    steer = branch.steer
    before = table.watched
    table.watched = 0
    if steer.rule_seat != NOBODY:
        table.watched = np.int64(1) << steer.rule_decision
    elif steer.hold_seat != NOBODY:
        table.watched = np.int64(1) << DECISION_LAY
    branch.branching = 1
    whole = call_at(fork.play, (branch.game, branch.seen, rules, log, table, branch.match, branch.result)) != 0
    table.watched = before
    if not whole:
        return False
    branch.branching = 0
    branch.played += 1
    return True


@njit
def play_with_forks(records, fork):
    """Deal the match's next game, play it with its forks to the end and settle it; False after a fault."""
    game, view, match, result, rules, log, table = records
    faults = table.faults
    fork.forks = 0
    if fork.kind == DECISION_DISCARD:
        fork.words = alternative_words(match)
    for seat in range(3):
        fork.opened[seat] = 0
    fork.branch.steer.pending = 0
    table.watched = np.int64(1) << fork.kind
    whole = call_at(fork.play, (game, view, rules, log, table, match, result)) != 0
    table.watched = 0
    if not whole:
        table.faults = faults + 1  # the fault of a branch ends its game too, and counts once
    return whole
