"""Settles a game: writes the winner and the payments (R11-R15) into a `RESULT` record; money in hundredths."""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import ACES, EMPTY, JOKERS, KINGS, NATURALS, ONE, U, lowest, popcount
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.struct_copy import clear_fields
from tongits_sim.game import state
from tongits_sim.game.legality import has_privilege, showdown_count
from tongits_sim.game.meld_queries import long_melds
from tongits_sim.game.rare_kernels import call_rare
from tongits_sim.hands.bonus import could_earn, meld_bonus
from tongits_sim.hands.melds import SET, meld_kind
from tongits_sim.rules import codes

_MILLION = 1_000_000
_MANY = 1 << 40


@njit
def settle(game, view, rules, result):
    """Fill `result`: winner, counts, burned seats, all payments but the jackpot (R11-R14, pot and fees of R15)."""
    clear_fields(result, "parts", "parts")
    result.ending = game.ending
    result.dealer = view.dealer
    result.turns = view.turn
    result.caller = view.caller
    for seat in range(3):
        result.counts[seat] = showdown_count(game, rules, seat)
        result.burned[seat] = 0
        result.responses[seat] = game.responses[seat]
        result.may_challenge[seat] = game.may_challenge[seat]
    result.winner = _winner(game, view, rules, result)
    winner = result.winner
    if winner < 0:
        result.ending = state.ENDING_VOID
    else:
        if result.ending == state.ENDING_TONGITS or result.ending == state.ENDING_SPREAD:
            result.counts[winner] = 0
        for step in range(1, 3):
            seat = (winner + step) % 3
            result.burned[seat] = _is_burned(game, view, rules, seat)
    for seat in range(3):
        result.parts[state.PART_SAGASA, seat] = game.sagasa[seat]
    if winner >= 0 and rules.match_progressive_target == 0:
        _pay(game, view, rules, result)


@inline_njit
def _is_burned(game, view, rules, seat):
    """R13: whether a loser is burned (1 or 0)."""
    if view.open_melds[seat] > 0:
        return 0
    if rules.sapaw_saves_from_sunog and view.sapaws[seat] > 0:
        return 0
    return 0 if rules.secrets_saves_from_sunog and has_privilege(game, view, rules, seat) else 1


# --- the winner ---


@inline_njit
def _winner(game, view, rules, result):
    """The winning seat; -1 for a void game."""
    if game.ending == state.ENDING_DRAW:
        return view.caller
    if game.ending == state.ENDING_CHALLENGE:
        return _showdown(game, view, rules, result)
    if game.ending == state.ENDING_STOCK_OUT:
        return _stock_out(game, view, rules, result)
    return game.winner


@njit
def comparing_seats(game, view, rules):
    """The seats that compare counts at the end of a game (R11, R12): a 3-bit mask, perhaps 0."""
    if game.ending == state.ENDING_CHALLENGE:
        return _fighters(game, view)
    return _eligible(game, view, rules) if game.ending == state.ENDING_STOCK_OUT else 0


@njit
def lowest_seats(game, view, rules, result):
    """Seats with the lowest count at the showdown (R11, R12): a 3-bit mask; 0 if there is no showdown."""
    return _lowest_of(result, comparing_seats(game, view, rules))


@inline_njit
def _lowest_of(result, seats):
    """The seats with the lowest count among some seats; both 3-bit masks."""
    least = np.int64(_MANY)
    lowest = 0
    for seat in range(3):
        if seats >> seat & 1:
            if result.counts[seat] < least:
                least = result.counts[seat]
                lowest = 0
            if result.counts[seat] == least:
                lowest |= 1 << seat
    return lowest


@inline_njit
def _single(seats):
    """The seat of a 3-bit mask with one bit; -1 for other masks."""
    if seats == 1:
        return 0
    if seats == 2:
        return 1
    return 2 if seats == 4 else -1


@inline_njit
def _fighters(game, view):
    """R11: the caller and the challengers (3-bit mask)."""
    seats = 1 << view.caller
    for seat in range(3):
        if game.responses[seat] == state.CHALLENGED:
            seats |= 1 << seat
    return seats


@njit
def _showdown(game, view, rules, result):
    """R11: the caller and the challengers compare; ties by R11.2."""
    caller = view.caller
    tied = _lowest_of(result, _fighters(game, view))
    if _single(tied) >= 0:
        return _single(tied)
    if tied == 7:
        return _three_way(view, rules, caller)
    if tied >> caller & 1:
        return caller if rules.ties_call == codes.TIES_CALL_CALLER else _single(tied & ~(1 << caller))
    right = (caller + 1) % 3
    if rules.ties_challengers == codes.TIES_CHALLENGERS_RIGHT_OF_CALLER:
        return right
    if rules.ties_challengers == codes.TIES_CHALLENGERS_LAST_TO_MELD:
        return _last_to_meld(view, tied, right)
    return (caller + 2) % 3


@njit
def _three_way(view, rules, caller):
    right = (caller + 1) % 3
    if rules.ties_three_way == codes.TIES_THREE_WAY_LAST_CHALLENGER:
        return (caller + 2) % 3
    if rules.ties_three_way == codes.TIES_THREE_WAY_CALLER:
        return caller
    if rules.ties_three_way == codes.TIES_THREE_WAY_LAST_TO_MELD:
        return _last_to_meld(view, 7, right)
    return right


@njit
def _last_to_meld(view, tied, otherwise):
    """The tied seat that laid a meld last; `otherwise` if no tied seat laid a meld."""
    winner = otherwise
    latest = 0
    for seat in range(3):
        if tied >> seat & 1 and view.last_meld[seat] > latest:
            latest = view.last_meld[seat]
            winner = seat
    return winner


@inline_njit
def _eligible(game, view, rules):
    """R12: the seats that compare at stock-out (3-bit mask); 0 for a void game."""
    seats = 0
    for seat in range(3):
        eligible = rules.stock_out_eligible == codes.STOCK_OUT_ELIGIBLE_ALL or view.open_melds[seat] > 0
        if not eligible and rules.stock_out_eligible == codes.STOCK_OUT_ELIGIBLE_OPEN_OR_SECRET:
            eligible = rules.secrets_saves_from_sunog != 0 and has_privilege(game, view, rules, seat)
        if eligible:
            seats |= 1 << seat
    if seats == 0 and rules.stock_out_nobody_eligible != codes.STOCK_OUT_NOBODY_ELIGIBLE_VOID:
        seats = 7
    return seats


@njit
def _stock_out(game, view, rules, result):
    """R12: the eligible seats compare; ties by R12.2; -1 for a void game."""
    tied = _lowest_of(result, _eligible(game, view, rules))
    if tied == 0:
        return -1
    if _single(tied) >= 0:
        return _single(tied)
    return _stock_out_tie(view, rules, tied)


@njit
def _stock_out_tie(view, rules, tied):
    last = view.last_drawer if view.last_drawer >= 0 else np.int64(view.dealer)
    while not tied >> last & 1:
        last = (last + 1) % 3
    if rules.ties_stock_out == codes.TIES_STOCK_OUT_MOST_RECENT_DRAWER:
        latest = 0
        for seat in range(3):
            if tied >> seat & 1 and view.last_draw[seat] > latest:
                latest = view.last_draw[seat]
                last = seat
    elif rules.ties_stock_out == codes.TIES_STOCK_OUT_LAST_TO_MELD:
        return _last_to_meld(view, tied, last)
    return last


# --- payment ---


@inline_njit
def _pay(game, view, rules, result):
    """R14: base, sunog and bonus from each loser to the winner; the pot and the fees of R15."""
    winner = result.winner
    bonus = winners_bonus(game, view, rules, result)
    for step in range(1, 3):
        seat = (winner + step) % 3
        _transfer(result, state.PART_BASE, seat, winner, _base(game, rules, result, seat))
        if result.burned[seat]:
            _transfer(result, state.PART_SUNOG, seat, winner, rules.pay_sunog_extra)
        _transfer(result, state.PART_BONUS, seat, winner, bonus)
    if rules.pot_ante > 0:
        for seat in range(3):
            result.parts[state.PART_POT, seat] = 2 * rules.pot_ante if seat == winner else -rules.pot_ante


@inline_njit
def book_fees(rules, result):
    """R15: book the house's shares of the antes and of the winnings, rounded half up to a hundredth."""
    winner = result.winner
    if winner < 0 or rules.match_progressive_target > 0:
        return
    if rules.fees_antes > 0:
        result.parts[state.PART_FEES, winner] -= _share(rules.fees_antes, 3 * rules.pot_ante)
    if rules.fees_winnings > 0:
        won = (
            result.parts[state.PART_BASE, winner]
            + result.parts[state.PART_SUNOG, winner]
            + result.parts[state.PART_BONUS, winner]
        )
        result.parts[state.PART_FEES, winner] -= _share(rules.fees_winnings, max(won, np.int64(0)))


@inline_njit
def _share(millionths, amount):
    return (millionths * amount + _MILLION // 2) // _MILLION


@inline_njit
def _transfer(result, part, loser, winner, amount):
    result.parts[part, loser] -= amount
    result.parts[part, winner] += amount


@inline_njit
def _base(game, rules, result, loser):
    """The base a loser pays (R14, R9.4 `pays_double`)."""
    winner = result.winner
    if rules.pay_mode != codes.PAY_MODE_FLAT:
        base = result.counts[loser]
        if rules.pay_mode == codes.PAY_MODE_DEADWOOD_DIFF:
            base = max(np.int64(0), base - result.counts[winner])
        base *= 100
    else:
        base = _flat_base(game, rules, result, loser)
    called = result.ending == state.ENDING_DRAW or result.ending == state.ENDING_CHALLENGE
    if called and rules.call_zero_count_fight == codes.CALL_ZERO_COUNT_FIGHT_PAYS_DOUBLE and result.counts[winner] == 0:
        base *= 2
    return base


@inline_njit
def _flat_base(game, rules, result, loser):
    if result.ending == state.ENDING_TONGITS or result.ending == state.ENDING_SPREAD:
        return rules.pay_tongits
    if result.ending == state.ENDING_DRAW:
        return rules.pay_fold
    if result.ending == state.ENDING_STOCK_OUT:
        return rules.pay_stock_out
    if loser != result.caller and game.responses[loser] != state.CHALLENGED:
        return rules.pay_fold_if_challenged
    return rules.pay_fight_lost + rules.pay_per_point * (result.counts[loser] - result.counts[result.winner])


@inline_njit
def winners_bonus(game, view, rules, result):
    """What each loser pays for the winner's cards (R14.3), hundredths."""
    winner = result.winner
    cards = game.hands[winner] & NATURALS
    if rules.bonus_card_scope == codes.BONUS_CARD_SCOPE_HAND_AND_OWN_MELDS:
        cards |= game.laid[winner]
    bonus = rules.bonus_ace * popcount(cards & ACES) + rules.bonus_king * popcount(cards & KINGS)
    if rules.bonus_secret_set + rules.bonus_secret_run + rules.bonus_long_run == 0:
        return bonus
    return bonus + _meld_bonuses(game, view, rules, result)


@njit
def _meld_bonuses(game, view, rules, result):
    winner = result.winner
    pay_secrets = not rules.bonus_secret_needs_tongits or result.ending == state.ENDING_TONGITS
    secrets = np.int64(0)
    largest = np.int64(0)
    longs = np.int64(0)
    earning = long_melds(view, winner)  # melds of three cards earn nothing
    while earning != EMPTY:
        number = U(lowest(earning))
        earning &= earning - ONE
        secret, long = _laid_meld_bonus(game, view, rules, number)
        longs += long
        secrets += secret
        largest = max(largest, secret)
    if not pay_secrets:
        secrets = largest = np.int64(0)
    game.secrets_pay = 1 if pay_secrets else 0
    game.laid_best = largest
    held = largest if rules.bonus_secret_once else np.int64(0)
    hand = game.hands[winner]
    if could_earn(hand, rules, pay_secrets):
        kernel = game.bonus_kernel if hand & JOKERS == EMPTY else game.wild_bonus_kernel
        held = call_rare(kernel, game, rules, winner)
    if rules.bonus_secret_once:
        return longs + held
    return longs + secrets + held


@njit
def _laid_meld_bonus(game, view, rules, number):
    """Bonuses (as a secret, as a long run) of a meld on the table at the end of the game, hundredths."""
    hidden = view.meld_kind[number] == 0
    kind = view.meld_kind[number]
    jokers = view.meld_jokers[number]
    if hidden:
        kind = meld_kind(game.secret_faces[number], rules.melds_ace_runs)
        jokers = game.secret_jokers[number]
    secret, long = meld_bonus(kind == SET, view.meld_size[number], jokers > 0, True, rules)
    if not hidden and rules.bonus_meld_scope != codes.BONUS_MELD_SCOPE_ANY_OWN:
        secret = np.int64(0)
    return secret, long
