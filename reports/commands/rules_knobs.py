"""`tongits rules knobs`: every knob with its values, its default and what it decides; or one of them in detail."""

from __future__ import annotations

import click

from reports.commands.candidates import WORDS
from reports.commands.options import format_option


@click.command("knobs")
@click.argument("name", metavar="[KNOB]", type=WORDS["[KNOB]"], default="")
@format_option
def rules_knobs(name: str, form: str) -> None:
    """List the knobs of the house rules, or explain one.

    KNOB is a knob such as call.timing, or a group of knobs such as call.

    Example: tongits rules knobs call.timing
    """
    from reports.text.listing import show_knobs
    from tongits_sim.rules.rulebook import presets
    from tongits_sim.rules.ruleset import ALL_KNOBS

    show_knobs(ALL_KNOBS, name, presets(), form)
