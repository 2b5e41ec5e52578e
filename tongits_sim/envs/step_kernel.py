"""Steps many tables in compiled code: a learner at each table, bots in the other seats.

A step writes observations, masks, rewards and ends into arrays and allocates nothing.
Table i of n deals matches i, i + n, i + 2n, ... of a seed, so its games do not depend on threads or other tables.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tongits_sim.cards import U
from tongits_sim.compile.jit import njit
from tongits_sim.envs.drive import FAULTY, REFUSED, TURN_DTYPE, call_drive
from tongits_sim.experiments.batch_kernel import sit_down
from tongits_sim.game.match import begin_match, deal, finish
from tongits_sim.game.state import DECISION_OVER, GAME_DTYPE, MATCH_DTYPE, RESULT_DTYPE, VIEW_DTYPE
from tongits_sim.table.choices import CHOICE_DTYPE, DONE, ILLEGAL, begin_choice, choose, clear_mask, fill_mask
from tongits_sim.table.observation import show_seat, write_observation

NEXT_STEP = np.int64(0)
SAME_STEP = np.int64(1)
DISABLED = np.int64(2)

PLAYING = 0
ENDED = 1  # the game is over, and the next is not yet dealt

FINE = np.int64(0)
BAD_ACTION = np.int64(1)  # `reason`: the rule's code; 0 if the decision has no such action
BAD_BOT = np.int64(2)  # the `TABLE` has the fault
NOT_RESET = np.int64(3)  # the game is over, and in DISABLED mode only a reset deals anew

ROTATIONS = 6
"""The seatings of a table in turn: the learner's seat, and the opponent to the right."""

TABLES_DTYPE = np.dtype(
    [
        ("table_state", "i8"),  # PLAYING, ENDED
        ("number", "i8"),  # number of the match
        ("episode", "i8"),  # games begun at this table since the seed was set
        ("rotation", "i8"),  # number of the seating
        ("skipped", "i8"),  # games that ended before the learner had a choice
        ("game", GAME_DTYPE),
        ("public", VIEW_DTYPE),  # not named `view`, because numba would take the name for the method
        ("match", MATCH_DTYPE),
        ("result", RESULT_DTYPE),
        ("choice", CHOICE_DTYPE),
        ("turn", TURN_DTYPE),
    ],
    align=True,
)
"""All of one table."""

PLAN_DTYPE = np.dtype(
    [
        ("plan_seed", "u8"),
        ("tables", "i8"),  # n: a table's next match is n later
        ("mode", "i8"),  # NEXT_STEP, SAME_STEP, DISABLED
        ("drive", "i8"),  # address of the compiled `drive`
        ("problem", "i8"),  # FINE, BAD_ACTION, BAD_BOT, NOT_RESET
        ("where", "i8"),  # the table with the problem
        ("reason", "i8"),
        ("shown", VIEW_DTYPE),  # scratch
    ],
    align=True,
)
"""Settings of a thread's tables, and the first problem of a step."""


class ShardState(NamedTuple):
    """The records of a thread as one argument of kernels; passing records costs nothing."""

    rules: Any  # the house rules as kernels read them
    log: Any  # log.py, switched off
    own: Any  # an `OWN` record (choices.py)
    plan: Any  # a `PLAN` record


class StepArrays(NamedTuple):
    """The arrays that a step writes, a row for each table."""

    # `OBSERVATION` and `MASK` arrays
    observations: Any
    masks: Any
    # the last of games that ended, in SAME_STEP
    last_observations: Any
    last_masks: Any
    rewards: Any  # float64, units
    ended: Any  # bool
    seats: Any  # int8, the learner's seat in the observed game


@njit
def _take_seats(table, tables):
    """Seat the learner for the table's next game; tables: the number of all tables."""
    table.rotation = (table.number % tables + table.episode) % ROTATIONS
    table.turn.learner = table.rotation % 3


@njit
def _deal_on(table, bots, crew):
    """Deal matches until the learner has a choice; False after a bot's fault."""
    plan = crew.plan
    while True:
        table.number += plan.tables
        begin_match(table.match, plan.plan_seed, U(table.number), 1)
        bots.now_match = table.number
        bots.now_game = 0
        sit_down(table.game, bots)
        deal(table.game, table.public, crew.rules, table.match, crew.log)
        if table.game.chance[0] + table.game.chance[1] + table.game.chance[2] > 0:
            table.game.private_fields = 1
        table.turn.pending = 0
        decision = call_drive(plan.drive, table.game, table.public, crew.rules, crew.log, bots, table.turn)
        if decision == FAULTY:
            return False
        if decision != DECISION_OVER:
            table.table_state = PLAYING
            begin_choice(table.choice)
            return True
        table.skipped += 1


@njit
def _show(table, crew, row, mask):
    """Write the learner's current observation and mask."""
    write_observation(table.public, table.choice, row)
    fill_mask(table.public, crew.own, table.choice, mask)


@njit
def _show_end(table, crew, row, mask):
    """Write the learner's observation of a finished game; the mask allows no action."""
    begin_choice(table.choice)
    show_seat(table.game, table.public, crew.rules, table.turn.learner, crew.plan.shown)
    write_observation(crew.plan.shown, table.choice, row)
    clear_mask(mask)


@njit
def _blame(plan, problem, where, reason):
    """Note the first problem of a step."""
    if plan.problem == FINE:
        plan.problem = problem
        plan.where = where
        plan.reason = reason


@njit
def _act(table, bots, crew, action, where):
    """Perform the learner's action; returns whether the game is over."""
    status = choose(table.public, crew.own, table.choice, action)
    if status == ILLEGAL:
        _blame(crew.plan, BAD_ACTION, where, 0)
    if status != DONE:
        return False
    table.turn.action = table.choice.word
    table.turn.pending = 1
    bots.now_match = table.number
    decision = call_drive(crew.plan.drive, table.game, table.public, crew.rules, crew.log, bots, table.turn)
    if decision <= REFUSED:
        _blame(crew.plan, BAD_ACTION, where, REFUSED - decision)
        return False
    if decision == FAULTY:
        _blame(crew.plan, BAD_BOT, where, 0)
        return False
    begin_choice(table.choice)
    return decision == DECISION_OVER


@njit
def reset_tables(tables, seatings, crew, rows, chosen, first, last):
    """Deal anew at the chosen tables of first .. last - 1.

    Args:
        tables: a `TABLES` array.
        seatings: `TABLE` array [ROTATIONS], the bots in each seating.
        crew: `Crew`.
        rows: `StepArrays`.
        chosen: bool[n].
        first, last: the range of tables.
    """
    for i in range(first, last):
        if not chosen[i]:
            continue
        table = tables[i]
        if table.episode < 0:
            table.number = i - crew.plan.tables
        table.episode += 1
        _take_seats(table, crew.plan.tables)
        rows.rewards[i] = 0.0
        rows.ended[i] = False
        if not _deal_on(table, seatings[table.rotation], crew):
            _blame(crew.plan, BAD_BOT, i, 0)
            return
        rows.seats[i] = table.turn.learner
        _show(table, crew, rows.observations[i], rows.masks[i])


@njit
def step_tables(tables, seatings, crew, rows, actions, first, last):
    """Step the tables first .. last - 1 with the learners' actions; stops at the first problem (`crew.plan`).

    Args:
        tables: a `TABLES` array.
        seatings: `TABLE` array [ROTATIONS], the bots in each seating.
        crew: `Crew`.
        rows: `StepArrays`.
        actions: int64[n].
        first, last: the range of tables.
    """
    plan = crew.plan
    for i in range(first, last):
        table = tables[i]
        rows.rewards[i] = 0.0
        over = False
        anew = table.table_state == ENDED
        if anew and plan.mode == DISABLED:
            _blame(plan, NOT_RESET, i, 0)
        elif not anew:
            over = _act(table, seatings[table.rotation], crew, actions[i], i)
        if plan.problem != FINE:
            return
        rows.ended[i] = over
        if over:
            finish(table.game, table.public, crew.rules, table.match, table.result)
            rows.rewards[i] = table.result.payout[table.turn.learner] / 100.0
            table.table_state = ENDED
            if plan.mode != SAME_STEP:
                _show_end(table, crew, rows.observations[i], rows.masks[i])
                continue
            _show_end(table, crew, rows.last_observations[i], rows.last_masks[i])
            anew = True
        if anew:
            table.episode += 1
            _take_seats(table, plan.tables)
            if not _deal_on(table, seatings[table.rotation], crew):
                _blame(plan, BAD_BOT, i, 0)
                return
            rows.seats[i] = table.turn.learner
        _show(table, crew, rows.observations[i], rows.masks[i])


@njit
def pick_actions(masks, actions, words, first, last):
    """Fill actions (int64[n]) with random legal actions of masks (`MASK` array); 0 if no action is legal.

    words: uint64[n], the states of the tables' random numbers (Weyl sequences, mixed).
    """
    for i in range(first, last):
        mask = masks[i].action_mask
        many = 0
        for number in range(mask.shape[0]):
            many += mask[number]
        actions[i] = 0
        if many == 0:
            continue
        words[i] += U(0x9E37_79B9_7F4A_7C15)
        word = words[i]
        word = (word ^ (word >> U(30))) * U(0xBF58_476D_1CE4_E5B9)
        word = (word ^ (word >> U(27))) * U(0x94D0_49BB_1331_11EB)
        left = np.int64((word >> U(33)) % U(many))
        for number in range(mask.shape[0]):
            if mask[number] != 0:
                if left == 0:
                    actions[i] = number
                    break
                left -= 1
