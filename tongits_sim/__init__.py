"""The card game Tongits: its rules, and the machinery to play it millions of times.

    import tongits_sim as ts
    results = ts.simulate("pagat", "greedy,caller,hunter", games=1_000_000)
    results.players

`dir(tongits_sim)` shows what there is, `help(tongits_sim)` explains it. The names are imported when they are first
used, so that importing the package costs nothing; `__init__.pyi` states their types.
"""

import importlib
from typing import Any

from tongits_sim.blas import one_thread

one_thread()

_HOMES = {
    "BotFault": "run.faults",
    "Hooks": "strategy",
    "Job": "designs.batch.job",
    "Param": "strategy",
    "Player": "strategy",
    "Results": "designs.batch.results",
    "RuleSet": "rules",
    "Strategy": "strategy",
    "TongitsError": "errors",
    "as_players": "players",
    "describe": "rules.catalogue",
    "diff": "rules.catalogue",
    "load_player": "players",
    "load_rules": "rules:load",
    "overlay_names": "rules",
    "play_job": "designs.batch.simulate",
    "preset_names": "rules",
    "simulate": "designs.batch.simulate",
}

# Packages of this one that can be called.
_CALLED = ("records", "rules")
# What packages above this one offer in its name, as entry points of this group.
_GROUP = "tongits_sim.api"


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return __dir__()
    if name in _CALLED:
        return importlib.import_module(f"{__name__}.{name}")
    if name in _HOMES:
        module, _, other = _HOMES[name].partition(":")
        return getattr(importlib.import_module(f"{__name__}.{module}"), other or name)
    if not name.startswith("_"):
        from tongits_sim.plugins import load, offered

        if path := offered(_GROUP).get(name):
            return load(path)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    from tongits_sim.plugins import offered

    return sorted({*_HOMES, *_CALLED, *offered(_GROUP)})
