"""Help at the table: the orders, with examples from the person's cards, and the house rules."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from reports.text.language import translate
from tongits_sim.rules import RuleSet, describe
from tongits_sim.table.seat_view import SeatView

_ORDERS = {
    "draw": ("d", "draw a card from the stock"),
    "take": ("t", "take the discard for a meld with these cards of your hand"),
    "lay": ("l", "lay a meld open; alone: the one you have"),
    "secret": ("sec", "lay a meld face down"),
    "sapaw": ("s", "add a card to a meld: its number, right, left or me"),
    "discard": ("the card alone", "discard a card, which ends your turn; 7 alone: the only 7"),
    "call": ("c", "call a draw: the lowest count wins"),
    "challenge": ("ch", "answer a call: compare counts"),
    "fold": ("f", "answer a call: give up"),
    "pass": ("p", "do not call"),
}
_WISHES = (
    ("undo (u)", "take back what revealed nothing: a take, a lay, a sapaw"),
    ("hint (h), why (w)", "the best action; what each is worth"),
    ("score (sc)", "the match so far"),
    ("discards (ds)", "all discards, by player"),
    ("rules (r)", "the house rules; rules call: only rules with call in their name"),
    ("table, Enter", "show the table again"),
    ("help (?)", "this list"),
    ("quit (q), Ctrl-D", "stop; a saved match keeps the game in progress"),
)


def help_lines(actions: Sequence[str], sight: SeatView, columns: int) -> list[str]:
    """All orders; orders possible now come first."""
    rows = []
    for word in [*actions, *(word for word in _ORDERS if word not in actions)]:
        short, what = _ORDERS[word]
        now = "" if word in actions else " (not now)"
        rows.append((f"{_example(word, sight)} ({short})", f"{what}{now}"))
    lines: list[str] = []
    for usage, what in [*rows, *_WISHES]:
        lines += _row(usage, what, columns)
    cards = translate("Cards: A 2-9 T J Q K with c d h s. The first letters of a word will do.")
    return [*lines, *textwrap.wrap(cards, max(columns, 40))]


def _row(usage: str, what: str, columns: int) -> list[str]:
    return textwrap.wrap(
        translate(f"{usage}: {what}"), max(columns, 40), initial_indent="  ", subsequent_indent="      "
    )


def _example(word: str, sight: SeatView) -> str:
    """An example of an order with cards of the person's hand, so that it reveals no other card."""
    last = sight.hand[-1] if sight.hand else ""
    if word == "lay":
        return f"lay {' '.join(sight.melds[0])}" if sight.melds else "lay CARDS"
    if word == "sapaw":
        return f"sapaw {last} right"
    if word == "discard":
        return f"discard {last}"
    return f"{word} CARDS" if word in ("take", "secret") else word


def rule_lines(rules: RuleSet, word: str, columns: int) -> list[str]:
    """The house rules in words; with a word, only rules that contain the word in their name or sentence."""
    wanted = word.lower()
    sentences = [
        f"{rule.knob} = {rule.value}: {rule.sentence}"
        for rule in describe(rules)
        if wanted in f"{rule.knob} {rule.sentence}".lower()
    ]
    if not sentences:
        return [translate(f"No house rule speaks of {word[:30]!r}.")]
    if not wanted:
        sentences = [translate(f"{len(sentences)} house rules; rules call shows those about calls:"), *sentences]
    return [line for text in sentences for line in textwrap.wrap(text, max(columns, 40), subsequent_indent="    ")]
