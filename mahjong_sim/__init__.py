"""Visayan mahjong: four players, 144 tiles, money; played with the machinery of `tongits_sim`.

    import mahjong_sim as mj
    answer = mj.simulate("visayan", "greedy,defender,random,greedy", games=100_000)
    answer.players_summary

`dir(mahjong_sim)` lists the names. The stub `__init__.pyi` says where each comes from; it is imported when first used.
"""

from tongits_sim.imports import lazy

__getattr__, __dir__ = lazy(__name__, __file__)
del lazy
