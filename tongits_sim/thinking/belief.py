"""How well a deal agrees with the last actions of the others.

Nobody gets cards between two turns, so in a dealt world an opponent's hand is the one that the last own turn left, and
with the card discarded then it is the one that the discard was chosen from. Three choices are compared with what the
field's bot would have done with that hand: it laid nothing more, it discarded that card, and - of a caller - it called.
Each one that the bot would have made otherwise multiplies the world's weight by a factor; nobody plays exactly like a
bot, so none rules a world out. Everything before the last turn is left out. The table has changed a little since, by
the turns of others; the bot is asked with the table as it is now.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.any_game.memory import copy_record
from tongits_sim.any_game.streams import mix, stream
from tongits_sim.cards import EMPTY, ONE, U, bit
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.asking import ask_bot
from tongits_sim.game.engine import fill_view
from tongits_sim.game.legality import last_discard, legal_discards, may_lay
from tongits_sim.game.state import DECISION_CALL, DECISION_DISCARD, DECISION_LAY, DECISION_RESPOND
from tongits_sim.jit import njit
from tongits_sim.thinking.hidden import deal_world

_ACCEPT = U(0xD3C5_0015)
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53


@njit
def weight_of(think, view, floor):
    """The weight of the dealt world, above 0 and at most 1. A weight of at most `floor` is not exact: it is some number
    up to `floor`.
    """
    game, seen = think.branch.game, think.branch.seen
    rules = view.rules
    copy_record(game, think.game)
    copy_record(seen, view)
    weight = 1.0
    for step in range(1, 3):
        seat = (np.int64(view.me) + step) % 3
        card = last_discard(view, seat)
        if card < 0:
            continue
        if view.decision == DECISION_RESPOND and seat == view.caller:
            fill_view(game, seen, rules, seat, DECISION_CALL, EMPTY)
            weight *= _agrees(think, seen, seat, DECISION_CALL, ONE)
            if weight <= floor:
                return weight
        game.hands[seat] |= bit(card)
        rearrange(game, rules, seat)
        seen.hand_size[seat] += 1
        laid_first = view.turns[seat] > 1 or seat != view.dealer or rules.deal_dealer_may_lay_first != 0
        if laid_first and may_lay(game, seen, rules, seat):
            fill_view(game, seen, rules, seat, DECISION_LAY, EMPTY)
            weight *= _agrees(think, seen, seat, DECISION_LAY, EMPTY)
            if weight <= floor:
                return weight
        if think.otherwise[DECISION_DISCARD] < 1.0:
            legal = legal_discards(game, seen, rules, seat)
            fill_view(game, seen, rules, seat, DECISION_DISCARD, legal)
            weight *= _agrees(think, seen, seat, DECISION_DISCARD, bit(card))
            if weight <= floor:
                return weight
        seen.hand_size[seat] -= 1
    return weight


@njit
def _agrees(think, seen, seat, decision, action):
    """1 where the field's bot would have chosen this action too, else the factor of the decision."""
    said, _ = ask_bot(think.table, seen, seat, decision)
    return 1.0 if said == action else think.otherwise[decision]


@njit
def draw_world(think, view, number):
    """Deal world `number` by its weight; False where it cannot be dealt.

    Each deal is accepted with its weight as the probability (rejection sampling); if `tries` deals were refused, the
    one with the largest weight is taken.
    """
    if think.tries <= 0:
        return deal_world(think, view, number, np.int64(0))
    best, chosen = -1.0, np.int64(0)
    for attempt in range(think.tries):
        if not deal_world(think, view, number, attempt):
            continue
        word = mix(stream(think.key, U(number), U(attempt), _ACCEPT))
        least = (word >> U(11)) * _TO_UNIT_INTERVAL
        weight = weight_of(think, view, min(least, best))  # a weight up to this is neither accepted nor the largest
        if least < weight:
            return True
        if weight > best:
            best, chosen = weight, np.int64(attempt)
    return best >= 0.0 and deal_world(think, view, number, chosen)
