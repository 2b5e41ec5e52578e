"""The error of house rules, and helpers for messages."""

from collections.abc import Iterable

from tongits_sim.errors import TongitsError


class RuleError(TongitsError):
    """An invalid rule set, knob or value; the message says what to write instead."""


def suggestion(word: str, options: Iterable[str]) -> str:
    """`" Did you mean 'x'?"` for the option nearest to `word`, or an empty text if none is near."""
    from difflib import get_close_matches  # only an error needs it

    near = get_close_matches(word.lower()[:100], list(options), n=1)
    return f" Did you mean '{near[0]}'?" if near else ""


def either(options: Iterable[object]) -> str:
    """The options in a sentence: `a, b or c`."""
    *first, last = [str(option) for option in options]
    return f"{', '.join(first)} or {last}" if first else last


def shown(value: object) -> str:
    """The value as text for an error message: TOML's spelling of true and false, and never long."""
    if isinstance(value, bool):
        return "true" if value else "false"
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of digits, lists in lists
        return "that"
    return text if len(text) <= 60 else text[:57] + "..."
