"""A bot that calls and challenges by a profile, probabilities by cells of what it sees, and plays its cards as before.

`NAME(file=PATH)` with a file that `tongits solve` wrote makes one of any bot.
"""

from __future__ import annotations

from dataclasses import replace

from tongits_sim.jit import njit
from tongits_sim.profiles.cells import KIND_CALL, KIND_RESPOND, says_yes
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


def profiled(base: Strategy) -> Strategy:
    """A strategy that calls and challenges by a profile, and does everything else as `base` does."""
    hooks = replace(base.hooks, call=call, respond=respond)
    return replace(base, hooks=hooks, tables=(), uses_chance=True, profiled=True)


def with_profile(player: Player, profile: Profile) -> Player:
    """A player as it is, but answering by a profile held in memory; it can play in this process only."""
    made = Player(profiled(player.strategy), player.values, player.origin)
    object.__setattr__(made, "profile", profile)
    return made


def unprofiled(player: Player) -> Player:
    """The bot whose card play a player has: itself, or without its file the bot that answers by a profile."""
    if not player.strategy.profiled:
        return player
    from strategies.registry import load_player

    profiles = player.strategy.profiles
    name = player.strategy.name if profiles is None else profiles.base
    base = load_player(f"{player.origin}:{name}" if player.origin else name)
    return Player(base.strategy, player.values, player.origin)
