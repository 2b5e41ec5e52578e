"""Checks of a record's form, and names of seats for people."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import IO, Any

from tongits_sim.errors import TongitsError
from tongits_sim.knobs.knob import Value
from tongits_sim.run.files import Json, printable
from tongits_sim.run.numbers import abbreviated

LETTERS = "ABCD"
"""Letters of the seats in turn order, for people; files and Python count seats from 0."""
HIDDEN = "?"
"""A card that a seat does not see."""
_SEAT = re.compile(r"\b([Ss])eat (\d)\b('s)?")
_VERB = re.compile(r"\b([Yy]ou) (has|is|was|[a-z]+?(?:ch|sh)es|[a-z]+s)\b")
_ODD = {"has": "have", "is": "are", "was": "were"}


def seat_names(players: Sequence[str]) -> list[str]:
    """The names of players by seat; players who share a name are numbered in turn order.

    >>> seat_names(["expert", "Ana", "expert"])
    ['expert 1', 'Ana', 'expert 2']
    """
    seen: dict[str, int] = {}
    names = []
    for name in map(printable, players):
        seen[name] = seen.get(name, 0) + 1
        names.append(f"{name} {seen[name]}" if players.count(name) > 1 else name)
    return names


def lettered(text: str) -> str:
    """Replace numbers of seats by letters.

    >>> lettered("seat 0")
    'seat A'
    """

    def letter(match: re.Match[str]) -> str:
        return f"{match[1]}eat {LETTERS[int(match[2])]}{match[3] or ''}"

    return _SEAT.sub(letter, text)


def named(text: str, names: Sequence[str]) -> str:
    """Replace seats by the names of their players.

    >>> named("Seat 1 adds 5c to seat 2's meld", ["Ako", "Ben", "you"])
    'Ben adds 5c to your meld'
    >>> named("Seat 2 has won; seat 2 pays", ["Ako", "Ben", "you"])
    'You have won; you pay'
    """

    def name(match: re.Match[str]) -> str:
        who = names[int(match[2])]
        if who == "you":
            return ("Y" if match[1] == "S" else "y") + ("our" if match[3] else "ou")
        return who + (match[3] or "")

    def plural(match: re.Match[str]) -> str:
        return f"{match[1]} {_plural(match[2])}"

    return _VERB.sub(plural, _SEAT.sub(name, text))


def _plural(verb: str) -> str:
    """A verb as it follows `you`: `draw` for `draws`."""
    return _ODD.get(verb) or verb.removesuffix("es" if verb.endswith(("ches", "shes")) else "s")


MAX_LINE = 1_000_000
"""Maximum length of a line, in characters: a record has a few thousand."""
MOST = 10**12
"""The largest number in a record, except seeds."""

Record = dict[str, Any]
Check = Callable[[str, Any], None]
"""`(name, value)`; raises RecordError."""


class RecordError(TongitsError):
    """An invalid game record: the broken rule (`format` for the form) and a sentence."""

    def __init__(self, rule: str, reason: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule = rule
        self.reason = reason


def demand(condition: object, reason: str, rule: str = "format") -> None:
    """Raises RecordError: the condition does not hold."""
    if not condition:
        raise RecordError(rule, reason)


# ---- lines ----------------------------------------------------------------------------------------------------------


def read_json(line: str) -> Json:
    """Parse a line of a `.jsonl` file. Raises RecordError: the line is too long, or not strict JSON."""
    demand(len(line) <= MAX_LINE, f"the line is longer than {MAX_LINE} characters")
    try:
        value = json.loads(line, parse_float=Decimal, parse_constant=_no_constant, object_pairs_hook=_object)
    except RecursionError:
        raise RecordError("format", "the line is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise RecordError("format", f"the line is not JSON ({error.msg}, at character {error.pos + 1})") from None
    except ValueError:  # a number of thousands of digits
        raise RecordError("format", "the line holds a number that is far too long") from None
    return value


def _no_constant(name: str) -> None:
    raise RecordError("format", f"{name} is not a valid number in a record")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    mapping = dict(pairs)
    demand(len(mapping) == len(pairs), f"an object names {_first_double([key for key, _ in pairs])} twice")
    return mapping


def _first_double(names: list[str]) -> str:
    return next((abbreviated(name) for name in names if names.count(name) > 1), "a key")


def write_lines(records: Iterable[Record], file: IO[str]) -> int:
    """Write records as JSON lines; returns their number."""
    written = 0
    for record in records:
        file.write(json.dumps(record, ensure_ascii=False) + "\n")
        written += 1
    return written


# ---- values ---------------------------------------------------------------------------------------------------------


def hundredths(value: float | Decimal) -> int:
    """An amount of a record in hundredths of a unit."""
    return int(Decimal(str(value)) * 100)


def in_hundredths(value: Json) -> Json:
    """A value with its numbers in hundredths, so that 1, 1.0 and Decimal(1) are equal."""
    if isinstance(value, list):
        return [in_hundredths(amount) for amount in value]
    return value if value is None or isinstance(value, str) else hundredths(value)


def units(amount: int) -> int | float:
    """Hundredths as units: a whole number if there are no hundredths, else a float."""
    whole, rest = divmod(int(amount), 100)
    return whole if rest == 0 else float(Decimal(int(amount)) / 100)


def plain_knobs(knobs: Mapping[str, Value]) -> dict[str, Value]:
    """The knobs of rules for a record: whole amounts as whole numbers."""
    return {
        name: int(value) if isinstance(value, float) and value.is_integer() else value for name, value in knobs.items()
    }


def is_text(value: Json) -> bool:
    return isinstance(value, str)


def is_flag(value: Json) -> bool:
    return isinstance(value, bool)


def is_integer(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_whole(value: Json) -> bool:
    """Whether it is a whole number from 0."""
    return is_integer(value) and 0 <= value <= MOST


def is_amount(value: Json) -> bool:
    """Whether it is an amount of money: a number, exact to a hundredth, of at most `MOST` units."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return False
    if isinstance(value, float):
        if not math.isfinite(value):
            return False
        value = Decimal(repr(value))
    if isinstance(value, int):
        return abs(value) <= MOST
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or not -20 <= exponent <= 20 or abs(value) > MOST:
        return False
    return bool(value * 100 % 1 == 0)


# ---- checks ---------------------------------------------------------------------------------------------------------


def or_null(test: Callable[[Json], bool]) -> Callable[[Json], bool]:
    """A test that accepts null and everything that `test` accepts."""
    return lambda value: value is None or test(value)


def must(test: Callable[[Json], bool], what: str) -> Check:
    """Make a check; the message says that the value must be `what`."""

    def check(name: str, value: Any) -> None:
        if not test(value):
            raise RecordError("format", f"{name} must be {what}, not {abbreviated(value)}")

    return check


WHOLE = must(is_whole, "a whole number from 0")
FLAG = must(is_flag, "true or false")
AMOUNT = must(is_amount, "a number with at most two decimals")
SEED = must(is_integer, "a whole number")


def check_keys(name: str, value: Json, keys: set[str], optional: frozenset[str] = frozenset()) -> None:
    """Raises RecordError: a value is not an object with these keys."""
    if not isinstance(value, Mapping):
        raise RecordError("format", f"{name} must be an object, not {abbreviated(value)}")
    missing = sorted(keys - set(value))
    demand(not missing, f"{name} lacks {', '.join(missing)}")
    extra = sorted(set(value) - keys - optional, key=str)
    demand(not extra, f"{name} has a key {abbreviated(extra[0] if extra else '')} that does not belong there")


def any_object(name: str, value: Json) -> None:
    """Check that a value is an object, with any keys."""
    check_keys(name, value, set(), frozenset(value) if isinstance(value, Mapping) else frozenset())


def object_of(checks: Mapping[str, Check]) -> Check:
    """Make a check of an object from a check of each key."""

    def check_object(name: str, value: Any) -> None:
        check_keys(name, value, set(checks))
        for key, check in checks.items():
            check(f"{name}.{key}", value[key])

    return check_object


def list_of(check: Check, size: int | None = None, *, most: int, entry: str = "entry {} of {}") -> Check:
    """Make a check of a list.

    Args:
        size: the number of entries; None: any number.
        most: the largest number of entries.
        entry: makes an entry's name from its number (from 1), the list's name, and its number from 0.
    """

    def check_list(name: str, value: Any) -> None:
        if not isinstance(value, list):
            raise RecordError("format", f"{name} must be a list, not {abbreviated(value)}")
        demand(size is None or len(value) == size, f"{name} must have {size} entries, not {len(value)}")
        demand(len(value) <= most, f"{name} has {len(value)} entries, more than a game can have")
        for number, item in enumerate(value):
            check(entry.format(number + 1, name, number), item)

    return check_list


def check_record(checks: Mapping[str, Check], value: Json) -> None:
    """Check the keys of a record. Raises RecordError."""
    demand(isinstance(value, Mapping) and "format" in value, "this is no game record")
    check_keys("the record", value, set(checks))
    for key, check in checks.items():
        check(key, value[key])
