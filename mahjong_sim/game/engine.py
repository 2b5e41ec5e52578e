"""One game as a state machine of decisions: `advance` to the next real choice, `apply` an action.

Batches, records, replay and forks use these two. A turn goes draw, win, declare, discard; a discard is offered for a
win, then for melds (V5, V6). `log` is the log of the game (state.py), switched off in batches.
"""

from __future__ import annotations

import numpy as np

from mahjong_sim import tiles
from mahjong_sim.game import legality, state
from mahjong_sim.game.waits import complete, rest
from mahjong_sim.game.wall import ONE, U, bit, count_in_hand, draw, held_by, lose, pay_each, see
from mahjong_sim.hands import outlook
from mahjong_sim.hands.kinds import write_counts
from mahjong_sim.hands.lookups import RANKS
from mahjong_sim.rules.record import WIN_SEVERAL_ALL
from tongits_sim.compile.bits import GOLDEN, lowest, mix
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.compile.match_loop import note_fault

PHASE_DRAW = np.int64(0)
PHASE_WIN = np.int64(1)  # the seat in turn may win by its own tiles
PHASE_DECLARE = np.int64(2)
PHASE_DISCARD = np.int64(3)
PHASE_OFFER = np.int64(4)  # a discard is offered for a win
PHASE_CLAIMS = np.int64(5)  # a discard is offered for melds
PHASE_ROB = np.int64(6)  # the tile of a sagasa is offered for a win
PHASE_NEXT = np.int64(7)  # nobody took the discard
PHASE_OVER = np.int64(8)
PHASE_WAITING = np.int64(9)  # waiting for an action at `view.decision`
PHASE_FAULT = np.int64(10)


@inline_njit
def advance(game, view, rules, log):
    """Run the rules to the next real choice; returns its DECISION_*, or DECISION_OVER when the game is over.

    The deciding seat is `view.mahjong_me`.
    """
    return _run(game, view, rules, log, None)


@inline_njit
def play_on(game, view, rules, log, table):
    """Run the rules to the end of the game, asking the bots of a `TABLE`; returns 0, or the reason code of a fault."""
    return _run(game, view, rules, log, table)


@inline_njit
def _run(game, view, rules, log, table):
    """The common body of `advance` and `play_on`; the compiler drops the branches of the other function."""
    phase = game.mahjong_phase
    if phase == PHASE_WAITING:  # waiting for an action
        return view.decision if table is None else np.int64(legality.NOT_AN_ACTION)
    while phase != PHASE_OVER:
        phase, asked, seat = _step(game, view, rules, log, phase)
        if game.resting >= 0 and (asked >= 0 or phase in (PHASE_DECLARE, PHASE_OVER)):
            rest(game, view, np.int64(game.resting))
            game.resting = state.NOBODY
        if asked >= 0:
            fill_view(game, view, seat, asked)
            if table is None:
                return asked
            action, reason = legality.ask_bot(table, view, seat, asked)
            if reason == legality.LEGAL:
                reason, phase = _perform(game, view, rules, log, action)
            if reason != legality.LEGAL:
                note_fault(table, seat, asked, reason)
                return reason
    game.mahjong_phase = PHASE_OVER
    return state.DECISION_OVER if table is None else np.int64(legality.LEGAL)


@inline_njit
def apply(game, view, rules, log, action):
    """Verify and perform one action code; returns LEGAL, or a reason code; the game is then unchanged."""
    if game.mahjong_phase != PHASE_WAITING:
        return legality.NOT_AN_ACTION
    reason, phase = _perform(game, view, rules, log, action)
    if reason == legality.LEGAL:
        game.mahjong_phase = phase
    return reason


@inline_njit
def fill_view(game, view, seat, decision):
    """Fill in the deciding seat's knowledge. Every field is written every time: an old value may be another seat's."""
    game.mahjong_phase = PHASE_WAITING
    view.mahjong_me = seat
    view.decision = decision
    for group in range(state.GROUPS):  # and for one to four tiles of a kind
        view.keys[group] = game.keys[seat, group]
        view.held[group] = game.held[seat, group]
    # from the sets: the processor would stall on a read of `game.counts` just after a write
    own = held_by(game, seat)
    write_counts(view.counts, own[0], own[1], own[2], own[3])
    view.jokers = game.jokers[seat]
    view.waits = game.waits[seat]
    view.drawn = game.drawn if seat == view.seat else state.NO_TILE
    for i in range(tiles.BAHAY):
        view.own_secrets[i] = game.meld_tile[seat, i]
    if game.chance[seat]:
        view.word = mix(game.words[seat] + U(game.decisions[seat]) * GOLDEN)
        game.decisions[seat] += 1
    else:
        view.word = U(0)


@inline_njit
def _step(game, view, rules, log, phase):
    """One step of the rules; returns (the phase that follows, the decision to ask or -1, the seat to ask)."""
    seat = np.int64(view.seat)
    nothing = np.int64(-1)
    if phase == PHASE_DRAW:
        tile = draw(game, view, rules, log, seat, False)
        game.rested = 1
        return (_void(game, view, log) if tile == state.NO_TILE else PHASE_WIN), nothing, seat
    if phase == PHASE_WIN:
        return PHASE_DECLARE, state.DECISION_WIN if complete(game, view, seat) else nothing, seat
    if phase == PHASE_DECLARE:
        legality.clear_options(view)
        return (
            PHASE_DISCARD,
            state.DECISION_DECLARE if legality.offer_declarations(game, view, rules, seat) else nothing,
            seat,
        )
    if phase == PHASE_DISCARD:
        if view.n_melds[seat] == tiles.BAHAY and rules.wait_declared == 0:
            tile = _some_tile(game, view, seat)
            if count_in_hand(game, view, seat, tile) == 2:
                return _discard(game, view, rules, log, seat, U(tile)), nothing, seat
        return PHASE_DISCARD, state.DECISION_DISCARD, seat
    if phase in (PHASE_OFFER, PHASE_ROB):
        return _offer_win(game, view, rules, log, phase)
    if phase == PHASE_CLAIMS:
        return _offer_melds(game, view, rules)
    _begin_turn(game, view, (view.offered_by + 1) & 3)  # PHASE_NEXT
    return PHASE_DRAW, nothing, seat


@inline_njit
def _perform(game, view, rules, log, action):
    """Verify and perform an action; returns (reason code, the phase that follows)."""
    decision = view.decision
    seat = np.int64(view.mahjong_me)
    reason = legality.LEGAL
    if decision == state.DECISION_DISCARD:
        reason = legality.check_discard(game, view, rules, seat, action)
    elif decision in (state.DECISION_CLAIM, state.DECISION_DECLARE):
        reason = legality.check_meld(view, action, decision == state.DECISION_CLAIM)
    elif action > ONE:
        reason = legality.NOT_AN_ACTION
    if reason != legality.LEGAL:
        return reason, PHASE_FAULT
    state.write(log, state.ACT_DECISION, seat, decision, np.int64(action))
    if decision == state.DECISION_DISCARD:
        return reason, _discard(game, view, rules, log, seat, action)
    if decision == state.DECISION_CLAIM:
        return reason, _claim(game, view, rules, log, seat, action)
    if decision == state.DECISION_DECLARE:
        return reason, _declare(game, view, rules, log, seat, action)
    return reason, _act_on_win(game, view, rules, log, seat, action)


# ---- turns


@inline_njit
def _fetch_next(game, view, seat):
    """Prefetch the table rows that a seat needs if nobody takes the discard: rows with the tile that it draws, and rows
    with this tile but without another tile of the suit.
    """
    tile = np.int64(game.wall[game.front]) if view.wall_left > 0 else state.NO_TILE
    if state.NO_TILE < tile < game.first_bonus:
        group = tile // RANKS
        key = game.keys[seat, group] + outlook.WEIGHTS[tile]
        outlook.fetch_row(state.tables_of(view), group, key)
        if group < 3 and game.jokers[seat] == 0:
            kinds = game.held[seat, 0] & (U(511) << U(RANKS * group))
            while kinds != U(0):
                outlook.fetch_row(state.tables_of(view), group, key - outlook.WEIGHTS[lowest(kinds)])
                kinds &= kinds - ONE


@inline_njit
def _begin_turn(game, view, seat):
    """Begin a seat's turn."""
    view.seat = seat
    view.turn += 1
    view.turns[seat] += 1
    game.drawn = state.NO_TILE


@njit
def start(game, view, rules, log):
    """Begin a dealt game: mano, with 17 tiles, may win or declare, and then discards (V5)."""
    for seat in range(state.SEATS):
        game.far[seat] = 0
        if seat != view.mano:
            rest(game, view, np.int64(seat))
    game.resting = state.NOBODY
    _begin_turn(game, view, np.int64(view.mano))
    game.source = state.FROM_DEAL
    game.rested = 0
    game.mahjong_phase = PHASE_WIN


@inline_njit
def _gift(game, view, rules, log, seat):
    """Draw the gift of a meld of four (V7); returns the phase that follows."""
    tile = draw(game, view, rules, log, seat, True)
    game.rested = 0
    return _void(game, view, log) if tile == state.NO_TILE else PHASE_WIN


@njit
def _some_tile(game, view, seat):
    """The lowest tile that a hand holds."""
    for kind in range(tiles.PLAIN):
        if count_in_hand(game, view, seat, np.int64(kind)) > 0:
            return np.int64(kind)
    return state.NO_TILE


@inline_njit
def _discard(game, view, rules, log, seat, action):
    """Discard a tile and offer it, with or without a declared wait; returns the phase that follows."""
    tile = legality.discard_tile(action)
    declared = np.int64(legality.declares_wait(action))
    state.write(log, state.ACT_DISCARD, seat, declared, tile)
    view.declared[seat] = declared
    lose(game, view, seat, tile)
    number = view.n_discards
    view.discards[number] = tile
    view.discarded_by[number] = seat
    view.taken_by[number] = state.NOBODY
    view.n_discards = number + 1
    view.own_discards[seat] += 1
    see(view, tile)
    view.offer = tile
    view.offered_by = seat
    game.step = 1
    game.pung_asked = 0
    if game.rested and tile == game.drawn and tile != view.joker_kind:
        # The hand is unchanged, and so are its waits.
        game.far[seat] += 1
    else:
        # Look up waits only when needed: the row of the changed suit is in the cache by then.
        group = tile // RANKS
        outlook.fetch_row(state.tables_of(view), group, game.keys[seat, group])
        game.resting = seat
    game.drawn = state.NO_TILE
    _fetch_next(game, view, (seat + 1) & 3)
    return PHASE_OFFER


# ---- taking a discard


@inline_njit
def _offer_win(game, view, rules, log, phase):
    """Ask the seats that can win with the tile on offer, the nearest first (V6); returns as `_step`."""
    tile = view.offer
    game.asked_in = phase
    while game.step < state.SEATS:
        seat = (view.offered_by + game.step) & 3
        game.step += 1
        if game.waits[seat] & bit(tile) != U(0) or legality.wins_with_beauty(
            game, view, rules, seat, tile, phase == PHASE_OFFER
        ):
            return phase, state.DECISION_WIN, seat
    nothing = np.int64(-1)
    if game.any_win:
        game.source = state.FROM_DISCARD if phase == PHASE_OFFER else state.FROM_SAGASA
        return (
            _won(game, view, rules, log, state.ENDING_DISCARD if phase == PHASE_OFFER else state.ENDING_ROBBED),
            nothing,
            nothing,
        )
    if phase == PHASE_ROB:
        return _sagasa(game, view, rules, log, np.int64(view.seat), np.int64(tile)), nothing, nothing
    game.step = 1
    return PHASE_CLAIMS, nothing, nothing


@inline_njit
def _act_on_win(game, view, rules, log, seat, action):
    """Handle the action at WIN; returns the phase that follows."""
    own = seat == view.seat
    if action == U(0):
        return PHASE_DECLARE if own else game.asked_in
    game.wins[seat] = 1
    game.any_win = 1
    if own:
        # The hand is complete after a claim and a declared meld: the claimed discard has won.
        return _won(
            game, view, rules, log, state.ENDING_DISCARD if game.source == state.FROM_DISCARD else state.ENDING_BUNOT
        )
    if rules.win_several != WIN_SEVERAL_ALL:
        game.step = state.SEATS
    return game.asked_in


@inline_njit
def _offer_melds(game, view, rules):
    """Ask the seats that can meld the discard: the pung first, then in turn (V6); returns as `_step`."""
    legality.clear_options(view)
    if game.pung_asked == 0:
        game.pung_asked = 1
        seat = legality.find_pung(game, view)
        if seat >= 0:
            legality.offer_pung(game, view, seat)
            if seat == (view.offered_by + 1) & 3:
                legality.offer_in_turn(game, view, rules, seat, np.int64(1))
                game.step = 2
            return PHASE_CLAIMS, state.DECISION_CLAIM, seat
    while game.step < state.SEATS:
        step = game.step
        seat = (view.offered_by + step) & 3
        game.step += 1
        if legality.offer_in_turn(game, view, rules, seat, step):
            return PHASE_CLAIMS, state.DECISION_CLAIM, seat
    return PHASE_NEXT, np.int64(-1), np.int64(-1)


@inline_njit
def _claim(game, view, rules, log, seat, action):
    """Meld the discard on offer, or pass; returns the phase that follows."""
    if action == U(0):
        return PHASE_CLAIMS
    code = legality.meld_of_action(action)
    lowest = legality.tile_of_action(action)
    tile = np.int64(view.offer)
    state.write(log, state.ACT_MELD, seat, code, lowest)
    view.taken_by[view.n_discards - 1] = seat
    _begin_turn(game, view, seat)
    game.source = state.FROM_DISCARD
    game.rested = 0
    _lay(game, view, rules, seat, code, lowest, tile)
    if code == tiles.PUNG and count_in_hand(game, view, seat, tile) == 0:
        game.pungs[seat] |= bit(tile)
    return _gift(game, view, rules, log, seat) if _has_gift(code) else PHASE_DECLARE


@inline_njit
def _has_gift(code):
    return code in (tiles.KANG, tiles.SECRET, tiles.SAGASA, tiles.NEWS)


@njit
def _lay(game, view, rules, seat, code, lowest, offer):
    """Lay a meld from the hand and pay it (V8, V11). The tile `offer` (-1: no tile) comes from the table."""
    hidden = code == tiles.SECRET and rules.secret_hidden
    for kind in range(lowest, lowest + tiles.MELD_RUN[code]):
        for _ in range(tiles.MELD_COPIES[code] - (kind == offer)):
            lose(game, view, seat, kind)
            if not hidden:
                see(view, kind)
    number = view.n_melds[seat]
    view.meld_kind[seat, number] = code
    view.meld_tile[seat, number] = state.NO_TILE if hidden else lowest
    game.meld_tile[seat, number] = lowest
    view.n_melds[seat] = number + 1
    # Other melds are bahay in the hand too, so they bring it nearer by at most one tile, the tile that came.
    game.far[seat] = 0 if code in (tiles.BEAUTY, tiles.NEWS) else game.far[seat] - 1
    if code == tiles.KANG:
        pay_each(game, state.PART_KANG, seat, rules.instant_kang)
    elif code == tiles.SECRET:
        pay_each(game, state.PART_SECRET, seat, rules.instant_secret)
    elif code == tiles.NEWS:
        pay_each(game, state.PART_NEWS, seat, rules.instant_news)
    elif code == tiles.BEAUTY:
        pay_each(game, state.PART_BEAUTY, seat, rules.instant_beauty)


# ---- declaring


@inline_njit
def _declare(game, view, rules, log, seat, action):
    """Declare a meld, or nothing; returns the phase that follows."""
    if action == U(0):
        return PHASE_DISCARD
    code = legality.meld_of_action(action)
    tile = legality.tile_of_action(action)
    state.write(log, state.ACT_DECLARE, seat, code, tile)
    if code == tiles.SAGASA:
        if rules.sagasa_robbing:
            view.offer = tile
            view.offered_by = seat
            game.step = 1
            return PHASE_ROB
        return _sagasa(game, view, rules, log, seat, tile)
    _lay(game, view, rules, seat, code, tile, state.NO_TILE)
    if _has_gift(code):
        return _gift(game, view, rules, log, seat)
    game.rested = 0
    return PHASE_WIN


@inline_njit
def _sagasa(game, view, rules, log, seat, tile):
    """Add the fourth tile to an own pung (V7); returns the phase that follows."""
    lose(game, view, seat, tile)
    see(view, tile)
    game.pungs[seat] &= ~bit(tile)
    for number in range(view.n_melds[seat]):
        if view.meld_kind[seat, number] == tiles.PUNG and view.meld_tile[seat, number] == tile:
            view.meld_kind[seat, number] = tiles.SAGASA
    pay_each(game, state.PART_SAGASA, seat, rules.instant_sagasa)
    return _gift(game, view, rules, log, seat)


# ---- the end


@inline_njit
def _won(game, view, rules, log, ending):
    """End the game with the win of all seats that said yes; returns PHASE_OVER.

    The winning tile goes into each winner's hand. `winning_kind` is -1 if no wait is paid: the hand was dealt complete,
    the tile is a joker, or the tile lies in a meld.
    """
    game.ending = ending
    taken = (
        ending == state.ENDING_DISCARD and game.wins[view.seat] != 0
    )  # the winner is in turn and has the tile in a meld
    tile = np.int64(game.drawn) if ending == state.ENDING_BUNOT else np.int64(view.offer)
    for seat in range(state.SEATS):
        if game.wins[seat]:
            state.write(log, state.ACT_WIN, seat, game.source, tile)
            if ending != state.ENDING_BUNOT and not taken:
                _complete_with(game, view, rules, seat, tile)
    if taken:
        tile = state.NO_TILE
    elif ending == state.ENDING_DISCARD:
        view.taken_by[view.n_discards - 1] = _first_winner(game, view)
    elif ending == state.ENDING_ROBBED:
        lose(game, view, np.int64(view.seat), tile)
    elif tile != state.NO_TILE and game.counts[view.seat, tile] == 0:
        tile = state.NO_TILE
    game.winning_kind = tile
    return PHASE_OVER


@inline_njit
def _complete_with(game, view, rules, seat, tile):
    """Give a winner the tile on offer. It goes into the hand, or completes a beauty on the table, which is then paid
    (V8).
    """
    if legality.wins_with_beauty(game, view, rules, seat, tile, game.ending == state.ENDING_DISCARD):
        _lay(game, view, rules, seat, tiles.BEAUTY, np.int64(tiles.DRAGONS), np.int64(tile))
    else:
        game.counts[seat, tile] += 1


@inline_njit
def _first_winner(game, view):
    """The winner nearest to the discarder."""
    for step in range(1, state.SEATS):
        seat = (view.offered_by + step) & 3
        if game.wins[seat]:
            return seat
    return state.NOBODY


@inline_njit
def _void(game, view, log):
    """End the game void: the wall has no tile to draw (V3); returns PHASE_OVER."""
    game.ending = state.ENDING_VOID
    state.write(log, state.ACT_VOID, np.int64(view.seat), state.NOTHING, state.NO_TILE)
    return PHASE_OVER
