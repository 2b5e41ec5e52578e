"""Updates a seat's hand and best arrangement as cards come and go (R3).

An arrangement is recomputed only if necessary. A drawn card that fits no meld only adds its points. Losing an unmelded
card leaves the rest optimal (a better arrangement would have been better before), and so does laying a meld of the
arrangement.
"""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import EMPTY, JOKERS, NATURALS, ONE, U, card_points, column, lowest, popcount
from tongits_sim.compile.jit import inline_njit, njit, outlined
from tongits_sim.game.legality import total_points
from tongits_sim.game.rare_kernels import call_rare
from tongits_sim.hands.jokers import wild_partners
from tongits_sim.hands.melds import RUN, SET, in_meld, least_deadwood, run_cover
from tongits_sim.rules.codes import MELDS_ACE_RUNS_LOW


@njit
def rearrange(game, rules, seat):
    """Compute the seat's best arrangement from its hand."""
    hand = game.hands[seat]
    if hand & JOKERS == EMPTY:
        count, sets, runs = least_deadwood(hand, rules.melds_ace_runs)
        game.deadwood[seat] = count
        game.sets[seat] = sets
        game.runs[seat] = runs
        game.melded[seat] = sets | runs
        if rules.jokers_count > 0:
            for i in range(2):
                game.wild[seat, i] = EMPTY
                game.wild_as[seat, i] = EMPTY
        return
    call_rare(game.wild_kernel, game, rules, seat)


@inline_njit
def gain(game, view, rules, seat, card):
    """Add a card (mask) to the seat's hand."""
    hand = game.hands[seat] | card
    game.hands[seat] = hand
    view.hand_size[seat] += 1
    if card & NATURALS != EMPTY and not _may_meld(hand, card, rules):
        game.deadwood[seat] += card_points(lowest(card))
    else:
        outlined(rearrange, (game, rules, seat))


@inline_njit
def _may_meld(hand, card, rules):
    if in_meld(hand & NATURALS, lowest(card), rules.melds_ace_runs):
        return True
    if hand & JOKERS == EMPTY:
        return False
    reach = np.int64(2 if rules.jokers_max_per_meld >= 2 and hand & JOKERS == JOKERS else 1)
    return hand & wild_partners(lowest(card), reach, rules.melds_ace_runs) != EMPTY


@inline_njit
def lose(game, view, rules, seat, cards, kind):
    """Remove cards (mask) from the seat's hand.

    Args:
        game, view, rules: the records.
        seat: the seat.
        cards: the cards.
        kind: SET or RUN if the cards are a natural meld, else NO_MELD.
    """
    game.hands[seat] &= ~cards
    view.hand_size[seat] -= popcount(cards)
    if game.taken[seat] & cards != EMPTY:
        game.taken[seat] &= ~cards
        view.known[seat] &= ~cards
    if cards & game.melded[seat] == EMPTY:
        one_natural = cards & ((cards - ONE) | JOKERS) == EMPTY
        game.deadwood[seat] -= card_points(lowest(cards)) if one_natural else total_points(cards, rules)
    elif _is_arranged_meld(game, rules, seat, cards, kind):
        game.melded[seat] &= ~cards
        game.sets[seat] &= ~cards
        game.runs[seat] &= ~cards
    else:
        outlined(rearrange, (game, rules, seat))


@inline_njit
def lose_card(game, view, rules, seat, card):
    """`lose` for a single card, for the hot path."""
    game.hands[seat] &= ~card
    view.hand_size[seat] -= 1
    if game.taken[seat] & card != EMPTY:
        game.taken[seat] &= ~card
        view.known[seat] &= ~card
    if card & game.melded[seat] != EMPTY:
        outlined(rearrange, (game, rules, seat))
    elif card & JOKERS != EMPTY:
        game.deadwood[seat] -= rules.jokers_points
    else:
        game.deadwood[seat] -= card_points(lowest(card))


@inline_njit
def _is_arranged_meld(game, rules, seat, cards, kind):
    """Whether the cards are a joker-free meld of the arrangement; then the rest stays optimal without these cards."""
    if game.hands[seat] & JOKERS != EMPTY or cards & JOKERS != EMPTY or rules.melds_ace_runs != MELDS_ACE_RUNS_LOW:
        return False
    sets = game.sets[seat]
    if cards & sets == cards:
        return kind == SET and cards == sets & column(lowest(cards))
    runs = game.runs[seat]
    rest = runs & ~cards
    return cards & runs == cards and kind == RUN and run_cover(rest, U(0)) == rest
