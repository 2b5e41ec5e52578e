"""The arguments of a plain hook: records whose numbers behave as in compiled code, and whose cards print as cards.

Compiled code holds cards in unsigned integers of 64 bits; Python's integers have no end, and numpy refuses to mix the
two kinds. `Cards` and `Card` are Python integers that compute like the compiled ones.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from tongits_sim.cards import JOKERS, NATURALS, card_text, cards_in
from tongits_sim.errors import TongitsError

WORD = (1 << 64) - 1
_CARD_BITS = int(NATURALS) | int(JOKERS)
_CARD_FIELDS = frozenset({"offer", "drawn", "discards"})
"""Fields of the view that hold the number of a card."""


class ViewWriteError(TongitsError, TypeError):
    """A hook writes into its view."""


class _Number(int):
    """A whole number that computes like the compiled one, also beside numpy's."""

    __array_ufunc__ = None  # makes numpy's numbers leave operators to the methods below

    def __hash__(self) -> int:
        return hash(int(self))


class Cards(_Number):
    """A set of cards, or another word of 64 bits without sign; it prints as its cards."""

    def __repr__(self) -> str:
        """`5h 6h 7h`; a word that is no set of cards in hexadecimal."""
        if int(self) & ~_CARD_BITS:
            return f"0x{int(self):016x}"
        return " ".join(card_text(card) for card in cards_in(int(self))) or "no cards"

    __str__ = __repr__

    def __invert__(self) -> Cards:
        return Cards(~int(self) & WORD)

    def __neg__(self) -> Cards:
        return Cards(-int(self) & WORD)


class Card(_Number):
    """The number of a card, -1 for none; it prints as the card."""

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
    """A record, field by field: `view.hand`, `view.rules.call_timing`, `params.call_at`; nothing can be written."""

    __slots__ = ("_record",)

    _record: Any

    def __init__(self, record: Any) -> None:
        object.__setattr__(self, "_record", record)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name not in (self._record.dtype.names or ()):
            raise AttributeError(f"there is no field {name!r}; docs/how-to/bots.md lists those of the view")
        return _plain(self._record[name], name in _CARD_FIELDS)

    def __setattr__(self, name: str, value: Any) -> None:
        raise ViewWriteError(f"it writes into its view, which is read-only: {name}")


class PlainArray:
    """An array of a record; its elements are converted like the fields of a `PlainRecord`."""

    __slots__ = ("_array", "_of_cards")

    def __init__(self, array: np.ndarray, of_cards: bool) -> None:
        self._array, self._of_cards = array, of_cards

    def __getitem__(self, index: Any) -> Any:
        return _plain(self._array[index], self._of_cards)

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


def _plain(value: Any, of_cards: bool) -> Any:
    """A field's value as a plain hook sees it."""
    if isinstance(value, np.void):
        return PlainRecord(value)
    if isinstance(value, np.ndarray):
        return PlainArray(value, of_cards)
    if isinstance(value, np.uint64):
        return Cards(int(value))
    return Card(int(value)) if of_cards else value.item()


def compiled_value(value: Any) -> Any:
    """A plain value in the form that compiled functions take."""
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
        TypeError: it is no whole number.
    """
    if isinstance(value, bool | np.bool_ | int | np.integer):
        return int(value) & WORD
    raise TypeError(f"it answers with {value!r}; an action word is a whole number")
