"""Plain copies of a bot's functions: its own code runs as Python, the program's stays compiled."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from types import CellType, FunctionType, ModuleType
from typing import Any

from numba import types

from tongits_sim import cards
from tongits_sim.identity import PROGRAM, is_library
from tongits_sim.plain.values import Cards, compiled_value

_globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
_copies: dict[int, tuple[Any, Any]] = {}
_lock = threading.RLock()


def is_own(function: Any) -> bool:
    """Whether a function, compiled or not, comes from a bot's file or a notebook, not from the program or a library."""
    inner = getattr(function, "py_func", function)
    return isinstance(inner, FunctionType) and not is_library(inner.__module__)


def plain_copy(function: Any) -> Callable[..., Any]:
    """A function as plain Python, with the bot's own functions that it calls, however they are decorated."""
    inner: FunctionType = getattr(function, "py_func", function)
    with _lock:
        if id(inner) not in _copies:
            closure = tuple(CellType(_plain(cell.cell_contents)) for cell in inner.__closure__ or ())
            names = _plain_globals(inner.__globals__)
            copy = FunctionType(inner.__code__, names, inner.__name__, inner.__defaults__, closure)
            copy.__kwdefaults__ = inner.__kwdefaults__
            copy.__module__, copy.__qualname__ = inner.__module__, inner.__qualname__
            _copies[id(inner)] = inner, copy  # the first is kept so that no other function gets its id
        copied: Callable[..., Any] = _copies[id(inner)][1]
        return copied


def _plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """The names of a module, for the plain copies of all its functions."""
    if id(names) not in _globals:
        copied = dict(names)
        _globals[id(names)] = names, copied
        copied.update({name: _plain(value) for name, value in names.items() if not name.startswith("__")})
    return _globals[id(names)][1]


def _plain(value: Any) -> Any:
    """A value that plain code may use in place of one that compiled code uses."""
    if isinstance(value, ModuleType):
        program = value.__name__.partition(".")[0] in PROGRAM
        return PlainModule(value) if program or not is_library(value.__name__) else value
    if id(value) in _INTRINSICS:
        return _INTRINSICS[id(value)]
    inner = getattr(value, "py_func", None)
    if is_own(value) and (inner is not None or isinstance(value, FunctionType)):
        return _Later(value)
    return Compiled(value) if isinstance(inner, FunctionType) else value


class _Later:
    """A function of the bot's own, copied when it is first called, so that functions may call each other."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, *args: Any, **named: Any) -> Any:
        return plain_copy(self.function)(*args, **named)


class PlainModule:
    """A module whose compiled functions can be called by plain code."""

    def __init__(self, module: ModuleType) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        return _plain(getattr(self._module, name))


class Compiled:
    """A compiled function of the program, called by plain code."""

    def __init__(self, function: Any) -> None:
        self.function = function

    def __call__(self, *args: Any, **named: Any) -> Any:
        arguments = [compiled_value(each) for each in args]
        before = sys.gettrace()
        sys.settrace(None)  # a compilation, which may come first, must not be traced line by line
        try:
            result = self.function(*arguments, **{name: compiled_value(each) for name, each in named.items()})
        finally:
            sys.settrace(before)
        if named or isinstance(result, bool | float):
            return result
        overload = self.function.overloads.get(tuple(self.function.typeof_pyval(each) for each in arguments))
        return _plain_result(result, None if overload is None else overload.signature.return_type)


def _plain_result(result: Any, kind: Any) -> Any:
    """The result of a compiled function for plain code: a word stays a word."""
    if kind == types.uint64:
        return Cards(int(result))
    if isinstance(kind, types.BaseTuple):
        return tuple(_plain_result(each, inner) for each, inner in zip(result, kind.types, strict=True))
    return result


def _count(mask: Any) -> int:
    return int(mask).bit_count()


def _lowest(mask: Any) -> int:
    value = int(mask)
    return (value & -value).bit_length() - 1 if value else 64


def _highest(mask: Any) -> int:
    return int(mask).bit_length() - 1


def _high_product(one: Any, other: Any) -> Cards:
    return Cards(int(one) * int(other) >> 64)


def _deposit(bits: Any, mask: Any) -> Cards:
    bits, mask, chosen = int(bits), int(mask), 0
    while bits and mask:
        low = mask & -mask
        chosen |= low if bits & 1 else 0
        mask ^= low
        bits >>= 1
    return Cards(chosen)


def _extract(bits: Any, mask: Any) -> Cards:
    bits, mask = int(bits), int(mask)
    places = [place for place in range(64) if mask >> place & 1]
    return Cards(sum((bits >> place & 1) << number for number, place in enumerate(places)))


# Single instructions of the processor, which have no Python of their own.
_INTRINSICS: dict[int, Callable[..., Any]] = {
    id(cards.popcount): _count,
    id(cards.lowest): _lowest,
    id(cards.highest): _highest,
    id(cards.high_product): _high_product,
    id(cards.deposit): _deposit,
    id(cards.extract): _extract,
}
