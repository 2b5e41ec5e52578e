"""Mahjong from Python: what `import mahjong_sim` offers that is made of what serves any game."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from mahjong_sim.designs.answers import BatchAnswer
from mahjong_sim.mahjong import MAHJONG
from tongits_sim.any_game.designs.batch.simulate import simulate as _simulate
from tongits_sim.any_game.designs.paired.compare import compare as _compare
from tongits_sim.any_game.designs.paired.whatif import whatif as _whatif
from tongits_sim.any_game.game import of_game

simulate: Callable[..., BatchAnswer] = of_game(MAHJONG, cast(Callable[..., BatchAnswer], _simulate))
compare = of_game(MAHJONG, _compare)
whatif = of_game(MAHJONG, _whatif)
