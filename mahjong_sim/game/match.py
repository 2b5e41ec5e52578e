"""Matches: deals, the dealer, the pot, and what each seat pays when a game ends (V2, V11, V12)."""

from __future__ import annotations

import numpy as np

from mahjong_sim.game import state, wall
from mahjong_sim.game.engine import start
from mahjong_sim.hands.value import QUICK, best_value
from mahjong_sim.rules.record import DEAL_AFTER_VOID_STAY, QUICK_COUNTS_OWN
from mahjong_sim.tiles import BAHAY
from tongits_sim.compile.bits import GOLDEN, game_stream, match_key, mix
from tongits_sim.compile.jit import inline_njit, njit


@njit
def settle(game, view, rules, result):
    """Fill a `RESULT` record from a finished game; the pot is left to the match."""
    result.mahjong_ending = game.ending
    result.mano = view.mano
    result.turns = view.turn
    result.discards = view.n_discards
    result.doubled = view.doubled
    won = game.ending != state.ENDING_VOID
    by_draw = game.ending == state.ENDING_BUNOT
    result.discarder = view.offered_by if won and not by_draw else state.NOBODY
    for seat in range(state.SEATS):
        result.parts[state.PART_HAND, seat] = 0
        result.wins[seat] = game.wins[seat] if won else 0
        result.value[seat] = 0
        result.items[seat] = 0
    for seat in range(state.SEATS):
        if result.wins[seat]:
            _pay_hand(game, view, rules, result, np.int64(seat), by_draw)
            if view.n_flowers[seat] == 0:
                wall.pay_each(game, state.PART_FLOWERS, np.int64(seat), rules.instant_winner_no_flowers)
    for seat in range(state.SEATS):
        total = np.int64(0)
        for part in range(state.PART_POT):
            if part != state.PART_HAND:
                result.parts[part, seat] = game.instant[part, seat]
            result.parts[part, seat] *= view.doubled
            total += result.parts[part, seat]
        result.parts[state.PART_POT, seat] = 0
        result.payout[seat] = total


@inline_njit
def is_quick(view, rules, seat):
    """V10: whether a win of a seat is quick."""
    discards = view.own_discards[seat] if rules.quick_counts == QUICK_COUNTS_OWN else view.n_discards
    return discards <= rules.quick_discards


@njit
def hand_value(game, view, rules, seat, by_draw):
    """V10: the value of a winner's hand in cents, and its items (bits of `ITEMS`): (int64, int64)."""
    paid_wait = rules.wait_declared == 0 or view.declared[seat] != 0
    if view.turns[seat] == 0 and view.n_melds[seat] > 0:  # the winning tile is part of the beauty
        paid_wait = False
    value, items = best_value(
        state.tables_of(view),
        game.counts[seat],
        game.jokers[seat],
        np.int64(game.winning_kind) if paid_wait else state.NO_TILE,
        by_draw,
        view.meld_kind[seat],
        game.meld_tile[seat],
        view.n_melds[seat],
        rules,
    )
    if is_quick(view, rules, seat):
        value += rules.hand_quick
        items |= QUICK
    return value, items


@inline_njit
def _pay_hand(game, view, rules, result, seat, by_draw):
    """V10, V11: the value of a winner's hand, and the others' payments; winners do not pay each other."""
    value, items = hand_value(game, view, rules, seat, by_draw)
    result.value[seat] = value
    result.items[seat] = np.uint64(items)
    bunot = by_draw and (game.source != state.FROM_BACK or rules.win_gift_is_bunot != 0)
    for loser in range(state.SEATS):
        if result.wins[loser]:
            continue
        times = np.int64(rules.pay_others)
        if bunot:
            times = np.int64(rules.pay_bunot)
        elif loser == result.discarder:
            times = np.int64(rules.pay_discarder)
        result.parts[state.PART_HAND, loser] -= times * value
        result.parts[state.PART_HAND, seat] += times * value


@njit
def begin_match(match, seed, number, games):
    """Set a `MATCH` record to the start of match `number` (uint64), with at most `games` games."""
    match.seed = seed
    match.match = number
    match.mahjong_key = match_key(seed, number)
    match.game = 0
    match.mano = wall.below(game_stream(match.mahjong_key, wall.U(0), wall.FIRST_MANO), state.SEATS)
    match.pot = 0
    match.last_game = games
    match.over = 0
    for seat in range(state.SEATS):
        match.markers[seat] = 0
        match.staked[seat] = 0


@njit
def deal(game, view, rules, match, log):
    """Shuffle and deal the match's next game and begin it (V3)."""
    key = match.mahjong_key
    dice = game_stream(key, wall.U(match.game), wall.DICE)
    _clear(game, view, rules, match, wall.throw_dice(dice), wall.throw_dice(dice + GOLDEN + GOLDEN))
    words = game_stream(key, wall.U(match.game), wall.WORDS)
    for seat in range(state.SEATS):
        game.words[seat] = mix(words + wall.U(seat))
    wall.deal_tiles(game, view, rules, log, game_stream(key, wall.U(match.game), wall.WALL))
    start(game, view, rules, log)


@njit
def deal_deck(game, view, rules, match, log):
    """Begin a game with the given `deck`, `dice`, `joker_dice` and `words`; the deck is dealt in its order."""
    _clear(game, view, rules, match, game.dice, game.joker_dice)
    for place in range(len(game.deck)):
        game.wall[place] = game.deck[place]
    wall.deal_wall(game, view, rules, log)
    start(game, view, rules, log)


@inline_njit
def stake(match, rules):
    """The cents that each seat puts into the pot before this game (V12): its share if the pot is empty, or growth."""
    return rules.jai_alai_share if match.pot == 0 else rules.jai_alai_growth


@njit
def _clear(game, view, rules, match, dice, joker_dice):
    """Clear the table for the match's next game."""
    wall.clear_hands(game, view)
    game.dice = dice
    game.joker_dice = joker_dice
    game.ending = state.ENDING_VOID
    game.winning_kind = state.NO_TILE
    game.drawn = state.NO_TILE
    game.any_win = 0
    view.mano = match.mano
    view.turn = 0
    view.offer = state.NO_TILE
    view.offered_by = state.NOBODY
    for number in range(view.n_discards):
        view.discards[number] = 0
        view.discarded_by[number] = 0
        view.taken_by[number] = 0
    view.n_discards = 0
    view.joker_kind = state.NO_TILE
    view.doubled = rules.doubles_factor if rules.doubles_play and dice // 6 == dice % 6 else 1
    view.game = match.game
    view.pot = match.pot + state.SEATS * stake(match, rules)
    for seat in range(state.SEATS):
        view.turns[seat] = 0
        view.own_discards[seat] = 0
        view.declared[seat] = 0
        view.n_melds[seat] = 0
        view.markers[seat] = match.markers[seat]
        game.wins[seat] = 0
        game.decisions[seat] = 0
        for number in range(BAHAY):
            view.meld_kind[seat, number] = 0
            view.meld_tile[seat, number] = state.NO_TILE
            game.meld_tile[seat, number] = state.NO_TILE
        for part in range(state.PART_POT + 1):
            game.instant[part, seat] = 0


@njit
def finish(game, view, rules, match, result):
    """Settle a finished game, book the pot, and move the match to its next game (V2, V12)."""
    settle(game, view, rules, result)
    _book_pot(game, view, rules, match, result)
    void = result.mahjong_ending == state.ENDING_VOID
    stays = rules.deal_after_void == DEAL_AFTER_VOID_STAY if void else result.wins[match.mano] != 0
    if not stays:
        match.mano = (match.mano + 1) & 3
    match.game += 1
    if match.game >= match.last_game:
        match.over = 1
        for seat in range(state.SEATS):
            result.parts[state.PART_POT, seat] += match.staked[seat]
            match.staked[seat] = 0
        match.pot = 0
    for seat in range(state.SEATS):
        result.payout[seat] += result.parts[state.PART_POT, seat]


@inline_njit
def _book_pot(game, view, rules, match, result):
    """V12, jai alai: each seat puts in a share, a winner gets markers, and the first seat with enough markers takes the
    pot.

    A pot that nobody has taken at the end of the match is returned to the seats that paid it (`finish`).
    """
    put_in = stake(match, rules)
    if put_in == 0 and match.pot == 0:
        return
    match.pot += state.SEATS * put_in
    for seat in range(state.SEATS):
        match.staked[seat] += put_in
        result.parts[state.PART_POT, seat] -= put_in
    bunot = result.mahjong_ending == state.ENDING_BUNOT and (
        game.source != state.FROM_BACK or rules.win_gift_is_bunot != 0
    )
    first = view.offered_by if result.discarder >= 0 else view.seat
    taker = state.NOBODY
    for step in range(state.SEATS):
        seat = (first + step) & 3
        if result.wins[seat]:
            match.markers[seat] += rules.jai_alai_bunot_markers if bunot else 1
            if taker < 0 and match.markers[seat] >= rules.jai_alai_markers:
                taker = seat
    if taker >= 0:
        result.parts[state.PART_POT, taker] += match.pot
        match.pot = 0
        for seat in range(state.SEATS):
            match.markers[seat] = 0
            match.staked[seat] = 0
