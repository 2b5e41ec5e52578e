"""Bots and house rules of any game as tables: what the commands `strategies` and `rules` show."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tongits_sim.any_game.rule_words import Change, Line


def show_strategies(bots: Iterable[Any], form: str) -> None:
    """Print the bots (strategies), each with the defaults of its parameters, in a form of `--format`."""
    from reports.text.console import print_rows

    rows = [
        {
            "strategy": bot.name,
            "params": ", ".join(f"{param.name}={param.default:g}" for param in bot.params),
            "summary": bot.summary,
        }
        for bot in bots
    ]
    print_rows(rows, form, {"strategy": "Strategy", "summary": "What it does", "params": "Parameters"})


def show_player(player: Any, form: str) -> None:
    """Print what a player does, and its parameters, in a form of `--format`."""
    from reports.text.console import print_rows, show

    bot = player.strategy
    if form == "table":
        show(f"{player.label}: {bot.summary}")
        if not bot.params:
            show("It has no parameters.")
            return
    values = player.parameters()
    rows = [
        {"param": p.name, "value": f"{values[p.name]:g}", "bounds": f"{p.low:g} to {p.high:g}", "meaning": p.meaning}
        for p in bot.params
    ]
    print_rows(rows, form, {"param": "Parameter", "value": "Value", "bounds": "Bounds", "meaning": "Meaning"})


def show_rules(name: str, lines: Iterable[Line], form: str) -> None:
    """Print every house rule of the rules called `name`, in a form of `--format`."""
    from reports.text.console import print_rows

    rows = [line._asdict() for line in lines]
    print_rows(rows, form, {"knob": "Knob", "value": "Value", "sentence": f"What it means in {name}"})


def show_changes(one: str, other: str, changes: Iterable[Change], form: str) -> None:
    """Print where two rule sets differ.

    Args:
        one, other: names of the rule sets.
        changes: the knobs that differ.
        form: a form of `--format`.
    """
    from reports.text.console import print_rows, show

    rows = [change._asdict() for change in changes]
    if not rows and form == "table":
        show(f"{one} and {other} are the same rules.")
        return
    print_rows(rows, form, {"knob": "Knob", "a_sentence": one, "b_sentence": other})
