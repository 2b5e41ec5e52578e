"""What everybody sees of the opponents who may challenge a call: how many, their cards, their last discards."""

from __future__ import annotations

import numpy as np

from tongits_sim.cards import card_points
from tongits_sim.compile.jit import inline_njit, njit
from tongits_sim.rules import codes


@njit
def last_discard(view, seat):
    """The card (int) that a seat discarded last; -1 before its first discard."""
    last = view.n_discards - 1
    number = last - (np.int64(view.dealer) + last + 3 - seat) % 3  # discard i is by seat (dealer + i) % 3: back 0 to 2
    return np.int64(view.discards[number]) if number >= 0 else np.int64(-1)


@njit
def discard_points(view, seat):
    """The points of a seat's last discard; 10 before the first. Players discard high cards first, so a low card
    suggests a low count.
    """
    card = last_discard(view, seat)
    return card_points(card) if card >= 0 else np.int64(10)


@inline_njit
def visibly_may_challenge(view, seat):
    """Whether a seat may challenge a call, judging by public information (R10), which excludes held secrets."""
    if view.open_melds[seat] > 0 or view.rules.response_needs == codes.RESPONSE_NEEDS_NOTHING:
        return True
    if (
        view.rules.response_needs != codes.RESPONSE_NEEDS_OPEN_OR_SECRET
        or view.rules.secrets_grants == codes.SECRETS_GRANTS_NONE
    ):
        return False
    return view.secrets[seat] > 0


@njit
def visible_rivals(view):
    """The number of opponents who visibly may challenge a call, and among these the fewest cards and the lowest points
    of a last discard; if nobody may, among both opponents.
    """
    right = (np.int64(view.me) + 1) % 3
    left = (np.int64(view.me) + 2) % 3
    first = visibly_may_challenge(view, right)
    second = visibly_may_challenge(view, left)
    rivals = np.int64(1 if first else 0) + np.int64(1 if second else 0)
    if rivals == 1:
        challenger = right if first else left
        return rivals, np.int64(view.hand_size[challenger]), np.int64(discard_points(view, challenger))
    cards = np.int64(min(view.hand_size[right], view.hand_size[left]))
    return rivals, cards, np.int64(min(discard_points(view, right), discard_points(view, left)))
