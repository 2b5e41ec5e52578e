"""One check of the arguments of every public function: a mistake is a sentence in words of Python, not a TypeError."""

from __future__ import annotations

import difflib
import functools
import inspect
import numbers
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

from tongits_sim.errors import TongitsError
from tongits_sim.run.numbers import abbreviated
from tongits_sim.run.run_options import RunOptions

_P = ParamSpec("_P")
_R = TypeVar("_R")
_UNPACKED = re.compile(r"Unpack\[(\w+)\]")


class ArgumentError(TongitsError):
    """A function is called with an argument that it does not take, or with a value of another kind."""


def public(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """Check the arguments of a function whenever it is called, before anything is played.

    The call must fit the signature. Further arguments by name are those of a TypedDict (`**playing: Unpack[Playing]`).
    Values are checked by the name of their argument (`_KINDS`), because an
    argument of one name means the same everywhere.
    """
    signature = inspect.signature(function)
    one_rule_set = not _takes_a_list(function, signature, "rules")

    @functools.wraps(function)
    def checked(*arguments: _P.args, **named: _P.kwargs) -> _R:
        _check_names(function, signature, arguments, named)
        bound = signature.bind(*arguments, **named)
        if one_rule_set:
            _check_one_rule_set(function.__name__, bound.arguments.get("rules"))
        for name, value in (bound.arguments | named).items():
            if name in _KINDS and value is not signature.parameters.get(name, inspect.Parameter).default:
                _check_value(name, value)
        return function(*arguments, **named)

    return checked


def _check_names(
    function: Callable[..., Any],
    signature: inspect.Signature,
    arguments: Sequence[Any],
    named: Mapping[str, Any],
) -> None:
    """Raises ArgumentError: the call does not fit the signature."""
    parameters = signature.parameters.values()
    by_place = [parameter.name for parameter in parameters if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD]
    known = [parameter for parameter in parameters if parameter.kind is not inspect.Parameter.VAR_KEYWORD]
    own = [parameter.name for parameter in known if parameter.name != "self"]
    further = _further(function, signature)
    call = function.__name__
    if len(arguments) > len(by_place):
        raise ArgumentError(
            f"{call} takes at most {len(by_place)} arguments without a name ({', '.join(by_place)}), not "
            f"{len(arguments)}: name the others"
        )
    for name in named:
        if further is not None and name not in (*own, *further):
            close = difflib.get_close_matches(name, (*own, *further), 1)
            hint = f"did you mean {close[0]!r}?" if close else f"it takes {', '.join((*own, *further))}"
            raise ArgumentError(f"{call} has no argument {name!r}; {hint}")
        if name in by_place[: len(arguments)]:
            raise ArgumentError(f"{call} is given {name} twice, by its place and by its name")
    given = {*by_place[: len(arguments)], *named}
    for parameter in parameters:
        needed = parameter.default is inspect.Parameter.empty and parameter.kind is not inspect.Parameter.VAR_KEYWORD
        if needed and parameter.name not in given:
            raise ArgumentError(f"{call} needs {parameter.name}")


def _further(function: Any, signature: inspect.Signature) -> tuple[str, ...] | None:
    """Names that a function takes besides its parameters; None: it checks them itself."""
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            unpacked = _UNPACKED.fullmatch(str(parameter.annotation))
            return (
                None if unpacked is None else tuple(inspect.unwrap(function).__globals__[unpacked[1]].__annotations__)
            )
    return ()


def _takes_a_list(function: Callable[..., Any], signature: inspect.Signature, name: str) -> bool:
    """Whether the annotation of an argument, or the alias that it names, allows a sequence."""
    if name not in signature.parameters:
        return False
    annotation = str(signature.parameters[name].annotation)
    return "Sequence" in str(inspect.unwrap(function).__globals__.get(annotation, annotation))


def _check_one_rule_set(call: str, rules: Any) -> None:
    """Raises ArgumentError: a list stands where one set of rules is meant; most likely it is the players."""
    if _is_list(rules):
        players = abbreviated(rules)
        raise ArgumentError(f"{call} takes one set of rules first, then the players: {call}('pagat', {players})")


def _check_value(name: str, value: Any) -> None:
    """Raises ArgumentError: the value of an argument of this name is of another kind."""
    fits, kind = _KINDS[name]
    if not fits(value):
        raise ArgumentError(f"{name} must be {kind}, not {abbreviated(value)}")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_path(value: Any) -> bool:
    return isinstance(value, str | os.PathLike)


def _is_whole(value: Any) -> bool:
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool)


def _is_list(value: Any) -> bool:
    """Whether a value is a list of some kind, and no text or mapping."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _are_rules(value: Any) -> bool:
    return _is_path(value) or hasattr(value, "knobs") or (_is_list(value) and all(map(_are_rules, value)))


def _is_player(value: Any) -> bool:
    return isinstance(value, str) or hasattr(value, "spec")


def _are_players(value: Any) -> bool:
    return _is_player(value) or (_is_list(value) and all(map(_is_player, value)))


def _are_texts(value: Any) -> bool:
    if _is_list(value):
        return all(map(_is_text, value))
    return isinstance(value, Iterable) and not isinstance(value, Mapping | bytes)


def _is_count(value: Any) -> bool:
    return _is_whole(value) and value > 0


def _are_run_options(value: Any) -> bool:
    return isinstance(value, RunOptions)


def _or_none(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """The test that None passes too."""
    return lambda value: value is None or fits(value)


_RULES = (_are_rules, "the name of a preset, a path or a RuleSet")
_PLAYERS = (_are_players, "specs separated by commas, or a list of specs and players")
_FLAG = (_is_flag, "True or False")
_PATH = (_or_none(_is_path), "a path")
_KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    **dict.fromkeys(("rules", "a", "b"), _RULES),
    **dict.fromkeys(("players", "others"), _PLAYERS),
    "name": (_or_none(_are_rules), "a name, a path or a RuleSet"),
    "bot": (_is_player, "the spec of a player, such as 'greedy(call_at=5)'"),
    "spec": (_is_path, "text or a path"),
    "position": (lambda value: hasattr(value, "rules"), "a Position"),
    **dict.fromkeys(("change", "overrides"), (_are_texts, "text such as 'call.timing=end', or a list of such texts")),
    "preset_to": (_are_texts, "the name of a preset, or a list of names"),
    "baseline": (_is_text, "the name of a player"),
    "field": (_is_text, "text such as '9 expert, 18 greedy'"),
    "rank_by": (_is_text, "the name of a metric"),
    "seed": (_is_whole, f"a whole number from 0 to {2**64 - 1}"),
    "workers": (_or_none(_is_count), "a whole number from 1"),
    **dict.fromkeys(("path", "out", "games_table"), _PATH),
    **dict.fromkeys(("fixed_seats", "all_knobs", "confirm", "sessions", "resume"), _FLAG),
    **dict.fromkeys(("adapt", "monitor", "luck_corrected", "all_triples"), _FLAG),
    "run_options": (_or_none(_are_run_options), "a RunOptions"),
}
"""What an argument of a name takes, in every public function: a test of its value, and words for it."""
