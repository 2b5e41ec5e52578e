"""Tongits as a game of OpenSpiel; it needs the extra `openspiel`.

    import pyspiel
    import tongits_sim.openspiel
    game = pyspiel.load_game("tongits(rules=pagat)")
    small = pyspiel.load_game("tongits(rules=pagat,ranks=4,suits=2,hand=2,dealer=0)")

Importing this package registers the game. docs/how-to/openspiel.md explains its parameters and observations.
"""

try:
    import pyspiel
except ImportError as missing:
    from tongits_sim.errors import MissingExtraError

    raise MissingExtraError("OpenSpiel's games", missing.name, "openspiel") from None

from tongits_sim.openspiel.game import NAME, TYPE, BotPolicy, TongitsGame, TongitsState

__all__ = ["NAME", "BotPolicy", "TongitsGame", "TongitsState"]

if NAME not in pyspiel.registered_names():
    pyspiel.register_game(TYPE, TongitsGame)
