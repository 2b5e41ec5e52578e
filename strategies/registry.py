"""The bots of Tongits, and the option `file=PATH` of their specs."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tongits_sim.bots.bot_list import BotList, SpecError

if TYPE_CHECKING:
    from strategies.laid_over import Habit
    from tongits_sim.strategy import Player

# name -> package.module:ATTRIBUTE; loading a bot imports its module.
REGISTRY: dict[str, str] = {
    "random": "strategies.random_bot:RANDOM",
    "greedy": "strategies.greedy:GREEDY",
    "caller": "strategies.caller:CALLER",
    "hunter": "strategies.hunter:HUNTER",
    "miser": "strategies.miser:MISER",
    "defender": "strategies.defender:DEFENDER",
    "bluffer": "strategies.bluffer:BLUFFER",
    "turtle": "strategies.turtle:TURTLE",
    "sniper": "strategies.sniper:SNIPER",
    "adaptive": "strategies.adaptive:ADAPTIVE",
    "expert": "strategies.expert:EXPERT",
    "trained": "strategies.trained:TRAINED",
    "search": "strategies.search:SEARCH",
    "habit": "strategies.habit:HABIT",
    "book": "strategies.book.bot:BOOK",
}

USUAL_PLAYERS = "greedy,caller,hunter"
"""Who plays if nobody is named."""
STRONGEST = "trained"
"""The strongest bot, for advice, books, reviews, and the table of a person."""

_FILE = re.compile(r"file\s*=")
_PLAYER = re.compile(r"player\s*=")


class TongitsBots(BotList["Player"]):
    """The bots of Tongits."""

    def strategy(self, name: str) -> Any:
        """The program's strategy of that name. Raises SpecError: no strategy has the name, or it names opponents."""
        if name not in self.places:
            from strategies.book.tables import BOTS as OPPONENTS

            if name in OPPONENTS:
                raise SpecError(f"{name} names opponents, after --against; the bot is {OPPONENTS[name]}")
        return super().strategy(name)

    def read_options(self, spec: str, bot: Any, options: list[str]) -> tuple[Any, list[str], dict[str, Any]]:
        """The strategy, its other options, and its `file=PATH`, or a habit's `player=SPEC`. Raises TongitsError."""
        from strategies.laid_over import Habit

        if isinstance(bot, Habit):
            return self._with_player(spec, bot, options)
        files = [_path(spec, option) for option in options if _FILE.match(option)]
        if len(files) > 1:
            raise SpecError(f"'file' is set twice in {spec!r}")
        if not files:
            return bot, options, {}
        return bot, [option for option in options if not _FILE.match(option)], {"file": files[0]}

    def _with_player(self, spec: str, bot: Habit, options: list[str]) -> tuple[Any, list[str], dict[str, Any]]:
        """A habit, its other options, and the player that it lies over. Raises TongitsError."""
        players = [_path(spec, option) for option in options if _PLAYER.match(option)]
        if len(players) > 1:
            raise SpecError(f"'player' is set twice in {spec!r}")
        player = self.load_player(players[0] if players else STRONGEST)
        return bot, [option for option in options if not _PLAYER.match(option)], {"player": player}

    def seated(self, bot: Any, values: dict[str, float], origin: str, alias: str, depth: int, **further: Any) -> Player:
        """The player of a spec; a habit is laid over its player."""
        from strategies.laid_over import laid_over

        if "player" in further:
            return laid_over(bot, further["player"], values, origin, alias, depth)
        return super().seated(bot, values, origin, alias, depth, **further)


BOTS = TongitsBots(REGISTRY, "tongits_sim.strategy", "tongits strategies", "greedy(call_at=5)")
names, strategy, bots_in, load_player = BOTS.names, BOTS.strategy, BOTS.bots_in, BOTS.load_player


def load_players(text: str | Sequence[Player | str], count: int | None = 3) -> Sequence[Player]:
    """The players of a list of specs; see `BotList.load_players`."""
    return BOTS.load_players(text, count)


def groups() -> dict[str, list[str]]:
    """Groups of registered bots, from the facts they declare: fact -> names."""
    facts = ("uses_random", "remembers", "bluffs")
    return {fact: [name for name in names() if getattr(strategy(name), fact)] for fact in facts}


def _path(spec: str, item: str) -> str:
    """The path in `file=PATH`, or the spec in `player=SPEC`, which may stand in quotes as JSON writes them."""
    path = item.partition("=")[2].strip()
    try:
        file = json.loads(path) if path.startswith('"') else path
    except ValueError:
        file = ""
    if not file:
        name = item.partition("=")[0].strip()
        raise SpecError(f'{item!r} in {spec!r} names no {name}; write {name}=..., or {name}="..." with odd characters')
    return str(file)
