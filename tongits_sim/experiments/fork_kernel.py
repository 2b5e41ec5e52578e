"""The compiled loop over games with forks, and the features that sort forks into cells."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tongits_sim.cards import EMPTY, NATURALS, ONE, U, bit, column, deposit, lowest, popcount
from tongits_sim.compile.bits import GOLDEN, mix, stream
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import match_loop
from tongits_sim.compile.struct_copy import copy_fields, copy_record
from tongits_sim.experiments.batch_kernel import TABLE
from tongits_sim.experiments.fork_branch import (
    ARM_A,
    ARM_B,
    CHOSE,
    FEATURE,
    GROUPS,
    MARKS,
    MAX_FORKS,
    MOST,
    N_OUTCOMES,
    OUTCOME,
    ROW,
    STOP_NEVER,
    begin_control,
    controlled_game,
    force,
    note_failed,
    perform,
    play_to_end,
)
from tongits_sim.experiments.fork_rows import add_rows, note_decision
from tongits_sim.game import state
from tongits_sim.game.action_codes import FACE_DOWN
from tongits_sim.game.engine import PHASE_WAITING
from tongits_sim.game.legality import showdown_count
from tongits_sim.game.match import deal, finish
from tongits_sim.game.rivals import discard_points, visible_rivals
from tongits_sim.rules.codes import RESPONSE_ORDER_SEQUENTIAL

_COUNT, _STOCK, _OPPONENTS = FEATURE["count"], FEATURE["stock"], FEATURE["opponents_open"]
_OWN_OPEN, _OWN_SIZE, _MIN_SIZE = FEATURE["own_open"], FEATURE["own_size"], FEATURE["least_size"]
_TURN, _NEXT_OPEN, _TABLE_MELDS = FEATURE["turn"], FEATURE["next_open"], FEATURE["table_melds"]
_OWN_MELDS, _MIN_DISCARD, _CALLER_DISCARD = (FEATURE[name] for name in ("own_melds", "least_discard", "caller_discard"))
_CALLER_SIZE, _ORDER, _ANSWERED = FEATURE["caller_size"], FEATURE["order"], FEATURE["answered"]
_BOTH_SIZES = FEATURE["both_sizes"]
_CALLER_COUNT, _BLUFF, _CALLER_RANK = FEATURE["caller_count"], FEATURE["bluff"], FEATURE["caller_rank"]
_MELD, _CARD, _RANK, _SUIT = FEATURE["meld"], FEATURE["card"], FEATURE["rank"], FEATURE["suit"]
_FITS, _SEEN_RANK = FEATURE["fits"], FEATURE["seen_rank"]
_RIVALS, _RIVAL_SIZE, _RIVAL_DISCARD = FEATURE["rivals"], FEATURE["rival_size"], FEATURE["rival_discard"]


@njit
def describe(game, view, rules, features, action):
    """Fill `features` (int64[FEATURES]) for the deciding seat; action: the answer of arm a."""
    seat = np.int64(view.me)
    right = (seat + 1) % 3
    left = (seat + 2) % 3
    for i in range(len(features)):
        features[i] = 0
    features[_COUNT] = view.count
    features[_STOCK] = view.stock_left
    features[_OPPONENTS] = (1 if view.open_melds[right] > 0 else 0) + (1 if view.open_melds[left] > 0 else 0)
    features[_OWN_OPEN] = view.open_melds[seat]
    features[_OWN_SIZE] = view.hand_size[seat]
    features[_MIN_SIZE] = min(view.hand_size[right], view.hand_size[left])
    features[_TURN] = view.turns[seat]
    features[_NEXT_OPEN] = 1 if view.open_melds[right] > 0 else 0
    features[_TABLE_MELDS] = view.n_melds
    features[_OWN_MELDS] = popcount(view.melded)
    features[_MIN_DISCARD] = min(discard_points(view, right), discard_points(view, left))
    features[_RIVALS], features[_RIVAL_SIZE], features[_RIVAL_DISCARD] = visible_rivals(view)
    if view.decision == state.DECISION_RESPOND:
        _describe_call(game, view, rules, features, seat)
    elif view.decision == state.DECISION_LAY:
        faces = action & NATURALS
        is_set = faces != EMPTY and faces & ~column(lowest(faces)) == EMPTY
        features[_MELD] = 2 if action & FACE_DOWN != EMPTY else 0 if is_set else 1
    elif view.decision == state.DECISION_DISCARD:
        card = lowest(action)
        features[_CARD] = card
        features[_RANK] = card & 15
        features[_SUIT] = card >> 4
        features[_FITS] = 1 if action & view.fits != EMPTY else 0
        features[_SEEN_RANK] = popcount(column(card) & (view.hand | view.seen) & ~bit(card))


@njit
def _describe_call(game, view, rules, features, seat):
    caller = np.int64(view.caller)
    opponent = 3 - seat - caller
    count = showdown_count(game, rules, caller)
    features[_CALLER_SIZE] = view.hand_size[caller]
    features[_BOTH_SIZES] = view.hand_size[caller] + view.hand_size[opponent]
    features[_CALLER_DISCARD] = discard_points(view, caller)
    features[_ORDER] = game.responder
    if rules.response_order == RESPONSE_ORDER_SEQUENTIAL and game.responder == 1:
        features[_ANSWERED] = game.responses[opponent]
    features[_CALLER_COUNT] = count
    features[_BLUFF] = 1 if count > view.count else 0
    features[_CALLER_RANK] = (1 if count > view.count else 0) + (
        1 if count > showdown_count(game, rules, opponent) else 0
    )


@inline_njit
def cell_of(fork, number):
    """The cell of binning `number` for the features, as an index into the cells of all binnings; -1: no cell."""
    cell = fork.offset[number]
    for axis in range(fork.axes[number]):
        value = min(max(fork.features[fork.feature[number, axis]], 0), MOST)
        place = np.int64(fork.bins[number, axis, value])
        if place < 0:
            return np.int64(-1)
        cell += place * fork.stride[number, axis]
    return cell


ALTERNATIVES = U(0xD3C5_0010)


@inline_njit
def alternative_words(match):
    """The key of the random words that choose a game's alternative discards."""
    return stream(match.seed, match.match, U(match.game), ALTERNATIVES)


@njit
def fork_off(records, branch, action):
    """`force`, but copy only the parts that a game can change: the rules in the branch's view stay as they are."""
    game, view, match, _, _, _, _ = records
    copy_record(branch.game, game)
    branch.game.phase = PHASE_WAITING  # the running engine does not write its phase
    copy_fields(branch.branch_view, view, "me", "scores")
    if match.last_game > 1:
        copy_fields(branch.branch_view, view, "past_games", "past_call_turns")
    copy_record(branch.match, match)
    begin_control(branch.control, STOP_NEVER)
    perform(branch.control, action)


@njit
def play_out(records, fork):
    """Play the branch to the end of its game and settle it; False after a fault."""
    rules, log, table = records.rules, records.log, records.table
    branch = fork.branch
    control = branch.control
    before = table.watched
    table.watched = 0
    if control.hold_seat != state.NOBODY:
        table.watched = np.int64(1) << state.DECISION_LAY
    branch.branching = 1
    whole = call_at(fork.play, (branch.game, branch.branch_view, rules, log, table, branch.match, branch.result)) != 0
    table.watched = before
    if not whole:
        return False
    branch.branching = 0
    branch.played += 1
    return True


@njit
def play_with_forks(records, fork):
    """Deal the next game of the match, play it with its forks and settle it; False after a fault."""
    game, view, match, result, rules, log, table = records
    faults = table.faults
    fork.forks = 0
    if fork.kind == state.DECISION_DISCARD:
        fork.words = alternative_words(match)
    for seat in range(3):
        fork.opened[seat] = 0
    fork.branch.control.pending = 0
    table.watched = np.int64(1) << fork.kind
    whole = call_at(fork.play, (game, view, rules, log, table, match, result)) != 0
    table.watched = 0
    if not whole:
        table.faults = faults + 1  # the fault of a branch also ends its game, but counts once
    return whole


FEATURE_BLUFF, FEATURE_RANK = FEATURE["bluff"], FEATURE["caller_rank"]
_ALL = np.int64(GROUPS.index("all"))
_YES = np.int64(GROUPS.index("yes"))
_NO = np.int64(GROUPS.index("no"))
_PAYOUT = OUTCOME["payout"]
_SUNOG = OUTCOME["sunog"]
_REST = OUTCOME["rest"]
_BURNED = OUTCOME["burned"]
_NEXT_PAYOUT = OUTCOME["next_payout"]
_FOUGHT = OUTCOME["fought"]


class Cells(NamedTuple):
    """Counts by cell of all binnings, as one argument of kernels."""

    moments: np.ndarray  # int64[cells, 3 * ROW], over clusters
    # int64[cells]: the first `fork.touched` elements are the cells of the current cluster; scratch, like `sums` and
    # `place`
    touched: np.ndarray
    # int64[cells, 1 + VALUES]: row i belongs to cell `touched[i]`, so that the used rows stay in the nearest cache
    sums: np.ndarray
    place: np.ndarray  # int32[cells]: i + 1 for the cell `touched[i]`, 0 for other cells


@njit
def play_branch(records, fork, action, arm):
    """Force `action` in a copy of the game, play it to the end and store the outcomes of arm `arm`; False after a
    fault.
    """
    _, view, _, _, _, _, _ = records
    seat = np.int64(view.me)
    number = fork.forks
    control = fork.branch.control
    in_engine = fork.play != 0
    if in_engine:
        fork_off(records, fork.branch, action)
    else:
        force(records, fork.branch, action)
    if fork.kind == state.DECISION_LAY and arm == ARM_B and not fork.placebo:
        control.hold_seat = seat
        # `turn` counts the turns of all seats, three for each own turn; the present turn is the first with a hold.
        control.hold_turn = (
            view.turn + 3 * (fork.hold_turns - 1) if fork.hold_turns < state.MAX_TURNS else state.MAX_TURNS
        )
    if not (play_out(records, fork) if in_engine else play_to_end(records, fork.branch)):
        return False
    note_outcomes(fork, fork.branch.result, number, arm, seat)
    return True


@njit
def note_outcomes(fork, result, number, arm, seat):
    """Store the outcomes of a finished game for the deciding seat."""
    values = fork.values_of[number, arm]
    values[_PAYOUT] = result.payout[seat]
    values[_SUNOG] = result.parts[state.PART_SUNOG, seat]
    values[_REST] = values[_PAYOUT] - values[_SUNOG]
    values[_BURNED] = result.burned[seat]
    values[_NEXT_PAYOUT] = result.payout[(seat + 1) % 3]
    values[_FOUGHT] = 1 if result.ending == state.ENDING_CHALLENGE else 0


@njit
def other_discard(words, view, action):
    """A random legal alternative (mask) among the loose cards, and the number of alternatives, perhaps 0.

    words: `alternative_words` of the game.
    """
    loose = view.legal & NATURALS & ~view.melded & ~action
    count = popcount(loose)
    if count == 0:
        return EMPTY, np.int64(0)
    word = mix(words + U(view.turn) * GOLDEN) >> U(33)
    return deposit(ONE << U(word % U(count)), loose), count


@njit
def fork_here(records, fork, action, rows):
    """Fork at the decision in the view, which the bot answers with `action`; False after a fault.

    The arms are those of `fork_branch`. At DRAW arm a takes the discard and arm b draws; at SAPAW arm a adds a card and
    arm b adds no more in this turn. Arm a is the bot's action or, if the bot answers no, the proposal.

    rows: as in `play_forks`.
    """
    game, view, _, _, rules, _, _ = records
    number = fork.forks
    if number == MAX_FORKS:
        return True
    seat = np.int64(view.me)
    first = action
    second = EMPTY
    weight = np.int64(1)
    branch_a, branch_b = False, True
    if fork.placebo:
        second = action
    elif fork.kind in (state.DECISION_LAY, state.DECISION_DRAW, state.DECISION_SAPAW):
        lay = fork.kind == state.DECISION_LAY
        if lay and (fork.opened[seat] or view.open_melds[seat] + view.secrets[seat] > 0):
            return True
        if action == EMPTY:
            first, _ = call_hook(fork.proposal, view, fork.proposal_params)
            # The game itself is arm b. A hold lasts longer than this decision, so its arm is played as a branch.
            branch_a, branch_b = True, lay
        if first == EMPTY:
            return True
        fork.opened[seat] = 1
    elif fork.kind == state.DECISION_DISCARD:
        # A single alternative is played and counts `weight` times, for all alternatives (Horvitz and Thompson): this is
        # unbiased for the mean over all.
        first, weight = other_discard(fork.words, view, action)
        if weight == 0:
            return True
        second = action
        branch_a, branch_b = True, False
    else:
        first = ONE
        branch_a = action == EMPTY
        branch_b = action != EMPTY
    if branch_a and not play_branch(records, fork, first, ARM_A):
        return False
    if branch_b and not play_branch(records, fork, second, ARM_B):
        return False
    fork.arm_is_main[number, 0] = 0 if branch_a else 1
    fork.arm_is_main[number, 1] = 0 if branch_b else 1
    fork.seat[number] = seat
    fork.weight[number] = weight
    describe(game, view, rules, fork.features, first)
    fork.marks[number, 0] = 1 if action != EMPTY and fork.kind != state.DECISION_DISCARD else 0
    fork.marks[number, 1] = fork.features[FEATURE_BLUFF]
    fork.marks[number, 2] = 1 if fork.features[FEATURE_RANK] == 2 else 0
    for k in range(fork.binnings):
        fork.cell[number, k] = cell_of(fork, k)
    if rows is not None:
        note_decision(rows, fork, view, records.table)
    fork.forks += 1
    return True


@njit
def _decide(records, to, decision, action):
    fork, _, rows = to
    _, view, _, _, _, _, table = records
    return not fork.slots[table.seating[view.me]] or fork_here(records, fork, action, rows), action


_play_controlled = controlled_game(_decide)


@njit
def _begin_game(fork, match):
    fork.forks = 0
    if fork.kind == state.DECISION_DISCARD:
        fork.words = alternative_words(match)
    for seat in range(3):
        fork.opened[seat] = 0


@njit
def settle(fork, number):
    """After the game: fill row `number` of `fork.settled` with the fork's weight and weighted values."""
    a, b = fork.values_of[number, ARM_A], fork.values_of[number, ARM_B]
    weight, values = fork.weight[number], fork.settled[number]
    values[0] = weight
    for i in range(N_OUTCOMES):
        values[1 + i] = weight * (a[i] - b[i])
    for i in range(len(MARKS)):
        values[1 + N_OUTCOMES + i] = weight * fork.marks[number, i]


# Rows of int64 sums: plain loops, which the compiler turns into vector instructions.


@inline_njit
def copy_to_row(matrix, row, values, count):
    """Copy `count` values (int64) to the beginning of a row."""
    for place in range(count):
        matrix[row, place] = values[place]


@inline_njit
def add_to_row(matrix, row, values, count):
    """Add `count` values (int64) to the beginning of a row."""
    for place in range(count):
        matrix[row, place] += values[place]


@inline_njit
def add_moments(matrix, row, values, count):
    """Add `count` values v (int64), then v[0] * v, then v * v to a row of 3 * count numbers (int64)."""
    first = values[0]
    for place in range(count):
        value = values[place]
        matrix[row, place] += value
        matrix[row, count + place] += first * value
        matrix[row, 2 * count + place] += value * value


@njit
def settle_forks(fork, result, cells):
    """Add a finished game's forks to the cluster."""
    _, touched, sums, place = cells
    for number in range(fork.forks):
        seat = np.int64(fork.seat[number])
        for arm in range(2):
            if fork.arm_is_main[number, arm]:
                note_outcomes(fork, result, number, arm, seat)
        settle(fork, number)
    # A separate loop: a SIMD load right after scalar stores to the same memory would stall.
    for number in range(fork.forks):
        values = fork.settled[number]
        chose = fork.marks[number, CHOSE] != 0
        add_to_row(fork.groups, _YES if chose else _NO, values, ROW)
        first = 0 if chose else 2
        fork.naive[first] += 1
        fork.naive[first + 1] += result.payout[np.int64(fork.seat[number])]
        for k in range(fork.binnings):
            cell = fork.cell[number, k]
            if cell < 0:
                continue
            row = np.int64(place[cell]) - 1
            if row >= 0:
                add_to_row(sums, row, values, ROW)
                continue
            row = fork.touched
            fork.touched = row + 1
            touched[row] = cell
            place[cell] = row + 1
            copy_to_row(sums, row, values, ROW)


@njit
def end_cluster(fork, cells):
    """Add the cluster's sums to the moments and start the next cluster."""
    moments, touched, sums, place = cells
    fork.clusters += 1
    for i in range(fork.touched):
        cell = touched[i]
        add_moments(moments, cell, sums[i], ROW)
        place[cell] = 0
    fork.touched = 0
    add_to_row(fork.groups, _ALL, fork.groups[_YES], ROW)
    add_to_row(fork.groups, _ALL, fork.groups[_NO], ROW)
    for group in range(3):
        if fork.groups[group, 0] > 0:
            add_moments(fork.group_moments, group, fork.groups[group], ROW)
            fork.groups[group, :] = 0
    at = 4
    for i in range(4):
        fork.naive_moments[i] += fork.naive[i]
        for j in range(i, 4):
            fork.naive_moments[at] += fork.naive[i] * fork.naive[j]
            at += 1
    fork.naive[:] = 0


@njit
def drop_cluster(fork, cells):
    """Discard a cluster that ended in a fault."""
    for i in range(fork.touched):
        cells.place[cells.touched[i]] = 0
    fork.touched = 0
    fork.groups[:, :] = 0
    fork.naive[:] = 0


@njit
def _play(records, to):
    """`play_next` with the forks of the game."""
    fork = to[0]
    if fork.play != 0:  # no rows are kept
        return play_with_forks(records, fork)
    game, view, match, result, rules, log, _ = records
    deal(game, view, rules, match, log)
    _begin_game(fork, match)
    if not _play_controlled(records, to, fork, np.int64(1) << fork.kind):
        return False
    finish(game, view, rules, match, result)
    return True


@njit
def _count_game(fork, rows):
    if rows is not None:  # numba drops this branch for None only if `rows` is an argument
        add_rows(rows, fork)
    fork.games += 1


@njit
def _add_game(records, to, at):
    fork, cells, rows = to
    settle_forks(fork, records.result, cells)
    _count_game(fork, rows)


@njit
def _end_match(records, to, at, whole):
    fork, cells, _ = to
    if whole:
        end_cluster(fork, cells)
    else:
        drop_cluster(fork, cells)
        note_failed(fork.branch, records.table)


play_forks = match_loop(TABLE, _add_game, play=_play, end_match=_end_match)
"""Plays matches with forks into (a `FORK` record, `Cells`, `RowArrays` with room for every fork, or None).
"""
