"""A match of several games: the deal, the dealer, the jackpot, the streak, the progressive score (R1, R15)."""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import NO_CARD, U
from tongits_sim.compile.bits import game_stream, match_key, mix
from tongits_sim.compile.intrinsics import call_at
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.struct_copy import clear_fields
from tongits_sim.game.arrangement import rearrange
from tongits_sim.game.deal import DECK, FIRST_DEALER, NEXT_DEALER, WORDS, below_three, deal_cards
from tongits_sim.game.engine import start
from tongits_sim.game.match_history import forget, remember
from tongits_sim.game.settle import book_fees, settle
from tongits_sim.game.state import ENDING_SPREAD, PART_BONUS, PART_JACKPOT, PRIVATE_JOKERS
from tongits_sim.rules.codes import DEAL_NEXT_DEALER_RANDOM, DEAL_NEXT_DEALER_ROTATE


@njit
def begin_match(match, seed, number, games):
    """Start match `number` (uint64), of at most `games` games."""
    match.seed = seed
    match.match = number
    match.key = match_key(seed, number)
    match.game = 0
    match.dealer = below_three(game_stream(match.key, U(0), FIRST_DEALER))
    match.jackpot = 0
    match.streak_seat = -1
    match.streak = 0
    match.last_game = games
    match.over = 0
    for seat in range(3):
        match.scores[seat] = 0


@inline_njit
def stake(match, rules):
    """Each player's stake in the jackpot before this game (R15), hundredths; 0 in a progressive match."""
    if rules.match_progressive_target > 0:
        return np.int64(0)
    return rules.jackpot_seed if match.jackpot == 0 else rules.jackpot_add


@njit
def deal(game, view, rules, match, log):
    """Shuffle, deal and begin the next game of the match (R1)."""
    hands = deal_cards(game.stock, np.int64(rules.jokers_count), game_stream(match.key, U(match.game), DECK))
    if game.chance[0] + game.chance[1] + game.chance[2] > 0:
        key = game_stream(match.key, U(match.game), WORDS)
        for seat in range(3):
            game.words[seat] = mix(key + U(seat))
    _begin(game, view, rules, match, log, hands)


@njit
def begin_dealt(game, view, rules, match, log):
    """Begin a game whose `dealt` hands, `stock` and `words` are set."""
    dealer = match.dealer
    hands = game.dealt[dealer], game.dealt[(dealer + 1) % 3], game.dealt[(dealer + 2) % 3]
    _begin(game, view, rules, match, log, hands)


@njit
def _begin(game, view, rules, match, log, hands):
    """Begin a game with the hands (masks) of the dealer, the seat to the right, and the last seat."""
    _clear(game, view, match)
    game.private_fields = PRIVATE_JOKERS if rules.jokers_count > 0 else np.int64(0)
    game.stock_next = 0
    game.stock_size = 15 + np.int64(rules.jokers_count)
    view.stock_left = game.stock_size
    view.jackpot = match.jackpot + 3 * stake(match, rules)
    for step in range(3):
        seat = match.dealer + step
        seat -= 3 if seat >= 3 else 0
        game.hands[seat] = hands[step]
        game.dealt[seat] = hands[step]
        view.hand_size[seat] = 13 if step == 0 else 12
        rearrange(game, rules, seat)
    start(game, view, rules, log)


@inline_njit
def _clear(game, view, match):
    """Clear the table, and at the start of a match the history of the last match."""
    if match.game == 0 and view.past_games > 0:
        forget(view)
    clear_fields(view, "word", "responses")
    clear_fields(game, "taken", "decisions")
    view.dealer = match.dealer
    view.offer = NO_CARD
    view.last_drawer = -1
    view.caller = -1
    view.game = match.game
    view.streak_seat = match.streak_seat
    view.streak = match.streak
    game.drawn = NO_CARD
    game.winner = -1
    for seat in range(3):
        view.sunog_risk[seat] = 1
        view.scores[seat] = match.scores[seat]


@njit
def finish(game, view, rules, match, result):
    """Settle a finished game, book the match's money, and advance the match (R15).

    The view remembers what the game showed to all.
    """
    settle(game, view, rules, result)
    winner = result.winner
    hits = 0
    if winner >= 0:
        hits = match.streak + 1 if match.streak_seat == winner else 1
        match.streak_seat = winner
        match.streak = hits
    if game.payout != 0:
        call_at(game.payout_kernel, (game, view, rules, match, result))
    if winner >= 0:
        _second_hit(rules, result, hits)
    book_fees(rules, result)
    put_in = stake(match, rules)
    result.stake = put_in
    pool = match.jackpot + 3 * put_in
    for seat in range(3):
        result.parts[PART_JACKPOT, seat] = -put_in
    spread_takes = result.ending == ENDING_SPREAD and rules.jackpot_spread_takes != 0
    full = winner >= 0 and (hits >= rules.jackpot_streak or spread_takes)
    if full and (pool > 0 or game.payout == 0):  # a custom payout may count wins without a jackpot
        result.parts[PART_JACKPOT, winner] += pool
        pool = 0
        match.streak_seat = -1
        match.streak = 0
    _score(rules, match, result)
    match.dealer = _next_dealer(rules, match, winner)
    match.game += 1
    if match.game >= match.last_game:
        match.over = 1
    if match.over:
        for seat in range(3):
            result.parts[PART_JACKPOT, seat] += pool // 3  # exact: each game put in three equal stakes
        pool = 0
    match.jackpot = pool
    for seat in range(3):
        total = np.int64(0)
        for part in range(7):
            total += result.parts[part, seat]
        result.payout[seat] = total
    if not match.over:
        remember(game, view, rules, result)


@inline_njit
def _second_hit(rules, result, hits):
    """R15: with a streak of three, the second win in a row earns an extra from each loser, booked as bonus."""
    if rules.jackpot_streak == 3 and hits == 2 and rules.match_progressive_target == 0:
        for seat in range(3):
            extra = rules.jackpot_second_hit_extra
            result.parts[PART_BONUS, seat] += 2 * extra if seat == result.winner else -extra


@inline_njit
def _score(rules, match, result):
    """R15.2: add every loser's count to their score; a score that reaches the target ends the match."""
    if rules.match_progressive_target == 0 or result.winner < 0:
        return
    for seat in range(3):
        if seat != result.winner:
            match.scores[seat] += result.counts[seat]
        if match.scores[seat] >= rules.match_progressive_target:
            match.over = 1


@inline_njit
def _next_dealer(rules, match, winner):
    """R1.2: who deals the next game; after a void game the dealer stays, unless the deal rotates."""
    if rules.deal_next_dealer == DEAL_NEXT_DEALER_ROTATE:
        return (match.dealer + 1) % 3
    if winner < 0:
        return match.dealer
    if rules.deal_next_dealer == DEAL_NEXT_DEALER_RANDOM:
        return below_three(game_stream(match.key, U(match.game + 1), NEXT_DEALER))
    return winner
