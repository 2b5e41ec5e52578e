"""`tongits rules knobs`: every knob with its values, its default and what it decides; or one of them in detail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from reports.commands.options import format_option

if TYPE_CHECKING:
    from tongits_sim.any_game.knob import Knob

_NUMBERS = {"whole": "N", "units": "N units", "share": "N per cent"}


@click.command("knobs")
@click.argument("name", metavar="[KNOB]", default="")
@format_option
def rules_knobs(name: str, form: str) -> None:
    """List the knobs of the house rules, or explain one.

    KNOB is a knob such as call.timing, or a group of knobs such as call.

    Example: tongits rules knobs call.timing
    """
    from reports.text.console import print_rows
    from tongits_sim.rules.ruleset import KNOBS, find

    group = [knob for knob in KNOBS.values() if not name or knob.name.startswith(f"{name}.")]
    if group:
        heading = {"knob": "Knob", "values": "Values", "default": "Default", "rule": "Rule", "title": "What it decides"}
        print_rows([knob_row(knob) for knob in group], form, heading)
        return
    knob = find(name)
    if form == "table":
        default = f"by default {knob.text(knob.default)}"
        click.echo(f"{knob.name}: {knob.title} ({knob.rule}); {knob.wanted()}, {default}.")
    print_rows(value_rows(knob), form, {"value": "Value", "sentence": "What it means", "presets": "Presets with it"})


def knob_row(knob: Knob) -> dict[str, str]:
    """A knob in one row of text: its name, values, default, rule and what it decides."""
    return {
        "knob": knob.name,
        "values": knob.wanted(),
        "default": knob.text(knob.default),
        "rule": knob.rule,
        "title": knob.title,
    }


def value_rows(knob: Knob) -> list[dict[str, str]]:
    """The values of a knob in a row each: the value, what it means at the table and the presets that have it."""
    from tongits_sim.rules import load, preset_names

    presets = {name: load(name).knobs()[knob.name] for name in preset_names()}
    rows = [
        {
            "value": knob.text(value),
            "sentence": knob.sentence(value),
            "presets": ", ".join(name for name, set_to in presets.items() if set_to == value),
        }
        for value in knob.texts
    ]
    if knob.template:
        others = [f"{name} ({knob.text(value)})" for name, value in presets.items() if value not in knob.texts]
        sentence = knob.template.format(_NUMBERS[knob.kind])
        rows.append({"value": "N", "sentence": sentence, "presets": ", ".join(others)})
    return rows
