"""Lays melds and adds cards to melds on the table, and sets the players' marks (R5, R6, R9.3, R13)."""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, popcount
from tongits_sim.compile.jit import inline_njit, njit, outlined
from tongits_sim.game.state import PRIVATE_ALL
from tongits_sim.hands.melds import NO_MELD, meld_fits

NOT_HIDDEN = np.bool_(False)


@inline_njit
def add_meld(game, view, rules, seat, kind, faces, cards, hidden):
    """Put a meld on the table; cards: a mask with jokers; faces: a mask of what the meld shows."""
    number = view.n_melds
    view.n_melds = number + 1
    size = popcount(faces)
    jokers = popcount(cards & JOKERS)
    view.meld_owner[number] = seat
    view.meld_size[number] = size
    view.meld_turn[number] = view.turns[seat]
    view.melds_laid += 1
    view.last_meld[seat] = view.melds_laid
    game.laid[seat] |= cards & NATURALS
    game.secret_faces[number] = EMPTY
    view.own_secrets[number] = EMPTY
    if hidden:
        view.meld_kind[number] = NO_MELD
        view.meld_jokers[number] = 0
        view.meld_faces[number] = EMPTY
        view.meld_fits[number] = EMPTY
        game.secret_faces[number] = faces
        game.secret_jokers[number] = jokers
        game.private_fields = PRIVATE_ALL
        view.secrets[seat] += 1
        if view.first_secret[seat] == 0:
            view.first_secret[seat] = view.turns[seat]
    else:
        view.meld_kind[number] = kind
        view.meld_jokers[number] = jokers
        view.meld_faces[number] = faces
        view.seen |= cards
        view.open_melds[seat] += 1
        if view.first_open[seat] == 0:
            view.first_open[seat] = view.turns[seat]
        if size >= 4:
            view.long_meld[seat] = 1
        fits = meld_fits(faces, kind, rules.melds_ace_runs)
        view.meld_fits[number] = fits
        game.fits_twice |= view.fits & fits
        view.fits |= fits
        view.fits_of[seat] |= fits
    note_exposed(view, rules, seat)


@njit
def add_card(game, view, rules, seat, card, face, number):
    """Add a card (mask), which stands for `face` (mask), to an open meld."""
    owner = np.int64(view.meld_owner[number])
    faces = view.meld_faces[number] | face
    view.meld_faces[number] = faces
    view.meld_size[number] += 1
    view.seen |= card
    if card & NATURALS == EMPTY:
        view.meld_jokers[number] += 1
    elif owner == seat:
        game.laid[seat] |= card
    _refit(game, view, owner, number, meld_fits(faces, np.int64(view.meld_kind[number]), rules.melds_ace_runs))


@inline_njit
def _refit(game, view, owner, number, fits):
    """Update the faces (mask) that fit a meld, and the unions over its owner's melds and over all melds."""
    before = view.meld_fits[number]
    view.meld_fits[number] = fits
    gone = before & ~fits
    game.fits_twice |= view.fits & fits & ~before
    if gone & game.fits_twice != EMPTY:
        outlined(_refit_all, (view, owner))
        return
    view.fits = (view.fits & ~gone) | fits
    view.fits_of[owner] = (view.fits_of[owner] & ~gone) | fits


@njit
def _refit_all(view, owner):
    """Recompute the faces that fit the owner's melds and all melds together. A face that no longer fits one meld may
    still fit another.
    """
    fits = EMPTY
    for number in range(view.n_melds):
        if view.meld_owner[number] == owner:
            fits |= view.meld_fits[number]
    view.fits_of[owner] = fits
    view.fits = view.fits_of[0] | view.fits_of[1] | view.fits_of[2]


@inline_njit
def mark_sapaw(view, seat, owner):
    """Mark a sapaw by `seat` on a meld of `owner` (R9.3, R13)."""
    view.sapaws[seat] += 1
    if owner == seat:
        view.own_sapaw[seat] = 2
    else:
        view.sapawed_on[owner] = 1
        if view.own_sapaw[seat] == 0:
            view.own_sapaw[seat] = 1


@inline_njit
def note_exposed(view, rules, seat):
    """R13: mark a seat as at risk, judging by public information: it has no open meld, and no secret or sapaw that
    saves.
    """
    safe = view.open_melds[seat] > 0
    safe = safe or (rules.secrets_saves_from_sunog != 0 and view.secrets[seat] > 0)
    safe = safe or (rules.sapaw_saves_from_sunog != 0 and view.sapaws[seat] > 0)
    view.sunog_risk[seat] = 0 if safe else 1
