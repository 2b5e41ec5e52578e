"""Plays games with forks: at a decision the game is copied, another action is forced, and the same bots play on.

Every arm is a branch, also the bot's own choice, on the same wall and with the same random words; the game itself goes
on without change.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim.bots.danger import passed_lately, tile_class
from mahjong_sim.bots.hooks import after_claim, nearest_chow, now_away
from mahjong_sim.designs.forks.layout import (
    CLAIMS,
    DISCARDS,
    EXTRA,
    FEATURE,
    FIRST_FEATURE,
    FIRST_OUTCOME,
    MOST_FORKS,
    OPEN,
    OUTCOMES,
)
from mahjong_sim.designs.playing import TABLE, play_game
from mahjong_sim.game.asking import ask_bot
from mahjong_sim.game.board import answer, next_decision
from mahjong_sim.game.legality import discard_tile, meld_word, word_code, word_tile
from mahjong_sim.game.match import deal
from mahjong_sim.game.rng import U
from mahjong_sim.game.settle import settle
from mahjong_sim.game.state import DECISION_OVER, DECISIONS, ENDING_BUNOT, PART_HAND, SEATS
from mahjong_sim.melds import BEAUTY, CHOW, KANG, NEWS, NO_MELD, PUNG, SAGASA, SECRET
from mahjong_sim.tiles import PLAIN, SUITED
from tongits_sim.any_game.asking import note_fault
from tongits_sim.any_game.hook_calls import call_hook
from tongits_sim.any_game.match_loop import match_loop
from tongits_sim.any_game.memory import copy_record
from tongits_sim.any_game.streams import GOLDEN, mix
from tongits_sim.jit import inline_njit, njit, outlined

SELF = np.int64(-1)
"""In place of the number of another player: the seat's own bot plays on."""

_PICKED = U(0x3A51_F0A1)
_OTHER = U(0x3A51_F0A2)
_GOAL = U(0x3A51_F0A3)
_N_OUTCOMES = np.int64(len(OUTCOMES))
_N_DECISIONS = np.int64(len(DECISIONS))
_ARM_A, _ARM_B, _ARM_C = np.int64(0), np.int64(1), np.int64(2)
_FAR = np.int64(99)

_MELD, _SHANTEN, _NEARER, _OWN_TURN, _OWN_OPEN, _OTHERS_OPEN = (
    np.int64(FIRST_FEATURE + FEATURE[name])
    for name in ("meld", "shanten", "nearer", "own_turn", "own_open", "others_open")
)
_SUIT_TILES, _PAIRS, _TRIPLES, _TILE_CLASS, _THROWN, _SEEN, _GOAL_OF, _CHOSE = (
    np.int64(FIRST_FEATURE + FEATURE[name])
    for name in ("suit_tiles", "pairs", "triples", "tile_class", "thrown", "seen", "goal", "chose")
)


_ITEM_OF_MELD = tuple(
    (code, np.int64(EXTRA[name]))
    for code, name in ((BEAUTY, "beauty"), (NEWS, "news"), (KANG, "kang"), (SECRET, "secret"), (SAGASA, "sagasa"))
)
_BUNOT, _NO_FLOWERS, _WINNER_NO_FLOWERS, _MANY_FLOWERS = (
    np.int64(EXTRA[name]) for name in ("bunot", "no_flowers", "winner_no_flowers", "many_flowers")
)


@njit
def chance_word(game, view, purpose):
    """A random word (uint64) for the decision in the view; no bot sees it."""
    return mix(mix(game.words[view.mahjong_me] + purpose) + U(view.n_discards) * GOLDEN + U(view.turn))


@njit
def describe(view, row, tile):
    """Write the features of a decision into a row; tile: the tile in question."""
    seat = view.mahjong_me
    row[_SHANTEN] = now_away(view)
    row[_OWN_TURN] = view.turns[seat]
    row[_OWN_OPEN] = view.n_melds[seat]
    most = np.int64(0)
    for other in range(SEATS):
        if other != seat:
            most = max(most, view.n_melds[other])
    row[_OTHERS_OPEN] = most
    pairs, triples = np.int64(0), np.int64(0)
    for kind in range(PLAIN):
        pairs += view.counts[kind] >= 2
        triples += view.counts[kind] >= 3
    row[_PAIRS], row[_TRIPLES] = pairs, triples
    row[_SUIT_TILES] = longest_suit(view)
    row[_TILE_CLASS] = tile_class(tile)
    thrown = np.int64(0)
    for number in range(view.n_discards - (view.offer == tile and view.decision == 1)):
        thrown |= view.discards[number] == tile
    row[_THROWN] = 2 if thrown and passed_lately(view, tile) else thrown
    row[_SEEN] = view.seen[tile]


@njit
def longest_suit(view):
    """Tiles of the deciding seat's longest suit, its melds counted as three (int64)."""
    most = np.int64(0)
    for suit in range(3):
        tiles = np.int64(0)
        for rank in range(9):
            tiles += view.counts[9 * suit + rank]
        for number in range(view.n_melds[view.mahjong_me]):
            tile = view.own_secrets[number]
            tiles += 3 if tile < SUITED and tile // 9 == suit else 0
        most = max(most, tiles)
    return most


@njit
def play_branch(records, fork, row, arm, action, other):
    """Force an action in a copy of the game, play it to its end and write its outcomes as an arm of a row.

    Args:
        records: `Records`.
        fork: a `FORK` record.
        row: int64[COLUMNS].
        arm: 0, 1 or 2.
        action: the action word.
        other: the number of the player that plays on for the deciding seat; `SELF`: its own bot.

    Returns False after a fault.
    """
    game, view, _, _, rules, log, table = records
    seat = np.int64(view.mahjong_me)
    slot = table.seating[seat]
    copy_record(fork.game, game)
    copy_record(fork.seen, view)
    reason = outlined(answer, (fork.game, fork.seen, rules, log, action))
    if reason != 0:
        note_fault(table, seat, np.int64(view.decision), reason)
        return False
    hooks, params = np.empty(_N_DECISIONS, np.int64), table.params[slot]
    for decision in range(_N_DECISIONS):
        hooks[decision] = table.hooks[slot, decision]
    if other >= 0:
        for decision in range(_N_DECISIONS):
            table.hooks[slot, decision] = fork.other_hooks[other, decision]
        table.params[slot] = fork.other_params[other]
    fork.branching = 1
    reason = outlined(play_game, (fork.game, fork.seen, rules, log, table))
    for decision in range(_N_DECISIONS):
        table.hooks[slot, decision] = hooks[decision]
    table.params[slot] = params
    if reason != 0:
        return False
    fork.branching = 0
    fork.branches += 1
    settle(fork.game, fork.seen, rules, fork.result)
    note_outcomes(fork, row, arm, seat, np.int64(view.n_discards))
    note_extras(fork, row, arm, seat, rules)
    return True


@njit
def note_outcomes(fork, row, arm, seat, discards):
    """Write a seat's outcomes of a finished branch as an arm of a row; discards: their number before the fork."""
    result, seen = fork.result, fork.seen
    at = FIRST_OUTCOME + arm * _N_OUTCOMES
    row[at] = result.payout[seat]
    row[at + 1] = result.wins[seat] != 0
    row[at + 2] = result.value[seat] * seen.doubled
    row[at + 3] = np.int64(result.items[seat])
    gave = result.discarder == seat
    row[at + 4] = gave
    at_once = gave and fork.mahjong_fork_kind == DISCARDS and result.discards == discards + 1
    row[at + 5] = at_once
    row[at + 6] = -result.parts[PART_HAND, seat] if at_once else 0
    opened = False
    for number in range(seen.n_melds[seat]):
        opened |= seen.meld_kind[seat, number] != SECRET
    row[at + 7] = opened


@njit
def note_extras(fork, row, arm, seat, rules):
    """Add the `EXTRAS` of a seat in a finished branch to the items of an arm."""
    result, seen = fork.result, fork.seen
    items = np.int64(0)
    for number in range(seen.n_melds[seat]):
        for code, extra in _ITEM_OF_MELD:
            items |= extra if seen.meld_kind[seat, number] == code else 0
    if result.wins[seat] != 0:
        items |= _BUNOT if result.mahjong_ending == ENDING_BUNOT else 0
        items |= _WINNER_NO_FLOWERS if seen.n_flowers[seat] == 0 else 0
    items |= _NO_FLOWERS if fork.game.flowers_at_deal[seat] == 0 else 0
    items |= _MANY_FLOWERS if seen.n_flowers[seat] >= rules.instant_many_flowers_from else 0
    row[FIRST_OUTCOME + arm * _N_OUTCOMES + 3] |= items


@njit
def nearest_of(view, code):
    """The claim of one kind that leaves the hand nearest: (action word, tiles away); (0, 99) if there is none."""
    best, least = U(0), _FAR
    if code == CHOW:
        best, least = nearest_chow(view)
    elif (code == PUNG and view.may_pung) or (code == KANG and view.may_kang):
        tile = np.int64(view.offer)
        best, least = meld_word(code, tile), after_claim(view, code, tile)
    return best, least


@njit
def other_tile(game, view, action):
    """Another tile of the hand, all kinds equally likely, and the number of kinds: (tile, int64); (-1, 0) if none."""
    kinds, own = np.int64(0), discard_tile(action)
    for kind in range(PLAIN):
        kinds += view.counts[kind] > 0 and kind != own
    if kinds == 0:
        return np.int64(-1), kinds
    left = np.int64((chance_word(game, view, _OTHER) >> U(33)) % U(kinds))
    for kind in range(PLAIN):
        if view.counts[kind] > 0 and kind != own:
            if left == 0:
                return np.int64(kind), kinds
            left -= 1
    return np.int64(-1), np.int64(0)


@njit
def new_row(records, fork, rows):
    """The next row, with its head (int64[COLUMNS], a view of `rows`)."""
    row = rows[fork.used]
    row[:] = 0
    _, view, _, _, _, _, table = records
    row[0] = table.now_match
    row[1] = view.mahjong_me
    row[2] = table.seating[view.mahjong_me]
    row[3] = 1
    row[4] = 2
    return row


@njit
def play_pair(records, fork, row, first, other, second):
    """Play both arms of a fork and count it: `first` by `other` (or SELF), `second` by the bot. False after a fault."""
    if not play_branch(records, fork, row, _ARM_A, first, other):
        return False
    if not play_branch(records, fork, row, _ARM_B, second, SELF):
        return False
    fork.used += 1
    return True


@njit
def fork_claim(records, fork, rows, action):
    """Fork each possible kind of meld: take it, or pass. False after a fault."""
    _, view, _, _, _, _, _ = records
    chosen = word_code(action) if action != U(0) else NO_MELD
    for code in (PUNG, KANG, CHOW):
        word, away = nearest_of(view, code)
        if word == U(0):
            continue
        if code == chosen:
            word, away = action, after_claim(view, code, word_tile(action))
        row = new_row(records, fork, rows)
        describe(view, row, np.int64(view.offer))
        row[_MELD] = code
        row[_NEARER] = row[_SHANTEN] - away
        row[_CHOSE] = code == chosen
        passed = U(0)
        if fork.placebo:
            word = passed = action
        if not play_pair(records, fork, row, word, SELF, passed):
            return False
    return True


@njit
def fork_discard(records, fork, rows, action):
    """Fork a discard: another tile, or the bot's own. False after a fault."""
    game, view, _, _, _, _, _ = records
    tile, kinds = other_tile(game, view, action)
    if kinds == 0:
        return True
    row = new_row(records, fork, rows)
    describe(view, row, tile)
    row[3] = kinds
    first = action if fork.placebo else U(tile)
    return play_pair(records, fork, row, first, SELF, action)


@njit
def fork_open(records, fork, rows, action):
    """Fork the first open meld a bot takes: take it; play on as player 0; pass this once. False after a fault."""
    _, view, _, _, _, _, _ = records
    seat = np.int64(view.mahjong_me)
    if action == U(0) or fork.done[seat] or view.n_melds[seat] > 0:
        return True
    fork.done[seat] = 1
    row = new_row(records, fork, rows)
    row[4] = 3
    describe(view, row, np.int64(view.offer))
    row[_MELD] = word_code(action)
    row[_NEARER] = row[_SHANTEN] - after_claim(view, word_code(action), word_tile(action))
    row[_CHOSE] = 1
    other, passed = np.int64(0), U(0)
    if fork.placebo:
        other, passed = SELF, action
    if not play_branch(records, fork, row, _ARM_A, action, SELF):
        return False
    if not play_branch(records, fork, row, _ARM_B, passed, other):
        return False
    if not play_branch(records, fork, row, _ARM_C, passed, SELF):
        return False
    fork.used += 1
    return True


@njit
def fork_try(records, fork, rows, action):
    """Fork a seat's first discard: another player, drawn by chance, plays on, or its own bot. False after a fault."""
    game, view, _, _, _, _, _ = records
    seat = np.int64(view.mahjong_me)
    if fork.done[seat]:
        return True
    fork.done[seat] = 1
    goal = np.int64((chance_word(game, view, _GOAL) >> U(33)) % U(fork.others))
    other, first = goal, action
    if fork.placebo:
        other = SELF
    else:
        first, raised = call_hook(fork.other_hooks[other, view.decision], view, fork.other_params[other])
        if raised:
            return True
    row = new_row(records, fork, rows)
    describe(view, row, np.int64(0))
    row[_GOAL_OF] = goal
    row[_CHOSE] = first == action
    return play_pair(records, fork, row, first, other, action)


@njit
def fork_here(records, fork, rows, action):
    """Fork the decision in the view, which the bot answers with `action`; False after a fault."""
    game, view, _, _, _, _, _ = records
    if fork.used - fork.first_row + 3 > MOST_FORKS:
        return True
    if fork.one_in > 1 and (chance_word(game, view, _PICKED) >> U(33)) % U(fork.one_in) != U(0):
        return True
    kind = fork.mahjong_fork_kind
    if kind == CLAIMS:
        return fork_claim(records, fork, rows, action)
    if kind == DISCARDS:
        return fork_discard(records, fork, rows, action)
    if kind == OPEN:
        return fork_open(records, fork, rows, action)
    return fork_try(records, fork, rows, action)


@njit
def play_forked(records, fork, rows):
    """Play a dealt game to its end, with its forks; False after a fault."""
    game, view, _, _, rules, log, table = records
    while True:
        decision = outlined(next_decision, (game, view, rules, log))
        if decision == DECISION_OVER:
            return True
        seat = np.int64(view.mahjong_me)
        action, reason = ask_bot(table, view, seat, decision)
        forked = reason == 0 and decision == fork.decision and fork.slots[table.seating[seat]] != 0
        if forked and not fork_here(records, fork, rows, action):
            return False
        if reason == 0:
            reason = outlined(answer, (game, view, rules, log, action))
        if reason != 0:
            note_fault(table, seat, decision, reason)
            return False


@njit
def _start_match(records, to, k):
    fork, _ = to
    fork.first_row = fork.used
    for seat in range(SEATS):
        fork.done[seat] = 0


@njit
def _play(records, to):
    """As `play_next`, with forks; the game itself is not settled, and the match is over."""
    game, view, match, _, rules, log, _ = records
    fork, rows = to
    deal(game, view, rules, match, log)
    match.over = 1
    return play_forked(records, fork, rows)


@inline_njit
def _add_game(records, to, at):
    to[0].games += 1


@inline_njit
def _end_match(records, to, at, whole):
    fork, _ = to
    if not whole:
        fork.used = fork.first_row


play_forks = match_loop(TABLE, _add_game, start_match=_start_match, play=_play, end_match=_end_match)
"""Plays matches of one game with forks into (a `FORK` record with `used` 0, rows: int64[n, COLUMNS]).

There must be room for `MOST_FORKS` rows a match; `fork.used` rows are written. A game that a fault ended has no row.
"""
