"""From a spec - `greedy`, `greedy(call_at=5)`, `my_bots.py:shy` - to a player."""

from __future__ import annotations

import difflib
import importlib
import re
from collections.abc import Sequence

from strategies.userfile import load_file
from tongits_sim.errors import TongitsError
from tongits_sim.players import split_specs
from tongits_sim.strategy import Player, Strategy

# name -> (module, attribute); modules are imported when they are asked for.
REGISTRY: dict[str, tuple[str, str]] = {
    "random": ("strategies.random_bot", "RANDOM"),
    "greedy": ("strategies.greedy", "GREEDY"),
    "caller": ("strategies.caller", "CALLER"),
    "hunter": ("strategies.hunter", "HUNTER"),
    "miser": ("strategies.miser", "MISER"),
    "counter": ("strategies.counter", "COUNTER"),
    "defender": ("strategies.defender", "DEFENDER"),
    "blocker": ("strategies.blocker", "BLOCKER"),
    "bluffer": ("strategies.bluffer", "BLUFFER"),
    "folder": ("strategies.folder", "FOLDER"),
    "fighter": ("strategies.fighter", "FIGHTER"),
    "turtle": ("strategies.turtle", "TURTLE"),
    "sniper": ("strategies.sniper", "SNIPER"),
    "adaptive": ("strategies.adaptive", "ADAPTIVE"),
}

_SPEC = re.compile(r"(?:(?P<file>[^()]*\.py):)?(?P<name>[A-Za-z_][\w-]*)\s*(?:\((?P<params>[^()]*)\))?")


class SpecError(TongitsError):
    """A player's spec that names nothing, or cannot be read."""


def names() -> list[str]:
    """Names of all registered bots."""
    return list(REGISTRY)


def strategy(name: str) -> Strategy:
    """The registered strategy of that name."""
    if name not in REGISTRY:
        close = difflib.get_close_matches(name, REGISTRY, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise SpecError(f"unknown strategy {name!r}.{hint} See: tongits strategies")
    module, attribute = REGISTRY[name]
    found: Strategy = getattr(importlib.import_module(module), attribute)
    return found


def load_player(spec: str) -> Player:
    """The player a spec describes."""
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        raise SpecError(
            f"{spec!r} is not a player; write a strategy's name, name(param=value, ...) or file.py:name. "
            "See: tongits strategies"
        )
    found = load_file(match["file"], match["name"]) if match["file"] else strategy(match["name"])
    return Player(found, _values(spec, match["params"] or ""), match["file"] or "")


def _values(spec: str, text: str) -> dict[str, float]:
    values: dict[str, float] = {}
    for item in filter(None, (part.strip() for part in text.split(","))):
        name, equals, number = (piece.strip() for piece in item.partition("="))
        try:
            value = float(number)
        except ValueError:
            value = float("nan")
        if not equals or value != value:
            raise SpecError(f"{item!r} in {spec!r} is not a parameter; write name=number, as in greedy(call_at=5)")
        if name in values:
            raise SpecError(f"{name!r} is set twice in {spec!r}")
        values[name] = value
    return values


def load_players(text: str, count: int | None = 3) -> Sequence[Player]:
    """The players of a comma-separated list of specs, `count` of them."""
    specs = split_specs(text)
    if count is not None and len(specs) != count:
        raise SpecError(f"{count} players are needed, {len(specs)} are named in {text!r}; separate them with commas")
    return [load_player(spec) for spec in specs]
