"""Asks hooks in plain Python: the bot's own functions run as Python, the program's stay compiled."""

from __future__ import annotations

import linecache
import operator
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CellType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any

import numpy as np
from numba import types

from tongits_sim import cards
from tongits_sim.cards import JOKERS, NATURALS, card_text, cards_in
from tongits_sim.compile.identity import PROGRAM, is_library
from tongits_sim.errors import TongitsError
from tongits_sim.game.bot_calls import PLAYERS_DTYPE, ask_bot
from tongits_sim.game.hooks import Hook, listening
from tongits_sim.game.state import VIEW_DTYPE, new_record

_globals: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
_copies: dict[int, tuple[Any, Any]] = {}
_lock = threading.RLock()


def is_own(function: Any) -> bool:
    """Whether a function, compiled or not, comes from a bot's file or a notebook, not from the program or a library."""
    inner = getattr(function, "py_func", function)
    return isinstance(inner, FunctionType) and not is_library(inner.__module__)


def plain_copy(function: Any) -> Callable[..., Any]:
    """Copy a function as plain Python, with the bot's own functions that it calls, whatever their decorators."""
    inner: FunctionType = getattr(function, "py_func", function)
    with _lock:
        if id(inner) not in _copies:
            closure = tuple(CellType(_plain(cell.cell_contents)) for cell in inner.__closure__ or ())
            names = _plain_globals(inner.__globals__)
            copy = FunctionType(inner.__code__, names, inner.__name__, inner.__defaults__, closure)
            copy.__kwdefaults__ = inner.__kwdefaults__
            copy.__module__, copy.__qualname__ = inner.__module__, inner.__qualname__
            _copies[id(inner)] = inner, copy  # keeps `inner` alive, so that its id stays unique
        copied: Callable[..., Any] = _copies[id(inner)][1]
        return copied


def _plain_globals(names: dict[str, Any]) -> dict[str, Any]:
    """The globals of a module for plain copies of its functions."""
    if id(names) not in _globals:
        copied = dict(names)
        _globals[id(names)] = names, copied
        copied.update({name: _plain(value) for name, value in names.items() if not name.startswith("__")})
    return _globals[id(names)][1]


def _plain(value: Any) -> Any:
    """Convert a global of compiled code for plain code."""
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
    """Copies a function of the bot at its first call, so that functions may call each other."""

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
        sys.settrace(None)  # do not trace a compilation, which may come first
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


# Intrinsics have no Python code, so each has a substitute.
_INTRINSICS: dict[int, Callable[..., Any]] = {
    id(cards.popcount): _count,
    id(cards.lowest): _lowest,
    id(cards.highest): _highest,
    id(cards.high_product): _high_product,
    id(cards.deposit): _deposit,
    id(cards.extract): _extract,
}


WORD = (1 << 64) - 1
_CARD_BITS = int(NATURALS) | int(JOKERS)
_CARD_FIELDS = frozenset({"offer", "drawn", "discards"})
"""Fields of the view that hold the number of a card."""


class ViewWriteError(TongitsError, TypeError):
    """A hook writes into its view."""


class _Number(int):
    """A whole number that computes as in compiled code, also with numpy's numbers."""

    __array_ufunc__ = None  # makes numpy's numbers leave operators to the methods below

    def __hash__(self) -> int:
        return hash(int(self))


class Cards(_Number):
    """A set of cards, or another uint64 word; it prints as cards."""

    def __repr__(self) -> str:
        """`5h 6h 7h`; other words in hexadecimal."""
        if int(self) & ~_CARD_BITS:
            return f"0x{int(self):016x}"
        return " ".join(card_text(card) for card in cards_in(int(self))) or "no cards"

    __str__ = __repr__

    def __invert__(self) -> Cards:
        return Cards(~int(self) & WORD)

    def __neg__(self) -> Cards:
        return Cards(-int(self) & WORD)


class Card(_Number):
    """The number of a card, or -1; it prints as the card."""

    def __repr__(self) -> str:
        """`7h`."""
        return card_text(int(self)) if int(self) >= 0 else "no card"

    __str__ = __repr__


def _python(value: Any) -> Any:
    """A number as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    return int(value) if isinstance(value, int) else value


def _unsigned(value: Any) -> bool:
    return isinstance(value, Cards | np.uint64)


def _method(name: str, reflected: bool = False) -> Callable[[Any, Any], Any]:
    compute = getattr(operator, name)

    def method(self: Any, other: Any) -> Any:
        one, two = _python(self), _python(other)
        if not isinstance(two, int | float):
            return NotImplemented
        value = compute(two, one) if reflected else compute(one, two)
        whole = isinstance(value, int) and not isinstance(value, bool)
        return Cards(value & WORD) if whole and (_unsigned(self) or _unsigned(other)) else value

    return method


for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    setattr(_Number, f"__{_name}__", _method(_name))
for _name in ("and_", "or_", "xor", "lshift", "rshift", "add", "sub", "mul", "floordiv", "mod", "truediv", "pow"):
    _plain_name = _name.rstrip("_")
    setattr(_Number, f"__{_plain_name}__", _method(_name))
    setattr(_Number, f"__r{_plain_name}__", _method(_name, reflected=True))


class PlainRecord:
    """A read-only record: `view.hand`, `view.rules.call_timing`, `params.call_at`."""

    __slots__ = ("_record",)

    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in (self._record.dtype.names or ()):
            raise AttributeError(f"there is no field {name!r}; docs/how-to/bots.md lists the fields of the view")
        return _plain_value(self._record[name], name in _CARD_FIELDS)

    def __setattr__(self, name: str, value: Any) -> None:
        raise ViewWriteError(f"it writes into its view, which is read-only: {name}")


class PlainArray:
    """A read-only array of a record; elements are converted as fields of `PlainRecord`."""

    __slots__ = ("_array", "_of_cards")

    def __init__(self, array: np.ndarray, of_cards: bool) -> None:
        self._array, self._of_cards = array, of_cards

    def __getitem__(self, index: Any) -> Any:
        return _plain_value(self._array[index], self._of_cards)

    def __setitem__(self, index: Any, value: Any) -> None:
        raise ViewWriteError(f"it writes into its view, which is read-only, at index {index}")

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return (self[number] for number in range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self._array, dtype)

    def __getattr__(self, name: str) -> Any:
        """Attributes of arrays: `shape`, `sum()`."""
        return getattr(self._array, name)

    def __repr__(self) -> str:
        """`[no cards, 5h 6h 7h]`."""
        return f"[{', '.join(str(each) for each in self)}]"


def _plain_value(value: Any, of_cards: bool) -> Any:
    """Convert a field's value for a plain hook."""
    if isinstance(value, np.void):
        return PlainRecord(value)
    if isinstance(value, np.ndarray):
        return PlainArray(value, of_cards)
    if isinstance(value, np.uint64):
        return Cards(int(value))
    return Card(int(value)) if of_cards else value.item()


def compiled_value(value: Any) -> Any:
    """Convert a plain value for compiled functions."""
    if isinstance(value, PlainRecord):
        return value._record
    if isinstance(value, PlainArray):
        return value._array
    if isinstance(value, Cards):
        return np.uint64(int(value))
    if isinstance(value, tuple):
        return tuple(map(compiled_value, value))
    return int(value) if isinstance(value, Card) else value


def answer_word(value: Any) -> int:
    """A plain hook's answer as an action word.

    Raises:
        TypeError: the answer is not a whole number.
    """
    if isinstance(value, bool | np.bool_ | int | np.integer):
        return int(value) & WORD
    raise TypeError(f"it answers with {value!r}; an action word is a whole number")


_STEPS = 200_000  # lines of Python, some tenths of a second


class _TooLong(BaseException):
    """A hook takes too long."""


@dataclass(frozen=True)
class Answer:
    word: int | None  # the action word; None after an error
    error: str  # the error that the hook raised, as `ValueError: text`; empty if it answered
    # the line that answered, raised the error, or ran when time was up; an empty file for a hook of the program
    file: str
    line: int
    endless: bool = False  # the hook did not end within some tenths of a second

    @property
    def source(self) -> str:
        """`my_bots.py:41: return YES`; empty for a hook of the program."""
        if not self.file:
            return ""
        path = Path(self.file)
        if path.is_relative_to(Path.cwd()):
            path = path.relative_to(Path.cwd())
        text = linecache.getline(self.file, self.line).strip()
        return f"{path}:{self.line}: {text}".rstrip(": ")


def ask_again(hook: Hook, view: Any, params: Any, program: bool = False) -> Answer:
    """Ask a hook of a user's file again, in plain Python, and note the line that answers.

    Args:
        hook: the hook, compiled or not.
        view: the `VIEW` record at the decision; it stays unchanged. program: ask hooks of the program too; else they
        give no answer.
    """
    if not program and not is_own(hook):
        return Answer(None, "", "", 0)
    linecache.checkcache()
    tracer = _Tracer(hook)
    arguments = (PlainRecord(np.array(view)[()]), PlainRecord(np.array(params)[()]))
    before = sys.gettrace()
    word, error, endless = None, "", False
    try:
        with np.errstate(all="ignore"):
            sys.settrace(tracer.enter)
            try:
                result = plain_copy(hook)(*arguments)
            finally:
                sys.settrace(before)
        word = answer_word(result)
    except _TooLong:
        endless = True
    except Exception as raised:  # noqa: BLE001  (a hook may raise anything)
        error = f"{type(raised).__name__}: {raised}".removesuffix(": ")
        tracer.find_line(raised.__traceback__)
    return Answer(word, error, tracer.file, tracer.line, endless)


def ask_compiled(hook: Hook, address: int, view: Any, params: np.ndarray) -> Answer:
    """Ask a compiled hook of the program as games do: a hook that plays games itself cannot run as plain Python.

    Args:
        hook: the hook; the answer names its last line.
        address: the address of the compiled hook.
        view: the `VIEW` record at the decision; it is not written to.
        params: the record of the bot's parameters, an array of length 1.
    """
    code = getattr(hook, "py_func", hook).__code__
    line = max(number for _, _, number in code.co_lines() if number is not None)
    own, table = new_record(VIEW_DTYPE), np.zeros(1, PLAYERS_DTYPE).view(np.recarray)
    own[0] = view
    table["seat_hooks"][0, 0, 0] = address
    table["seat_params"][0, 0] = params.ctypes.data
    with listening() as errors:
        word, reason = ask_bot(table[0], own[0], np.int64(0), np.int64(0))
    if reason:
        return Answer(None, errors[0] if errors else "no answer", code.co_filename, line)
    return Answer(int(word), "", code.co_filename, line)


class _Tracer:
    """Follows a hook line by line."""

    def __init__(self, hook: Hook) -> None:
        code = getattr(hook, "py_func", hook).__code__
        self._code, self._steps = code, 0
        self.file, self.line = code.co_filename, code.co_firstlineno

    def enter(self, frame: FrameType, event: str, _argument: Any) -> Any:
        """Called for every function that begins; functions of libraries are not traced."""
        return self._step if event == "call" and (frame.f_code is self._code or _is_own(frame)) else None

    def _step(self, frame: FrameType, event: str, _argument: Any) -> Any:
        self._steps += 1
        if frame.f_code is self._code and event in ("line", "return"):
            self.line = frame.f_lineno
        if self._steps > _STEPS:
            self.file, self.line = frame.f_code.co_filename, frame.f_lineno
            raise _TooLong
        return self._step

    def find_line(self, traceback: TracebackType | None) -> None:
        """Note the innermost line of the bot's own code in the traceback of an error."""
        while traceback is not None:
            if traceback.tb_frame.f_code is self._code or _is_own(traceback.tb_frame):
                self.file, self.line = traceback.tb_frame.f_code.co_filename, traceback.tb_lineno
            traceback = traceback.tb_next


def _is_own(frame: FrameType) -> bool:
    return not is_library(str(frame.f_globals.get("__name__", "")))
