"""Search during a game: weigh deals by the opponents' moves, list actions, and play each on until one is clearly best.

Nobody gets cards between two turns. So the hand of an opponent in a dealt world, together with its last discard, is the
hand from which it chose the discard. Three choices of the last turn are compared with the choices of the field's bot:
laying nothing more, the discard, and a caller's call. Every difference multiplies the world's weight by a factor. It
does not rule the world out, because nobody plays exactly like a bot. Earlier turns do not count. The bot is asked with
the current table, although later turns have changed the table a little.
"""

from __future__ import annotations

import functools

import numba
import numpy as np
from numba import types

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, U, bit, column, lowest, nth_bit, popcount
from tongits_sim.compile.bits import mix, stream
from tongits_sim.compile.hooks import call_hook
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import c_address, c_kernel, inline_njit, njit
from tongits_sim.compile.match_loop import Records
from tongits_sim.compile.struct_copy import copy_record
from tongits_sim.experiments.fork_branch import FAULTY, begin_control, next_action, perform, play_action
from tongits_sim.game import legality, state
from tongits_sim.game.action_codes import FACE_DOWN, TAKE_FREE, extend, meld_from, sapaw, sapaw_joker
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.bot_calls import ask_bot
from tongits_sim.game.engine import PHASE_RESPONSES, fill_view
from tongits_sim.game.illegal_reasons import LEGAL
from tongits_sim.game.rivals import last_discard
from tongits_sim.rules.codes import SECRETS_KINDS_NONE
from tongits_sim.table.determinize import MAX_ACTIONS, SEARCH_DTYPE, deal_world, take_up

_ACCEPT = U(0xD3C5_0015)
_TO_UNIT_INTERVAL = 1.0 / 9007199254740992.0  # 2**-53


@njit
def weight_of(search, view, floor):
    """The weight of the dealt world, above 0 and at most 1. A weight up to `floor` is not exact."""
    game, branch_view = search.branch.game, search.branch.branch_view
    rules = view.rules
    copy_record(game, search.game)
    copy_record(branch_view, view)
    weight = 1.0
    for step in range(1, 3):
        seat = (np.int64(view.me) + step) % 3
        card = last_discard(view, seat)
        if card < 0:
            continue
        if view.decision == state.DECISION_RESPOND and seat == view.caller:
            fill_view(game, branch_view, rules, seat, state.DECISION_CALL, EMPTY)
            weight *= _agrees(search, branch_view, seat, state.DECISION_CALL, ONE)
            if weight <= floor:
                return weight
        game.hands[seat] |= bit(card)
        rearrange(game, rules, seat)
        branch_view.hand_size[seat] += 1
        laid_first = view.turns[seat] > 1 or seat != view.dealer or rules.deal_dealer_may_lay_first != 0
        if laid_first and legality.may_lay(game, branch_view, rules, seat):
            fill_view(game, branch_view, rules, seat, state.DECISION_LAY, EMPTY)
            weight *= _agrees(search, branch_view, seat, state.DECISION_LAY, EMPTY)
            if weight <= floor:
                return weight
        if search.mismatch_weight[state.DECISION_DISCARD] < 1.0:
            legal = legality.legal_discards(game, branch_view, rules, seat)
            fill_view(game, branch_view, rules, seat, state.DECISION_DISCARD, legal)
            weight *= _agrees(search, branch_view, seat, state.DECISION_DISCARD, bit(card))
            if weight <= floor:
                return weight
        branch_view.hand_size[seat] -= 1
    return weight


@njit
def _agrees(search, branch_view, seat, decision, action):
    """1 if the field's bot would choose this action too, else the factor of the decision."""
    said, _ = ask_bot(search.table, branch_view, seat, decision)
    return 1.0 if said == action else search.mismatch_weight[decision]


@njit
def draw_world(search, view, number):
    """Deal world `number` by its weight; False if impossible.

    A deal is accepted with its weight as the probability (rejection sampling); after `attempts` refusals the deal with
    the largest weight is taken.
    """
    if search.attempts <= 0:
        return deal_world(search, view, number, np.int64(0))
    best = -1.0
    chosen = np.int64(0)
    for attempt in range(search.attempts):
        if not deal_world(search, view, number, attempt):
            continue
        word = mix(stream(search.key, U(number), U(attempt), _ACCEPT))
        least = (word >> U(11)) * _TO_UNIT_INTERVAL
        weight = weight_of(search, view, min(least, best))  # up to this floor it is neither accepted nor the largest
        if least < weight:
            return True
        if weight > best:
            best = weight
            chosen = np.int64(attempt)
    return best >= 0.0 and deal_world(search, view, number, chosen)


_WRAPPED = U(0x3FFF)  # thirteen ranks and the ace above the king


@njit
def list_actions(search, view, own):
    """List the answers to the decision in the view; the own action (action code) comes first.

    Call `determinize.take_up` first.
    """
    search.n_actions = 0
    add_action(search, own)
    decision = view.decision
    if decision in (state.DECISION_CALL, state.DECISION_RESPOND):
        add_action(search, EMPTY)
        add_action(search, ONE)
    elif decision == state.DECISION_DRAW:
        add_action(search, EMPTY)
        _list_takes(search, view)
    elif decision == state.DECISION_LAY:
        add_action(search, EMPTY)
        _list_melds(search, view, view.hand & NATURALS, EMPTY)
        _list_wild_melds(search, view, view.hand, EMPTY)
    elif decision == state.DECISION_SAPAW:
        add_action(search, EMPTY)
        _list_sapaws(search, view)
    elif decision == state.DECISION_DISCARD:
        _list_discards(search, view)


@njit
def add_action(search, word):
    """Add an action, unless it is listed or the list is full."""
    actions = search.n_actions
    if actions == MAX_ACTIONS:
        return
    for number in range(actions):
        if search.words[number] == word:
            return
    search.words[actions] = word
    search.n_actions = actions + 1


@njit
def _list_discards(search, view):
    loose = view.legal & ~view.melded
    rest = loose if popcount(loose) >= 2 else view.legal
    while rest != EMPTY:
        add_action(search, rest & (~rest + ONE))
        rest &= rest - ONE


@njit
def _list_sapaws(search, view):
    for number in range(view.n_melds):
        rest = view.meld_fits[number] & view.hand
        while rest != EMPTY:
            _try_sapaw(search, view, sapaw(lowest(rest), number))
            rest &= rest - ONE
    jokers = view.hand & JOKERS
    if jokers == EMPTY:
        return
    for number in range(view.n_melds):
        rest = view.meld_fits[number]
        while rest != EMPTY:
            _try_sapaw(search, view, sapaw_joker(lowest(jokers), rest & (~rest + ONE), number))
            rest &= rest - ONE


@njit
def _try_sapaw(search, view, word):
    """Add a sapaw (action code) if it is legal."""
    if legality.check_sapaw(search.game, view, view.rules, np.int64(view.me), word) == LEGAL:
        add_action(search, word)


@njit
def _list_takes(search, view):
    seat = np.int64(view.me)
    offer = bit(view.offer)
    if legality.check_take_free(view.rules) == LEGAL:
        add_action(search, TAKE_FREE)
    for number in range(view.n_melds):
        rest = view.meld_fits[number] if offer & JOKERS != EMPTY else offer
        while rest != EMPTY:
            word = extend(number, rest & (~rest + ONE) if offer & JOKERS != EMPTY else EMPTY)
            rest &= rest - ONE
            if legality.check_extend(view, view.rules, seat, word) == LEGAL:
                add_action(search, word)
    if offer & JOKERS == EMPTY:
        _list_melds(search, view, view.hand & NATURALS | offer, offer)
    _list_wild_melds(search, view, view.hand | offer, offer)


@njit
def _list_melds(search, view, cards, needed):
    """Add melds of natural cards (mask) that hold `needed` (mask): sets first, then runs by suit."""
    for rank in range(13):
        same = cards & column(rank)
        if popcount(same) < 3 or needed & ~same != EMPTY:
            continue
        _try_meld(search, view, same, needed)
        if popcount(same) == 4:
            for i in range(4):
                _try_meld(search, view, same & ~nth_bit(same, i), needed)
    for suit in range(4):
        shift = U(16 * suit)
        lane = cards >> shift & U(0x1FFF)
        lane |= (lane & ONE) << U(13)
        for first in range(12):
            run = EMPTY
            for last in range(first, min(first + 13, 14)):
                card_bit = ONE << U(last)
                if lane & card_bit == EMPTY:
                    break
                run |= card_bit
                if last - first >= 2:
                    faces = (run & U(0x1FFF) | (run & _WRAPPED) >> U(13)) << shift
                    if needed & ~faces == EMPTY:
                        _try_meld(search, view, faces, needed)


@njit
def _list_wild_melds(search, view, cards, needed):
    """Add melds of `cards` (mask) in which jokers stand for missing cards, and that hold `needed` (mask)."""
    if cards & JOKERS == EMPTY:
        return
    for rank in range(13):
        for without in range(5):
            _try_wild_meld(search, view, column(rank) & ~nth_bit(column(rank), without), cards, needed)
    for suit in range(4):
        shift = U(16 * suit)
        for first in range(12):
            run = EMPTY
            for last in range(first, min(first + 13, 14)):
                run |= ONE << U(last)
                if last - first >= 2:
                    _try_wild_meld(search, view, (run & U(0x1FFF) | (run & _WRAPPED) >> U(13)) << shift, cards, needed)


@njit
def _try_wild_meld(search, view, faces, cards, needed):
    """Add the meld that shows `faces` (mask) if at least one joker of `cards` (mask), but not too many, stand in."""
    lacking = popcount(faces & ~cards)
    jokers = needed & JOKERS if lacking == 1 and needed & JOKERS != EMPTY else cards & JOKERS
    most = np.int64(view.rules.jokers_max_per_meld)
    if 1 <= lacking <= most and lacking <= popcount(jokers):
        _try_meld(search, view, meld_from(faces, cards & NATURALS | jokers), needed)


@njit
def _try_meld(search, view, word, needed):
    """Add a meld (action code) if it is legal, also face down if legal."""
    seat = np.int64(view.me)
    if needed != EMPTY:
        if legality.check_take_meld(search.game, view, view.rules, seat, word)[0] == LEGAL:
            add_action(search, word)
        return
    if legality.check_lay(search.game, view, view.rules, seat, word)[0] == LEGAL:
        add_action(search, word)
    if view.rules.secrets_kinds != SECRETS_KINDS_NONE and popcount(word & NATURALS) >= 4:
        word |= FACE_DOWN
        if legality.check_lay(search.game, view, view.rules, seat, word)[0] == LEGAL:
            add_action(search, word)


DECIDED = 4.0
"""The race is over if an action leads the own action by this many standard errors."""


@njit
def hear_first(search):
    """If another seat answers a call first, unseen: play a dealt world on to the own action; False if the world does
    not reach it.
    """
    if search.game.phase != PHASE_RESPONSES:
        return True
    records = Records(
        search.game, search.world_view, search.match, search.result, search.world_view.rules, search.log, search.table
    )
    me = np.int64(search.world_view.me)
    begin_control(search.control, np.int64(1) << state.DECISION_RESPOND)
    for _ in range(2):
        decision, action = next_action(records, search.branch.resume, search.control)
        if decision in (state.DECISION_OVER, FAULTY):
            return False
        if search.world_view.me == me:
            return True
        perform(search.control, action)
    return False


@njit
def play_world(search, view, number):
    """Play all active actions in world `number` and add up each action's gain over the own action."""
    if not (draw_world(search, view, number) and hear_first(search)):
        return
    records = Records(
        search.game, search.world_view, search.match, search.result, search.world_view.rules, search.log, search.table
    )
    _, own = play_action(records, search.branch, search.words[0])
    for action in range(1, search.n_actions):
        if search.active[action]:
            whole, value = play_action(records, search.branch, search.words[action])
            if whole:
                search.ahead[action] += value - own
                search.ahead_sq[action] += (value - own) * (value - own)
            else:
                search.active[action] = 0
    search.played += 1


@njit
def lead_of(search, action, worlds):
    """The gain of an action over the own action after `worlds` worlds: mean and standard error, hundredths."""
    mean = search.ahead[action] / worlds
    spread = max(search.ahead_sq[action] - worlds * mean * mean, 0.0)
    return mean, np.sqrt(spread / (worlds * max(worlds - 1, np.int64(1))))


@njit
def best_of(search, worlds):
    """The active action with the highest mean; 0: the own action."""
    best = np.int64(0)
    highest = -np.inf
    for action in range(1, search.n_actions):
        if search.active[action]:
            mean, _ = lead_of(search, action, worlds)
            if mean > highest:
                best = np.int64(action)
                highest = mean
    return best


@njit
def halve(search, worlds):
    """Drop hopeless actions and the worse half of the rest; returns how many are left."""
    left = np.int64(0)
    for action in range(1, search.n_actions):
        if search.active[action]:
            mean, se = lead_of(search, action, worlds)
            if mean + search.drop_z * se < 0.0 or search.ahead_sq[action] == 0:
                search.active[action] = 0
            else:
                left += 1
    kept = (left + 1) // 2
    while left > kept:
        worst = np.int64(0)
        lowest = np.inf
        for action in range(1, search.n_actions):
            if search.active[action]:
                mean, _ = lead_of(search, action, worlds)
                if mean <= lowest:
                    worst = np.int64(action)
                    lowest = mean
        search.active[worst] = 0
        left -= 1
    return left


@njit
def race(search, view):
    """Play the actions on and return the number of the best; 0 is the own action."""
    for action in range(search.n_actions):
        search.active[action] = 1
        search.ahead[action] = 0
        search.ahead_sq[action] = 0
    played = np.int64(0)
    until = min(search.first_round_worlds, search.worlds)
    while True:
        for number in range(played, until):
            play_world(search, view, number)
        played = until
        best = best_of(search, played)
        mean, se = lead_of(search, best, played)
        if played >= search.worlds or mean > DECIDED * se:
            break
        if halve(search, played) == 0:
            return np.int64(0)
        until = min(2 * played, search.worlds)
    return best if best > 0 and mean > search.accept_z * se else np.int64(0)


@c_kernel
def _search(view, search, decision):
    """The action code at the decision in the view; leaves the view unchanged."""
    table = search.table
    own, _ = call_hook(table.hooks[0, decision], view, table.params[0])
    if not search.searched[decision] or not take_up(search, view):
        return own
    list_actions(search, view, own)
    if search.n_actions < 2:
        return own
    search.decisions += 1
    chosen = race(search, view)
    search.changed += 1 if chosen > 0 else 0
    return search.words[chosen]


@functools.cache
def search_address() -> int:
    """Compile `_search` as a C function, unless cached, and return its address."""
    signature = types.uint64(numba.from_dtype(state.VIEW_DTYPE), numba.from_dtype(SEARCH_DTYPE), types.int64)
    return c_address(signature, _search, engine=False)


@inline_njit
def call_search(address, view, search, decision):
    """Call the compiled `_search` at `address`; returns its action code (uint64)."""
    return np.uint64(call_at(address, (view, search, decision)))


@njit
def searched_action(view, search, decision):
    """The action code of a player who searches, for hooks."""
    return call_search(search.entry, view, search, decision)
