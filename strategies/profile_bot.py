"""Bots that answer some decisions by a profile (probabilities by cells of what they see), all others by themselves.

`NAME(file=PATH)` with a file that `tongits solve` wrote makes one of any bot. A profile answers calls and challenges;
it may also say whether to lay the first meld now or hold it, and whether to make a sapaw whose only purpose is to keep
the meld's owner from calling.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from strategies.hooks import lay_to_open, sapaw_deadwood
from strategies.inference import sapaw_on, spare_cards
from tongits_sim.cards import EMPTY
from tongits_sim.errors import TongitsError
from tongits_sim.game.hooks import Hook
from tongits_sim.game.legality import sapaw_card
from tongits_sim.jit import njit
from tongits_sim.profiles.cells import KIND_CALL, KIND_LAY, KIND_RESPOND, KIND_SAPAW, says_yes
from tongits_sim.profiles.profile import Profile
from tongits_sim.strategy import Player, Strategy


@njit
def call(view, params):
    """Call with the probability of the cell."""
    return says_yes(view, params, KIND_CALL)


@njit
def respond(view, params):
    """Challenge with the probability of the cell."""
    return says_yes(view, params, KIND_RESPOND)


@njit
def blocking_sapaw(view):
    """A sapaw (word) of a card that its own meld can spare, onto a meld of an opponent whom nobody blocks yet; or 0."""
    if view.fits & view.hand == EMPTY:
        return EMPTY
    spare = spare_cards(view) & view.melded
    right = (np.int64(view.me) + 1) % 3
    left = (np.int64(view.me) + 2) % 3
    for target in (right, left):
        if view.sapawed_on[target] == 0:
            word = sapaw_on(view, spare, target)
            if word != EMPTY:
                return word
    return EMPTY


@functools.cache
def laying(base: Hook) -> tuple[Hook, Hook]:
    """Two hooks: lay the first meld or hold it, by a profile; and the meld that would be laid, 0 if none.

    It is the base's, or the one `lay_to_open` names where the base would hold; later melds are laid as the base does,
    and the first one too where the profile has no grid for it.
    """
    inner = base if hasattr(base, "py_func") else njit(base)

    @njit
    def first_meld(view, params):
        if view.open_melds[view.me] + view.secrets[view.me] > 0:
            return EMPTY
        word = inner(view, params)
        return word if word != EMPTY else lay_to_open(view, params)

    @njit
    def lay(view, params):
        if params.grid_axes[KIND_LAY] == 0 or view.open_melds[view.me] + view.secrets[view.me] > 0:
            return inner(view, params)
        word = first_meld(view, params)
        return word if word != EMPTY and says_yes(view, params, KIND_LAY) != EMPTY else EMPTY

    return lay, first_meld


@functools.cache
def blocking(base: Hook) -> tuple[Hook, Hook, Hook]:
    """Three hooks: block an opponent or not, by a profile; the blocking sapaw, 0 if none; and the alternative. Loose
    cards come first, where the base would give one away: they block as well, and cost nothing.
    """
    inner = base if hasattr(base, "py_func") else njit(base)

    @njit
    def block(view, params):
        word = inner(view, params)
        return EMPTY if sapaw_card(word) & ~view.melded != EMPTY else blocking_sapaw(view)

    @njit
    def instead(view, params):
        word = inner(view, params)
        return word if sapaw_card(word) & view.melded == EMPTY else sapaw_deadwood(view, params)

    @njit
    def sapaw(view, params):
        word = block(view, params)
        if word == EMPTY:
            return inner(view, params)
        return word if says_yes(view, params, KIND_SAPAW) != EMPTY else instead(view, params)

    return sapaw, block, instead


def both_answers(base: Strategy, kind: str) -> tuple[Hook | None, Hook | None]:
    """The actions of a bot for yes and no at a kind of decision: hooks, None where they are the actions 1 and 0.

    The first one answers 0 where the question does not arise.
    """
    if kind == "lay":
        return laying(base.hooks.lay)[1], None
    return blocking(base.hooks.sapaw)[1:] if kind == "sapaw" else (None, None)


def profiled(base: Strategy, kinds: Sequence[str] = ("call", "respond")) -> Strategy:
    """A strategy that answers some kinds of decisions by a profile, and does everything else as `base` does.

    Raises:
        TongitsError: the base works in memory of its own, where a profile has no room.
    """
    if base.scratch is not None:
        raise TongitsError(f"{base.name} works in memory of its own, so it cannot answer by a profile")
    hooks = replace(base.hooks, call=call, respond=respond)
    if "lay" in kinds:
        hooks = replace(hooks, lay=laying(base.hooks.lay)[0])
    if "sapaw" in kinds:
        hooks = replace(hooks, sapaw=blocking(base.hooks.sapaw)[0])
    return replace(base, hooks=hooks, tables=(), uses_chance=True, profiled=True)


def with_profile(player: Player, profile: Profile) -> Player:
    """The same player, but answering by a profile held in memory; it can play in this process only."""
    base = profiled(player.strategy, profile.kinds)
    answering = Player(base, player.values, player.origin, alias=player.alias, depth=player.depth)
    object.__setattr__(answering, "profile", profile)
    return answering


def unprofiled(player: Player) -> Player:
    """The player without its profile, as it plays its cards; the player itself if it has none."""
    if not player.strategy.profiled:
        return player
    from strategies.registry import load_player

    profiles = player.strategy.profiles
    name = player.strategy.name if profiles is None else profiles.base
    base = load_player(f"{player.origin}:{name}" if player.origin else name)
    return Player(base.strategy, player.values, player.origin, depth=player.depth)
