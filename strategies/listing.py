"""The bots in words, from `listing.json`, so that a list of names and sentences compiles nothing.

    python -m strategies.listing

writes the file anew, after a change of a bot's sentence or of its parameters.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from strategies.registry import names, strategy

FILE = Path(__file__).with_name("listing.json")


class ListedParam(NamedTuple):
    """A parameter of a bot."""

    name: str
    default: float


class ListedBot(NamedTuple):
    """A bot: its name, what it does, and its parameters."""

    name: str
    summary: str
    params: tuple[ListedParam, ...]


def loaded() -> list[ListedBot]:
    """The bots as their modules define them, which imports the compiler."""
    bots = [strategy(name) for name in names()]
    return [
        ListedBot(bot.name, bot.summary, tuple(ListedParam(param.name, float(param.default)) for param in bot.params))
        for bot in bots
    ]


def listed() -> list[ListedBot]:
    """The bots of the file; loaded, if the registry has other bots."""
    stored: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    if [bot["name"] for bot in stored] != list(names()):
        return loaded()
    return [
        ListedBot(bot["name"], bot["summary"], tuple(ListedParam(*param) for param in bot["params"].items()))
        for bot in stored
    ]


def main() -> None:
    """Write the file anew."""
    bots = [
        {"name": bot.name, "summary": bot.summary, "params": {param.name: param.default for param in bot.params}}
        for bot in loaded()
    ]
    FILE.write_text(json.dumps(bots, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
