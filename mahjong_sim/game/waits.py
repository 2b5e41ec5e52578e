"""What hands at rest wait for. It is noted after each turn, so that an offered tile needs only a lookup."""

from __future__ import annotations

from mahjong_sim.game.state import tables_of
from mahjong_sim.game.wall import U, bit, held_by, keys_by
from mahjong_sim.hands.outlook import helping, lacks
from tongits_sim.compile.jit import inline_njit


@inline_njit
def rest(game, view, seat):
    """Note the kinds that would complete a hand at rest.

    A tile brings a hand nearer by at most one, so a far hand is examined again only after enough tiles have come.
    """
    game.waits[seat] = U(0)
    if game.far[seat] > 0:
        return
    tables = tables_of(view)
    at = keys_by(game, seat)
    own = held_by(game, seat)
    jokers = game.jokers[seat]
    away = lacks(tables, at, own, jokers, view.n_melds[seat])
    game.far[seat] = away - 1
    if away == 1:
        game.waits[seat] = helping(tables, at, own, jokers, view.n_melds[seat])[1]


@inline_njit
def complete(game, view, seat):
    """Whether the seat in turn holds a complete hand."""
    if game.rested and game.drawn != view.joker_kind:
        return game.waits[seat] & bit(game.drawn) != U(0)
    own = keys_by(game, seat), held_by(game, seat)
    return lacks(tables_of(view), own[0], own[1], game.jokers[seat], view.n_melds[seat]) == 0
