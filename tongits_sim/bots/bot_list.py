"""Read players from specs: `greedy`, `greedy(call_at=5)`, `my_bots.py:shy`, `bold=greedy(call_at=40)`.

A file with a single bot needs no name: `bots/shy.py`, `bots/shy.py(call_at=5)`.
"""

from __future__ import annotations

import difflib
import importlib
import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from tongits_sim.errors import TongitsError
from tongits_sim.imports import load
from tongits_sim.run.arguments import public
from tongits_sim.run.numbers import abbreviated

if TYPE_CHECKING:
    from tongits_sim.bots.player import BasePlayer

AnyPlayer = TypeVar("AnyPlayer", bound="BasePlayer")

ALIAS = r"[A-Za-z_][\w-]{0,39}\s*"
_NAME = r"(?P<name>[A-Za-z_][\w-]*)\s*(?:\((?P<params>.*)\))?"
_SPECS = [
    re.compile(rf"(?:(?P<alias>{ALIAS})=\s*)?{file}{_NAME}", re.DOTALL) for file in ("(?P<file>)", r"(?P<file>.*\.py):")
]
"""A bot of the program, and of a file; parameters may hold a spec with brackets of its own."""
_FILE_ALONE = re.compile(r"(?P<file>.*\.py)\s*(?P<params>\(.*\))?", re.DOTALL)
_ALIAS_START = re.compile(rf"{ALIAS}=")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_PIECE = re.compile(rf"{_QUOTED.pattern}|.", re.DOTALL)  # a quoted text, or one letter
_LONGEST = 20_000


class SpecError(TongitsError):
    """A player's spec that names no bot, or cannot be read."""


@dataclass(frozen=True)
class BotList(Generic[AnyPlayer]):
    """The bots of a game by name, and the reader of their specs."""

    places: Mapping[str, str]  # `package.module:ATTRIBUTE` by name; a bot is imported when first used
    forms: str  # the module of the game's `Strategy` and `Player`
    command: str  # the command that lists the bots, for messages
    example: str  # a spec that sets a parameter, for messages

    def names(self) -> list[str]:
        """Names of the program's bots, in the order of the list."""
        return list(self.places)

    def strategy(self, name: str) -> Any:
        """The program's strategy of that name. Raises SpecError: no strategy has the name; the message suggests the
        closest.
        """
        if name not in self.places:
            close = difflib.get_close_matches(name, self.places, 1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise SpecError(f"unknown strategy {abbreviated(name)}.{hint} See: {self.command}")
        return load(self.places[name])

    def bots_in(self, path: str) -> list[str]:
        """Names of the bots that a Python file defines, without imported bots of the program. Raises BotFileError."""
        from tongits_sim.run.user_file import values_in

        strategies = values_in(path, self._form("Strategy"))
        places = (place.split(":") for place in self.places.values())
        ours = [getattr(sys.modules.get(module), attribute, None) for module, attribute in places]
        return list(dict.fromkeys(bot.name for bot in strategies if not any(bot is own_bot for own_bot in ours)))

    @public
    def load_player(self, spec: str) -> AnyPlayer:
        """Load a player; `NAME=SPEC` gives it a name. A bot file is executed.

        Raises:
            SpecError: the spec cannot be read, or names no strategy of the program.
            TongitsError: the file or a parameter cannot be used.
        """
        match = _matched(self._with_bot_name(self.in_full(spec.strip())))
        if match is None:
            self._check_brackets(spec)
            raise SpecError(
                f"{abbreviated(spec)} is not a player; write a strategy's name, name(param=value, "
                "...) or file.py:name. "
                f"See: {self.command}"
            )
        file = match["file"] or ""
        name = match["name"]
        if file:
            from tongits_sim.run.user_file import load_named

            bot = load_named(file, name, self._form("Strategy"))
        else:
            bot = self.strategy(name)
        bot, options, further = self.read_options(
            spec, bot, [option for option in split_specs(match["params"] or "") if option]
        )
        alias = (match["alias"] or "").rstrip()
        depth = int(bool(file) and name in self.places)
        return self.seated(bot, self._values(spec, bot, options), file, alias, depth, **further)

    def seated(
        self, bot: Any, values: dict[str, float], origin: str, alias: str, depth: int, **further: Any
    ) -> AnyPlayer:
        """The player of a strategy with its parameters and further fields (`read_options`). Raises TongitsError."""
        player: AnyPlayer = self._form("Player")(bot, values, origin, alias, depth, **further)
        return player

    def load_players(self, specs: str | Sequence[AnyPlayer | str], count: int | None = None) -> tuple[AnyPlayer, ...]:
        """Players from a comma-separated list of specs, or from a sequence of specs and players.

        Raises:
            SpecError: a spec cannot be read, or their number is not `count` (None: any number).
            TongitsError: a file or a parameter cannot be used.
        """
        parts = split_specs(specs) if isinstance(specs, str) else specs
        if count not in (None, len(parts)):
            text = specs if isinstance(specs, str) else ",".join(map(str, specs))
            self._check_brackets(text)
            named = f"{len(parts)} {'is' if len(parts) == 1 else 'are'} named in {abbreviated(text)}"
            needed = "1 player is needed" if count == 1 else f"{count} players are needed"
            raise SpecError(f"{needed}, {named}{'; separate them with commas' if count != 1 else ''}")
        return with_unique_labels([self.load_player(part) if isinstance(part, str) else part for part in parts])

    def in_full(self, spec: str) -> str:
        """Expand the game's own abbreviations in a spec; most games have none. Raises TongitsError."""
        return spec

    def read_options(self, spec: str, bot: Any, options: list[str]) -> tuple[Any, list[str], dict[str, Any]]:
        """The strategy under a spec's options, the options that are parameters, and further fields of its player.

        Raises TongitsError.
        """
        return bot, options, {}

    def _form(self, name: str) -> Any:
        return getattr(importlib.import_module(self.forms), name)

    def _with_bot_name(self, spec: str) -> str:
        """Add the bot's name to the spec of a file with a single bot.

        Raises:
            SpecError: the file defines no bot, or several.
            BotFileError: the file may not or cannot be executed.
        """
        alone = _FILE_ALONE.fullmatch(spec)
        # In `habit(player=shy.py(call_at=5))` the file is a parameter, and what stands before `.py` is not whole.
        if alone is None or not _is_whole(alone["file"]):
            return spec
        file = alone["file"]
        path = file.partition("=")[2].strip() if _ALIAS_START.match(file) else file
        own = self.bots_in(path)
        if len(own) != 1:
            several = f"defines {', '.join(own)}; say which: {path}:{own[0]}" if own else "defines no bot"
            raise SpecError(f"{path} {several}")
        return f"{file}:{own[0]}{alone['params'] or ''}"

    def _check_brackets(self, text: str) -> None:
        """Raises SpecError: a bracket or a quote lacks its counterpart."""
        bare = _QUOTED.sub("", text)
        opened = bare.count("(")
        closed = bare.count(")")
        if '"' in bare:
            raise SpecError(f"a quote is opened and not closed in {abbreviated(text)}")
        if opened != closed:
            how = "opened and not closed" if opened > closed else "closed and not opened"
            raise SpecError(f"a bracket is {how} in {abbreviated(text)}; write it like {self.example}")

    def _values(self, spec: str, bot: Any, options: Sequence[str]) -> dict[str, float]:
        from tongits_sim.bots.player import unknown_param

        params = {param.name: param for param in bot.params}
        values: dict[str, float] = {}
        for option in options:
            name, equals, text = (piece.strip() for piece in option.partition("="))
            if not equals:
                raise SpecError(f"{option!r} in {spec!r} is not a parameter; write name=number, as in {self.example}")
            if name not in params:
                raise SpecError(unknown_param(bot.name, list(params), name))
            if name in values:
                raise SpecError(f"{name!r} is set twice in {spec!r}")
            try:
                values[name] = params[name].value_of(text)
            except ValueError:
                raise SpecError(params[name].refusal(bot.name, text)) from None
        return values


def _matched(spec: str) -> re.Match[str] | None:
    """The parts of a spec. None if the text is not a spec, or if a bracket in a part lacks its counterpart."""
    found = (pattern.fullmatch(spec) for pattern in _SPECS)
    return next((match for match in found if match and _is_whole(match["file"]) and _is_whole(match["params"])), None)


def _is_whole(text: str | None) -> bool:
    """Whether each bracket has its counterpart, and each quote."""
    depth = 0
    for piece in _PIECE.findall(text or ""):
        depth += (piece == "(") - (piece == ")")
        if depth < 0 or piece == '"':
            return False
    return depth == 0


def inner_spec(spec: str) -> str:
    """A spec as it stands among the parameters of another: in quotes if a list would not read it as one."""
    plain = _is_whole(spec) and spec == spec.strip() and split_specs(spec) == [spec] and not spec.startswith('"')
    return spec if plain else json.dumps(spec, ensure_ascii=False)


def with_unique_labels(players: Sequence[AnyPlayer]) -> tuple[AnyPlayer, ...]:
    """Lengthen labels by parts of the files' paths until they tell the players apart.

    Equal players may share a label. Raises TongitsError if two different players have one alias.
    """
    named = list(players)
    while same := _same_labels(named):
        deeper = [number for number in same if named[number].depth < named[number].deepest and not named[number].alias]
        if not deeper:
            first, second = same[:2]
            raise TongitsError(
                f"{named[first].full_spec} and {named[second].full_spec} would both be called "
                f"{named[first].label}; give one "
                "of them a name of its own: NAME=SPEC"
            )
        for number in deeper:
            named[number] = named[number].called(depth=named[number].depth + 1)
    return tuple(named)


def _same_labels(players: Sequence[BasePlayer]) -> list[int]:
    """The players who share the first label that stands for different play, by number."""
    numbers: dict[str, list[int]] = {}
    for number, player in enumerate(players):
        numbers.setdefault(player.label, []).append(number)
    return next((group for group in numbers.values() if len({players[number].identity for number in group}) > 1), [])


def split_specs(text: str) -> list[str]:
    """Split a list at its commas, except commas inside parentheses or quotes.

    >>> split_specs("greedy, greedy(call_at=5, challenge_at=9),miser")
    ['greedy', 'greedy(call_at=5, challenge_at=9)', 'miser']

    Raises TongitsError: the text is too long.
    """
    if len(text) > _LONGEST:
        raise TongitsError(f"a list of players has at most {_LONGEST:,} letters, not {len(text):,}")
    parts, depth = [""], 0
    for piece in _PIECE.findall(text):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += piece
    return [part.strip() for part in parts]


def tables_of(bots: Sequence[str], seats: int) -> Iterator[str]:
    """Tables of players, with every bot at one table or more."""
    for first in range(0, len(bots), seats):
        yield ",".join((*bots[first : first + seats], *bots)[:seats])


_loader = ["strategies.registry:load_player"]
"""Loads players by name, although nothing here knows a bot; by default this program's bots."""


def register_loader(path: str) -> None:
    """path: `"package.module:function"` that makes a `Player` from a spec."""
    _loader[:] = [path]


def loader() -> str:
    """`package.module:function` that loads a player from its spec."""
    return _loader[0]
