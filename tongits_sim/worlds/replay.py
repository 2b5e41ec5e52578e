"""Replay of the seen moves in a world, and the weight that this gives the world.

Wherever another seat had a choice in that world, its bot is asked, and where it would have chosen otherwise the weight
is multiplied by a factor. A world in which a move would have been illegal, or the game over before, weighs nothing. The
engine itself plays, so no rule is stated twice.

A bot sees its own hand and what is public, and that is the same in all worlds. So the weight is a product of one number
for each seat, and where only one hand has changed only its bot need be asked.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.actions import FACE_DOWN, TAKE_FREE, extend, sapaw_joker
from tongits_sim.any_game.asking import note_fault
from tongits_sim.cards import EMPTY, ONE, U, lowest
from tongits_sim.designs.forks.layout import FAULTY
from tongits_sim.designs.forks.resume import call_resume
from tongits_sim.game.asking import ask_bot
from tongits_sim.game.log import (
    ACT_CALL,
    ACT_CHALLENGE,
    ACT_DISCARD,
    ACT_DRAW,
    ACT_FOLD,
    ACT_LAY,
    ACT_SAPAW,
    ACT_SECRET,
    ACT_TAKE,
    ACT_TAKE_FREE,
    ACT_TAKE_ONTO,
)
from tongits_sim.game.state import (
    DECISION_CALL,
    DECISION_DISCARD,
    DECISION_DRAW,
    DECISION_LAY,
    DECISION_OVER,
    DECISION_RESPOND,
)
from tongits_sim.jit import njit
from tongits_sim.worlds.layout import EVERY_DECISION

EVERYBODY = np.int64(7)
"""Seats whose bots are asked, bit by bit."""
NO_SEAT = np.int64(0)

_FIRST_BITS = U(0xFF)


@njit
def same_row(seen, row, seat):
    """Whether a row of the world's log is the one that was seen; what others drew or laid face down was not."""
    if seen[0] != row[0]:
        return False
    act = np.int64(seen[0] & _FIRST_BITS)
    if act in (ACT_DRAW, ACT_SECRET) and np.int64(seen[0] >> U(8) & _FIRST_BITS) != seat:
        return True
    return seen[1] == row[1] and seen[2] == row[2]


@njit
def answer_seen(worlds, row, decision, seat):
    """The answer to a decision that led to a move: (possible, action word); the answer is 0 if the move answers another
    decision."""
    head, cards, word = worlds.rows[row, 0], worlds.rows[row, 1], worlds.rows[row, 2]
    act = np.int64(head & _FIRST_BITS)
    if np.int64(head >> U(8) & _FIRST_BITS) != seat:
        act = np.int64(0)
    number = np.int64(head >> U(16))
    if decision == DECISION_CALL:
        return True, ONE if act == ACT_CALL else EMPTY
    if decision == DECISION_RESPOND:
        return act in (ACT_CHALLENGE, ACT_FOLD), ONE if act == ACT_CHALLENGE else EMPTY
    if decision == DECISION_DRAW:
        if act == ACT_TAKE:
            return True, word
        if act == ACT_TAKE_ONTO:
            return True, extend(number, word)
        return True, TAKE_FREE if act == ACT_TAKE_FREE else EMPTY
    if decision == DECISION_LAY:
        if act == ACT_SECRET and seat != worlds.seat:
            for k in range(worlds.secrets):
                if worlds.secret_row[k] == row:
                    return True, worlds.secret_faces[k] | FACE_DOWN
            return False, EMPTY
        return True, word if act in (ACT_LAY, ACT_SECRET) else EMPTY
    if decision == DECISION_DISCARD:
        return act == ACT_DISCARD, cards
    return True, sapaw_joker(lowest(cards), word, number) if act == ACT_SAPAW else EMPTY


@njit
def replay_world(records, worlds, asked, least):
    """Play the moves that were seen in the world on the records, up to the decision; returns its weight.

    0 if that is impossible or the weight falls below `least`; -1 after a fault of a bot. Only bots of the seats `asked`
    (bit by bit) are asked; the weights of the other seats are those in `weight_of`. The weight of each seat is left in
    `tried`. Where another seat has answered a call unseen, its bot answers in any case.
    """
    game, view, _, _, rules, log, table = records
    steer = worlds.steer
    steer.pending = 0
    steer.stop = EVERY_DECISION
    log.on = 1
    log.n = 0
    weight = 1.0
    for each in range(3):
        worlds.tried[each] = 1.0 if asked >> each & 1 else worlds.weight_of[each]
        weight *= worlds.tried[each]
    compared = np.int64(0)
    while True:
        decision = call_resume(worlds.resume, game, view, rules, log, table, steer)
        if decision == FAULTY:  # a move that the rules forbid in this world
            table.faults -= 1
            return 0.0
        while compared < min(np.int64(log.n), worlds.moves):
            if not same_row(worlds.rows[compared], log.rows[compared], worlds.seat):
                return 0.0
            compared += 1
        if decision == DECISION_OVER:
            return 0.0
        seat = np.int64(view.me)
        action = EMPTY
        if compared >= worlds.moves:
            if seat == worlds.seat:
                if decision == worlds.decision:
                    log.on = 0
                    return weight
            else:
                action, reason = ask_bot(table, view, seat, decision)
                if reason != 0:
                    note_fault(table, seat, decision, reason)
                    return -1.0
        else:
            possible, action = answer_seen(worlds, compared, decision, seat)
            if not possible:
                return 0.0
            if asked >> seat & 1 and seat != worlds.seat:
                said, reason = ask_bot(table, view, seat, decision)
                if reason != 0:
                    note_fault(table, seat, decision, reason)
                    return -1.0
                if said != action and (decision != DECISION_DISCARD or compared >= worlds.discards_from):
                    worlds.tried[seat] *= worlds.factor[decision]
                    weight *= worlds.factor[decision]
                    if weight < least:
                        return 0.0
        steer.pending = 1
        steer.action = action
