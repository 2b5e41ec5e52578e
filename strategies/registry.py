"""From a spec - `greedy`, `greedy(call_at=5)`, `my_bots.py:shy`, `bold=greedy(call_at=40)` - to a player.

The file of a single bot needs no name after it: `bots/shy.py`.
"""

from __future__ import annotations

import difflib
import importlib
import json
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tongits_sim.any_game.rule_errors import shown
from tongits_sim.errors import TongitsError
from tongits_sim.players import apart, split_specs

if TYPE_CHECKING:
    from tongits_sim.rules import RuleSet
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
    "chart": ("strategies.chart", "CHART"),
    "expert": ("strategies.expert", "EXPERT"),
    "solved": ("strategies.solved", "SOLVED"),
    "rollout": ("strategies.rollout", "ROLLOUT"),
    "best": ("strategies.best", "BEST"),
    "learned": ("strategies.learned", "LEARNED"),
    "reader": ("strategies.reader", "READER"),
}

_SPEC = re.compile(
    r"(?:(?P<alias>[A-Za-z_][\w-]{0,39})\s*=\s*)?"
    r'(?:(?P<file>[^()]*\.py):)?(?P<name>[A-Za-z_][\w-]*)\s*(?:\((?P<params>(?:"(?:[^"\\]|\\.)*"|[^()"])*)\))?'
)

_ALIASED = re.compile(r"[A-Za-z_][\w-]{0,39}\s*=")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_FILE = re.compile(r"file\s*=")
_PROFILE = ".profile"


class SpecError(TongitsError):
    """A player's spec that names no bot, or cannot be read."""


def names() -> list[str]:
    """Names of all registered bots."""
    return list(REGISTRY)


def names_under(rules: RuleSet) -> list[str]:
    """Names of the registered bots that can play under these rules: all except bots without a profile for them."""
    needs = {name: (strategy(name).profiles, strategy(name).reading) for name in names()}
    return [
        name for name, needed in needs.items() if all(each is None or each.find(rules) is not None for each in needed)
    ]


def quick_names_under(rules: RuleSet) -> list[str]:
    """As `names_under`, without the bots that search, which play a thousandth of the games a second."""
    return [name for name in names_under(rules) if strategy(name).scratch is None]


def bots_in(path: str) -> list[str]:
    """Names of the bots that a Python file defines; bots of the program that it imports are none of them.

    Raises:
        BotFileError: the file may not or cannot be executed.
    """
    from tongits_sim.any_game.user_file import values_in
    from tongits_sim.strategy import Strategy

    strategies = values_in(path, Strategy)
    places = ((sys.modules.get(module), attribute) for module, attribute in REGISTRY.values())
    ours = [getattr(module, attribute, None) for module, attribute in places if module is not None]
    own = [each for each in strategies if not any(each is other for other in ours)]
    return list(dict.fromkeys(each.name for each in own))


def groups() -> dict[str, list[str]]:
    """Groups of registered bots, from the facts they declare: fact -> names."""
    facts = ("uses_chance", "remembers", "bluffs")
    return {fact: [name for name in names() if getattr(strategy(name), fact)] for fact in facts}


def strategy(name: str) -> Strategy:
    """The registered strategy of that name.

    Raises:
        SpecError: there is none; the message names the closest.
    """
    if name not in REGISTRY:
        close = difflib.get_close_matches(name, REGISTRY, 1)
        hint = f" Did you mean {close[0]!r}?" if close else ""
        raise SpecError(f"unknown strategy {name!r}.{hint} See: tongits strategies")
    module, attribute = REGISTRY[name]
    bot: Strategy = getattr(importlib.import_module(module), attribute)
    return bot


def load_player(spec: str) -> Player:
    """The player that a spec describes; `NAME=SPEC` gives it a name.

    The path of a profile alone is the bot it was made for, playing it: `lola.profile` is `expert(file=lola.profile)`.

    Raises:
        SpecError: the spec cannot be read, or names no registered strategy.
        TongitsError: its file or its parameters cannot be used.
    """
    match = _SPEC.fullmatch(_with_bot_name(spec.strip()))
    if match is None and (played := _profile_spec(spec.strip())):
        match = _SPEC.fullmatch(played)
    if match is None:
        _check_brackets(spec)
        raise SpecError(
            f"{shown(spec)} is not a player; write a strategy's name, name(param=value, ...) or file.py:name. "
            "See: tongits strategies"
        )
    from tongits_sim.any_game.user_file import load_named
    from tongits_sim.strategy import Player, Strategy

    bot = load_named(match["file"], match["name"], Strategy) if match["file"] else strategy(match["name"])
    options = [part for part in split_specs(match["params"] or "") if part]
    files = [_path(spec, part) for part in options if _FILE.match(part)]
    if len(files) > 1:
        raise SpecError(f"'file' is set twice in {spec!r}")
    values = _values(spec, [part for part in options if not _FILE.match(part)])
    if files:
        bot = _with_file(bot, files[0])
    alias, depth = match["alias"] or "", int(bool(match["file"]) and match["name"] in REGISTRY)
    return Player(bot, values, match["file"] or "", files[0] if files else "", alias, depth)


def _with_bot_name(spec: str) -> str:
    """The spec with the name of the bot, where a file was named and has only one. Raises SpecError, BotFileError."""
    if not spec.endswith(".py"):
        return spec
    path = spec.partition("=")[2].strip() if _ALIASED.match(spec) else spec
    own = bots_in(path)
    if len(own) != 1:
        several = f"defines {', '.join(own)}; say which: {path}:{own[0]}" if own else "defines no bot"
        raise SpecError(f"{path} {several}")
    return f"{spec}:{own[0]}"


def _profile_spec(text: str) -> str:
    """The spec of the bot that plays a profile, where a text is its path, with a name or without; else ""."""
    from tongits_sim.profiles.profile import is_profile, read_profile

    alias, equals, path = text.partition("=")
    if not equals or not re.fullmatch(r"[A-Za-z_][\w-]{0,39}\s*", alias):
        alias, equals, path = "", "", text
    if not path.endswith(_PROFILE) or any(sign in path for sign in "()"):
        return ""
    if not is_profile(path.strip()):
        raise SpecError(
            f"{shown(path.strip())} is not there, or no profile; tongits solve and tongits analyze styles write them"
        )
    base, file = read_profile(path.strip()).base, json.dumps(path.strip(), ensure_ascii=False)
    return f"{alias}{equals}{base[:-1]}, file={file})" if base.endswith(")") else f"{alias}{equals}{base}(file={file})"


def _with_file(bot: Strategy, path: str) -> Strategy:
    """The strategy with that file: it plays by a profile, by a chart's tables, or by its own tables."""
    from tongits_sim.profiles.profile import is_profile, read_profile

    if bot.notes:
        from strategies.alternatives import check_scores

        check_scores(read_profile(path), path)
        return bot
    if bot.profiles is not None:
        raise SpecError(
            f"{bot.name} has its profiles with it and reads no file; name the bot that a profile was solved with, as "
            "in expert(file=PATH)"
        )
    if is_profile(path):
        from strategies.profile_bot import profiled

        return profiled(bot, read_profile(path).kinds)
    if bot.tables:
        return bot
    from strategies.chart import charted

    return charted(bot)


def _check_brackets(text: str) -> None:
    """Refuse a bracket or a quote without its counterpart. Raises SpecError."""
    bare = _QUOTED.sub("", text)
    opened, closed = bare.count("("), bare.count(")")
    if '"' in bare:
        raise SpecError(f"a quote is opened and not closed in {shown(text)}")
    if opened > closed:
        raise SpecError(f"a bracket is opened and not closed in {shown(text)}; write it like greedy(call_at=5)")
    if closed > opened:
        raise SpecError(f"a bracket is closed and not opened in {shown(text)}; write it like greedy(call_at=5)")


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


def _values(spec: str, items: Sequence[str]) -> dict[str, float]:
    values: dict[str, float] = {}
    for item in items:
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
    """The players of a comma-separated list of specs, `count` of them (None: any number).

    Raises:
        SpecError: another number of players, or a spec that cannot be read.
        TongitsError: a file or a parameter cannot be used.
    """
    specs = split_specs(text)
    if count is not None and len(specs) != count:
        _check_brackets(text)
        named = f"{len(specs)} {'is' if len(specs) == 1 else 'are'} named in {shown(text)}"
        needed = "1 player is needed" if count == 1 else f"{count} players are needed"
        raise SpecError(f"{needed}, {named}{'; separate them with commas' if count > 1 else ''}")
    return list(apart([load_player(spec) for spec in specs]))
