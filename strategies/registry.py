"""The bots of Tongits, and what their specs have beside parameters: `file=PATH`, and profiles named by path alone.

The path of a profile is the bot it was made for, playing it: `lola.profile` is `expert(file=lola.profile)`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tongits_sim.any_game.bot_list import ALIAS, BotList, SpecError
from tongits_sim.any_game.rule_errors import shown

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
    from tongits_sim.strategy import Player, Strategy

# name -> package.module:ATTRIBUTE; a module is imported when its bot is loaded.
REGISTRY: dict[str, str] = {
    "random": "strategies.random_bot:RANDOM",
    "greedy": "strategies.greedy:GREEDY",
    "caller": "strategies.caller:CALLER",
    "hunter": "strategies.hunter:HUNTER",
    "miser": "strategies.miser:MISER",
    "counter": "strategies.counter:COUNTER",
    "defender": "strategies.defender:DEFENDER",
    "blocker": "strategies.blocker:BLOCKER",
    "bluffer": "strategies.bluffer:BLUFFER",
    "folder": "strategies.folder:FOLDER",
    "fighter": "strategies.fighter:FIGHTER",
    "turtle": "strategies.turtle:TURTLE",
    "sniper": "strategies.sniper:SNIPER",
    "adaptive": "strategies.adaptive:ADAPTIVE",
    "chart": "strategies.chart:CHART",
    "expert": "strategies.expert:EXPERT",
    "solved": "strategies.solved:SOLVED",
    "deep": "strategies.deep:DEEP",
    "rollout": "strategies.rollout:ROLLOUT",
    "best": "strategies.best:BEST",
}

STRONGEST = "deep"
"""The bot that plays where the strongest one is wanted: in advice, charts and reviews, and at the table of a person."""

GONE = {
    "learned": "learned is no more: deep took its place, under any rules; tongits train grows the trees it plays by"
}
"""Messages about bots that no longer exist."""

_FILE = re.compile(r"file\s*=")
_PROFILE = ".profile"


class TongitsBots(BotList["Player"]):
    """The bots of Tongits."""

    def in_full(self, spec: str) -> str:
        """The spec of the bot that plays a profile, where a spec is its path."""
        return _profile_spec(spec) or spec

    def read_options(self, spec: str, bot: Any, options: list[str]) -> tuple[Any, list[str], dict[str, Any]]:
        """The strategy with the file that `file=PATH` names. Raises TongitsError."""
        files = [_path(spec, option) for option in options if _FILE.match(option)]
        if len(files) > 1:
            raise SpecError(f"'file' is set twice in {spec!r}")
        if not files:
            return bot, options, {}
        return _with_file(bot, files[0]), [each for each in options if not _FILE.match(each)], {"file": files[0]}


BOTS = TongitsBots(REGISTRY, "tongits_sim.strategy", "tongits strategies", "greedy(call_at=5)", GONE)
names, strategy, bots_in, load_player = BOTS.names, BOTS.strategy, BOTS.bots_in, BOTS.load_player


def load_players(text: str | Sequence[Player | str], count: int | None = 3) -> Sequence[Player]:
    """The players of a list of specs; see `BotList.load_players`."""
    return BOTS.load_players(text, count)


def names_under(rules: RuleSet) -> list[str]:
    """Names of the registered bots that can play under these rules: all except bots without a profile for them."""
    needs = {name: strategy(name).profiles for name in names()}
    return [name for name, needed in needs.items() if needed is None or needed.find(rules) is not None]


def quick_names_under(rules: RuleSet) -> list[str]:
    """As `names_under`, without the bots that search, which play a thousandth of the games a second."""
    return [name for name in names_under(rules) if not strategy(name).searches]


def groups() -> dict[str, list[str]]:
    """Groups of registered bots, from the facts they declare: fact -> names."""
    facts = ("uses_chance", "remembers", "bluffs")
    return {fact: [name for name in names() if getattr(strategy(name), fact)] for fact in facts}


def _profile_spec(text: str) -> str:
    """The spec of the bot that plays a profile, where a text is its path, with a name or without; else ""."""
    alias, equals, path = text.partition("=")
    if not equals or not re.fullmatch(ALIAS, alias):
        alias, equals, path = "", "", text
    if not path.endswith(_PROFILE) or any(sign in path for sign in "()"):
        return ""
    from tongits_sim.profiles.profile import is_profile, read_profile

    if not is_profile(path.strip()):
        raise SpecError(
            f"{shown(path.strip())} is not there, or no profile; tongits solve writes them"
        )
    base, file = read_profile(path.strip()).base, json.dumps(path.strip(), ensure_ascii=False)
    return f"{alias}{equals}{base[:-1]}, file={file})" if base.endswith(")") else f"{alias}{equals}{base}(file={file})"


def _with_file(bot: Strategy, path: str) -> Strategy:
    """The strategy with that file: it plays by a profile, by a chart's tables, or by its own tables."""
    from tongits_sim.profiles.profile import is_profile, read_profile

    if bot.profiles is not None:
        raise SpecError(
            f"{bot.name} has its profiles with it and reads no file; name the bot that a profile was solved with, as "
            "in expert(file=PATH)"
        )
    if is_profile(path):
        from strategies.profile_bot import profiled

        return profiled(bot, read_profile(path).kinds)
    if bot.tables or (bot.scratch is not None and bot.scratch.suffix):
        return bot
    from strategies.chart import charted

    return charted(bot)


def _path(spec: str, item: str) -> str:
    """The path in `file=PATH`, where PATH may stand in quotes as JSON writes them."""
    path = item.partition("=")[2].strip()
    try:
        file = json.loads(path) if path.startswith('"') else path
    except ValueError:
        file = ""
    if not file:
        raise SpecError(f'{item!r} in {spec!r} names no file; write file=PATH, or file="PATH" with odd characters')
    return str(file)
