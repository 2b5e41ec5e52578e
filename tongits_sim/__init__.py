"""The card game Tongits: its rules, and the machinery to play it millions of times.

    import tongits_sim as ts
    results = ts.simulate("pagat", "greedy,caller,hunter", games=1_000_000)
    results.players

`dir(tongits_sim)` lists the names, `help(tongits_sim)` explains them. The stub `__init__.pyi` says where each comes
from. A name is imported when it is first used, so importing the package costs nothing.
"""

from tongits_sim.imports import lazy

__getattr__, __dir__ = lazy(__name__, __file__)
del lazy
